"""Candidates for rules."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import TEXT
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import (
    Occurrence,
    find_parts,
    find_parts_of_attributes,
    find_whole,
)
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.rules.view import View

HTML = """<div id=main class="item big"><table><tr><th>Price<td><b>$3</b><tr><th>Size<td>L</table>
<a href=/tea title=Tea>more</a></div>"""


def see(value: str, html: str = HTML) -> list[Seen]:
    view = View(Page.from_bytes(html.encode()))
    places = list(find_whole(view, value)) or list(find_parts(view, value))
    return [Seen(view, place) for place in places]


def test_each_candidate_finds_a_value_that_was_seen() -> None:
    seen = see("$3") + see("$5", HTML.replace("$3", "$5"))
    rules = make_candidates(seen)
    assert len(rules) == len(set(rules)) > 10
    for rule in rules:
        assert any(rule.texts(sight.view) for sight in seen)


@pytest.mark.parametrize(
    "start",
    [
        None,
        Element("div", "id", "main"),
        Element("div", "class", "item big"),
        Element("div", "class", "big"),
        Element("th"),  # not a tag of every element
        Label("Price", "b"),
    ],
    ids=str,
)
def test_candidate_begins_at_the_root_an_element_or_a_label(start: Element | Label | None) -> None:
    html = HTML.replace("<td><b>$3</b>", "<th><b>$3</b>")
    assert start in {rule.start for rule in make_candidates(see("$3", html))}


def test_tags_that_are_everywhere_are_no_start() -> None:
    starts = {rule.start for rule in make_candidates(see("$3"))}
    assert Element("td") not in starts
    assert Element("b") not in starts


def test_positions_that_differ_are_left_open() -> None:
    html = "<ul><li>a<li>b<li>c</ul>"
    rules = make_candidates(see("a", html) + see("c", html))
    to_ul = (Step("body", 1), Step("ul", 1))
    assert Rule(None, (*to_ul, Step("li"), Step(TEXT, 1))) in rules
    assert Rule(None, (*to_ul, Step("li", 3), Step(TEXT, 1))) in rules


def test_attribute_is_taken_by_its_name() -> None:
    assert {rule.take for rule in make_candidates(see("/tea"))} == {"href"}


def test_part_stands_between_what_all_values_share() -> None:
    seen = see("月", "<p>2013/02/04 (月)") + see("火", "<p>2013/02/05 (火)")
    parts = {rule.part for rule in make_candidates(seen)}
    assert Part("(", ")") in parts
    assert None not in parts


def test_part_is_learnt_although_the_value_is_a_part_of_other_texts() -> None:
    html = "<div><p>{} の日<p>2013/02/0{} ({})<p>次は{}です</div>"
    seen = see("月", html.format("月", 4, "月", "月")) + see("火", html.format("火", 5, "火", "火"))
    rule = Rule(Element("p"), (Step(TEXT),), part=Part("(", ")"))
    assert Part("(", ")") in {rule.part for rule in make_candidates(seen)}
    assert rule.texts(seen[0].view) == ["月"]


def test_part_of_an_attribute_has_its_own_text_around() -> None:
    view = View(Page.from_bytes(b"<p><a href='/item/12?from=top'>Item</a>"))
    rules = make_candidates([Seen(view, place) for place in find_parts_of_attributes(view, "12")])
    assert ["12"] in [rule.texts(view) for rule in rules]


def test_element_without_text_has_candidates_but_no_label() -> None:
    view = View(Page.from_bytes(b"<ul><li class=card><img src=a></ul>"))
    row = view.tree.tags.index("li")
    rules = make_candidates([Seen(view, Occurrence(row))])
    assert Rule(Element("li", "class", "card")) in rules
    assert not any(isinstance(rule.start, Label) for rule in rules)


def test_label_far_away_is_none() -> None:
    far = "<div><div><div><div><div>Price</div></div></div></div></div><div><p>$3</p></div>"
    assert not any(isinstance(rule.start, Label) for rule in make_candidates(see("$3", far)))


def test_tags_that_cannot_be_written_have_no_candidates() -> None:
    assert make_candidates(see("a", "<p[1]>a</p[1]>")) == []
