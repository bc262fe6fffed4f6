"""The choice between candidates."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import TEXT
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.rules.trial import Trial, cost, f1
from zaru.wrappers.rules.view import View
from zaru.wrappers.rules.votes import Tried

NAME = Rule(Element("h1"))
FIRST = Rule(None, (Step("body", 1), Step("p", 1)))
SECOND = Rule(None, (Step("body", 1), Step("p", 2)))
LABELLED = Rule(Label("Price", "b"))
ALL = Rule(None, (Step("body"), Step("p")))


def view(html: str) -> View:
    return View(Page.from_bytes(html.encode()))


def test_rule_that_is_right_on_the_labelled_pages_is_chosen() -> None:
    pages = [(view("<p>a<p>b"), frozenset("b")), (view("<p>c<p>d"), frozenset("d"))]
    assert Trial([FIRST, SECOND, ALL], pages, []).choose().places == ((SECOND,),)


def test_no_rule_is_no_place() -> None:
    assert Trial([], [(view("<p>a"), frozenset("a"))], []).choose().places == ()


def test_rules_that_find_nothing_right_are_not_chosen() -> None:
    assert Trial([FIRST], [(view("<p>a<p>b"), frozenset("b"))], []).choose().places == ()


def test_other_pages_decide_where_labels_cannot() -> None:
    labelled = [(view("<p>Price <b>$3</b>"), frozenset(["$3"]))]
    place = Rule(None, (Step("body", 1), Step("p", 1), Step("b", 1)))
    others = [
        view(f"<p>{more}<b>{'new' if more else '$5'}</b><p>Price <b>${n}</b>")
        for n, more in enumerate(("Sale", "", "Sale", "Top", "Sale"))
    ]
    assert Trial([place, LABELLED], labelled, others).choose().places[0][0] == LABELLED


def test_field_in_several_places_is_a_union() -> None:
    labelled = [
        (view("<h1>a</h1><p>b<p>x"), frozenset("ab")),
        (view("<h1>c</h1><p>d<p>y"), frozenset("cd")),
    ]
    chosen = Trial([NAME, FIRST], labelled, []).choose().places
    assert set(chosen) == {(NAME,), (FIRST,)}


def test_page_variants_are_alternatives_or_places() -> None:
    labelled = [(view("<h1>a</h1><p>x"), frozenset("a")), (view("<p>b<p>y"), frozenset("b"))]
    chosen = Trial([NAME, FIRST], labelled, []).choose().places
    assert chosen == ((NAME, FIRST),)


def test_simplest_of_rules_that_find_the_same_is_enough() -> None:
    labelled = [(view("<h1>a</h1>"), frozenset("a"))]
    long = Rule(None, (Step("body", 1), Step("h1", 1), Step(TEXT, 1)))
    assert Trial([long, NAME], labelled, []).choose().places == ((NAME,),)


def test_page_without_the_field_counts_against_a_rule_that_finds_something_there() -> None:
    labelled = [(view("<p>a<p class=note>b"), frozenset("b")), (view("<p>c<p>d"), frozenset[str]())]
    note = Rule(Element("p", "class", "note"))
    assert Trial([SECOND, note], labelled, []).choose().places == ((note,),)


@pytest.mark.parametrize(
    ("found", "truth", "score"),
    [("a", "a", 1.0), ("", "", 1.0), ("ab", "a", 2 / 3), ("", "a", 0.0), ("b", "a", 0.0)],
)
def test_f1_of_sets(found: str, truth: str, score: float) -> None:
    assert f1([frozenset(found)], [frozenset(truth)]) == pytest.approx(score)


def test_longer_rules_cost_more() -> None:
    assert cost(NAME) < cost(ALL) < cost(FIRST)
    assert cost(LABELLED) < cost(Rule(Label("Price", "b", 2)))
    assert cost(NAME) < cost(Rule(Element("h1"), part=Part("", "(")))


@pytest.mark.parametrize(
    ("labels", "lonely"),
    [
        pytest.param("bdf", [], id="all-agree"),
        pytest.param("bde", [0, 1, 2], id="one-disagrees"),
    ],
)
def test_labels_are_lonely_when_their_rule_contradicts_one(labels: str, lonely: list[int]) -> None:
    pages = map(view, ("<p>a<p>b", "<p>c<p>d", "<p>e<p>f"))
    labelled = list(zip(pages, map(frozenset, labels), strict=True))
    trial = Trial([FIRST, SECOND], labelled, [])
    assert trial.find_lonely(trial.outcome(0)) == lonely


def best_of(trial: Trial, rule: Rule) -> Tried:
    [tried] = [tried for tried in trial.tried if tried.rule == rule]
    return tried


def test_rules_that_fit_all_labels_are_rivals_where_they_find_something_else() -> None:
    labelled = [(view("<h1>a</h1><p>a"), frozenset("a"))]
    others = [view("<h1>b</h1><p>b"), view("<h1>c</h1><p>d"), view("<h1>e</h1>")]
    trial = Trial([NAME, FIRST], labelled, others)
    chosen = best_of(trial, NAME).others
    assert trial.find_rivals(chosen) == [
        (0.0, frozenset()),
        (0.5, frozenset("d")),
        (0.0, frozenset()),
    ]


def test_first_value_is_tried_when_one_is_meant() -> None:
    pages = [(view("<p>a<p>b"), frozenset("a")), (view("<h1>x</h1><p>c<p>d"), frozenset("c"))]
    assert Trial([ALL], pages, [], is_one=True).tried[0].score == 1.0
    assert Trial([ALL], pages, []).tried[0].score < 1.0
