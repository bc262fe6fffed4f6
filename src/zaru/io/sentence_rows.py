"""Sentences, titles and links as rows of a corpus, and back: the same values, nothing lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from zaru.corpus.sentence import Annotation, Sentence, Span
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, Title, format_time
from zaru.text.xml import clean

Row = dict[str, Any]


def to_sentence_rows(
    page: str, texts: Iterable[Text], is_content: Callable[[Sentence], bool]
) -> Iterator[Row]:
    """Yield a row of the table `sentences` for each sentence of the page with the id *page*."""
    for number, text in enumerate(texts):
        post = _to_post(number, text)
        for sentence in text.sentences:
            yield {
                "page": page,
                "number": int(sentence.id),
                "text": sentence.text,
                "span": list(sentence.span),
                "is_exact": sentence.is_exact,
                "is_content": is_content(sentence),
                "paragraph": sentence.paragraph,
                "block": sentence.block,
                "score": sentence.score,
                "post": post,
                "annotations": _to_annotations(sentence.annotations),
            }


def to_title_row(title: Title | None) -> Row | None:
    """Return what the column `head_title` says."""
    if title is None:
        return None
    span = None if title.span is None else list(title.span)
    annotations = _to_annotations(title.annotations)
    return {"text": title.text, "span": span, "annotations": annotations}


def from_sentence_row(row: Row) -> Sentence:
    """Return the sentence of a row."""
    return Sentence(
        row["text"],
        (row["span"][0], row["span"][1]),
        str(row["number"]),
        _from_annotations(row["annotations"]),
        row["paragraph"],
        row["block"],
        row["score"],
        row["is_exact"],
    )


def to_standard_format(page: Row, sentences: Iterable[Row], links: Iterable[Row]) -> StandardFormat:
    """Return what `zaru.to_standard_format` made of a page, from its rows in all tables."""
    title = page["head_title"]
    if title is not None:
        annotations = _from_annotations(title["annotations"])
        title = Title(title["text"], _to_span(title["span"]), annotations)
    return StandardFormat(
        page["encoding"],
        tuple(_to_texts(sentences)),
        clean(page["url"] or ""),
        format_time(page["time"]),
        title,
        out_links=tuple(_to_links(links)),
    )


def _to_post(number: int, text: Text) -> Row | None:
    if text.type == "default":
        return None
    about = {"author": text.author, "date": text.date, "title": text.title}
    return {"number": number, "type": text.type, **about}


def _to_texts(sentences: Iterable[Row]) -> Iterator[Text]:
    for post, rows in groupby(sentences, key=itemgetter("post")):
        found = tuple(map(from_sentence_row, rows))
        if post is None:
            yield Text(found)
        else:
            yield Text(found, post["type"], post["author"], post["date"], post["title"])


def _to_links(links: Iterable[Row]) -> Iterator[Link]:
    """Yield a link for each anchor."""
    for anchor, rows in groupby(links, key=itemgetter("anchor")):
        yield Link(
            anchor,
            tuple(Target(row["target"], row["url"], _to_span(row["span"])) for row in rows),
        )


def _to_annotations(annotations: Iterable[Annotation]) -> list[Row]:
    return [{"scheme": said.scheme, "text": said.text} for said in annotations]


def _from_annotations(rows: Iterable[Row] | None) -> tuple[Annotation, ...]:
    return tuple(Annotation(row["scheme"], row["text"]) for row in rows or ())


def _to_span(value: list[int] | None) -> Span | None:
    return None if value is None else (value[0], value[1])
