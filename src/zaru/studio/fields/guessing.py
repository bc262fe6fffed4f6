"""Guessing: which field a click is for when nobody says so, and what a new field is called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zaru.dom import BLOCK_TAGS
from zaru.studio.fields.picking import find_pieces
from zaru.studio.fields.sheet import Field
from zaru.wrappers.discovery.naming import suggest_name
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import Occurrence, find_attribute
from zaru.wrappers.rules.rule import Label
from zaru.wrappers.rules.trial import cost
from zaru.wrappers.rules.view import View

_LABEL_TAGS = frozenset({"th", "dt", "label"})
_VALUE_TAGS = frozenset({"td", "dd"})  # the cell before one may hold its label
_COLONS = (":", "：")
# What tags hold that have no better name.
_TAG_NAMES = {"h1": "title", "h2": "title", "h3": "title", "time": "date", "img": "image"}
_TEMPLATE_SHARE = 0.5  # of the other pages that say a text: then it is of the template


def guess_field(
    view: View, value: LabelValue, fields: Iterable[Field], others: Sequence[View]
) -> Field | None:
    """Return the field of whose list on the page *value* is another row; None: it is a new field.

    Rows of a list stand on the same way down the tree, and not behind labels of their own.
    """
    mine = _find_run(view, value)
    for field in fields:
        for known in field.labels.get(view.page.id, ()):
            theirs = _find_run(view, known)
            if (
                mine is not None
                and theirs is not None
                and known.attribute == value.attribute
                and _are_rows(view, mine, theirs, others)
            ):
                return field
    return None


def _are_rows(view: View, mine: int, theirs: int, others: Sequence[View]) -> bool:
    tree = view.tree
    ways = [[row, *tree.ancestors(row)] for row in (view.runs[mine], view.runs[theirs])]
    first, second = ([tree.tags[row] for row in way] for way in ways)
    if mine == theirs or first != second:
        return False
    labels = {_find_label(view, number, others) for number in (mine, theirs)}
    if len(labels) > 1 and None not in labels:
        return False
    # Where the ways part: two cells of a table row, two spans of one card are two things.
    left, right = next(pair for pair in zip(*map(reversed, ways), strict=True) if len({*pair}) > 1)
    if tree.tags[left] in ("td", "th"):
        return False
    classes = [_classes(view, row) for row in (left, right)]
    return not (all(classes) and classes[0].isdisjoint(classes[1]))


def _classes(view: View, row: int) -> set[str]:
    is_text = view.tree.is_text(row)
    return set() if is_text else set((view.tree.attribute(row, "class") or "").split())


def _find_label(view: View, number: int, others: Sequence[View]) -> str | None:
    """Return the text before a run when it is a label: of the template, or marked as one."""
    if number == 0 or not _are_near(view, view.runs[number - 1], view.runs[number]):
        return None
    text = view.texts[number - 1]
    tag = view.tree.tags[view.tree.parents[view.runs[number - 1]]]
    if tag in _LABEL_TAGS or text.endswith(_COLONS):
        return text
    known = sum(text in other.runs_by_text for other in others)
    return text if others and known >= _TEMPLATE_SHARE * len(others) else None


def _are_near(view: View, label: int, value: int) -> bool:
    """Say whether two runs are in one block, or in two cells side by side."""
    tree = view.tree
    blocks = [
        next((above for above in tree.ancestors(row) if tree.tags[above] in BLOCK_TAGS), 0)
        for row in (label, value)
    ]
    if blocks[0] == blocks[1]:
        return True
    is_cell = tree.tags[blocks[1]] in _VALUE_TAGS
    return is_cell and tree.parents[blocks[0]] == tree.parents[blocks[1]]


def _find_run(view: View, value: LabelValue) -> int | None:
    """Return the first run of a value, None when it is in none."""
    if value.span is not None:
        return next((number for number, _, _ in find_pieces(view, value.span)), None)
    if value.attribute is not None:
        place = next(find_attribute(view, value.attribute, value.text), None)
        found = view.reach.get(place.row) if place is not None else None
        return found[0] if found else None
    return next(iter(view.runs_by_text.get(value.text, ())), None)


def guess_name(view: View, value: LabelValue, others: Sequence[View]) -> str:
    """Return a name for a field of which *value* is the first value."""
    if value.attribute is not None:
        place = next(find_attribute(view, value.attribute, value.text), None)
        return value.attribute if place is None else _name(view, place, value, "")
    numbers = [number for number, _, _ in find_pieces(view, value.span or (0, 0))]
    if not numbers:
        return "field"
    label = _find_label(view, numbers[0], others)
    holder = view.tree.shared(view.runs[numbers[0]], view.runs[numbers[-1]])
    return _name(view, Occurrence(holder), value, label or "")


def _name(view: View, place: Occurrence, value: LabelValue, label: str) -> str:
    rules = make_candidates([Seen(view, place)])
    best = min(
        (rule for rule in rules if not isinstance(rule.start, Label)), key=cost, default=None
    )
    if best is None:
        return "field"
    name = suggest_name(best, label, is_label=bool(label), values=[value.text])
    return _TAG_NAMES.get(name, name)
