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
    read_count,
    read_flag,
    read_list,
    read_object,
    read_optional_text,
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
    rule = read_object(data, ("from", "path", "take", "part"), place)
    take = read_text(rule["take"], f"{place}.take")
    if take != _TAKE_TEXT and not (take.startswith("@") and len(take) > 1):
        raise FormatError(f'{place}.take is neither "text" nor "@" and an attribute')
    steps = enumerate(read_list(rule["path"], f"{place}.path"))
    return Rule(
        None if rule["from"] is None else _start_from_json(rule["from"], f"{place}.from"),
        tuple(_read_step(step, f"{place}.path[{number}]") for number, step in steps),
        TEXT if take == _TAKE_TEXT else take[1:],
        None if rule["part"] is None else _part_from_json(rule["part"], f"{place}.part"),
    )


def _start_from_json(data: object, place: str) -> Element | Label:
    if isinstance(data, dict) and "label" in data:
        keys = ("label", "in", "distance", "up", "whole")
        label = read_object({"whole": False, **data}, keys, place)
        return Label(
            read_text(label["label"], f"{place}.label"),
            read_text(label["in"], f"{place}.in"),
            read_count(label["distance"], 1, f"{place}.distance"),
            min(read_count(label["up"], 0, f"{place}.up"), _MAX_UP),
            read_flag(label["whole"], f"{place}.whole"),
        )
    element = read_object(data, ("tag", "attribute", "value"), place)
    tag = read_text(element["tag"], f"{place}.tag")
    if element["attribute"] is None and element["value"] is None:
        return Element(tag)
    attribute = read_text(element["attribute"], f"{place}.attribute")
    return Element(tag, attribute, read_text(element["value"], f"{place}.value"))


def _read_step(data: object, place: str) -> Step:
    text = read_text(data, place)
    match = _STEP.fullmatch(text)
    if match is None:
        raise FormatError(f'{place} is {text[:40]!r}, not a step like "td[2]" or "text()[1]"')
    tag = TEXT if match[1] == _TEXT_STEP else match[1]
    return Step(tag, int(match[2]) if match[2] else None)


def _part_from_json(data: object, place: str) -> Part:
    sides = read_object(data, ("left", "right"), place)
    left = read_optional_text(sides["left"], f"{place}.left")
    right = read_optional_text(sides["right"], f"{place}.right")
    return Part(left or "", right or "")
