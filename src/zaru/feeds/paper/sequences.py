"""Tag sequences that several subtrees end their paths with: N(seq) of paper 3, §3.1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from zaru.dom import Tree

MAX_TAGS = 12  # of a sequence; longer ones tell apart what shorter ones already do


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
    waiting = [TagSequence((), list(rows))]
    while waiting:
        longer = []
        for sequence in waiting:
            for grown in _grow(tree, sequence):
                if is_wanted(grown.rows):
                    if len(grown.rows) < len(sequence.rows) or not sequence.tags:
                        yield grown
                    longer.append(grown)
        waiting = [sequence for sequence in longer if len(sequence.tags) < MAX_TAGS]


def _grow(tree: Tree, sequence: TagSequence) -> list[TagSequence]:
    """Return the sequences that have one tag more in front, by the order of their first rows."""
    steps = len(sequence.tags)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for row in sequence.rows:
        ancestor = row
        for _ in range(steps):
            ancestor = tree.parents[ancestor]
            if ancestor < 0:
                break
        else:
            found[tree.tags[ancestor]].append(row)
    return [TagSequence((tag, *sequence.tags), rows) for tag, rows in found.items()]
