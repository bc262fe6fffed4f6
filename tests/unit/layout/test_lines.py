from __future__ import annotations

from zaru.layout.lines import lines_between, read_lines
from zaru.page import Page


def test_lines_end_at_br_and_at_blocks() -> None:
    page = Page.from_bytes("<p>一<b>二</b><br>三</p>四<div>五</div>".encode())
    lines = read_lines(page.tree)
    assert [line.text for line in lines] == ["一二", "三", "四", "五"]
    assert [line.spaced for line in lines] == ["一 二", "三", "四", "五"]


def test_what_is_not_read_is_no_line() -> None:
    page = Page.from_bytes(b"<p>one<script>two</script></p><style>three</style><p> </p>")
    assert [line.text for line in read_lines(page.tree)] == ["one"]


def test_block_of_a_line_is_the_nearest() -> None:
    tree = Page.from_bytes(b"<div>one<p><b>two</b></p>three</div>").tree
    assert [tree.tags[line.block] for line in read_lines(tree)] == ["div", "p", "div"]


def test_lines_between_rows_begin_there() -> None:
    lines = read_lines(Page.from_bytes(b"<p>one<p>two<p>three").tree)
    assert lines_between(lines, lines[1].start, lines[2].start) == [lines[1]]
