"""Headings that belong to the content because the texts around them do."""

from __future__ import annotations

import pytest

import zaru
from zaru.content.headings import add_headings
from zaru.content.segments import find_segments


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("<p>+<h2>a</h2><p>+", "+a+", id="between-two-texts"),
        pytest.param("<p>+<h2>a</h2><h3>b</h3><p>+", "+ab+", id="and-a-lower-one"),
        pytest.param("<p>+<h3>a</h3><h2>b</h2><p>+", "+b+", id="a-section-without-text"),
        pytest.param("<p>+<h2>a</h2><h2>+</h2><p>+", "+++", id="a-section-that-ends-at-once"),
        pytest.param("<h2>a</h2><p>+", "+", id="nothing-before"),
        pytest.param("<p>+<h2>a</h2>", "+", id="nothing-behind"),
        pytest.param("<p>+<p>-<h2>a</h2><p>+", "++", id="dropped-before"),
        pytest.param("<p>+<h2>a</h2><p>-<p>+", "++", id="dropped-behind"),
        pytest.param("<p>+<div><h2>a</h2></div><p>+", "++", id="held-by-another-element"),
        pytest.param("<p>+<div><h2>a</h2><div>+</div></div>", "+a+", id="in-a-section"),
        pytest.param("<p>+<h2><a href=/>a</a></h2><p>+", "++", id="a-link"),
        pytest.param("<p>+<h2>2005年11月26日（土）</h2><p>+", "++", id="a-date"),
        pytest.param("<p>+<h2>2005年の夏</h2><p>+", "+2005年の夏+", id="a-date-in-words"),
        pytest.param("<p>+<h2>a <a href=/>b</a></h2><p>+", "+a b+", id="a-link-in-words"),
    ],
)
def test_headings_between_chosen_texts_are_chosen(body: str, expected: str) -> None:
    tree = zaru.Page.from_bytes(body.encode()).tree
    segments = find_segments(tree)
    is_chosen = [segment.text == "+" for segment in segments]
    add_headings(tree, segments, is_chosen)
    chosen = [segment.text for segment, kept in zip(segments, is_chosen, strict=True) if kept]
    assert "".join(chosen) == expected


def test_heading_that_most_pages_have_is_not_chosen() -> None:
    tree = zaru.Page.from_bytes(b"<p>+<h2>a</h2><p>+<h2>b</h2><p>+").tree
    segments = find_segments(tree)
    is_chosen = [segment.text == "+" for segment in segments]
    add_headings(tree, segments, is_chosen, [segment.text == "b" for segment in segments])
    chosen = [segment.text for segment, kept in zip(segments, is_chosen, strict=True) if kept]
    assert "".join(chosen) == "+a++"
