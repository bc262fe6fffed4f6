"""Where a value stands on a page."""

from __future__ import annotations

from itertools import islice

import pytest

from zaru import Page
from zaru.wrappers.rules.occurrences import (
    Occurrence,
    find_holders,
    find_parts,
    find_parts_of_attributes,
    find_parts_of_elements,
    find_whole,
)
from zaru.wrappers.rules.rule import read_row
from zaru.wrappers.rules.view import View


def view(html: str) -> View:
    return View(Page.from_bytes(html.encode()))


def places(seen: View, found: list[Occurrence]) -> list[str]:
    """Return the path of each place, with its attribute."""
    return [
        f"{seen.tree.path(place.row)}@{place.take}".replace("html/body/", "") for place in found
    ]


def said(seen: View, place: Occurrence) -> str:
    text = read_row(seen, place.row, place.take)
    return text if place.end < 0 else text[place.begin : place.end]


def test_whole_value_is_a_run_an_element_or_an_attribute() -> None:
    seen = view("<p>茶 碗<p><b>茶</b> <i>碗</i><p><img alt='茶  碗'><p>茶 碗 (大)")
    found = list(find_whole(seen, "茶 碗"))
    assert places(seen, found) == ["p/#text@#text", "p@#text", "p/img@alt"]
    assert {said(seen, place) for place in found} == {"茶 碗"}


def test_elements_above_a_value_may_say_no_more_than_it() -> None:
    seen = view("<div><p><b>茶</b></p>碗</div>")
    [run] = find_whole(seen, "茶")
    assert places(seen, list(find_holders(seen, run))) == ["div/p/b@#text", "div/p@#text"]


def test_element_is_the_innermost_one_that_says_just_the_value() -> None:
    seen = view("<div><p><span><b>1,</b><b>200</b></span></p></div><div>1,200 <i>円</i></div>")
    assert places(seen, list(find_whole(seen, "1,200"))) == ["div/#text@#text", "div/p/span@#text"]


def test_element_may_hold_runs_of_white_space_only() -> None:
    seen = view("<p>&nbsp;<b>a</b>&nbsp;<i>b</i><u>&nbsp;</u></p>")
    assert places(seen, list(find_whole(seen, "a b"))) == ["p@#text"]


def test_runs_of_two_elements_are_no_value() -> None:
    assert list(find_whole(view("<p>a</p><p>b</p><p>c</p>"), "a b")) == []


def test_value_that_begins_inside_a_run_is_no_whole_one() -> None:
    assert list(find_whole(view("<p>xa<b>b</b></p><p><b>a</b>bx</p>"), "ab")) == []


def test_scripts_and_classes_hold_no_value() -> None:
    seen = view("<script>abc</script><p class=abc id=abc onclick=abc>x")
    assert list(find_whole(seen, "abc")) == []
    assert list(find_parts_of_attributes(seen, "abc")) == []


@pytest.mark.parametrize(
    ("text", "value", "begins"),
    [
        ("2013/02/04 (月)", "月", [12]),
        ("2013/02/04 (月)", "2013/02/04", [0]),
        ("価格: 1,200円 (税込)", "1,200円", [4]),
        ("12000 (200)", "200", [7]),  # not the one in the longer number
        ("cart art", "art", [5]),  # not the one in the longer word
        ("2003年", "200", []),
        ("1 or 1", "1", [0, 5]),
        ("月曜日", "月曜", [0]),  # Japanese has no spaces between words
        ("abc", "abc", []),  # a whole, no part
    ],
)
def test_part_stands_free(text: str, value: str, begins: list[int]) -> None:
    found = list(find_parts(view(f"<p>{text}"), value))
    assert [place.begin for place in found] == begins
    assert all(place.end == place.begin + len(value) for place in found)


def test_part_may_go_over_several_runs_of_an_element() -> None:
    seen = view("<div><p>価格: <b>1,200</b>円 (税込)</p><p>送料</p></div>")
    found = list(find_parts_of_elements(seen, "1,200円"))
    assert places(seen, found) == ["div/p@#text"]
    assert said(seen, found[0]) == "1,200円"


def test_part_in_one_run_is_no_part_of_an_element() -> None:
    assert list(find_parts_of_elements(view("<p>a bc <b>d</b>"), "bc")) == []


def test_part_may_stand_in_an_attribute() -> None:
    seen = view("<a href='/item/123?x'>a</a><a href='/item/1234'>b</a><img alt=123>")
    found = list(find_parts_of_attributes(seen, "123"))
    assert places(seen, found) == ["a@href"]
    assert said(seen, found[0]) == "123"


def test_occurrences_come_one_by_one() -> None:
    seen = view("<p>x" * 5000)
    assert len(list(islice(find_whole(seen, "x"), 3))) == 3
    assert len(list(find_whole(seen, "x"))) == 5000
