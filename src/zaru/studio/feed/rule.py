"""The rule of a chosen list: what reads tomorrow's page as today's was chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from zaru.errors import UsageError
from zaru.feeds.article import Article, ArticleList, Span
from zaru.page import Page
from zaru.studio.feed.choice import Choice
from zaru.studio.feed.list_wrapper import finds_just, learn_like
from zaru.studio.feed.lists import look
from zaru.wrappers.wrapper import Wrapper

_KEPT_RULES = 64


@dataclass(frozen=True, slots=True)
class Rule:
    """What the articles of a choice teach."""

    wrapper: Wrapper | None  # None: no rule finds just the list
    is_exact: bool  # it finds just the articles; else those that were left out, too
    more: tuple[Span, ...] = ()  # titles that look like all those of the list


@dataclass(frozen=True, slots=True)
class Chosen:
    """The articles of a choice, and those that it leaves out."""

    articles: ArticleList
    dropped: ArticleList
    whole: ArticleList


def read_choice(page: Page, choice: Choice) -> Chosen:
    """Return the articles that a choice means; raises `UsageError` when it is not of this page."""
    whole = look(page).read(choice.titles)
    pairs = list(zip(choice.titles, whole, strict=True))
    return Chosen(
        _part(whole, (article for title, article in pairs if title not in choice.dropped)),
        _part(whole, (article for title, article in pairs if title in choice.dropped)),
        whole,
    )


def find_rule(page: Page, choice: Choice) -> Rule:
    """Return the rule of a choice; the same each time."""
    return _learn(page, replace(choice, name=None))


@lru_cache(maxsize=_KEPT_RULES)  # the panel, the feed and the file ask for the same one
def _learn(page: Page, choice: Choice) -> Rule:
    chosen = read_choice(page, choice)
    wrapper = _teach(page, chosen.articles)
    if wrapper is not None and finds_just(wrapper, page, chosen.articles):
        return Rule(wrapper, is_exact=True)
    if choice.dropped:  # an article that looks like the others is known by its address only
        all_of_it = _teach(page, chosen.whole)
        if all_of_it is not None and finds_just(all_of_it, page, chosen.whole):
            return Rule(all_of_it, is_exact=False)
    return Rule(None, is_exact=False, more=look(page).find_more(choice.titles))


def _teach(page: Page, articles: ArticleList) -> Wrapper | None:
    """Return the wrapper that some articles teach; None when they teach nothing."""
    if not articles.articles:
        return None
    try:
        return learn_like(page, articles)
    except UsageError:
        return None


def _part(whole: ArticleList, articles: Iterable[Article]) -> ArticleList:
    return replace(whole, articles=tuple(articles))
