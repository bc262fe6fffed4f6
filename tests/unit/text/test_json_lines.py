"""Lines of JSON are those of the standard library, whoever writes them."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.text import json_lines
from zaru.text.json_lines import to_line


class _Colour(StrEnum):
    RED = "red"


def by_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def nest(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


texts = st.text(st.characters())  # lone surrogates, too
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(texts, inner),
)


@given(value=values)
@settings(max_examples=500)
def test_line_is_that_of_the_standard_library(value: Any) -> None:
    assert to_line(value) == by_json(value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("".join(map(chr, range(0x300))), id="all-controls"),
        pytest.param('\\"\ud800\U0001f600\udfff\u2028\x7f', id="odd-characters"),
        pytest.param({2: 2, None: 3, True: 4, 1.5: 5}, id="keys-that-are-no-texts"),
        pytest.param([2**63 - 1, -(2**63), 2**63, 10**40], id="large-numbers"),
        pytest.param({"colour": _Colour.RED, "number": 0.1}, id="other-types"),
        pytest.param(nest(60), id="deep"),
        pytest.param({"": [], "a": {}, "b": ()}, id="empty"),
        pytest.param("é" * 100_000 + '"', id="long"),
    ],
)
def test_odd_value_is_that_of_the_standard_library(value: Any) -> None:
    assert to_line(value) == by_json(value)


def test_value_that_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        to_line({"a": {1, 2}})


def test_line_is_the_same_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    value = {"a": ["竹", None, True, 3], "b": "\ud800\n"}
    expected = to_line(value)
    monkeypatch.setattr(json_lines, "_kernel", None)
    assert to_line(value) == expected
