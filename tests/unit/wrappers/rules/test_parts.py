"""Parts of texts, as bytes of the file."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.wrappers.rules.parts import part_span


@pytest.mark.parametrize(
    ("source", "part", "written"),
    [
        pytest.param("<p>価格: 1,200円 (税込)", "1,200円", "1,200円", id="plain"),
        pytest.param("<p>a &amp; b &lt; c", "b < c", "b &lt; c", id="references"),
        pytest.param("<p>a &amp;&amp; b", "& b", "&amp; b", id="half-of-references"),
        pytest.param("<p>a\r\nb\r\nc", "b\nc", "b\r\nc", id="line-ends"),
        pytest.param("<p>x&ampy z", "&y", "&ampy", id="no-semicolon"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp"])
def test_part_is_found(source: str, part: str, written: str, encoding: str) -> None:
    page = Page.from_bytes(source.encode(encoding), charset=encoding)
    row = max(page.tree.spans)
    text, span = page.tree.text(row), page.tree.span(row)
    assert span is not None
    begin = text.index(part)
    offset, length = part_span(page.tree, span, text, begin, begin + len(part))
    assert page.raw[offset : offset + length].decode(encoding) == written


def test_text_that_cannot_be_followed_has_the_whole_span() -> None:
    page = Page.from_bytes(b"<p>abc")
    assert part_span(page.tree, (3, 3), "wxyz", 1, 2) == (3, 3)
