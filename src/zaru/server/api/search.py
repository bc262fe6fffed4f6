"""`/api/v1/search`: pages by words."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from zaru.corpus.sentence import Span as SpanValue
from zaru.errors import FormatError
from zaru.search.document import to_days
from zaru.search.searching import MAX_LIMIT, MAX_OFFSET, Hit, Results, find_mark_spans
from zaru.search.wanted import Filters
from zaru.server.api.answer import FAULTS, Model, Parameters, Span
from zaru.server.api.cursor import CURSOR_PATTERN, read_cursor, write_cursor
from zaru.server.lookup import Looked, read_original
from zaru.server.state import View

router = APIRouter(tags=["search"], responses=FAULTS)
_DAY = r"^\d{4}-\d\d-\d\d$"


class Wish(Parameters):
    """What is looked for."""

    q: str = Field(
        min_length=1, max_length=1000, examples=["朝市 再開"],
        description='Words; "…" is a phrase, - leaves out, OR joins two; title:, site:, url:.',
    )  # fmt: skip
    site: str | None = Field(
        None, max_length=255, examples=["example.jp"],
        description="Pages of this host, and of those below it.",
    )  # fmt: skip
    language: str | None = Field(
        None, max_length=35, examples=["ja"], description="A BCP 47 tag; zh is zh-Hans, too."
    )
    since: str | None = Field(
        None, pattern=_DAY, examples=["2009-01-16"], description="Pages of this day or later."
    )
    until: str | None = Field(None, pattern=_DAY, description="Pages of this day or earlier.")
    duplicates: bool = Field(False, description="Pages that nearly repeat another, too.")
    is_any: bool = Field(False, alias="any", description="One of the words is enough.")

    @property
    def filters(self) -> Filters:
        """Which pages count."""
        return Filters(self.site, self.language, to_days(self.since, self.until), self.duplicates)


class SearchParameters(Wish):
    """What is looked for, and how many."""

    spans: bool = Field(
        True, description="Find the bytes of marks: reads each page, which takes the most time."
    )
    limit: int = Field(10, ge=1, le=MAX_LIMIT, description="At most so many pages.")
    cursor: str | None = Field(
        None, pattern=CURSOR_PATTERN,
        description="`next` of the answer before; all but `limit` and `spans` as it was.",
    )  # fmt: skip

    @property
    def asked(self) -> str:
        """All that a cursor belongs to."""
        return self.model_dump_json(exclude={"limit", "cursor", "spans"})


class ExcerptAnswer(Model):
    """A passage that says why the page was found."""

    text: str
    marks: list[list[int]] = Field(
        description="Begin and end of the words that were looked for, in characters of `text`."
    )
    span: Span = Field(description="Of the whole passage in the original page, in bytes.")
    mark_spans: list[Span] | None = Field(
        description="The same words in the original page; null with spans=false, and where a stale "
        "index has other bytes."
    )


class ResultAnswer(Model):
    """A page that was found; keys as those of `zaru search -f jsonl`."""

    id: str
    url: str | None
    title: str | None
    site: str | None
    language: str | None
    date: str | None
    time: str | None = Field(description="When it was fetched, in UTC.")
    duplicate_of: str | None
    score: float = Field(description="Okapi BM25.")
    excerpts: list[ExcerptAnswer]


class SearchAnswer(Model):
    """What was found, best first."""

    query: str
    total: int = Field(description="Pages that there are.")
    offset: int = Field(description="How many are before the first of these.")
    seconds: float
    stale: bool = Field(description="The corpus has changed since it was indexed.")
    results: list[ResultAnswer]
    next: str | None = Field(description="A cursor; null when these are the last.")


@router.get("/search")
def search(asked: Annotated[SearchParameters, Query()], view: Looked) -> SearchAnswer:
    """Find pages that have all words of a query."""
    begin = read_cursor(asked.cursor, asked.asked, view.generation) if asked.cursor else 0
    results = view.searcher.search(
        asked.q, filters=asked.filters, is_any=asked.is_any, offset=begin, limit=asked.limit
    )
    return SearchAnswer(
        query=results.query,
        total=results.total,
        offset=results.offset,
        seconds=round(results.seconds, 6),
        stale=view.is_stale,
        results=[_to_answer(view, hit, asked.spans) for hit in results.hits],
        next=_find_next(asked, view, results),
    )


def _find_next(asked: SearchParameters, view: View, results: Results) -> str | None:
    """Return the cursor behind *results*; no index is asked for more than MAX_OFFSET."""
    end = results.offset + len(results.hits)
    if not results.hits or end >= results.total or end > MAX_OFFSET:
        return None
    return write_cursor(asked.asked, view.generation, end)


def _to_answer(view: View, hit: Hit, has_spans: bool) -> ResultAnswer:
    spans = _find_spans(view, hit) if has_spans else [None] * len(hit.excerpts)
    columns = ("id", "url", "title", "site", "language", "date", "time", "duplicate_of")
    return ResultAnswer(
        **{name: hit.page[name] for name in columns},
        score=round(hit.score, 5),
        excerpts=[
            ExcerptAnswer(
                text=excerpt.text,
                marks=[list(mark) for mark in excerpt.marks],
                span=list(excerpt.span),
                mark_spans=None if own is None else [list(span) for span in own],
            )
            for excerpt, own in zip(hit.excerpts, spans, strict=True)
        ],
    )


def _find_spans(view: View, hit: Hit) -> list[list[SpanValue] | None]:
    """Return the bytes of the marks of each excerpt, None where an old index has others."""
    if view.is_stale:
        try:
            read_original(view, hit.page)
        except FormatError:
            return [None] * len(hit.excerpts)
    return list(find_mark_spans(view.corpus, hit))
