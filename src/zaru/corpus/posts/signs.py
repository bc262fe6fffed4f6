"""Signs that a page is of a blog: its engine, its address, its markup, its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from zaru.corpus.posts.marks import Role
from zaru.dom import Tree
from zaru.layout.head import Head
from zaru.layout.jsonld import find_types
from zaru.page import Page
from zaru.text.dates import find_url_date

# A page without any of these in its bytes is of no blog that can be told. Those of Japanese
# are コメント, which pages write that have no name of a class in ASCII.
_BYTES = (
    b"blog", b"entry", b"Blog", b"type-post", b"rackback", b"rackBack", b"TRACKBACK", b"POST_BODY",
    b"Entry", b"diary", b"Posted ", "コメント".encode(), "コメント".encode("shift_jis"),
    "コメント".encode("euc_jp"), "コメント".encode("iso2022_jp")[3:-3],
)  # fmt: skip
# Engines that make blogs, those that make blogs and manuals, those that make neither.
_ENGINES = re.compile(
    r"movable ?type|typepad|blogger|fc2|seesaa|hatena|livedoor|tdiary|serendipity|nucleus|sblo"
    r"|exblog|jugem|cocolog|webry|ameba|ghost|textpattern|b2evolution|lifetype|dotclear|hinagiku"
    r"|adiary|writefreely|blog",
    re.IGNORECASE,
)
_STATIC = re.compile(
    r"hugo|jekyll|pelican|nikola|middleman|gatsby|hexo|octopress|wintersmith", re.IGNORECASE
)
_OTHER_ENGINES = re.compile(
    r"phpbb|vbulletin|xenforo|discourse|mybb|mediawiki|dokuwiki|pukiwiki|sphinx|docusaurus|mkdocs"
    r"|shopify|javadoc|docbook",
    re.IGNORECASE,
)
_HOSTS = re.compile(
    r"(?:\A|\.)(?:(?:we)?blogs?|ameblo|hatenablog|hatenadiary|jugem|yaplog|substack|diary"
    r"|[a-z0-9-]+-?blog)\."
    r"|\.(?:blogspot|wordpress|typepad|livejournal|cocolog-nifty|exblog|seesaa|sblo|fc2|livedoor"
    r"|webry|tumblr|hatena)\.|(?:plaza|diary)\.rakuten|/(?:we)?blogs?/|/~?diary/|/nikki/",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"blog|ブログ|日記|diary|つれづれ|徒然|ダイアリ|ひとりごと|блог|블로그|博客|部落格",
    re.IGNORECASE,
)
# Names of newspapers and news sites, of forums and wikis.
_OTHER_WORDS = re.compile(
    r"(?<!my)news|nachrichten|zeitung|(?<![a-z])times(?![a-z])|tribune|herald|gazette|nouvelles"
    r"|noticias|journal\b|ニュース|新聞|電子報|forums?\b|掲示板|\bbbs\b|wiki|viewtopic|showthread"
    r"|showtopic|/threads?[/-]|/community/",
    re.IGNORECASE,
)
_WORK_TYPES = frozenset({"Blog", "BlogPosting"})  # of JSON-LD
_OTHER_TYPES = re.compile(
    r"\w{0,20}News(?:Article|MediaOrganization)|Product|QAPage|DiscussionForumPosting|JobPosting"
    r"|TechArticle|APIReference|SoftwareApplication"
)
_OTHER_KINDS = frozenset({"product", "product.item", "profile", "book"})  # of og:type
# Words of bylines: one that comes again is a quiet sign, two different ones are a loud one.
_POSTED = (
    "Posted ", "投稿者", "Permalink", "固定リンク", "この記事のUR", "TrackBack", "トラックバック",
)  # fmt: skip
_SHELVES = ("/tag/", "/tags/", "/category/", "/categories/", "/archive/", "/archives/")
_MAX_NAME = 300  # characters of a title that are read
# Weights: what blogs say of themselves, what engines of blogs and of other pages write, what pages
# of other kinds say. Set by hand on the 22 blogs of the bench (feeds, ja_blogs, other_blogs), with
# 121 news pages and 366 others as negatives (2026-11).
_LOUD, _QUIET, _AGAINST = 2, 1, -4


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a blog, and how much."""

    weight: int
    speaks: bool  # something says that it is a blog
    has_comments: bool  # as blogs have, and news
    has_entries: bool  # hAtom, which blogs have, and news pages of the same engines
    is_static: bool  # an engine made it that makes blogs, mostly, and manuals

    @property
    def has_any(self) -> bool:
        """Say whether there is more than what all kinds of pages have."""
        return self.speaks or self.has_comments or self.has_entries or self.is_static


