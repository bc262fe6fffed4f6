"""What is wanted, as OpenSearch is asked for it; that it finds the same: tests/opensearch."""

from __future__ import annotations

from typing import Any

import pytest

from zaru.search.opensearch.query import to_query
from zaru.search.wanted import Filters, Match, Wanted, Ways

WORD: Ways = (Match("words", ("寺",)),)
NOTHING: Any = {"match_none": {}}


def parts_of(wanted: Wanted) -> dict[str, Any]:
    parts: dict[str, Any] = to_query(wanted)["bool"]
    return parts


def test_a_word_in_the_title_counts_again() -> None:
    (unit,) = parts_of(Wanted(((WORD,),)))["must"]
    assert unit["bool"]["must"] == [{"term": {"words": "寺"}}]
    titles = {"queries": [{"term": {"title": "寺"}}], "boost": 1.0}
    assert unit["bool"]["should"] == [{"dis_max": titles}]


def test_the_best_way_counts() -> None:
    ways = (Match("words", ("外国", "人参")), Match("readings", ("がいこく",)))
    (unit,) = parts_of(Wanted(((ways,),)))["must"]
    assert unit["bool"]["must"] == [
        {
            "dis_max": {
                "queries": [
                    {"match_phrase": {"words": "外国 人参"}},
                    {"term": {"readings": "がいこく"}},
                ]
            }
        }
    ]


def test_groups_are_all_or_one_of_them() -> None:
    both = Wanted(((WORD,), (WORD, WORD)))
    assert len(parts_of(both)["must"]) == 2
    assert len(parts_of(both)["must"][1]["bool"]["should"]) == 2
    (any_of,) = parts_of(Wanted(both.groups, is_any=True))["must"]
    assert len(any_of["bool"]["should"]) == 2


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(Wanted(()), id="no-group"),
        pytest.param(Wanted((((),),)), id="no-way"),
        pytest.param(Wanted(((),), is_any=True), id="empty-group"),
    ],
)
def test_what_has_no_word_finds_nothing(wanted: Wanted) -> None:
    assert parts_of(wanted)["must"] == [NOTHING]


def test_filters_and_what_is_excluded_have_no_score() -> None:
    filters = Filters("Example.JP", "zh-Hans", (20090101, 20091231), duplicates=True)
    parts = parts_of(Wanted(((WORD,),), excluded=(WORD,), filters=filters))
    assert parts["filter"] == [
        {"term": {"site": "example.jp"}},
        {"term": {"language": "zh-hans"}},
        {"range": {"day": {"gte": 20090101, "lte": 20091231}}},
    ]
    assert len(parts["must_not"]) == 1
    assert parts_of(Wanted(((WORD,),)))["must_not"] == [{"term": {"duplicate": True}}]
