"""What is wanted, as OpenSearch is asked for it; the same scores as those of the tantivy engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from zaru.search.opensearch.cluster import Json
from zaru.search.wanted import (
    SITE,
    TITLE,
    TITLE_BOOST,
    URL,
    WORDS,
    Filters,
    Match,
    Wanted,
    Ways,
)

_NOTHING: Json = {"match_none": {}}


def to_query(wanted: Wanted) -> Json:
    """Return the query that finds what is *wanted*.

    >>> to_query(Wanted(groups=(((Match("site", ("example.jp",)),),),)))
    ... # doctest: +NORMALIZE_WHITESPACE
    {'bool': {'must': [{'bool': {'filter': [{'term': {'site': 'example.jp'}}]}}], 'filter': [],
    'must_not': [{'term': {'duplicate': True}}]}}
    """
    groups = [_any_of([_best_of(ways) for ways in group]) for group in wanted.groups]
    excluded = [_best_of(ways) for ways in wanted.excluded]
    if not wanted.filters.duplicates:
        excluded.append({"term": {"duplicate": True}})
    return {
        "bool": {
            "must": [_any_of(groups)] if wanted.is_any or not groups else groups,
            "filter": list(_filter(wanted.filters)),
            "must_not": excluded,
        }
    }


def _any_of(choices: Sequence[Json]) -> Json:
    """Return what one of *choices* is enough for; their scores are added."""
    if not choices:
        return _NOTHING
    return choices[0] if len(choices) == 1 else {"bool": {"should": choices}}


def _best_of(ways: Ways) -> Json:
    """Return what finds a unit by its best way, and counts its words in the title again."""
    best = _max_of(map(_match, ways))
    if any(match.field in (SITE, URL) for match in ways):
        return {"bool": {"filter": [best]}}  # has no score
    titles = [_match(Match(TITLE, one.terms)) for one in ways if one.field == WORDS]
    if not titles:
        return best
    boosted = {"dis_max": {"queries": titles, "boost": TITLE_BOOST}}
    return {"bool": {"must": [best], "should": [boosted]}}


def _max_of(found: Iterable[Json]) -> Json:
    queries = list(found)
    if not queries:
        return _NOTHING
    return queries[0] if len(queries) == 1 else {"dis_max": {"queries": queries}}


def _match(match: Match) -> Json:
    if not match.terms:
        return _NOTHING
    if len(match.terms) == 1:
        return {"term": {match.field: match.terms[0]}}
    return {"match_phrase": {match.field: " ".join(match.terms)}}


def _filter(filters: Filters) -> Iterator[Json]:
    """Yield what pages must have beside words."""
    if filters.site is not None:
        yield {"term": {SITE: filters.site.lower()}}
    if filters.language is not None:
        yield {"term": {"language": filters.language.lower()}}
    if filters.days is not None:
        first, last = filters.days
        yield {"range": {"day": {"gte": first, "lte": last}}}
