"""The Standard Format of paper 1 as values: a header, and texts of sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.resources import files
from typing import Literal

from zaru.corpus.sentence import Annotation, Sentence, Span

TextType = Literal["default", "blog", "comment"]


@dataclass(frozen=True, slots=True)
class Title:
    """The title of a page."""

    text: str
    span: Span | None = None
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """The page at the other end of a link."""

    id: str  # `identity.document_id` of its address
    url: str | None = None  # only in the extended format
    span: Span | None = None  # where the link names it; only in the extended format


@dataclass(frozen=True, slots=True)
class Link:
    """The pages that links of one text lead to, or come from."""

    text: str
    targets: tuple[Target, ...]
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Sentences of one author: of a page, of a blog post, of a comment on it."""

    sentences: tuple[Sentence, ...]
    type: TextType = "default"
    author: str | None = None
    date: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class StandardFormat:
    """One page in the Standard Format."""

    encoding: str  # what the file really is, by its WHATWG name
    texts: tuple[Text, ...]
    url: str = ""  # empty when it is not known
    time: str = ""  # when the page was fetched, yyyy-mm-dd hh:mm:ss
    title: Title | None = None
    in_links: tuple[Link, ...] = ()
    out_links: tuple[Link, ...] = ()

    @property
    def sentences(self) -> Iterator[Sentence]:
        """The sentences of all texts, in order."""
        for text in self.texts:
            yield from text.sentences

    def to_xml(self, *, extended: bool = False) -> bytes:
        """Return the XML document, valid by the paper's DTD; *extended* by zaru's own.

        A text with annotations of several schemes is valid by the extended DTD only: §2 of the
        paper describes it, but its DTD allows one.
        """
        from zaru.corpus.xml.writing import write_xml

        return write_xml(self, extended=extended)

    def plain(self) -> StandardFormat:
        """Return what the paper's format holds of this: all but the extension."""
        texts = tuple(
            replace(text, sentences=tuple(map(_plain_sentence, text.sentences)))
            for text in self.texts
        )
        return replace(
            self,
            title=self.title and replace(self.title, span=None),
            in_links=tuple(map(_plain_link, self.in_links)),
            out_links=tuple(map(_plain_link, self.out_links)),
            texts=texts,
        )


def read_dtd(*, extended: bool = False) -> bytes:
    """Return the DTD that files validate against."""
    name = "standard_format_extended.dtd" if extended else "standard_format.dtd"
    return files("zaru.corpus.xml").joinpath(name).read_bytes()


def _plain_sentence(sentence: Sentence) -> Sentence:
    return replace(sentence, paragraph=None, block=None, score=None)


def _plain_link(link: Link) -> Link:
    return replace(link, targets=tuple(Target(target.id) for target in link.targets))


def format_time(time: str | None) -> str:
    """Return a time as `yyyy-mm-dd hh:mm:ss` in UTC; empty when it is not known.

    >>> format_time("2006-08-14T19:48:51+09:00")
    '2006-08-14 10:48:51'
    """
    try:
        moment = datetime.fromisoformat(time or "")
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    return moment.replace(tzinfo=None).isoformat(" ", "seconds")
