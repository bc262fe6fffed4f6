from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import Tree
from zaru.limits import Limits
from zaru.text.labels import CODEC_OF

HTML = (
    '<html><head><title>新聞 – 記事</title></head>\r\n<body class="主">\r\n'
    "<div id='本文'><p>吾輩は<b>猫</b>である。&amp;名前は\r\nまだ無い。</p>\r\n"
    '<a href="/記事/?a=1&amp;b=2" TITLE=続き>続きを読む</a></div></body></html>'
).replace(" – ", "・")
MARKS = {"UTF-16LE": b"\xff\xfe", "UTF-16BE": b"\xfe\xff"}
ENCODINGS = ("UTF-8", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "UTF-16LE", "UTF-16BE")


@pytest.fixture(params=ENCODINGS)
def tree(request: pytest.FixtureRequest) -> Tree:
    """Return the tree of the same page, written in each encoding."""
    encoding = request.param
    page = Page.from_bytes(MARKS.get(encoding, b"") + HTML.encode(CODEC_OF[encoding]))
    assert page.encoding == encoding
    return page.tree


def find(tree: Tree, tag: str) -> int:
    return tree.tags.index(tag)


def run_of(tree: Tree, text: str) -> int:
    return next(row for row in range(len(tree)) if tree.is_text(row) and tree.text(row) == text)


def cut(tree: Tree, span: tuple[int, int] | None) -> str:
    assert span is not None
    offset, length = span
    return tree.raw[offset : offset + length].decode(tree.decoded.codec)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("新聞・記事", "新聞・記事"),
        ("吾輩は", "吾輩は"),
        ("猫", "猫"),
        ("である。&名前は\nまだ無い。", "である。&amp;名前は\r\nまだ無い。"),
        ("続きを読む", "続きを読む"),
    ],
)
def test_span_of_a_text_holds_its_source(tree: Tree, text: str, source: str) -> None:
    row = run_of(tree, text)
    assert cut(tree, tree.span(row)) == source == tree.source(row)


def test_rows_of_tags_are_in_document_order(tree: Tree) -> None:
    assert tree.rows_of("a", "nav", "p") == [find(tree, "p"), find(tree, "a")]
    assert tree.rows_of("b") == [find(tree, "b")]
    assert tree.rows_of("nav") == tree.rows_of() == []


def test_element_ends_behind_what_it_holds(tree: Tree) -> None:
    assert [tree.end(row) for row in range(len(tree))] == tree.ends
    assert tree.ends[find(tree, "p")] == run_of(tree, "である。&名前は\nまだ無い。") + 1
    assert tree.ends[0] == len(tree)


@pytest.mark.parametrize(
    ("tag", "source"),
    [
        pytest.param("html", HTML, id="html"),
        pytest.param("title", "<title>新聞・記事</title>", id="title"),
        pytest.param("b", "<b>猫</b>", id="b"),
        pytest.param("p", HTML[HTML.index("<p>") : HTML.index("</p>") + 4], id="p"),
        pytest.param("a", HTML[HTML.index("<a ") : HTML.index("</a>") + 4], id="a"),
    ],
)
def test_span_of_an_element_goes_from_tag_to_tag(tree: Tree, tag: str, source: str) -> None:
    row = find(tree, tag)
    assert cut(tree, tree.span(row)) == source == tree.source(row)


@pytest.mark.parametrize(
    ("tag", "name", "value", "source"),
    [
        ("body", "class", "主", "主"),
        ("div", "id", "本文", "本文"),
        ("a", "href", "/記事/?a=1&b=2", "/記事/?a=1&amp;b=2"),
        ("a", "title", "続き", "続き"),
    ],
)
def test_span_of_an_attribute_holds_its_value(
    tree: Tree, tag: str, name: str, value: str, source: str
) -> None:
    row = find(tree, tag)
    assert tree.attribute(row, name) == tree.attributes(row)[name] == value
    assert cut(tree, tree.attribute_span(row, name)) == source


