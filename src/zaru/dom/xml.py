"""XML documents as the same columns, by expat, which tells the place of everything it reads."""

from __future__ import annotations

from typing import Any, NamedTuple
from xml.parsers import expat

from zaru.dom.parser import TEXT, Attributes
from zaru.dom.scan import tag_end
from zaru.errors import FormatError, LimitExceeded
from zaru.limits import Limits
from zaru.text.encodings import Decoded
from zaru.text.offsets import byte_offsets

_HEAD_CHARS = 2048  # how far an `<html` or a doctype may stand behind the XML declaration


class XmlColumns(NamedTuple):
    """The columns of an XML document; spans are filled for elements, too."""

    tags: list[str]
    parents: list[int]
    values: list[str | Attributes]
    starts: list[int]
    ends: list[int]


def is_xml(text: str, source: str = "") -> bool:
    """Say whether *text* is an XML document and not XHTML, which browsers read as HTML.

    >>> is_xml('<?xml version="1.0"?><Law/>')
    True
    >>> is_xml('<?xml version="1.0"?><html><body>')
    False
    """
    head = text[:_HEAD_CHARS].lstrip().lower()
    if not head.startswith("<?xml") and not (source.endswith(".xml") and head.startswith("<")):
        return False
    return "<html" not in head and "<!doctype html" not in head


def parse_xml(raw: bytes, decoded: Decoded, limits: Limits) -> XmlColumns:
    """Return the columns of an XML document; tag names keep their case and prefix.

    Raises `FormatError` with the place when it is not well-formed or declares entities.
    """
    source = decoded.text.encode("utf-8", "surrogatepass")
    is_same = decoded.codec == "utf-8" and not decoded.damaged
    reader = _Reader(source, limits)
    try:
        reader.parser.Parse(source, True)
    except expat.ExpatError as error:
        offset = max(reader.parser.ErrorByteIndex, 0)
        if not is_same:
            offset = _to_raw(raw, decoded, [offset])[offset]
        else:
            offset += decoded.start
        reason = expat.ErrorString(error.code)
        raise FormatError(f"not well-formed XML: {reason}", offset=offset) from error
    columns = reader.columns
    if is_same:
        if decoded.start:
            columns.starts[:] = [offset + decoded.start for offset in columns.starts]
            columns.ends[:] = [offset + decoded.start for offset in columns.ends]
        return columns
    place = _to_raw(raw, decoded, sorted({*columns.starts, *columns.ends}))
    columns.starts[:] = [place[offset] for offset in columns.starts]
    columns.ends[:] = [place[offset] for offset in columns.ends]
    return columns


def _to_raw(raw: bytes, decoded: Decoded, offsets: list[int]) -> dict[int, int]:
    return byte_offsets(
        decoded.text, raw, codec=decoded.codec, start=decoded.start, utf8_offsets=offsets
    )


class _Reader:
    """Fills columns from expat's events."""

    def __init__(self, source: bytes, limits: Limits) -> None:
        self.source = source
        self.limit = limits.max_nodes
        self.columns = XmlColumns([], [], [], [], [])
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
        columns.starts.append(start)
        columns.ends.append(end)

    def start_element(self, name: str, attributes: list[str]) -> None:
        self.end_run()
        pairs = tuple(zip(attributes[::2], attributes[1::2], strict=True))
        start = self.parser.CurrentByteIndex
        self.add_row(name, pairs, start, start)
        self.open_rows.append(len(self.columns.tags) - 1)

    def end_element(self, name: str) -> None:
        self.end_run()
        self.columns.ends[self.open_rows.pop()] = tag_end(self.source, self.parser.CurrentByteIndex)

    def character_data(self, data: str) -> None:
        if not self.run:
            self.run_start = self.parser.CurrentByteIndex
        self.run.append(data)

    def end_run(self, *_: Any) -> None:
        if self.run:
            self.add_row(TEXT, "".join(self.run), self.run_start, self.parser.CurrentByteIndex)
            self.run.clear()

    def refuse_entity(self, name: str, *_: Any) -> None:
        offset = self.parser.CurrentByteIndex
        message = f"declares the entity {name!r}; zaru reads no document with entities of its own"
        raise FormatError(message, offset=offset)
