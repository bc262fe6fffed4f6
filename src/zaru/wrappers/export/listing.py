"""Wrappers as lists of expressions: XPath or CSS, a line for each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from zaru.wrappers.export.expressions import Expression, to_css, to_xpath, tree_to_xpath
from zaru.wrappers.rules.rule import Rule
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.tree.tree_wrapper import TreeWrapper
from zaru.wrappers.wrapper import Wrapper

Form = Literal["xpath", "css"]
_WRITERS: dict[Form, Callable[[Rule], Expression]] = {"xpath": to_xpath, "css": to_css}


def list_expressions(wrapper: Wrapper, form: Form) -> str:
    """Return the lines of all fields; "else" stands before what is tried where nothing is found."""
    return "\n".join(_lines(wrapper, form))


def _lines(wrapper: Wrapper, form: Form) -> Iterator[str]:
    rules, write = wrapper.rules, _WRITERS[form]
    if isinstance(rules, RuleWrapper):
        for name, places in rules.fields.items():
            for place in places:
                yield f"{name}: " + f"\n{name}: else ".join(_say(write(rule)) for rule in place)
    elif isinstance(rules, TreeWrapper):
        for name, field in rules.fields.items():
            path = tree_to_xpath(field) if form == "xpath" else Expression(None, "use --as xpath")
            yield f"{name}: {_say(path)}"
    else:
        for name, delimiters in rules.fields.items():
            yield f"{name}: – (between {delimiters.left!r} and {delimiters.right!r} of the source)"


def _say(expression: Expression) -> str:
    text = expression.text or "–"
    return f"{text}  ({expression.note})" if expression.note else text
