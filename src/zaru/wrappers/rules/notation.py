"""The notation of rules in wrapper files: plain JSON that a person can read and change.

{"from": {"tag": "td", "attribute": "class", "value": "price"}, "path": ["span[2]", "text()[1]"],
 "take": "text", "part": {"left": "¥", "right": ""}}
"""

from __future__ import annotations

import re
from typing import Any

from zaru.dom import TEXT
from zaru.errors import FormatError
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.schema import (
    Reader,
    count_from,
    list_of,
    object_of,
    optional,
    read_any_text,
    read_flag,
    read_object,
    read_text,
)

_TAG = r"[^\s\[\]/()]+"
_STEP = re.compile(rf"(text\(\)|{_TAG})(?:\[([1-9][0-9]{{0,6}})\])?")
_TEXT_STEP = "text()"
_TAKE_TEXT = "text"
_MAX_UP = 10_000  # more levels than a tree has


def rule_to_json(rule: Rule) -> dict[str, Any]:
    """Return *rule* as a JSON object."""
    return {
        "from": None if rule.start is None else _start_to_json(rule.start),
        "path": [write_step(step) for step in rule.steps],
        "take": _TAKE_TEXT if rule.take == TEXT else f"@{rule.take}",
        "part": None if rule.part is None else rule.part._asdict(),
    }


def _start_to_json(start: Element | Label) -> dict[str, Any]:
    if isinstance(start, Label):
        place = {"distance": start.distance, "up": start.up, "whole": start.whole}
        return {"label": start.text, "in": start.tag, **place}
    if not start.attribute:
        return {"tag": start.tag, "attribute": None, "value": None}
    return start._asdict()


def write_step(step: Step) -> str:
    """Return a step as XPath writes it: `td[2]`, `text()[1]`."""
    name = _TEXT_STEP if step.tag == TEXT else step.tag
    return name if step.position is None else f"{name}[{step.position}]"


def can_write(tag: str) -> bool:
    """Say whether a step to *tag* can be written: `<p[1]>` is a tag in HTML, too."""
    return tag == TEXT or re.fullmatch(_TAG, tag) is not None


def rule_from_json(data: object, place: str = "rule") -> Rule:
    """Return the rule that `rule_to_json` wrote; raises `FormatError` for other data."""
    rule = read_object(data, _RULE, place)
    return Rule(rule["from"], rule["path"], rule["take"], rule["part"])


def _read_start(data: object, place: str) -> Element | Label:
    if isinstance(data, dict) and "label" in data:
        label = read_object({"whole": False, **data}, _LABEL, place)
        up = min(label["up"], _MAX_UP)
        return Label(label["label"], label["in"], label["distance"], up, label["whole"])
    element = read_object(data, _ELEMENT, place)
    if element["attribute"] is None and element["value"] is None:
        return Element(element["tag"])
    return Element(**{key: read_text(said, f"{place}.{key}") for key, said in element.items()})


def _read_step(data: object, place: str) -> Step:
    text = read_text(data, place)
    match = _STEP.fullmatch(text)
    if match is None:
        raise FormatError(f'{place} is {text[:40]!r}, not a step like "td[2]" or "text()[1]"')
    tag = TEXT if match[1] == _TEXT_STEP else match[1]
    return Step(tag, int(match[2]) if match[2] else None)


def _read_take(data: object, place: str) -> str:
    take = read_text(data, place)
    if take != _TAKE_TEXT and not (take.startswith("@") and len(take) > 1):
        raise FormatError(f'{place} is neither "text" nor "@" and an attribute')
    return TEXT if take == _TAKE_TEXT else take[1:]


def _make_part(left: str | None, right: str | None) -> Part:
    return Part(left or "", right or "")


_LABEL: dict[str, Reader[Any]] = {
    "label": read_text,
    "in": read_text,
    "distance": count_from(1),
    "up": count_from(0),
    "whole": read_flag,
}
_ELEMENT: dict[str, Reader[Any]] = {
    "tag": read_text,
    "attribute": optional(read_text),
    "value": optional(read_text),
}
_SIDE = optional(read_any_text)
_RULE: dict[str, Reader[Any]] = {
    "from": optional(_read_start),
    "path": list_of(_read_step),
    "take": _read_take,
    "part": optional(object_of(_make_part, left=_SIDE, right=_SIDE)),
}
