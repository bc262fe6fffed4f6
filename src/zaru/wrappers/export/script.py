"""A wrapper as a short Python script that needs lxml, not zaru.

Everything that comes from the wrapper is written with `repr`, in one data literal: a wrapper file
is data of others, and must not become code.
"""

from __future__ import annotations

from importlib.resources import files
from pprint import pformat
from typing import Any

from zaru.dom import BLOCK_TAGS, UNSEEN_TAGS
from zaru.wrappers.alternation.left_right import LeftRightWrapper
from zaru.wrappers.export.expressions import to_xpath, tree_to_xpath
from zaru.wrappers.rules.rule import Rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.tree.tree_wrapper import TreeWrapper
from zaru.wrappers.wrapper import Wrapper

_WIDTH = 100
_HEAD = '''"""Written by `zaru show --as python`. Run: python this.py PAGE.html ..."""
import json
import re
import sys
from pathlib import Path

{imports}
'''


def to_python(wrapper: Wrapper) -> str:
    """Return a script that prints the records of pages as JSON lines: what `zaru apply` reads."""
    match wrapper.rules:
        case RuleWrapper() as rules:
            return _write("from lxml import etree, html", _rules_data(rules), "parse", "rules")
        case TreeWrapper(fields):
            paths = {name: tree_to_xpath(field).text for name, field in fields.items()}
            data = {"FIELDS": paths, "COMMENTS_OUT": True}
            return _write("from lxml import etree, html", data, "parse", "tree")
        case LeftRightWrapper(fields):
            strings = {name: (rule.left, rule.right) for name, rule in fields.items()}
            return _write("import html", {"FIELDS": strings}, "left_right")


def _rules_data(rules: RuleWrapper) -> dict[str, Any]:
    return {
        "FIELDS": {
            name: [[_rule_data(rule) for rule in place] for place in places]
            for name, places in rules.fields.items()
        },
        "RECORD": None if rules.record is None else to_xpath(rules.record).text,
        "REPEATED": list(rules.repeated),
        "ONE": list(rules.one),
        "BREAKS": ["br", *sorted(BLOCK_TAGS)],
        "UNSEEN": sorted(UNSEEN_TAGS),
        "COMMENTS_OUT": False,
    }


def _rule_data(rule: Rule) -> tuple[str | None, str, str]:
    left, right = ("", "") if rule.part is None else rule.part
    return to_xpath(rule).text, left, right


def _write(imports: str, data: dict[str, Any], *parts: str) -> str:
    """Return a script: its imports, its data, and parts that are the same for all of a kind."""
    folder = files("zaru.wrappers.export") / "templates"
    texts = [(folder / f"{name}.txt").read_text("utf-8") for name in ("decode", *parts, "main")]
    fields = _literal(data.pop("FIELDS"))
    lines = (
        f"\n{key} = {pformat(value, width=_WIDTH, compact=True)}" for key, value in data.items()
    )
    constants = f"FIELDS = {fields}{''.join(lines)}"
    return "\n\n\n".join([f"{_HEAD.format(imports=imports)}\n{constants}", *texts])


def _literal(value: object, indent: str = "") -> str:
    """Return *value* as Python writes it; a list or mapping that is long has a line for each item.

    >>> print(_literal({"price": ["//td"]}))
    {'price': ['//td']}
    """
    line = repr(value)
    if len(indent) + len(line) <= _WIDTH or not isinstance(value, list | dict):
        return line
    inner = indent + "    "
    if isinstance(value, dict):
        items = [f"{key!r}: {_literal(item, inner)}" for key, item in value.items()]
    else:
        items = [_literal(item, inner) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([opening, *(f"{inner}{item}," for item in items), f"{indent}{closing}"])