@dataclass(frozen=True, slots=True)
class Manner:
    """How a page presents itself: what its head and its address say."""

    generators: str
    names: str  # the title, the site's name
    address: str  # host and path
    is_work: bool  # JSON-LD calls it a blog's
    is_other: bool  # JSON-LD or Open Graph calls it a page of another kind
    has_feed: bool
    is_dated: bool

    @property
    def is_loud(self) -> bool:
        """Say whether something in the head says that the page is of a blog."""
        return self.is_work or bool(
            _ENGINES.search(self.generators)
            or _WORDS.search(self.names)
            or _HOSTS.search(self.address)
        )

    @property
    def is_against(self) -> bool:
        """Say whether something in the head says that the page is of another kind."""
        return self.is_other or bool(
            _OTHER_ENGINES.search(self.generators)
            or _OTHER_WORDS.search(self.names)
            or _OTHER_WORDS.search(self.address)
        )


def may_be_blog(page: Page, manner: Manner) -> bool:
    """Say whether a cheap look finds a sign of a blog, and none of other pages alone."""
    if manner.is_against and not manner.is_loud:
        return "rackback" in page.html or "rackBack" in page.html or "トラックバック" in page.html
    if manner.is_loud or page.encoding.startswith("UTF-16"):
        return True
    return any(sign in page.raw for sign in _BYTES)


def read_signs(page: Page, manner: Manner, roles: list[int]) -> Signs:
    """Return the signs of a page with elements of these *roles*."""
    union = 0
    for role in set(roles):
        union |= role
    loud = (
        bool(_ENGINES.search(manner.generators) or union & Role.ENGINE),
        bool(_WORDS.search(manner.names)),
        bool(_HOSTS.search(manner.address)),
        manner.is_work or bool(union & Role.WORK),
        bool(union & Role.WORK),  # stands at the post itself: counts twice
        bool(union & Role.TRACKBACK) or "トラックバック" in page.html,
    )
    is_static = bool(_STATIC.search(manner.generators))
    has_comments = bool(union & (Role.COMMENTS | Role.COMMENT))
    quiet = (
        is_static or "wordpress" in manner.generators.lower(),
        manner.has_feed,
        manner.is_dated,
        has_comments,
        bool(union & Role.FEED),
        bool(union & Role.POST and union & Role.TITLE and union & Role.BODY),
        bool(page.url and find_url_date(page.url)),
    )
    against = (
        bool(_OTHER_ENGINES.search(manner.generators)),
        bool(_OTHER_WORDS.search(manner.names) or _OTHER_WORDS.search(manner.address)),
        manner.is_other or bool(union & Role.OTHER),
    )
    weight = _LOUD * sum(loud) + _QUIET * sum(quiet) + _AGAINST * sum(against)
    signs = Signs(weight, any(loud), has_comments, bool(union & Role.FEED), is_static)
    return signs if weight < 0 else _add_words(signs, page.html)


def _add_words(signs: Signs, html: str) -> Signs:
    """Return the signs with those that are words of bylines, or links to shelves."""
    words = [word for word in _POSTED if word in html]
    weight = signs.weight + _QUIET * any(shelf in html for shelf in _SHELVES)
    if len(words) > 1:
        return replace(signs, weight=weight + _LOUD, speaks=True)
    is_posted = bool(words) and html.count(words[0]) > 1
    return replace(signs, weight=weight + _QUIET * is_posted)


def read_manner(tree: Tree, url: str | None) -> Manner:
    """Return the manner of a page at *url*."""
    head = Head(tree)
    names = [*map(tree.text, head.titles), *head.contents("og:site_name")]
    scripts = map(tree.text, head.scripts)
    types = {name for script in scripts for names in find_types(script) for name in names}
    kinds = {kind[:_MAX_NAME].lower() for kind in head.contents("og:type")}
    return Manner(
        generators=" ".join(name[:_MAX_NAME] for name in head.contents("generator")),
        names=" | ".join(name[:_MAX_NAME] for name in names),
        address=_read_address(url),
        is_work=not types.isdisjoint(_WORK_TYPES),
        is_other=not kinds.isdisjoint(_OTHER_KINDS) or any(map(_OTHER_TYPES.fullmatch, types)),
        has_feed=bool(head.feeds("http://unknown.invalid/")),
        is_dated="article:published_time" in head.metas,
    )


def _read_address(url: str | None) -> str:
    """Return host and path, where they may name a blog."""
    if not url:
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:  # a broken IPv6 host
        return ""
    return f"{parts.netloc}{parts.path[:60]}"
