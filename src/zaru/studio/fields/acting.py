"""What a person does on the fields view: what is asked for, and the action that it becomes."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from zaru.errors import UsageError
from zaru.studio.fields.desk import Desk
from zaru.studio.fields.picking import (
    Choice,
    Stretch,
    find_usual,
    offer_choices,
    take_stretch,
)
from zaru.studio.fields.sheet import Change, FieldSheet
from zaru.wrappers.labels import Label, LabelValue
from zaru.wrappers.rules.view import View


class Asked(BaseModel):
    """Something that is to be changed, seen on a page, in the labels of a version."""

    model_config = ConfigDict(extra="forbid")

    folder: str
    page: str
    version: int


class AskedPick(Asked):
    """A click on an item, or a drag; of a field if it says so."""

    item: int | None = None
    stretch: tuple[int, int, int, int] | None = None
    field: str | None = None
    kind: str | None = None
    attribute: str | None = None

    def understand(self, view: View) -> tuple[list[Choice], int]:
        """Return what a click or a drag may mean, and which of it is taken."""
        if self.stretch is not None:
            part = Choice("part", take_stretch(view, Stretch(*self.stretch)))
            wider = offer_choices(view, self.stretch[0])
            return [part, *(one for one in wider if one.value != part.value)], 0
        item = -1 if self.item is None else self.item
        choices = offer_choices(view, item)
        if not choices:
            raise UsageError("there is nothing to take there")
        usual = find_usual(view, item, choices, kind=self.kind, attribute=self.attribute)
        return choices, usual


class FieldValue(BaseModel):
    """A value that is labelled."""

    field: str
    value: dict[str, Any]


class AskedValue(Asked):
    """A value for a field; instead of another one, if it says so."""

    field: str
    value: dict[str, Any]
    instead: FieldValue | None = None

    def change(self, desk: Desk, sheet: FieldSheet) -> Change:
        """Return the action."""
        value = read_value(self.value)
        if self.instead is None:
            return desk.add_value(sheet, self.page, value, self.field)
        old = (self.instead.field, read_value(self.instead.value))
        return desk.move_value(sheet, self.page, old, (self.field, value))


class AskedRemoval(Asked):
    """A value that is none of a field."""

    field: str
    value: dict[str, Any]

    def change(self, desk: Desk, sheet: FieldSheet) -> Change:
        """Return the action."""
        return desk.take_back(sheet, self.page, self.field, read_value(self.value))


class AskedLabel(Asked):
    """What a page says of a field: what was found there, nothing, or no label at all."""

    field: str
    label: Literal["right", "absent", "unsaid"]

    def change(self, desk: Desk, sheet: FieldSheet) -> Change:
        """Return the action."""
        if self.label == "right":
            return desk.confirm(sheet, self.page, self.field)
        return sheet.set_label(self.field, self.page, () if self.label == "absent" else None)


class AskedField(Asked):
    """A field that is renamed, removed, or kept as it was discovered."""

    field: str = ""
    name: str = ""
    do: Literal["rename", "remove", "keep"]

    def change(self, desk: Desk, sheet: FieldSheet) -> Change:
        """Return the action."""
        if self.do == "rename":
            return sheet.rename(self.field, self.name)
        return sheet.remove(self.field) if self.do == "remove" else desk.keep(sheet, self.name)


class AskedImport(Asked):
    """The text of a file of labels."""

    text: str


class AskedTurn(Asked):
    """The last action that is taken back, or done again."""

    turn: Literal["undo", "redo"]


def read_value(data: dict[str, Any]) -> LabelValue:
    """Return the value that the view wrote; raises `FormatError`."""
    written = data["text"] if list(data) == ["text"] else data
    return Label.from_json({"page": "", "field": "-", "values": [written]}).values[0]
