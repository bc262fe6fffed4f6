"""No output outgrows its page, however the page repeats, nests or spans."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import zaru
from zaru.content.content import Content, Kept
from zaru.content.explanation import write_overlay
from zaru.content.extraction import judge
from zaru.content.segments import find_segments, read_texts

LINK = "x" * 8000
PAGES: dict[str, Callable[[int], str]] = {
    "one-wide-row": lambda n: "<table><tr>" + "<td>w" * n + "<tr><td>a" * n,
    "wide-cells": lambda n: "<table>" + "<tr><td colspan=1000>a<td>b" * n,
    "high-cells": lambda n: "<table><tr>" + "<td rowspan=65534>w" * n + "<tr><td>a" * n,
    "small-tables": lambda n: "<table><tr><td colspan=99>a<td>b<tr><td>c<td>d</table>" * n,
    "captions": lambda n: "<table>" + "<tr><td>a<td>b<caption>c" * n,
    "deep-items": lambda n: "<ol start=999999999><li>" * 200 + "<li>x" * n,
    "deep-quotes": lambda n: "<blockquote>" * 300 + "<p>x" * n,
    "deep-long-tags": lambda n: f"<{'x' * 99}>" * 300 + "<p>x" * n,
    "one-long-link": lambda n: f"<div><a href=/{LINK}>" + "y<br>y<p>z</p>" * n,
    "long-base": lambda n: (
        f"<link rel=canonical href=http://a.example/{LINK}/>" + "<a href=b>c" * n
    ),
    "emphasis": lambda n: "<p>" + "<b>「</b><i>x</i>" * n,
    "pictures": lambda n: "<p>x" + "<img src=/a alt=b>" * (n // 10) + "<p>y",
}
TIMES = 80  # an output's length in that of its page; a path or a mark has so many for four bytes


def write_all(html: str) -> dict[str, int]:
    """Return the length of each output of a page of which everything is kept."""
    page = zaru.Page.from_bytes(html.encode())
    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    content = Content(page, tuple(map(Kept, segments, texts, [True] * len(texts))))
    return {
        "markdown": len(content.to_markdown()),
        "html": len(content.to_html()),
        "json": len(json.dumps(content.to_json())),
        "overlay": len(write_overlay(page, judge(page))),
        "paths": sum(len(block.path) for block in page.tree.blocks),
    }


@pytest.mark.parametrize("build", PAGES.values(), ids=PAGES)
def test_outputs_double_with_the_page(build: Callable[[int], str]) -> None:
    short, long = build(1000), build(2000)
    once, twice = write_all(short), write_all(long)
    for name, length in twice.items():
        assert length < TIMES * len(long), name
        assert length < 2.3 * max(once[name], len(short)), name
