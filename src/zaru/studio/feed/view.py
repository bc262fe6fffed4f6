"""What the feed view shows: the articles of a choice, what was left out, the other lists."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from zaru.feeds.article import Article, Span
from zaru.feeds.finding.ranking import Ranked
from zaru.page import Page
from zaru.server.web.asking import find_outer_address
from zaru.studio.actions import Sheet
from zaru.studio.feed.choice import Choice
from zaru.studio.feed.lists import PageLists, look
from zaru.studio.feed.rule import Rule

_BODY_CHARS = 200
_TITLE_CHARS = 300
_FIRST_TITLES = 3  # of a list, so that people know which one it is


def show_choice(page: Page, sheet: Sheet, known: str | None = None) -> dict[str, Any]:
    """Return all that the scripts of the view draw, after each action.

    Articles are left out for a script that has those of the same titles: *known* is their key.
    """
    lists = look(page)
    choice = Choice.of(sheet.labels, lists)
    key = sha256(repr(choice.titles).encode()).hexdigest()[:16]
    return {
        "version": sheet.version,
        "undoes": sheet.undoes,
        "redoes": sheet.redoes,
        "name": choice.name,
        "picked": lists.find_picked(choice.titles),
        "dropped": [lists.find_items(title)[0] for title in sorted(choice.dropped)],
        "key": key,
        "articles": None if key == known else _show_articles(lists, choice),
    }


def _show_articles(lists: PageLists, choice: Choice) -> list[dict[str, Any]]:
    own = frozenset(lists.titles(lists.find_picked(choice.titles)))
    return [
        {**_show_article(lists, title, article), "is_added": title not in own}
        for title, article in zip(choice.titles, lists.read(choice.titles), strict=True)
    ]


def show_rule(page: Page, choice: Choice, rule: Rule) -> dict[str, Any]:
    """Return what the panel says of the rule of a choice."""
    kind = "more" if rule.more else "none" if choice.titles else "nothing"
    if rule.wrapper is not None:
        kind = "exact" if rule.is_exact else "dropped"
    texts = [look(page).candidates.read_text(title)[:80] for title in rule.more[:_FIRST_TITLES]]
    return {"kind": kind, "more": [list(title) for title in rule.more], "texts": texts}


def show_lists(lists: PageLists) -> list[dict[str, Any]]:
    """Return the lists that can be picked, and what speaks for and against each."""
    candidates = lists.candidates
    reasons = candidates.reasons(candidates.main)
    return [
        {
            "count": len(one.records),
            "titles": _read_titles(lists, one),
            "doubt": candidates.doubt(one),
            "is_main": one is candidates.main,
            "reason": reason,
        }
        for one, reason in zip(candidates.named, reasons, strict=True)
    ]


def _read_titles(lists: PageLists, one: Ranked) -> list[str]:
    titles = (record.title for record in one.records[:_FIRST_TITLES])
    outline = lists.candidates.outline
    return [outline.text(title.start, title.end)[:80] for title in titles]


def _show_article(lists: PageLists, title: Span, article: Article) -> dict[str, Any]:
    first, last = lists.find_items(article.span)
    item, _ = lists.find_items(title)
    body = article.body.text if article.body else ""
    return {
        "span": list(title),
        "item": item,
        "first": first,
        "last": last,
        "title": article.title.text[:_TITLE_CHARS],
        "link": find_outer_address(article.link.text) if article.link else None,
        "shown_link": article.link.text[:_TITLE_CHARS] if article.link else None,
        "date": article.date.text if article.date else None,
        "body": body[:_BODY_CHARS] + ("…" if len(body) > _BODY_CHARS else ""),
    }
