"""What a page says about itself: title, author, dates, language, site, and where it says so.

Markup is believed unless the page shows something else near its title: then readers, who see
only that, are right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from zaru.content.bylines import Byline, read_byline
from zaru.content.clues import Clues, Value, gather_clues
from zaru.content.languages import find_language
from zaru.content.titles import TitleFinder, comparable
from zaru.dom import Tree
from zaru.text.dates import Found, find_url_date, find_url_year, parse_date
from zaru.text.urls import resolve

_PUBLISHED = (
    "article:published_time", "datepublished", "citation_publication_date", "citation_date",
    "citation_online_date", "dc.date.issued", "dcterms.issued", "dc.date", "dcterms.date",
    "dcterms.created", "dc.date.created", "og:published_time", "article:published",
    "parsely-pub-date", "sailthru.date", "pubdate", "publish-date", "publish_date", "date",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "datemodified", "og:updated_time", "dcterms.modified",
    "dc.date.modified", "article:modified", "last-modified", "lastmod",
)  # fmt: skip
_AUTHOR = (
    "author", "article:author", "dc.creator", "dcterms.creator", "parsely-author",
    "sailthru.author", "article:author_name", "byl", "twitter:data1_author",
)  # fmt: skip
_SAME_DAYS = 1  # days that the same date may differ by, since zones do


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
    tree: Tree, *, url: str | None = None, now: datetime | None = None
) -> Metadata:
    """Return the metadata of a page that was found at *url* and fetched at *now*."""
    clues = gather_clues(tree)
    base = resolve(url, clues.base) if clues.base else url
    canonical = _address(clues.links.get("canonical") or clues.first_meta("og:url"), base or url)
    place = url or (canonical.text if canonical else None)
    titles = TitleFinder(clues, place)
    title = titles.find_title()
    site_name = titles.find_site_name(title)
    language = find_language(clues, title)
    tag = clues.language.text if clues.language and language else ""
    hint = tag if language and tag.lower().startswith(language.text) else (language.text if language else None)
    byline = read_byline(clues, title, language=hint, now=now, year=find_url_year(place or ""))
    dates = _Dates(clues, byline, hint, place)
    return Metadata(
        title=title,
        author=_find_author(clues, byline, titles),
        date=dates.published,
        updated=dates.updated,
        language=language,
        site_name=site_name,
        url=canonical,
        image=_address(_find_image(clues), base or url),
        description=clues.first_meta("og:description", "description") or clues.fact("description"),
    )
