"""Figures of methods and of people, as paper 5 counts them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.studio.conftest import make_workspace
from tests.unit.studio.content.pages import make_pages

from zaru.errors import UsageError
from zaru.studio.content.figures import (
    compare_people,
    evaluate_all,
    evaluate_page,
    find_people,
    read_method,
)
from zaru.studio.content.labels import Change, Labelling
from zaru.studio.studio import Studio
from zaru.studio.workspace import Workspace

PAGES = make_pages(4)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    """A studio over four pages of one template."""
    workspace = Workspace(make_workspace(tmp_path, PAGES))
    yield Studio(workspace, "hanako")
    workspace.close()


def save(studio: Studio, page: int, who: str, labels: dict[str, str | None]) -> Labelling:
    """Save a page as a person, with *labels* by the text of blocks."""
    labelling = Labelling(studio, PAGES[page].id, who)
    keys = {
        block.key: role
        for block in labelling.blocks
        for text, role in labels.items()
        if text in block.text
    }
    state = labelling.read()
    labelling.change(Change(keys, state.version, labelling.suggestion, is_done=True))
    return labelling


def test_nothing_is_counted_before_anything_is_labelled(studio: Studio) -> None:
    assert evaluate_page(studio, PAGES[0].id, "hanako", "default") is None
    assert evaluate_all(studio, "hanako", "default").evaluation.pages == 0


def test_methods_are_counted_on_a_page_and_on_all_that_are_saved(studio: Studio) -> None:
    save(studio, 0, "hanako", {})
    save(studio, 1, "hanako", {"関連記事": "heading"})  # which the extractor drops
    right = evaluate_page(studio, PAGES[0].id, "hanako", "set")
    wrong = evaluate_page(studio, PAGES[1].id, "hanako", "set")
    assert right is not None
    assert wrong is not None
    assert (right.f_measure, right.perfect_match) == (1.0, 1.0)
    assert (wrong.precision, wrong.perfect_match) == (1.0, 0.0)
    assert wrong.recall == pytest.approx(1 - 1 / wrong.correct)
    total = evaluate_all(studio, "hanako", "set")
    assert (total.evaluation.pages, total.evaluation.perfect_match, total.left) == (2, 0.5, 0)
    assert evaluate_all(studio, None, "set").evaluation.pages == 2
    assert evaluate_all(studio, "tarō", "set").evaluation.pages == 0


def test_the_paper_keeps_what_no_other_page_has(studio: Studio) -> None:
    labelling = save(studio, 0, "hanako", {})
    kept = studio.judging.kept(PAGES[0].id, "paper")
    said = {block.text for block in labelling.blocks if block.key in kept}
    assert any("0の3。" in text for text in said)
    assert not any("メニュー" in text for text in said)


def test_people_are_compared_on_the_pages_that_both_have_done(studio: Studio) -> None:
    save(studio, 0, "hanako", {})
    save(studio, 1, "hanako", {})
    save(studio, 0, "tarō", {"始まる（0）": "heading"})
    save(studio, 1, "tarō", {"1の0。": None})
    save(studio, 2, "tarō", {})
    assert find_people(studio) == ["hanako", "tarō"]
    (tarō,) = compare_people(studio, "hanako")
    blocks = tarō.evaluation.correct
    assert tarō.evaluation.pages == 2
    assert (tarō.evaluation.precision, tarō.evaluation.perfect_match) == (1.0, 0.5)
    assert tarō.evaluation.recall == pytest.approx((blocks - 1) / blocks)
    assert tarō.same_roles == pytest.approx((blocks - 2) / (blocks - 1))
    (hanako,) = compare_people(studio, "tarō")
    assert hanako.evaluation.recall == 1.0
    assert compare_people(studio, "nobody") == []


def test_methods_that_are_none_are_told() -> None:
    with pytest.raises(UsageError, match="default, set, paper"):
        read_method("best")
