"""An edition: what a feed says at one time, before it is written in any format."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from zaru.errors import UsageError
from zaru.feeds.article import Article, ArticleList, read_date
from zaru.feeds.writing.history import History
from zaru.feeds.writing.identity import Identity, first_of_each, hash_id
from zaru.feeds.writing.permalinks import absolute_link, clean_link
from zaru.feeds.writing.wording import clean_line, clean_text, first_words
from zaru.layout.value import Part
from zaru.text.urls import host_of

MAX_TITLE_CHARS = 500
MAX_BODY_CHARS = 100_000
MAX_AUTHOR_CHARS = 200
FIRST_WORDS_CHARS = 80  # of the body, where there is no title
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_TYPES = {
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "bmp": "image/bmp",
    "ico": "image/x-icon", "tif": "image/tiff", "tiff": "image/tiff",
}  # fmt: skip
_EXTENSION = re.compile(rf"\.({'|'.join(_TYPES)})(?![a-z0-9])", re.IGNORECASE)
_UNTITLED = {"ja": "無題", "zh": "无题", "ko": "제목 없음", "de": "Ohne Titel"}


@dataclass(frozen=True, slots=True)
class PublishedArticle:
    """An article as every format writes it: clean, cut, with absolute links only."""

    identity: Identity
    title: str  # one line, never empty
    text: str  # the body; may be empty
    link: str | None
    author: str  # may be empty
    image: str | None
    published: datetime | None  # as the page says; None when it does not
    changed: datetime | None  # as the history knows; None without one
    is_edited: bool  # `changed` is later than when it was first seen

    @property
    def image_type(self) -> str:
        """The media type that the last known extension in the image's address stands for.

        Else JPEG's: most images without an extension are photographs that a server scales.
        """
        found = _EXTENSION.findall(self.image or "")
        return _TYPES[found[-1].lower()] if found else "image/jpeg"


@dataclass(frozen=True, slots=True)
class Edition:
    """A feed and its articles."""

    id: str  # a URI that stays: the page's URL, else the feed's, else a hash
    title: str  # never empty
    link: str | None  # the page
    feed_url: str | None
    language: str | None
    articles: tuple[PublishedArticle, ...]  # in the page's order, no id twice
    now: datetime | None  # a whole second

    @property
    def description(self) -> str:
        """What the feed holds, in a line."""
        return f"Articles listed on {self.link or self.title}"


def prepare_edition(
    articles: ArticleList,
    *,
    feed_url: str | None = None,
    history: History | None = None,
    now: datetime | None = None,
) -> Edition:
    """Return what the feed of *articles* says. Articles that are the same in all are one.

    Raises `UsageError` for a *feed_url* that is no web address and a *now* without a zone.
    """
    own_url = absolute_link(None, feed_url)
    if feed_url is not None and own_url is None:
        raise UsageError(f"the feed's URL is no http or https address: {feed_url!r:.200}")
    if now is not None and now.tzinfo is None:
        raise UsageError("the time of a feed needs a zone: datetime.now(UTC)")
    page = absolute_link(None, articles.url)
    title = clean_line(articles.title, MAX_TITLE_CHARS)
    return Edition(
        id=clean_link(page) if page else own_url or hash_id("feed", title),
        title=title or host_of(page or "") or "Articles",
        link=page,
        feed_url=own_url,
        language=_language(articles.language),
        articles=_publish(articles, page, history or History()),
        now=now.replace(microsecond=0) if now else None,
    )


def _publish(
    articles: ArticleList, page: str | None, history: History
) -> tuple[PublishedArticle, ...]:
    zone = articles.zone
    untitled = _UNTITLED.get((articles.language or "")[:2].lower(), "Untitled")
    firsts = first_of_each(articles, history.digests).items()
    found = (_publish_one(article, identity, page, zone, history) for identity, article in firsts)
    return tuple(one if one.title else replace(one, title=untitled) for one in found)


def _publish_one(
    article: Article, identity: Identity, page: str | None, zone: tzinfo, history: History
) -> PublishedArticle:
    text = clean_text(_text(article.body), MAX_BODY_CHARS)
    seen = history.get(identity.id)
    return PublishedArticle(
        identity=identity,
        title=clean_line(article.title.text, MAX_TITLE_CHARS)
        or first_words(text, FIRST_WORDS_CHARS),
        text=text,
        link=absolute_link(page, _text(article.link)),
        author=clean_line(_text(article.author), MAX_AUTHOR_CHARS),
        image=absolute_link(page, _text(article.image)),
        published=read_date(article.date, zone),
        changed=seen.changed if seen else None,
        is_edited=seen is not None and seen.changed > seen.first,
    )


def _text(part: Part | None) -> str:
    return part.text if part else ""


def _language(language: str | None) -> str | None:
    """Return *language* as a language tag; None when it is none."""
    tag = (language or "").replace("_", "-").strip()
    return tag if _LANGUAGE.fullmatch(tag) else None
