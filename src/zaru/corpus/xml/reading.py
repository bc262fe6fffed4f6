"""Standard Format XML back into values: zaru's own, and that of the original tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast, get_args

from zaru.corpus.sentence import Annotation, Sentence, Span
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, TextType, Title
from zaru.corpus.xml.events import Attributes, listen
from zaru.errors import FormatError

_MAX_DIGITS = 18  # of a number; longer ones are refused before they cost time


def from_xml(data: bytes, *, source: str = "") -> StandardFormat:
    """Return what the XML document *data* holds; raises `FormatError` with the place.

    Entities of its own and files elsewhere are not read. Unknown attributes and elements are
    passed over.
    """
    reader = _Reader()
    listen(data, reader, source=source)
    if reader.root is None:
        raise FormatError("not a Standard Format file: no <StandardFormat>", source=source)
    return reader.build(reader.root)


@dataclass(slots=True)
class _Item:
    """A Title, InLink, OutLink or S that is being read."""

    attributes: Attributes
    text: str = ""
    annotations: list[Annotation] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)


class _Reader:
    """Hears the events of an XML parser."""

    def __init__(self) -> None:
        self.place: Callable[[], int] = int
        self.encoding = ""
        self.root: Attributes | None = None
        self._item = _Item({})
        self._attributes: Attributes = {}
        self._title: Title | None = None
        self._links: dict[str, list[Link]] = {"InLink": [], "OutLink": []}
        self._texts: list[tuple[Attributes, list[Sentence]]] = []

    def start(self, name: str, attributes: Attributes) -> None:
        """Hear a start tag."""
        if name == "StandardFormat":
            self.root = attributes
        elif name == "Text":
            self._texts.append((attributes, []))
        elif name in ("Title", "InLink", "OutLink", "S"):
            self._item = _Item(attributes)
        else:
            self._attributes = attributes

    def end(self, name: str, text: str) -> None:
        """Hear an end tag."""
        item = self._item
        if name == "RawString":
            item.text = text
        elif name == "Annotation":
            item.annotations.append(Annotation(self._attributes.get("Scheme", ""), text))
        elif name == "DocID":
            span = _read_span(self._attributes)
            item.targets.append(Target(text, self._attributes.get("Url"), span))
        elif name == "Title":
            self._title = Title(item.text, _read_span(item.attributes), tuple(item.annotations))
        elif name in self._links:
            link = Link(item.text, tuple(item.targets), tuple(item.annotations))
            self._links[name].append(link)
        elif name == "S":
            self._add_sentence(item)

    def _add_sentence(self, item: _Item) -> None:
        if not self._texts:
            raise FormatError("<S> outside of <Text>")
        span = _read_span(item.attributes)
        if span is None:
            raise FormatError("<S> without Offset and Length")
        attributes = item.attributes
        paragraph = attributes.get("Paragraph")
        score = attributes.get("Score", attributes.get("JapaneseScore"))  # of the original tool
        sentence = Sentence(
            item.text,
            span,
            attributes.get("Id", ""),
            tuple(item.annotations),
            None if paragraph is None else _read_number(paragraph),
            attributes.get("BlockType"),
            None if score is None else _read_share(score),
        )
        self._texts[-1][1].append(sentence)

    def build(self, root: Attributes) -> StandardFormat:
        """Return what was heard."""
        return StandardFormat(
            root.get("OriginalEncoding", ""),
            tuple(_build_text(attributes, found) for attributes, found in self._texts),
            root.get("Url", ""),
            root.get("Time", root.get("CrawlTime", "")),  # of the original tool
            self._title,
            tuple(self._links["InLink"]),
            tuple(self._links["OutLink"]),
        )


def _build_text(attributes: Attributes, sentences: list[Sentence]) -> Text:
    type_ = attributes.get("Type", "default")
    if type_ not in get_args(TextType):
        type_ = "default"
    names = (attributes.get(name) for name in ("Author", "Date", "Title"))
    return Text(tuple(sentences), cast(TextType, type_), *names)


def _read_span(attributes: Attributes) -> Span | None:
    if "Offset" not in attributes or "Length" not in attributes:
        return None
    return _read_number(attributes["Offset"]), _read_number(attributes["Length"])


def _read_number(digits: str) -> int:
    if len(digits) > _MAX_DIGITS or not digits.removeprefix("-").isdecimal():
        raise FormatError(f"{digits[:40]!r} is no number")
    return int(digits)


def _read_share(digits: str) -> float:
    try:
        return float(digits[:40])
    except ValueError as error:
        raise FormatError(f"{digits[:40]!r} is no number") from error
