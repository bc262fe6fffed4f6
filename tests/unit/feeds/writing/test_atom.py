"""Atom 1.0 that feedparser reads without complaint."""

from __future__ import annotations

from datetime import datetime, timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given
from tests.unit.feeds.made import FEED, HOSTILE, NOW, any_lists, make_article, make_list, read_feed

from zaru.errors import UsageError
from zaru.feeds.article import Article, ArticleList
from zaru.feeds.writing.atom import to_atom
from zaru.feeds.writing.edition import prepare_edition
from zaru.feeds.writing.history import History

ATOM = "{http://www.w3.org/2005/Atom}"
DATED = make_article("紅葉", link="a.html", date="2009-01-16T09:05:00+09:00", author="山田")


def updated(article: Article, history: History | None, now: datetime | None) -> str:
    """Return what Atom says of when an article was updated."""
    page = make_list(article)
    read = read_feed(to_atom(prepare_edition(page, history=history, now=now)))
    return str(read.articles[0]["updated"])


def test_whole_article() -> None:
    article = make_article(
        "a < b", link="a", date="2009-01-16", body="x < y\nz", image="i.jpg", author="山田"
    )
    text = to_atom(prepare_edition(make_list(article, language="ja"), feed_url=FEED, now=NOW))
    read = read_feed(text)
    (found,) = read.articles
    assert (read.version, read.feed["language"]) == ("atom10", "ja")
    assert (found["id"], found["link"]) == ("http://example.com/news/a",) * 2
    assert found["published"] == found["updated"] == "2009-01-16T00:00:00+09:00"
    assert (found["author"], found["title_detail"]["type"]) == ("山田", "text/plain")
    assert found["content"][0]["value"] == "x &lt; y<br />\nz"
    assert found["enclosures"][0]["type"] == "image/jpeg"


def test_feed_says_what_it_is() -> None:
    read = read_feed(to_atom(prepare_edition(make_list(DATED), feed_url=FEED)))
    assert {link["rel"]: link["href"] for link in read.feed["links"]} == {
        "alternate": "http://example.com/news/",
        "self": FEED,
    }
    assert (read.feed["id"], read.feed["author"]) == ("http://example.com/news/", "example.com")
    assert read.feed["updated"] == "2009-01-16T09:05:00+09:00"
    assert read.feed["generator_detail"]["name"] == "zaru"


def test_updated_comes_from_history_then_date_then_now() -> None:
    history = History().update(make_list(DATED), NOW)
    later = NOW + timedelta(days=1)
    assert updated(DATED, history, later) == NOW.isoformat()
    assert updated(DATED, None, later) == "2009-01-16T09:05:00+09:00"
    assert updated(make_article(link="b"), history, later) == later.isoformat()


def test_edited_article_is_updated() -> None:
    edited = make_article("紅葉", link="a.html", body="散った")
    later = NOW + timedelta(days=1)
    history = History().update(make_list(DATED), NOW).update(make_list(edited), later)
    assert updated(edited, history, None) == later.isoformat()


def test_date_of_publication_is_never_invented() -> None:
    page = make_list(make_article(link="a"))
    text = to_atom(prepare_edition(page, history=History().update(page, NOW), now=NOW))
    assert "<published>" not in text


@pytest.mark.parametrize("articles", [(), (make_article(),)], ids=["no-article", "no-date"])
def test_atom_without_any_time_is_refused(articles: tuple[Article, ...]) -> None:
    with pytest.raises(UsageError, match="Atom needs a time"):
        to_atom(prepare_edition(make_list(*articles)))


def test_article_without_link_and_body_has_content() -> None:
    text = to_atom(prepare_edition(make_list(make_article("紅葉"), url=None), now=NOW))
    assert read_feed(text).articles[0]["content"][0]["value"] == "紅葉"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    article = make_article(text, body=text, author=text, link=text, image=text)
    read = read_feed(to_atom(prepare_edition(make_list(article, title=text), now=NOW)))
    assert "<script" not in read.articles[0].get("content", [{"value": ""}])[0]["value"]
    assert read.articles[0]["title_detail"]["type"] == "text/plain"


@given(any_lists())
def test_any_list_is_well_formed(articles: ArticleList) -> None:
    text = to_atom(prepare_edition(articles, now=NOW))
    root = ElementTree.fromstring(text.encode("utf-8"))
    for entry in root.iter(f"{ATOM}entry"):
        tags = {child.tag.removeprefix(ATOM) for child in entry}
        assert tags >= {"id", "title", "updated"}
        assert tags & {"link", "content"}
