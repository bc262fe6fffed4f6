"""Borders of words that need no dictionary."""

from __future__ import annotations

import pytest

from zaru.citations.borders import is_border


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("東", "京", False),
        ("京", "。", True),
        ("「", "京", True),
        ("AI", "京", True),
        ("年", "2009", True),
        ("タワ", "ー", False),
        ("don", "'t", False),
        ("don'", "t", False),
        ("3.", "14", False),
        ("ends.", " Next", True),
        ("a", "b", False),
        ("a_", "b", False),
        ("e", "\u0301", False),
        ("京", "\n都", True),
        ("", "京", True),
        ("京・", "都", True),
    ],
)
def test_words_begin_and_end_where_every_dictionary_agrees(
    before: str, after: str, expected: bool
) -> None:
    assert is_border(before + after, len(before)) is expected
