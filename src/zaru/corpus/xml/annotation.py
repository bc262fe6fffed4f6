"""Annotations that are added to a Standard Format file, whose other bytes stay as they are."""

from __future__ import annotations

from dataclasses import dataclass

from zaru.corpus.sentence import Annotation, Annotator
from zaru.corpus.xml.items import Item, read_file
from zaru.corpus.xml.writing import write_annotation
from zaru.errors import Failure, FormatError, ToolError

_ANNOTATED = frozenset({"S", "Title"})  # items whose text tools are asked about


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
