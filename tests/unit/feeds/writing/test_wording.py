"""Text of feeds: no character that XML forbids, and HTML that shows what the page says."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from tests.unit.feeds.made import ANY_TEXT, HOSTILE

from zaru.feeds.writing.wording import clean_line, clean_text, element, first_words, to_html


@pytest.mark.parametrize("text", HOSTILE)
def test_element_round_trips_clean_text(text: str) -> None:
    clean = clean_text(text, 1_000)
    read = ElementTree.fromstring(element("a", clean, b=clean))
    assert (read.text or "", read.get("b")) == (clean, clean)
    clean.encode("utf-8")


@given(ANY_TEXT)
def test_any_text_is_well_formed(text: str) -> None:
    clean = clean_text(text, 50)
    assert len(clean) <= 50
    assert (ElementTree.fromstring(element("a", clean)).text or "") == clean
    assert "\n" not in clean_line(text, 50)


def test_cutting_shows() -> None:
    assert clean_text("x" * 10**6, 500) == "x" * 499 + "…"


def test_forbidden_characters_do_not_count() -> None:
    assert clean_text("\x00\x01ab", 2) == "ab"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("晴れ。雨。", "晴れ。", id="sentence"),
        pytest.param("Version 1.5 is out. Get it.", "Version 1.5 is out.", id="not-in-numbers"),
        pytest.param("line\nline", "line", id="line"),
        pytest.param("あ" * 50, "あ" * 29 + "…", id="no-spaces"),
        pytest.param(
            "some words that go on and on and on", "some words that go on and on…", id="words"
        ),
        pytest.param("", "", id="empty"),
    ],
)
def test_first_words(text: str, expected: str) -> None:
    assert first_words(text, 30) == expected


def test_html_shows_markup_as_text() -> None:
    assert to_html("<b>&amp;\n") == "&lt;b&gt;&amp;amp;<br>\n"
