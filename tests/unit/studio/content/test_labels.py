"""The labels of a page: a suggestion until somebody acts, then all of it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.studio.conftest import WHO, make_workspace
from tests.unit.studio.content.pages import make_pages

from zaru.errors import Conflict, UsageError
from zaru.studio.content.judging import Judging
from zaru.studio.content.labels import Change, Labelling
from zaru.studio.studio import Studio
from zaru.studio.workspace import Workspace

PAGES = make_pages(2)
PAGE = PAGES[0].id


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    """A studio over two pages."""
    workspace = Workspace(make_workspace(tmp_path, PAGES))
    yield Studio(workspace, WHO)
    workspace.close()


def find_key(labelling: Labelling, text: str) -> str:
    return next(block.key for block in labelling.blocks if text in block.text)


def change(labelling: Labelling, labels: dict[str, str | None], version: int = 0) -> Change:
    return Change(labels, version, labelling.suggestion)


def test_what_the_extractor_keeps_is_suggested(studio: Studio) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    state = labelling.read()
    assert (state.version, state.is_begun, state.is_done) == (0, False, False)
    assert state.labels[find_key(labelling, "始まる（0）")] == "title"
    assert list(state.labels.values()).count("paragraph") == 6
    assert find_key(labelling, "メニュー1") not in state.labels


def test_blocks_are_the_bytes_that_say_them(studio: Studio) -> None:
    for block in Labelling(studio, PAGE, WHO).blocks:
        if "の1。" in block.text:
            assert PAGES[0].source(block.span).startswith("0の1。")
            assert "<ruby>市<rt>いち</rt></ruby>" in PAGES[0].source(block.span)


def test_the_first_action_keeps_the_whole_suggestion(studio: Studio) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    key = find_key(labelling, "関連記事")
    state = labelling.change(change(labelling, {key: "heading"}))
    assert state.labels == {**labelling.suggested, key: "heading"}
    assert studio.workspace.actions.read(labelling.subject).labels == state.labels


def test_before_the_first_action_stands_the_suggestion_again(studio: Studio) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    key = find_key(labelling, "始まる（0）")
    labelling.change(change(labelling, {key: None}))
    state = labelling.undo(1)
    assert (state.labels, state.is_begun) == (labelling.suggested, False)
    assert key not in labelling.redo(2).labels
    labelling.undo(3)
    state = labelling.change(change(labelling, {key: "heading"}, 4))
    assert state.labels == {**labelling.suggested, key: "heading"}


def test_labels_stay_when_the_extractor_says_something_else(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    before = labelling.change(change(labelling, {})).labels
    monkeypatch.setattr(Judging, "blocks", lambda *_: ())
    assert Labelling(studio, PAGE, WHO).read().labels == before


def test_a_suggestion_that_was_not_seen_is_not_kept(studio: Studio) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    with pytest.raises(Conflict, match="suggestion"):
        labelling.change(Change({}, 0, labelling.suggestion + 1))


def test_labels_that_changed_meanwhile_are_not_overwritten(studio: Studio) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    labelling.change(change(labelling, {}))
    with pytest.raises(Conflict):
        labelling.change(change(labelling, {find_key(labelling, "始まる（0）"): None}))
    assert labelling.read().version == 1


@pytest.mark.parametrize(
    ("labels", "message"),
    [({"1,1": "title"}, "no block"), ({"": None}, "no block"), (None, "no role")],
    ids=["a span of nothing", "no span", "no role"],
)
def test_labels_are_of_blocks_and_have_roles(
    studio: Studio, labels: dict[str, str | None] | None, message: str
) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    asked: dict[str, str | None]
    asked = {labelling.blocks[0].key: "done"} if labels is None else labels
    with pytest.raises(UsageError, match=message):
        labelling.change(change(labelling, asked))


def test_a_page_is_done_when_it_is_saved_and_not_when_that_is_undone(studio: Studio) -> None:
    labelling = Labelling(studio, PAGE, WHO)
    state = labelling.change(Change({}, 0, labelling.suggestion, is_done=True))
    assert state.is_done
    assert not labelling.undo(1).is_done
    assert labelling.redo(2).is_done
    assert not Labelling(studio, PAGE, "tarō").read().is_done
