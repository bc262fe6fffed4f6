"""Extraction paths (paper 2, §3): what the nodes on the way to a value have in common.

A path is a sequence of extraction node labels, the one for the value last. It need not begin at
the root of the page: it matches wherever the last nodes of a way down match it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zaru.wrappers.schema import (
    count_from,
    mapping_of,
    object_of,
    optional,
    read_any_text,
    read_text,
)
from zaru.wrappers.tree.nodes import AttributeSet, Nodes


@dataclass(frozen=True, slots=True)
class NodeLabel:
    """An extraction node label (definition 3): what a node must be to match."""

    name: str
    position: int | None  # among siblings of the same name, from 1; None: any (`*`)
    attributes: AttributeSet = ()  # None as a value: any value (`*`)

    def to_json(self) -> dict[str, Any]:
        """Return the label as a JSON object; `*` is null."""
        attributes = dict(self.attributes)
        return {"name": self.name, "position": self.position, "attributes": attributes}


def _read_attributes(data: object, place: str) -> AttributeSet:
    return tuple(sorted(mapping_of(optional(read_any_text))(data, place).items()))


# Reads what `to_json` wrote; raises `FormatError` for other data.
read_label = object_of(
    NodeLabel,
    name=read_text,
    position=optional(count_from(1)),
    attributes=_read_attributes,
)

ExtractionPath = tuple[NodeLabel, ...]


def common_attributes(sets: Sequence[AttributeSet]) -> AttributeSet:
    """Return the common HTML attribute set (CHAS, definition 2).

    >>> common_attributes([(("class", "a"), ("id", "1")), (("class", "b"),)])
    (('class', None),)
    """
    first, *others = (dict(attributes) for attributes in sets)
    return tuple(
        (name, value if all(other[name] == value for other in others) else None)
        for name, value in sorted(first.items())
        if all(name in other for other in others)
    )


def compose_labels(labels: Sequence[NodeLabel]) -> NodeLabel | None:
    """Return the composition of labels (definition 6), None where their names differ."""
    names = {label.name for label in labels}
    if len(names) > 1:
        return None
    positions = {label.position for label in labels}
    position = positions.pop() if len(positions) == 1 else None
    return NodeLabel(names.pop(), position, common_attributes([n.attributes for n in labels]))


def compose_paths(first: ExtractionPath, second: ExtractionPath) -> ExtractionPath:
    """Return the composition of two paths (definition 6).

    From the last labels upwards, as far as all compositions are defined; empty when the names
    of the last labels differ.
    """
    labels: list[NodeLabel] = []
    for pair in zip(reversed(first), reversed(second), strict=False):
        label = compose_labels(pair)
        if label is None:
            break
        labels.append(label)
    return tuple(reversed(labels))


def has_attributes(nodes: Nodes, row: int, attributes: AttributeSet) -> bool:
    """Say whether a node has *attributes* (isMatchHAS).

    As the paper has it, `*` also matches a node that lacks the attribute.
    """
    for name, value in attributes:
        if value is not None and nodes.attribute(row, name) != value:
            return False
    return True


def _select(label: NodeLabel, nodes: Nodes, rows: Iterable[int]) -> list[int]:
    """Return those of *rows* that *label* matches."""
    names, positions = nodes.tree.tags, nodes.positions
    name, position = label.name, label.position
    found = [
        row
        for row in rows
        if names[row] == name and (position is None or positions[row] == position)
    ]
    if all(value is None for _, value in label.attributes):
        return found
    return [row for row in found if has_attributes(nodes, row, label.attributes)]


def find_matches(path: ExtractionPath, nodes: Nodes) -> list[int]:
    """Return the last nodes of all ways that *path* matches, in document order.

    Goes up level by level, so that nodes with one parent look at it once.
    """
    if not path:
        return []
    parents = nodes.tree.parents
    level = _select(path[-1], nodes, nodes.named.get(path[-1].name, ()))
    levels: list[list[int]] = []
    for label in reversed(path[:-1]):
        levels.append(level)
        above = dict.fromkeys(parents[row] for row in level)
        above.pop(-1, None)
        level = _select(label, nodes, above)
    for below in reversed(levels):
        matched = set(level)
        level = [row for row in below if parents[row] in matched]
    return level


def get_label(nodes: Nodes, row: int) -> NodeLabel:
    """Return the label that says all of a node."""
    return NodeLabel(nodes.tree.tags[row], nodes.positions[row], nodes.attribute_set(row))


def learn_path(nodes: Nodes, rows: Sequence[int]) -> ExtractionPath:
    """Return the longest path that matches all *rows* of one page (learnExPath).

    Empty when the names of the nodes themselves differ. The path to one node says all of the nodes
    on it (getPath).
    """
    labels: list[NodeLabel] = []
    level: Mapping[int, None] = dict.fromkeys(rows)
    while level and -1 not in level:
        label = compose_labels([get_label(nodes, row) for row in level])
        if label is None:
            break
        labels.append(label)
        level = dict.fromkeys(nodes.tree.parents[row] for row in level)
    return tuple(reversed(labels))
