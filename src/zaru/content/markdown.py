"""Content as Markdown: CommonMark, with tables as GitHub writes them."""

from __future__ import annotations

import re

from zaru.content.content import Content, ContentBlock
from zaru.content.inline import BREAK, Phrase, image_link, iter_phrases
from zaru.content.outline import Part, iter_parts, list_items, table_rows

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
_LINE_START = re.compile(
    r"^(\s*)(#{1,6}(?=\s)|[-+](?=\s)|\d{1,9}[.)](?=\s)|={3,}|-{3,})", re.MULTILINE
)
_BACKTICKS = re.compile(r"`+")


def write_markdown(content: Content) -> str:
    """Return *content* as Markdown; the title is a heading of level 1."""
    parts = [_write_part(content, part) for part in iter_parts(content)]
    if content.title and not any(block.role == "title" for block in content.blocks):
        parts.insert(0, f"# {escape(content.title)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def escape(text: str) -> str:
    r"""Return *text* so that Markdown shows it as it is.

    >>> escape("1. *not* a [list]")
    '1\\. \\*not\\* a \\[list\\]'
    """
    text = _SPECIAL.sub(r"\\\1", text)
    return _LINE_START.sub(lambda match: match[1] + match[2][:-1] + "\\" + match[2][-1], text)


def _write_part(content: Content, part: Part) -> str:
    match part.role:
        case "list":
            return _write_list(content, part)
        case "table":
            return _write_table(content, part)
        case "code":
            return _fence("\n".join(block.text for block in part.blocks))
        case "quote":
            paragraphs = "\n\n".join(_inline(content, block) for block in part.blocks)
            return "\n".join(f"> {line}".rstrip() for line in paragraphs.split("\n"))
        case _:
            return "\n\n".join(_write_block(content, block) for block in part.blocks)


def _write_block(content: Content, block: ContentBlock) -> str:
    match block.role:
        case "title":
            return f"# {_inline(content, block, one_line=True)}"
        case "heading":
            return f"{'#' * max(2, block.level)} {_inline(content, block, one_line=True)}"
        case "image":
            link = image_link(content, block)
            return f"![{escape(block.text)}](<{link}>)" if link else ""
        case "caption":
            return f"*{_inline(content, block, one_line=True, plain=True)}*"
        case _:
            return _inline(content, block)


def _write_list(content: Content, part: Part) -> str:
    lines = []
    for item in list_items(content.tree, part):
        indent = "   " * (item.level - 1)
        marker = "1. " if item.is_numbered else "-  "
        texts = "\n".join(_inline(content, block) for block in item.blocks).split("\n")
        lines.append(f"{indent}{marker}{texts[0]}")
        lines.extend(f"{indent}   {text}" for text in texts[1:])
    return "\n".join(lines)


def _write_table(content: Content, part: Part) -> str:
    rows = [
        [" ".join(_inline(content, block, one_line=True) for block in cell) for cell in row]
        for row in table_rows(content.tree, part)
    ]
    width = max(len(row) for row in rows)
    if width < 2:
        return "\n\n".join(cell for row in rows for cell in row)
    lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _fence(code: str) -> str:
    longest = max((len(ticks) for ticks in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code}\n{fence}"


def _inline(
    content: Content, block: ContentBlock, *, one_line: bool = False, plain: bool = False
) -> str:
    """Return the text of *block* with its links and emphasis."""
    words = [
        " " if one_line and phrase.text == BREAK else _write_phrase(phrase, plain=plain)
        for phrase in iter_phrases(content, block)
    ]
    text = "".join(words).strip()
    return text.replace("\n", " ") if one_line else text


def _write_phrase(phrase: Phrase, *, plain: bool) -> str:
    if phrase.text == BREAK:
        return "\\\n"
    body = phrase.text.strip(" ")
    if not body:
        return phrase.text
    lead = phrase.text[: len(phrase.text) - len(phrase.text.lstrip(" "))]
    trail = phrase.text[len(phrase.text.rstrip(" ")) :]
    if "code" in phrase.styles:
        ticks = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(body)), default=0))
        body = f"{ticks}{body}{ticks}" if "`" not in body else f"{ticks} {body} {ticks}"
    else:
        body = escape(body)
        if not plain:
            body = f"**{body}**" if "strong" in phrase.styles else body
            body = f"*{body}*" if "em" in phrase.styles else body
    if phrase.link and not plain:
        body = f"[{body}](<{phrase.link}>)" if ")" in phrase.link else f"[{body}]({phrase.link})"
    return f"{lead}{body}{trail}"
