"""Search results as TSUBAKI writes them: the ResultSet of paper 1, figure 4."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from zaru.search.searching import Hit, Results
from zaru.text.xml import escape_text, write_attributes


def write_result_set(
    results: Results,
    *,
    now: datetime,
    logical_operator: str,
    find_cached: Callable[[str], str],
    has_snippets: bool,
) -> bytes:
    """Return *results* as an XML document; *find_cached* gives the address of a cached page."""
    attributes = write_attributes(
        [
            ("time", f"{now.astimezone(UTC):%Y-%m-%d %H:%M:%S}"),
            ("query", results.query),
            ("totalResultsAvailable", results.total),
            ("totalResultsReturned", len(results.hits)),
            ("firstResultPosition", results.offset + 1),
            ("rankingMethod", "OKAPI"),
            ("logicalCond", logical_operator),
        ]
    )
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<ResultSet{attributes}>"]
    for hit in results.hits:
        lines += _write_result(hit, find_cached(hit.page.id), has_snippets)
    lines += ("</ResultSet>", "")
    return "\n".join(lines).encode()


def _write_result(hit: Hit, cached: str, has_snippets: bool) -> Iterator[str]:
    yield f"<Result{write_attributes([('Id', hit.page.id), ('Score', f'{hit.score:.5f}')])}>"
    yield f"<Title>{escape_text(hit.page.title or '')}</Title>"
    yield f"<Url>{escape_text(hit.page.url or '')}</Url>"
    if has_snippets:
        snippet = " … ".join(excerpt.text for excerpt in hit.excerpts)
        yield f"<Snippet>{escape_text(snippet)}</Snippet>"
    yield "<Cache>"
    yield f"<Url>{escape_text(cached)}</Url>"
    yield f"<Size>{hit.page['size']}</Size>"
    yield "</Cache>"
    yield "</Result>"
