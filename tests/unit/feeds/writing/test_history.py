"""A history remembers when articles were first seen and changed, and stays small."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from tests.unit.feeds.made import NOW, any_lists, make_article, make_list, similar_lists

from zaru.errors import FormatError, UsageError
from zaru.feeds.article import ArticleList
from zaru.feeds.writing import history as module
from zaru.feeds.writing.history import KEEP_DAYS, History
from zaru.feeds.writing.identity import identify

LINK = "http://example.com/a"
DAY = timedelta(days=1)


def test_first_seen_stays_and_change_is_noticed() -> None:
    page = make_list(make_article("紅葉", link=LINK, body="赤い"))
    badge = make_list(make_article("紅葉 NEW (3)", link=LINK, body="赤い 閲覧 12"))
    edited = make_list(make_article("紅葉", link=LINK, body="もう散った"))
    history = History().update(page, NOW).update(badge, NOW + DAY)
    seen = history.articles[LINK]
    assert (seen.first, seen.changed, seen.last) == (NOW, NOW, NOW + DAY)
    seen = history.update(edited, NOW + 2 * DAY).articles[LINK]
    assert (seen.first, seen.changed) == (NOW, NOW + 2 * DAY)


def test_clock_that_is_set_back_makes_nothing_older() -> None:
    page = make_list(make_article(link=LINK))
    seen = History().update(page, NOW).update(page, NOW - DAY).articles[LINK]
    assert (seen.first, seen.last) == (NOW, NOW)


def test_article_that_leaves_is_forgotten_late() -> None:
    history = History().update(make_list(make_article(link=LINK)), NOW)
    other = make_list(make_article(link="b"))
    assert LINK in history.update(other, NOW + KEEP_DAYS * DAY).articles
    assert LINK not in history.update(other, NOW + (KEEP_DAYS + 1) * DAY).articles


def test_history_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ARTICLES", 3)
    history = History()
    for number in range(10):
        history = history.update(make_list(make_article(link=f"{number}")), NOW + number * DAY)
    assert sorted(history.articles) == [f"http://example.com/news/{n}" for n in (7, 8, 9)]
    full = make_list(*(make_article(link=f"x{number}") for number in range(5)))
    assert len(history.update(full, NOW + 10 * DAY).articles) == 5


def test_time_without_a_zone_is_refused() -> None:
    with pytest.raises(UsageError, match="zone"):
        History().update(make_list(), datetime(2026, 11, 15))


@given(any_lists())
def test_file_holds_the_whole_history(articles: ArticleList) -> None:
    history = History().update(articles, NOW)
    assert History.loads(history.dumps().encode("utf-8")) == history
    assert History.from_json(history.to_json()) == history
    assert history.update(articles, NOW) == history


@given(similar_lists(), similar_lists())
def test_feed_has_the_ids_of_the_history(before: ArticleList, after: ArticleList) -> None:
    history = History().update(before, NOW).update(after, NOW + DAY)
    ids = {identity.id for identity in identify(after, history.digests)}
    assert ids == {key for key, seen in history.articles.items() if seen.last == NOW + DAY}


def seen_with(**changes: object) -> dict[str, object]:
    """Return the data of a history with one article, changed."""
    history = History().update(make_list(make_article(link=LINK)), NOW).to_json()
    history["articles"][LINK] |= changes
    return history


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param([], "zaru_history is missing", id="list"),
        pytest.param({"zaru_history": 2}, "version '2'", id="version"),
        pytest.param({"zaru_history": 1}, "without the object 'articles'", id="no-articles"),
        pytest.param({"zaru_history": 1, "articles": {"a": 3}}, "3 for 'a'", id="number"),
        pytest.param(seen_with(digest=None), "without a digest", id="digest"),
        pytest.param(seen_with(first="x\ny"), "no time with a zone, as 'first'", id="time"),
        pytest.param(seen_with(last="2009-01-16"), "no time with a zone, as 'last'", id="no-zone"),
    ],
)
def test_bad_history_is_named_in_one_line(data: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        History.loads(json.dumps(data), source="feed.json")
    text = str(caught.value)
    assert text.startswith("feed.json: ")
    assert message in text
    assert "\n" not in text


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, b"\xff"])
def test_file_that_is_no_json_is_named(text: str | bytes) -> None:
    with pytest.raises(FormatError, match=r"feed\.json: no history: no valid JSON"):
        History.loads(text, source="feed.json")
