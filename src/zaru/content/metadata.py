"""What a page says about itself: title, author, dates, language, site, and where it says so.

Markup is believed unless the page shows something else near its title: then readers, who see
only that, are right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from zaru.content.bylines import Byline, read_byline
from zaru.content.languages import find_language
from zaru.content.titles import TitleFinder, comparable
from zaru.dom import Tree
from zaru.layout.bylines import clean_name
from zaru.layout.head import Head
from zaru.layout.value import Value, collapse
from zaru.text.dates import Found, find_url_date, find_url_year, parse_date
from zaru.text.urls import resolve

_PUBLISHED = (
    "article:published_time", "og:article:published_time", "datepublished", "citation_date",
    "citation_publication_date",
    "citation_online_date", "dc.date.issued", "dcterms.issued", "dc.date", "dcterms.date",
    "dcterms.created", "dc.date.created", "og:published_time", "article:published",
    "parsely-pub-date", "sailthru.date", "originalpublicationdate", "published-date", "pubdate",
    "publication_date", "publicationdate", "publish-date", "publish_date", "date",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "og:article:modified_time", "datemodified", "og:updated_time",
    "dcterms.modified", "dc.date.modified", "article:modified", "last-modified", "lastmod",
)  # fmt: skip
_AUTHOR = (
    "author", "article:author", "dc.creator", "dcterms.creator", "parsely-author",
    "sailthru.author", "article:author_name", "og:article:author", "og:author", "byl",
)  # fmt: skip
_BETWEEN_NAMES = re.compile(r"\s?[,;、]\s?")
_NO_YEAR = 1970  # what systems write that know no date
_SAME_DAYS = 1  # days that the same date may differ by, since zones do

Dated = tuple[Value, Found]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None for what it does not say."""

    title: Value | None = None
    author: Value | None = None
    date: Value | None = None  # published, ISO 8601
    updated: Value | None = None  # ISO 8601
    language: Value | None = None  # BCP 47 primary tag: "ja"
    site_name: Value | None = None
    url: Value | None = None  # canonical, absolute
    image: Value | None = None  # absolute URL
    description: Value | None = None


def find_metadata(
    tree: Tree, *, url: str | None = None, now: datetime | None = None, text: str = ""
) -> Metadata:
    """Return the metadata of a page that was found at *url* and fetched at *now*.

    *text* is its content, if known: it tells the language better than the whole page.
    """
    head = Head(tree)
    base = head.base(url)
    canonical = _address(head.link("canonical") or head.meta("og:url"), base)
    place = url or (canonical.text if canonical else None)
    titles = TitleFinder(head, place)
    title = titles.find_title()
    site_name = titles.find_site_name(title)
    language = find_language(head, title, text)
    tag = _full_tag(head, language)
    byline = read_byline(head, title, language=tag, now=now, year=find_url_year(place or ""))
    published, updated = _find_dates(head, byline, place, tag)
    return Metadata(
        title=title,
        author=_find_author(head, byline, titles, site_name),
        date=published,
        updated=updated,
        language=language,
        site_name=site_name,
        url=canonical,
        image=_address(
            head.meta("og:image", "og:image:url", "twitter:image", "twitter:image:src")
            or head.fact("image")
            or head.meta("image")
            or head.link("image_src"),
            base,
        ),
        description=head.meta("og:description", "description") or head.fact("description"),
    )


def _full_tag(head: Head, language: Value | None) -> str | None:
    """Return the language with its region (`en-GB`) when the page declares it so."""
    if language is None:
        return None
    declared = head.language.text if head.language else ""
    return declared if declared.lower().startswith(language.text) else language.text


def _address(value: Value | None, base: str | None) -> Value | None:
    """Return *value* as an absolute URL; None when it is none."""
    if value is None:
        return None
    written = value.text
    if value.attribute:  # as it is: a tab in it is nothing, a space is not
        written = value.tree.attribute(value.row, value.attribute) or ""
    url = resolve(base, written)
    return value.saying(url, written.strip()) if url else None


