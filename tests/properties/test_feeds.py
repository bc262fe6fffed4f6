from __future__ import annotations

from hypothesis import given
from tests.soup import soups

from zaru.errors import InputError
from zaru.feeds.finding.finding import find_articles
from zaru.page import Page


@given(soups())
def test_any_page_gives_articles_or_none(html: str) -> None:
    page = Page.from_bytes(html.encode("utf-8", "replace"), url="http://www.example.jp/a/")
    try:
        found = find_articles(page)
    except InputError:
        return
    for article in found:
        assert article.title.text
        offset, length = article.span
        assert 0 <= offset <= offset + length <= len(page.raw)
