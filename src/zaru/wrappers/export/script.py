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

_DATA = '''"""Written by `zaru show --as python`. Run: python this.py PAGE.html ..."""
import json
import sys
from pathlib import Path

{imports}

FIELDS = {fields}
'''

_IMPORTS = "from lxml import etree, html"


def to_python(wrapper: Wrapper) -> str:
    """Return a script that prints what the wrapper reads from pages, as JSON lines.

    Fields that no rule finds are left out. Values without an element of their own record come as
    lists, all of a page in one record.
    """
    match wrapper.rules:
        case RuleWrapper() as rules:
            return _rules_script(rules)
        case TreeWrapper(fields):
            paths = {field.name: tree_to_xpath(field).text for field in fields if field.path}
            return _data(_IMPORTS, paths, COMMENTS_OUT=True) + _read("parse", "tree", "main")
        case LeftRightWrapper(fields):
            strings = {name: (rule.left, rule.right) for name, rule in fields.items()}
            return _data("import html\nimport re", strings) + _read("left_right", "main")


def _rules_script(rules: RuleWrapper) -> str:
    fields = {
        name: [[_rule_data(rule) for rule in place] for place in places]
        for name, places in rules.fields.items()
        if any(places)
    }
    data = _data(
        _IMPORTS,
        fields,
        RECORD=None if rules.record is None else to_xpath(rules.record).text,
        REPEATED=[name for name in rules.repeated if name in fields],
        BREAKS=sorted({"br", *BLOCK_TAGS}),
        UNSEEN=sorted(UNSEEN_TAGS),
        COMMENTS_OUT=False,
    )
    return data + _read("parse", "rules", "main")


def _rule_data(rule: Rule) -> tuple[str | None, str, str]:
    left, right = ("", "") if rule.part is None else rule.part
    return to_xpath(rule).text, left, right


def _data(imports: str, fields: object, **constants: Any) -> str:
    """Return the beginning of a script: its imports and its data."""
    head = _DATA.format(imports=imports, fields=_literal(fields))
    lines = (
        f"{key} = {pformat(value, _WIDTH, compact=True)}\n" for key, value in constants.items()
    )
    return head + "".join(lines)


def _read(*names: str) -> str:
    """Return the parts of a script that are the same for all wrappers of a kind."""
    folder = files("zaru.wrappers.export") / "templates"
    return "".join(f"\n\n{(folder / f'{name}.txt').read_text('utf-8')}" for name in names)


def _literal(value: object) -> str:
    return pformat(value, width=_WIDTH, compact=True, sort_dicts=False)
