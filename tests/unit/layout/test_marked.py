"""Pages written anew with marks around their bytes."""

from __future__ import annotations

import gc
import re
import time
from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import Element, parse

from zaru.layout.marked import MAX_NESTED, Mark, write_marked
from zaru.page import Page

ENCODINGS = ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"]


def mark_words(html: str, *words: str, encoding: str = "utf-8", keep_links: bool = True) -> str:
    """Return the body of a page in which each first appearance of *words* is marked."""
    page = Page.from_bytes(html.encode(encoding), url="http://zaru.example/", charset=encoding)
    marks = [Mark(span_of(page, word), "zaru-hit") for word in words]
    return body_of(write_marked(page, marks, keep_links=keep_links))


def span_of(page: Page, word: str) -> tuple[int, int]:
    """Return the bytes of the first appearance of *word* in the source of *page*."""
    begin = page.html.index(word)
    whole = (page.decoded.start, len(page.raw) - page.decoded.start)
    return page.tree.part(whole, page.html, begin, begin + len(word))


def body_of(marked: str) -> str:
    return marked.partition("<body>")[2].partition("</body>")[0]


def marked_texts(html: str) -> list[str]:
    """Return the texts of the elements that are marked."""
    return [
        node.text
        for node in parse(html).descendants
        if isinstance(node, Element) and "zaru-" in str(node.attrs.get("class"))
    ]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_mark_covers_a_part_of_a_text(encoding: str) -> None:
    found = mark_words("<p>秋の京都の寺へ行く。</p>", "京都", encoding=encoding)
    assert found == '<p>秋の<span class="zaru-hit">京都</span>の寺へ行く。</p>'


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_mark_over_elements_is_in_pieces(encoding: str) -> None:
    html = "<p>秋の京<b>都の</b>寺へ<p>行く。"
    found = mark_words(html, "京<b>都の</b>寺へ<p>行", encoding=encoding)
    assert marked_texts(found) == ["京", "都の", "寺へ", "行"]
    assert "<b><span" in found


def test_a_mark_counts_the_bytes_of_references() -> None:
    assert marked_texts(mark_words("<p>a&amp;b &lt;c&gt; d</p>", "&lt;c&gt;")) == ["<c>"]
    assert "&lt;c&gt;</span> d" in mark_words("<p>a&amp;b &lt;c&gt; d</p>", "&lt;c&gt;")


def test_a_later_mark_is_inside_an_earlier_one() -> None:
    found = mark_words("<p>ab cd ef</p>", "b cd e", "cd")
    hit = '<span class="zaru-hit">'
    assert found == f"<p>a{hit}b </span>{hit}{hit}cd</span></span>{hit} e</span>f</p>"


def test_marks_that_cross_are_in_pieces() -> None:
    page = Page.from_bytes(b"<p>abcd</p>")
    found = body_of(write_marked(page, [Mark((3, 3), "zaru-x"), Mark((4, 3), "zaru-y")]))
    x, y = '<span class="zaru-x">', '<span class="zaru-y">'
    assert found == f"<p>{x}a</span>{x}{y}bc</span></span>{y}d</span></p>"


def test_marks_nest_only_so_deep() -> None:
    page = Page.from_bytes(b"<p>abcd</p>")
    found = write_marked(page, [Mark((3, 4), f"zaru-{number}") for number in range(9)])
    assert found.count("<span") == MAX_NESTED


def test_only_the_first_piece_is_an_anchor_and_every_piece_has_a_title() -> None:
    page = Page.from_bytes(b"<p>ab<b>cd</b></p>")
    found = write_marked(page, [Mark((3, 7), "zaru-x", 'say "<b>"', "zaru-1")])
    assert found.count('id="zaru-1"') == 1
    assert found.index("zaru-1") < found.index("<b>")
    assert found.count('title="say &quot;&lt;b&gt;&quot;"') == 2


def test_names_of_a_page_are_not_ours() -> None:
    found = mark_words('<p id="zaru-1" class="a zaru-hit">x</p><p id="a" class="b">y</p>')
    assert found == '<p>x</p><p id="a" class="b">y</p>'


