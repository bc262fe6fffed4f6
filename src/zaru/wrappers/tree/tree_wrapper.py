"""Tree-Wrapper, paper 2: one extraction path for each field; `execT` and `learnT`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, ClassVar, NamedTuple

from zaru.dom import Tree
from zaru.errors import UsageError
from zaru.page import Page
from zaru.wrappers.record import Values
from zaru.wrappers.schema import fields_of, list_of, optional, read_object, read_text
from zaru.wrappers.tree.extraction_path import (
    ExtractionPath,
    compose_paths,
    find_matches,
    learn_path,
    read_label,
)
from zaru.wrappers.tree.nodes import Nodes

# The tuples of a page: for each the rows of each field; a field that is absent has none.
TreeLabel = Sequence[Mapping[str, Collection[int]]]

_STEPS_SHOWN = 4  # of the way to a node, in messages
_CHARS_SHOWN = 30  # of its text


@dataclass(frozen=True, slots=True)
class TreeField:
    """Where the values of a field are."""

    path: ExtractionPath  # empty when no example had the field: it is absent everywhere
    attribute: str | None = None  # the HTML attribute that holds the value; None: the text

    def find(self, nodes: Nodes) -> list[int]:
        """Return the nodes of the field, in document order; they must have the HTML attribute."""
        rows = find_matches(self.path, nodes)
        if self.attribute is None:
            return rows
        return [row for row in rows if nodes.attribute(row, self.attribute) is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the field as a JSON object."""
        path = [label.to_json() for label in self.path]
        return {"attribute": self.attribute, "path": path}


@dataclass(frozen=True, slots=True)
class TreeWrapper:
    """A Tree-Wrapper (definition 5). Its fields are in the order in which tuples have them."""

    method: ClassVar[str] = "tree"

    fields: Mapping[str, TreeField]

    def read(self, page: Page) -> list[Values]:
        """Return the values of the tuples of a page; absent fields are empty.

        White space is no value, but nodes of it are part of their tuples, and a tuple of nothing
        else is left out. Raises `InputError` for a page that has no tree, and `LimitExceeded`.
        """
        nodes = Nodes(page.tree)
        attributes = {name: field.attribute for name, field in self.fields.items()}
        tuples = [
            {
                name: [row for row in found if nodes.has_value(row, attributes[name])]
                for name, found in rows.items()
            }
            for rows in self.find_tuples(nodes)
        ]
        nodes.expect_attributes(
            [row for rows in tuples for name in rows if attributes[name] for row in rows[name]]
        )
        return [
            {
                name: tuple(nodes.value(row, attributes[name]) for row in found)
                for name, found in rows.items()
            }
            for rows in tuples
            if any(rows.values())
        ]

    def find_tuples(self, nodes: Nodes) -> list[dict[str, list[int]]]:
        """Return the tuples of a page as rows (execT): what `learn_tree` takes."""
        found = [field.find(nodes) for field in self.fields.values()]
        return [dict(zip(self.fields, rows, strict=True)) for rows in split_tuples(found)]

    def to_json(self) -> dict[str, Any]:
        """Return the wrapper as a JSON object."""
        return {
            "fields": [{"name": name, **field.to_json()} for name, field in self.fields.items()]
        }

    @classmethod
    def from_json(cls, data: object) -> TreeWrapper:
        """Return the wrapper that `to_json` wrote; raises `FormatError` for other data."""
        fields = fields_of(TreeField, attribute=optional(read_text), path=list_of(read_label))
        return cls(**read_object(data, {"fields": fields}, "rules"))


def split_tuples(found: Sequence[Sequence[int]]) -> Iterator[list[list[int]]]:
    """Yield tuples of text attributes (execT, steps 2 to 4) from the nodes of each attribute.

    In document order, a tuple goes on as long as the number of the attribute does not fall. A
    node of two attributes counts for the first of them first.

    >>> list(split_tuples([[1, 5], [3], [4, 6, 7]]))  # the second tuple has no second attribute
    [[[1], [3], [4]], [[5], [], [6, 7]]]
    """
    pairs = sorted((row, number) for number, rows in enumerate(found) for row in rows)
    current: list[list[int]] = []
    last = len(found)
    for row, number in pairs:
        if number < last:
            if current:
                yield current
            current = [[] for _ in found]
        current[number].append(row)
        last = number
    if current:
        yield current


