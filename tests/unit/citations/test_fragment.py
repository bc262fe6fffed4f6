"""Text fragments: what they say, and what Chromium makes of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from tests.browser_eye import Eye, open_eye

from zaru.citations.fragment import write_directive
from zaru.citations.reading import Reading
from zaru.citations.verification import verify_page
from zaru.page import Page

LONG = "この段落はとても長いので、" * 12 + "ここで終わる。"
# Pages and quotes, which place of a quote is meant, and the directive.
CASES = {
    "sentence": ("<p>新聞を読む。本を買う。", "新聞を読む。", 0, "text=新聞を読む。"),
    "inside-a-word": ("<p>東京都に行く。", "京都", 0, "text=東-,京都,-に行く"),
    "end-of-a-word": ("<p>東京都に行く。", "東京", 0, "text=東京,-都に行く"),
    "brackets": ("<p>昔「東京」と言う", "東京", 0, "text=東京"),
    "ruby": (
        "<p>古い<ruby>新聞<rp>(</rp><rt>しんぶん</rt><rp>)</rp></ruby>です。",
        "古い新聞です。", 0, "text=古い新聞しんぶんです。",
    ),
    "ruby-at-the-end": (
        "<p>古い<ruby>新聞<rt>しんぶん</rt></ruby>です。", "古い新聞", 0,
        "text=古い新聞,-しんぶんです",
    ),
    "line-end-of-the-source": ("<p>新聞\nを読む。", "新聞を読む。", 0, "text=新聞 を読む。"),
    "break": ("<p>新聞<br>を読む。終わり。", "新聞を読む。", 0, "text=新聞,を読む。"),
    "two-blocks": ("<p>朝の新聞。<p>夜の本", "朝の新聞。\n夜の本", 0, "text=朝の新聞。,夜の本"),
    "cells": ("<table><tr><td>朝<td>夜</table>", "朝\n夜", 0, "text=朝,夜"),
    "field-between": ("<p>朝<input type=checkbox>夜。", "朝夜。", 0, "text=朝,夜。"),
    "picture-between": ("<p>朝<img src='data:,' width=9>夜。", "朝夜。", 0, "text=朝夜。"),
    "second-of-two": (
        "<p>本を買う。朝。</p><p>本を買う。夜。</p>", "本を買う。", 1, "text=本を買う。,-夜",
    ),
    "second-by-the-line-before": (
        "<h2>朝</h2><p>本を買う。</p><h2>夜</h2><p>本を買う。", "本を買う。", 1,
        "text=夜-,本を買う。",
    ),
    "references": ("<p>A&amp;B &lt;x-y&gt;, 1", "A&B <x-y>, 1", 0, "text=A&B <x-y>, 1"),
    "latin-inside-a-word": ("<p>the newspaper stands", "paper", 0, "text=news-,paper"),
    "case": ("<p>Paper. PAPER. x</p>", "PAPER.", 0, "text=PAPER.,-x"),
    "long": (
        f"<p>{LONG}", LONG, 0,
        "text=この段落はとても長いので,この段落はとても長いので、ここで終わる。",
    ),
    "preformatted": ("<pre>if a:\n  return  1", "if a:\n return 1", 0, "text=if a:,return  1"),
    "hidden-between": ("<p>朝<span hidden>昼</span>夜。", "夜。", 0, "text=朝-,夜。"),
}  # fmt: skip


def make_page(html: str) -> Page:
    return Page.from_bytes(f"<!doctype html><meta charset=utf-8>{html}".encode())


@pytest.mark.parametrize("name", CASES)
def test_a_directive_names_one_place(name: str) -> None:
    html, quote, number, expected = CASES[name]
    page = make_page(html)
    directive = write_directive(page.tree, verify_page(quote, page).spans[number])
    assert directive is not None
    assert unquote(directive) == expected


def test_marks_of_the_syntax_are_encoded() -> None:
    page = make_page("<p>a-b, c&amp;d")
    directive = write_directive(page.tree, verify_page("a-b, c&d", page).spans[0])
    assert directive == "text=a%2Db%2C%20c%26d"


def test_characters_are_those_that_browsers_read() -> None:
    page = Page.from_bytes("<p>三〜六の本を買う。".encode("euc_jp"), charset="euc-jp")
    directive = write_directive(page.tree, verify_page("三〜六の本", page).spans[0])
    assert directive is not None
    assert unquote(directive) == "text=三～六の本,-を買う"


@pytest.fixture(scope="module")
def eye() -> Iterator[Eye]:
    if shutil.which("chromium") is None:
        pytest.skip("no Chromium on this machine")
    with open_eye() as eye:
        yield eye


@pytest.mark.parametrize(
    ("name", "encoding"),
    [*((name, "utf-8") for name in CASES), ("ruby", "shift_jis"), ("inside-a-word", "euc-jp")],
)
def test_chromium_highlights_just_the_quote(eye: Eye, name: str, encoding: str) -> None:
    html, quote, number, _ = CASES[name]
    raw = f"<!doctype html><meta charset={encoding}>{html}".encode(encoding)
    page = Page.from_bytes(raw, charset=encoding)
    span = verify_page(quote, page).spans[number]
    directive = write_directive(page.tree, span)
    assert directive is not None
    shown = Reading.shown(page.tree)
    begin, end = shown.characters(span)
    outcome, _ = eye.look(raw, encoding, directive, shown.text[begin:end], number)
    assert outcome == "highlighted", unquote(directive)


def test_the_eye_sees_what_is_not_highlighted(eye: Eye) -> None:
    raw = make_page("<p>東京都に行く。京都").raw
    assert eye.look(raw, "utf-8", "text=%E6%9D%B1%E4%BA%AC%E9%83%BD", "行く", 0)[0] == "elsewhere"
    assert eye.look(raw, "utf-8", "text=nowhere", "行く", 0)[0] == "nothing"
