"""From clicks and drags to values with their bytes."""

from __future__ import annotations

import pytest
from tests.unit.studio.conftest import make_page

from zaru.errors import UsageError
from zaru.studio.fields.picking import (
    Stretch,
    find_pieces,
    find_usual,
    offer_choices,
    take_stretch,
)
from zaru.wrappers.rules.view import View

VIEW = View(
    make_page(
        "<p>価格: <b>1,200<i>円</i></b> &amp; 税</p><div>前<p>中</p>後</div>"
        "<ul><li><a href=/x title=読む>読む</a> <time datetime=2026>今年</time></ul>"
        "<img src=/a.png>",
        encoding="euc_jp",
    )
)


def texts(number: int) -> list[tuple[str, str]]:
    return [(choice.kind, choice.value.text) for choice in offer_choices(VIEW, number)]


def find(text: str) -> int:
    return VIEW.texts.index(text)


def test_a_click_may_mean_less_or_more() -> None:
    assert texts(find("1,200")) == [
        ("run", "1,200"),
        ("inline", "1,200円"),
        ("segment", "価格: 1,200円 & 税"),
    ]
    assert texts(find("前")) == [("segment", "前"), ("block", "前 中 後")]


def test_attributes_of_links_times_and_pictures_are_offered() -> None:
    assert texts(find("読む"))[-2:] == [("attribute", "/x"), ("attribute", "読む")]
    assert texts(len(VIEW.runs)) == [("attribute", "/a.png")]


@pytest.mark.parametrize(
    ("text", "kind", "taken"),
    [
        pytest.param("1,200", None, "価格: 1,200円 & 税", id="segment"),
        pytest.param("1,200", "run", "1,200", id="as-before"),
        pytest.param("読む", None, "読む", id="link"),
        pytest.param("今年", None, "今年", id="time"),
        pytest.param("中", "inline", "中", id="no-such-kind"),
    ],
)
def test_a_click_takes_what_a_reader_sees_as_one(text: str, kind: str | None, taken: str) -> None:
    choices = offer_choices(VIEW, find(text))
    place = find_usual(VIEW, find(text), choices, kind=kind, attribute=None)
    assert choices[place].value.text == taken


def test_values_have_their_bytes() -> None:
    for number in range(len(VIEW.runs)):
        for choice in offer_choices(VIEW, number):
            if choice.value.span is not None:
                source = VIEW.page.source(choice.value.span)
                assert source[0] + source[-1] == choice.value.text[0] + choice.value.text[-1]


@pytest.mark.parametrize(
    ("stretch", "text", "source"),
    [
        pytest.param((0, 0, 0, 2), "価格", "価格", id="part"),
        pytest.param((1, 3, 1, 4), "200", "200", id="whole-number"),
        pytest.param((1, 2, 2, 1), "200円", "200<i>円", id="two-runs"),
        pytest.param((2, 0, 3, 2), "円 &", "円</i></b> &amp;", id="entity"),
    ],
)
def test_a_drag_takes_whole_words_and_numbers(
    stretch: tuple[int, int, int, int], text: str, source: str
) -> None:
    value = take_stretch(VIEW, Stretch(*stretch))
    assert value.text == text
    assert value.span is not None
    assert VIEW.page.source(value.span) == source


def test_a_drag_over_nothing_is_refused() -> None:
    for stretch in (Stretch(3, 0, 3, 1), Stretch(5, 0, 4, 1), Stretch(0, 0, 999, 1)):
        with pytest.raises(UsageError):
            take_stretch(VIEW, stretch)


def test_bytes_lead_back_to_characters() -> None:
    value = take_stretch(VIEW, Stretch(1, 2, 2, 1))
    assert value.span is not None
    assert find_pieces(VIEW, value.span) == [(1, 2, 5), (2, 0, 1)]
    link = VIEW.tree.rows_of("a")[0]
    address = VIEW.tree.attribute_span(link, "href")
    assert address is not None
    assert find_pieces(VIEW, address) == []
