"""Chunks of a corpus by words: query in, the best parts of the best pages out, words marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zaru.content.chunks import Chunk, chunks
from zaru.content.content import Content
from zaru.content.packing import cut_heading
from zaru.corpus.sentence import Span
from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage
from zaru.limits import MAX_CHUNK_CHARACTERS
from zaru.search.block_marks import BlockMarks
from zaru.search.payload import read_payload
from zaru.search.searching import MAX_LIMIT, Searcher
from zaru.search.snippets import Marker, Places, join_places
from zaru.search.wanted import SITE, URL, Filters, Found, Wanted

MAX_OF_A_PAGE = 3  # chunks, so that one long page does not fill an answer
_HEADINGS = frozenset({"title", "heading"})


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A part of a page that was found, and why."""

    page: CorpusPage  # with the columns of `document.SHOWN` alone
    score: float
    chunk: Chunk
    marks: Places  # begin and end of words of the query in the text of the chunk, in characters

    @property
    def mark_spans(self) -> list[Span]:
        """The bytes of the marked words."""
        return [span for span in self.chunk.find_spans(self.marks) if span is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the hit as a JSON object; keys are always there and in this order."""
        return {
            "id": self.page.id,
            "url": self.page.url,
            "title": self.page.title,
            "site": self.page["site"],
            "language": self.page.language,
            "date": self.page["date"],
            "time": self.page["time"],
            "score": round(self.score, 5),
            "number": self.chunk.number,
            "headings": list(self.chunk.headings),
            "text": self.chunk.text,
            "spans": [list(span) for span in self.chunk.spans],
            "marks": [list(mark) for mark in self.marks],
            "mark_spans": [list(span) for span in self.mark_spans],
        }


def find_chunks(
    searcher: Searcher,
    query: str,
    *,
    filters: Filters | None = None,
    is_any: bool = False,
    limit: int = 10,
    max_characters: int = MAX_CHUNK_CHARACTERS,
) -> list[ChunkHit]:
    """Return the best chunks of the pages that *query* finds, at most three of a page.

    The score of a chunk is that of its page times the share of the words of the query that stand
    in it, in the headings above it or in the title. Of equal ones the one with more words of its
    own comes first, then one that is more than headings, then the one with more marks, then the
    first. A page whose words are all elsewhere (in its address, say) is there with one chunk.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise UsageError(f"at most {MAX_LIMIT} chunks at once")
    wanted = searcher.analyse(query, filters=filters, is_any=is_any)
    _, found = searcher.find(wanted, offset=0, limit=limit)
    judge = _Judge(searcher.corpus, wanted, max_characters)
    hits: list[ChunkHit] = []
    for one in found:
        # No chunk is better than its page, and pages come best first.
        if len(hits) >= limit and hits[limit - 1].score >= one.score:
            break
        hits += judge.find_best(one)
        hits.sort(key=lambda hit: -hit.score)
    return hits[:limit]


class _Judge:
    """Finds the best chunks of the pages that one query has found."""

    def __init__(self, corpus: Corpus, wanted: Wanted, max_characters: int) -> None:
        self.corpus = corpus
        self.marker = Marker(wanted)
        self.max_characters = max_characters
        # A word and those that may stand for it are one; addresses are not looked for in texts.
        self.words = [number for number, group in enumerate(wanted.groups) for _ in group]
        self.size = sum(
            any(match.field not in (SITE, URL) for ways in group for match in ways)
            for group in wanted.groups
        )

    def find_best(self, found: Found) -> list[ChunkHit]:
        """Return the best chunks of a page, best first."""
        payload = read_payload(found.payload)
        page = CorpusPage(payload, payload["file"])
        marked = self.marker.find_marks(found, payload)
        title = self._find_words(marked.pop(0, {}).values())
        content = self.corpus.content(page)
        marks = BlockMarks(content, payload, marked)
        above = self._find_above(content, marks)
        ranked: list[tuple[tuple[float, int, bool, int], ChunkHit]] = []
        for chunk in chunks(content, max_characters=self.max_characters):
            own = marks.of_chunk(chunk)
            words = self._find_words(mark.unit for mark in own)
            known = words.union(title, *(above.get(text, ()) for text in chunk.headings))
            score = found.score * (len(known) / self.size if self.size else 1.0)
            hit = ChunkHit(page, score, chunk, join_places(mark[:2] for mark in own))
            has_text = any(piece.block.role not in _HEADINGS for piece in chunk.pieces)
            ranked.append(((score, len(words), has_text, len(own)), hit))
        ranked.sort(key=lambda one: one[0], reverse=True)  # of equal ones the first stays first
        best = [hit for _, hit in ranked if hit.marks] or [hit for _, hit in ranked[:1]]
        return best[:MAX_OF_A_PAGE]

    def _find_above(self, content: Content, marks: BlockMarks) -> dict[str, set[int]]:
        """Return the words that each heading has."""
        return {
            cut_heading(block.text): self._find_words(mark.unit for mark in marks.of_block(block))
            for block in content.blocks
            if block.role in _HEADINGS
        }

    def _find_words(self, units: Iterable[int]) -> set[int]:
        return {self.words[unit] for unit in units}
