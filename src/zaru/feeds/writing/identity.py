"""The id of an article: equal on every fetch, wherever the article stands on its page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from zaru.feeds.article import Article, ArticleList, read_date
from zaru.feeds.writing.noise import plain_key, text_key, title_key
from zaru.feeds.writing.permalinks import absolute_link, clean_link, is_relative

_HALF_DIGEST = 16  # characters
_NAME_CHARS = 100  # of the body, for an article without a title


@dataclass(frozen=True, slots=True)
class Identity:
    """What a reader knows an article by."""

    id: str  # a URI: the cleaned link, or `urn:sha256:…`
    is_link: bool  # the id can be opened


def identify(
    articles: ArticleList, digests: Mapping[str, str] | None = None
) -> tuple[Identity, ...]:
    """Return the id of each article, in order; articles that say all the same share one.

    An id is the cleaned link. Without a link, or with one to the list's own page, it is a hash
    over that page's URL and the title's key; a relative link on a page without a URL is hashed
    alone. Articles that agree in this are told apart by title, date, body and spelling, in
    this order: one keeps the id, the others get a hash with what differs. It is the one that
    *digests* (ids with `digest_of` their articles, from a history) knows by it, else the
    earliest; so an article keeps its id when a later one with the same link is added.
    """
    page = absolute_link(None, articles.url)
    own = clean_link(page) if page else None
    groups: dict[Identity, dict[int, Article]] = defaultdict(dict)
    for number, article in enumerate(articles):
        groups[_base(article, page, own)][number] = article
    found: dict[int, Identity] = {}
    for base, members in groups.items():
        found |= _tell_apart(members, base, digests or {})
    return tuple(found[number] for number in range(len(articles)))


def first_of_each(
    articles: ArticleList, digests: Mapping[str, str] | None = None
) -> dict[Identity, Article]:
    """Return the first article of each id, as a feed shows them."""
    found: dict[Identity, Article] = {}
    for identity, article in zip(identify(articles, digests), articles, strict=True):
        found.setdefault(identity, article)
    return found


def digest_of(article: Article) -> str:
    """Return a digest of the article's title and body without their counters, a half for each."""
    halves = (_title(article), _body(article))
    hashes = (sha256(half.encode("utf-8", "surrogatepass")).hexdigest() for half in halves)
    return "".join(found[:_HALF_DIGEST] for found in hashes)


def hash_id(*parts: str) -> str:
    """Return a URN over *parts*, which may be any texts.

    >>> hash_id("a", "b") == hash_id("ab")
    False
    """
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data) + data)
    return f"urn:sha256:{digest.hexdigest()}"


def _base(article: Article, page: str | None, own: str | None) -> Identity:
    """Return the id that the article has when no other article claims it."""
    href = article.link.text if article.link else ""
    link = absolute_link(page, href)
    if link is not None:
        link = clean_link(link)
        if link != own:
            return Identity(link, is_link=True)
    elif page is None and is_relative(href):
        return Identity(hash_id("link", href.strip()), is_link=False)
    name = _title(article) or _body(article)[:_NAME_CHARS] or _day(article)
    return Identity(hash_id("title", _without_scheme(own), name), is_link=False)


def _without_scheme(url: str | None) -> str:
    """Return a URL in a spelling that outlives a move to https or from `www`."""
    return url.partition("://")[2].removeprefix("www.") if url else ""


def _title(article: Article) -> str:
    return title_key(article.title.text)


def _day(article: Article) -> str:
    return article.date.text if article.date else ""


def _body(article: Article) -> str:
    return text_key(article.body.text) if article.body else ""


_Key = tuple[str, Callable[[Article], str]]
# The names are part of the hashes: an empty body is not an empty title.
_KEYS: tuple[_Key, ...] = (
    ("title", _title),
    ("date", _day),
    ("body", _body),
    ("spelling", lambda article: plain_key(article.title.text)),
)


def _tell_apart(
    members: Mapping[int, Article],
    base: Identity,
    digests: Mapping[str, str],
    keys: Sequence[_Key] = _KEYS,
) -> dict[int, Identity]:
    """Return an id for each of *members*, which agree in *base*; their order is of no matter."""
    if len(members) == 1 or not keys:
        return dict.fromkeys(members, base)
    (name, key_of), *others = keys
    groups: dict[str, dict[int, Article]] = defaultdict(dict)
    for number, member in members.items():
        groups[key_of(member)][number] = member
    if len(groups) == 1:
        return _tell_apart(members, base, digests, others)
    holder = _known_holder(groups, digests.get(base.id))
    if holder is None:
        holder = _earliest(groups)
    found: dict[int, Identity] = {}
    for key, group in groups.items():
        inner = base if key == holder else Identity(hash_id(base.id, name, key), is_link=False)
        found |= _tell_apart(group, inner, digests, others)
    return found


_Groups = Mapping[str, Mapping[int, Article]]


def _known_holder(groups: _Groups, digest: str | None) -> str | None:
    """Return the key of the group whose article had the id before; None when none is known."""
    if digest is None:
        return None
    digests = {
        key: [digest_of(member) for member in group.values()] for key, group in groups.items()
    }
    for known in (digest, digest[:_HALF_DIGEST]):  # the same article, else with another body
        keys = [key for key in groups if any(found.startswith(known) for found in digests[key])]
        if len(keys) == 1:
            return keys[0]
    return None


def _earliest(groups: _Groups) -> str | None:
    """Return the key of the group that is older than all others; None when a date is missing."""
    ages = {key: _age(group.values()) for key, group in groups.items()}
    known = sorted((age, key) for key, age in ages.items() if age is not None)
    if len(known) < len(groups) or known[0][0] == known[1][0]:
        return None
    return known[0][1]


def _age(group: Iterable[Article]) -> datetime | None:
    """Return the earliest date of *group*; None when an article has none."""
    dates = [read_date(article.date, UTC) for article in group]
    known = [date for date in dates if date is not None]
    return min(known) if len(known) == len(dates) else None
