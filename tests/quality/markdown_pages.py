"""Pages with structure: headings, lists, tables, code, links; and what Markdown must say of it."""

from __future__ import annotations

from collections.abc import Callable

from tests.quality.drafts import Draft

Item = tuple[str, ...]  # a kind of structure, and what is in it
Make = Callable[[Draft], list[Item]]


def headings(page: Draft) -> list[Item]:
    """Sections and sections in them, some with nothing but another heading below."""
    items: list[Item] = []
    levels = (1, 2, 3, 2, 3, 3, 4, 2)
    for level, title in zip(levels, page.prose.titles(page.random, len(levels)), strict=True):
        items.append((f"h{level}", title))
        page.keep(f"<h{level}>{{}}</h{level}>", title)
        if level != 4:
            page.paragraphs(2)
    return items


def steps(page: Draft) -> list[Item]:
    """Numbered steps with headings, a list inside one, two paragraphs in another."""
    page.heading()
    page.paragraphs(2)
    items: list[Item] = []
    page.add("<ol>")
    for number in range(1, 6):
        text = page.prose.sentence(page.random)
        items.append(("ordered", "1", str(number), text))
        if number == 2:
            page.keep("<li><p>{}</p>", text)
            page.keep("<p>{}</p></li>", page.prose.sentence(page.random))
        elif number == 3:
            page.keep("<li>{}<ul>", text)
            for _ in range(3):
                inner = page.prose.sentence(page.random)
                items.append(("bullet", "2", "", inner))
                page.keep("<li>{}</li>", inner)
            page.add("</ul></li>")
        else:
            page.keep("<li>{}</li>", text)
    page.add("</ol>")
    page.paragraphs(2)
    return items


def bullets(page: Draft) -> list[Item]:
    """Bullets with links and bold words."""
    page.heading()
    page.paragraphs(2)
    items: list[Item] = []
    page.add("<ul>")
    for number in range(5):
        word, text = page.prose.thing(page.random), page.prose.sentence(page.random)
        link = f"/page/{number}?a=(b)"
        items += [("bullet", "1", "", f"{word}: {text}"), ("link", word, link)]
        page.keep(f"<li><a href='{link}'>{word}</a>: {{}}</li>", text)
    page.add("</ul>")
    page.paragraphs(2)
    return items


def table(page: Draft) -> list[Item]:
    """A table with empty cells."""
    return _write_table(page, [["{}", "{}", "{}"], ["{}", "", "{}"], ["", "{}", ""], ["{}"] * 3])


def table_with_spans(page: Draft) -> list[Item]:
    """Cells over two columns and over two rows; places are those of the grid."""
    page.heading()
    page.paragraphs(3)
    words = [f"{page.prose.thing(page.random)} {number}" for number in range(9)]
    page.add("<table><tr>")
    page.keep("<th colspan=2>{}</th>", words[0])
    page.keep("<th>{}</th></tr>", words[1])
    page.keep("<tr><td rowspan=2>{}</td>", words[2])
    page.keep("<td>{}</td>", words[3])
    page.keep("<td>{}</td></tr>", words[4])
    page.keep("<tr><td>{}</td>", words[5])
    page.keep("<td>{}</td></tr></table>", words[6])
    page.paragraphs(2)
    places = ("00", "02", "10", "11", "12", "21", "22")
    return [("cell", *place, word) for place, word in zip(places, words[:7], strict=True)]


def code(page: Draft) -> list[Item]:
    """Code with a language, with fences in it, and in a line."""
    page.heading()
    page.paragraphs(2)
    blocks = [
        (
            "python",
            "<pre><code class='language-python'>{}</code></pre>",
            "for s in box:\n    use(s)",
        ),
        ("sh", "<pre class='brush: sh'><code>{}</code></pre>", "zaru sift --dry\necho done"),
        ("", "<pre>{}</pre>", "```\nnot a fence\n```"),
    ]
    items: list[Item] = []
    for language, markup, text in blocks:
        items.append(("code", language, text))
        page.keep(markup, text)
        page.paragraphs(1)
    return items


def quotes(page: Draft) -> list[Item]:
    """Quotations, a rule, characters that Markdown takes for its own."""
    page.heading()
    page.paragraphs(2)
    items: list[Item] = []
    for text in ("1. * not a list *", "# not a heading", page.prose.sentence(page.random)):
        items.append(("quote", text))
        page.keep("<blockquote><p>{}</p></blockquote>", text)
        page.paragraphs(1)
    for text in ("a * b * c and _d_ are products.", "[no] (link) <b> here", "2020. That was it."):
        items.append(("paragraph", text))
        page.keep("<p>{}</p>", text)
    page.paragraphs(2)
    return items


def inline(page: Draft) -> list[Item]:
    """Bold, italic, code and links inside sentences; sub- and superscripts."""
    page.heading()
    page.paragraphs(2)
    page.add("<p>Water is H<sub>2</sub>O, and <b>ice </b><i>floats</i> <code>in_it</code>, see ")
    page.add('<a href="/ice_(water)">here</a>. It is 5 m<sup>2</sup>.</p>')
    page.truth.append("Water is H2O, and ice floats in_it, see here. It is 5 m2.")
    page.paragraphs(2)
    return [
        ("strong", "ice"),
        ("em", "floats"),
        ("literal", "in_it"),
        ("sub", "2"),
        ("sup", "2"),
        ("link", "here", "/ice_(water)"),
        ("paragraph", "Water is H2O, and ice floats in_it, see here. It is 5 m2."),
    ]


def _write_table(page: Draft, forms: list[list[str]]) -> list[Item]:
    page.heading()
    page.paragraphs(3)
    items: list[Item] = []
    page.add("<table>")
    for row, cells in enumerate(forms):
        page.add("<tr>")
        for column, form in enumerate(cells):
            text = f"{page.prose.thing(page.random)} {row}{column}" if form else ""
            tag = "th" if row == 0 else "td"
            page.keep(f"<{tag}>{{}}</{tag}>", text)
            if text:
                items.append(("cell", str(row), str(column), text))
        page.add("</tr>")
    page.add("</table>")
    page.paragraphs(2)
    return items


SHAPES: dict[str, Make] = {
    "headings": headings,
    "steps": steps,
    "bullets": bullets,
    "tables": table,
    "tables with spans": table_with_spans,
    "code": code,
    "quotes and escapes": quotes,
    "inline": inline,
}
