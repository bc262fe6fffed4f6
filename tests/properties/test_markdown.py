"""Whatever a page holds, its Markdown has the tags that we meant and says the same words."""

from __future__ import annotations

from html import escape

import commonmark
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from turbohtml import Element, parse

import zaru
from zaru.content.content import Content, Kept
from zaru.content.segments import find_segments, read_texts

OURS = frozenset(
    """
    html head body h1 h2 h3 p ul ol li table thead tbody tr th td pre code blockquote a img strong
    em br hr sub sup
    """.split()
)
ATTRIBUTES = frozenset({"href", "src", "alt", "start", "class", "style"})
EVIL = st.sampled_from(
    """
    <script>alert(1)</script> )><script> ](x) ![a](b) [a]: <!-- --> &lt; &#60;script&#62; ``` ~~~ `
    ** * _ # - + 1. 1) = --- | || \\ \\| ! ( ) <a <b> </p> <https://x.example> :-: >
    " ' 「 」 。 ★ 日本
    """.split()
)
WORDS = st.lists(EVIL | st.text(max_size=4) | st.sampled_from([" ", "　", "\t", "\n", "\xa0"]))
TEXT = WORDS.map("".join)
STYLE = st.sampled_from(["b", "i", "code", "sub", "sup", "span", "a", "br"])


def render_with_markdown_it(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def render_with_commonmark(text: str) -> str:
    return str(commonmark.commonmark(text))


renderers = pytest.mark.parametrize("render", [render_with_markdown_it, render_with_commonmark])


def keep_all(html: str) -> Content:
    """Return a content of all segments of a page."""
    page = zaru.Page.from_bytes(html.encode(), url="https://zaru.example/")
    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    return Content(page, tuple(map(Kept, segments, texts, [True] * len(texts))))


def words(html: str, tag: str) -> str:
    """Return the letters and digits of the elements *tag* of *html*; all but white of a body."""
    nodes = (node for node in parse(html).descendants if isinstance(node, Element))
    text = "".join(node.text for node in nodes if node.tag == tag)
    return "".join(filter(str.isalnum, text)) if tag != "body" else "".join(text.split())


@renderers
@given(
    phrases=st.lists(st.tuples(STYLE, TEXT), max_size=5),
    link=TEXT, alt=TEXT, title=TEXT, code=TEXT, language=TEXT,
)  # fmt: skip
@example([], "a)><script>alert(1)</script>", "](x)<script>", "<script>", "\r<script>", "<script>")
@example([("a", "!"), ("a", "x")], "x", "", "", "", "")
def test_there_is_no_tag_that_we_did_not_mean(
    render: object, phrases: list[tuple[str, str]], link: str, alt: str, title: str, code: str,
    language: str,
) -> None:  # fmt: skip
    inline = "".join(
        f'<{tag} href="/{escape(link)}">{escape(text)}</{tag}>' for tag, text in phrases
    )
    content = keep_all(
        f"<title>{escape(title)}</title><p>before</p>"
        f"<img src='/{escape(link)}' alt='{escape(alt)}'><p>{inline}</p>"
        f"<ul><li>item {inline}<p>{inline}</p>"
        f"<pre class='lang-{escape(language)}'>{escape(code)}</pre></li></ul>"
        f"<h2>{inline}</h2><blockquote>{inline}</blockquote>"
        f"<table><caption>{inline}<tr><th>{inline}<th>x<tr><td>a<td>{inline}</table>"
    )
    assert callable(render)
    for rendered in (render(content.to_markdown()), content.to_html()):
        for node in parse(rendered).descendants:
            if isinstance(node, Element):
                assert node.tag in OURS | {"article"}, rendered
                assert set(node.attrs) <= ATTRIBUTES | {"lang"}, rendered
                assert not str(node.attrs.get("href", "https:")).startswith("javascript")


@renderers
@given(phrases=st.lists(st.tuples(STYLE, TEXT), max_size=6))
@example([("b", "「本」"), ("span", "です")])
@example([("b", "　本　"), ("i", "x"), ("b", "y")])
@example([("span", "1"), ("span", ". x")])
@example([("b", "x"), ("br", "　")])
@example([("b", "-- -")])
def test_a_paragraph_renders_as_its_words(render: object, phrases: list[tuple[str, str]]) -> None:
    inline = "".join(f"<{tag} href='/x'>{escape(text)}</{tag}>" for tag, text in phrases)
    content = keep_all(f"<div>{inline}</div>")
    assert callable(render)
    rendered = render(content.to_markdown())
    for tag in ("body", "strong", "em", "code", "sub", "a"):
        assert words(rendered, tag) == words(content.to_html(), tag), content.to_markdown()
