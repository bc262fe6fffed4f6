"""Signs that a page is of a blog: what it says of itself, and what stands around a post.

Few blogs say that they are one, and each engine has its own names. What most have, whoever made
them, is more than one of these: an element that is called a post or an entry, shelves of tags,
categories or months, readers' comments, a feed or a program that makes blogs, a date in the
address. Pages of other kinds have one or two of them by chance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import or_
from urllib.parse import urlsplit

from zaru.corpus.posts.marks import Role
from zaru.dom import Tree
from zaru.layout.head import Head
from zaru.layout.jsonld import find_types
from zaru.page import Page
from zaru.text.dates import find_url_date

# Programs that make blogs, and those that make blogs, mostly, and other pages.
_ENGINES = re.compile(
    r"movable ?type|typepad|blogger|fc2|seesaa|hatena|livedoor|tdiary|serendipity|nucleus|sblo"
    r"|exblog|jugem|cocolog|webry|ameba|ghost|textpattern|b2evolution|lifetype|dotclear|hinagiku"
    r"|adiary|writefreely|blog",
    re.IGNORECASE,
)
_MAKERS = re.compile(
    r"hugo|jekyll|pelican|nikola|middleman|gatsby|hexo|octopress|wintersmith|wordpress",
    re.IGNORECASE,
)
# What stands before the name of a program at the foot of a page.
_CREDIT = re.compile(
    r"(?:powered|generated|built|published|made)\s(?:by|with|using)", re.IGNORECASE
)
_CREDIT_CHARS = 120  # of markup in which the name stands
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
# Words of bylines. Two different ones say that a page is of a blog.
_POSTED = (
    "Posted ", "投稿者", "Permalink", "固定リンク", "この記事のUR", "TrackBack", "トラックバック",
)  # fmt: skip
# Where the posts of a tag, a category or a month are.
_SHELVES = re.compile(
    r"""href=["']?[^"'>\s]{0,200}/(?:(?:tags?|categor(?:y|ies)|archives?|labels?)(?![a-z])"""
    r"""|(?:19|20)[0-9]{2}/(?:0[1-9]|1[0-2])/?["'>\s])|rel=["']?[^"'>]{0,40}\btag\b""",
    re.IGNORECASE,
)
_MAX_NAME = 300  # characters of a title that are read
# A page is of a blog when it says so, or shows three of the things that blogs have; where it says
# that it is of another kind, too, two sayings and two things. Found on posts of 222 blogs and 373
# pages of other kinds of the bench's sets dragnet, trafilatura_eval, wcxb_dev, gn1 and magic_forum,
# labelled by hand (2026-11): with three things 89 % of the posts are found and 27 of the others,
# with two 92 % and 55, with four 82 % and 17.
MIN_WEIGHT = 3
_SAYS, _SHOWS, _AGAINST = MIN_WEIGHT, 1, -5
LIST_WEIGHT = 1  # of several dated posts, which are one thing more that blogs show


@dataclass(frozen=True, slots=True)
class Manner:
    """How a page presents itself: what its head and its address say."""

    generators: str
    names: str  # the title, the site's name
    site: str  # these without the title of the post, as far as that is said: it may be on news
    address: str  # host and path
    is_work: bool  # JSON-LD calls it a blog's
    is_other: bool  # JSON-LD or Open Graph calls it a page of another kind
    has_feed: bool

    @property
    def says(self) -> tuple[bool, ...]:
        """What in the head says that the page is of a blog, but for JSON-LD."""
        return (
            bool(_ENGINES.search(self.generators)),
            bool(_WORDS.search(self.names)),
            bool(_HOSTS.search(self.address)),
        )

    @property
    def against(self) -> tuple[bool, ...]:
        """What in the head says that the page is of another kind."""
        return (
            self.is_other,
            bool(_OTHER_WORDS.search(self.site) or _OTHER_WORDS.search(self.address)),
        )

    @property
    def is_of_others(self) -> bool:
        """Say whether the head says that the page is of another kind, and nothing else."""
        return any(self.against) and not (self.is_work or any(self.says))


def weigh(page: Page, manner: Manner, roles: list[int]) -> int:
    """Return how much speaks for a blog, of a page with elements of these *roles*."""
    kinds = set(roles)
    union: int = reduce(or_, kinds, 0)
    says = (
        *manner.says,
        manner.is_work or bool(union & Role.WORK),
        bool(union & Role.ENGINE),
        bool(union & Role.TRACKBACK) or "トラックバック" in page.html,
        sum(word in page.html for word in _POSTED) > 1,
    )
    named: tuple[bool, ...] = (
        bool(union & (Role.COMMENTS | Role.COMMENT)),
        bool(union & (Role.POST | Role.NAMED)),
        _has_named_parts(kinds),
    )
    if union & Role.FORUM:  # forums call their parts posts, too
        named = ()
    shows = (
        *named,
        manner.has_feed or _names_maker(page, manner),
        bool(_SHELVES.search(page.html)),
        bool(page.url and find_url_date(page.url)),
    )
    against = (*manner.against, bool(union & Role.OTHER))
    return _SAYS * sum(says) + _SHOWS * sum(shows) + _AGAINST * sum(against)


def _has_named_parts(kinds: set[int]) -> bool:
    """Say whether elements of these roles are called the title and the text of a post."""
    named = [roles for roles in kinds if roles & (Role.POST | Role.NAMED)]
    return any(roles & Role.TITLE for roles in named) and any(roles & Role.BODY for roles in named)


def _names_maker(page: Page, manner: Manner) -> bool:
    """Say whether a program that makes blogs is named in the head, or credited on the page."""
    html = page.html
    ends = (match.end() for match in _CREDIT.finditer(html))
    credited = (html[end : end + _CREDIT_CHARS] for end in ends)
    return any(map(_MAKERS.search, (manner.generators, *credited)))


def read_manner(tree: Tree, url: str | None) -> Manner:
    """Return the manner of a page at *url*."""
    head = Head(tree)
    sites = head.contents("og:site_name")
    names = " | ".join(name[:_MAX_NAME] for name in (*map(tree.text, head.titles), *sites))
    site = names
    for title in head.contents("og:title"):
        site = site.replace(title[:_MAX_NAME], "") if title not in sites else site
    scripts = map(tree.text, head.scripts)
    types = {name for script in scripts for names in find_types(script) for name in names}
    kinds = {kind[:_MAX_NAME].lower() for kind in head.contents("og:type")}
    return Manner(
        generators=" ".join(name[:_MAX_NAME] for name in head.contents("generator")),
        names=names,
        site=site,
        address=_read_address(url),
        is_work=not types.isdisjoint(_WORK_TYPES),
        is_other=not kinds.isdisjoint(_OTHER_KINDS) or any(map(_OTHER_TYPES.fullmatch, types)),
        has_feed=bool(head.feeds("http://unknown.invalid/")),
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
