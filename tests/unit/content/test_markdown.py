"""Markdown that renders, judged by a CommonMark parser."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

import zaru
from zaru.content.markdown import escape

PAGE = """<title>Knots - Zaru</title><body><article><h1>Knots</h1>
<p>A <b>bowline</b> holds, says the <a href="/book">book (2nd)</a>, with <code>a `tick`</code>.<br>
New line, 3 * 4 &lt; 20 and_under_scores.</p>
<ul><li>first thing to know about rope<ul><li>nested fact about the first thing</li></ul></li>
<li>second thing to know about rope</li></ul>
<ol><li>make a loop that is not too small</li><li>pass the end through the loop</li></ol>
<pre>if a:
    ```tie```</pre>
<blockquote><p>Rope is cheap, falling is not, they say on every ship.</p></blockquote>
<table><tr><th>Knot</th><th>Strength | share</th></tr><tr><td>Bowline</td><td>65 %</td></tr>
<tr><td>Figure eight</td><td>75 %</td></tr></table>
<p># not a heading, but a sentence that begins with a hash sign.</p></article>"""


@pytest.fixture(scope="module")
def rendered() -> str:
    content = zaru.extract(PAGE, url="https://zaru.example/knots/", favour="recall")
    return str(MarkdownIt("commonmark").enable("table").render(content.to_markdown()))


@pytest.mark.parametrize(
    "expected",
    [
        pytest.param("<h1>Knots</h1>", id="title"),
        pytest.param("<strong>bowline</strong>", id="strong"),
        pytest.param('<a href="https://zaru.example/book">book (2nd)</a>', id="link"),
        pytest.param("<code>a `tick`</code>", id="inline-code"),
        pytest.param("<br />", id="break"),
        pytest.param("3 * 4 &lt; 20 and_under_scores", id="specials-as-they-are"),
        pytest.param("<li>nested fact about the first thing</li>", id="nested-list"),
        pytest.param("<ol>\n<li>make a loop that is not too small</li>", id="numbered-list"),
        pytest.param("<pre><code>if a:\n    ```tie```\n</code></pre>", id="code"),
        pytest.param("<blockquote>\n<p>Rope is cheap", id="quote"),
        pytest.param("<th>Strength | share</th>", id="table-head"),
        pytest.param("<td>65 %</td>", id="table-cell"),
        pytest.param("<p># not a heading", id="hash"),
    ],
)
def test_markdown_renders(rendered: str, expected: str) -> None:
    assert expected in rendered


@pytest.mark.parametrize(
    "text",
    ["1. one", "- dash", "+ plus", "# hash", "a*b*c", "[x](y)", "<b>", "`x`", "=====", "~~x~~"],
)
def test_escaped_text_renders_as_itself(text: str) -> None:
    from html import unescape

    html = MarkdownIt("commonmark").render(escape(text))
    assert unescape(str(html)) == f"<p>{text}</p>\n"
