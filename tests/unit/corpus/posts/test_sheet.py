from __future__ import annotations

from zaru.corpus.posts.sheet import lay_out
from zaru.page import Page


def test_side_bars_are_no_part_of_the_main_size() -> None:
    html = "<body><p>本文<a href='/x'>他所</a></p><script>x</script><nav>欄外</nav>"
    page = Page.from_bytes(html.encode())
    assert lay_out(page).main_size == 4


def test_what_holds_most_of_the_prose_is_no_side_bar() -> None:
    html = "<body><div class=widget><p>本文は長い</p></div><div class=widget>欄外</div>"
    page = Page.from_bytes(html.encode())
    assert lay_out(page).main_size == 5
