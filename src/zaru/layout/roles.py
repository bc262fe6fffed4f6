"""Roles: what the classes, ids and properties of a page's elements say they are.

The names, in `names.json`, are those of blog engines and of the vocabularies that they write
(hAtom, microformats2, schema.org): WordPress, Movable Type, TypePad, Blogger, FC2, Seesaa,
livedoor, Exblog, Hatena.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from itertools import compress
from pathlib import Path
from sys import maxsize
from typing import Final

from zaru.dom import Tree
from zaru.dom.keeping import once
from zaru.layout.class_words import read_words
from zaru.layout.lines import rows_between


class Role:
    """What an element is in a blog, as bits: an element may be several things."""

    POST: Final = 1
    TITLE: Final = 2
    BODY: Final = 4
    DATE: Final = 8
    AUTHOR: Final = 16
    COMMENT: Final = 32
    COMMENT_PART: Final = 64  # a comment where nothing else on the page is one
    COMMENTS: Final = 128  # the part of the page that has the comments
    BEHIND: Final = 256  # what stands behind the text of a post: its comments' form, trackbacks
    ASIDE: Final = 512  # a side bar, a menu, a list of other pages
    WORK: Final = 1024  # the markup says that it is a blog's post
    ENGINE: Final = 2048  # a name that only programs give that make blogs
    FEED: Final = 4096  # hAtom or its heir, which blogs have, and other pages of their engines
    TRACKBACK: Final = 8192
    OTHER: Final = 16384  # a page of another kind says so
    NAMED: Final = 32768  # a word of its name is post or entry
    FORUM: Final = 65536  # a word of its name is one of forums


def _sum_roles() -> dict[str, int]:
    """Return the roles of each name in `names.json`: some names have several."""
    roles: dict[str, int] = {}
    named: dict[str, str] = json.loads(Path(__file__).with_name("names.json").read_bytes())
    for role, names in named.items():
        for name in names.split():
            roles[name] = roles.get(name, 0) | getattr(Role, role.upper())
    return roles


_ROLES = _sum_roles()
_TYPES = {
    "blogposting": Role.POST | Role.WORK, "comment": Role.COMMENT, "usercomments": Role.COMMENT,
    "newsarticle": Role.OTHER, "reportagenewsarticle": Role.OTHER, "product": Role.OTHER,
    "discussionforumposting": Role.OTHER, "qapage": Role.OTHER, "techarticle": Role.OTHER,
}  # fmt: skip
_NO_POST = re.compile(
    r"type-(?!posts?\Z|blogs?\Z|entry\Z)[a-z_-]+\Z"
)  # WordPress: type-page, type-product
_PROPERTIES = {
    "headline": Role.TITLE, "name": Role.TITLE, "articlebody": Role.BODY,
    "datepublished": Role.DATE, "author": Role.AUTHOR, "creator": Role.AUTHOR,
    "comment": Role.COMMENT, "blogpost": Role.POST | Role.WORK, "blogposts": Role.POST | Role.WORK,
    "commenttime": Role.DATE,
}  # fmt: skip
# What holds a post or a comment; a link or a heading of that class only speaks of one.
_HOLDERS = frozenset(
    "article section div li dl dd td tr table tbody main center blockquote ul ol p".split()
)
_HELD = Role.POST | Role.BODY | Role.COMMENT | Role.COMMENT_PART | Role.COMMENTS | Role.BEHIND
_CLASSES = ("class", "id")
_MARKED = (*_CLASSES, "itemprop", "itemtype", "typeof", "property", "rel")
_POST_WORDS = frozenset({"post", "entry"})
_AUTHOR_WORDS = frozenset({"author", "byline", "writer", "poster"})
_FORUM_WORDS = frozenset({"forum", "forums", "topic", "answer", "answers"})
_TYPE_NAME = re.compile(r"[/:#]")
_NUMBER = re.compile(r"[0-9]+")
_DASHES = re.compile(r"[-_]+")
_MAX_VALUE = 200  # characters of an attribute that are read: generated ones are longer
_CACHED = 4096  # distinct sets of attributes


@once
def read_roles(tree: Tree) -> list[int]:
    """Return the roles of each row of *tree*; 0 for text. Made once, and kept by it."""
    roles, tag = [0] * len(tree), tree.tag
    for name in _MARKED:
        for row, value in tree.having(name):
            if role := _read_value(name, value[:_MAX_VALUE]):
                is_held = role & _HELD and tag(row) not in _HOLDERS
                roles[row] |= role & ~_HELD if is_held else role
    return roles


@once
def find_marked(tree: Tree) -> list[int]:
    """Return the rows that have roles, in document order."""
    return list(compress(range(len(tree)), read_roles(tree)))


def find_roles(tree: Tree, role: int, start: int = 0, end: int = maxsize) -> list[int]:
    """Return the elements of that role in the rows from *start* to before *end*."""
    roles = read_roles(tree)
    return [row for row in rows_between(find_marked(tree), start, end) if roles[row] & role]


@lru_cache(_CACHED)
def _read_value(name: str, value: str) -> int:
    """Return the roles that one attribute gives its element."""
    roles = 0
    words = value.lower().split()
    for word in words:
        roles |= _read_word(name, word)
    if roles & Role.FEED and any(map(_NO_POST.match, words)):
        roles &= ~(Role.FEED | Role.POST)
    return roles


def _read_word(name: str, word: str) -> int:
    if name in _CLASSES:
        name = word if word.isalpha() else _NUMBER.sub("#", _DASHES.sub("-", word))
        roles = _ROLES.get(name, 0)
        words = read_words(word)
        roles |= Role.NAMED if words & _POST_WORDS else 0
        roles |= Role.FORUM if words & _FORUM_WORDS else 0
        roles |= Role.AUTHOR if words & _AUTHOR_WORDS else 0
        return roles | (Role.ASIDE | Role.BEHIND if "related" in word else 0)
    if name == "rel":
        return Role.AUTHOR if word == "author" else 0
    if name in ("itemtype", "typeof"):
        return _TYPES.get(_TYPE_NAME.split(word)[-1], 0)
    return _PROPERTIES.get(word.rpartition(":")[2], 0)
