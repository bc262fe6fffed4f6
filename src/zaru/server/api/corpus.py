"""`/api/v1/corpus`: what is served."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from zaru.server.api.answer import FAULTS, Model
from zaru.server.lookup import Looked

router = APIRouter(tags=["corpus"], responses=FAULTS)


class IndexAnswer(Model):
    """The index that is searched."""

    engine: str
    pages: int
    scheme: str | None = Field(description="How Japanese was cut; null: into characters.")
    languages: list[str] = Field(description="Whose words are found by their stems.")


class CorpusAnswer(Model):
    """The corpus and its index."""

    zaru: str | None = Field(description="The version that built it.")
    schema_version: int = Field(description="Of its tables.")
    digest: str
    bytes: int | None = Field(description="Of all original pages.")
    pages: int
    counts: dict[str, int] = Field(description="As corpus.json has them.")
    stale: bool = Field(description="The corpus has changed since it was indexed.")
    index: IndexAnswer


@router.get("/corpus")
def read_corpus(view: Looked) -> CorpusAnswer:
    """Say what is served, and whether its index is of today."""
    about, index = view.corpus.about, view.searcher.about
    return CorpusAnswer(
        zaru=about.get("zaru"),
        schema_version=about["schema"],
        digest=about["digest"],
        bytes=about.get("bytes"),
        pages=len(view.corpus),
        counts=about.get("counts", {}),
        stale=view.is_stale,
        index=IndexAnswer(
            engine=index.engine,
            pages=index.pages,
            scheme=index.scheme,
            languages=list(index.languages),
        ),
    )
