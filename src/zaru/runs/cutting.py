"""Large archives are cut into parts that fit into shards, ahead of the plan that needs them.

To find where an archive can be cut, all of it is inflated. That is done for several archives at
once, elsewhere; the plan is the same as if each had been cut when its turn came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from zaru.errors import Failure
from zaru.io.portions import Portion, cut_archive, find_cuts, split_archive


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that may have to be cut."""

    portion: Portion
    max_bytes: int  # of its file that a part has at least


Item = Portion | Failure
Cuts = list[int] | None  # None when they were not looked for, or could not be found there
# Yields the cuts of each archive in order; takes as many ahead as it can work on.
Cutter = Callable[[Iterable[Archive | None]], Generator[Cuts, None, None]]


def find_cuts_of(archive: Archive) -> Cuts:
    """Return where *archive* is cut; what a child or a node does."""
    return find_cuts(archive.portion, max_bytes=archive.max_bytes)


def cut_large(
    items: Iterable[Item], to_archive: Callable[[Item], Archive | None], cutter: Cutter | None
) -> Generator[Item, None, None]:
    """Yield *items*, those that are archives to be cut in parts.

    *to_archive* says which are, None for others. What it says may change from an archive to None,
    never back: an item is asked for when it is looked at ahead, and again when its turn comes.
    """
    waiting: deque[Item] = deque()

    def look_ahead() -> Iterator[Archive | None]:
        for item in items:
            waiting.append(item)
            yield to_archive(item)

    with closing((cutter or _cut_none)(look_ahead())) as found:
        for cuts in found:
            item = waiting.popleft()
            archive = to_archive(item)
            if archive is None:
                yield item
            elif cuts is None:
                yield from cut_archive(archive.portion, max_bytes=archive.max_bytes)
            else:
                yield from split_archive(archive.portion, cuts)


def _cut_none(archives: Iterable[Archive | None]) -> Generator[Cuts, None, None]:
    """Leave all archives for when their turn comes."""
    for _ in archives:
        yield None
