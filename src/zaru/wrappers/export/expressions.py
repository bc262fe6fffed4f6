"""Rules as XPath and CSS, so that they can be taken to other tools.

They select the nodes that hold the values; what an expression cannot say stands in its note. HTML5
puts a `tbody` around rows that have none, lxml and so parsel do not: expressions hold in both.
An XML page must lose its default namespace.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from zaru.dom import TEXT, UNSEEN_TAGS
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.tree.extraction_path import NodeLabel
from zaru.wrappers.tree.tree_wrapper import TreeField

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_FOREIGN = re.compile(r"(?:svg|math):(.+)")
_CSS_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_CSS_UNSAFE = re.compile(r"[^ !#-\[\]-~\u00a0-\ud7ff\ue000-\U0010ffff]")
_FULL_TEXT = "text()[normalize-space()]"
# XPath's white space is ASCII's; ours has the no-break space and the full-width one, too.
_SAID = "normalize-space(translate(., '\u00a0\u3000', '  '))"
_SEEN = " or ".join(f"parent::{tag}" for tag in sorted(UNSEEN_TAGS) if ":" not in tag)


# A tbody, or where there is none the table: both hold rows.
_BODY = "ancestor-or-self::*[self::tbody or self::table][1]"


class Expression(NamedTuple):
    """A rule in another language."""

    text: str | None  # None: it cannot be said, *note* says why
    note: str = ""  # what is left to do with the nodes


def to_xpath(rule: Rule) -> Expression:
    """Return *rule* as XPath 1.0.

    >>> to_xpath(Rule(Element("td", "id", "price"), (Step(TEXT, 1),))).text
    "//td[@id='price']/text()[normalize-space()][1]"
    """
    steps = "".join(f"/{_xpath_step(step)}" for step in rule.steps)
    take = "" if rule.take == TEXT else f"/{_xpath_attribute(rule.take)}"
    return Expression(_xpath_start(rule.start) + steps + take, _part_note(rule.part))


def tree_to_xpath(field: TreeField) -> Expression:
    """Return the path of a Tree-Wrapper's field as XPath 1.0."""
    if not field.path:
        return Expression(None, "no example had the field")
    steps = "/".join(map(_xpath_label, field.path))
    take = "" if field.attribute is None else f"/{_xpath_attribute(field.attribute)}"
    return Expression(f"//{steps}{take}")


def to_css(rule: Rule) -> Expression:
    """Return *rule* as a CSS selector of the elements that hold the values.

    >>> to_css(Rule(Element("td", "class", "price"), (Step("b", 2), Step(TEXT, 1))))
    Expression(text='td.price > b:nth-of-type(2)', note='then its text 1')
    """
    if isinstance(rule.start, Label):
        return Expression(None, "CSS cannot ask for the text of a label")
    elements = [step for step in rule.steps if step.tag != TEXT]
    names = [_css_start(rule.start), *map(_css_step, elements)]
    if None in names:
        return Expression(None, "CSS cannot name a tag or attribute of the rule")
    selector = " > ".join(name for name in names if name)
    bodies = {name for name, step in zip(names[1:], elements, strict=True) if step.tag == "tbody"}
    if bodies and elements[-1].tag != "tbody":
        selector += f", {' > '.join(name for name in names if name and name not in bodies)}"
    notes = [
        f"then its text {step.position}" if step.position else "then its own texts, one by one"
        for step in rule.steps
        if step.tag == TEXT
    ]
    if rule.take != TEXT:
        notes.append(f"then its attribute {rule.take}")
    notes += filter(None, [_part_note(rule.part)])
    return Expression(selector, ", ".join(notes))


def quote_xpath(text: str) -> str:
    """Return *text* as an XPath literal, which has no escapes.

    >>> print(quote_xpath("it's 5\\""))
    concat('it', "'", 's 5"')
    """
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    pieces = (f'"{piece}"' if piece == "'" else f"'{piece}'" for piece in re.split("(')", text))
    return f"concat({', '.join(pieces)})"


