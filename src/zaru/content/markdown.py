"""Content as Markdown: CommonMark, with tables as GitHub writes them.

What Markdown has no marks for is inline HTML, which CommonMark allows: `<sub>`, `<sup>`, `<br>` in
table cells, and `<strong>` or `<em>` where the marks would not count (`これは**「本」**です`).
No other `<` of the output opens a tag, whatever the page holds.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from operator import attrgetter
from string import punctuation
from typing import NamedTuple
from urllib.parse import quote

from zaru.content.compiled import _kernel
from zaru.content.content import Content, ContentBlock
from zaru.content.grid import Cell, build_grid
from zaru.content.inline import BREAK, Phrase, collapse_white, image_link, read_phrases, read_plain
from zaru.content.outline import HEADING_ROLES, Part, build_parts, code_language, find_held

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~]|&(?=#?\w{1,40};)")
_MAYBE_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&]")  # is found faster
# What makes a line something else than text. https://spec.commonmark.org/0.31.2/#leaf-blocks
_LINE_START = re.compile(
    r"^(\d{1,9}(?=[.)](?:[ \t]|$))"
    r"|(?=(?:[-+]|#{1,6})(?:[ \t]|$)|=+[ \t]*$|:?-[- \t]*+(?::[ \t]*)?$))",
    re.MULTILINE,
)
_CLOSING = re.compile(r"(^|\s)(#+)$")  # at the end of a heading it does not count
_BLANK_LINE = re.compile("^ +$", re.MULTILINE)
_BACKTICKS = re.compile(r"`+")
_LINE_ENDS = re.compile(r"\r\n?|\n")
_NO_ADDRESS = re.compile(r"[\x00-\x20\x7f-\x9f\"<>\\`|\u2028\u2029]")
_REFERENCE = re.compile(r"&(?=#?\w+;)")
_MARKS = {"em": "*", "strong": "**"}
_LAST_NUMBER = 999_999_999  # CommonMark's; it has no negative ones

# How lines end in paragraphs, in table cells and in headings; the kernel has them by their places.
_LINE_ENDS_IN = _IN_TEXT, _IN_CELL, _IN_LINE = "\\\n", "<br>", " "

_TEXT_ROLES = frozenset({"paragraph", "list", "quote", "date", "author", "credit"})
_LINES_OF_ROLES = {  # of blocks that stand in no table and are no code
    **dict.fromkeys(HEADING_ROLES, _IN_LINE),
    **dict.fromkeys(_TEXT_ROLES, _IN_TEXT),
}
_NUMBERS_OF_ROLES = {role: _LINE_ENDS_IN.index(end) for role, end in _LINES_OF_ROLES.items()}

Piece = tuple[str, str]  # a text, and the marks that are to be set around it


def write_markdown(content: Content) -> str:
    """Return *content* as Markdown; the title is a heading of level 1."""
    writing, held = _begin(content), find_held(content)
    if held[1] or content.tells_records:
        text = _write_parts(writing, build_parts(content, held))
    else:  # nothing holds anything
        written = [_write_block(writing, block) for block in content.blocks]
        text = "\n\n".join(filter(None, written))
    if content.title and "title" not in map(attrgetter("role"), content.blocks):
        text = f"{_write_heading(1, _escape(content.title))}\n\n{text}"
    return text.rstrip("\n") + "\n"


class _Writing(NamedTuple):
    """What is written, and what is written of it already."""

    content: Content
    texts: dict[int, str]  # of blocks, by their first rows
    names: frozenset[int]  # the first rows of headings that name a card


def write_line(text: str) -> str:
    """Return a text that is of no block, such as an author, as a paragraph."""
    return _LINE_START.sub(r"\1\\", _escape(text))


def _begin(content: Content) -> _Writing:
    texts = dict[int, str]()
    if _kernel is not None:
        tree = content.tree
        limit = tree.limits.max_attribute_chars
        texts = _kernel.write_blocks(
            tree.columns, content.resolve, _write_address, limit, content.blocks, _NUMBERS_OF_ROLES
        )
    told = content.records if content.tells_records else ()
    names = frozenset(
        content.blocks[number].rows[0]
        for record in told
        for number in record.blocks
        if record.role == "item" and content.blocks[number].role in HEADING_ROLES
    )
    return _Writing(content, texts, names)


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text) if _MAYBE_SPECIAL.search(text) else text


def _write_parts(writing: _Writing, parts: list[Part], *, gap: str = "\n\n") -> str:
    """Return *parts*, with *gap* before a list that stands behind text."""
    text, before, is_other = "", "", False
    for part in parts:
        # Two lists one after the other are one unless their marks differ.
        is_other = part.role == before == "list" and not is_other
        if written := _write_part(writing, part, is_other):
            is_tight = part.role == "list" and written.startswith(("-", "1."))
            text += (gap if is_tight else "\n\n") * bool(text) + written
            before = part.role
    return text


def _write_part(writing: _Writing, part: Part, is_other: bool) -> str:
    match part.role:
        case "block":
            return _write_block(writing, part.blocks[0])
        case "list":
            return _write_list(writing, part.parts, is_other)
        case "table":
            return _write_table(writing, part)
        case "code":
            return _write_code(writing, part)
        case "post":
            byline = part.record.byline if part.record else ""
            text = _write_parts(writing, part.parts)
            return f"{_join([(_escape(byline), '**')])}\n\n{text}" if byline else text
        case _:
            lines = _write_parts(writing, part.parts).split("\n")
            return "\n".join(f"> {line}".rstrip() for line in lines)


def _write_block(writing: _Writing, block: ContentBlock) -> str:
    if block.role in _TEXT_ROLES and writing.texts:  # as most
        return writing.texts[block.rows[0]]
    match block.role:
        case "title" | "heading":
            if block.rows[0] in writing.names:
                return _inline(writing, block, _IN_LINE)
            level = 1 if block.role == "title" else max(2, block.level)
            return _write_heading(level, _inline(writing, block, _IN_LINE))
        case "image":
            link = image_link(writing.content, block.row)
            return f"![{_escape(block.text)}]({_write_address(link)})" if link else ""
        case "caption":
            return _join([(_escape(block.text.replace("\n", " ")), "*")])
        case _:
            return _inline(writing, block)


def _write_heading(level: int, text: str) -> str:
    line = " ".join(text.split())
    return "#" * level + " " + (_CLOSING.sub(r"\1\\\2", line) if line.endswith("#") else line)


def _write_list(writing: _Writing, items: list[Part], is_other: bool) -> str:
    """Return the items, each line behind the first under the first word.

    CommonMark counts on from the first number; where the page does not, another mark begins a
    list anew.
    """
    lines, before = list[str](), None
    for item in items:
        number = item.number
        if number is None or not 0 <= number <= _LAST_NUMBER:
            marker = "*  " if is_other else "-  "
        else:
            is_other ^= before is not None and number != before + 1
            marker = f"{number}{')' if is_other else '.'} "
        if text := _write_parts(writing, item.parts, gap="\n"):
            indented = text.replace("\n", "\n" + " " * len(marker))
            lines.append(marker + (_BLANK_LINE.sub("", indented) if "\n" in text else text))
            before = number
    return "\n".join(lines)


def _write_code(writing: _Writing, part: Part) -> str:
    texts = (writing.content.tree.literal_text(list(block.rows)) for block in part.blocks)
    code = _LINE_ENDS.sub("\n", "\n".join(texts))
    longest = max((len(ticks) for ticks in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{code_language(writing.content.tree, part.row)}\n{code}\n{fence}"


def _write_table(writing: _Writing, part: Part) -> str:
    """Return the grid of a table; a cell over several slots is written in the first.

    A table without a header row gets an empty one, since there is none without.
    """
    grid = build_grid(writing.content.tree, part)
    texts = [_write_block(writing, block) for block in grid.others]
    if grid.rows:
        rows = [[_write_cell(writing, cell) for cell in row] for row in grid.rows]
        head = rows.pop(0) if grid.has_header else [""] * len(rows[0])
        lines = (f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])
        texts.append("\n".join(lines))
    return "\n\n".join(texts)


def _write_cell(writing: _Writing, cell: Cell) -> str:
    texts = []
    for block in cell.blocks:
        if block.role == "code":
            lines = writing.content.tree.literal_text(list(block.rows)).splitlines()
            texts += [_write_code_span(line.strip(), _IN_CELL) for line in lines if line.strip()]
        elif block.role == "image":
            texts.append(_write_block(writing, block))
        else:
            texts.append(_inline(writing, block, _IN_CELL))
    return _IN_CELL.join(filter(None, texts))


def _inline(writing: _Writing, block: ContentBlock, line_end: str = _IN_TEXT) -> str:
    """Return the text of *block* with its links and emphasis, and *line_end* for `<br>`."""
    if _LINES_OF_ROLES.get(block.role) == line_end and block.rows[0] in writing.texts:
        return writing.texts[block.rows[0]]
    content = writing.content
    if _kernel is None:
        return write_inline(content, block, line_end)
    number = _LINE_ENDS_IN.index(line_end)
    tree, text = content.tree, block.text
    text = collapse_white(text) if block.role == "code" else text
    limit = tree.limits.max_attribute_chars
    return _kernel.write_inline(
        tree.columns, content.resolve, _write_address, limit, block.row, block.rows, text, number
    )


def write_inline(content: Content, block: ContentBlock, line_end: str) -> str:
    """Return what `_inline` does: the reference of the kernel, and what is done without it."""
    plain = read_plain(content.tree, block)
    text = _write_phrases(content, block, line_end) if plain is None else _escape(plain)
    if line_end != _IN_TEXT:
        return text
    is_marked = _LINE_START.search(text) if "\n" in text else _LINE_START.match(text)
    return _LINE_START.sub(r"\1\\", text) if is_marked else text


def _write_phrases(content: Content, block: ContentBlock, line_end: str) -> str:
    pieces: list[Piece] = []
    for link, group in groupby(read_phrases(content, block), attrgetter("link")):
        inner = [piece for phrase in group for piece in _cut_phrase(phrase, line_end)]
        if link:
            words = [at for at, (text, _) in enumerate(inner) if text != line_end and text.strip()]
            if words:
                inner.insert(words[-1] + 1, (f"]({_write_address(link)})", ""))
                inner.insert(words[0], ("[", ""))
        pieces += inner
    while pieces and (pieces[-1][0] == line_end or pieces[-1][0].isspace()):
        pieces.pop()
    return _join(pieces).strip()


def _cut_phrase(phrase: Phrase, line_end: str) -> list[Piece]:
    """Return a phrase as pieces; white space of every kind is outside the marks."""
    if phrase.text == BREAK:
        return [(line_end, "")]
    if not phrase.styles and phrase.link is None:
        return [(_escape(phrase.text), "")]
    body = phrase.text.strip()
    if not body:
        return [(phrase.text, "")]
    lead, _, trail = phrase.text.partition(body)
    pieces = [(lead, ""), _write_styled(body, phrase.styles, line_end), (trail, "")]
    return [piece for piece in pieces if piece[0]]


def _write_styled(text: str, styles: frozenset[str], line_end: str) -> Piece:
    """Return *text* with the marks of its *styles*."""
    written = _write_code_span(text, line_end) if "code" in styles else _escape(text)
    if not styles:
        return written, ""
    for tag in sorted(styles & {"sub", "sup"}):
        written = f"<{tag}>{written}</{tag}>"
    has_words = any(map(str.isalnum, text))  # emphasis of nothing but a full stop is none
    return written, "".join(_MARKS[style] for style in _MARKS if style in styles and has_words)


def _join(pieces: list[Piece]) -> str:
    """Return the pieces in a row, with marks where they count and tags where they would not."""
    if len(pieces) == 1 and not pieces[0][1]:
        return pieces[0][0]
    texts: list[str] = []
    before = "\n"
    for number, (text, marks) in enumerate(pieces):
        behind, more = pieces[number + 1] if number + 1 < len(pieces) else ("\n", "")
        if marks:
            text = _emphasise(text, marks, before, "*" if more else behind[0])
        elif text == "[" and before == "!":
            texts[-1] = texts[-1][:-1] + "\\!"  # or it would be an image
        texts.append(text)
        before = text[-1]
    return "".join(texts)


def _emphasise(text: str, marks: str, before: str, behind: str) -> str:
    """Return *text* in *marks*, or in tags where CommonMark would show the marks.

    A mark counts only if what it touches inside is a letter, or outside white or punctuation:
    https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
    """
    if all(
        outside.isspace() or not _is_punctuation(inside, "PS") or _is_punctuation(outside, "P")
        for outside, inside in ((before, text[0]), (behind, text[-1]))
    ) and "*" not in (before, behind):
        return f"{marks}{text}{marks}"
    tags = [tag for tag, mark in _MARKS.items() if len(mark) & len(marks)]
    return "".join(f"<{tag}>" for tag in tags) + text + "".join(f"</{tag}>" for tag in tags[::-1])


def _is_punctuation(character: str, categories: str) -> bool:
    """Say whether CommonMark counts it as such; symbols ("S") are, since version 0.31 only."""
    return character in punctuation or unicodedata.category(character)[0] in categories


def _write_code_span(text: str, line_end: str) -> str:
    """Return *text*, one line, as code; bars are escaped where they would end a table cell."""
    text = text.replace("|", r"\|") if line_end == _IN_CELL else text
    ticks = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(text)), default=0))
    space = " " * ("`" in text)
    return f"{ticks}{space}{text}{space}{ticks}"


def _write_address(url: str) -> str:
    """Return *url* as a link destination: https://spec.commonmark.org/0.31.2/#link-destination."""
    url = _NO_ADDRESS.sub(lambda match: quote(match[0]), url)
    if "&" in url:
        url = _REFERENCE.sub("&amp;", url)
    return f"<{url}>" if "(" in url or ")" in url else url
