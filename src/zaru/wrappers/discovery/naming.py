"""Naming: what a discovered field is called, from its label, attributes or tag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zaru.dom import TEXT
from zaru.text.dates import parse_date
from zaru.wrappers.record import collapse
from zaru.wrappers.rules.rule import Element, Label, Rule

MAX_NAME_CHARS = 40

_MEANT = ("itemprop", "property", "name")  # attributes whose values are names of fields
_MAX_NAME_STEPS = 3  # below an element whose id or class still names what is there
_PLAIN_TAGS = frozenset("div span p a b i td tr ul li font strong em".split())
# Words in an id or a class: letters with a vowel, where a capital begins the next one.
_WORD = re.compile(r"[A-Z]*[a-z]{2,}|[A-Z]{3,}|[^\W\d_a-zA-Z]+")
_VOWEL = re.compile(r"[aeiouy]|[^a-z]", re.IGNORECASE)
_MADE_UP = re.compile(r"\d[a-z]", re.IGNORECASE)
_MONEY = re.compile(r"[$£€¥￥₩]\s?\d|\d\s?(?:[€円元원]|USD|EUR|GBP|JPY)")
# Commas and equals signs have a meaning in `--keep a,b` and `--rename a=b`.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f,=、]+")
_EDGES = " :：;；|/\\-–—_*#•·.。>»<«()（）[]【】「」\"'"


def suggest_name(
    rule: Rule, label: str = "", *, is_label: bool = False, values: Iterable[str] = ()
) -> str:
    """Return a name for what *rule* finds; *label* is the text that stands before it, if any.

    *is_label* says that the text finds the values; *values* tell what kind they are.

    >>> suggest_name(Rule(Label("価格：", "td")))
    '価格'
    """
    ideas = _ideas(rule, label, is_label, list(values))
    return next(filter(None, map(clean_name, ideas)), "field")


def is_named(rule: Rule) -> bool:
    """Say whether the page itself names what *rule* finds, as with `itemprop`."""
    is_meant = isinstance(rule.start, Element) and rule.start.attribute in _MEANT
    return is_meant and len(rule.steps) <= 1


def _ideas(rule: Rule, label: str, is_label: bool, values: list[str]) -> Iterator[str]:
    """Yield possible names, the best first."""
    start = rule.start
    if rule.part is not None:
        yield rule.part.left
    if isinstance(start, Label) and start.distance == 1:
        yield start.text
    if isinstance(start, Element) and is_named(rule):
        yield start.value.rpartition(":")[2]
    if is_label or label.endswith((":", "：")):
        yield label
    if isinstance(start, Element) and len(rule.steps) <= 1:
        yield from _element_ideas(start)
    yield _name_kind(values)
    if isinstance(start, Element) and len(rule.steps) <= _MAX_NAME_STEPS:
        yield from _element_ideas(start)
    yield label
    yield from _tags(rule)
    if rule.take != TEXT:
        yield rule.take


def _element_ideas(start: Element) -> Iterator[str]:
    yield _keep_words(start.value)
    if not start.value and start.tag not in _PLAIN_TAGS:
        yield start.tag


def _keep_words(value: str) -> str:
    """Return an id or a class without what a machine made up: `ctl00_price`, `zmp x1f3`.

    >>> _keep_words("ctl00_price x1f3"), _keep_words("zmp"), _keep_words("street-address")
    ('price', '', 'street-address')
    """
    parts = (re.split(r"[_$]+", token) for token in value.split())
    return " ".join(filter(None, ("_".join(filter(_is_word, part)) for part in parts)))


def _is_word(part: str) -> bool:
    """Say whether there is a word in a part of an id, and no digit before a letter."""
    return any(map(_VOWEL.search, _WORD.findall(part))) and not _MADE_UP.search(part)


def _name_kind(values: list[str]) -> str:
    """Return what values are that need no name to be known: "price", "date"; "" for others."""
    if values and all(map(_MONEY.search, values)):
        return "price"
    return "date" if values and all(map(parse_date, values)) else ""


def _tags(rule: Rule) -> Iterator[str]:
    """Yield the tags on the way that tell something, from the value up, then any."""
    tags = [step.tag for step in reversed(rule.steps) if step.tag != TEXT]
    if isinstance(rule.start, Element):
        tags.append(rule.start.tag)
    yield from (tag for tag in tags if tag not in _PLAIN_TAGS)
    yield from tags


def clean_name(text: str) -> str:
    """Return *text* as a name: short, on one line, without marks at its ends; "" if none is left.

    >>> clean_name(" ■ 発売日, 税込 : ")
    '■ 発売日 税込'
    """
    name = collapse(_UNSAFE.sub(" ", text)).strip(_EDGES)
    if not any(map(str.isalnum, name)):
        return ""
    return name[:MAX_NAME_CHARS].strip(_EDGES)


def make_unique(names: Iterable[str]) -> list[str]:
    """Return *names* with a number behind each that was there before.

    >>> make_unique(["price", "price", "price_2"])
    ['price', 'price_2', 'price_2_2']
    """
    taken: set[str] = set()
    counts: dict[str, int] = {}
    unique = []
    for name in names:
        new = name
        while new in taken:
            counts[name] = counts.get(name, 1) + 1
            new = f"{name}_{counts[name]}"
        taken.add(new)
        unique.append(new)
    return unique
