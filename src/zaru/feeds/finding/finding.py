"""Finding: the main list of a page, as articles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from zaru.content.metadata import Metadata, find_metadata
from zaru.errors import InputError, UsageError
from zaru.feeds.article import Article, ArticleList
from zaru.feeds.finding.assembly import Assembler
from zaru.feeds.finding.choice import Claims, choose, explain, order, read_claims
from zaru.feeds.finding.links import Addresses
from zaru.feeds.finding.lists import find_lists
from zaru.feeds.finding.passages import find_passages
from zaru.feeds.finding.ranking import Ranked, Ranker
from zaru.feeds.paper.method import find_articles_by_paper
from zaru.layout.date_marks import Calendar, find_date_marks
from zaru.layout.head import Head
from zaru.layout.outline import draw_outline
from zaru.page import Page
from zaru.text.dates import find_month_first

MAX_REASONS = 20  # lists that are named in `ArticleList.reasons`
# Titles of pages that any site has.
_NO_NAME = re.compile(
    r"((all|latest|recent|our) )?(blog )?(posts?|articles?|entries|archives?|blog|news|home|index)"
    r"|(最新|新着|過去)?の?(ブログ|記事|日記|ニュース|お知らせ)の?(一覧)?|一覧|アーカイブ|トップ(ページ)?|ホーム",
    re.IGNORECASE,
)


def find_articles(
    page: Page,
    *,
    method: Literal["default", "paper"] = "default",
    now: datetime | None = None,
    pick: int | None = None,
) -> ArticleList:
    """Return the articles that *page* lists; none, with the reasons, when it lists none.

    `paper` is paper 3 to the letter. *now* is when the page was fetched: it gives dates such as
    "3 hours ago" and, where nothing else tells it, the year. *pick* takes the list of that place
    in the reasons, from 1, whatever speaks against it. Raises `InputError` for a page that has no
    tree, or not so many lists.
    """
    if pick is not None and (pick < 1 or method == "paper"):
        raise UsageError("pick is the place of a list, from 1, among those of the default method")
    if method == "paper":
        return find_articles_by_paper(page, now=now)
    tree = page.tree
    metadata = find_metadata(tree, url=page.url, now=now)
    language = metadata.language.text if metadata.language else None
    outline = draw_outline(tree)
    month_first = find_month_first(line.text for line in outline.lines)
    calendar = Calendar(page.url, now, language, month_first)
    marks = find_date_marks(outline, calendar)
    outline.date_rows = [mark.row for mark in marks]
    head = Head(tree)
    addresses = Addresses(outline, head.base(page.url))

    passages = [
        passage
        for passage in find_passages(outline)
        if passage.link is None or addresses.leads_elsewhere(passage.link)
    ]
    ranker = Ranker(outline, marks, calendar, addresses)
    lists = find_lists(outline, passages)
    ranked = order([ranker.rank(found) for found in lists], outline, marks, addresses)
    claims = read_claims(outline, head, metadata)
    articles: tuple[Article, ...] = ()
    chosen = _choose(page, ranked, claims, pick)
    if chosen is not None:
        assembler = Assembler(outline, addresses, calendar)
        articles = assembler.assemble(chosen.articles.regions, marks)
    return ArticleList(
        articles,
        source=page.origin.source,
        offset=page.origin.offset,
        url=page.url,
        title=_find_name(metadata),
        language=language,
        feeds=head.feeds(page.url),
        reasons=tuple(
            explain(outline, one, claims, is_chosen=one is chosen) for one in ranked[:MAX_REASONS]
        ),
    )


def _find_name(metadata: Metadata) -> str | None:
    """Return what a feed of the page is called: its title, or that of the site of which the
    page is only the list.
    """
    title, site = metadata.title, metadata.site_name
    if title is None or (site is not None and _NO_NAME.fullmatch(title.text.strip())):
        return site.text if site else None
    return title.text


def _choose(
    page: Page, ranked: Sequence[Ranked], claims: Claims, pick: int | None
) -> Ranked | None:
    """Return the list that was picked, else the main one; None without."""
    if pick is None:
        return choose(ranked, claims)
    count = min(len(ranked), MAX_REASONS)
    if pick > count:
        message = f"no list {pick}: the page has {count}"
        raise InputError(message, source=page.origin.source, offset=page.origin.offset)
    return ranked[pick - 1]
