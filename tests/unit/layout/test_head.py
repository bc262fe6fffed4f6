from __future__ import annotations

import weakref

import pytest

from zaru.layout.head import Head
from zaru.layout.value import Value
from zaru.page import Page

URL = "https://zaru.example/a/"


def head_of(html: str) -> Head:
    return Head(Page.from_bytes(html.encode()).tree)


def text_of(value: Value | None) -> str | None:
    return value.text if value else None


def source_of(head: Head, value: Value | None) -> str:
    assert value is not None
    assert value.span is not None
    offset, length = value.span
    return head.tree.raw[offset : offset + length].decode()


def test_meta_is_the_first_that_says_something() -> None:
    head = head_of(
        "<meta name=Author content=' '><meta property=author content='A  B'>"
        "<body><meta itemprop='author editor' content=C><meta http-equiv=date content=D>"
    )
    assert text_of(head.meta("none", "author")) == "A B"
    assert source_of(head, head.meta("editor")) == "C"
    assert text_of(head.meta("date")) == "D"
    assert head.meta("none") is None
    assert head.contents("author") == [" ", "A  B", "C"]


def test_title_is_the_first_with_text() -> None:
    head = head_of("<title> </title><title>a \n b</title><svg><title>c</title></svg>")
    assert text_of(head.title) == "a b"
    assert head_of("<p>a").title is None


@pytest.mark.parametrize(
    ("html", "language"),
    [
        pytest.param("<html lang=ja-JP>", "ja-JP", id="lang"),
        pytest.param("<html lang=' ' xml:lang=en>", "en", id="xml"),
        pytest.param("<html><p lang=fr>", None, id="of-a-part"),
    ],
)
def test_language_is_the_root_s(html: str, language: str | None) -> None:
    assert text_of(head_of(html).language) == language


@pytest.mark.parametrize(
    ("html", "base"),
    [
        pytest.param("<p>a", URL, id="none"),
        pytest.param("<base target=x><base href=/b/><base href=/c/>", "https://zaru.example/b/"),
        pytest.param("<base href='javascript:0'>", URL, id="no-address"),
        pytest.param("<base href='http://other.example/'>", "http://other.example/", id="other"),
    ],
)
def test_base_is_the_first_with_an_address(html: str, base: str) -> None:
    assert head_of(html).base(URL) == base


def test_feeds_are_alternates_of_their_types_each_once() -> None:
    head = head_of(
        "<base href=/b/><link rel='home alternate' type='Application/RSS+xml ' href=f>"
        "<link rel=alternate type=application/atom+xml href=/b/f>"
        "<link rel=alternate type=application/atom+xml href=/atom>"
        "<link rel=alternate type=text/html href=/en>"
        "<link rel=self type=application/rss+xml href=g>"
    )
    assert head.feeds(URL) == ("https://zaru.example/b/f", "https://zaru.example/atom")
    assert source_of(head, head.link("home")) == "f"
    assert head.link("canonical") is None


def test_times_speak_when_they_say_one_thing() -> None:
    one = "<time itemprop=datePublished datetime=2024-05-01>"
    assert text_of(head_of(one * 2).lone_time("datepublished")) == "2024-05-01"
    assert head_of(f"{one}<time itemprop=datePublished>").lone_time("datepublished") is None


def test_facts_stand_in_scripts_of_json() -> None:
    head = head_of(
        "<script>{}</script><script type='application/LD+json; charset=utf-8'></script>"
        '<script type="application/ld+json">{"@type": "Article", "headline": "A"}</script>'
    )
    assert source_of(head, head.fact("title")) == "A"
    assert head.fact("image") is None


def test_page_is_read_once_and_what_is_kept_does_not_hold_it() -> None:
    head = head_of('<meta name=a content=b><script type="application/ld+json">{}</script><h2>c')
    assert head.metas is Head(head.tree).metas
    assert head.headings == [head.tree.tags.index("h2")]
    assert (head.links, head.facts) == ({}, [])
    tree = weakref.ref(head.tree)
    del head
    assert tree() is None
