"""Actions: what people say of pages, saved one by one, undone one by one, never overwritten."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from zaru.errors import Conflict, UsageError
from zaru.studio.database import Database

Kind = Literal["content", "fields", "feed"]
_Changes = dict[str, list[Any]]  # before and after, by key; None stands for no label


@dataclass(frozen=True, slots=True)
class Subject:
    """What is labelled by whom: a page's content or list, or the fields of a folder of pages."""

    kind: Kind
    name: str  # the id of a page, or a folder
    who: str  # the person: labels of two people stand side by side


@dataclass(frozen=True, slots=True)
class Sheet:
    """The labels of a subject at one moment."""

    version: int  # 0 before the first action; each action makes the next one
    labels: Mapping[str, Any]  # JSON values by key
    undoes: str | None  # what would be undone, in words; None when there is nothing
    redoes: str | None
    changed: str | None = None  # when the last action was done or undone, ISO 8601 in UTC


class Actions:
    """All actions of a workspace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, subject: Subject) -> Sheet:
        """Return the labels of *subject* as they are now."""
        with self._database.read() as base:
            return _read_sheet(base, _find(base, subject))

    def change(
        self, subject: Subject, changes: Mapping[str, Any], *, version: int, words: str
    ) -> Sheet:
        """Set labels by key, None removes one; return the labels after it.

        Raises `Conflict` when the labels are not of *version* any more.
        """

        def act(base: sqlite3.Connection, number: int) -> None:
            labels = _read_labels(base, number)
            done: _Changes = {
                key: [labels.get(key), value]
                for key, value in changes.items()
                if labels.get(key) != value
            }
            base.execute(
                "UPDATE action SET state = 'dropped' WHERE subject = ? AND state = 'undone'",
                (number,),
            )
            base.execute(
                "INSERT INTO action (subject, at, words, changes, state)"
                " VALUES (?, ?, ?, ?, 'done')",
                (number, _now(), words, json.dumps(done, ensure_ascii=False)),
            )
            _apply(base, number, done, 1)

        return self._act(subject, version, act)

    def undo(self, subject: Subject, *, version: int) -> Sheet:
        """Take the last action back; raises `Conflict`, or `UsageError` when there is none."""
        return self._turn(subject, version, "done", "undone", "DESC")

    def redo(self, subject: Subject, *, version: int) -> Sheet:
        """Do again what was last undone; raises `Conflict`, or `UsageError` when there is none."""
        return self._turn(subject, version, "undone", "done", "ASC")

    def subjects(self, kind: Kind) -> list[Subject]:
        """Return what of a kind has been labelled, by anybody, in the order of the first labels."""
        with self._database.read() as base:
            rows = base.execute(
                "SELECT name, who FROM subject WHERE kind = ? ORDER BY number", (kind,)
            ).fetchall()
        return [Subject(kind, name, who) for name, who in rows]

    def subjects_with(self, kind: Kind, key: str) -> list[Subject]:
        """Return those of `subjects` that have a label *key*."""
        with self._database.read() as base:
            rows = base.execute(
                "SELECT name, who FROM subject JOIN label ON label.subject = subject.number"
                " WHERE kind = ? AND key = ? ORDER BY number",
                (kind, key),
            ).fetchall()
        return [Subject(kind, name, who) for name, who in rows]

    def people(self) -> list[str]:
        """Return who has labelled anything."""
        with self._database.read() as base:
            rows = base.execute("SELECT DISTINCT who FROM subject ORDER BY who").fetchall()
        return [who for (who,) in rows]

    def _turn(
        self, subject: Subject, version: int, before: str, after: str, order: Literal["ASC", "DESC"]
    ) -> Sheet:
        """Give the next action in a state the other state, and its labels the other values."""

        def act(base: sqlite3.Connection, number: int) -> None:
            found = base.execute(
                "SELECT number, changes FROM action WHERE subject = ? AND state = ?"
                f" ORDER BY number {order} LIMIT 1",
                (number, before),
            ).fetchone()
            if found is None:
                raise UsageError("there is nothing to undo" if after == "undone" else "no redo")
            base.execute("UPDATE action SET state = ? WHERE number = ?", (after, found[0]))
            _apply(base, number, json.loads(found[1]), 0 if after == "undone" else 1)

        return self._act(subject, version, act)

    def _act(
        self, subject: Subject, version: int, act: Callable[[sqlite3.Connection, int], None]
    ) -> Sheet:
        with self._database.write() as base:
            number, now = _find(base, subject) or _begin(base, subject)
            if now != version:
                raise Conflict(
                    "these labels were changed in another tab or by somebody else meanwhile;"
                    " load them again"
                )
            act(base, number)
            base.execute(
                "UPDATE subject SET version = version + 1, changed = ? WHERE number = ?",
                (_now(), number),
            )
            return _read_sheet(base, (number, version + 1))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _find(base: sqlite3.Connection, subject: Subject) -> tuple[int, int] | None:
    """Return the number and the version of a subject, None before its first action."""
    found: tuple[int, int] | None = base.execute(
        "SELECT number, version FROM subject WHERE kind = ? AND name = ? AND who = ?",
        (subject.kind, subject.name, subject.who),
    ).fetchone()
    return found


def _begin(base: sqlite3.Connection, subject: Subject) -> tuple[int, int]:
    cursor = base.execute(
        "INSERT INTO subject (kind, name, who, version) VALUES (?, ?, ?, 0)",
        (subject.kind, subject.name, subject.who),
    )
    return int(cursor.lastrowid or 0), 0


def _read_sheet(base: sqlite3.Connection, found: tuple[int, int] | None) -> Sheet:
    if found is None:
        return Sheet(0, {}, None, None)
    number, version = found
    undoes, redoes = (
        base.execute(
            "SELECT words FROM action WHERE subject = ? AND state = ?"
            f" ORDER BY number {order} LIMIT 1",
            (number, state),
        ).fetchone()
        for state, order in (("done", "DESC"), ("undone", "ASC"))
    )
    (changed,) = base.execute("SELECT changed FROM subject WHERE number = ?", (number,)).fetchone()
    labels = _read_labels(base, number)
    return Sheet(version, labels, undoes and undoes[0], redoes and redoes[0], changed)


def _read_labels(base: sqlite3.Connection, number: int) -> dict[str, Any]:
    rows = base.execute(
        "SELECT key, value FROM label WHERE subject = ? ORDER BY key", (number,)
    ).fetchall()
    # Read at once: a page may have thousands of labels.
    values = json.loads(f"[{','.join(value for _, value in rows)}]")
    return {key: value for (key, _), value in zip(rows, values, strict=True)}


def _apply(base: sqlite3.Connection, number: int, changes: _Changes, side: Literal[0, 1]) -> None:
    """Give labels the values before (0) or after (1) an action."""
    gone = [(number, key) for key, values in changes.items() if values[side] is None]
    base.executemany("DELETE FROM label WHERE subject = ? AND key = ?", gone)
    kept = [
        (number, key, json.dumps(values[side], ensure_ascii=False))
        for key, values in changes.items()
        if values[side] is not None
    ]
    base.executemany("INSERT OR REPLACE INTO label (subject, key, value) VALUES (?, ?, ?)", kept)
