"""The links of articles whose titles are none."""

from __future__ import annotations

from tests.unit.feeds.list_pages import BODY, URL

from zaru.feeds.finding.finding import find_articles
from zaru.page import Page


def links_of(form: str) -> list[str | None]:
    html = "".join(form.format(n=n, body=BODY) for n in range(1, 5))
    found = find_articles(Page.from_bytes(html.encode(), url=URL))
    return [article.link.text if article.link else None for article in found]


def test_empty_link_over_an_article_is_its_link() -> None:
    form = (
        "<article><h2>記事の題名{n}</h2><p>{body}</p><p>2009-07-0{n}</p>"
        '<a class=over href="/{n}.html"></a></article>'
    )
    assert links_of(form) == [f"http://www.example.jp/{n}.html" for n in range(1, 5)]


def test_only_page_that_an_article_leads_to_is_its_link() -> None:
    form = (
        '<div><a href="/{n}.html"><img src=a.jpg></a><h3>記事の題名{n}</h3><p>2009-07-0{n}</p>'
        '<p>{body}</p><a href="/{n}.html#more">ほかのことば</a></div>'
    )
    assert links_of(form) == [f"http://www.example.jp/{n}.html" for n in range(1, 5)]


def test_article_that_leads_to_several_pages_has_no_link() -> None:
    form = (
        "<div><h3>記事の題名{n}</h3><p>2009-07-0{n}</p><p>{body}"
        '<a href="/a{n}.html">甲</a>や<a href="/b{n}.html">乙</a>など。</p></div>'
    )
    assert links_of(form) == [None] * 4
