"""Markdown that renders, judged by a CommonMark parser."""

from __future__ import annotations

from html import escape, unescape

import pytest
from markdown_it import MarkdownIt

import zaru
from zaru.content.content import Content, Kept
from zaru.content.segments import find_segments, read_texts

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


@pytest.mark.parametrize("url", ["https://zaru.example/knots/", None], ids=["address", "none"])
def test_links_and_images_are_relative_to_the_base(url: str | None) -> None:
    words = "A bowline holds, says the book that every sailor knows by heart. " * 3
    body = f"<article><p>{words}<a href=d>d</a><img src=e.png><p>{words}"
    content = zaru.extract(f"<base href=http://b.example/c/>{body}", url=url, favour="recall")
    for text in (content.to_markdown(), content.to_html()):
        assert "http://b.example/c/d" in text
        assert "http://b.example/c/e.png" in text


@pytest.mark.parametrize(
    "text",
    ["1. one", "- dash", "+ plus", "# hash", "a*b*c", "[x](y)", "<b>", "`x`", "=====", "~~x~~"],
)
def test_text_renders_as_itself(text: str) -> None:
    html = MarkdownIt("commonmark").render(keep_all(f"<p>{escape(text)}</p>"))
    assert unescape(str(html)) == f"<p>{text}</p>\n"


def keep_all(body: str) -> str:
    """Return the Markdown of a page of which everything is kept."""
    page = zaru.Page.from_bytes(body.encode(), url="https://zaru.example/")
    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    return Content(page, tuple(map(Kept, segments, texts))).to_markdown()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("<ol><li>a<li>b<li>c</ol>", "1. a\n2. b\n3. c\n", id="numbers"),
        pytest.param("<ol start=7><li>a<li>b</ol>", "7. a\n8. b\n", id="start"),
        pytest.param(
            "<ol><li>a<li value=5>b<li>c</ol>", "1. a\n5) b\n6) c\n", id="value-begins-anew"
        ),
        pytest.param("<ol reversed><li>a<li>b</ol>", "2. a\n1) b\n", id="reversed"),
        pytest.param("<ol start=-1><li>a</ol>", "-  a\n", id="no-such-number"),
        pytest.param("<ol><li>a<li> <li>c</ol>", "1. a\n3) c\n", id="an-item-that-is-not-there"),
        pytest.param(
            "<ol><li><p>a<p>b<li>c</ol>", "1. a\n\n   b\n2. c\n", id="second-paragraph-of-an-item"
        ),
        pytest.param(
            "<ol><li>a<ul><li>b<ol><li>c</ol><p>d</ul><li>e</ol>",
            "1. a\n   -  b\n      1. c\n\n      d\n2. e\n",
            id="nested",
        ),
        pytest.param("<ul><li>a<ul><li>b</ul></ul>", "-  a\n   -  b\n", id="list-in-item"),
        pytest.param("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "-  a\n   -  b\n-  c\n", id="no-li"),
        pytest.param(
            "<ul><li>a<pre class='lang-c'>b\n\n c</pre><li>d</ul>",
            "-  a\n\n   ```c\n   b\n\n    c\n   ```\n-  d\n",
            id="code-in-an-item",
        ),
        pytest.param(
            "<ul><li>a<table><tr><th>b<th>c<tr><td>d<td>e</table><li>f</ul>",
            "-  a\n\n   | b | c |\n   | --- | --- |\n   | d | e |\n-  f\n",
            id="table-in-an-item",
        ),
        pytest.param("<ul><li>a</ul><ul><li>b</ul>", "-  a\n\n*  b\n", id="two-lists"),
        pytest.param(
            "<ul><li><h2>a</h2><p>b<li><h2>c</h2><p>d</ul>",
            "## a\n\nb\n\n## c\n\nd\n",
            id="a-list-of-sections",
        ),
        pytest.param("<dl><div><dt>a<dd>b</div></dl>", "-  a\n-  b\n", id="terms"),
        pytest.param("<div><li>a<li>b</div>", "-  a\n-  b\n", id="items-without-a-list"),
        pytest.param(
            "<blockquote>a<ul><li>b</ul><blockquote>c</blockquote></blockquote>",
            "> a\n>\n> -  b\n>\n> > c\n",
            id="quotes-hold-others",
        ),
        pytest.param("<pre>a</pre>", "```\na\n```\n", id="code"),
        pytest.param("<pre class='brush: js'>a", "```js\na\n```\n", id="brush"),
        pytest.param(
            "<pre><code class='language-c++'>a</code>", "```c++\na\n```\n", id="language-of-code"
        ),
        pytest.param(
            "<div class='highlight highlight-source-python'><pre>a", "```python\na\n```\n",
            id="language-of-frame",
        ),
        pytest.param("<pre data-lang=go>a", "```go\na\n```\n", id="data-lang"),
        pytest.param("<pre class='lang-`x'>a", "```\na\n```\n", id="no-language"),
        pytest.param("<pre>a\n````\nb", "`````\na\n````\nb\n`````\n", id="longer-fence"),
        pytest.param(
            "<pre><div>a</div><div>  b</div></pre>", "```\na\n  b\n```\n", id="lines-of-code"
        ),
        pytest.param("<p>H<sub>2</sub>O", "H<sub>2</sub>O\n", id="sub"),
        pytest.param("<p>本<b>　重要　</b>です", "本　**重要**　です\n", id="white-outside"),
        pytest.param("<p>本<b>「は」</b>です", "本<strong>「は」</strong>です\n", id="brackets"),
        pytest.param("<p>これは<b>本</b>です", "これは**本**です\n", id="no-space-needed"),
        pytest.param("<p><b>a</b><b>b</b>c<b>.</b>", "**ab**c.\n", id="marks-join"),
        pytest.param("<p>O!<a href=/x>y</a>", "O\\![y](https://zaru.example/x)\n", id="no-image"),
        pytest.param(
            "<p><a href='/a)><script>'>x</a>",
            "[x](<https://zaru.example/a)%3E%3Cscript%3E>)\n",
            id="address",
        ),
        pytest.param("<p>&amp;lt;", "\\&lt;\n", id="reference"),
        pytest.param("<h2>C #</h2>", "## C \\#\n", id="hash-behind-a-heading"),
    ],
)  # fmt: skip
def test_markdown_says_what_the_page_has(body: str, expected: str) -> None:
    assert keep_all(f"<body>{body}") == expected


def test_deep_nesting_does_not_indent_without_end() -> None:
    body = "<ul><li>" * 200 + "x"
    assert len(keep_all(body)) < 100
    assert len(keep_all("<blockquote>" * 200 + "x" + "<p>y" * 1000)) < 70_000
