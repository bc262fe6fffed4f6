"""Rows and Markdown in C and in Python are the same: roles, blocks, bylines, inline markup."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.soup import encoded_soups

from zaru.content import content as contents
from zaru.content import languages, markdown, outline, titles
from zaru.content.bylines import _kind_of as find_kind
from zaru.content.bylines import find_steps
from zaru.content.content import Content, ContentBlock, Kept, build_blocks
from zaru.content.extraction import extract
from zaru.content.languages import count_scripts, count_words
from zaru.content.roles import RoleFinder
from zaru.content.segments import find_segments
from zaru.page import Page

kernel = pytest.importorskip("zaru.content._kernel", reason="the kernel is not compiled")

EXAMPLES = Path(__file__).parents[3] / "examples"
PAGES = sorted(EXAMPLES.rglob("*.html"))
URL = "http://example.com/a/b.html"
LINE_ENDS = markdown._LINE_ENDS_IN
LONG = "http://example.com/" + "x" * 400
ODD = {
    "styles": "<p>a <b>b</b><i> c </i>d<b><i>e</i></b><code>f`|g</code><sub>h</sub>"
    "<sup><sub>i</sub></sup>",
    "touching": "<p>これは<b>「本」</b>です<em>。</em><strong>x</strong>y<b>!</b><b>竹</b>",
    "links": "<p>see <a href=/x>this <b>one</b></a>, <a href='mailto:a@b'>mail</a>!<a href=c>d</a>",
    "link-of-two": "<p><a href=x>a<br>b</a><a href=x>c</a> <a href='y z'>d</a><a href=y&lt;(>e</a>",
    "nested-links": "<p><a href=mailto:x><object><a href=/in>b</a>c</object></a>",
    "blank-link": "<p>a<a href=x> </a>b<a href=x><br></a>c",
    "long-link": f"<a href='{LONG}'>a<div>b</div><div><b>c</b></div></a>",
    "breaks": "<p>a<br>b <br> c<b><br></b>d<br>",
    "marks": "<p>- a<p>+<p>1. b<p>1234567890. c<p>12) <p># d<p>####### e<p>=== <p>: -<p>:-- :"
    "<p>-x<p>１. y",
    "marks-behind": "<p>a<br>- b<br>1. c<br># d<br>==<br>:-: <br>--- -<br>+x",
    "escapes": r"<p>a\b `c` *d* _e_ [f] &lt;g> |h| ~i~ &amp;amp; &amp;#1; &amp;x &amp;é; &amp;_;",
    "references": "<p>&amp;" + "a" * 40 + ";<p>&amp;" + "a" * 41 + "; &amp;; &amp;#; &amp;# x;",
    "white": "<p>\xa0a \u3000<b> \xa0b\u2003 </b>\n\tc&#10;d&#13;\r\n",
    "surrogates": "<p>&#xD800;<b>&#xDFFF;a</b>\ufffd",
    "table": "<table><tr><th>a<th>b<tr><td>c|d<br>e<td><code>f|g</code></table><p>x",
    "layout": f"<table><tr><td>{'long ' * 80}<td>b<tr><td>c<td>d</table>",
    "lists": "<ol start=3><li>a<ul><li>b<li><p>c<p>d</ul><li value=9>e</ol><dl><dt>f<dd>g</dl>",
    "quotes": "<blockquote>a<blockquote>b</blockquote><pre>c\n  d</pre></blockquote>",
    "headings": "<h1>A <b>b</b> #</h1><h2>c<br>d</h2><h6>e</h6><ul><li><h3>f</h3><p>g</ul>",
    "images": "<p>a<img src=x alt=' y  z '><p>b<img src=javascript:0><img src=/w>c<img><p>d",
    "bylines": "<title>Title of it all</title><h1>Title of it all</h1><p class=byline>By Jane Doe"
    "<p class='Date'>2020-01-02<p>© 2020 x<p>(c) y<p>(x) z<p>Ⓒ<a rel=author href=/a>Jane Doe</a>"
    "<time itemprop=datePublished datetime=2020-01-02>2020/1/2</time><p>Jane Doe<p>2020-01-02",
    "kinds": "<h1>Some long title</h1>"
    + "".join(
        f"<div class='{name}'>{number} May 201{number % 10}</div>"
        for number, name in enumerate(
            "update authority author authors coauthor coauthored byline bylines date xdate dated"
            " time sometime timer lastmod modified reviews review review__x Comment-3 été"
            " İupdate 更新 publisher posted-on creator creatori writer typewriter xwriter".split()
        )
    ),
    "asides": "<h1>Some long title</h1><nav>1 May 2011</nav><aside class=widget><time>2012-1-2"
    "</time></aside><figure>3</figure><script>4</script><a href=/author/x>Jane</a>５<p>１２月",
}


def read(raw: bytes, url: str | None = URL, charset: str | None = None) -> Content:
    page = Page.from_bytes(raw, url=url, charset=charset)
    kept = tuple(
        Kept(segment, segment.text, n > 0) for n, segment in enumerate(find_segments(page.tree))
    )
    return Content(page, kept)


def assert_roles(content: Content) -> None:
    """Roles, what holds blocks, and the blocks themselves."""
    tree, kept = content.tree, content.kept
    rows = [one.segment.row for one in kept] + list(range(len(tree)))
    finder = RoleFinder(tree, content.metadata)
    assert kernel.find_roles(tree.columns, rows) == list(map(finder.find_base, rows))
    assert kernel.find_holders(tree.columns, rows) == outline.find_holders(tree, rows)
    bases = [finder.find_base(one.segment.row) for one in kept]
    images = partial(contents._build_images, tree)
    built = [
        build(ContentBlock, kept, bases, own.bylines, tree.rows_of("img"), own.find, images)
        for build in (kernel.build_blocks, build_blocks)
        for own in [RoleFinder(tree, content.metadata)]
    ]
    assert built[0] == built[1] == content.blocks
    assert {type(block) for block in built[0]} <= {ContentBlock}


def assert_inline(content: Content) -> None:
    tree = content.tree
    more = content.resolve, markdown._write_address, tree.limits.max_attribute_chars
    for block in content.blocks:
        for number, line_end in enumerate(LINE_ENDS):
            if block.rows and block.role != "code":
                own = block.row, block.rows, block.text, number
                found = kernel.write_inline(tree.columns, *more, *own)
                assert found == markdown.write_inline(content, block, line_end)


def assert_steps(content: Content) -> None:
    """What is read near a title, whichever row that is."""
    tree = content.tree
    for anchor in range(0, len(tree), 1 + len(tree) // 20):
        first, last = max(0, anchor - 30), min(len(tree), anchor + 150)
        for is_now_known in (False, True):
            numbers = first, anchor, tree.end(anchor), last
            more = is_now_known, 120, tree.limits.max_attribute_chars, find_kind
            expected = list(find_steps(tree, first, anchor, last, is_now_known))
            assert kernel.find_steps(tree.columns, *numbers, *more) == expected


def assert_same(content: Content) -> None:
    assert_roles(content)
    assert_inline(content)
    assert_steps(content)


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(EXAMPLES)) for path in PAGES])
def test_example_page_is_the_same(path: Path) -> None:
    assert_same(extract(path.read_bytes(), url=URL))


@pytest.mark.parametrize("url", [URL, None])
@pytest.mark.parametrize("name", ODD)
def test_odd_page_is_the_same(name: str, url: str | None) -> None:
    assert_same(read(ODD[name].encode("utf-8", "surrogatepass"), url))


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "utf-16", "iso2022_jp"])
@pytest.mark.parametrize("name", ["touching", "kinds", "asides", "white", "escapes"])
def test_odd_page_in_another_encoding_is_the_same(name: str, codec: str) -> None:
    assert_same(read(ODD[name].encode(codec, "xmlcharrefreplace"), charset=codec))


def test_page_of_xml_is_the_same() -> None:
    body = "<p class='author'>a <b>b</b></p><ul><li>- c</li></ul><p>2020</p>"
    assert_same(read(f"<?xml version='1.0'?><html><body>{body}</body></html>".encode()))


@given(page=encoded_soups())
@settings(deadline=None, max_examples=200)
def test_tag_soup_is_the_same(page: tuple[bytes, str]) -> None:
    assert_same(read(page[0], charset=page[1]))


def inline_markup() -> st.SearchStrategy[str]:
    """Return the strategy of paragraphs with inline markup, marks of Markdown and white space."""
    tags = "<b>|</b>|<i>|</i>|<a href=x>|<a href='http://a.b/(c)'>|</a>|<br>|<code>|</code>|<sup>|</sup>"
    texts = "a|竹| |\xa0|。|「|!|*|_|`|``|[|]|\\|&amp;lt;|- |1. |# |=|:-|\n|é|&lt;|~|.|）|＊|€"
    return st.lists(st.sampled_from(f"{tags}|{texts}".split("|"))).map("".join)


@given(page=inline_markup())
@settings(deadline=None, max_examples=500)
def test_inline_soup_is_the_same(page: str) -> None:
    assert_inline(read(f"<p>{page}".encode()))


@given(text=st.text())
@settings(max_examples=500)
def test_words_scripts_and_letters_are_the_same(text: str) -> None:
    known = languages._languages_by_word()
    for one in (text, text.lower(), f"the {text} and der_und 竹のざる 2nd été die"):
        assert kernel.count_words(one, known) == count_words(one, known)
        ends = languages._SCRIPT_ENDS
        assert kernel.count_scripts(one, ends) == count_scripts(one, ends)
        assert kernel.keep_letters(one) == titles._NOT_WORD.sub("", one)


def test_words_are_counted_in_the_order_of_the_first() -> None:
    known = languages._languages_by_word()
    text = "und der the and die the of und"
    counted = [count(text, known)[1] for count in (kernel.count_words, count_words)]
    assert list(counted[0].items()) == list(counted[1].items())


@pytest.mark.parametrize("name", [name for name in ODD if name != "surrogates"])
def test_markdown_is_the_same_without_the_kernel(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = ODD[name].encode()
    expected = read(raw).to_json()
    for module in (markdown, outline, contents, languages, titles):
        monkeypatch.setattr(module, "_kernel", None)
    monkeypatch.setattr("zaru.content.bylines._kernel", None)
    monkeypatch.setattr("zaru.content.roles._kernel", None)
    assert read(raw).to_json() == expected


COLUMNS = Page.from_bytes(b"<p>text<p>more").tree.columns


@pytest.mark.parametrize(
    ("call", "error"),
    [
        pytest.param(lambda: kernel.find_roles(COLUMNS, [99]), IndexError, id="role-of-no-row"),
        pytest.param(lambda: kernel.find_roles(COLUMNS, (3,)), TypeError, id="no-list"),
        pytest.param(lambda: kernel.find_holders(COLUMNS, [-1]), IndexError, id="held-no-row"),
        pytest.param(
            lambda: kernel.write_inline(COLUMNS, str, str, 9, 3, (99,), "", 0),
            IndexError,
            id="rows",
        ),
        pytest.param(
            lambda: kernel.write_inline(COLUMNS, str, str, 9, 3, (), "", 0),
            IndexError,
            id="no-rows",
        ),
        pytest.param(
            lambda: kernel.write_inline(COLUMNS, str, str, 9, 3, (4,), "", 7), ValueError, id="ends"
        ),
        pytest.param(
            lambda: kernel.write_blocks(COLUMNS, str, str, 9, (1,), {}), TypeError, id="no-block"
        ),
        pytest.param(
            lambda: kernel.find_steps(COLUMNS, 5, 3, 4, 6, False, 9, 9, str), IndexError, id="steps"
        ),
        pytest.param(
            lambda: kernel.build_blocks(ContentBlock, (1,), [("", 0)], [], [], str, str),
            TypeError,
            id="no-kept",
        ),
        pytest.param(
            lambda: kernel.count_words("der", {"der": "de"}), TypeError, id="no-languages"
        ),
        pytest.param(lambda: kernel.count_scripts("a", ""), ValueError, id="no-scripts"),
        pytest.param(lambda: kernel.keep_letters(b""), TypeError, id="no-text"),
    ],
)
def test_kernel_refuses(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


def test_what_resolve_raises_is_raised() -> None:
    tree = Page.from_bytes(b"<p>a<a href=x>b</a>").tree
    rows = tuple(row for row in range(len(tree)) if tree.is_text(row))
    with pytest.raises(ZeroDivisionError):
        kernel.write_inline(tree.columns, lambda _: 1 / 0, str, 99, rows[0] - 1, rows, "ab", 0)
    with pytest.raises(TypeError):
        kernel.write_inline(tree.columns, lambda _: 1, str, 99, rows[0] - 1, rows, "ab", 0)
