"""Annotations that are added to a Standard Format file, whose other bytes stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zaru.corpus.annotator import Annotator
from zaru.corpus.sentence import Annotation
from zaru.corpus.xml.events import Attributes, end_of_tag, listen
from zaru.corpus.xml.writing import write_annotation
from zaru.errors import Failure, FormatError, ToolError

_ANNOTATED = frozenset({"S", "Title"})  # elements whose text tools are asked about


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
    places = _find_places(data, annotator.scheme, source)
    answers = annotator.annotate([place.text for place in places])
    pieces: list[bytes] = []
    failures: list[Failure] = []
    written = 0
    for place, answer in zip(places, answers, strict=True):
        if isinstance(answer, ToolError):
            kind, message = type(answer).__name__, str(answer)
            failures.append(Failure("annotate", source, place.end, kind, message))
            continue
        element = write_annotation(Annotation(annotator.scheme, answer))
        pieces += (data[written : place.end], b"\n  ", element.encode())
        written = place.end
    pieces.append(data[written:])
    return Annotated(b"".join(pieces), len(places) - len(failures), tuple(failures))


@dataclass(slots=True)
class _Place:
    """A text that is to be annotated."""

    text: str = ""
    end: int = -1  # behind its RawString and the annotations that it has
    is_done: bool = False


def _find_places(data: bytes, scheme: str, source: str) -> list[_Place]:
    finder = _Finder(data, scheme)
    listen(data, finder, source=source)
    if not finder.is_standard_format:
        raise FormatError("not a Standard Format file: no <StandardFormat>", source=source)
    if finder.encoding.lower() not in ("", "utf-8", "utf8"):
        message = f"in {finder.encoding}, not in UTF-8, so that nothing can be added; convert it"
        raise FormatError(message, source=source)
    return [place for place in finder.places if place.end >= 0 and not place.is_done]


class _Finder:
    """Finds the texts of a file and where their annotations go."""

    def __init__(self, data: bytes, scheme: str) -> None:
        self.place: Callable[[], int] = int
        self.encoding = ""  # as the file declares it
        self.is_standard_format = False
        self.places: list[_Place] = []
        self._data = data
        self._scheme = scheme
        self._is_inside = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Hear a start tag."""
        if name == "StandardFormat":
            self.is_standard_format = True
        elif name in _ANNOTATED:
            self.places.append(_Place())
            self._is_inside = True
        elif name == "Annotation" and self._is_inside:
            self.places[-1].is_done |= attributes.get("Scheme") == self._scheme

    def end(self, name: str, text: str) -> None:
        """Hear an end tag."""
        if name in _ANNOTATED:
            self._is_inside = False
        if not self._is_inside or name not in ("RawString", "Annotation"):
            return
        if name == "RawString":
            self.places[-1].text = text
        self.places[-1].end = end_of_tag(self._data, self.place())
