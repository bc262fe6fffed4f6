"""Parts of passages whose text and bytes are known."""

from __future__ import annotations

from zaru.citations.locating import locate_parts
from zaru.page import Page

PAGE = Page.from_bytes("<p>これは<b>新\n聞</b>の<ruby>漢<rt>かん</rt>字</ruby>です。".encode())
WHOLE = 0, len(PAGE.raw)


def test_a_part_between_tags_is_exact() -> None:
    found = locate_parts(PAGE.tree, WHOLE, "これは新聞の漢字です。", [(3, 5), (6, 8)])
    assert found is not None
    assert [PAGE.source(span) for span in found] == ["新\n聞", "漢<rt>かん</rt>字"]


def test_a_text_with_ruby_is_followed() -> None:
    found = locate_parts(PAGE.tree, WHOLE, "新聞の漢かん字", [(4, 6)])
    assert found is not None
    assert [PAGE.source(span) for span in found] == ["かん"]


def test_another_text_is_not() -> None:
    assert locate_parts(PAGE.tree, WHOLE, "新聞の感じ", [(0, 2)]) is None
