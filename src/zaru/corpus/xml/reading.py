"""Standard Format XML back into values: zaru's own, and that of the original tools."""

from __future__ import annotations

from typing import cast, get_args

from zaru.corpus.sentence import Sentence, Span
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, TextType, Title
from zaru.corpus.xml.items import Attributes, Item, read_file
from zaru.errors import FormatError

_MAX_DIGITS = 18  # of a number; longer ones are refused before they cost time


def from_xml(data: bytes, *, source: str = "") -> StandardFormat:
    """Return what the XML document *data* holds; raises `FormatError` with the place.

    Entities of its own and files elsewhere are not read. Unknown attributes and elements are
    passed over.
    """
    file = read_file(data, source=source)
    title: Title | None = None
    links: dict[str, list[Link]] = {"InLink": [], "OutLink": []}
    texts: list[tuple[Attributes, list[Sentence]]] = []
    for item in file.items:
        try:
            if item.name == "Text":
                texts.append((item.attributes, []))
            elif item.name == "Title":
                title = Title(item.text, _read_span(item.attributes), tuple(item.annotations))
            elif item.name in links:
                links[item.name].append(_read_link(item))
            elif texts:
                texts[-1][1].append(_read_sentence(item))
            else:
                raise FormatError("<S> outside of <Text>")
        except FormatError as error:
            error.source, error.offset = source, item.start
            raise
    root = file.root or {}
    return StandardFormat(
        root.get("OriginalEncoding", ""),
        tuple(_build_text(attributes, found) for attributes, found in texts),
        root.get("Url", ""),
        root.get("Time", root.get("CrawlTime", "")),  # of the original tool
        title,
        tuple(links["InLink"]),
        tuple(links["OutLink"]),
    )


def _read_link(item: Item) -> Link:
    targets = (Target(id_, said.get("Url"), _read_span(said)) for id_, said in item.targets)
    return Link(item.text, tuple(targets), tuple(item.annotations))


def _read_sentence(item: Item) -> Sentence:
    attributes = item.attributes
    span = _read_span(attributes)
    if span is None:
        raise FormatError("<S> without Offset and Length")
    paragraph = attributes.get("Paragraph")
    score = attributes.get("Score", attributes.get("JapaneseScore"))  # of the original tool
    return Sentence(
        item.text,
        span,
        attributes.get("Id", ""),
        tuple(item.annotations),
        None if paragraph is None else _read_number(paragraph),
        attributes.get("BlockType"),
        None if score is None else _read_share(score),
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
