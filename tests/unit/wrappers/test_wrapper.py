"""Wrapper files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zaru import Page
from zaru.errors import FormatError
from zaru.wrappers.record import Record, Value
from zaru.wrappers.rules.rule import Element, Rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.tree.tree_wrapper import TreeField, TreeWrapper
from zaru.wrappers.wrapper import Sample, Wrapper

WRAPPER = Wrapper(
    RuleWrapper({"名": ((Rule(Element("h1")),),), "note": ((Rule(Element("em")),),)}),
    {"名": (Sample("a.html", ("茶碗", "箸")),)},
    {"zaru": "1", "labelled": 3},
)


def test_every_field_is_in_every_record() -> None:
    page = Page.from_bytes("<h1>茶</h1>".encode(), source="a.html")
    assert WRAPPER.apply(page) == [Record("a.html", 0, {"名": (Value("茶", (4, 3)),), "note": ()})]


def test_page_of_another_site_has_no_record() -> None:
    assert WRAPPER.apply(Page.from_bytes(b"<p>Hello")) == []


def test_wrapper_comes_back_from_its_file() -> None:
    text = WRAPPER.dumps()
    assert Wrapper.loads(text) == Wrapper.loads(text.encode()) == WRAPPER
    assert Wrapper.loads(text).dumps() == text
    assert "茶碗" in text


def test_fields_are_those_of_the_rules() -> None:
    assert WRAPPER.fields == ("名", "note")
    assert Wrapper(TreeWrapper({"a": TreeField(()), "b": TreeField(())})).fields == ("a", "b")


def changed(**change: Any) -> str:
    return json.dumps({**WRAPPER.to_json(), **change})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no valid JSON"),
        ("<html>", "no valid JSON"),
        ("[" * 100_000, "no valid JSON"),
        (b"\xff\xfe\x00", "no valid JSON"),
        ("[]", "zaru_wrapper is missing; `zaru learn` makes one"),
        ("{}", "zaru_wrapper is missing"),
        (changed(zaru_wrapper=2), "a wrapper of version 2, but this zaru knows 1"),
        (changed(zaru_wrapper="new"), "a wrapper of version new"),
        (changed(code="import os"), "wrapper has the unknown key 'code'"),
        (changed(rules=[]), "rules is a list, not an object"),
        (changed(rules={}), "rules.method is 'None', not one of rules, tree, "),
        (changed(rules={"method": []}), r"rules.method is '\[\]', not one of"),
        (changed(rules={"method": "python"}), "rules.method is 'python'"),
        (changed(samples=[]), "samples is a list"),
        (changed(samples={"名": {}}), "samples.名 is an object, not a list"),
        (changed(samples={"名": [{"page": "a"}]}), r"samples.名\[0\] has no 'values'"),
        (changed(samples={"名": [{"page": "a", "values": [1]}]}), r"values\[0\] is the number 1"),
        (changed(made=None), "made is null"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else None,
)
def test_broken_file_gets_one_clear_line(text: str | bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        Wrapper.loads(text, source="shop.json")
    assert str(caught.value).startswith("shop.json: ")
    assert "\n" not in str(caught.value)