def order_fields(pages: Sequence[Mapping[str, Sequence[int]]], names: Iterable[str]) -> list[str]:
    """Return *names* in the order in which the tuples of pages have them.

    It is the one that makes the fewest tuples of the rows of *pages*.
    """
    counts = {name: sum(len(page[name]) for page in pages) for name in names}
    befores = {name: sum(_count_before(page, name) for page in pages) for name in counts}
    ordered: list[str] = []
    for name in sorted(counts, key=lambda name: (-counts[name], befores[name])):
        choices = [[*ordered[:n], name, *ordered[n:]] for n in range(len(ordered), -1, -1)]
        ordered = min(choices, key=lambda choice: _count_tuples(pages, choice))
    return ordered


def _count_before(page: Mapping[str, Sequence[int]], name: str) -> int:
    """Return how many other fields begin before one."""
    if not page[name]:
        return 0
    return sum(rows[0] < page[name][0] for rows in page.values() if rows)


def _count_tuples(pages: Sequence[Mapping[str, Sequence[int]]], names: Sequence[str]) -> int:
    return sum(1 for page in pages for _ in split_tuples([page[name] for name in names]))


class _Place(NamedTuple):
    """A labelled node."""

    page: int  # of the examples, from 1
    nodes: Nodes
    row: int

    def __str__(self) -> str:
        """Return where it is and what it says, in a few words."""
        tree = self.nodes.tree
        steps = "/".join(tree.path(self.row).split("/")[-_STEPS_SHOWN:])
        text = self.nodes.value(self.row).text
        shown = text if len(text) <= _CHARS_SHOWN else text[:_CHARS_SHOWN] + "…"
        return f"{steps} on page {self.page} ({shown!r})"


def learn_tree(
    examples: Sequence[tuple[Tree, TreeLabel]],
    fields: Sequence[str],
    *,
    attributes: Mapping[str, str] | None = None,
) -> TreeWrapper:
    """Return the Tree-Wrapper that the examples have in common (learnT).

    An example is the tree of a page and its tuples. *fields* are in the order in which tuples
    have them on the pages; *attributes* says which of them are an HTML attribute of their nodes.
    Raises `UsageError` when two nodes of a field have different names, for no path has both, and
    for a node that has not the attribute.
    """
    attributes = attributes or {}
    pages = [(Nodes(tree), label) for tree, label in examples]
    return TreeWrapper({name: _learn_field(pages, name, attributes.get(name)) for name in fields})


def _learn_field(
    pages: Sequence[tuple[Nodes, TreeLabel]], name: str, attribute: str | None
) -> TreeField:
    places = [
        _Place(number, nodes, row)
        for number, (nodes, label) in enumerate(pages, 1)
        for row in _labelled_rows(nodes, label, name)
    ]
    _check_places(places, name, attribute)
    rows_of_page: dict[int, list[int]] = {}
    for place in places:
        rows_of_page.setdefault(place.page, []).append(place.row)
    paths = [learn_path(pages[page - 1][0], rows) for page, rows in rows_of_page.items()]
    path = reduce(compose_paths, paths) if paths else ()
    return TreeField(_free(path, attribute) if attribute else path, attribute)


def _free(path: ExtractionPath, attribute: str) -> ExtractionPath:
    """Return *path* to nodes with any value of an HTML attribute: it is what is looked for."""
    *above, last = path
    attributes = ((key, None if key == attribute else value) for key, value in last.attributes)
    return (*above, replace(last, attributes=tuple(attributes)))


def _labelled_rows(nodes: Nodes, label: TreeLabel, name: str) -> list[int]:
    """Return the nodes of a field in all tuples of a page: the paper's NODE(n, k)."""
    return sorted({nodes.node_of(row) for found in label for row in found.get(name, ())})


def _check_places(places: Sequence[_Place], name: str, attribute: str | None) -> None:
    """Raise `UsageError` when no path can have all *places* of a field."""
    for place in places:
        tags, first = place.nodes.tree.tags, places[0]
        if tags[place.row] != first.nodes.tree.tags[first.row]:
            message = "no path leads to both, for their names differ; label the same kind of node"
            raise UsageError(f"field {name!r}: {first} and {place}: {message}")
        if attribute is not None and place.nodes.attribute(place.row, attribute) is None:
            raise UsageError(f"field {name!r}: {place} has no attribute {attribute!r}")
