"""RSS 2.0 that feedparser reads without complaint."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from tests.unit.feeds.made import FEED, HOSTILE, any_lists, make_article, make_list, read_feed

from zaru.feeds.article import Article, ArticleList
from zaru.feeds.writing.edition import prepare_edition
from zaru.feeds.writing.rss import to_rss

FULL = make_article(
    "京都 <紅葉> & 寺",
    link="a.html?utm_source=x",
    date="2009-01-16",
    body="赤い <葉>\n& 青い空",
    image="/a.png?w=3&h=4",
    author="山田",
)


def rss(*articles: Article, language: str | None = None) -> ElementTree.Element:
    """Return the channel of the RSS of a list."""
    edition = prepare_edition(make_list(*articles, language=language), feed_url=FEED)
    channel = ElementTree.fromstring(to_rss(edition)).find("channel")
    assert channel is not None
    return channel


def test_whole_article() -> None:
    read = read_feed(to_rss(prepare_edition(make_list(FULL, language="ja"), feed_url=FEED)))
    (article,) = read.articles
    assert read.version == "rss20"
    assert article["link"] == "http://example.com/news/a.html?utm_source=x"
    assert article["id"] == "http://example.com/news/a.html"
    assert article["published"] == "Fri, 16 Jan 2009 00:00:00 +0900"
    assert article["author"] == "山田"
    assert article["summary"] == "赤い &lt;葉&gt;<br />\n&amp; 青い空"
    assert article["enclosures"] == [
        {"href": "http://example.com/a.png?w=3&h=4", "type": "image/png", "length": "0"}
    ]


def test_channel_says_what_the_feed_is() -> None:
    channel = rss(FULL, language="ja")
    texts = [channel.findtext(name) for name in ("title", "link", "language")]
    assert texts == ["お知らせ", "http://example.com/news/", "ja"]
    assert channel.findtext("description") == "Articles listed on http://example.com/news/"
    assert (channel.findtext("generator") or "").startswith("zaru ")
    link = channel.find("{http://www.w3.org/2005/Atom}link")
    assert link is not None
    assert link.attrib == {"href": FEED, "rel": "self", "type": "application/rss+xml"}


def test_id_that_is_a_link_is_permanent() -> None:
    guid = rss(FULL).find("item/guid")
    assert guid is not None
    assert guid.attrib == {"isPermaLink": "true"}


def test_title_is_text() -> None:
    assert rss(FULL).findtext("item/title") == "京都 <紅葉> & 寺"


def test_what_is_not_known_is_left_out() -> None:
    (item,) = rss(make_article("紅葉", date="いつか", link="javascript:alert(1)")).iter("item")
    assert [child.tag for child in item] == ["title", "guid"]
    assert item[1].get("isPermaLink") == "false"


def test_feed_without_any_url_is_whole() -> None:
    page = make_list(make_article("紅葉", link="a.html"), url=None, title=None)
    read = read_feed(to_rss(prepare_edition(page)))
    assert read.feed["link"].startswith("urn:sha256:")
    assert read.ids[0].startswith("urn:sha256:")
    assert "link" not in read.articles[0]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    article = make_article(text, body=text, author=text, link=text, image=text)
    edition = prepare_edition(make_list(article, title=text))
    (found,) = read_feed(to_rss(edition)).articles
    root = ElementTree.fromstring(to_rss(edition))
    assert root.findtext("channel/item/title") == edition.articles[0].title
    assert "<script" not in found.get("summary", "")
    assert "<img" not in found.get("summary", "")


@given(any_lists())
def test_any_list_is_well_formed(articles: ArticleList) -> None:
    text = to_rss(prepare_edition(articles))
    ids = [guid.text for guid in ElementTree.fromstring(text.encode("utf-8")).iter("guid")]
    assert len(set(ids)) == len(ids)
    assert all(ids)
