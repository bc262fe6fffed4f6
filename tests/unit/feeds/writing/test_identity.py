"""Ids stay when items move, when counters change and when the page is fetched again."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.unit.feeds.made import PAGE, any_lists, make_article, make_list, similar_lists

from zaru.feeds.article import Article, ArticleList
from zaru.feeds.writing.identity import Identity, digest_of, hash_id, identify


def ids(*articles: Article, url: str | None = PAGE) -> list[str]:
    """Return the ids of a page's articles."""
    return [identity.id for identity in identify(make_list(*articles, url=url))]


def test_id_is_the_cleaned_link() -> None:
    article = make_article(link="a.html?utm_source=top#comments")
    assert identify(make_list(article)) == (
        Identity("http://example.com/news/a.html", is_link=True),
    )


def test_id_without_a_link_is_a_hash() -> None:
    (identity,) = identify(make_list(make_article("紅葉")))
    assert identity == Identity(hash_id("title", "example.com/news/", "紅葉"), is_link=False)
    assert identity.id.startswith("urn:sha256:")


@pytest.mark.parametrize("link", ["#", PAGE, "javascript:open(1)", "mailto:a@example.com", None])
def test_link_that_names_no_article_is_none(link: str | None) -> None:
    assert ids(make_article(link=link)) == ids(make_article())


@pytest.mark.parametrize("url", ["https://www.example.com/news/", PAGE + "?utm_source=x#top"])
def test_page_that_moves_to_https_keeps_its_hashes(url: str) -> None:
    assert ids(make_article(), url=url) == ids(make_article())


def test_badges_and_counters_do_not_matter() -> None:
    assert (
        ids(make_article("紅葉 NEW (3)")) == ids(make_article("紅葉 (12)")) == ids(make_article())
    )


def test_relative_link_without_a_page_is_hashed() -> None:
    one, other = ids(make_article("a", link="1.html"), make_article("a", link="2.html"), url=None)
    assert one != other
    assert ids(make_article("b", link="1.html"), url=None) == [one]


def test_untitled_articles_are_known_by_their_bodies() -> None:
    assert ids(make_article("", body="雨")) != ids(make_article("", body="雪"))
    assert ids(make_article("", date="2009-01-16")) != ids(make_article("", date="2009-01-17"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param({"title": "a"}, {"title": "b"}, id="title"),
        pytest.param({"date": "2009-01-16"}, {"date": "2009-01-17"}, id="date"),
        pytest.param({"body": "雨"}, {"body": "雪"}, id="body"),
        pytest.param({"title": "連載(1)"}, {"title": "連載(2)"}, id="spelling"),
    ],
)
@pytest.mark.parametrize("link", [None, "a.html"])
def test_articles_with_the_same_link_are_told_apart(
    one: dict[str, str], other: dict[str, str], link: str | None
) -> None:
    first, second = (make_article(**{"link": link or "", **parts}) for parts in (one, other))
    found = ids(first, second)
    assert len(set(found)) == 2
    assert ids(second, first) == found[::-1]


def test_earliest_keeps_its_id_when_others_come() -> None:
    old = make_article("one", link="a.html", date="2009-01-16")
    new = make_article("two", link="a.html", date="2009-01-17")
    newer = make_article("two", link="a.html", date="2009-01-18")
    kept = ids(old)
    assert ids(new, old)[1:] == kept
    both = ids(new, old)
    assert ids(newer, new, old)[1:] == both


def test_known_article_keeps_its_id_when_others_come() -> None:
    old, new = make_article("one", link="a.html"), make_article("two", link="a.html")
    known = {"http://example.com/news/a.html": digest_of(old)}
    identities = identify(make_list(new, old), known)
    assert [identity.is_link for identity in identities] == [False, True]


def test_digest_ignores_counters() -> None:
    assert digest_of(make_article("a (3)")) == digest_of(make_article("a (4) NEW"))
    assert digest_of(make_article("a", body="b")) != digest_of(make_article("a"))


def test_same_article_twice_has_one_id() -> None:
    article = make_article(link="a.html", date="2009-01-16", body="赤い")
    assert len(set(ids(article, article))) == 1


@given(any_lists() | similar_lists(), st.randoms())
def test_order_does_not_matter(articles: ArticleList, random: Random) -> None:
    def by_article(found: ArticleList) -> dict[Article, Identity]:
        return dict(zip(found, identify(found), strict=True))

    order = list(articles.articles)
    random.shuffle(order)
    shuffled = ArticleList(tuple(order), articles.source, url=articles.url)
    assert by_article(shuffled) == by_article(articles)


@example(
    make_list(
        make_article("b", link="/y", date="2009-01-16"),
        make_article("b", link="/y", date="2009-01-16", body="p"),
        make_article("", link="/y", date="2009-01-17"),
    )
)
@given(similar_lists())
def test_different_articles_have_different_ids(articles: ArticleList) -> None:
    different = {(a.title, _target(a), a.date, a.body) for a in articles}
    assert len(set(identify(articles))) == len(different)


def _target(article: Article) -> str | None:
    return article.link.text if article.link and article.link.text != "#" else None
