"""What stands above a text: title, author and date, as far as it does not have them already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zaru.content.content import Content
from zaru.content.markdown import write_line, write_markdown


def write_text(content: Content, names: Sequence[str]) -> str:
    """Return the text of *content* below what its page says of *names*, some of `HEAD`."""
    title = next((block.text for block in content.blocks[:1] if block.role == "title"), "")
    return _join(title, [said for _, said in _find(content, names)], content.text, "\n")


def write_marked_text(content: Content, names: Sequence[str]) -> str:
    """Return the same as Markdown, which has the title in any case."""
    written = write_markdown(content)
    title = written.partition("\n")[0] if written.startswith("# ") else ""
    lines = [write_line(said) for name, said in _find(content, names) if name != "title"]
    return _join(title, lines, written, "\n\n")


def _find(content: Content, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what the page says of *names*, but for what its content has already."""
    beside = {one.segment.row for one in content.kept if one.is_credit}
    has = {block.role for block in content.blocks if block.row not in beside}
    lines = {one.text for one in content.kept if not one.is_credit}
    said = ((name, getattr(content, name)) for name in names if name not in has)
    return [(name, " ".join(text.split())) for name, text in said if text and text not in lines]


def _join(title: str, lines: Iterable[str], text: str, gap: str) -> str:
    """Return *text* with *lines* above it, below the *title* that it begins with."""
    rest = text[len(title) :].lstrip("\n")
    return gap.join(filter(None, (title, *lines, rest)))
