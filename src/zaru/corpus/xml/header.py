"""The header of a Standard Format file: read without the rest, and its InLinks replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from zaru.corpus.standard_format import Link, Target
from zaru.corpus.xml.events import Attributes, Enough, end_of_tag, listen
from zaru.corpus.xml.writing import write_in_links
from zaru.errors import FormatError


@dataclass(slots=True)
class Header:
    """What the beginning of a file says: the page, the links out of it, where those into it go."""

    url: str = ""
    out_links: list[Link] = field(default_factory=list)
    start: int = -1  # the first byte of InLinks, or where they would be
    end: int = -1  # behind them and their line end; the same as `start` without any


def read_header(data: bytes, *, source: str = "") -> Header:
    """Return the header of a file; what is behind it is not read. Raises `FormatError`."""
    reader = _HeaderReader(data)
    listen(data, reader, source=source)
    if reader.header.start < 0:
        raise FormatError("not a Standard Format file: no <Header>", source=source)
    return reader.header


def read_url(data: bytes, *, source: str = "") -> str:
    """Return the address that a file gives its page, empty when it gives none."""
    reader = _RootReader()
    listen(data, reader, source=source)
    return reader.url


def replace_in_links(data: bytes, links: Iterable[Link], *, source: str = "") -> bytes:
    """Return the file *data* with *links* as its InLinks; nothing else changes."""
    header = read_header(data, source=source)
    element = write_in_links(links, extended=False).encode()
    return data[: header.start] + (element and element + b"\n") + data[header.end :]


class _HeaderReader:
    """Hears the events of a file up to the end of its header."""

    def __init__(self, data: bytes) -> None:
        self.place: Callable[[], int] = int
        self.encoding = ""
        self.header = Header()
        self._data = data
        self._text = ""
        self._targets: list[Target] = []

    def start(self, name: str, attributes: Attributes) -> None:
        """Hear a start tag."""
        if name == "StandardFormat":
            self.header.url = attributes.get("Url", "")
        elif name == "InLinks" or (name == "OutLinks" and self.header.start < 0):
            self.header.start = self.header.end = self.place()
        elif name == "OutLink":
            self._text, self._targets = "", []

    def end(self, name: str, text: str) -> None:
        """Hear an end tag."""
        if name == "RawString":
            self._text = text
        elif name == "DocID":
            self._targets.append(Target(text))
        elif name == "OutLink":
            self.header.out_links.append(Link(self._text, tuple(self._targets)))
        elif name == "InLinks":
            end = end_of_tag(self._data, self.place())
            self.header.end = end + self._data.startswith(b"\n", end)
        elif name == "Header":
            if self.header.start < 0:
                self.header.start = self.header.end = self.place()
            raise Enough


class _RootReader:
    """Hears the first start tag of a file."""

    def __init__(self) -> None:
        self.place: Callable[[], int] = int
        self.encoding = ""
        self.url = ""

    def start(self, name: str, attributes: Attributes) -> None:
        """Hear a start tag."""
        if name != "StandardFormat":
            raise FormatError("not a Standard Format file: no <StandardFormat>")
        self.url = attributes.get("Url", "")
        raise Enough

    def end(self, name: str, text: str) -> None:
        """Hear an end tag: there is none before the first start tag."""