def _xpath_start(start: Element | Label | None) -> str:
    if start is None:
        return "/*"
    if isinstance(start, Label):
        seen = f"{_FULL_TEXT}[not({_SEEN})]"
        label = f"//text()[{_SAID}={quote_xpath(start.text)}][not({_SEEN})]"
        behind, tag = f"/following::{seen}[{start.distance}]", _xpath_name(start.tag)
        if start.whole:
            before = f"{seen}[{start.distance}][{_SAID}={quote_xpath(start.text)}]"
            return f"{label}{behind}/ancestor::{tag}[1][preceding::{before}]"
        return f"{label}{behind}[parent::{tag}]" + "/.." * start.up
    if start.attribute:
        return f"//{_xpath_name(start.tag)}{_xpath_test(start.attribute, start.value)}"
    return f"//{_xpath_body(None) if start.tag == 'tbody' else _xpath_name(start.tag)}"


def _xpath_body(position: int | None) -> str:
    """Return the step to a tbody, or to the table around rows that have none."""
    place = "" if position is None else f"[count(preceding-sibling::tbody)={position - 1}]"
    rows = "" if position is not None and position > 1 else "self::tr or "
    return f"*[{rows}self::tbody{place}]/{_BODY}"


def _xpath_test(attribute: str, value: str) -> str:
    """Return the predicate for an attribute; of `class`, a word is one of the classes."""
    name = _xpath_attribute(attribute)
    if attribute == "class" and len(value.split()) == 1:
        word = quote_xpath(f" {value} ")
        return f"[contains(concat(' ', normalize-space({name}), ' '), {word})]"
    return f"[{name}={quote_xpath(value)}]"


def _xpath_step(step: Step) -> str:
    if step.tag == "tbody":
        return _xpath_body(step.position)
    name = _FULL_TEXT if step.tag == TEXT else _xpath_name(step.tag)
    return name if step.position is None else f"{name}[{step.position}]"


def _xpath_label(label: NodeLabel) -> str:
    """Return one node label of paper 2, whose positions count texts of white space, too."""
    tests = "".join(
        f"[{_xpath_attribute(attribute)}={quote_xpath(value)}]"
        for attribute, value in label.attributes
        if value is not None and not attribute.startswith("xmlns")  # no attributes in XPath
    )
    if label.name == "tbody" and not tests:
        return _xpath_body(label.position)
    name = "text()" if label.name == TEXT else _xpath_name(label.name)
    position = "" if label.position is None else f"[{label.position}]"
    return f"{name}{position}{tests}"


def _xpath_name(tag: str) -> str:
    """Return the test for a tag: `<o:p>` is one in HTML, and XPath would ask what `o` is."""
    if _NAME.fullmatch(tag):
        return tag
    foreign = _FOREIGN.fullmatch(tag)
    name = f"local-name()={quote_xpath(foreign[1])}" if foreign else f"name()={quote_xpath(tag)}"
    return f"*[{name}]"


def _xpath_attribute(name: str) -> str:
    return f"@{name}" if _NAME.fullmatch(name) else f"@*[name()={quote_xpath(name)}]"


def _css_start(start: Element | None) -> str | None:
    """Return what a selector begins with, None when CSS cannot say it."""
    if start is None:
        return ":root"
    names = (start.tag, start.attribute or "a")
    if not all(map(_CSS_NAME.fullmatch, names)):
        return None
    if not start.attribute:
        return start.tag
    is_word = len(start.value.split()) == 1
    if start.attribute == "class" and is_word:
        is_plain = _CSS_NAME.fullmatch(start.value)
        return f"{start.tag}.{start.value}" if is_plain else _css_test(start, "~=")
    return _css_test(start, "=")


def _css_test(start: Element, sign: str) -> str:
    value = _CSS_UNSAFE.sub(lambda match: f"\\{ord(match[0]):x} ", start.value)
    return f'{start.tag}[{start.attribute}{sign}"{value}"]'


def _css_step(step: Step) -> str | None:
    if not _CSS_NAME.fullmatch(step.tag):
        return None
    return step.tag if step.position is None else f"{step.tag}:nth-of-type({step.position})"


def _part_note(part: Part | None) -> str:
    return "" if part is None else f"then the part {describe_part(part)}"


def describe_part(part: Part) -> str:
    """Return what is taken of a text, in words.

    >>> describe_part(Part("¥", ""))
    'from behind “¥” to the end'
    """
    left = f"from behind “{part.left}”" if part.left else "from the beginning"
    return f"{left} to {f'before “{part.right}”' if part.right else 'the end'}"
