"""The desk of one person over the fields of one folder: what is said, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zaru.errors import NotFound, UsageError
from zaru.studio.actions import Subject
from zaru.studio.fields.guessing import guess_field, guess_name
from zaru.studio.fields.memory import Memories
from zaru.studio.fields.result import Result, learn_fields
from zaru.studio.fields.sheet import Change, FieldSheet, Values, combine, join_values
from zaru.studio.fields.tinting import to_label
from zaru.studio.workspace import Workspace
from zaru.wrappers.discovery.discovery import Finding
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.learning import add_samples
from zaru.wrappers.record import Record
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

NEW = "new"  # the id of a field that is to be made


class Desk:
    """One person's labels of one folder. Threads may use it at the same time."""

    def __init__(self, workspace: Workspace, memories: Memories, folder: str, who: str) -> None:
        """Raises `NotFound` when the workspace has no such folder."""
        self._actions = workspace.actions
        self._lock = memories.lock
        self.subject = Subject("fields", folder, who)
        self.memory = memories.of(workspace.pages, folder)
        if not self.memory.entries:
            raise NotFound(f"no folder {folder[:80]!r} is in the workspace")

    def read(self) -> FieldSheet:
        """Return the fields as they are now."""
        return FieldSheet.of(self._actions.read(self.subject))

    def save(self, change: Change, version: int) -> FieldSheet:
        """Save an action; raises `Conflict`."""
        changes = change.labels
        sheet = self._actions.change(self.subject, changes, version=version, words=change.words)
        return FieldSheet.of(sheet)

    def undo(self, version: int) -> FieldSheet:
        """Take the last action back."""
        return FieldSheet.of(self._actions.undo(self.subject, version=version))

    def redo(self, version: int) -> FieldSheet:
        """Do again what was undone."""
        return FieldSheet.of(self._actions.redo(self.subject, version=version))

    def view(self, page: str) -> View:
        """Return a page of the folder; raises `NotFound` or `InputError`."""
        if page not in self.memory.entries:
            raise NotFound(f"no page {page[:40]!r} is in this folder")
        with self._lock:
            return self.memory.view(page)

    def learn(self, sheet: FieldSheet) -> Result:
        """Return what the labels come to; the answers for the last sheets are kept."""
        key = (self.subject.who, sheet.version)
        with self._lock:
            return self.memory.keep(key, lambda: learn_fields(self.memory, sheet))

    def records(self, sheet: FieldSheet, page: str) -> Sequence[Record]:
        """Return what the wrapper reads from a page, also from one that is not in the sample."""
        result = self.learn(sheet)
        known = result.records.get(page)
        return result.wrapper.apply_view(self.view(page)) if known is None else known

    def finish(self, sheet: FieldSheet) -> Wrapper:
        """Return the wrapper with samples, as it is saved."""
        result = self.learn(sheet)
        lessons, others = result.study.lessons, result.study.others
        views = [*(lesson.view for lesson in lessons), *others]
        with self._lock:
            return add_samples(result.wrapper, views, labelled=len(lessons), others=len(others))

    def discover(self) -> list[Finding]:
        """Return the fields that are found without labels."""
        with self._lock:
            return self.memory.findings

    def keep(self, sheet: FieldSheet, name: str) -> Change:
        """Return the action that keeps a field as it was discovered; raises `UsageError`."""
        with self._lock:
            places = self.memory.found.get(name)
        if places is None:
            raise UsageError(f"no field {name[:40]!r} is found on these pages")
        return sheet.add_field(name, places)

    def add_value(
        self, sheet: FieldSheet, page: str, value: LabelValue, field: str | None = None
    ) -> Change:
        """Return the action of a click: one more value of a field, which is guessed if not given.

        `NEW` stands for a field that is made for it.
        """
        view = self.view(page)
        with self._lock:
            others = self.memory.some_beside(page)
            if field is None:
                guessed = guess_field(view, value, sheet.fields, others)
                field = NEW if guessed is None else guessed.id
            made = sheet.add_field(guess_name(view, value, others)) if field == NEW else None
        if made is not None:
            label = sheet.after(made).set_label(made.field, page, (value,))
            return combine([made, label])
        known = sheet.field(field).labels.get(page, ())
        return sheet.set_label(field, page, join_values(known, value))

    def take_back(self, sheet: FieldSheet, page: str, field: str, value: LabelValue) -> Change:
        """Return the action that removes one value of a label."""
        known = sheet.field(field).labels.get(page, ())
        kept = _without(known, value)
        if len(kept) == len(known):
            raise UsageError("this value is not labelled any more")
        return sheet.set_label(field, page, kept or None)

    def move_value(
        self,
        sheet: FieldSheet,
        page: str,
        old: tuple[str, LabelValue],
        new: tuple[str | None, LabelValue],
    ) -> Change:
        """Return the action that puts a value in the place of another, maybe of another field."""
        if old[0] == new[0]:
            kept = _without(sheet.field(old[0]).labels.get(page, ()), old[1])
            return sheet.set_label(old[0], page, join_values(kept, new[1]))
        removal = self.take_back(sheet, page, *old)
        field, value = new
        return combine([removal, self.add_value(sheet.after(removal), page, value, field)])

    def confirm(self, sheet: FieldSheet, page: str, field: str) -> Change:
        """Return the action that labels a page with what the wrapper reads there."""
        name, view = sheet.field(field).name, self.view(page)
        records = self.records(sheet, page)
        found = [value for record in records for value in record.fields.get(name, ())]
        values = dict.fromkeys(to_label(view, value) for value in found)
        return sheet.set_label(field, page, tuple(values))


def _without(values: Values, value: LabelValue) -> Values:
    """Return *values* without one, of whichever record."""
    return tuple(one for one in values if replace(one, record=None) != value)
