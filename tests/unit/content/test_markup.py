"""Content as HTML: well-formed and safe."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import zaru

EVIL = """<title>t</title><body><article>
<p onclick="evil()">Some text that is long enough to be content, <a href="javascript:evil()">bad</a>
and <a href="https://good.example/?a=1&b=2">good</a> <b>&lt;script&gt;evil()&lt;/script&gt;</b>.</p>
<ul><li>one item of the list that matters<ul><li>a nested item of the list</li></ul></li>
<li>another item of the list that matters</li></ul>
<p>Another paragraph, long enough to be kept as content <img src="javascript:evil()" alt="x">.</p>
</article>"""


@pytest.fixture(scope="module")
def html() -> str:
    return zaru.extract(EVIL, url="https://zaru.example/", favour="recall").to_html()


def test_html_is_well_formed(html: str) -> None:
    ElementTree.fromstring(html.replace("<br>", "<br/>"))


@pytest.mark.parametrize("evil", ["onclick", "javascript:", "<script"])
def test_html_has_nothing_that_acts(html: str, evil: str) -> None:
    assert evil not in html


def test_html_keeps_links_and_lists(html: str) -> None:
    assert '<a href="https://good.example/?a=1&amp;b=2">good</a>' in html
    assert html.count("<ul>") == html.count("</ul>") == 2
    assert html.count("<li>") == html.count("</li>") == 3
