"""A page of a corpus as an index keeps it: its words, and what is shown of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from zaru.corpus.annotator import Annotator
from zaru.errors import UsageError
from zaru.io.corpus_page import SpokenSentence
from zaru.search.analysis import cut_address, cut_text
from zaru.search.annotated_words import read_annotation
from zaru.search.folding import fold
from zaru.search.wanted import Document
from zaru.search.words import Line, pair_kanji

Row = Mapping[str, Any]

_MAX_PASSAGE_CHARS = 20_000  # a longer one is cut: places are numbers below this
_PLACE_BASE = 32  # places are characters, and JSON would escape those below a blank
_PLACES = [chr(_PLACE_BASE + number) for number in range(_MAX_PASSAGE_CHARS + 1)]
# Shorter runs of kanji begin and end with a word.
MIN_COMPOUND_CHARS = 4
_LAST_DAY = 9999_12_31
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
# Columns of a page that come with it when it is found: what is shown, and where its bytes are.
SHOWN = (
    "id", "url", "title", "site", "language", "date", "time", "size", "duplicate_of", "encoding",
    "codec", "page", "offset", "charset", "is_truncated", "original",
)  # fmt: skip


class Passage(NamedTuple):
    """A sentence of the content, or a block that has none."""

    text: str
    span: Sequence[int]
    line: Line


class DocumentMaker:
    """Makes pages of one corpus into what an index keeps of them."""

    def __init__(self, scheme: str | None, annotator: Annotator | None) -> None:
        """Words are those of annotations of *scheme*; what has none is cut by *annotator*."""
        self._scheme = scheme
        self._annotator = annotator

    def make(self, page: Row, sentences: Iterable[SpokenSentence], file: str) -> Document:
        """Return a row of `pages` with its sentences as an index keeps them."""
        own = [sentence for sentence in sentences if sentence.is_content]
        passages = list(self._find_passages(page, own))
        title = self._cut_title(page, passages)
        lines = [title, *(passage.line for passage in passages)]
        host = fold(urlsplit(page["url"]).hostname or "") if page["url"] else ""
        return Document(
            id=page["id"],
            file=file,
            words="\n".join([" ".join(line.terms) for line in lines]),
            readings="\n".join([" ".join(line.readings) for line in lines]),
            compounds=" ".join(_find_compounds([page["title"] or "", *(p.text for p in passages)])),
            title=" ".join(title.terms),
            site=" ".join(_parents(host)),
            url=" ".join(cut_address(page["url"] or "")),
            language=" ".join(_parts(page["language"])),
            day=to_day(page["date"] or page["time"]),
            is_duplicate=page["duplicate_of"] is not None,
            payload=_write_payload(page, file, passages, lines),
        )

    def _cut_title(self, page: Row, passages: Iterable[Passage]) -> Line:
        """Return the words of the title; most stand in the text, too."""
        title = page["title"] or ""
        for passage in passages:
            if passage.text == title:
                return passage.line
        return cut_text(title, page["language"], self._annotator)

    def _find_passages(self, page: Row, sentences: list[SpokenSentence]) -> Iterator[Passage]:
        """Yield the passages of the content: sentences, and what of each block is in none."""
        sentences.sort(key=attrgetter("offset"))
        language, at = page["language"], 0
        for block in page["blocks"] or ():
            offset, end = block["span"][0], sum(block["span"])
            while at < len(sentences) and sentences[at].offset < offset:
                at += 1
            first = at
            while at < len(sentences) and sentences[at].offset + sentences[at].length <= end:
                yield self._to_passage(sentences[at], language)
                at += 1
            if block["role"] != "image":
                for text in _find_rest(block["text"], sentences[first:at]):
                    yield Passage(text, block["span"], self._cut(text, language))

    def _to_passage(self, sentence: SpokenSentence, language: str | None) -> Passage:
        _, text, offset, length, _, answer = sentence
        if len(text) > _MAX_PASSAGE_CHARS or "\n" in text:
            text, answer = " ".join(text[:_MAX_PASSAGE_CHARS].split("\n")), None
        if answer is None or self._scheme is None:
            return Passage(text, (offset, length), self._cut(text, language))
        return Passage(text, (offset, length), read_annotation(self._scheme, answer))

    def _cut(self, text: str, language: str | None) -> Line:
        return cut_text(text, language, self._annotator)


def _find_rest(text: str, sentences: Iterable[SpokenSentence]) -> Iterator[str]:
    """Yield the parts of a block that stand in none of its sentences, in pieces that are kept."""
    last, rest = 0, []
    for sentence in sentences:
        begin = text.find(sentence.text, last)
        if begin >= 0:
            rest.append(text[last:begin])
            last = begin + len(sentence.text)
    rest.append(text[last:])
    for part in filter(str.strip, rest):
        for begin in range(0, len(part), _MAX_PASSAGE_CHARS):
            yield " ".join(part[begin : begin + _MAX_PASSAGE_CHARS].split("\n"))


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


def to_days(since: str | None, until: str | None) -> tuple[int, int] | None:
    """Return the days from *since* to *until* as numbers, None when neither is given."""
    for date in filter(None, (since, until)):
        if to_day(date) is None:
            raise UsageError(f"{date}: not a day; write it as 2009-01-16")
    if since is None and until is None:
        return None
    return to_day(since) or 0, to_day(until) or _LAST_DAY


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


def _write_payload(page: Row, file: str, passages: Sequence[Passage], lines: Iterable[Line]) -> str:
    return json.dumps(
        {
            **{name: page[name] for name in SHOWN},
            "file": file,
            "texts": [passage.text for passage in passages],
            "spans": [passage.span for passage in passages],
            # As characters, so that JSON reads them at once; the title's come first.
            "places": ["".join(map(_PLACES.__getitem__, line.places)) for line in lines],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def read_place(places: str, number: int) -> tuple[int, int]:
    """Return where the word of that *number* begins and ends in its passage."""
    begin, end = places[2 * number], places[2 * number + 1]
    return ord(begin) - _PLACE_BASE, ord(end) - _PLACE_BASE
