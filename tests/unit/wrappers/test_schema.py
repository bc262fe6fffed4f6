from __future__ import annotations

from typing import Any

import pytest

from zaru.errors import FormatError
from zaru.wrappers.schema import (
    Reader,
    count_from,
    fields_of,
    list_of,
    mapping_of,
    object_of,
    one_of,
    optional,
    read_any_text,
    read_flag,
    read_list,
    read_object,
    read_text,
)

POINT = object_of(complex, real=count_from(0), imag=count_from(0))


@pytest.mark.parametrize(
    ("read", "data", "value"),
    [
        (read_list, [1], [1]),
        (read_text, "日", "日"),
        (read_any_text, "", ""),
        (read_flag, False, False),
        (optional(read_text), None, None),
        (optional(count_from(1)), 1, 1),
        (one_of("a", "b"), "b", "b"),
        (list_of(read_text), ["a"], ("a",)),
        (mapping_of(read_text), {"a": "b"}, {"a": "b"}),
        (POINT, {"imag": 2, "real": 1}, 1 + 2j),
        (fields_of(complex, real=count_from(0)), [{"name": "a", "real": 1}], {"a": 1}),
    ],
)
def test_right_data_is_returned(read: Reader[Any], data: object, value: object) -> None:
    assert read(data, "x") == value


@pytest.mark.parametrize(
    ("read", "data", "message"),
    [
        (read_list, None, "x is null, not a list"),
        (read_list, {}, "x is an object, not a list"),
        (read_text, "", "x is an empty text, not a text"),
        (read_text, 3, "x is the number 3, not a text"),
        (read_text, object(), "x is a object, not a text"),
        (read_flag, 1, "x is the number 1, not true or false"),
        (optional(read_any_text), [], "x is a list, not a text"),
        (optional(count_from(1)), 0, "x is the number 0, not a number from 1 up"),
        (count_from(0), True, "x is true, not a number from 0 up"),
        (count_from(0), 1.5, "x is the number 1.5, not a number from 0 up"),
        (count_from(0), "1", "x is a text, not a number from 0 up"),
        (one_of("a", "b"), ["a"], "x is \"['a']\", not one of a, b"),
        (list_of(read_text), ["a", 1], "x[1] is the number 1, not a text"),
        (mapping_of(POINT), {"a": {"real": 0}}, "x.a has no 'imag'"),
        (POINT, {"real": -1, "imag": 0}, "x.real is the number -1, not a number from 0 up"),
        (fields_of(dict), [{"name": "a"}] * 2, "x[1].name is 'a' again"),
    ],
)
def test_wrong_data_is_named(read: Reader[Any], data: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, "x")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "x is a list, not an object"),
        ({"a": "1"}, "x has no 'b'"),
        ({"a": "1", "b": "2", "c": "3"}, "x has the unknown key 'c'"),
    ],
)
def test_object_has_exactly_its_keys(data: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_object(data, {"a": read_text, "b": read_text}, "x")
    assert str(caught.value) == message
