"""Content as HTML: one safe `<article>`, made of our own tags, whatever the page holds."""

from __future__ import annotations

from html import escape

from zaru.content.content import Content, ContentBlock
from zaru.content.inline import BREAK, Phrase, image_link, iter_phrases
from zaru.content.outline import Item, Part, iter_parts, list_items, table_rows


def write_html(content: Content) -> str:
    """Return *content* as an `<article>` without styles, scripts or attributes but links."""
    parts = [_write_part(content, part) for part in iter_parts(content)]
    if content.title and not any(block.role == "title" for block in content.blocks):
        parts.insert(0, f"<h1>{escape(content.title)}</h1>")
    language = f' lang="{escape(content.language)}"' if content.language else ""
    body = "\n".join(part for part in parts if part)
    return f"<article{language}>\n{body}\n</article>\n"


def _write_part(content: Content, part: Part) -> str:
    match part.role:
        case "list":
            return _write_list(content, list_items(content.tree, part))
        case "table":
            return _write_table(content, part)
        case "code":
            code = "\n".join(escape(block.text) for block in part.blocks)
            return f"<pre><code>{code}</code></pre>"
        case "quote":
            lines = "\n".join(f"<p>{_inline(content, block)}</p>" for block in part.blocks)
            return f"<blockquote>\n{lines}\n</blockquote>"
        case _:
            return "\n".join(_write_block(content, block) for block in part.blocks)


def _write_block(content: Content, block: ContentBlock) -> str:
    match block.role:
        case "title":
            return f"<h1>{_inline(content, block)}</h1>"
        case "heading":
            level = max(2, block.level)
            return f"<h{level}>{_inline(content, block)}</h{level}>"
        case "image":
            link = image_link(content, block)
            return f'<img src="{escape(link)}" alt="{escape(block.text)}">' if link else ""
        case "caption":
            return f"<p><em>{_inline(content, block)}</em></p>"
        case _:
            return f"<p>{_inline(content, block)}</p>"


def _write_list(content: Content, items: list[Item]) -> str:
    """Return nested lists; an item that is deeper than the one before opens a list in it."""
    lines: list[str] = []
    is_open: list[str] = []  # the tags of the open lists
    for item in items:
        tag = "ol" if item.is_numbered else "ul"
        while len(is_open) > item.level:
            lines.append(f"</li></{is_open.pop()}>")
        if len(is_open) == item.level:
            lines.append("</li>")
        while len(is_open) < item.level:
            is_open.append(tag)
            lines.append(f"<{tag}>" if len(is_open) == item.level else f"<{tag}><li>")
        text = "<br>".join(_inline(content, block) for block in item.blocks)
        lines.append(f"<li>{text}")
    while is_open:
        lines.append(f"</li></{is_open.pop()}>")
    return "\n".join(lines)


def _write_table(content: Content, part: Part) -> str:
    lines = ["<table>"]
    for row in table_rows(content.tree, part):
        cells = "".join(_write_cell(content, cell) for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return "\n".join([*lines, "</table>"])


def _write_cell(content: Content, cell: list[ContentBlock]) -> str:
    text = "<br>".join(_inline(content, block) for block in cell)
    tree, row = content.tree, cell[0].row
    while row >= 0 and tree.tags[row] not in ("td", "th"):
        row = tree.parents[row]
    tag = tree.tags[row] if row >= 0 else "td"
    return f"<{tag}>{text}</{tag}>"


def _inline(content: Content, block: ContentBlock) -> str:
    return "".join(_write_phrase(phrase) for phrase in iter_phrases(content, block)).strip()


def _write_phrase(phrase: Phrase) -> str:
    if phrase.text == BREAK:
        return "<br>\n"
    text = escape(phrase.text)
    for style in sorted(phrase.styles):
        text = f"<{style}>{text}</{style}>"
    return f'<a href="{escape(phrase.link)}">{text}</a>' if phrase.link else text
