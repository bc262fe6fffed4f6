"""Feeds with a name: what readers get, of the newest copy of the page that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache

from zaru.errors import InputError, NotFound, UsageError
from zaru.feeds.article import ArticleList
from zaru.feeds.writing.feed import write_feed
from zaru.feeds.writing.history import History
from zaru.feeds.writing.identity import identify
from zaru.studio.actions import Subject
from zaru.studio.feed.choice import Choice
from zaru.studio.feed.list_wrapper import read_list
from zaru.studio.feed.lists import find_time, look, read_time
from zaru.studio.feed.rule import find_rule, read_choice
from zaru.studio.pages import Copy, Pages
from zaru.studio.workspace import Workspace

_MAX_COPIES = 100  # the newest copies of a page that tell when an article was first seen
_KEPT_READINGS = 256


@dataclass(frozen=True, slots=True)
class LiveFeed:
    """A feed as it is now."""

    articles: ArticleList
    history: History
    modified: datetime  # in UTC, whole seconds
    page: str  # the id of the copy that was read
    unread: int  # newer copies whose layout the rule does not know

    def write(self, format_: str, feed_url: str) -> str:
        """Return the feed as a document of *format_* that is found at *feed_url*."""
        return write_feed(
            self.articles, format=format_, feed_url=feed_url,
            history=self.history, now=self.modified,
        )  # fmt: skip


def list_feeds(workspace: Workspace) -> dict[str, Subject]:
    """Return what was chosen for each feed, by its name.

    A name belongs to whom it was given first, until the same person gives it to another copy of
    the page: where a layout has changed, a choice on a new copy goes on with the feed.
    """
    found: dict[str, Subject] = {}
    for subject in workspace.actions.subjects_with("feed", "name"):
        name = str(workspace.actions.read(subject).labels["name"])
        if _may_take(workspace, found.get(name), subject):
            found[name] = subject
    return found


def _may_take(workspace: Workspace, owner: Subject | None, other: Subject) -> bool:
    """Say whether the name of a feed may go over to another choice."""
    if owner is None or owner == other:
        return True
    urls = [workspace.pages.entry(subject.name).url for subject in (owner, other)]
    return owner.who == other.who and urls[0] is not None and urls[0] == urls[1]


def find_subject(workspace: Workspace, name: str) -> Subject:
    """Return what was chosen for the feed *name*; raises `NotFound`."""
    subject = list_feeds(workspace).get(name)
    if subject is None:
        raise NotFound(f"no feed is called {name[:60]!r}")
    return subject


def check_free(workspace: Workspace, name: str, subject: Subject) -> None:
    """Raise `UsageError` when *subject* cannot have the name, for another feed has it."""
    if not _may_take(workspace, list_feeds(workspace).get(name), subject):
        raise UsageError(f"another feed is called {name!r}; take another name")


def read_feed(workspace: Workspace, subject: Subject) -> LiveFeed:
    """Return the feed of a choice: of the page itself, or of the newest copy of it."""
    pages, sheet = workspace.pages, workspace.actions.read(subject)
    page = pages.page(subject.name)
    choice = Choice.of(sheet.labels, look(page))
    copies = pages.copies(pages.entry(subject.name))
    own = next(copy for copy in copies if copy.id == subject.name)
    articles, read, unread = read_choice(page, choice).articles, subject.name, 0
    history = History().update(articles, _moment(own))
    plain = replace(choice, name=None)
    for copy in _find_newer(copies, own):
        found = _read_copy(pages, copy.id, subject.name, plain)
        unread = unread + 1 if found is None else 0
        if found is not None:
            articles, read = found, copy.id
            history = history.update(found, _moment(copy))
    changes = [sheet.changed, *(copy.added for copy in copies)]
    modified = max(filter(None, map(read_time, changes)), default=_moment(own))
    return LiveFeed(articles, history, modified, read, unread)


def _find_newer(copies: list[Copy], own: Copy) -> Iterator[Copy]:
    """Yield the copies of a page that are newer than it, the newest last."""
    newer = [copy for copy in copies if _moment(copy) > _moment(own)]
    yield from sorted(newer, key=_moment)[-_MAX_COPIES:]


def _moment(copy: Copy) -> datetime:
    """Return when a copy was fetched, else when it came."""
    found = read_time(copy.time) or read_time(copy.added) or datetime.min.replace(tzinfo=UTC)
    return found.replace(microsecond=0)


@lru_cache(maxsize=_KEPT_READINGS)  # readers ask for a feed again and again
def _read_copy(pages: Pages, copy: str, page: str, choice: Choice) -> ArticleList | None:
    """Return a newer copy of *page* read by the rule of a choice; None when it does not fit.

    Articles that were left out of the page are left out of its copies, too.
    """
    chosen, newer = pages.page(page), pages.page(copy)
    rule = find_rule(chosen, choice)
    if rule.wrapper is None:
        return None
    try:
        found = read_list(newer, rule.wrapper, now=find_time(newer))
    except InputError:
        return None
    dropped = {identity.id for identity in identify(read_choice(chosen, choice).dropped)}
    pairs = zip(identify(found), found, strict=True)
    kept = tuple(article for identity, article in pairs if identity.id not in dropped)
    return replace(found, articles=kept)
