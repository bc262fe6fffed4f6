"""Actions: saved one by one, undone one by one, never overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from zaru.errors import Conflict, FormatError, UsageError
from zaru.studio.actions import Actions, Subject
from zaru.studio.database import FILE_NAME, Database

SUBJECT = Subject("content", "page", "hanako")


@pytest.fixture
def actions(tmp_path: Path) -> Iterator[Actions]:
    """The actions of a new workspace."""
    database = Database(tmp_path)
    yield Actions(database)
    database.close()


def test_labels_are_there_for_whoever_opens_the_workspace_next(tmp_path: Path) -> None:
    first, second = Database(tmp_path), Database(tmp_path)
    Actions(first).change(SUBJECT, {"1,2": "title", "3,4": None}, version=0, words="a title")
    sheet = Actions(second).read(SUBJECT)
    assert (sheet.version, sheet.labels, sheet.undoes) == (1, {"1,2": "title"}, "a title")
    first.close()
    second.close()


def test_actions_are_undone_and_done_again_in_turn(actions: Actions) -> None:
    for version, value in enumerate(["title", "heading", None]):
        actions.change(SUBJECT, {"a": value}, version=version, words=str(value))
    assert actions.undo(SUBJECT, version=3).labels == {"a": "heading"}
    assert actions.undo(SUBJECT, version=4).labels == {"a": "title"}
    sheet = actions.redo(SUBJECT, version=5)
    assert (sheet.labels, sheet.undoes, sheet.redoes) == ({"a": "heading"}, "heading", "None")


def test_what_was_undone_is_gone_after_another_action(actions: Actions) -> None:
    actions.change(SUBJECT, {"a": 1}, version=0, words="one")
    actions.undo(SUBJECT, version=1)
    actions.change(SUBJECT, {"b": 2}, version=2, words="two")
    with pytest.raises(UsageError):
        actions.redo(SUBJECT, version=3)
    assert actions.undo(SUBJECT, version=3).labels == {}


def test_labels_that_changed_meanwhile_are_not_overwritten(actions: Actions) -> None:
    actions.change(SUBJECT, {"a": 1}, version=0, words="one")
    for act in (actions.undo, actions.redo):
        with pytest.raises(Conflict):
            act(SUBJECT, version=0)
    with pytest.raises(Conflict):
        actions.change(SUBJECT, {"a": 2}, version=0, words="two")
    sheet = actions.read(SUBJECT)
    assert (sheet.version, sheet.labels) == (1, {"a": 1})


def test_labels_of_two_people_stand_side_by_side(actions: Actions) -> None:
    other = Subject("content", "page", "tarō")
    actions.change(SUBJECT, {"a": 1}, version=0, words="one")
    actions.change(other, {"a": 2}, version=0, words="two")
    assert actions.read(SUBJECT).labels == {"a": 1}
    assert actions.subjects("content") == [SUBJECT, other]
    assert actions.people() == ["hanako", "tarō"]


def test_nothing_can_be_undone_before_the_first_action(actions: Actions) -> None:
    with pytest.raises(UsageError, match="nothing to undo"):
        actions.undo(SUBJECT, version=0)
    assert actions.read(SUBJECT).version == 0
    assert actions.subjects("content") == []


def test_a_file_that_is_no_workspace_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"no database at all, but longer than a header of one is" * 10)
    with pytest.raises(FormatError, match="no workspace"):
        Database(tmp_path)
    assert path.read_bytes().startswith(b"no database")