def test_what_is_absent_has_no_span(tree: Tree) -> None:
    white = next(row for row in range(len(tree)) if tree.is_text(row) and row not in tree.spans)
    assert tree.text(white).isspace()
    assert tree.span(white) is None
    assert tree.source(white) == ""
    assert tree.attribute(find(tree, "a"), "rel") is None
    assert tree.attribute_span(find(tree, "a"), "rel") is None


def test_path_goes_from_the_root_to_the_row(tree: Tree) -> None:
    assert tree.path(run_of(tree, "猫")) == "html/body/div/p/b/#text"
    assert tree.path(0) == "html"


def test_a_path_of_deep_and_long_tags_is_cut() -> None:
    page = Page.from_bytes((f"<{'x' * 99}>" * 200 + "<p>text").encode())
    path = page.tree.path(page.tree.tags.index("p"))
    assert path.startswith(f"html/body/{'x' * 40}/")
    assert path.endswith(f"/{'x' * 40}/p")
    assert path.count("/…/") == 1
    assert len(path) <= 300
    shallow = Page.from_bytes(b"<b>" * 99 + b"<p>text").tree
    assert shallow.path(shallow.tags.index("p")) == "html/body" + "/b" * 99 + "/p"


def test_long_attribute_is_cut_in_the_tree_and_whole_in_the_file() -> None:
    raw = b'<p id="' + b"x" * 100 + b'">'
    tree = Page.from_bytes(raw, limits=Limits(max_attribute_chars=10)).tree
    row = find(tree, "p")
    assert tree.attributes(row) == {"id": "x" * 10}
    assert tree.attribute(row, "id") == "x" * 10
    assert tree.attribute_span(row, "id") == (7, 100)


def test_attribute_without_value_is_empty() -> None:
    tree = Page.from_bytes(b"<input disabled>").tree
    row = find(tree, "input")
    assert tree.attribute(row, "disabled") == ""
    assert tree.attribute_span(row, "disabled") is None


def test_first_of_two_attributes_of_one_name_counts() -> None:
    tree = Page.from_bytes(b"<p id=a ID=b>").tree
    row = find(tree, "p")
    assert tree.attributes(row) == {"id": "a"}
    assert tree.attribute_span(row, "id") == (6, 1)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(b"<p>some words a\0b</p>", ["some words a\0b"], id="nul-is-dropped"),
        pytest.param(b"\xef\xbb\xbf<p>a", ["a"], id="behind-a-mark"),
        pytest.param(b"<p>a\x85\xffz" + "日本語".encode() * 9, None, id="undecodable"),
        pytest.param(b"<table>a<tr><td>b", ["a", "b"], id="moved-out-of-a-table"),
        pytest.param(b"<textarea>\na</textarea>", ["a"], id="textarea"),
        pytest.param(b"<svg><style><![CDATA[a]]></style>", ["a"], id="cdata"),
        pytest.param(b"<p>1 <2<3", ["1 <2<3"], id="stray-less-than"),
        pytest.param(b"<p>a<!-- b", ["a"], id="open-comment"),
        pytest.param(b"<noscript>a</noscript>", ["a"], id="noscript"),
        pytest.param(b"<template>a</template>", ["a"], id="template"),
        pytest.param(b"<p>a&amp;</", ["a&amp;</"], id="cut-end-tag"),
    ],
)
def test_source_of_a_dirty_text(html: bytes, expected: list[str] | None) -> None:
    tree = Page.from_bytes(html).tree
    found = [tree.source(row).strip() for row in range(len(tree)) if row in tree.spans]
    if expected is None:
        expected = [html[3:].decode("utf-8", "replace")]
    assert found == expected


