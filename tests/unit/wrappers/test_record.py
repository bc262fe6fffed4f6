"""Records and their values."""

from __future__ import annotations

import json

import pytest

from zaru.wrappers.record import Record, Value, collapse

RECORD = Record(
    "a.html", 1, {"price": (Value("1,200円", (10, 8)), Value("900円", None)), "note": ()}
)


def test_record_as_json_has_every_field_and_its_spans() -> None:
    assert json.loads(json.dumps(RECORD.to_json())) == {
        "page": "a.html",
        "offset": None,
        "record": 1,
        "fields": {
            "price": [{"value": "1,200円", "span": [10, 8]}, {"value": "900円", "span": None}],
            "note": [],
        },
    }


def test_texts_of_a_field_are_in_order() -> None:
    assert RECORD.texts("price") == ["1,200円", "900円"]
    assert RECORD.texts("note") == []


@pytest.mark.parametrize(
    "text", [" a  b ", "a\nb", "a\xa0b", "\u3000a\u3000b", "a\tb\r\n"], ids=ascii
)
def test_white_space_of_any_kind_is_one_space(text: str) -> None:
    assert collapse(text) == "a b"
