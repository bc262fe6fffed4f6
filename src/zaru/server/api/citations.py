"""`/api/v1/cite` and `/api/v1/verify`: passages that can be checked, and quotations that are."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from zaru.citations.citation import cite
from zaru.citations.verification import Status, verify_page
from zaru.search.quotation import verify
from zaru.server.api.answer import FAULTS, Model, Parameters, Span
from zaru.server.lookup import PAGE_PATTERN, Looked, find_page

router = APIRouter(tags=["citations"], responses=FAULTS)
_MAX_PLACE = 2**40


class CiteParameters(Parameters):
    """Which bytes of which page."""

    page: str = Field(pattern=PAGE_PATTERN, description="Its id, or the beginning of its id.")
    offset: int = Field(ge=0, le=_MAX_PLACE, description="Of the first byte in the original page.")
    length: int = Field(ge=1, le=_MAX_PLACE, description="In bytes.")


class OriginAnswer(Model):
    """The file, and the record in it, that a page came from."""

    source: str
    offset: int | None


class CitationAnswer(Model):
    """A passage of a page; its bytes say the quote."""

    page: str
    url: str | None
    quote: str = Field(description="As a person reads it; ruby left out.")
    span: Span
    sha256: str = Field(description="Of the page's bytes.")
    origin: OriginAnswer
    encoding: str
    codec: str
    time: str | None
    link: str | None = Field(description="With a text fragment, which browsers highlight.")
    selector: dict[str, Any] = Field(description="In the W3C's Web Annotation Data Model.")


class Quotation(Parameters):
    """A text that a page is said to have."""

    quote: str = Field(min_length=1, max_length=20_000, examples=["朝市が二年ぶりに始まり"])
    page: str | None = Field(
        None, pattern=PAGE_PATTERN,
        description="The page that is said to have it; null: any page, of which 20 are read.",
    )  # fmt: skip


class DifferenceAnswer(Model):
    """Where quotation and page differ."""

    quoted: str
    standing: str


class FindingAnswer(Model):
    """What one page says of a quotation."""

    page: str
    url: str | None
    status: Status
    spans: list[Span] = Field(description="Where it stands, or what is most like it.")
    passage: str | None = Field(description="What the page says there.")
    differences: list[DifferenceAnswer]


class QuotationAnswer(Model):
    """What is known of a quotation."""

    quote: str
    status: Status = Field(description="The best that a page says of it.")
    stale: bool = Field(description="The corpus has changed since it was indexed.")
    findings: list[FindingAnswer] = Field(
        description="The pages that have it, or the one that has what is most like it."
    )


@router.get("/cite")
def cite_passage(asked: Annotated[CiteParameters, Query()], view: Looked) -> CitationAnswer:
    """Cite the text at some bytes of a page, so that anybody can check it."""
    page = find_page(view, asked.page)
    citation = cite(view.corpus.original(page), (asked.offset, asked.length))
    return CitationAnswer(**{**citation.to_json(), "page": page.id})


@router.post("/verify")
def verify_quotation(asked: Quotation, view: Looked) -> QuotationAnswer:
    """Say whether a page has a text as it is quoted: proven, changed or absent."""
    if asked.page is None:
        found = verify(asked.quote, view.searcher)
        return QuotationAnswer(**found.to_json(), stale=view.is_stale)
    page = find_page(view, asked.page)
    verdict = verify_page(asked.quote, view.corpus.original(page)).to_json()
    findings = [FindingAnswer(page=page.id, url=page.url, **verdict)]
    return QuotationAnswer(
        quote=asked.quote,
        status=verdict["status"],
        stale=view.is_stale,
        findings=findings if verdict["status"] != "absent" else [],
    )
