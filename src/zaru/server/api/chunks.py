"""Chunks, parts of pages that can be read by themselves: those of a page, or by words."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from zaru.content.chunks import Chunk, chunks
from zaru.errors import FormatError, NotFound
from zaru.limits import MAX_CHUNK_CHARACTERS
from zaru.search.chunks import find_chunks
from zaru.search.searching import MAX_LIMIT
from zaru.server.api.answer import FAULTS, Model, Slice, Span, to_slice_model
from zaru.server.api.pages import PageName
from zaru.server.api.search import Wish
from zaru.server.lookup import Looked, find_page
from zaru.server.state import Away

router = APIRouter(responses=FAULTS)


Length = Annotated[int, Field(ge=50, le=100_000, description="A chunk has at most so many.")]


class ChunkParameters(Slice):
    """How long, and which."""

    max_characters: Length = MAX_CHUNK_CHARACTERS


class ChunkSearchParameters(Wish):
    """What is looked for, and how many."""

    max_characters: Length = MAX_CHUNK_CHARACTERS
    limit: int = Field(10, ge=1, le=MAX_LIMIT, description="At most so many chunks.")


class ChunkAnswer(Model):
    """A part of a content."""

    number: int = Field(description="In the content, from 0.")
    headings: list[str] = Field(description="That its text stands under, the outermost first.")
    text: str
    spans: list[Span] = Field(description="Of each of its pieces.")


class FoundChunkAnswer(Model):
    """A chunk that was found, and its page; keys as those of `zaru search --chunks -f jsonl`."""

    id: str
    url: str | None
    title: str | None
    site: str | None
    language: str | None
    date: str | None
    time: str | None
    score: float = Field(description="Of its page, times the share of the words that it has.")
    number: int
    headings: list[str]
    text: str
    spans: list[Span]
    marks: list[list[int]] = Field(description="In characters of `text`.")
    mark_spans: list[Span]


class ChunkSearchAnswer(Model):
    """Chunks that were found, best first, at most three of a page."""

    query: str
    stale: bool = Field(description="The corpus has changed since it was indexed.")
    chunks: list[FoundChunkAnswer]


ChunksAnswer = to_slice_model("Chunks", "chunks", ChunkAnswer)


@router.get("/pages/{page}/chunks", response_model=ChunksAnswer, tags=["pages"])
def read_chunks(
    page: PageName, some: Annotated[ChunkParameters, Query()], view: Looked
) -> dict[str, object]:
    """Read the content of a page in chunks, cut at headings and blocks."""
    found = find_page(view, page)
    parts = chunks(view.corpus.content(found), max_characters=some.max_characters)
    return {"page": found.id, **some.of("chunks", list(map(_to_answer, parts)))}


@router.get("/search/chunks", tags=["search"])
def search_chunks(
    asked: Annotated[ChunkSearchParameters, Query()], view: Looked
) -> ChunkSearchAnswer:
    """Find parts of pages, as a language model is given them."""
    try:
        found = find_chunks(
            view.searcher, asked.q, filters=asked.filters, is_any=asked.is_any,
            limit=asked.limit, max_characters=asked.max_characters,
        )  # fmt: skip
    except (FormatError, NotFound) as error:
        if not view.is_stale:
            raise
        raise Away("the index has pages that the corpus does not have any more") from error
    hits = [FoundChunkAnswer(**hit.to_json()) for hit in found]
    return ChunkSearchAnswer(query=asked.q, stale=view.is_stale, chunks=hits)


def _to_answer(chunk: Chunk) -> ChunkAnswer:
    return ChunkAnswer(
        number=chunk.number,
        headings=list(chunk.headings),
        text=chunk.text,
        spans=[list(span) for span in chunk.spans],
    )
