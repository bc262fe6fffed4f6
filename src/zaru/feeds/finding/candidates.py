"""Candidates: the lists that a page may have, any of which can be read as articles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from zaru.content.metadata import Metadata, find_metadata
from zaru.errors import UsageError
from zaru.feeds.article import Article, ArticleList, Span
from zaru.feeds.finding.assembly import Assembler
from zaru.feeds.finding.choice import Claims, choose, explain, find_doubt, order, read_claims
from zaru.feeds.finding.dating import Dates
from zaru.feeds.finding.links import Addresses
from zaru.feeds.finding.ranking import Ranked, Ranker
from zaru.layout.date_marks import Calendar
from zaru.layout.head import Head
from zaru.layout.outline import Outline
from zaru.layout.passages import Passage, find_passages, take_passage
from zaru.layout.records import Record, find_lists, make_list
from zaru.page import Page
from zaru.text.dates import find_month_first

MAX_REASONS = 20  # lists that are named in `ArticleList.reasons`
# Titles of pages that any site has.
_NO_NAME = re.compile(
    r"((all|latest|recent|our) )?(blog )?(posts?|articles?|entries|archives?|blog|news|home|index)"
    r"|(最新|新着|過去)?の?(ブログ|記事|日記|ニュース|お知らせ)の?(一覧)?|一覧|アーカイブ|トップ(ページ)?|ホーム",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Candidates:
    """The lists of one page, best first, and what reads their articles."""

    page: Page
    outline: Outline
    passages: Sequence[Passage]
    assembler: Assembler
    metadata: Metadata
    claims: Claims
    ranked: Sequence[Ranked]
    main: Ranked | None  # the main list; None when the page lists nothing

    @property
    def named(self) -> Sequence[Ranked]:
        """The lists that people are told of, and may pick."""
        return self.ranked[:MAX_REASONS]

    def reasons(self, chosen: Ranked | None) -> tuple[str, ...]:
        """Return a line on each list: what it is, how it was judged, whether it was *chosen*."""
        return tuple(explain(one, self.claims, is_chosen=one is chosen) for one in self.named)

    def doubt(self, one: Ranked) -> str | None:
        """Return why a list cannot be the main one; None when it can."""
        return find_doubt(one, self.claims)

    def titles(self, one: Ranked | None) -> tuple[Span, ...]:
        """Return where the titles of a list stand; no list has none."""
        if one is None:
            return ()
        count = len(self.read(one))  # without what stands before the first article
        return self.all_titles(one)[-count:]

    def all_titles(self, one: Ranked) -> tuple[Span, ...]:
        """Return where the titles of a list stand, and what stands before the first and is none."""
        titles = (record.title for record in one.records)
        spans = (self.outline.span(title.start, title.end) for title in titles)
        return tuple(filter(None, spans))

    def read(self, one: Ranked | None) -> ArticleList:
        """Return the articles of a list."""
        return self._make(() if one is None else self.assembler.assemble(one.records))

    def read_titles(self, titles: Sequence[Span]) -> ArticleList:
        """Return the articles that have these titles, one for each, in the order of the page.

        Raises `UsageError` for a title that is no passage and no line of the page, or is in
        another one.
        """
        passages = [self._passage(span) for span in sorted(set(titles))]
        if any(one.end > other.start for one, other in pairwise(passages)):
            raise UsageError("a title stands inside of another one")
        if not passages:
            return self._make(())
        records = make_list(self.outline, passages)
        if len(passages) == 1:  # how far its article goes is told by the next one
            [title] = passages
            records = (Record(title, title.start, title.start, title.end),)
        return self._make(self.assembler.assemble_all(records))

    @cached_property
    def places(self) -> dict[Span, Passage]:
        """All that can be a title, by its bytes: lines, and passages, which know more."""
        outline = self.outline
        lines = (take_passage(outline, line.start, line.end) for line in outline.lines)
        found = {outline.span(one.start, one.end): one for one in (*lines, *self.passages)}
        placed = ((span, one) for span, one in found.items() if span is not None)
        return dict(sorted(placed, key=lambda pair: (pair[0][0], -pair[0][1])))

    def read_text(self, title: Span) -> str:
        """Return what is read at a title; raises `UsageError` when none can be there."""
        passage = self._passage(title)
        return self.outline.text(passage.start, passage.end)

    def _passage(self, span: Span) -> Passage:
        """Return the title at some bytes, or the texts in them, which another version knew."""
        if span in self.places:
            return self.places[span]
        has_text = self.outline.sizes.has_text
        rows = [
            row
            for row, (start, end) in self.outline.tree.spans.items()
            if span[0] <= start and end <= sum(span) and has_text(row)
        ]
        if not rows:
            raise UsageError(f"no text of the page stands at the bytes {span[0]} + {span[1]}")
        return take_passage(self.outline, min(rows), max(rows) + 1)

    def _make(self, articles: tuple[Article, ...]) -> ArticleList:
        page, language = self.page, self.metadata.language
        return ArticleList.of(
            page,
            articles,
            title=_find_name(self.metadata),
            language=language.text if language else None,
            feeds=Head(page.tree).feeds(page.url),
        )


def find_candidates(page: Page, *, now: datetime | None = None) -> Candidates:
    """Return the lists that *page* may have; *now* is when it was fetched.

    Raises `InputError` for a page that has no tree.
    """
    tree = page.tree
    metadata = find_metadata(tree, url=page.url, now=now)
    language = metadata.language.text if metadata.language else None
    outline = Outline(tree)
    month_first = find_month_first(line.text for line in outline.lines)
    dates = Dates(outline, Calendar(page.url, now, language, month_first))
    outline.date_rows = [mark.row for mark in dates.marks]
    head = Head(tree)
    addresses = Addresses(outline, head.base(page.url))

    passages = [
        passage
        for passage in find_passages(outline)
        if passage.link is None or addresses.leads_elsewhere(passage.link)
    ]
    ranker = Ranker(dates, addresses)
    ranked = order(list(map(ranker.rank, find_lists(outline, passages))))
    claims = read_claims(outline, head, metadata)
    assembler, main = Assembler(addresses, dates), choose(ranked, claims)
    return Candidates(page, outline, passages, assembler, metadata, claims, ranked, main)


def _find_name(metadata: Metadata) -> str | None:
    """Return what a feed of the page is called: its title, or that of the site of which the
    page is only the list.
    """
    title, site = metadata.title, metadata.site_name
    if title is None or (site is not None and _NO_NAME.fullmatch(title.text.strip())):
        return site.text if site else None
    return title.text
