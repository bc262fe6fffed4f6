from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.dom.mending import mend


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("a&b", "a&amp;b", id="raw"),
        pytest.param("&amp;&lt;&#12354;&#x3042;", "&amp;&lt;&#12354;&#x3042;", id="known"),
        pytest.param("&nbsp;&eacute;", "&#160;&#233;", id="names-of-html"),
        pytest.param("&copy=1", "&amp;copy=1", id="name-without-end"),
        pytest.param("<![CDATA[&]]>&", "<![CDATA[&]]>&amp;", id="cdata"),
        pytest.param("<!-- & --><?x & ?>", "<!-- & --><?x & ?>", id="comment-and-instruction"),
        pytest.param("<![CDATA[& &", "<![CDATA[& &", id="cdata-without-end"),
        pytest.param("竹\x0c\x00", "竹  ", id="controls"),
    ],
)
def test_mended(source: str, expected: str) -> None:
    assert mend(source.encode()).source.decode() == expected


@given(st.lists(st.sampled_from(["竹", "&", "&nbsp;", "&lt;", "a;", "\x01", "<b>"])))
def test_every_place_leads_back(words: list[str]) -> None:
    source = "".join(words).encode()
    mended = mend(source)
    assert mended.to_original(0) == 0
    assert mended.to_original(len(mended.source)) == len(source)
    for place in range(len(mended.source)):
        if mended.source[place : place + 3] == "竹".encode():
            found = mended.to_original(place)
            assert source[found : found + 3] == "竹".encode()
