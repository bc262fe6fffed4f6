from __future__ import annotations

import pytest

from zaru.corpus.posts.posts import find_posts
from zaru.corpus.posts.signs import MIN_WEIGHT, read_manner, weigh
from zaru.layout.roles import read_roles
from zaru.page import Page


def weight_of(html: str, url: str | None = None) -> int:
    page = Page.from_bytes(html.encode(), url=url)
    return weigh(page, read_manner(page.tree, url), read_roles(page.tree))


@pytest.mark.parametrize(
    ("html", "url"),
    [
        pytest.param("<title>縁側ブログ</title>", None, id="title"),
        pytest.param("<meta name='generator' content='Seesaa'>", None, id="engine"),
        pytest.param("<p>あ", "http://example.cocolog-nifty.com/a.html", id="host"),
        pytest.param("<p>あ", "http://example.jp/blog/a.html", id="path"),
        pytest.param("<p>Posted by 花子 | この記事のURL", None, id="words-of-bylines"),
        pytest.param("<p>トラックバック", None, id="trackback"),
        pytest.param(
            '<script type=\'application/ld+json\'>{"@type": "BlogPosting"}</script>',
            None,
            id="json-ld",
        ),
        pytest.param("<div itemtype='http://schema.org/BlogPosting'>", None, id="microdata"),
    ],
)
def test_what_a_blog_says_of_itself_suffices(html: str, url: str | None) -> None:
    assert weight_of(html, url) >= MIN_WEIGHT


@pytest.mark.parametrize(
    ("html", "url"),
    [
        pytest.param("<link rel=alternate type=application/rss+xml href=/f>", None, id="feed"),
        pytest.param("<meta name=generator content='Hugo 0.5'>", None, id="maker"),
        pytest.param("<p>Powered by <a href='https://jekyllrb.com'>J</a>", None, id="credit"),
        pytest.param("<div class='c-post__meta'>", None, id="name-of-a-part"),
        pytest.param("<a href='/tags.html#ruby'>ruby</a>", None, id="tags"),
        pytest.param("<a href=/2014/03/>March</a>", None, id="month"),
        pytest.param("<a href=/x rel='nofollow tag'>ruby</a>", None, id="rel-tag"),
        pytest.param("<div id=disqus_thread></div>", None, id="comments"),
        pytest.param("<p>あ", "http://example.jp/2014/03/02/a.html", id="dated-address"),
    ],
)
def test_what_stands_around_a_post_counts_once(html: str, url: str | None) -> None:
    assert weight_of(html, url) == 1


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<title>湾岸新聞</title>", id="newspaper"),
        pytest.param("<title>園芸 forum</title>", id="forum"),
        pytest.param("<meta property='og:type' content='product'>", id="shop"),
        pytest.param("<body class='page page-id-12'>", id="fixed-page-of-wordpress"),
        pytest.param(
            '<script type=\'application/ld+json\'>{"@type": ["NewsArticle"]}</script>', id="news"
        ),
    ],
)
def test_other_pages_say_what_they_are(html: str) -> None:
    assert weight_of(html) < 0


def test_post_of_a_blog_that_says_nothing_of_itself_is_found() -> None:
    html = (
        "<title>Rails 4 への移行 - 縁側</title><link rel=alternate type=application/atom+xml "
        "href=/a.xml><h1><a href=/>縁側</a></h1><div class=single-entry-wrap><h2>Rails 4 への移行"
        f"</h2><p>2013-09-01</p><p>{'まず Gemfile を書き換えます。' * 8}</p>"
        "<p><a href=/tags/rails>rails</a></p></div>"
    )
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert post.title is not None
    assert post.title.text == "Rails 4 への移行"


def test_page_without_any_sign_has_no_post() -> None:
    html = f"<title>営業案内</title><h1>営業案内</h1><p>2013-09-01</p><p>{'九時からです。' * 30}"
    assert weight_of(html) < MIN_WEIGHT
    assert find_posts(Page.from_bytes(html.encode())) == []


def test_broken_address_is_no_sign() -> None:
    assert weight_of("<p>あ", "http://[::1/blog/") == 0


def test_names_of_posts_do_not_count_where_a_forum_gives_them() -> None:
    post = "<div><h2 class=post-title>あ</h2><div class=post-body>い</div></div>"
    assert weight_of(post) == 2
    assert weight_of(f"<div class=topic-list></div>{post}") == 0


def test_post_on_news_is_of_no_newspaper() -> None:
    title = "<title>My newsletter and the news - 縁側ブログ</title>"
    assert weight_of(title) < 0
    assert weight_of(f"{title}<meta property=og:title content='My newsletter and the news'>") > 0
