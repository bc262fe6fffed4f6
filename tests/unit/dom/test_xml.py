from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom.xml import is_xml
from zaru.errors import FormatError, LimitExceeded
from zaru.limits import Limits

LAW = (
    '<?xml version="1.0" encoding="{}"?>\n<Law Era="昭和">\n<LawTitle>民法</LawTitle>'
    "<!-- 注 --><Body>第一条 &lt;総則&gt;&#12354;<![CDATA[<b>]]>終</Body><empty/></Law>"
)
ENCODINGS = {"UTF-8": "utf-8", "Shift_JIS": "cp932", "EUC-JP": "euc_jis_2004", "UTF-16": "utf-16"}


def draw(page: Page) -> list[tuple[str, str]]:
    """Return tag or text of each row, with what the file has for it."""
    tree = page.tree
    return [
        (tree.text(row) if tree.is_text(row) else tree.tags[row], tree.source(row))
        for row in range(len(tree))
    ]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_xml_has_tags_texts_and_spans(encoding: str) -> None:
    text = LAW.format(encoding)
    page = Page.from_bytes(text.encode(ENCODINGS[encoding]))
    body = text[text.index("<Body>") : text.index("<empty/>")]
    assert page.tree.is_xml
    assert draw(page) == [
        ("Law", text[text.index("<Law ") :]),
        ("\n", ""),
        ("LawTitle", "<LawTitle>民法</LawTitle>"),
        ("民法", "民法"),
        ("Body", body),
        ("第一条 <総則>あ", "第一条 &lt;総則&gt;&#12354;"),
        ("<b>", "<b>"),
        ("終", "終"),
        ("empty", "<empty/>"),
    ]
    assert page.tree.attributes(0) == {"Era": "昭和"}
    assert page.tree.depths == [0, 1, 1, 2, 1, 2, 2, 2, 1]


def test_tag_names_keep_case_and_prefix() -> None:
    raw = b"<?xml version='1.0'?><a:B xmlns:a='u' C='1' c='2'><b/></a:B>"
    tree = Page.from_bytes(raw).tree
    assert tree.tags == ["a:B", "b"]
    assert tree.attribute(0, "C") == "1"
    assert tree.attribute_span(0, "C") == (raw.index(b"1' c"), 1)
    assert tree.attribute_span(0, "c") == (raw.index(b"2'><"), 1)


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        pytest.param("<?xml version='1.0'?><rss>", "", True, id="declaration"),
        pytest.param("\n <?XML version='1.0'?><rss>", "", True, id="behind-white-space"),
        pytest.param("<rss>", "feed.xml", True, id="file-name"),
        pytest.param("words", "feed.xml", False, id="words-in-an-xml-file"),
        pytest.param("<rss>", "feed.html", False, id="no-declaration"),
        pytest.param("<?xml version='1.0'?><!DOCTYPE html><p>", "", False, id="xhtml-doctype"),
        pytest.param("<?xml version='1.0'?>\n<HTML>", "a.xml", False, id="xhtml"),
        pytest.param("", "a.xml", False, id="empty"),
    ],
)
def test_xml_is_told_from_html(text: str, source: str, expected: bool) -> None:
    assert is_xml(text, source) is expected


@pytest.mark.parametrize(
    ("body", "offset"),
    [
        pytest.param("<a><b></a>", 29, id="crossed-tags"),
        pytest.param("<a>", 24, id="open"),
        pytest.param("<a/><b/>", 25, id="two-roots"),
        pytest.param("", 21, id="no-root"),
    ],
)
def test_what_is_not_well_formed_is_refused_with_its_place(body: str, offset: int) -> None:
    raw = b"<?xml version='1.0'?>" + body.encode()
    with pytest.raises(FormatError, match="not well-formed XML") as caught:
        _ = Page.from_bytes(raw, source="a.xml").tree
    assert (caught.value.source, caught.value.offset) == ("a.xml", offset)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("written", "read"),
    [
        pytest.param("?a=1&b=2", "?a=1&b=2", id="raw-ampersand"),
        pytest.param("竹&笊", "竹&笊", id="ampersand-before-kanji"),
        pytest.param("&copy=1&amp;b", "&copy=1&b", id="name-without-end"),
        pytest.param("竹&nbsp;笊&hellip;", "竹\xa0笊…", id="names-of-html"),
        pytest.param("&unknown;&&lt;", "&unknown;&<", id="unknown-name"),
        pytest.param("<![CDATA[a&b;]]>", "a&b;", id="cdata-stays"),
    ],
)
def test_what_is_nearly_well_formed_is_mended(encoding: str, written: str, read: str) -> None:
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><a x="?c&d"><!-- & -->'
        f"<b>{written}</b><c>竹&amp;で</c></a>"
    )
    tree = Page.from_bytes(text.encode(ENCODINGS[encoding])).tree
    assert tree.attribute(0, "x") == "?c&d"
    rows = {tree.tags[tree.parents[row]]: row for row in range(len(tree)) if tree.is_text(row)}
    assert tree.text(rows["b"]) == read
    assert tree.source(rows["b"]) == written.removeprefix("<![CDATA[").removesuffix("]]>")
    assert (tree.text(rows["c"]), tree.source(rows["c"])) == ("竹&で", "竹&amp;で")
    places = tree.places_of(rows["b"], [0, len(read) - 1])
    assert places is not None
    last = tree.read((places[1], sum(tree.span(rows["b"]) or ()) - places[1]))
    assert last in (read[-1], "&hellip;", "&lt;")


def test_control_characters_are_blanks() -> None:
    raw = b"<?xml version='1.0'?><a>\x0b<b>x\x01</b><![CDATA[\x08y]]></a>"
    assert [text for text, _ in draw(Page.from_bytes(raw))] == ["a", " ", "b", "x ", " y"]


def test_mending_costs_linear_time() -> None:
    body = b"<![CDATA[" * 50_000 + b"&" * 200_000
    with pytest.raises(FormatError):
        _ = Page.from_bytes(b"<?xml version='1.0'?><a>" + body).tree


def test_place_of_an_error_counts_bytes_of_the_file() -> None:
    text = "<?xml version='1.0' encoding='Shift_JIS'?><a>日本語の文章です</b>"
    raw = text.encode("cp932")
    with pytest.raises(FormatError) as caught:
        _ = Page.from_bytes(raw).tree
    assert caught.value.offset == raw.index(b"</b>") + 2


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY a "b">',
        '<!ENTITY % a "b">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY a PUBLIC "b" "http://e.jp/">',
    ],
    ids=["internal", "parameter", "file", "web"],
)
def test_entity_declaration_is_refused(declaration: str) -> None:
    raw = f"<?xml version='1.0'?><!DOCTYPE x [{declaration}]><x>&a;</x>".encode()
    with pytest.raises(FormatError, match="declares the entity 'a'"):
        _ = Page.from_bytes(raw).tree


def test_external_doctype_is_not_read() -> None:
    raw = b'<?xml version="1.0"?><!DOCTYPE x SYSTEM "http://e.jp/x.dtd"><x>a</x>'
    assert draw(Page.from_bytes(raw)) == [("x", "<x>a</x>"), ("a", "a")]


def test_nodes_and_depth_are_limited() -> None:
    raw = b"<?xml version='1.0'?>" + b"<a>" * 20 + b"x" + b"</a>" * 20
    with pytest.raises(LimitExceeded, match="more than 10"):
        _ = Page.from_bytes(raw, limits=Limits(max_nodes=10)).tree
    tree = Page.from_bytes(raw, limits=Limits(max_depth=5)).tree
    assert max(tree.depths) == 5
    assert len(tree) == 21
