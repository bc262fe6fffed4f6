"""A page of a corpus as an index keeps it: its words, and what is shown of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from zaru.corpus.annotator import Annotator
from zaru.corpus.sentence import Span
from zaru.search.analysis import cut_address, cut_text
from zaru.search.annotated_words import read_annotation
from zaru.search.folding import fold
from zaru.search.wanted import Document
from zaru.search.words import Word, pair_kanji

Row = Mapping[str, Any]

_MAX_PASSAGE_CHARS = 20_000  # a longer one is cut: places are numbers below this
_PLACE_BASE = 32  # places are characters, and JSON would escape those below a blank
# Shorter runs of kanji begin and end with a word.
MIN_COMPOUND_CHARS = 4
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
# Columns of a page that come with it when it is found: what is shown, and where its bytes are.
SHOWN = (
    "id", "url", "title", "site", "language", "date", "time", "size", "duplicate_of", "encoding",
    "codec", "page", "offset", "charset", "is_truncated", "original",
)  # fmt: skip


class Passage(NamedTuple):
    """A sentence of the content, or a block that has none."""

    text: str
    span: Span
    words: list[Word]


def make_document(
    page: Row, sentences: Iterable[Row], file: str, scheme: str | None, annotator: Annotator | None
) -> Document:
    """Return a row of `pages` with its rows of `sentences` as an index keeps them.

    Words are those that the annotations of *scheme* have; what has none is cut by *annotator*.
    """
    language = page["language"]
    title = cut_text(page["title"] or "", language, annotator)
    passages = list(_find_passages(page, list(sentences), scheme, annotator))
    lines = [title, *(passage.words for passage in passages)]
    host = fold(urlsplit(page["url"]).hostname or "") if page["url"] else ""
    return Document(
        id=page["id"],
        file=file,
        words="\n".join(" ".join(word.term for word in line) for line in lines),
        readings="\n".join(" ".join(word.reading for word in line) for line in lines),
        compounds=" ".join(_find_compounds([page["title"] or "", *(one.text for one in passages)])),
        title=" ".join(word.term for word in title),
        site=" ".join(_parents(host)),
        url=" ".join(cut_address(page["url"] or "")),
        language=" ".join(_parts(language)),
        day=to_day(page["date"] or page["time"]),
        is_duplicate=page["duplicate_of"] is not None,
        payload=_write_payload(page, file, passages, lines),
    )


def _find_compounds(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from pair_kanji(text, MIN_COMPOUND_CHARS)


def to_day(date: str | None) -> int | None:
    """Return the day of an ISO date as a number, None when there is none.

    >>> to_day("2009-01-16T09:00:00+09:00")
    20090116
    """
    found = _DAY.match(date or "")
    return int("".join(found.groups())) if found else None


def _find_passages(
    page: Row, sentences: Sequence[Row], scheme: str | None, annotator: Annotator | None
) -> Iterator[Passage]:
    """Yield the passages of the content: sentences, and what of each block is in none."""
    own = sorted((row for row in sentences if row["is_content"]), key=_offset)
    at = 0
    for block in page["blocks"] or ():
        end = sum(block["span"])
        while at < len(own) and _offset(own[at]) < block["span"][0]:
            at += 1
        rest, last = [], 0
        while at < len(own) and sum(own[at]["span"]) <= end:
            row = own[at]
            at += 1
            begin = block["text"].find(row["text"], last)
            if begin >= 0:
                rest.append(block["text"][last:begin])
                last = begin + len(row["text"])
            yield _to_passage(row, _annotated(row, scheme), page["language"], annotator)
        rest.append(block["text"][last:])
        for text in filter(str.strip, rest if block["role"] != "image" else ()):
            for begin in range(0, len(text), _MAX_PASSAGE_CHARS):
                part = {"text": text[begin : begin + _MAX_PASSAGE_CHARS], "span": block["span"]}
                yield _to_passage(part, None, page["language"], annotator)


def _offset(row: Row) -> int:
    return int(row["span"][0])


def _annotated(row: Row, scheme: str | None) -> list[Word] | None:
    """Return the words that an annotator found in a sentence, None when it has not seen it."""
    for said in row["annotations"] or ():
        if said["scheme"] == scheme:
            return read_annotation(said["scheme"], said["text"])
    return None


def _to_passage(
    row: Row, words: list[Word] | None, language: str | None, annotator: Annotator | None
) -> Passage:
    text = " ".join(row["text"][:_MAX_PASSAGE_CHARS].split("\n"))
    if words is None:
        words = cut_text(text, language, annotator)
    else:
        words = [word for word in words if word.end <= len(text)]
    return Passage(text, (row["span"][0], row["span"][1]), words)


def _parents(host: str) -> Iterator[str]:
    """Yield a host and all that it is below, so that a site is found with what is in it."""
    while host:
        yield host
        host = host.partition(".")[2]


def _parts(language: str | None) -> Iterator[str]:
    """Yield a language tag and what it is a kind of: `zh-hans`, `zh`."""
    tag = (language or "").lower()
    while tag:
        yield tag
        tag = tag.rpartition("-")[0]


def _write_payload(
    page: Row, file: str, passages: Sequence[Passage], lines: Iterable[list[Word]]
) -> str:
    return json.dumps(
        {
            **{name: page[name] for name in SHOWN},
            "file": file,
            "texts": [passage.text for passage in passages],
            "spans": [passage.span for passage in passages],
            "places": list(map(_write_places, lines)),  # the title's first
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _write_places(words: Iterable[Word]) -> str:
    """Return begin and end of each word as characters, so that JSON reads them at once."""
    numbers = (number for word in words for number in word[:2])
    return "".join([chr(_PLACE_BASE + number) for number in numbers])


def read_place(places: str, number: int) -> tuple[int, int]:
    """Return where the word of that *number* begins and ends in its passage."""
    begin, end = places[2 * number], places[2 * number + 1]
    return ord(begin) - _PLACE_BASE, ord(end) - _PLACE_BASE
