"""Texts without differences of white space."""

from __future__ import annotations

import pytest

from zaru.citations.flat import flatten


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  a\t b ", "a b"),
        ("新\n聞", "新聞"),
        ("新 聞", "新 聞"),
        ("新 \n 聞", "新聞"),
        ("新\u00a0\n聞", "新 聞"),
        ("新\nA", "新 A"),
        ("新\u3000聞", "新\u3000聞"),
        ("\u2028", ""),
    ],
)
def test_white_space_is_one_blank_or_nothing(text: str, expected: str) -> None:
    assert flatten(text).text == expected


def test_places_lead_back() -> None:
    text = "  a \n b 新\n聞 "
    flat = flatten(text)
    for begin, character in enumerate(flat.text):
        if character != " ":
            origin = flat.origin(begin, begin + 1)
            assert text[slice(*origin)] == character
