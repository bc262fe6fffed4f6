"""JSON-LD of a page: what its scripts say about the page, its authors and its site."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, cast

MAX_CHARS = 1_000_000  # of one script; the largest of a real page in the bench has 0.2 million
_MAX_TYPE_CHARS = 20_000  # types stand at the beginning; a script may be megabytes
_MAX_BODY_CHARS = 200_000
_MAX_TEXT_CHARS = 20_000  # of one fact
# Possessive, so that no script makes them slow.
_TYPE = re.compile(r'"@type"\s*+:\s*+(?:\[([^\]]{0,200}+)|("\w{1,60}+"))')
_NAME = re.compile(r'"(\w{1,60})"')
_BODY = re.compile(r'"(?:articleBody|reviewBody|text)"\s*+:\s*+("[^"\\]*+(?:\\.[^"\\]*+)*+")')
_HALF = re.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)
_MAX_ITEMS = 2_000  # of one script
_OPENINGS, _CLOSINGS = ("//", "<!--", "<![CDATA["), (";", "-->", "]]>", "//")
# Types of schema.org that say what a page is about, by the end of their names.
_MAIN_TYPES = ("Article", "Posting", "Report", "Recipe", "Review", "Course", "Event", "Book")
_PAGE_TYPES = ("Page", "Product", "CreativeWork", "VideoObject", "Movie")
_SITE_TYPES = ("WebSite",)

Item = dict[str, object]


class Facts(NamedTuple):
    """What the JSON-LD of a page says; empty where it says nothing."""

    title: str = ""
    authors: tuple[str, ...] = ()
    has_person: bool = False  # an author is said to be a person, not an organisation
    published: str = ""
    modified: str = ""
    language: str = ""
    site_name: str = ""
    image: str = ""
    description: str = ""


def read_facts(script: str) -> Facts:
    """Return what one script says; of a script that is no JSON, or too large, nothing.

    >>> read_facts('{"@type": "NewsArticle", "headline": "a", "author": {"name": "b"}}').authors
    ('b',)
    """
    items = _read_items(script)
    by_id = {  # an object with nothing but its id is a reference
        item["@id"]: item for item in items if isinstance(item.get("@id"), str) and len(item) > 1
    }
    main = _first_of_type(items, _MAIN_TYPES) or _first_of_type(items, _PAGE_TYPES)
    site = _first_of_type(items, _SITE_TYPES)
    author = main.get("author") or main.get("creator")
    publisher = _names(main.get("publisher"), by_id)
    return Facts(
        title=_text(main.get("headline")) or _text(main.get("name")),
        authors=tuple(_names(author, by_id)),
        has_person=any(_is_person(one, by_id) for one in _as_list(author)),
        published=_text(main.get("datePublished")) or _text(main.get("dateCreated")),
        modified=_text(main.get("dateModified")),
        language=_text(main.get("inLanguage")) or _text(site.get("inLanguage")),
        site_name=_text(site.get("name")) or (publisher[0] if publisher else ""),
        image=_address(main.get("image"), by_id),
        description=_text(main.get("description")),
    )


def find_types(script: str) -> list[list[str]]:
    """Return the names that each `@type` of a script gives, also of one that is no JSON.

    >>> find_types('{"@type": "Recipe", "author": {"@type": ["Person", "Cook"]}, ')
    [['Recipe'], ['Person', 'Cook']]
    """
    found = _TYPE.findall(script[:_MAX_TYPE_CHARS])
    return [names for one, other in found if (names := _NAME.findall(one or other))]


def find_bodies(script: str) -> list[str]:
    """Return the texts of articles that a script gives, also of one that is no JSON."""
    return list(map(_unquote, _BODY.findall(script[:_MAX_BODY_CHARS])))


def _unquote(literal: str) -> str:
    try:
        return cast(str, json.loads(literal, strict=False))
    except ValueError:
        return literal


def _read_items(script: str) -> list[Item]:
    """Return the objects of a script, outer ones first; none when it cannot be read."""
    if len(script) > MAX_CHARS:
        return []
    body = script.strip()
    for mark in _OPENINGS:
        body = body.removeprefix(mark).lstrip()
    for mark in _CLOSINGS:
        body = body.removesuffix(mark).rstrip()
    try:
        whole = _DECODER.decode(body)
        if r"\ud" in body or r"\uD" in body:  # perhaps half a character, which no output can hold
            whole = json.loads(_HALF.sub("\ufffd", json.dumps(whole, ensure_ascii=False)))
    except (ValueError, RecursionError):  # no JSON, numbers of 5,000 digits, nested too deep
        return []
    items: list[Item] = []
    queue = deque([whole])
    while queue and len(items) < _MAX_ITEMS:
        value = queue.popleft()
        if isinstance(value, list):
            queue.extend(value)
        elif isinstance(value, dict):
            items.append(value)
            queue.extend(part for part in value.values() if isinstance(part, dict | list))
    return items


def _first_of_type(items: Iterable[Item], endings: tuple[str, ...]) -> Item:
    """Return the first item whose type ends so; an empty one without one."""
    typed = ((item, _as_list(item.get("@type"))) for item in items)
    names = ((item, name) for item, types in typed for name in types if isinstance(name, str))
    return next((item for item, name in names if name.endswith(endings)), {})


def _text(value: object) -> str:
    """Return a value that is a text, or the first of a list."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("@value", "")
    return value.strip()[:_MAX_TEXT_CHARS] if isinstance(value, str) else ""


def _names(value: object, by_id: dict[object, Item]) -> list[str]:
    """Return the names of persons or organisations, given as texts, objects or references."""
    items = [_referred(one, by_id) for one in _as_list(value)]
    names = [_text(item.get("name") if isinstance(item, dict) else item) for item in items]
    return list(dict.fromkeys(filter(None, names)))


def _is_person(value: object, by_id: dict[object, Item]) -> bool:
    item = _referred(value, by_id)
    return isinstance(item, dict) and "Person" in _as_list(item.get("@type"))


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _address(value: object, by_id: dict[object, Item]) -> str:
    """Return the URL of an image, given as text, object, reference or a list of them."""
    item = _referred(value[0] if isinstance(value, list) and value else value, by_id)
    if isinstance(item, dict):
        return _text(item.get("url")) or _text(item.get("contentUrl"))
    return _text(item)


def _referred(value: object, by_id: dict[object, Item]) -> object:
    """Return the object that *value* refers to by `@id`, else *value*."""
    if isinstance(value, dict) and isinstance(value.get("@id"), str) and "name" not in value:
        return by_id.get(value["@id"], value)
    return value
