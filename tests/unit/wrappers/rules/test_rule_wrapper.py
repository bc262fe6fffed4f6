"""Rules for each field, as a wrapper."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zaru import Page
from zaru.errors import FormatError
from zaru.wrappers.rules.rule import Element, Label, Rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper

WRAPPER = RuleWrapper(
    {
        "name": ((Rule(Element("h2")),),),
        "price": ((Rule(Label("価格", "td")), Rule(Element("em"))),),
        "code": (),  # not learnt
    },
    Rule(Element("li")),
    ("name", "price"),
)
GOOD = WRAPPER.to_json()


def test_records_of_a_page_are_read() -> None:
    page = Page.from_bytes("<ul><li><h2>茶</h2><em>300</em><li><h2>碗</h2></ul>".encode())
    first, second = WRAPPER.read(page)
    assert {name: [v.text for v in values] for name, values in first.items()} == {
        "code": [],
        "name": ["茶"],
        "price": ["300"],
    }
    assert "price" not in second


def test_page_of_another_site_has_no_record() -> None:
    assert WRAPPER.read(Page.from_bytes(b"<p>Hello")) == []


def test_wrapper_comes_back_from_its_json() -> None:
    assert RuleWrapper.from_json(json.loads(json.dumps(GOOD))) == WRAPPER


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"fields": {}}, "fields is an object, not a list"),
        ({"fields": [{"name": "a"}]}, r"fields\[0\] has no 'places'"),
        ({"fields": [{"name": "", "places": []}]}, r"fields\[0\].name is an empty text"),
        ({"fields": [{"name": "a", "places": []}] * 2}, r"fields\[1\].name is 'a' again"),
        ({"fields": [{"name": "a", "places": [None]}]}, r"fields\[0\].places\[0\] is null"),
        ({"fields": [{"name": "a", "places": [[{}]]}]}, r"fields\[0\].places\[0\]\[0\] has no"),
        ({"repeated": ["shape"]}, "repeated has a field that fields does not have"),
        ({"repeated": [1]}, r"repeated\[0\] is the number 1"),
        ({"record": "li"}, "record is a text, not an object"),
        ({"one": ["shape"]}, "one has a field that fields does not have"),
        ({"records": "table"}, "records is 'table', not one of page, auto, row"),
        ({"eval": "1"}, "rules has the unknown key 'eval'"),
    ],
    ids=str,
)
def test_other_data_is_refused_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        RuleWrapper.from_json({**GOOD, **change})
