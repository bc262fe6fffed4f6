"""The labels of a page's content: what the extractor suggests until a person says something."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from zaru.errors import Conflict, UsageError
from zaru.studio.actions import Sheet, Subject
from zaru.studio.content.blocks import ROLES, Block, Labels, suggest_labels
from zaru.studio.studio import Studio

DONE = "done"  # the key that says that somebody looked at all of the page
_MAX_WORDS = 80  # characters of what an action is called


@dataclass(frozen=True, slots=True)
class State:
    """The labels of a page by a person at one moment."""

    version: int
    labels: Labels
    is_begun: bool  # else nobody has done anything yet: the labels are a suggestion
    is_done: bool
    undoes: str | None  # what would be undone, in words
    redoes: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """An action that a person asks for."""

    labels: Mapping[str, str | None]  # roles by key; None: the block is no content
    version: int  # of the labels that the person saw
    suggestion: int  # that the person saw, as `sign` tells it
    is_done: bool | None = None  # None: as before
    words: str = ""


class Labelling:
    """The labels that a person gives to the blocks of a page."""

    def __init__(self, studio: Studio, page: str, who: str) -> None:
        """Open the labels of the page of that id; raises `NotFound`."""
        self.subject = Subject("content", studio.workspace.pages.entry(page).id, who)
        self._actions = studio.workspace.actions
        self.blocks: tuple[Block, ...] = studio.judging.blocks(page)
        self.suggested = suggest_labels(self.blocks)

    @property
    def suggestion(self) -> int:
        """What the suggestion is known by."""
        return sign(self.suggested)

    def read(self) -> State:
        """Return the labels as they are."""
        return self._show(self._actions.read(self.subject))

    def change(self, change: Change) -> State:
        """Make one action; the first one on a page keeps all of the suggestion, too.

        So labels stay as the person saw them when the extractor learns something. Raises
        `Conflict`, or `UsageError` for a block or role that is none.
        """
        check_labels(change.labels, {block.key for block in self.blocks})
        changes: dict[str, Any] = dict(change.labels)
        before = self.read()
        if not before.is_begun:
            if change.version == before.version and change.suggestion != self.suggestion:
                raise Conflict("the suggestion has changed meanwhile; load it again")
            changes = {**self.suggested, **changes}
        if change.is_done is not None:
            changes[DONE] = change.is_done or None
        words = change.words[:_MAX_WORDS]
        return self._show(
            self._actions.change(self.subject, changes, version=change.version, words=words)
        )

    def undo(self, version: int) -> State:
        """Take the last action back; before the first one stands the suggestion."""
        return self._show(self._actions.undo(self.subject, version=version))

    def redo(self, version: int) -> State:
        """Do again what was undone."""
        return self._show(self._actions.redo(self.subject, version=version))

    def _show(self, sheet: Sheet) -> State:
        is_begun = sheet.undoes is not None
        labels = read_roles(sheet.labels) if is_begun else self.suggested
        is_done = bool(sheet.labels.get(DONE))
        return State(sheet.version, labels, is_begun, is_done, sheet.undoes, sheet.redoes)


def read_roles(labels: Mapping[str, Any]) -> dict[str, str]:
    """Return the roles among the labels of a sheet."""
    return {key: value for key, value in labels.items() if key != DONE}


def check_labels(labels: Mapping[str, str | None], keys: set[str]) -> None:
    """Raise `UsageError` for a key that is of no block, or a role that is none."""
    for key, role in labels.items():
        if key not in keys:
            raise UsageError(f"the page has no block {key[:40]!r}")
        if role is not None and role not in ROLES:
            raise UsageError(f"no role {role[:40]!r}; roles: {', '.join(ROLES)}")


def find_changes(before: Labels, after: Labels) -> dict[str, str | None]:
    """Return what must be done to have *after* instead of *before*.

    >>> find_changes({"1,2": "title", "4,2": "list"}, {"1,2": "title", "8,2": "code"})
    {'8,2': 'code', '4,2': None}
    """
    changed: dict[str, str | None] = {
        key: role for key, role in after.items() if before.get(key) != role
    }
    return changed | {key: None for key in before if key not in after}


def sign(labels: Labels) -> int:
    """Return a number by which labels are known.

    >>> sign({"1,2": "title", "4,2": "list"}) == sign({"4,2": "list", "1,2": "title"})
    True
    """
    return crc32(json.dumps(sorted(labels.items())).encode())
