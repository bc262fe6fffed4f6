"""A page of a corpus as an index keeps it: its words, and what is shown of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from zaru.corpus.sentence import Annotator
from zaru.errors import UsageError
from zaru.io.corpus_page import SpokenPage
from zaru.search.analysis import cut_address, cut_text
from zaru.search.folding import fold
from zaru.search.kept_line import MAX_PASSAGE_CHARS, KeptLine, join_lines
from zaru.search.payload import write_payload
from zaru.search.wanted import Document
from zaru.search.words import pair_kanji

if TYPE_CHECKING:
    from zaru.search.annotated_columns import LineAnswer

Row = Mapping[str, Any]
Spoken = SpokenPage["LineAnswer"]

# Shorter runs of kanji begin and end with a word.
MIN_COMPOUND_CHARS = 4
_LAST_DAY = 9999_12_31
# An address as most are: what `urlsplit` says of it, in a tenth of the time.
_PLAIN_HOST = re.compile(r"https?://([a-z0-9.-]+)(?=/|\Z)")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


class _Passages(NamedTuple):
    """Sentences of the content, and blocks that have none, by columns."""

    texts: list[str]
    offsets: list[int]
    lengths: list[int]
    lines: list[LineAnswer]


class DocumentMaker:
    """Makes pages of one corpus into what an index keeps of them."""

    def __init__(
        self,
        annotator: Annotator | None,
        join: Callable[[Sequence[Any]], KeptLine] = join_lines,
    ) -> None:
        """Words are those of sentences that have some; the rest is cut by *annotator*.

        *join* puts the lines of a page together, those of sentences as they were read.
        """
        self._annotator = annotator
        self._join = join

    def make(self, page: Row, sentences: Spoken, file: str) -> Document:
        """Return a row of `pages` with the *sentences* of its content as an index keeps them."""
        passages = self._find_passages(page, _put_in_order(sentences))
        title = self._cut_title(page, passages)
        words, readings, places = self._join([title, *passages.lines])
        texts, url = passages.texts, page["url"] or ""
        return Document(
            id=page["id"],
            file=file,
            words=words,
            readings=readings,
            compounds=_find_compounds([page["title"] or "", *texts]),
            title=words.partition("\n")[0],
            site=find_site(url),
            url=" ".join(cut_address(url)),
            language=find_languages(page["language"]),
            day=to_day(page["date"] or page["time"]),
            is_duplicate=page["duplicate_of"] is not None,
            payload=write_payload(
                page,
                file,
                texts=texts,
                offsets=passages.offsets,
                lengths=passages.lengths,
                places=places,
            ),
        )

    def _cut_title(self, page: Row, passages: _Passages) -> LineAnswer:
        """Return the words of the title; most stand in the text, too."""
        title = page["title"] or ""
        if title in passages.texts:
            return passages.lines[passages.texts.index(title)]
        return self.cut(title, page["language"])

    def _find_passages(self, page: Row, sentences: Spoken) -> _Passages:
        """Return the passages of the content: sentences, and what of each block is in none."""
        texts, offsets, lengths, lines = sentences
        language, last = page["language"], 0
        passages = _Passages([], [], [], [])
        for block in page["blocks"] or ():
            offset, end = block["span"][0], sum(block["span"])
            first = last = bisect_left(offsets, offset, last)
            while last < len(texts) and offsets[last] + lengths[last] <= end:
                last += 1
            inside = texts[first:last], lines[first:last]
            cut = self.cut_block(block["text"], block["role"], *inside, language)
            rest = len(cut) - (last - first)
            passages.offsets.extend([*offsets[first:last], *[offset] * rest])
            passages.lengths.extend([*lengths[first:last], *[end - offset] * rest])
            passages.texts.extend(text for text, _ in cut)
            passages.lines.extend(line for _, line in cut)
        return passages

    def cut_block(
        self,
        text: str,
        role: str,
        sentences: Sequence[str],
        lines: Sequence[LineAnswer | None],
        language: str | None,
    ) -> list[tuple[str, LineAnswer]]:
        """Return its sentences, each as one line that is not too long, and what is in none."""
        joined = "".join(sentences)
        cut: list[tuple[str, Any]] = list(zip(sentences, lines, strict=True))
        if "\n" in joined or len(joined) > MAX_PASSAGE_CHARS or None in lines:
            cut = [self._keep(sentence, line, language) for sentence, line in cut]
        if joined != text and role != "image":
            cut += [(part, self.cut(part, language)) for part in _find_rest(text, sentences)]
        return cut

    def _keep(
        self, text: str, line: LineAnswer | None, language: str | None
    ) -> tuple[str, LineAnswer]:
        if line is None or len(text) > MAX_PASSAGE_CHARS or "\n" in text:
            text = " ".join(text[:MAX_PASSAGE_CHARS].split("\n"))
            line = self.cut(text, language)
        return text, line

    def cut(self, text: str, language: str | None) -> KeptLine:
        """Return the words of a *text* that no annotator has seen."""
        return KeptLine.of(cut_text(text, language, self._annotator))


def _put_in_order(sentences: Spoken) -> Spoken:
    """Return *sentences* by their places; those of one place stay as they are."""
    offsets = sentences.offsets
    if offsets == sorted(offsets):
        return sentences
    order = sorted(range(len(offsets)), key=offsets.__getitem__)
    columns: Any = sentences  # each of its own type
    return Spoken(*([column[at] for at in order] for column in columns))


def _find_rest(text: str, sentences: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a block that stand in none of its sentences, in pieces that are kept."""
    last, rest = 0, []
    for sentence in sentences:
        begin = text.find(sentence, last)
        if begin >= 0:
            rest.append(text[last:begin])
            last = begin + len(sentence)
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


def find_site(url: str) -> str:
    """Return the host of *url* and all that it is below: a site is found with what is in it."""
    if plain := _PLAIN_HOST.match(url):
        return _find_parents(plain[1])
    try:
        return _find_parents(fold(urlsplit(url).hostname or ""))
    except ValueError:  # an address that is none: http://[
        return ""


@lru_cache(maxsize=1024)
def _find_parents(host: str) -> str:
    parts = host.split(".")
    return " ".join(filter(None, (".".join(parts[at:]) for at in range(len(parts)))))


@lru_cache(maxsize=1024)
def find_languages(language: str | None) -> str:
    """Return a language tag and what it is a kind of: `zh-hans zh`."""
    parts = (language or "").lower().split("-")
    return " ".join(filter(None, ("-".join(parts[:end]) for end in range(len(parts), 0, -1))))


def find_family(language: str | None) -> str:
    """Return the first part of a language tag; nothing when there is none."""
    return (language or "").partition("-")[0].lower()
