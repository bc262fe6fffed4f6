"""Authors: who wrote a stretch of a page, as its elements say."""

from __future__ import annotations

import pytest

from zaru.layout.authors import find_author
from zaru.page import Page


@pytest.mark.parametrize(
    ("made", "name"),
    [
        pytest.param("<p class=byline>By <a href=/t>Taro</a></p>", "Taro", id="a link"),
        pytest.param("<p class=author><span>By</span> <b>Taro</b></p>", "Taro", id="a label"),
        pytest.param(
            "<div class=post-author><div class=author-name><a href=/t>Taro</a>@taro</div>"
            "<div class=author-rank>Supporter</div></div>",
            "Taro",
            id="a rank behind the name",
        ),
        pytest.param(
            "<div class=author><h4 class=author-name><a href=/t>Taro</a> Editor</h4></div>",
            "Taro",
            id="what he is",
        ),
        pytest.param(
            "<article class=author-7><span class=author>Taro</span><p><a href=/x>Sieves</a></p>",
            "Taro",
            id="a post that is named after him",
        ),
        pytest.param("<p class=author>Share</p>", None, id="a button"),
    ],
)
def test_the_name_is_found(made: str, name: str | None) -> None:
    tree = Page.from_bytes(made.encode()).tree
    found = find_author(tree, 0, len(tree))
    assert (found and found.text) == name
    if found:
        assert found.span
        offset, length = found.span
        assert tree.raw[offset : offset + length].decode() == name
