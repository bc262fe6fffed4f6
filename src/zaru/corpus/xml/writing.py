"""Standard Format values as XML 1.0: well-formed whatever a page or a tool says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from typing import TYPE_CHECKING

from zaru.corpus.sentence import Annotation, Span
from zaru.text.xml import clean, escape_text, escape_value, write_attributes

if TYPE_CHECKING:
    from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, Title

_PIECES = 300  # sentences and links that are encoded at once


def write_xml(page: StandardFormat, *, extended: bool) -> bytes:
    """Return *page* as an XML document in UTF-8."""
    attributes = write_attributes(
        [("OriginalEncoding", page.encoding), ("Time", page.time), ("Url", page.url)]
    )
    texts = (_write_text(text, extended) for text in page.texts)
    pieces = chain(
        ['<?xml version="1.0" encoding="UTF-8"?>', f"<StandardFormat{attributes}>"],
        _write_header(page, extended),
        chain.from_iterable(texts),
        ["</StandardFormat>"],
    )
    document = BytesIO()  # not as a str first: annotated, a page is thirty times as large
    while some := list(islice(pieces, _PIECES)):
        document.write("\n".join([*some, ""]).encode())
    return document.getvalue()


def write_annotation(annotation: Annotation) -> str:
    """Return the Annotation element; its text in CDATA, so that people can read it."""
    text = clean(annotation.text)
    if "\r" in text:  # which CDATA would turn into LF
        body = escape_text(text)
    else:
        body = f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"
    return f"<Annotation{write_attributes([('Scheme', annotation.scheme)])}>{body}</Annotation>"


def write_in_links(links: Iterable[Link], *, extended: bool) -> str:
    """Return the InLinks element as it stands in a header, empty without links."""
    return "\n".join(_write_links("InLink", links, extended))


def _write_header(page: StandardFormat, extended: bool) -> Iterator[str]:
    yield "<Header>"
    if page.title is not None:
        yield from _write_title(page.title, extended)
    yield from _write_links("InLink", page.in_links, extended)
    yield from _write_links("OutLink", page.out_links, extended)
    yield "</Header>"


def _write_title(title: Title, extended: bool) -> Iterator[str]:
    yield f"<Title{write_attributes(_span_pairs(title.span) if extended else [])}>"
    yield _write_raw(title.text, title.annotations)
    yield "</Title>"


def _write_links(name: str, links: Iterable[Link], extended: bool) -> Iterator[str]:
    is_open = False
    for link in links:
        if not is_open:
            yield f"<{name}s>"
            is_open = True
        targets = "\n".join([_write_target(target, extended) for target in link.targets])
        raw = _write_raw(link.text, link.annotations)
        yield "\n".join(filter(None, (f"<{name}>", raw, targets, f"</{name}>")))
    if is_open:
        yield f"</{name}s>"


def _write_target(target: Target, extended: bool) -> str:
    pairs = [*_span_pairs(target.span), ("Url", target.url)] if extended else []
    attributes = write_attributes(pairs) if pairs else ""
    return f"<DocID{attributes}>{escape_text(target.id)}</DocID>"


def _write_text(text: Text, extended: bool) -> Iterator[str]:
    pairs = [("Author", text.author), ("Date", text.date), ("Title", text.title)]
    yield f"<Text{write_attributes([*pairs, ('Type', text.type)])}>"
    for sentence in text.sentences:
        offset, length = sentence.span
        own = ("BlockType", sentence.block), ("Paragraph", sentence.paragraph)
        more = write_attributes([*own, ("Score", sentence.score)]) if extended else ""
        places = f'Length="{length}" Offset="{offset}"{more}'
        raw = _write_raw(sentence.text, sentence.annotations)
        yield f'<S Id="{escape_value(sentence.id)}" {places}>\n{raw}\n</S>'
    yield "</Text>"


def _span_pairs(span: Span | None) -> list[tuple[str, object]]:
    return [] if span is None else [("Length", span[1]), ("Offset", span[0])]


def _write_raw(text: str, annotations: Iterable[Annotation]) -> str:
    raw = f"  <RawString>{escape_text(text)}</RawString>"
    for annotation in annotations:
        raw += f"\n  {write_annotation(annotation)}"
    return raw
