"""The tree of a page as columns: one row for each element and each text run.

Rows are in document order; row 0 is the root. A text run is a stretch of text that stands in
the source in one piece, so that its bytes say it: where the parser joined two stretches, there
are two rows. Columns are plain lists, because a page has a few thousand rows and most work
visits them once.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from zaru.dom.blocks import Block, find_blocks
from zaru.dom.parser import TEXT, Attributes, parse_html
from zaru.dom.places import Place, attribute_spans, locate_elements
from zaru.dom.spans import Located, locate_texts
from zaru.dom.xml import is_xml, parse_xml
from zaru.errors import InputError
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.text.encodings import Decoded


class Tree:
    """One parsed page. All columns have one entry for each row."""

    def __init__(
        self,
        raw: bytes,
        decoded: Decoded,
        tags: list[str],
        parents: list[int],
        values: list[str | Attributes],
        starts: list[int],
        ends: list[int],
        *,
        is_xml: bool = False,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.raw = raw
        self.decoded = decoded
        self.tags = tags  # "#text" for a text run; "svg:a", "math:mi" outside HTML
        self.parents = parents  # -1 for the root
        self.values = values  # a text run's text, an element's attribute pairs
        self.starts = starts  # byte offset of a text run; of an element only by `span`
        self.ends = ends  # byte offset behind a text run
        self.is_xml = is_xml
        self.limits = limits
        self.depths = _limit_depth(parents, limits.max_depth)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.tags)

    def is_text(self, row: int) -> bool:
        """Say whether *row* is a text run."""
        return self.tags[row] == TEXT

    def text(self, row: int) -> str:
        """Return the text of the text run *row*, character references resolved."""
        return cast(str, self.values[row])

    def attributes(self, row: int) -> dict[str, str]:
        """Return the attributes of the element *row*; values are cut at the limit."""
        limit = self.limits.max_attribute_chars
        pairs = cast(Attributes, self.values[row])
        return {name: (value or "")[:limit] for name, value in pairs}

    def attribute(self, row: int, name: str) -> str | None:
        """Return one attribute of the element *row*, None when it has none of that name."""
        for key, value in cast(Attributes, self.values[row]):
            if key == name:
                return (value or "")[: self.limits.max_attribute_chars]
        return None

    def span(self, row: int) -> tuple[int, int] | None:
        """Return byte offset and length of *row* in the file.

        For an element from the `<` of its start tag to behind its end tag; an element that the
        page does not write (an implied `tbody`) spans what it holds, None when that is nothing.
        """
        if self.tags[row] == TEXT:
            return self.starts[row], self.ends[row] - self.starts[row]
        place = self.places.get(row)
        return None if place is None else (place.start, place.end - place.start)

    def attribute_span(self, row: int, name: str) -> tuple[int, int] | None:
        """Return byte offset and length of an attribute's value as it is written."""
        return attribute_spans(self, row).get(name)

    def source(self, row: int) -> str:
        """Return what the file has for *row*, before character references are resolved."""
        span = self.span(row)
        if span is None:
            return ""
        offset, length = span
        return self.raw[offset : offset + length].decode(self.decoded.codec, "replace")

    def path(self, row: int) -> str:
        """Return the tags from the root to *row*: `html/body/div/p`."""
        tags, parents, steps = self.tags, self.parents, []
        while row >= 0:
            steps.append(tags[row])
            row = parents[row]
        return "/".join(reversed(steps))

    @cached_property
    def positions(self) -> list[int]:
        """The place of each row among its siblings, elements and text runs, from 0."""
        counts = [0] * len(self.tags)
        result = [0]
        for parent in self.parents[1:]:
            result.append(counts[parent])
            counts[parent] += 1
        return result

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks of the page (paper 5, §3.4), in the order in which they end."""
        return find_blocks(self)

    @cached_property
    def places(self) -> dict[int, Place]:
        """Where the elements stand in the file, by row; made when first asked for."""
        if self.is_xml:
            return {
                row: Place(self.starts[row], self.ends[row], is_written=True)
                for row in range(len(self))
                if not self.is_text(row)
            }
        return locate_elements(self)


def build_tree(
    raw: bytes, decoded: Decoded, *, source: str = "", limits: Limits = DEFAULT_LIMITS
) -> Tree:
    """Return the tree of a page: of an XML document when it is one, of HTML5 otherwise.

    Raises `FormatError` for XML that is not well-formed and `LimitExceeded`.
    """
    try:
        if is_xml(decoded.text, source):
            return Tree(raw, decoded, *parse_xml(raw, decoded, limits), is_xml=True, limits=limits)
        tags, parents, values, texts = parse_html(decoded.text, limits)
    except InputError as error:
        error.source = error.source or source
        raise
    located = locate_texts(
        texts, raw, html=decoded.text, codec=decoded.codec, start=decoded.start
    )
    if located.split:
        tags, parents, values, located = _split_rows(tags, parents, values, located)
    starts, ends = _spread(tags, located)
    return Tree(raw, decoded, tags, parents, values, starts, ends, limits=limits)


def _spread(tags: list[str], located: Located) -> tuple[list[int], list[int]]:
    """Return the spans of the texts as columns with an entry for each row."""
    starts, ends = iter(located.starts), iter(located.ends)
    return (
        [next(starts) if tag == TEXT else -1 for tag in tags],
        [next(ends) if tag == TEXT else -1 for tag in tags],
    )


def _split_rows(
    tags: list[str], parents: list[int], values: list[str | Attributes], located: Located
) -> tuple[list[str], list[int], list[str | Attributes], Located]:
    """Return the columns with a row for each piece of the texts that have several."""
    new_tags: list[str] = []
    new_parents: list[int] = []
    new_values: list[str | Attributes] = []
    starts: list[int] = []
    ends: list[int] = []
    new_rows: list[int] = []  # the new number of each old row
    text_index = 0
    for tag, parent, value in zip(tags, parents, values, strict=True):
        new_rows.append(len(new_tags))
        new_parent = new_rows[parent] if parent >= 0 else -1
        pieces = located.split.get(text_index) if tag == TEXT else None
        for piece in pieces or (None,):
            new_tags.append(tag)
            new_parents.append(new_parent)
            new_values.append(value if piece is None else piece.text)
            if piece is not None:
                starts.append(piece.start)
                ends.append(piece.end)
            elif tag == TEXT:
                starts.append(located.starts[text_index])
                ends.append(located.ends[text_index])
        text_index += tag == TEXT
    return new_tags, new_parents, new_values, Located(starts, ends, {})


def _limit_depth(parents: list[int], max_depth: int) -> list[int]:
    """Return the depth of each row, moving what is too deep to an ancestor of its parent."""
    depths = [0]
    for parent in parents[1:]:
        depths.append(depths[parent] + 1)
    if max(depths) <= max_depth:
        return depths
    for row in range(1, len(parents)):
        parent = parents[row]
        if depths[parent] >= max_depth:
            parent = parents[row] = parents[parent]
        depths[row] = depths[parent] + 1
    return depths
