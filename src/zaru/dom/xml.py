"""XML documents as the same columns, by expat, which tells the place of everything it reads."""

from __future__ import annotations

from itertools import chain
from typing import Any
from xml.parsers import expat

from zaru.dom.columns import TEXT, Attributes, Lists, limit_depth
from zaru.dom.mending import Mended, mend
from zaru.dom.scan import WHITE, tag_end
from zaru.errors import FormatError, LimitExceeded
from zaru.limits import Limits
from zaru.text.encodings import Decoded
from zaru.text.offsets import utf8_to_raw

HEAD_CHARS = 2048  # how far an `<html` or a doctype may stand behind the XML declaration


def is_xml(text: str, source: str = "") -> bool:
    """Say whether *text* is an XML document and not XHTML, which browsers read as HTML.

    >>> is_xml('<?xml version="1.0"?><Law/>')
    True
    >>> is_xml('<?xml version="1.0"?><html><body>')
    False
    """
    head = text[:HEAD_CHARS].lstrip()
    is_declared = head[:5].lower() == "<?xml" and "?>" in head
    if not is_declared and not (source.endswith(".xml") and head.startswith("<")):
        return False
    head = head.lower()
    return "<html" not in head and "<!doctype html" not in head


def parse_xml(raw: bytes, decoded: Decoded, limits: Limits) -> Lists:
    """Return the rows of an XML document; tag names keep their case and prefix.

    Elements have their spans in the rows, too. What is nearly well-formed is mended. Raises
    `FormatError` with the place when it is not well-formed or declares entities.
    """
    source = decoded.text.encode("utf-8", "surrogatepass")
    try:
        columns = _read(source, limits)
    except FormatError as error:
        try:
            columns = _read_mended(mend(source), limits)
        except FormatError:
            offset = error.offset or 0
            error.offset = utf8_to_raw(raw, decoded, [offset])[offset]
            raise error from error.__cause__
    depths = limit_depth(columns.parents, limits.max_depth)
    to_raw = utf8_to_raw(raw, decoded, chain.from_iterable(columns.spans.values()))
    spans = {row: (to_raw[start], to_raw[end]) for row, (start, end) in columns.spans.items()}
    return columns._replace(depths=depths, spans=spans)


def _read(source: bytes, limits: Limits) -> Lists:
    """Return the rows of *source*, in UTF-8."""
    reader = _Reader(source, limits)
    try:
        reader.parser.Parse(source, True)
    except expat.ExpatError as error:
        offset = max(reader.parser.ErrorByteIndex, 0)
        reason = expat.ErrorString(error.code)
        raise FormatError(f"not well-formed XML: {reason}", offset=offset) from error
    return reader.columns


def _read_mended(mended: Mended, limits: Limits) -> Lists:
    """Return the rows of a document that was mended, with the places that it had before."""
    columns = _read(mended.source, limits)
    spans = {
        row: (mended.to_original(start), mended.to_original(end))
        for row, (start, end) in columns.spans.items()
    }
    return columns._replace(spans=spans)


class _Reader:
    """Fills columns from expat's events."""

    def __init__(self, source: bytes, limits: Limits) -> None:
        self.source = source
        self.limit = limits.max_nodes
        self.columns = Lists([], [], [], [], {})
        self.open_rows: list[int] = []
        self.run: list[str] = []  # the character data since the last tag
        self.run_start = 0
        # The declaration may name another encoding: the source is UTF-8 whatever it says.
        parser = self.parser = expat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.StartElementHandler = self.start_element
        parser.EndElementHandler = self.end_element
        parser.CharacterDataHandler = self.character_data
        parser.EntityDeclHandler = self.refuse_entity
        for handler in ("Comment", "ProcessingInstruction", "StartCdataSection", "EndCdataSection"):
            setattr(parser, f"{handler}Handler", self.end_run)

    def add_row(self, tag: str, value: str | Attributes, start: int, end: int) -> None:
        columns = self.columns
        if len(columns.tags) >= self.limit:
            raise LimitExceeded(f"more than {self.limit} elements and texts", offset=start)
        columns.tags.append(tag)
        columns.parents.append(self.open_rows[-1] if self.open_rows else -1)
        columns.values.append(value)
        if start != end:
            columns.spans[len(columns.tags) - 1] = (start, end)

    def start_element(self, name: str, attributes: list[str]) -> None:
        self.end_run()
        pairs = tuple(zip(attributes[::2], attributes[1::2], strict=True))
        start = self.parser.CurrentByteIndex
        self.add_row(name, pairs, start, tag_end(self.source, start))
        self.open_rows.append(len(self.columns.tags) - 1)

    def end_element(self, _: str) -> None:
        self.end_run()
        row = self.open_rows.pop()
        start, end = self.columns.spans[row]
        if not self.source.endswith(b"/>", start, end):  # there, expat is behind the tag already
            end = tag_end(self.source, self.parser.CurrentByteIndex)
            self.columns.spans[row] = (start, end)

    def character_data(self, data: str) -> None:
        if not self.run:
            self.run_start = self.parser.CurrentByteIndex
        self.run.append(data)

    def end_run(self, *_: Any) -> None:
        if self.run:
            text = "".join(self.run)
            end = self.parser.CurrentByteIndex if text.strip(WHITE) else self.run_start
            self.add_row(TEXT, text, self.run_start, end)
            self.run.clear()

    def refuse_entity(self, name: str, *_: Any) -> None:
        offset = self.parser.CurrentByteIndex
        message = f"declares the entity {name!r}; zaru reads no document with entities of its own"
        raise FormatError(message, offset=offset)
