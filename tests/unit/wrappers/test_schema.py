from __future__ import annotations

from collections.abc import Callable

import pytest

from zaru.errors import FormatError
from zaru.wrappers.schema import (
    read_list,
    read_object,
    read_optional_count,
    read_optional_text,
    read_text,
)


def test_right_data_is_returned() -> None:
    assert read_object({"a": 1}, ("a",), "x") == {"a": 1}
    assert read_list([1], "x") == [1]
    assert read_text("日", "x") == "日"
    assert read_optional_text("", "x") == ""
    assert read_optional_text(None, "x") is None
    assert read_optional_count(1, "x") == 1
    assert read_optional_count(None, "x") is None


@pytest.mark.parametrize(
    ("read", "data", "message"),
    [
        (read_list, None, "x is null, not a list"),
        (read_list, {}, "x is an object, not a list"),
        (read_text, "", "x is an empty text, not a text"),
        (read_text, 3, "x is the number 3, not a text"),
        (read_text, object(), "x is a object, not a text"),
        (read_optional_text, [], "x is a list, neither a text nor null"),
        (read_optional_count, 0, "x is the number 0, neither a number from 1 up nor null"),
        (read_optional_count, True, "x is true, neither a number from 1 up nor null"),
        (read_optional_count, 1.5, "x is the number 1.5, neither a number from 1 up nor null"),
        (read_optional_count, "1", "x is a text, neither a number from 1 up nor null"),
    ],
)
def test_wrong_data_is_named(
    read: Callable[[object, str], object], data: object, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, "x")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "x is a list, not an object"),
        ({"a": 1}, "x has no 'b'"),
        ({"a": 1, "b": 2, "c": 3}, "x has the unknown key 'c'"),
    ],
)
def test_object_has_exactly_its_keys(data: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_object(data, ("a", "b"), "x")
    assert str(caught.value) == message
