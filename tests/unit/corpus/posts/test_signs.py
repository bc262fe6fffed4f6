from __future__ import annotations

import pytest

from zaru.corpus.posts.marks import read_roles
from zaru.corpus.posts.signs import Signs, may_be_blog, read_manner, read_signs
from zaru.page import Page


def signs_of(html: str, url: str | None = None) -> Signs:
    page = Page.from_bytes(html.encode(), url=url)
    return read_signs(page, read_manner(page.tree, url), read_roles(page.tree))


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
def test_blogs_say_that_they_are_blogs(html: str, url: str | None) -> None:
    signs = signs_of(html, url)
    assert signs.speaks
    assert signs.weight >= 2


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<title>湾岸新聞</title>", id="newspaper"),
        pytest.param("<meta name='generator' content='phpBB'>", id="forum"),
        pytest.param("<meta property='og:type' content='product'>", id="shop"),
        pytest.param(
            '<script type=\'application/ld+json\'>{"@type": ["NewsArticle"]}</script>', id="news"
        ),
    ],
)
def test_other_pages_say_what_they_are(html: str) -> None:
    page = Page.from_bytes(f"{html}<p class='entry'>あ".encode())
    assert signs_of(html).weight < 0
    assert not may_be_blog(page, read_manner(page.tree, None))


def test_page_without_any_sign_is_refused_by_its_bytes() -> None:
    page = Page.from_bytes("<title>案内</title><p>営業時間は九時からです。".encode())
    assert not may_be_blog(page, read_manner(page.tree, None))


def test_broken_address_is_no_sign() -> None:
    assert signs_of("<p>あ", "http://[::1/blog/").weight == 0
