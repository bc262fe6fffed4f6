"""Finding: the main list of a page, as articles."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Literal

from zaru.errors import InputError, UsageError
from zaru.feeds.article import ArticleList
from zaru.feeds.finding.candidates import find_candidates
from zaru.page import Page


def find_articles(
    page: Page,
    *,
    method: Literal["default", "paper"] = "default",
    now: datetime | None = None,
    pick: int | None = None,
    explain: bool = True,
) -> ArticleList:
    """Return the articles that *page* lists; none, with the reasons, when it lists none.

    `paper` is paper 3 to the letter. *now* is when the page was fetched: it gives dates such as
    "3 hours ago" and, where nothing else tells it, the year. *pick* takes the list of that place
    in the reasons, from 1, whatever speaks against it. Without *explain* there are no reasons,
    which take a tenth of the time. Raises `InputError` for a page that has no tree, or not so many
    lists.
    """
    if pick is not None and (pick < 1 or method == "paper"):
        raise UsageError("pick is the place of a list, from 1, among those of the default method")
    if method == "paper":
        from zaru.feeds.paper.method import find_articles_by_paper  # needs numpy

        return find_articles_by_paper(page, now=now)
    candidates = find_candidates(page, now=now)
    count = len(candidates.named)
    if pick is not None and pick > count:
        message = f"no list {pick}: the page has {count}"
        raise InputError(message, source=page.origin.source, offset=page.origin.offset)
    chosen = candidates.main if pick is None else candidates.ranked[pick - 1]
    found = candidates.read(chosen)
    return replace(found, reasons=candidates.reasons(chosen)) if explain else found
