"""A page as an index keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from zaru.io.corpus_page import SpokenPage
from zaru.search.document import DocumentMaker, Spoken
from zaru.search.payload import SHOWN, read_payload
from zaru.search.wanted import Document


def make(*sentences: tuple[str, int], **columns: Any) -> Document:
    """Return the document of a page in English with *columns*, and sentences at these bytes."""
    row = {**dict.fromkeys((*SHOWN, "blocks")), "id": "0", "language": "en", **columns}
    texts, offsets = [text for text, _ in sentences], [offset for _, offset in sentences]
    spoken: Spoken = SpokenPage(texts, offsets, [*map(len, texts)], [None] * len(texts))
    return DocumentMaker(None).make(row, spoken, "0.parquet")


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.jp/a?b#c", "www.example.jp example.jp jp"),
        ("http://example.jp", "example.jp jp"),
        ("HTTPS://me:word@Example.JP:8080/a", "example.jp jp"),
        ("http://日本.example/", "日本.example example"),
        ("http://a..example/", "a..example .example example"),
        ("http://[::1]/", "::1"),
        ("http://[", ""),
        ("file.html", ""),
        (None, ""),
    ],
)
def test_a_site_is_found_with_all_that_it_is_below(url: str | None, site: str) -> None:
    assert make(url=url).site == site


@pytest.mark.parametrize(
    ("language", "kinds"), [("zh-Hans-CN", "zh-hans-cn zh-hans zh"), ("ja", "ja"), (None, "")]
)
def test_a_language_is_found_by_what_it_is_a_kind_of(language: str | None, kinds: str) -> None:
    assert make(language=language).language == kinds


def test_passages_are_sentences_and_what_of_blocks_is_in_none() -> None:
    blocks = [
        {"role": "paragraph", "text": "One. Two.\nThree.", "span": [10, 30]},
        {"role": "image", "text": "Four.", "span": [50, 5]},
        {"role": "paragraph", "text": "Five.", "span": [60, 5]},
    ]
    page = make(("Three.", 30), ("One.", 10), ("Menu.", 0), ("Five.", 60), blocks=blocks)
    kept = read_payload(page.payload)
    assert kept["texts"] == ["One.", "Three.", " Two. ", "Five."]
    assert kept["spans"] == [(10, 4), (30, 6), (10, 30), (60, 5)]
    assert page.words.split("\n") == ["", "one", "three", "two", "five"]


def test_a_sentence_is_one_line_of_an_index() -> None:
    block = {"role": "paragraph", "text": "One\nline.", "span": [0, 9]}
    page = make(("One\nline.", 0), blocks=[block])
    assert read_payload(page.payload)["texts"] == ["One line."]
