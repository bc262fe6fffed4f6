from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import BLOCK_TAGS, Block

# Paper 5, §3.4, figure 2. The scan has lost its images, which are inline and without text.
FIGURE_2 = """<body>
<div>
<p>Text 1</p>
<img src="1.png" alt="img 1" />
</div>
<div>
<img src="2.png" alt="img 2" />
</div>
<div>
<a href="#" title="a-title text">Text 2</a>
<script>Code</script>
</div>
</body>
"""


def blocks(html: str) -> list[Block]:
    return Page.from_bytes(html.encode()).tree.blocks


def texts(html: str) -> list[tuple[str, str]]:
    return [(block.tag, block.text) for block in blocks(html) if block.text]


def test_figure_4_has_five_blocks_in_the_order_of_their_ends() -> None:
    found = blocks(FIGURE_2)
    assert [(block.tag, block.text) for block in found] == [
        ("p", "Text 1"),
        ("div", ""),
        ("div", ""),
        ("div", "Text 2"),
        ("body", ""),
    ]
    inline = [
        [block.tree.tags[row] for row in block.rows if not block.tree.is_text(row)]
        for block in found
    ]
    assert inline == [[], ["img"], ["img"], ["a"], []]  # no script


def test_block_holds_its_inline_content_without_blocks_below() -> None:
    html = "<div>a<b>b<i>c</i></b><p>d</p>e<ul><li>f</ul></div>"
    assert texts(html) == [("p", "d"), ("li", "f"), ("div", "abce")]


def test_text_in_body_is_a_block() -> None:
    assert texts("a<p>b</p>c") == [("p", "b"), ("body", "ac")]


@pytest.mark.parametrize("tag", ["script", "style"])
def test_scripts_and_styles_are_outside(tag: str) -> None:
    assert texts(f"<p>a<{tag}>x</{tag}>b</p><svg><{tag}>y</{tag}></svg>") == [("p", "ab")]


def test_head_is_outside() -> None:
    assert texts("<title>a</title><p>b") == [("p", "b")]


@pytest.mark.parametrize(
    "tag",
    """address blockquote center div dl fieldset form h1 h2 h3 h4 h5 h6 hr noscript ol p pre ul
    dd dt li legend menu dir article aside details dialog figcaption figure footer header hgroup
    main nav search section summary""".split(),
)
def test_block_level_element_is_a_block(tag: str) -> None:
    assert tag in BLOCK_TAGS
    assert tag in [block.tag for block in blocks(f"<div>a<{tag}>b</{tag}>c</div>")]


@pytest.mark.parametrize("tag", ["a", "b", "em", "font", "img", "span", "strong", "label", "x-own"])
def test_inline_element_is_none(tag: str) -> None:
    assert [block.tag for block in blocks(f"<p><{tag}>b</{tag}>")] == ["p", "body"]


def test_parts_of_a_table_are_blocks() -> None:
    html = "<table><caption>a</caption><thead><tr><th>b</thead><tbody><tr><td>c</table>"
    assert texts(html) == [("caption", "a"), ("th", "b"), ("td", "c")]


def test_frameset_begins_blocks_too() -> None:
    html = "<frameset><frame src=a><noframes>b</noframes></frameset>"
    assert texts(html) == [("noframes", "b")]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p> a \n\t b </p>", "a b", id="white-space-is-one-space"),
        pytest.param("<p>a<br>b <br/> c<br></p>", "a\nb\nc", id="br-is-a-line-end"),
        pytest.param("<pre>\na\n  b\n</pre>", "a\n  b", id="pre-keeps-white-space"),
        pytest.param("<p>a\u3000\xa0b</p>", "a\u3000\xa0b", id="other-spaces-are-text"),
        pytest.param("<p>\u3000</p>", "\u3000", id="ideographic-space-alone"),
        pytest.param("<p>a&lt;b&gt;</p>", "a<b>", id="references"),
        pytest.param("<p> <b> </b> </p>", "", id="empty"),
    ],
)
def test_text_is_what_a_reader_sees(html: str, expected: str) -> None:
    assert blocks(html)[0].text == expected


def test_span_goes_from_the_first_to_the_last_text() -> None:
    html = "<div> a<p>b</p><b>c</b> </div><hr>"
    div, hr = (next(b for b in blocks(html) if b.tag == tag) for tag in ("div", "hr"))
    assert div.span == (6, 13)  # without the white space around
    assert html[6:19] == "a<p>b</p><b>c"
    assert [div.tree.text(row) for row in div.runs] == [" a", "c"]
    assert hr.span is None


def test_block_knows_its_path() -> None:
    (block,) = [block for block in blocks("<div><p>a") if block.tag == "p"]
    assert block.path == "html/body/div/p"
    assert repr(block) == "<Block html/body/div/p 'a'>"


def test_text_beyond_the_depth_limit_is_in_the_block_above() -> None:
    assert "".join(text for _, text in texts("<div>" * 600 + "a<p>b</p>")) == "ab"