def test_links_lead_nowhere_where_that_is_wanted() -> None:
    html = '<p><a href="/x" title="t">link</a></p>'
    assert '<a href="http://zaru.example/x" title="t">' in mark_words(html)
    assert mark_words(html, keep_links=False) == '<p><a title="t">link</a></p>'


@pytest.mark.parametrize("tag", ["title", "textarea", "style"])
def test_no_tag_of_a_mark_becomes_text(tag: str) -> None:
    html = f"<{tag}>some words</{tag}><p>others"
    assert "<span" not in mark_words(html, "words")
    assert "some words" in write_marked(Page.from_bytes(html.encode()), [Mark((0, 99), "zaru-x")])


def test_the_elements_of_xml_are_marked_too() -> None:
    page = Page.from_bytes(b'<?xml version="1.0"?><a><title>some words</title></a>')
    found = write_marked(page, [Mark(span_of(page, "words"), "zaru-hit")])
    assert '<div><div>some <span class="zaru-hit">words</span></div></div>' in found


def test_a_text_that_was_moved_out_of_a_table_is_marked() -> None:
    found = mark_words("<table><tr><td>cell</td></tr>moved</table>", "moved", "cell")
    assert sorted(marked_texts(found)) == ["cell", "moved"]


def test_empty_marks_and_marks_outside_mark_nothing() -> None:
    page = Page.from_bytes(b"<p>abc</p>")
    marks = [Mark((4, 0), "zaru-x"), Mark((100, 5), "zaru-x"), Mark((0, 3), "zaru-x")]
    assert body_of(write_marked(page, marks)) == "<p>abc</p>"


SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=12)
PIECES = st.lists(
    st.sampled_from(["秋の", "&amp;", "<b>", "</b>", "<p>", "a b", "<table>", "<td>", "&nvlt;"]),
    max_size=12,
)


@given(PIECES, SPANS, st.sampled_from(ENCODINGS))
def test_marks_change_no_text(
    pieces: list[str], spans: list[tuple[int, int]], encoding: str
) -> None:
    page = Page.from_bytes("".join(["<p>x", *pieces]).encode(encoding), charset=encoding)
    plain = write_marked(page, [])
    marked = write_marked(page, [Mark(span, "zaru-x", id="zaru-1") for span in spans])
    assert re.sub(r"</?span[^>]*>", "", marked) == plain
    assert marked.count("<span") == marked.count("</span>")


@given(st.text("秋b &<>é", min_size=1, max_size=30), st.data())
def test_a_mark_covers_the_characters_of_its_bytes(text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    before, marked, after = text[:begin], text[begin:end], text[end:]
    source = [f"<pre>{escape(before)}".encode(), escape(marked).encode(), escape(after).encode()]
    page = Page.from_bytes(b"".join(source), charset="utf-8")
    found = write_marked(page, [Mark((len(source[0]), len(source[1])), "zaru-x")])
    pieces = re.findall(r'<span class="zaru-x">(.*?)</span>', found)
    assert unescape("".join(pieces)) == (marked if text.strip() else "")


def test_cost_is_in_proportion_to_page_and_marks() -> None:
    def seconds(count: int) -> float:
        page = Page.from_bytes(b"<p>some words <b>here</b>" * count)
        assert len(page.tree)
        marks = [Mark((place, 40), "zaru-x") for place in range(0, len(page.raw), 3)]
        gc.collect()
        gc.disable()  # it adds noise
        try:
            begin = time.process_time()
            write_marked(page, marks)
            return time.process_time() - begin
        finally:
            gc.enable()

    once, many = (min(seconds(count) for _ in range(2)) for count in (500, 2000))
    assert many < 8 * once + 0.05


def test_marks_in_one_long_text_cost_no_more_than_elsewhere() -> None:
    page = Page.from_bytes(b"<p>" + "秋の京都。".encode() * 20_000)
    marks = [Mark((3 + 15 * number, 6), "zaru-x") for number in range(20_000)]
    begin = time.process_time()
    assert write_marked(page, marks).count("<span") == 20_000
    assert time.process_time() - begin < 3
