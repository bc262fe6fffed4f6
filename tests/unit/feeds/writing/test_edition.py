"""An edition is clean, cut and absolute before any format writes it."""

from __future__ import annotations

from datetime import datetime

import pytest
from tests.unit.feeds.made import FEED, NOW, PAGE, make_article, make_list

from zaru.errors import UsageError
from zaru.feeds.writing.edition import MAX_TITLE_CHARS, prepare_edition
from zaru.feeds.writing.history import History


def test_article_without_a_title_takes_its_first_words() -> None:
    page = make_list(
        make_article("", body="赤い。青い。"), make_article(" ", link="a"), language="ja"
    )
    assert [article.title for article in prepare_edition(page).articles] == ["赤い。", "無題"]


def test_long_title_is_cut() -> None:
    (article,) = prepare_edition(make_list(make_article("x" * 2**20))).articles
    assert len(article.title) == MAX_TITLE_CHARS


def test_same_article_twice_is_published_once() -> None:
    article = make_article(link="a")
    assert len(prepare_edition(make_list(article, article)).articles) == 1


@pytest.mark.parametrize(
    ("page", "feed", "expected"),
    [
        pytest.param(PAGE, FEED, PAGE, id="page"),
        pytest.param(None, FEED, FEED, id="feed"),
        pytest.param("file:///a.html", FEED, FEED, id="file"),
    ],
)
def test_feed_is_named_by_its_page(page: str | None, feed: str, expected: str) -> None:
    assert prepare_edition(make_list(url=page), feed_url=feed).id == expected


def test_feed_without_any_url_has_a_stable_id() -> None:
    first, second = (prepare_edition(make_list(url=None)) for _ in range(2))
    assert first.id == second.id
    assert first.id.startswith("urn:sha256:")


def test_title_falls_back_to_the_host() -> None:
    assert prepare_edition(make_list(title=None)).title == "example.com"
    assert prepare_edition(make_list(title="\x00", url=None)).title == "Articles"


@pytest.mark.parametrize(("tag", "expected"), [("ja_JP", "ja-JP"), ("<x>", None), (None, None)])
def test_language_is_a_tag_or_absent(tag: str | None, expected: str | None) -> None:
    assert prepare_edition(make_list(language=tag)).language == expected


def test_change_comes_from_the_history() -> None:
    page = make_list(make_article(link="a"))
    (article,) = prepare_edition(page, history=History().update(page, NOW)).articles
    assert (article.changed, article.is_edited, article.published) == (NOW, False, None)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(UsageError, match="no http or https address"):
        prepare_edition(make_list(), feed_url="javascript:x")
    with pytest.raises(UsageError, match="zone"):
        prepare_edition(make_list(), now=datetime(2026, 11, 15))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://example.com/a.JPG", "image/jpeg"),
        ("http://example.com/a.png?v=2", "image/png"),
        ("http://example.com/a.jpg.webp", "image/webp"),
        ("http://img.gifts.example/a", "image/jpeg"),
    ],
)
def test_type_of_an_image_comes_from_its_address(url: str, expected: str) -> None:
    (article,) = prepare_edition(make_list(make_article(image=url))).articles
    assert article.image_type == expected
