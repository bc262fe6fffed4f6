"""The tree of a page as columns: one row for each element and each text run.

Rows are in document order; row 0 is the root. A text run is a stretch of text that stands in
the source in one piece, so that its bytes say it: where the parser joined two stretches, there
are two rows. Columns become lists when they are first asked for, values when their row is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, chain
from typing import cast

from zaru.dom.blocks import BLOCK_TAGS, UNREAD_TAGS, Block, group_blocks
from zaru.dom.columns import TEXT, Attributes, Columns, Group, Span
from zaru.dom.embedded import MAX_NOTICE, MAX_ROWS, MAX_SHOWN, write_embedded
from zaru.dom.keeping import once
from zaru.dom.parser import parse_html, to_columns
from zaru.dom.parts import find_places
from zaru.dom.places import Place, attribute_spans, start_tag_span
from zaru.dom.scan import WHITE
from zaru.dom.unclosed import MAX_TIMES, noscript_end, undo_unclosed
from zaru.dom.xml import HEAD_CHARS, is_xml, parse_xml
from zaru.errors import InputError
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.text.codes import is_scannable, read_span
from zaru.text.encodings import Decoded
from zaru.text.offsets import character_ends

try:
    from zaru.dom._kernel import Columns as PlacedColumns
except ImportError:  # installed without a compiler
    PlacedColumns = None  # type: ignore[assignment,misc]

# What is asked of most pages: found in one walk.
_COMMON_TAGS = tuple(
    "html body base title meta link script time h1 h2 h3 h4 h5 h6 img ol ul".split()
)
_UNSHOWN_TAGS = UNREAD_TAGS | {"noscript"}  # where scripts run
_SPACE = ord(" ")
_WHITE = WHITE.encode()


class Tree:
    """One parsed page. All columns have one entry for each row."""

    def __init__(
        self, raw: bytes, decoded: Decoded, columns: Columns, *, is_xml: bool, limits: Limits
    ) -> None:
        self.raw = raw
        self.decoded = decoded
        self.is_xml = is_xml
        self.limits = limits
        self.columns = columns
        self.text = columns.text  # of a text run, character references resolved
        self.tag = columns.tag  # of one row; `tags` and `parents` are for those who ask of many
        self.parent = columns.parent
        self.pairs = columns.pairs  # names and values of an element's attributes, as written
        self.unplaced = columns.unplaced  # text runs that stand somewhere in their span, not as it
        self._rows_by_tag: dict[str, list[int]] = {}
        self.kept: dict[object, object] = {}  # what rooms above read of it, see `keeping`

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.columns)

    @cached_property
    def tags(self) -> list[str]:
        """`#text` for a text run; `svg:a`, `math:mi` outside HTML."""
        return self.columns.tags()

    @cached_property
    def parents(self) -> list[int]:
        """The rows above; -1 for the root."""
        return self.columns.parents()

    @cached_property
    def depths(self) -> list[int]:
        """How deep rows are nested; 0 for the root."""
        return self.columns.depths()

    @cached_property
    def values(self) -> list[str | Attributes]:
        """A text run's text, an element's attribute pairs; for few rows ask `text` and `pairs`."""
        return self.columns.values()

    @cached_property
    def spans(self) -> dict[int, Span]:
        """First and behind last byte, of text runs that are not white space."""
        return self.columns.spans()

    def rows_of(self, *tags: str) -> list[int]:
        """Return the elements that have one of *tags*, in document order; not to be changed."""
        known = self._rows_by_tag
        if len(tags) == 1 and tags[0] in known:
            return known[tags[0]]
        if not known.keys() >= set(tags):
            known.update(self.columns.index(*tags, *(() if known else _COMMON_TAGS)))
        found = [rows for tag in tags if (rows := known[tag])]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    def is_text(self, row: int) -> bool:
        """Say whether *row* is a text run."""
        return self.tag(row) == TEXT

    def attributes(self, row: int) -> dict[str, str]:
        """Return the attributes of the element *row*; values are cut at the limit."""
        limit = self.limits.max_attribute_chars
        return {name: (value or "")[:limit] for name, value in self.pairs(row)}

    def attribute(self, row: int, name: str) -> str | None:
        """Return one attribute of the element *row*, None when it has none of that name."""
        value = self.columns.attribute(row, name)
        return value and value[: self.limits.max_attribute_chars]

    @once
    def having(self, name: str) -> list[tuple[int, str]]:
        """Return the elements that have the attribute *name*, with what it says; kept."""
        return self.columns.having(name)

    def span(self, row: int) -> tuple[int, int] | None:
        """Return byte offset and length of *row* in the file; None for white space.

        For an element from the `<` of its start tag to behind its end tag; an element that the
        page does not write (an implied `tbody`) spans what it holds, None when that is nothing.
        """
        found = self.spans.get(row) if self.tags[row] == TEXT else self.place(row)
        return None if found is None else (found[0], found[1] - found[0])

    def place(self, row: int) -> Place | None:
        """Return where the element *row* stands; None for one that is implied and holds nothing."""
        if not self.knows_places:
            return self.places.get(row)
        found = cast(PlacedColumns, self.columns).place(row)
        return None if found is None else Place(*found)

    def attribute_span(self, row: int, name: str) -> tuple[int, int] | None:
        """Return byte offset and length of an attribute's value as it is written."""
        if self.knows_places:
            return cast(PlacedColumns, self.columns).attribute_span(row, name)
        return attribute_spans(self, row).get(name)

    def start_tag_span(self, row: int) -> tuple[int, int] | None:
        """Return offset and length of the start tag of *row*, None when the page writes none."""
        if not self.knows_places:
            return start_tag_span(self, row)
        found = cast(PlacedColumns, self.columns).start_tag(row)
        return None if found is None else (found[0], found[1] - found[0])

    @property
    def knows_places(self) -> bool:
        """Whether the parser has told where elements and attributes stand."""
        return not self.is_xml and PlacedColumns is not None

    def read(self, span: tuple[int, int]) -> str:
        """Return what the file has at *span*, offset and length in bytes."""
        return read_span(self.raw, self.decoded.codec, span[0], sum(span))

    def source(self, row: int) -> str:
        """Return what the file has for *row*, before character references are resolved."""
        span = self.span(row)
        return "" if span is None else self.read(span)

    def reader_text(self, rows: list[int]) -> str:
        """Return the text of *rows* as a reader sees it: white space collapsed, `<br>` kept."""
        return self.columns.read_text(rows)

    def literal_text(self, rows: list[int]) -> str:
        """Return the text of *rows* with its white space, as in `<pre>`."""
        tags = ((row, self.tag(row)) for row in rows)
        kept = (self.text(row) if tag == TEXT else "\n" for row, tag in tags if tag in (TEXT, "br"))
        return "".join(kept).strip("\n")

    def trim(self, start: int, end: int) -> tuple[int, int]:
        """Return offset and length of the bytes from *start* to *end* without outer white space."""
        raw = self.raw
        is_white = raw[start] <= _SPACE or raw[end - 1] <= _SPACE
        if is_white and is_scannable(self.decoded.codec):
            data = raw[start:end].rstrip(_WHITE)
            end = start + len(data)
            start = end - len(data.lstrip(_WHITE))
        return start, end - start

    def run_span(self, rows: Iterable[int]) -> tuple[int, int] | None:
        """Return offset and length from the first to the last text run among *rows*, trimmed.

        None when none of them has a place.
        """
        found = self.columns.bounds(rows)
        return None if found is None else self.trim(*found)

    def path(self, row: int) -> str:
        """Return the tags from the root to *row*: `html/body/div/p`.

        At most 300 characters: names are cut at 40, and "…" stands for the middle of a long path.
        With deep, long tags paths would be a thousand times as long as their page otherwise.
        """
        path = "/".join([self.tags[step][:40] for step in (row, *self.ancestors(row))][::-1])
        if len(path) <= 300:
            return path
        return path[:100].rpartition("/")[0] + "/…/" + path[-196:].partition("/")[2]

    def ancestors(self, row: int) -> Iterator[int]:
        """Yield the rows above *row*, from its parent to the root."""
        parent = self.parent
        while row > 0:
            row = parent(row)
            yield row

    def shared(self, row: int, other: int) -> int:
        """Return the lowest row that is or is above both rows."""
        parents, depths = self.parents, self.depths
        while row != other:
            if depths[row] >= depths[other]:
                row = parents[row]
            else:
                other = parents[other]
        return row

    def end(self, row: int) -> int:
        """Return the row behind the last one below *row*; `ends` is for those who ask of many."""
        return self.columns.end(row)

    @cached_property
    def ends(self) -> list[int]:
        """Of each row: the row behind the last one below it."""
        return self.columns.ends()

    def part(self, span: tuple[int, int], text: str, begin: int, end: int) -> tuple[int, int]:
        """Return offset and length of `text[begin:end]`; *span* is where the file says *text*.

        *text* is what the file has there (`read`), or what it means, references resolved. Where
        the file says it in a way that cannot be followed, *span* itself.
        """
        places = find_places(self, span[0], sum(span), text, [begin, end])
        return span if places is None else (places[0], places[1] - places[0])

    def places_of(self, row: int, cuts: Sequence[int]) -> list[int] | None:
        """Return the bytes at which the characters *cuts* of the text run *row* begin.

        *cuts* are ascending; the length of the text is where it ends. None where the bytes say
        the text in a way that cannot be followed.
        """
        if row in self.unplaced:
            return None
        start, end = self.spans[row]
        return find_places(self, start, end, self.text(row), cuts)

    @cached_property
    def placed_rows(self) -> list[int]:
        """The text runs that have their exact place, ascending."""
        return sorted(row for row in self.spans if row not in self.unplaced)

    @cached_property
    def gap_tags(self) -> dict[int, dict[int, int]]:
        """Where start tags begin, by row, for each gap between texts that was asked for."""
        return {}

    @cached_property
    def character_begins(self) -> list[int]:
        """The byte at which each character of the decoded text begins, and the end."""
        start = self.decoded.start
        return [start, *character_ends(self.raw, self.decoded.codec, start)]

    @cached_property
    def markup(self) -> tuple[bytes, Sequence[int]]:
        """Bytes in which markup can be looked for, and where each of them begins in the file."""
        if is_scannable(self.decoded.codec):
            return self.raw, range(len(self.raw) + 1)
        return self.decoded.text.encode("latin-1", "replace"), self.character_begins

    @property
    def blocks(self) -> list[Block]:
        """The blocks of the page (paper 5, §3.4), in the order in which they end.

        Views that are made anew each time: a block holds its tree, so a tree that held its
        blocks would live until the garbage collector comes.
        """
        return [Block(self, *group) for group in self._block_rows]

    @cached_property
    def _block_rows(self) -> list[Group]:
        return group_blocks(self)

    @cached_property
    def places(self) -> dict[int, Place]:
        """Where the elements stand in the file, by row; made when first asked for."""
        if self.is_xml:
            return {
                row: Place(*span, is_written=True)
                for row, span in self.spans.items()
                if not self.is_text(row)
            }
        if self.knows_places:
            places = ((row, self.place(row)) for row in range(len(self)) if not self.is_text(row))
            return {row: place for row, place in places if place is not None}
        from zaru.dom.aligned import locate_elements

        return locate_elements(self)


