"""`/api/v1/pages/{page}/chunks`: the content of a page in parts that can be read by themselves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from zaru.content.chunks import MAX_CHARACTERS, Chunk, chunks
from zaru.server.api.answer import FAULTS, Model, Slice, Span, to_slice_model
from zaru.server.api.pages import PageName
from zaru.server.lookup import Looked, find_page

router = APIRouter(tags=["pages"], responses=FAULTS)


class ChunkParameters(Slice):
    """How long, and which."""

    max_characters: int = Field(
        MAX_CHARACTERS, ge=50, le=100_000, description="A chunk has at most so many characters."
    )


class ChunkAnswer(Model):
    """A part of a content."""

    number: int = Field(description="In the content, from 0.")
    headings: list[str] = Field(description="That its text stands under, the outermost first.")
    text: str
    spans: list[Span] = Field(description="Of each of its pieces.")


ChunksAnswer = to_slice_model("Chunks", "chunks", ChunkAnswer)


@router.get("/pages/{page}/chunks", response_model=ChunksAnswer)
def read_chunks(
    page: PageName, some: Annotated[ChunkParameters, Query()], view: Looked
) -> dict[str, object]:
    """Read the content of a page in chunks, cut at headings and blocks."""
    found = find_page(view, page)
    parts = chunks(view.corpus.content(found), max_characters=some.max_characters)
    return {"page": found.id, **some.of("chunks", list(map(_to_answer, parts)))}


def _to_answer(chunk: Chunk) -> ChunkAnswer:
    return ChunkAnswer(
        number=chunk.number,
        headings=list(chunk.headings),
        text=chunk.text,
        spans=[list(span) for span in chunk.spans],
    )
