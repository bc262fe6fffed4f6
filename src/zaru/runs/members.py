"""What the first pass learns of a page, as a row that goes to the partition of its site and back.

A page is parsed twice. Between the passes goes a sketch of some kilobytes to where its site is
judged, and three bits for each segment back. Keeping the tree instead costs more than parsing
again (docs/measurements.md).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from zaru.content.extraction import Choice
from zaru.content.page_set import Member, find_place
from zaru.content.sketch import Sketch
from zaru.content.template import Template
from zaru.page import Page

MEMBER_COLUMNS = {
    "shard": "int32",
    "number": "int32",
    "key": "string",
    "site": "string",
    "folder": "binary",
    "names": "binary",
    "addresses": "binary",
    "texts": "binary",
    "numbers": "binary",
    "parents": "binary",
    "labels": "binary",
    "folded_rows": "binary",
    "folded_texts": "binary",
    "title_rows": "binary",
    "scores": "binary",
    "characters": "binary",
}
CHOICE_COLUMNS = {"number": "int32", "key": "string", "segments": "int32", "bits": "binary"}


class Placed(NamedTuple):
    """A member and where its page is: shard, and number in it."""

    shard: int
    number: int
    member: Member


def group_key(member: Member) -> str:
    """Return what brings the pages together that may be of one set."""
    return find_place(member.site, member.folder)


def to_row(shard: int, number: int, member: Member) -> tuple[Any, ...]:
    """Return *member* as a row of `MEMBER_COLUMNS`."""
    sketch, template = member.sketch, member.template
    parents = [parent for parent, _ in sketch.places]
    return (
        shard,
        number,
        member.key,
        member.site,
        os.fsencode(member.folder),
        _pack(sorted(template.names), np.uint32),
        _pack(sorted(template.addresses), np.uint32),
        sketch.texts,
        _pack(sketch.numbers, np.int32),
        _pack(parents, np.int32),
        json.dumps([label for _, label in sketch.places]).encode(),
        _pack(sketch.folded_rows, np.int32),
        sketch.folded_texts,
        _pack(sketch.title_rows, np.int32),
        _pack(sketch.scores, np.float32),
        _pack(sketch.characters, np.int32),
    )


def read_groups(batch: Any) -> Iterator[str]:
    """Yield the groups of the members of a batch of rows, one after the other."""
    sites, folders = (batch.column(name).to_pylist() for name in ("site", "folder"))
    for site, folder in zip(sites, folders, strict=True):
        yield find_place(site, os.fsdecode(folder))


def read_members(batch: Any, is_wanted: Callable[[str], bool] = lambda _: True) -> Iterator[Placed]:
    """Yield the members of a batch of rows whose groups are wanted, one after the other."""
    columns = {name: batch.column(name) for name in MEMBER_COLUMNS}
    for row, group in enumerate(read_groups(batch)):
        if not is_wanted(group):
            continue
        values = {name: column[row].as_py() for name, column in columns.items()}
        parents, labels = _unpack(values["parents"], np.int32), json.loads(values["labels"])
        member = Member(
            key=values["key"],
            site=values["site"],
            folder=os.fsdecode(values["folder"]),
            template=Template(
                frozenset(_unpack(values["names"], np.uint32).tolist()),
                frozenset(_unpack(values["addresses"], np.uint32).tolist()),
            ),
            sketch=Sketch(
                texts=values["texts"],
                numbers=_unpack(values["numbers"], np.int32).reshape(-1, 2),
                places=list(zip(parents.tolist(), labels, strict=True)),
                folded_rows=_unpack(values["folded_rows"], np.int32).tolist(),
                folded_texts=values["folded_texts"],
                title_rows=_unpack(values["title_rows"], np.int32).tolist(),
                scores=_unpack(values["scores"], np.float32),
                characters=_unpack(values["characters"], np.int32),
            ),
        )
        yield Placed(values["shard"], values["number"], member)


def choice_row(number: int, key: str, choice: Choice) -> tuple[int, str, int, bytes]:
    """Return what the set chose of page *number* as a row of `CHOICE_COLUMNS`."""
    bits = np.stack([choice.is_chosen, choice.is_credit, choice.is_shared])
    return number, key, bits.shape[1], np.packbits(bits).tobytes()


class Choices:
    """What the sets chose of the pages of a shard, by their numbers and keys.

    The key is there for sources that vanish between the passes: pages behind them move up. What
    was chosen stays packed until it is asked for: a large shard has thousands of pages.
    """

    def __init__(self, batches: Iterable[Any]) -> None:
        self._packed: dict[tuple[int, str], tuple[int, bytes]] = {}
        for batch in batches:
            columns = (batch.column(name).to_pylist() for name in CHOICE_COLUMNS)
            for number, key, segments, data in zip(*columns, strict=True):
                self._packed[number, key] = segments, data

    def of(self, number: int, page: Page) -> Choice | None:
        """Return what its set chose of a page, None for one that is judged alone."""
        found = self._packed and self._packed.get((number, page.id))  # an id reads all of a page
        if not found:
            return None
        segments, data = found
        bits = np.unpackbits(np.frombuffer(data, np.uint8), count=3 * segments)
        return Choice(*bits.reshape(3, segments).astype(bool))


def _pack(values: Any, kind: Any) -> bytes:
    return np.asarray(values, kind).tobytes()


def _unpack(data: bytes, kind: Any) -> Any:
    return np.frombuffer(data, kind)
