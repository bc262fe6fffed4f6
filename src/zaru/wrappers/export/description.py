"""Wrappers in words: where each field is, for a person who knows the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zaru.dom import TEXT
from zaru.wrappers.alternation.left_right import LeftRightWrapper
from zaru.wrappers.export.expressions import describe_part
from zaru.wrappers.record import quote
from zaru.wrappers.rules.rule import Element, Label, Places, Rule, Step
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.tree.extraction_path import NodeLabel
from zaru.wrappers.tree.tree_wrapper import TreeField, TreeWrapper
from zaru.wrappers.wrapper import Wrapper

NOWHERE = "nowhere: it has no rule"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_MAX_CHARS = 200  # of a text of the wrapper that are shown


def describe(wrapper: Wrapper) -> str:
    """Return a line for each field that says where its values are, and one for the records."""
    return "\n".join(_printable(line) for line in _lines(wrapper))


def _lines(wrapper: Wrapper) -> Iterator[str]:
    for name in wrapper.fields:
        yield f"{name}: {describe_field(wrapper, name)}"
    if isinstance(wrapper.rules, RuleWrapper) and wrapper.rules.repeated:
        yield _describe_records(wrapper.rules)


def describe_field(wrapper: Wrapper, name: str) -> str:
    """Return where the values of a field are."""
    match wrapper.rules:
        case RuleWrapper(fields, one=one):
            return describe_places(fields[name]) + ", the first one alone" * (name in one)
        case TreeWrapper(fields):
            return _describe_tree(fields[name])
        case LeftRightWrapper(fields):
            left, right = fields[name].left, fields[name].right
            return f"what stands between {quote(left, _MAX_CHARS)} and {quote(right, _MAX_CHARS)}"


def describe_places(places: Places) -> str:
    """Return where the values of a field are: alternatives with `else`, a union with `and`."""
    if not any(places):
        return NOWHERE
    return "; and ".join("; else ".join(map(describe_rule, place)) for place in places if place)


def describe_rule(rule: Rule) -> str:
    """Return what a rule takes.

    >>> describe_rule(Rule(Element("td", "class", "price"), (Step("span", 2), Step(TEXT, 1))))
    'the first text of td.price, second span'
    >>> describe_rule(Rule(Label("価格:", "dd")))
    'the text behind the label “価格:”, in dd'
    """
    steps = list(rule.steps)
    words = "the text" if rule.take == TEXT else f"the attribute {rule.take}"
    if rule.take == TEXT and steps and steps[-1].tag == TEXT:
        text = _describe_step(steps[-1], "text")
        words = text if steps.pop().position is None else f"the {text}"
    place = _describe_start(rule.start)
    if not isinstance(rule.start, Label):
        place = f" of {place}"
    part = "" if rule.part is None else f", {describe_part(rule.part)}"
    return f"{words}{place}{_describe_steps(steps)}{part}"


def _describe_steps(steps: Iterable[Step]) -> str:
    return "".join(f", {_describe_step(step, step.tag)}" for step in steps)


def _describe_start(start: Element | Label | None) -> str:
    if start is None:
        return "the root"
    if isinstance(start, Label):
        return _describe_label(start)
    if start.attribute == "class":
        return f"{start.tag}.{'.'.join(start.value.split())}"
    return f"{start.tag}[{start.attribute}={start.value}]" if start.attribute else start.tag


def _describe_label(label: Label) -> str:
    runs = "" if label.distance == 1 else f", the {_ordinal(label.distance)} from it"
    up = f", {label.up} above it" if label.up else ""
    place = f"all of {label.tag}" if label.whole else f"in {label.tag}"
    return f" behind the label {quote(label.text, _MAX_CHARS)}{runs}, {place}{up}"


def _describe_step(step: Step, noun: str) -> str:
    return f"each {noun}" if step.position is None else f"{_ordinal(step.position)} {noun}"


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def _describe_records(rules: RuleWrapper) -> str:
    fields = ", ".join(rules.repeated)
    if rules.record is None:
        return f"records: follow each other, each with its own {fields}"
    what = "what stands" * isinstance(rules.record.start, Label)
    holder = f"{what}{_describe_start(rules.record.start)}{_describe_steps(rules.record.steps)}"
    return f"records: {holder}, each with its own {fields}"


def _describe_tree(field: TreeField) -> str:
    if not field.path:
        return NOWHERE
    take = "the text" if field.attribute is None else f"the attribute {field.attribute}"
    return f"{take} at {' > '.join(map(_describe_node, field.path))}"


def _describe_node(label: NodeLabel) -> str:
    name = "text" if label.name == TEXT else label.name
    known = "".join(f"[{key}={value}]" for key, value in label.attributes if value is not None)
    position = "" if label.position is None else f"({label.position})"
    return f"{name}{position}{known}"


def _printable(line: Iterable[str]) -> str:
    """Return *line* without what a terminal would obey: wrapper files come from anybody."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
