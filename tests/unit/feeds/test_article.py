"""Dates of articles become moments; what is not known comes from the page or is UTC."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import given
from tests.unit.feeds.made import ANY_TEXT, make_article, make_list

from zaru.feeds.article import read_date
from zaru.layout.value import Part

JAPAN = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2009-01-16", "2009-01-16T00:00:00+09:00", id="day"),
        pytest.param("2009-01-16T09:05:00", "2009-01-16T09:05:00+09:00", id="no-zone"),
        pytest.param("2009-01-16T09:05:00.5Z", "2009-01-16T09:05:00+00:00", id="zone"),
        pytest.param("2009-01-16T09:05:00+00:00:30", None, id="odd-zone"),
        pytest.param("0001-01-01", None, id="first-day"),
        pytest.param("9999-12-31", None, id="last-day"),
        pytest.param("昨日", None, id="no-date"),
    ],
)
def test_date_becomes_a_moment(text: str, expected: str | None) -> None:
    moment = read_date(Part(text, None), JAPAN)
    assert (moment.isoformat() if moment else None) == expected


def test_zone_of_the_page() -> None:
    eastern = make_article(date="2009-01-16T09:05:00-05:00")
    machine = make_article(date="2009-01-16T09:05:00Z")
    assert make_list(language="ja-JP").zone == JAPAN
    assert make_list(language="en").zone == UTC
    assert make_list().zone == UTC
    assert make_list(eastern, machine, language="ja").zone == timezone(timedelta(hours=-5))


@given(ANY_TEXT)
def test_any_text_is_a_moment_or_none(text: str) -> None:
    moment = read_date(Part(text, None), UTC)
    assert moment is None or moment.astimezone(UTC)
