"""The notation of rules in wrapper files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zaru.dom import TEXT
from zaru.errors import FormatError
from zaru.wrappers.rules.notation import can_write, rule_from_json, rule_to_json, write_step
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step

GOOD: dict[str, Any] = {
    "from": {"tag": "td", "attribute": "class", "value": "price"},
    "path": ["span[2]", "text()[1]"],
    "take": "text",
    "part": {"left": "¥", "right": ""},
}


def test_notation_reads_as_its_example() -> None:
    rule = Rule(
        Element("td", "class", "price"), (Step("span", 2), Step(TEXT, 1)), TEXT, Part("¥", "")
    )
    assert rule_to_json(rule) == GOOD
    assert rule_from_json(GOOD) == rule


@pytest.mark.parametrize(
    "rule",
    [
        Rule(None),
        Rule(None, (Step("body"), Step("svg:a", 3), Step(TEXT)), "href"),
        Rule(Element("title")),
        Rule(Element("題", "xml:lang", "日本語")),
        Rule(Label("価格:", "td"), part=Part("", "円")),
        Rule(Label("Size", "td", whole=True)),
        Rule(Label("Size", "td", 3, 2), (Step("b", 9_999_999),), "data-x"),
    ],
    ids=str,
)
def test_rule_comes_back_from_its_notation(rule: Rule) -> None:
    assert rule_from_json(json.loads(json.dumps(rule_to_json(rule)))) == rule


def test_label_of_an_older_file_is_no_whole_element() -> None:
    start = {"label": "Size", "in": "td", "distance": 1, "up": 0}
    assert rule_from_json({**GOOD, "from": start}).start == Label("Size", "td")


def test_order_of_keys_does_not_matter() -> None:
    swapped = {**GOOD, "part": {"right": "円", "left": "¥"}}
    assert rule_from_json(swapped).part == Part("¥", "円")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"take": "href"}, 'rule.take is neither "text" nor "@" and an attribute'),
        ({"take": "@"}, "rule.take"),
        ({"take": 1}, "rule.take is the number 1, not a text"),
        ({"path": "td"}, "rule.path is a text, not a list"),
        ({"path": ["td[0]"]}, r"rule.path\[0\] is 'td\[0\]', not a step"),
        ({"path": ["td", "td[99999999]"]}, r"rule.path\[1\]"),
        ({"path": ["td[１]"]}, "not a step"),
        ({"path": ["td[1"]}, "not a step"),
        ({"path": ["a/b"]}, "not a step"),
        ({"path": ["text(1)"]}, "not a step"),
        ({"path": [["td"]]}, "not a text"),
        ({"part": {"left": "a"}}, "rule.part has no 'right'"),
        ({"part": {"left": 1, "right": ""}}, "rule.part.left"),
        ({"part": []}, "rule.part is a list"),
        ({"from": "td"}, "rule.from is a text, not an object"),
        ({"from": {"tag": ""}}, "rule.from has no 'attribute'"),
        ({"from": {"tag": "td", "attribute": "id", "value": None}}, "rule.from.value"),
        ({"from": {"tag": "td", "attribute": None, "value": "a"}}, "rule.from.attribute"),
        ({"from": {"label": "a", "in": "td", "distance": 0, "up": 0}}, "rule.from.distance"),
        ({"from": {"label": "a", "in": "td", "distance": 1, "up": -1}}, "rule.from.up"),
        (
            {"from": {"label": "a", "in": "td", "distance": 1, "up": 0, "whole": 1}},
            "not true or false",
        ),
        ({"from": {"label": "a", "in": "td", "distance": True, "up": 0}}, "rule.from.distance"),
        ({"code": "import os"}, "rule has the unknown key 'code'"),
    ],
    ids=str,
)
def test_other_data_is_refused_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        rule_from_json({**GOOD, **change})


@pytest.mark.parametrize(
    ("step", "written"),
    [(Step("td", 2), "td[2]"), (Step("td"), "td"), (Step(TEXT, 1), "text()[1]")],
)
def test_step_is_written_as_in_xpath(step: Step, written: str) -> None:
    assert write_step(step) == written


@pytest.mark.parametrize(
    ("tag", "can"),
    [("td", True), ("題名", True), ("svg:a", True), (TEXT, True), ("x-y.z", True)]
    + [(tag, False) for tag in ("p[1]", "a[", "text()", "a(b)", "", "a b")],
)
def test_tags_that_would_read_as_something_else_cannot_be_written(tag: str, can: bool) -> None:
    assert can_write(tag) is can
