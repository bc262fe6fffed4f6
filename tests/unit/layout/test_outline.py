from __future__ import annotations

from zaru.layout.outline import Outline
from zaru.page import Page


def outline_of(html: str) -> Outline:
    return Outline(Page.from_bytes(html.encode()).tree)


def test_side_bars_are_no_part_of_the_main_size() -> None:
    html = "<body><p>本文<a href='/x'>他所</a></p><script>x</script><nav>欄外</nav>"
    assert outline_of(html).main_size == 4


def test_what_holds_most_of_the_prose_is_no_side_bar() -> None:
    html = "<body><div class=widget><p>本文は長い</p></div><div class=widget>欄外</div>"
    assert outline_of(html).main_size == 5
