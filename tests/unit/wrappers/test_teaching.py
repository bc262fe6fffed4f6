"""Labels that are examples of a list."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.wrappers.rules.rule import Element, Rule, Step
from zaru.wrappers.rules.trial import Trial
from zaru.wrappers.rules.view import View
from zaru.wrappers.teaching import find_list

ITEMS = Rule(Element("ul"), (Step("li"),))
CELLS = Rule(Element("table"), (Step("tbody"), Step("tr"), Step("td")))


@pytest.mark.parametrize(
    ("html", "wanted", "taken", "is_list"),
    [
        pytest.param("<ul><li>a<li>b<li>c</ul>", "ab", "ab", True, id="first-of-a-list"),
        pytest.param("<ul><li>a<li>b<li>c</ul>", "bc", "bc", True, id="last-of-a-list"),
        pytest.param("<ul><li>a<li>b<li>c</ul>", "ac", "ac", False, id="one-is-left-out"),
        pytest.param("<ul><li>a<li>b<li>c</ul>", "a", "a", False, id="one-example"),
        pytest.param("<ul><li>a<li>b</ul>", "ab", "ab", False, id="all-of-it"),
        pytest.param("<ul><li>a<li>b<li>c</ul>", "ab", "abc", False, id="value-of-another-field"),
        pytest.param("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "ab", "ab", True, id="lists"),
        pytest.param("<table><tr><td>a<td>b<tr><td>c<td>d", "ab", "ab", False, id="table"),
    ],
)
def test_values_side_by_side_are_examples(
    html: str, wanted: str, taken: str, is_list: bool
) -> None:
    view = View(Page.from_bytes(html.encode()))
    trial = Trial([ITEMS, CELLS], [(view, frozenset(wanted))], [])
    found = find_list(trial, [view], set(taken))
    assert found == ((0, 0) if is_list else None)


def test_rule_for_a_list_finds_what_every_page_has() -> None:
    views = [View(Page.from_bytes(b"<ul><li>a<li>b<li>c</ul>")), View(Page.from_bytes(b"<p>d"))]
    trial = Trial([ITEMS], [(views[0], frozenset("ab")), (views[1], frozenset("d"))], [])
    assert find_list(trial, views, set()) is None
