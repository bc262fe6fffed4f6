"""JSON Feed 1.1, checked against https://www.jsonfeed.org/version/1.1/ by hand."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from hypothesis import given
from tests.unit.feeds.made import FEED, NOW, any_lists, make_article, make_list

from zaru.feeds.article import ArticleList
from zaru.feeds.writing.edition import prepare_edition
from zaru.feeds.writing.history import History
from zaru.feeds.writing.json_feed import to_json_feed

FEED_KEYS = {"version", "title", "home_page_url", "feed_url", "description", "language", "items"}
ITEM_KEYS = {
    "id", "url", "title", "content_text", "image", "date_published", "date_modified", "authors",
}  # fmt: skip


def check(feed: dict[str, Any]) -> None:
    """Fail where *feed* breaks the specification."""
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["title"]
    assert set(feed) <= FEED_KEYS
    for item in feed["items"]:
        assert {"id", "content_text"} <= set(item) <= ITEM_KEYS
        assert all(isinstance(item[key], str) for key in set(item) - {"authors"})
        for key in {"url", "image"} & set(item):
            assert item[key].startswith(("http://", "https://"))
        for key in {"date_published", "date_modified"} & set(item):
            assert datetime.fromisoformat(item[key]).tzinfo
    assert len({item["id"] for item in feed["items"]}) == len(feed["items"])


def test_whole_article() -> None:
    article = make_article(
        "a < b", link="a?utm_id=1", date="2009-01-16", body="x\ny", image="i.jpg", author="山田"
    )
    page = make_list(article, language="ja")
    feed = json.loads(to_json_feed(prepare_edition(page, feed_url=FEED)))
    check(feed)
    assert (feed["home_page_url"], feed["feed_url"]) == ("http://example.com/news/", FEED)
    assert feed["items"] == [
        {
            "id": "http://example.com/news/a",
            "url": "http://example.com/news/a?utm_id=1",
            "title": "a < b",
            "content_text": "x\ny",
            "image": "http://example.com/news/i.jpg",
            "date_published": "2009-01-16T00:00:00+09:00",
            "authors": [{"name": "山田"}],
        }
    ]


def test_modified_only_when_the_history_saw_a_change() -> None:
    page, edited = (make_list(make_article(link="a", body=body)) for body in ("x", "y"))
    history = History().update(page, NOW)
    later = NOW + timedelta(days=1)
    assert "date_modified" not in to_json_feed(prepare_edition(page, history=history))
    feed = json.loads(to_json_feed(prepare_edition(edited, history=history.update(edited, later))))
    assert feed["items"][0]["date_modified"] == later.isoformat()


def test_what_is_not_known_is_left_out() -> None:
    feed = json.loads(to_json_feed(prepare_edition(make_list(make_article("紅葉"), url=None))))
    assert set(feed) == {"version", "title", "description", "items"}
    assert set(feed["items"][0]) == {"id", "title", "content_text"}


@given(any_lists())
def test_any_list_is_valid(articles: ArticleList) -> None:
    check(json.loads(to_json_feed(prepare_edition(articles)).encode("utf-8")))