def _parse_html(raw: bytes, decoded: Decoded, limits: Limits) -> tuple[Decoded, Columns]:
    """Return the rows of an HTML page, and the bytes that were read: see `unclosed`, `embedded`."""
    columns = parse_html(raw, decoded, limits)
    if not is_scannable(decoded.codec):
        return decoded, columns
    for _ in range(MAX_TIMES):
        if columns.unclosed < 0:
            break
        has_text = bool(columns.segments(BLOCK_TAGS, UNREAD_TAGS))
        if has_text and noscript_end(decoded.raw, columns.unclosed) < 0:
            break
        if (source := undo_unclosed(decoded.raw, columns.unclosed)) is None:
            break
        decoded = replace(decoded, raw=source)
        columns = parse_html(source, decoded, limits)
    may_carry = len(columns) <= MAX_ROWS and decoded.codec == "utf-8"
    if may_carry and not _shows_text(columns) and (source := write_embedded(decoded.raw)):
        decoded = replace(decoded, raw=source)
        columns = parse_html(source, decoded, limits)
    return decoded, columns


def _shows_text(columns: Columns) -> bool:
    """Say whether more can be read than a few words, and a notice that a script is needed."""
    for unread, most in ((_UNSHOWN_TAGS, MAX_SHOWN), (UNREAD_TAGS, MAX_NOTICE)):
        found = columns.segments(BLOCK_TAGS, unread)
        sizes = accumulate(len(columns.read_text(rows)) for _, rows in found)
        if any(size > most for size in sizes):
            return True
    return False


def build_tree(
    raw: bytes, decoded: Decoded, *, source: str = "", limits: Limits = DEFAULT_LIMITS
) -> Tree:
    """Return the tree of a page: of an XML document when it is one, of HTML5 otherwise.

    Raises `FormatError` for XML that is not well-formed and `LimitExceeded`.
    """
    as_xml = is_xml(decoded.head(HEAD_CHARS), source)
    try:
        columns: Columns
        if as_xml:
            columns = to_columns(parse_xml(raw, decoded, limits))
        else:
            decoded, columns = _parse_html(raw, decoded, limits)
    except InputError as error:
        error.source = error.source or source
        raise
    return Tree(decoded.raw, decoded, columns, is_xml=as_xml, limits=limits)
