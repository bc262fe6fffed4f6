"""The header of a Standard Format file: read without the rest, and its InLinks replaced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from zaru.corpus.sentence import Span
from zaru.corpus.standard_format import Link, Target
from zaru.corpus.xml.items import read_file
from zaru.corpus.xml.writing import write_in_links
from zaru.errors import FormatError


class Header(NamedTuple):
    """What the beginning of a file says: the links out of the page, and where those into it go."""

    out_links: list[Link]
    in_links: Span  # the bytes of InLinks with their line end; none where they would be


def read_header(data: bytes, *, source: str = "") -> Header:
    """Return the header of a file; what is behind it is not read. Raises `FormatError`."""
    file = read_file(data, source=source, until="Text")
    if file.in_links is None:
        raise FormatError("not a Standard Format file: no <Header>", source=source)
    out_links = [
        Link(item.text, tuple(Target(target) for target, _ in item.targets))
        for item in file.items
        if item.name == "OutLink"
    ]
    return Header(out_links, file.in_links)


def read_url(data: bytes, *, source: str = "") -> str:
    """Return the address that a file gives its page, empty when it gives none."""
    root = read_file(data, source=source, until="StandardFormat").root
    return (root or {}).get("Url", "")


def replace_in_links(data: bytes, links: Iterable[Link], *, source: str = "") -> bytes:
    """Return the file *data* with *links* as its InLinks; nothing else changes."""
    start, length = read_header(data, source=source).in_links
    element = write_in_links(links, extended=False).encode()
    return data[:start] + (element and element + b"\n") + data[start + length :]
