"""The kernel's parser and the reference make the same of a page; its columns agree with lists."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from tests.soup import encoded_soups

from zaru import Page
from zaru.dom import BLOCK_TAGS, TEXT, UNREAD_TAGS, UNSEEN_TAGS
from zaru.dom.aligned import locate_elements, parse_aligned
from zaru.dom.columns import Columns, ListColumns, Lists
from zaru.dom.parser import parse_html
from zaru.dom.spans import read_source
from zaru.dom.tree import Tree
from zaru.errors import LimitExceeded
from zaru.limits import DEFAULT_LIMITS, Limits

kernel = pytest.importorskip("zaru.dom._kernel", reason="the kernel is not compiled")

ROOTS = frozenset({"body", "frameset"})
TAGS = ("p", "a", "svg:a", "svg:svg", "x-y", "none", "P", "h1", "é")
EXAMPLES = Path(__file__).parents[3] / "examples"
PAGES = sorted(EXAMPLES.rglob("*.html"))
DIRTY = (
    "",
    " ",
    "a<",
    "a</",
    "<",
    "</",
    "<p",
    "<p a",
    "<p a=",
    "<p a='",
    '<p a="b"="c>d">e',
    "<p =a=b/ c>d",
    "<p / / a = 'b' c= d>e",
    "<!",
    "<!-",
    "<!--",
    "<!---",
    "<!-->a<!--->b<!-- --!>c",
    "<!-- a -- > b --!",
    "<?a",
    "</>a</ b>c",
    "<![CDATA[a]]>b",
    "<svg><![CDATA[a]]>b",
    "<table>a<tr>b<td>c</table>d",
    "a&amp;b&c&#10;d",
    "<p>&nbsp;&rarr; &#8217;&#x1F600;&#xa0;<p>&#150;&#0;&#xD800;&#x110000;&#99999999999;&#;&#x;",
    "<p>&amp;amp;<p>&amp&lt<p>&notit;&acE;&nosuch;&CounterClockwiseContourIntegral;<p>&",
    "<script>a\r\n&amp;\r\n</script><p>a\r\n&amp;\r\n<p>\r\n \n\r a&#13;\r\nb\r",
    "&amp;",
    "a=b<caption></dd><<noembed>",
    "a\r\nb\r\n<p>\r\nc",
    "<textarea>\n\r&nbsp;<p><script>",
    "<title>&amp;<b>&nbsp;</title>&lt;<textarea>a&amp<",
    "a\r\nb\nc\rd",
    "a\0b<svg>c\0d",
    "<script><!--<script></script>--></script>x",
    "<math><mi>a</mi></math><svg:p>b",
    "<template>a<b>c</template>",
    "\u3000a\xa0b\u2028",
    "<b>" * 600 + "deep",
    "<p>a<br>b<br><br>c <b>d</b> <br> e<script>f</script>g<p>",
    "<p> a \u3000 b\f\v c<br> <br><pre>\n d\n  e </pre>f<br>",
    "<select><button><selectedcontent></button><option>a<b>c</b><option selected>d<i>e",
    "<table><tr><td>a<input type=hidden></form><b>b<p>c</b>d</table>e",
    "<p>a<b>b<p>c</b>d<a href=1>e<a href=2>f<div>g</a>h",
    "<svg viewbox=1 xlink:href=2><lineargradient x=&amp;><foreignobject><p>a<title>b</svg>c",
    "<math definitionurl=1><annotation-xml encoding=text/html><p>a</annotation-xml><mi>b<p>c",
    "<html a=1><body b=2><html a=3 c=4><body b=5 d=6>e</body> f</html> g",
    "<frameset><frame>a <noframes>b</noframes></frameset> c",
    "<title>a</title><template><td>b<template>c</template></template><caption>d",
    "<pre>\n\na</pre><pre>&#10;b<textarea>\r\nc</textarea><listing>\n",
    "<p id=a ID=b iD=c &amp;=d e=&ampf g=&amp=h i='&lt' j=\"&copy\">k",
    "<nobr>a<nobr>b<marquee>c</nobr>d</marquee>e<button>f<button>g<h1>h<h2>i</h1>j",
    "<x-a>a<x-B/>b</X-A>c<é>d</É>",
    "<p>a <i> </i>b<a href=1> c\u3000<a>d<script>e</script></a>f<br> <br>\xa0<b>g</b><li>h</p>i",
    "<div>a<style>b<p></style> <b>c</b></div><span>d</span>e<a href>f<p>g</a>h",
)


def to_lists(columns: Columns) -> Lists:
    return Lists(
        columns.tags(), columns.parents(), columns.depths(), columns.values(), columns.spans()
    )


def outline(lists: Lists) -> list[tuple[str, int, object]]:
    """Return tag, depth and value of each row, texts that stand side by side as one.

    Where one text ends and the next begins in the file is what the kernel knows better.
    """
    found: list[tuple[str, int, object]] = []
    before = -1  # the parent of the text before, if that is the row before
    for tag, parent, depth, value in zip(*lists[:4], strict=True):
        if tag == TEXT and before == parent:
            found[-1] = tag, depth, f"{found[-1][2]}{value}"
        else:
            found.append((tag, depth, value))
        before = parent if tag == TEXT else -1
    return found


def assert_same(raw: bytes, charset: str | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
    page = Page.from_bytes(raw, charset=charset, limits=limits)
    columns = parse_html(page.raw, page.decoded, limits)
    reference = parse_aligned(page.raw, page.decoded, limits)
    assert outline(to_lists(columns)) == outline(reference)
    assert_consistent(columns)
    assert_spans(page)


def assert_consistent(columns: Columns) -> None:
    """What is asked of one row, and grouping, agree with the lists."""
    lists = to_lists(columns)
    listed = ListColumns(lists)
    copy = kernel.columns_of_lists(*lists[:5])
    for other in (listed, copy):
        assert len(columns) == len(other)
        assert to_lists(other) == lists
        assert columns.ends() == other.ends()
        assert columns.index() == other.index()
        assert columns.index(*TAGS) == other.index(*TAGS)
        for part in ("a", "&", "é", "no such text", ""):
            assert columns.find_run(part, UNSEEN_TAGS) == other.find_run(part, UNSEEN_TAGS)
        elements = [row for row, tag in enumerate(lists.tags) if tag != TEXT]
        names = "class", "id", "href"
        assert columns.words_of(elements, *names) == other.words_of(elements, *names)
        for row in range(0, len(columns), 1 + len(columns) // 50):
            assert columns.tag(row) == other.tag(row) == lists.tags[row]
            assert columns.parent(row) == other.parent(row)
            assert columns.end(row) == other.end(row)
            for gap, most in (("", 400), ("·", 5)):
                asked = row, gap, most, BLOCK_TAGS, UNSEEN_TAGS
                assert columns.line_text(*asked) == other.line_text(*asked)
        for name in ("class", "href", "viewBox", "none", "\u00e9"):
            assert columns.having(name) == other.having(name)
        groups = columns.groups(ROOTS, BLOCK_TAGS, UNSEEN_TAGS)
        assert groups == other.groups(ROOTS, BLOCK_TAGS, UNSEEN_TAGS)
        sizes = columns.sizes(UNREAD_TAGS)
        assert sizes == other.sizes(UNREAD_TAGS)
        assert columns.lines(sizes[0], BLOCK_TAGS) == other.lines(sizes[0], BLOCK_TAGS)
        assert_same_ranges(columns, other, sizes[0])
        segments = columns.segments(BLOCK_TAGS, UNREAD_TAGS)
        assert segments == other.segments(BLOCK_TAGS, UNREAD_TAGS)
        for rows in [*(group[1] for group in groups), *(segment[1] for segment in segments)]:
            assert columns.read_text(rows) == other.read_text(rows)
            assert columns.bounds(rows) == other.bounds(rows)
    for row, tag in enumerate(lists.tags):
        if tag == TEXT:
            assert columns.text(row) == lists.values[row]
            continue
        assert columns.pairs(row) == lists.values[row]
        for name in [name for name, _ in listed.pairs(row)] + ["none", "\u00e9"]:
            assert columns.attribute(row, name) == listed.attribute(row, name)


def assert_same_ranges(columns: Columns, other: Columns, chars: list[int]) -> None:
    for start, end in combinations(range(0, len(columns) + 1, 1 + len(columns) // 15), 2):
        asked = start, end, chars, BLOCK_TAGS
        assert columns.range_text(*asked) == other.range_text(*asked)


def assert_spans(page: Page) -> None:
    """Texts, start tags and attribute values stand where the kernel says."""
    tree = page.tree
    for row in range(len(tree)):
        if tree.is_text(row):
            source = tree.source(row) if row in tree.spans else " "
            said = {read_source(source, is_raw=raw, keeps_nul=nul) for raw, nul in WAYS}
            assert row not in tree.spans or tree.text(row) in said
            continue
        tag_span = tree.start_tag_span(row)
        if tag_span is not None:
            assert tree.read(tag_span)[0] == "<"
            assert tree.read(tag_span)[-1] == ">"
        for name, value in tree.pairs(row):
            span = tree.attribute_span(row, name)
            assert (span is not None) or value is None
            written = "" if span is None else tree.read(span)
            kept = read_source(f"{written};", keeps_nul=True)[:-1]
            assert (value or "") in (kept, read_source(written, is_raw=True)) or "&" in written


WAYS = ((False, False), (True, False), (False, True))


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(EXAMPLES)) for path in PAGES])
def test_example_page_is_the_same(path: Path) -> None:
    raw = path.read_bytes()
    assert_same(raw)
    page = Page.from_bytes(raw)
    reference = ListColumns(parse_aligned(raw, page.decoded, DEFAULT_LIMITS))
    listed = Tree(raw, page.decoded, reference, is_xml=False, limits=DEFAULT_LIMITS)
    assert to_lists(page.tree.columns)[:3] == reference.lists[:3]
    assert page.tree.places == locate_elements(listed)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-16", "iso2022_jp"])
@pytest.mark.parametrize("page", DIRTY, ids=[repr(page)[1:26] for page in DIRTY])
def test_dirty_page_is_the_same(page: str, encoding: str) -> None:
    assert_same(page.encode(encoding, "xmlcharrefreplace"))


# White space that a noscript of the head begins with: the reference puts it beside the noscript.
SPACED_NOSCRIPT = re.compile(r"<noscript\b[^>]*>(<[^>]*>)*\s", re.IGNORECASE)


@given(page=encoded_soups())
@settings(deadline=None, max_examples=500)
def test_tag_soup_is_the_same(page: tuple[bytes, str]) -> None:
    raw, charset = page
    assume(not SPACED_NOSCRIPT.search(raw.decode(charset, "replace")))
    assert_same(raw, charset)


@pytest.mark.parametrize("page", [b"<p>" * 99, b"<p>a" * 60, b"a<!-- -->" * 99], ids=str)
def test_more_rows_than_the_limit_are_refused(page: bytes) -> None:
    tree = Page.from_bytes(page).tree
    for limit in (1, 2, 50, len(tree) - 1):
        with pytest.raises(LimitExceeded, match=f"more than {limit} elements and texts"):
            _ = Page.from_bytes(page, limits=Limits(max_nodes=limit)).tree
    assert len(Page.from_bytes(page, limits=Limits(max_nodes=len(tree))).tree) == len(tree)


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_deep_rows_move_to_an_allowed_ancestor(depth: int) -> None:
    assert_same(b"<div>" * 20 + b"a<p>b", limits=Limits(max_depth=depth))


def test_rows_of_xml_are_the_same() -> None:
    raw = b"<?xml version='1.0'?><body><p>a<b>b</b><i/> </p><P>c</P><svg:svg>d</svg:svg></body>"
    tree = Page.from_bytes(raw).tree
    assert tree.is_xml
    assert tree.tags[1:4] == ["p", TEXT, "b"]
    assert_consistent(tree.columns)


@pytest.mark.parametrize(
    ("text", "encoding"), [("入江", "cp932"), ("ｱ", "cp932"), ("霄", "big5"), ("é", "cp1252")]
)
def test_cdata_ends_behind_characters_not_inside_of_them(text: str, encoding: str) -> None:
    page = f"<p>x</p><svg><![CDATA[{text}]></svg>{text}]]>".encode(encoding)
    tree = Page.from_bytes(page, charset=encoding).tree
    assert tree.text(len(tree) - 1) == tree.source(len(tree) - 1) == f"{text}]></svg>{text}"


def test_line_has_no_soft_hyphens_and_single_spaces() -> None:
    page = "<p>a&shy;b \u3000<b> c</b><i>d</i><div>e<br>f<style>g</style></div> \n"
    columns = Page.from_bytes(page.encode()).tree.columns
    body = columns.tags().index("body")
    assert columns.line_text(body, "", 400, BLOCK_TAGS, UNSEEN_TAGS) == "ab cd e f"
    assert columns.line_text(body, " ", 400, BLOCK_TAGS, UNSEEN_TAGS) == "ab c d e f"


def test_words_of_attributes_are_in_lower_case_and_in_order() -> None:
    page = "<meta name='A b' property=' É '><meta content=x><meta name=b http-equiv='b\x0bC'>"
    columns = Page.from_bytes(page.encode()).tree.columns
    first, _, last = rows = columns.index("meta")["meta"]
    words = columns.words_of(rows, "name", "property", "http-equiv")
    assert words == {"a": [first], "b": [first, last, last], "é": [first], "c": [last]}


@pytest.mark.parametrize("others", range(70))
def test_no_set_of_tags_takes_the_place_of_one_in_use(others: int) -> None:
    """The kernel knows the last sets only: one that is wanted may be gone when another is not."""
    columns = Page.from_bytes(b"<p>a<div>b<script>c</script></div>").tree.columns
    blocks, roots, unread = (frozenset([*tags]) for tags in (BLOCK_TAGS, ROOTS, UNREAD_TAGS))
    for tags in (blocks, roots, unread, *(frozenset({f"x-{i}"}) for i in range(others))):
        columns.sizes(tags)
    assert columns.groups(roots, blocks, unread) == [
        (3, [4], (3, 4)),
        (5, [6], (9, 10)),
        (2, [], (-1, -1)),
    ]
    for tags in (blocks, unread, *(frozenset({f"y-{i}"}) for i in range(others))):
        columns.sizes(tags)
    assert columns.segments(blocks, unread) == [(3, [4]), (5, [6])]


def test_values_are_made_once() -> None:
    columns = Page.from_bytes(b"<p class=a>text &amp; more").tree.columns
    assert columns.text(4) is columns.text(4)
    assert columns.pairs(3) is columns.pairs(3)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        pytest.param(lambda columns: columns.text(3), IndexError, id="text-of-an-element"),
        pytest.param(lambda columns: columns.pairs(4), IndexError, id="pairs-of-a-text"),
        pytest.param(lambda columns: columns.text(99), IndexError, id="no-such-row"),
        pytest.param(lambda columns: columns.text("4"), TypeError, id="no-number"),
        pytest.param(lambda columns: columns.attribute(3), TypeError, id="no-name"),
        pytest.param(lambda columns: columns.having(3), TypeError, id="no-name-of-all"),
        pytest.param(lambda columns: columns.read_text([99]), IndexError, id="no-such-rows"),
        pytest.param(lambda columns: columns.end(99), IndexError, id="end-of-no-row"),
        pytest.param(lambda columns: columns.tag(99), IndexError, id="tag-of-no-row"),
        pytest.param(lambda columns: columns.parent(-1), IndexError, id="parent-of-no-row"),
        pytest.param(lambda columns: columns.index("p", 1), TypeError, id="no-tag"),
        pytest.param(lambda columns: columns.words_of([4], "id"), IndexError, id="words-of-a-text"),
        pytest.param(lambda columns: columns.words_of([3], "é"), TypeError, id="no-plain-name"),
        pytest.param(lambda columns: columns.words_of([3]), TypeError, id="words-without-names"),
        pytest.param(lambda columns: columns.find_run("a", {"p"}), TypeError, id="no-hidden-tags"),
        pytest.param(lambda columns: columns.line_text(3, ""), TypeError, id="no-line"),
        pytest.param(
            lambda columns: columns.range_text(0, 1, [], BLOCK_TAGS), TypeError, id="no-range"
        ),
        pytest.param(
            lambda columns: columns.range_text(
                0, len(columns) + 1, columns.sizes(UNREAD_TAGS)[0], BLOCK_TAGS
            ),
            IndexError,
            id="range-behind-all",
        ),
        pytest.param(lambda columns: columns.sizes({"p"}), TypeError, id="no-unread-tags"),
        pytest.param(lambda columns: columns.lines([0], BLOCK_TAGS), TypeError, id="no-sizes"),
        pytest.param(
            lambda columns: columns.lines(["a"] * (len(columns) + 1), BLOCK_TAGS),
            TypeError,
            id="sizes-that-are-no-numbers",
        ),
        pytest.param(lambda columns: columns.segments({"p"}, set()), TypeError, id="no-frozenset"),
        pytest.param(lambda columns: type(columns)(b"", x=1), TypeError, id="keyword"),
        pytest.param(
            lambda columns: type(columns)(b"ab", 0, None, None, [0, 1], 9, 9),
            ValueError,
            id="places",
        ),
        pytest.param(
            lambda columns: type(columns)(b"\x80b", 0, None, None, [0, 1], 9, 9),
            ValueError,
            id="places-of-half-a-character",
        ),
        pytest.param(
            lambda columns: type(columns)(b"ab", 0, None, None, [0, "1", 2], 9, 9),
            TypeError,
            id="places-that-are-no-numbers",
        ),
        pytest.param(
            lambda columns: type(columns)(b"\xff", 0, lambda _: 1, None, None, 9, 9).values(),
            TypeError,
            id="decoder",
        ),
    ],
)
def test_columns_refuse(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(Page.from_bytes(b"<p class=a>text").tree.columns)


@pytest.mark.parametrize(
    ("lists", "error"),
    [
        pytest.param(([], [], [], [], {}), ValueError, id="empty"),
        pytest.param((["a"], [], [0], [()], {}), ValueError, id="lengths"),
        pytest.param((["a", "b"], [-1, 5], [0, 1], [(), ()], {}), ValueError, id="parent"),
        pytest.param((["a", 1], [-1, 0], [0, 1], [(), ()], {}), TypeError, id="tag"),
        pytest.param((["a", TEXT], [-1, 0], [0, 1], [(), ()], {}), TypeError, id="text"),
        pytest.param((["a"], [-1], [0], [()], {0: 1}), TypeError, id="span"),
    ],
)
def test_lists_that_are_no_rows_are_refused(lists: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        kernel.columns_of_lists(*lists)


def test_threads_parse_side_by_side() -> None:
    from concurrent.futures import ThreadPoolExecutor

    pages = [path.read_bytes() for path in PAGES]
    expected = [to_lists(Page.from_bytes(page).tree.columns) for page in pages]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda page: to_lists(Page.from_bytes(page).tree.columns), pages * 3))
    assert found == expected * 3
