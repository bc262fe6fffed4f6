"""Links and annotations put into a Standard Format file, whose other bytes stay as they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from zaru.corpus.sentence import Annotation, Annotator, Span
from zaru.corpus.standard_format import Link, Target
from zaru.corpus.xml.items import Item, read_file
from zaru.corpus.xml.writing import write_annotation, write_in_links
from zaru.errors import Failure, FormatError, ToolError

_ANNOTATED = frozenset({"S", "Title"})  # items whose text tools are asked about


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


@dataclass(frozen=True, slots=True)
class Annotated:
    """A file with its new annotations."""

    data: bytes
    added: int
    failures: tuple[Failure, ...]  # sentences that the tool has no answer for


def add_annotations(data: bytes, annotator: Annotator, *, source: str = "") -> Annotated:
    """Return the Standard Format file *data* with what *annotator* says of its sentences.

    Sentences and titles that have an annotation of its scheme already are left alone. Raises
    `FormatError` for what is no Standard Format in UTF-8.
    """
    file = read_file(data, source=source)
    if file.encoding.lower() not in ("", "utf-8", "utf8"):
        message = f"in {file.encoding}, not in UTF-8, so that nothing can be added; convert it"
        raise FormatError(message, source=source)
    items = [item for item in file.items if _is_wanted(item, annotator.scheme)]
    answers = annotator.annotate([item.text for item in items])
    pieces: list[bytes] = []
    failures: list[Failure] = []
    written = 0
    for item, answer in zip(items, answers, strict=True):
        if isinstance(answer, ToolError):
            kind, message = type(answer).__name__, str(answer)
            failures.append(Failure("annotate", source, item.end, kind, message))
            continue
        element = write_annotation(Annotation(annotator.scheme, answer))
        pieces += (data[written : item.end], b"\n  ", element.encode())
        written = item.end
    pieces.append(data[written:])
    return Annotated(b"".join(pieces), len(items) - len(failures), tuple(failures))


def _is_wanted(item: Item, scheme: str) -> bool:
    """Say whether an item has a text, and no annotation of that scheme."""
    is_done = any(annotation.scheme == scheme for annotation in item.annotations)
    return item.name in _ANNOTATED and item.end >= 0 and not is_done
