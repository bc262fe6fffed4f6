"""Markdown: the structure that a CommonMark parser finds in what was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from tests.quality.drafts import URL, begin
from tests.quality.figures import f1, mean
from tests.quality.markdown_pages import SHAPES, Item
from tests.quality.prose import read_prose

from zaru import extract

LANGUAGES = ("de", "en", "ja", "ko")
_PARSER = MarkdownIt("commonmark").enable("table")


def measure_markdown() -> dict[str, float]:
    """Return by shape the F1 of structure: of the kinds that a page has, all and no others."""
    scores = {}
    for name, make in SHAPES.items():
        found = []
        for language in LANGUAGES:
            page = begin(read_prose(language), "markdown", name)
            wanted = make(page)
            kinds = {kind for kind, *_ in wanted}
            written = extract(page.html, url=f"{URL}/").to_markdown()
            items = [item for item in read_structure(written) if item[0] in kinds]
            if "paragraph" in kinds:  # most paragraphs are not part of what is tried here
                items = [item for item in items if item[0] != "paragraph" or item in wanted]
            found.append(f1(items, wanted))
        scores[f"Markdown: {name}"] = mean(found)
    return scores


def read_structure(markdown: str) -> Iterator[Item]:
    """Yield the headings, items of lists, cells, code, quotes, links and marks of a text."""
    for node in SyntaxTreeNode(_PARSER.parse(markdown)).walk():
        reader = _READERS.get(node.type)
        item = reader(node) if reader else None
        if item is not None:
            yield item


def _read_paragraph(node: SyntaxTreeNode) -> Item | None:
    """Return a paragraph of the text or of a quotation; others are part of an item."""
    parent = node.parent.type if node.parent else ""
    kinds = {"root": "paragraph", "blockquote": "quote"}
    return (kinds[parent], _text(node)) if parent in kinds else None


def _read_item(node: SyntaxTreeNode) -> Item:
    """Return the kind of the list, how deep the item is in lists, its number, its first line."""
    above, depth = node.parent, 0
    assert above is not None
    kind, start = above.type.partition("_")[0], int(above.attrs.get("start", 1))
    number = str(start + above.children.index(node)) if kind == "ordered" else ""
    while above is not None:
        depth += above.type in ("ordered_list", "bullet_list", "blockquote")
        above = above.parent
    first = _text(node.children[0]) if node.children else ""
    return kind, str(depth), number, first


def _read_cell(node: SyntaxTreeNode) -> Item | None:
    """Return the row, the column and the text of a cell that is not empty."""
    row = node.parent
    assert row is not None
    assert row.parent is not None
    number = row.parent.children.index(row) + (row.parent.type == "tbody")
    text = _text(node)
    return ("cell", str(number), str(row.children.index(node)), text) if text else None


def _read_script(node: SyntaxTreeNode) -> Item | None:
    """Return a sub- or superscript, which only markup can say."""
    behind = node.next_sibling
    is_script = node.content in ("<sub>", "<sup>") and behind is not None
    return (node.content[1:-1], behind.content) if is_script and behind else None


def _read_link(node: SyntaxTreeNode) -> Item:
    return "link", _text(node), unquote(str(node.attrs["href"])).removeprefix(URL)


def _text(node: SyntaxTreeNode) -> str:
    """Return the words of a node as a reader sees them."""
    words = (one for one in node.walk() if one.type in ("text", "code_inline", *_BREAKS))
    return " ".join("".join(one.content or "\n" for one in words).split())


_BREAKS = ("softbreak", "hardbreak")
_READERS: dict[str, Callable[[SyntaxTreeNode], Item | None]] = {
    "heading": lambda node: (node.tag, _text(node)),
    "paragraph": _read_paragraph,
    "list_item": _read_item,
    "th": _read_cell,
    "td": _read_cell,
    "fence": lambda node: ("code", node.info.strip(), node.content.rstrip("\n")),
    "code_block": lambda node: ("code", "", node.content.rstrip("\n")),
    "strong": lambda node: ("strong", _text(node)),
    "em": lambda node: ("em", _text(node)),
    "code_inline": lambda node: ("literal", node.content),
    "link": _read_link,
    "html_inline": _read_script,
}
