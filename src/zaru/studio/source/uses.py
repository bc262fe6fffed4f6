"""From a byte to what uses it: blocks, articles, fields and sentences of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from zaru.content.extraction import extract
from zaru.corpus.conversion import to_standard_format
from zaru.feeds.finding.finding import find_articles
from zaru.page import Page
from zaru.wrappers.record import Record

Span = tuple[int, int]
Kind = Literal["block", "metadata", "article", "field", "sentence"]
_METADATA = ("title", "author", "date", "updated", "site_name", "image")
_PARTS = ("title", "link", "date", "body", "image", "author")


@dataclass(frozen=True, slots=True)
class Use:
    """Something that zaru takes out of a page, and where its bytes are."""

    kind: Kind
    name: str  # the role of a block, the number and part of an article, a field
    text: str
    span: Span

    def covers(self, byte: int) -> bool:
        """Say whether it is made of that byte, among others."""
        return self.span[0] <= byte < sum(self.span)


@lru_cache(maxsize=16)  # a page is looked at byte by byte
def find_uses(page: Page) -> tuple[Use, ...]:
    """Return what zaru takes out of *page* by itself, as `sort_uses` orders it.

    Raises `InputError` for a page that has no tree.
    """
    return sort_uses((*_of_content(page), *_of_articles(page), *_of_sentences(page)))


def find_fields(records: Iterable[Record]) -> Iterator[Use]:
    """Yield the values of *records*, but those that their page does not write."""
    for record in records:
        for name, values in record.fields.items():
            for value in values:
                if value.span is not None:
                    yield Use("field", name, value.text, value.span)


def sort_uses(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Return *uses* in the order of their bytes, the longer ones first."""
    return tuple(sorted(uses, key=lambda use: (use.span[0], -use.span[1])))


def _of_content(page: Page) -> Iterator[Use]:
    content = extract(page)
    for block in content.blocks:
        yield Use("block", block.role, block.text, block.span)
    for name in _METADATA:
        value = getattr(content.metadata, name)
        if value is not None and value.span is not None:
            yield Use("metadata", name, value.text, value.span)


def _of_articles(page: Page) -> Iterator[Use]:
    for number, article in enumerate(find_articles(page), 1):
        for name in _PARTS:
            part = getattr(article, name)
            if part is not None and part.span is not None:
                yield Use("article", f"{number}. {name}", part.text, part.span)


def _of_sentences(page: Page) -> Iterator[Use]:
    found = to_standard_format(page)
    for number, sentence in enumerate(found.sentences if found else (), 1):
        yield Use("sentence", str(number), sentence.text, sentence.span)
