"""Naming: what a discovered field is called, from its label, attributes or tag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zaru.dom import TEXT
from zaru.wrappers.record import collapse
from zaru.wrappers.rules.rule import Element, Label, Rule

MAX_NAME_CHARS = 40

_MEANT = ("itemprop", "property", "name")  # attributes whose values are names of fields
_MAX_NAME_STEPS = 3  # below an element whose id or class still names what is there
_PLAIN_TAGS = frozenset("div span p a b i td tr ul li font strong em".split())
_GENERATED = re.compile(r"(?:ctl\d+[_$])+")  # what ASP.NET puts before an id
# Commas and equals signs have a meaning in `--keep a,b` and `--rename a=b`.
_UNSAFE = re.compile(r"[\x00-\x1f\x7f,=、]+")
_EDGES = " :：;；|/\\-–—_*#•·.。>»<«()（）[]【】「」\"'"


def suggest_name(rule: Rule, label: str = "") -> str:
    """Return a name for what *rule* finds; *label* is the text that stands before it, if any.

    >>> suggest_name(Rule(Label("価格：", "td")))
    '価格'
    """
    return next(filter(None, map(clean_name, _ideas(rule, label))), "field")


def is_named(rule: Rule) -> bool:
    """Say whether the page itself names what *rule* finds, as with `itemprop`."""
    is_meant = isinstance(rule.start, Element) and rule.start.attribute in _MEANT
    return is_meant and len(rule.steps) <= 1


def _ideas(rule: Rule, label: str) -> Iterator[str]:
    """Yield possible names, the best first."""
    start = rule.start
    if rule.part is not None:
        yield rule.part.left
    if isinstance(start, Label) and start.distance == 1:
        yield start.text
    if isinstance(start, Element) and is_named(rule):
        yield start.value.rpartition(":")[2]
    if label.endswith((":", "：")):
        yield label
    if isinstance(start, Element) and len(rule.steps) <= _MAX_NAME_STEPS:
        yield from _element_ideas(start)
    yield label
    if isinstance(start, Label):
        yield start.text
    elif start is not None and start.value:
        yield _GENERATED.sub("", start.value)
    yield from _tags(rule)
    if rule.take != TEXT:
        yield rule.take


def _element_ideas(start: Element) -> Iterator[str]:
    if start.value:
        yield _GENERATED.sub("", start.value)
    elif start.tag not in _PLAIN_TAGS:
        yield start.tag


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
