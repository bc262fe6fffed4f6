"""Content as HTML: one safe `<article>`, made of our own tags, whatever the page holds."""

from __future__ import annotations

from html import escape
from itertools import groupby
from operator import attrgetter

from zaru.content.content import Content, ContentBlock
from zaru.content.grid import COVERED, EMPTY, Cell, build_grid
from zaru.content.inline import BREAK, Phrase, image_link, read_phrases, read_plain
from zaru.content.outline import Part, build_parts, code_language


def write_html(content: Content) -> str:
    """Return *content* as an `<article>` without styles and scripts.

    Its attributes are addresses, alternative texts, languages, numbers of items and spans of cells.
    """
    body = _write_parts(content, build_parts(content))
    if content.title and not any(block.role == "title" for block in content.blocks):
        body = f"<h1>{escape(content.title)}</h1>\n{body}"
    language = f' lang="{escape(content.language)}"' if content.language else ""
    return f"<article{language}>\n{body}\n</article>\n"


def _write_parts(content: Content, parts: list[Part]) -> str:
    return "\n".join(filter(None, (_write_part(content, part) for part in parts)))


def _write_part(content: Content, part: Part) -> str:
    match part.role:
        case "list":
            return _write_list(content, part.parts)
        case "table":
            return _write_table(content, part)
        case "code":
            language = code_language(content.tree, part.row)
            name = f' class="language-{escape(language)}"' if language else ""
            texts = (content.tree.literal_text(list(block.rows)) for block in part.blocks)
            return f"<pre><code{name}>{escape(chr(10).join(texts))}</code></pre>"
        case "post":
            byline = part.record.byline if part.record else ""
            line = f"<p><strong>{escape(byline)}</strong></p>\n" if byline else ""
            return f"<section>\n{line}{_write_parts(content, part.parts)}\n</section>"
        case "quote":
            return f"<blockquote>\n{_write_parts(content, part.parts)}\n</blockquote>"
        case _:
            return _write_block(content, part.blocks[0])


def _write_block(content: Content, block: ContentBlock) -> str:
    match block.role:
        case "title":
            return f"<h1>{_inline(content, block)}</h1>"
        case "heading":
            level = max(2, block.level)
            return f"<h{level}>{_inline(content, block)}</h{level}>"
        case "image":
            link = image_link(content, block.row)
            return f'<img src="{escape(link)}" alt="{escape(block.text)}">' if link else ""
        case "caption":
            return f"<p><em>{_inline(content, block)}</em></p>"
        case _:
            return f"<p>{_inline(content, block)}</p>"


def _write_list(content: Content, items: list[Part]) -> str:
    tag = "ul" if items[0].number is None else "ol"
    lines, number = [f"<{tag}>"], 0
    for item in items:
        first, *rest = item.parts
        # One paragraph needs no tag of its own.
        is_text = first.role == "block" and first.blocks[0].role == "list"
        is_alone = is_text and all(part.role == "list" for part in rest)
        text = _inline(content, first.blocks[0]) if is_alone else _write_part(content, first)
        text = "\n".join(filter(None, [text, _write_parts(content, rest)]))
        number += 1
        value = f' value="{item.number}"' if item.number not in (None, number) else ""
        number = number if item.number is None else item.number
        lines.append(f"<li{value}>{text}</li>")
    return "\n".join([*lines, f"</{tag}>"])


def _write_table(content: Content, part: Part) -> str:
    """Return the grid of a table; a cell over several rows or columns says so."""
    grid = build_grid(content.tree, part)
    lines = [_write_block(content, block) for block in grid.others]
    if grid.rows:
        rows = ([_write_cell(content, cell) for cell in row] for row in grid.rows)
        lines += ["<table>", *(f"<tr>{''.join(row)}</tr>" for row in rows), "</table>"]
    return "\n".join(lines)


def _write_cell(content: Content, cell: Cell) -> str:
    if cell is COVERED:
        return ""
    tag = "td" if cell is EMPTY else content.tree.tags[cell.row]
    width = f' colspan="{cell.width}"' if cell.width > 1 else ""
    height = f' rowspan="{cell.height}"' if cell.height > 1 else ""
    texts = (
        _write_block(content, block) if block.role == "image" else _inline(content, block)
        for block in cell.blocks
    )
    return f"<{tag}{width}{height}>{'<br>'.join(filter(None, texts))}</{tag}>"


def _inline(content: Content, block: ContentBlock) -> str:
    plain = read_plain(content.tree, block)
    if plain is not None:
        return escape(plain)
    texts = []
    for link, phrases in groupby(read_phrases(content, block), attrgetter("link")):
        text = "".join(map(_write_phrase, phrases))
        texts.append(f'<a href="{escape(link)}">{text}</a>' if link else text)
    return "".join(texts).strip()


def _write_phrase(phrase: Phrase) -> str:
    if phrase.text == BREAK:
        return "<br>\n"
    text = escape(phrase.text)
    for style in sorted(phrase.styles):
        text = f"<{style}>{text}</{style}>"
    return text
