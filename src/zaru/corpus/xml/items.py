"""Standard Format files as they stand: their items, and at which bytes; entities are off."""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from zaru.corpus.sentence import Annotation, Span
from zaru.dom.scan import tag_end
from zaru.errors import FormatError

Attributes = dict[str, str]

_ITEMS = frozenset({"Text", "Title", "InLink", "OutLink", "S"})


@dataclass(slots=True)
class Item:
    """A Text, or a Title, InLink, OutLink or S with what it holds."""

    name: str
    attributes: Attributes
    start: int  # its first byte
    text: str = ""
    annotations: list[Annotation] = field(default_factory=list)
    targets: list[tuple[str, Attributes]] = field(default_factory=list)  # ids
    end: int = -1  # behind its RawString and the annotations that it has


@dataclass(slots=True)
class File:
    """What a file holds, as far as it was read."""

    root: Attributes | None = None
    encoding: str = ""  # that it declares
    items: list[Item] = field(default_factory=list)
    in_links: Span | None = None  # the bytes of InLinks with their line end, or where they would be


def read_file(data: bytes, *, source: str, until: str = "") -> File:
    """Return what the file *data* holds up to the first start tag *until*.

    Raises `FormatError` with the place. Unknown elements are passed over.
    """
    reader = _Reader(data, until)
    parser = reader.parser
    try:
        parser.Parse(data, True)
    except _Enough:
        pass
    except expat.ExpatError as error:
        message = f"not well-formed XML: {expat.ErrorString(error.code)}"
        raise FormatError(message, source=source, offset=max(0, parser.ErrorByteIndex)) from error
    except FormatError as error:
        error.source, error.offset = source, parser.CurrentByteIndex
        raise
    except (LookupError, ValueError) as error:  # an encoding that expat does not know
        raise FormatError(f"not well-formed XML: {error}", source=source) from error
    if reader.file.root is None:
        raise FormatError("not a Standard Format file: no <StandardFormat>", source=source)
    return reader.file


class _Enough(Exception):
    """What is wanted was read, or is not there."""


class _Reader:
    """Hears the events of an XML parser."""

    def __init__(self, data: bytes, until: str) -> None:
        self.file = File()
        self._data, self._until = data, until
        self._item: Item | None = None  # that is being read
        self._attributes: Attributes = {}
        self._texts: list[str] = []  # since the last tag
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._texts.append
        self.parser.EntityDeclHandler = _refuse_entity
        self.parser.XmlDeclHandler = self._declare

    def _declare(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self.file.encoding = encoding or ""

    def _start(self, name: str, attributes: Attributes) -> None:
        self._texts.clear()
        if name == "StandardFormat":
            self.file.root = attributes
        if self._until and (name == self._until or self.file.root is None):
            raise _Enough
        if name in _ITEMS:
            self._item = Item(name, attributes, self.parser.CurrentByteIndex)
            self.file.items.append(self._item)
        elif name == "InLinks" or (name == "OutLinks" and self.file.in_links is None):
            self.file.in_links = self.parser.CurrentByteIndex, 0
        self._attributes = attributes

    def _end(self, name: str) -> None:
        text = "".join(self._texts)
        self._texts.clear()
        item = self._item
        if name == "Header" and self.file.in_links is None:
            self.file.in_links = self.parser.CurrentByteIndex, 0
        elif name == "InLinks" and self.file.in_links is not None:
            start, end = self.file.in_links[0], self._find_end()
            self.file.in_links = start, end + self._data.startswith(b"\n", end) - start
        elif item is not None and name == item.name:
            self._item = None
        elif item is not None and name == "DocID":
            item.targets.append((text, self._attributes))
        elif item is not None and name in ("RawString", "Annotation"):
            if name == "RawString":
                item.text = text
            else:
                item.annotations.append(Annotation(self._attributes.get("Scheme", ""), text))
            item.end = self._find_end()

    def _find_end(self) -> int:
        """Return the byte behind an end tag; of `<S/>`, its event stands there already."""
        place = self.parser.CurrentByteIndex
        return place if self._data.endswith(b"/>", 0, place) else tag_end(self._data, place)


def _refuse_entity(name: str, *_: object) -> None:
    raise FormatError(f"declares the entity {name!r}; entities are not read")