@pytest.mark.parametrize("encoding", [f"windows-{page}" for page in (874, *range(1250, 1259))])
def test_text_with_a_byte_that_python_lacks_keeps_its_place(encoding: str) -> None:
    said = bytes(byte for byte in range(0x80, 0xA0)) + b" \xe2\x80\x9d end"
    raw = b"<meta charset=%b><p>first</p><p>%b</p>" % (encoding.encode(), said)
    page = Page.from_bytes(raw)
    _, second = (block for block in page.tree.blocks if block.tag == "p")
    assert page.encoding == encoding
    assert cut(page.tree, second.span) == second.text == said.decode(page.decoded.codec)


def test_characters_that_python_lacks_in_iso_2022_jp_keep_their_place() -> None:
    raw = b"<p>\x1b$B4A;z\x1b(B</p><p>\x1b$B-!4A;z\x1b(B</p>"
    tree = Page.from_bytes(raw).tree
    assert [cut(tree, block.span) for block in tree.blocks if block.tag == "p"] == ["漢字", "①漢字"]


@pytest.mark.parametrize("tail", [b"<object", b"<p>a</p>", b"(B<p>a</p>", b"B\x1b(B<p>a", b""])
def test_bad_escape_costs_nothing_else(tail: bytes) -> None:
    tree = Page.from_bytes(b"\x1b$BA>\x1b$" + tail).tree
    assert tree.decoded.text.startswith("曽")
    assert all(tree.source(row) == tree.text(row) for row in tree.spans)
    assert [block.span for block in tree.blocks if block.span]


def test_rows_know_what_is_below_and_above_them() -> None:
    tree = Page.from_bytes(b"<body><div><p>a<b>c</b></p></div><p>d").tree
    div, bold = tree.tags.index("div"), tree.tags.index("b")
    assert tree.tags[div : tree.ends[div]] == ["div", "p", "#text", "b", "#text"]
    assert tree.ends[0] == len(tree)
    assert [tree.tags[row] for row in tree.ancestors(bold)] == ["p", "div", "body", "html"]
    assert list(tree.ancestors(0)) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_part_of_what_is_written_has_its_bytes(encoding: str) -> None:
    html = "<p>前の文。&amp;いい文。後の文。</p>"
    page = Page.from_bytes(MARKS.get(encoding, b"") + html.encode(CODEC_OF[encoding]))
    tree = page.tree
    span = tree.span(find(tree, "#text"))
    assert span is not None
    written = tree.read(span)
    begin = written.index("&amp;い")
    part = tree.part(span, written, begin, begin + len("&amp;いい文。"))
    assert tree.read(part) == page.source(part) == "&amp;いい文。"


def test_shared_row_is_the_lowest_that_holds_both() -> None:
    tree = Page.from_bytes(b"<div><p>a<b>b</b></p><p>c</p></div>").tree
    a, b, c = (row for row in range(len(tree)) if tree.is_text(row))
    assert tree.tags[tree.shared(a, b)] == "p"
    assert tree.tags[tree.shared(b, c)] == tree.tags[tree.shared(c, b)] == "div"
    assert tree.shared(a, a) == a
    assert tree.shared(0, c) == 0


def test_span_of_runs_goes_from_the_first_to_the_last_byte() -> None:
    raw = b"<table><tr><td> in </td>out </tr></table>"
    tree = Page.from_bytes(raw).tree
    rows = range(len(tree))
    offset, length = tree.run_span(rows) or (0, 0)
    assert raw[offset : offset + length] == b"in </td>out"
    assert tree.run_span(reversed(rows)) == (offset, length)
    assert tree.run_span([0, 1]) is None


def test_elements_are_found_by_the_names_of_their_attributes() -> None:
    tree = Page.from_bytes(
        b"<p id=a class=b>x<a href=/y hidden>z</a><i CLASS=c><svg viewbox=1>"
    ).tree
    names = ("class", "hidden", "href", "viewBox", "title")
    named = {name: [(tree.tags[row], value) for row, value in tree.having(name)] for name in names}
    assert named == {
        "class": [("p", "b"), ("i", "c")],
        "hidden": [("a", "")],
        "href": [("a", "/y")],
        "viewBox": [("svg:svg", "1")],
        "title": [],
    }
    assert tree.having("class") is tree.having("class")
