"""A page of a corpus as an index keeps it: its words, and what is shown of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from zaru.corpus.sentence import Annotator
from zaru.errors import UsageError
from zaru.io.corpus_page import SpokenSentence
from zaru.search.analysis import cut_address, cut_text
from zaru.search.folding import fold
from zaru.search.kept_line import MAX_PASSAGE_CHARS, KeptLine
from zaru.search.wanted import Document
from zaru.search.words import pair_kanji

Row = Mapping[str, Any]
Spoken = SpokenSentence[KeptLine]

# Shorter runs of kanji begin and end with a word.
MIN_COMPOUND_CHARS = 4
_LAST_DAY = 9999_12_31
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_PAYLOAD = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
# Columns of a page that come with it when it is found: what is shown, and where its bytes are.
SHOWN = (
    "id", "url", "title", "site", "language", "date", "time", "size", "duplicate_of", "encoding",
    "codec", "page", "offset", "charset", "is_truncated", "original",
)  # fmt: skip


class Passage(NamedTuple):
    """A sentence of the content, or a block that has none."""

    text: str
    span: Sequence[int]
    line: KeptLine


class DocumentMaker:
    """Makes pages of one corpus into what an index keeps of them."""

    def __init__(self, annotator: Annotator | None) -> None:
        """Words are those of sentences that have some; the rest is cut by *annotator*."""
        self._annotator = annotator

    def make(self, page: Row, sentences: Iterable[Spoken], file: str) -> Document:
        """Return a row of `pages` with its sentences as an index keeps them."""
        own = [sentence for sentence in sentences if sentence.is_content]
        passages = list(self._find_passages(page, own))
        title = self._cut_title(page, passages)
        lines = [title, *(passage.line for passage in passages)]
        host = fold(urlsplit(page["url"]).hostname or "") if page["url"] else ""
        return Document(
            id=page["id"],
            file=file,
            words="\n".join([line.words for line in lines]),
            readings="\n".join([line.readings for line in lines]),
            compounds=_find_compounds([page["title"] or "", *(one.text for one in passages)]),
            title=title.words,
            site=" ".join(_parents(host)),
            url=" ".join(cut_address(page["url"] or "")),
            language=" ".join(_parts(page["language"])),
            day=to_day(page["date"] or page["time"]),
            is_duplicate=page["duplicate_of"] is not None,
            payload=_write_payload(page, file, passages, lines),
        )

    def _cut_title(self, page: Row, passages: Iterable[Passage]) -> KeptLine:
        """Return the words of the title; most stand in the text, too."""
        title = page["title"] or ""
        for passage in passages:
            if passage.text == title:
                return passage.line
        return self._cut(title, page["language"])

    def _find_passages(self, page: Row, sentences: list[Spoken]) -> Iterator[Passage]:
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

    def _to_passage(self, sentence: Spoken, language: str | None) -> Passage:
        _, text, offset, length, _, line = sentence
        if len(text) > MAX_PASSAGE_CHARS or "\n" in text:
            text, line = " ".join(text[:MAX_PASSAGE_CHARS].split("\n")), None
        return Passage(text, (offset, length), line or self._cut(text, language))

    def _cut(self, text: str, language: str | None) -> KeptLine:
        return KeptLine.of(cut_text(text, language, self._annotator))


def _find_rest(text: str, sentences: Iterable[Spoken]) -> Iterator[str]:
    """Yield the parts of a block that stand in none of its sentences, in pieces that are kept."""
    last, rest = 0, []
    for sentence in sentences:
        begin = text.find(sentence.text, last)
        if begin >= 0:
            rest.append(text[last:begin])
            last = begin + len(sentence.text)
    rest.append(text[last:])
    for part in filter(str.strip, rest):
        for begin in range(0, len(part), MAX_PASSAGE_CHARS):
            yield " ".join(part[begin : begin + MAX_PASSAGE_CHARS].split("\n"))


def _find_compounds(texts: Iterable[str]) -> str:
    return " ".join(pair_kanji("\n".join(texts), MIN_COMPOUND_CHARS))


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


def _write_payload(
    page: Row, file: str, passages: Sequence[Passage], lines: Iterable[KeptLine]
) -> str:
    return _PAYLOAD.encode(
        {
            **{name: page[name] for name in SHOWN},
            "file": file,
            "texts": [passage.text for passage in passages],
            "spans": [passage.span for passage in passages],
            "places": [line.places for line in lines],  # the title's come first
        }
    )
