"""Tag sequences that several subtrees end their paths with: N(seq) of paper 3, §3.1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from zaru.dom import Tree


class TagSequence(NamedTuple):
    """The end of a path of tags, and all rows whose paths end so."""

    tags: tuple[str, ...]
    rows: list[int]

    def __str__(self) -> str:
        """Return the tags as the paper writes them: `<div><p>`."""
        return "".join(f"<{tag}>" for tag in self.tags)


def find_sequences(
    tree: Tree, rows: Iterable[int], is_wanted: Callable[[list[int]], bool]
) -> Iterator[TagSequence]:
    """Yield the sequences whose rows, out of *rows*, are wanted; the shortest come first.

    Sequences with the same rows are one, named by the shortest. *is_wanted* must not want a part
    of what it did not want: nothing longer is looked at then.
    """
    every = list(rows)
    waiting = [(TagSequence((), every), every)]  # with the ancestors that the next tags are of
    while waiting:
        longer = []
        for sequence, ancestors in waiting:
            for grown, above in _grow(tree, sequence, ancestors):
                if is_wanted(grown.rows):
                    if len(grown.rows) < len(sequence.rows) or not sequence.tags:
                        yield grown
                    longer.append((grown, above))
        waiting = longer


def _grow(
    tree: Tree, sequence: TagSequence, ancestors: list[int]
) -> Iterator[tuple[TagSequence, list[int]]]:
    """Yield the sequences that have one tag more in front, by the order of their first rows."""
    found: defaultdict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for row, ancestor in zip(sequence.rows, ancestors, strict=True):
        if ancestor >= 0:
            rows, above = found[tree.tags[ancestor]]
            rows.append(row)
            above.append(tree.parents[ancestor])
    for tag, (rows, above) in found.items():
        yield TagSequence((tag, *sequence.tags), rows), above