def _find_author(
    head: Head, byline: Byline, titles: TitleFinder, site_name: Value | None
) -> Value | None:
    """Return the author; several of one kind of markup joined by commas.

    The site's name is no author, unless the markup says that it is a person's.
    """
    site = comparable(site_name.text) if site_name else ""
    marked = [
        value
        for value, is_person in _marked_authors(head)
        if is_person or comparable(value.text) != site
    ]
    shown = [name for name in byline.names if comparable(name.value.text) != titles.site]
    if not marked or not shown:
        return marked[0] if marked else (shown[0].value if shown else None)
    key = comparable(marked[0].text)
    for name in shown:
        other = comparable(name.value.text)
        if other in key or key in other:
            return marked[0]
    strong = [name.value for name in shown if name.is_strong]
    return strong[0] if strong else marked[0]


def _marked_authors(head: Head) -> Iterator[tuple[Value, bool]]:
    """Yield what JSON-LD and meta elements say, the best first, and whether it is a person."""
    for facts, row in head.facts:
        authors = [name for name in map(clean_name, facts.authors) if name]
        if authors:
            yield Value(", ".join(authors), head.tree, row, source=authors[0]), facts.has_person
    if first := head.meta("citation_author"):
        names = filter(None, map(collapse, head.contents("citation_author")))
        yield first.saying(", ".join(names), first.text), True
    for name in filter(head.metas.__contains__, _AUTHOR):
        value = head.meta(name)
        parts = _BETWEEN_NAMES.split(value.text) if value else []
        text = ", ".join(filter(None, map(clean_name, parts)))
        if value and text:
            yield value.saying(text), False


def _find_dates(
    head: Head, byline: Byline, url: str | None, language: str | None
) -> tuple[Value | None, Value | None]:
    """Return when the page was published and when it was updated."""
    updated = _marked_date(head, "modified", _MODIFIED, language)
    if updated is None:
        updated = next(((date.value, date.found) for date in byline.dates if date.is_updated), None)
    published = _find_published(head, byline, url, language, updated)
    if published is None or updated is None:
        return published and published[0], updated and updated[0]
    (date, found), (later, changed) = published, updated
    is_later = (changed.day, changed.iso) > (found.day, found.iso)
    return date, later if is_later else None


def _find_published(
    head: Head, byline: Byline, url: str | None, language: str | None, updated: Dated | None
) -> Dated | None:
    """Return the date of the markup if the page or its URL does not contradict it.

    Without one, what the page shows; of a page with one date only, that of its update.
    A date that stands near the title, and is not that of the update, is a contradiction when
    no other date there is the markup's.
    """
    marked = _marked_date(head, "published", _PUBLISHED, language)
    in_url = find_url_date(url) if url else None
    shown = [date for date in byline.dates if not date.is_updated]
    if marked is None:
        for date in shown:
            if in_url and _is_same(date.found, in_url):
                return date.value, date.found
        if shown and (shown[0].is_strong or in_url is None):
            return shown[0].value, shown[0].found
        return (Value(in_url.iso, head.tree), in_url) if in_url else updated
    seen = [date.found for date in byline.dates] + ([in_url] if in_url else [])
    if any(_is_same(marked[1], found) for found in seen):
        return marked
    for date in shown:
        if date.is_strong and not (updated and _is_same(date.found, updated[1])):
            return date.value, date.found
    return marked


def _marked_date(
    head: Head, fact: str, names: tuple[str, ...], language: str | None
) -> Dated | None:
    """Return the first date that JSON-LD, the meta elements *names* or microdata give."""
    for value in _iter_marked(head, fact, names):
        found = parse_date(value.text, language=language) if value else None
        if value and found and found.day.year > _NO_YEAR:
            source = value.text[found.start : found.end]
            return value.saying(found.iso, source), found
    return None


def _iter_marked(head: Head, fact: str, names: tuple[str, ...]) -> Iterator[Value | None]:
    """Yield what may give a date, each read when the one before gave none."""
    yield head.fact(fact)
    yield from map(head.meta, filter(head.metas.__contains__, names))
    yield head.lone_time(f"date{fact}")


def _is_same(found: Found, other: Found) -> bool:
    return abs((found.day - other.day).days) <= _SAME_DAYS
