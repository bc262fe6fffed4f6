"""What the second look at a page costs: parsing it again, or loading a tree that was kept.

`python bench/build.py parses` runs it. A stored tree spares the parser and the alignment; the page
itself must be read and decoded either way.
"""

from __future__ import annotations

import marshal
import pickle
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pyarrow as pa

from zaru import InputError, Page
from zaru.cli import relax_garbage_collection
from zaru.dom import Tree
from zaru.dom.columns import Lists

ROUNDS = 3
Table = tuple[Any, ...]  # the columns, in the order of `Lists`


@dataclass(slots=True)
class Way:
    """One way to keep columns, and what it took for all pages."""

    name: str
    store: Callable[[Table], bytes]
    load: Callable[[bytes], Any]
    size: int = 0
    store_seconds: list[float] = field(default_factory=list)
    load_seconds: list[float] = field(default_factory=list)


def store_arrow(table: Table, *, compression: str | None = None) -> bytes:
    """Return the columns as an Arrow file: tags by dictionary, attributes as lists of names."""
    tags, parents, depths, values, spans, unplaced = table
    texts = [value if isinstance(value, str) else None for value in values]
    names, contents = (
        [None if isinstance(value, str) else [pair[side] for pair in value] for value in values]
        for side in (0, 1)
    )
    batch = pa.record_batch(
        {
            "tag": pa.array(tags).dictionary_encode(),
            "parent": pa.array(parents, pa.int32()),
            "depth": pa.array(depths, pa.int16()),
            "text": pa.array(texts, pa.string()),
            "name": pa.array(names, pa.list_(pa.string())),
            "value": pa.array(contents, pa.list_(pa.string())),
            "start": pa.array([spans.get(row, (None,))[0] for row in range(len(tags))], pa.int32()),
            "end": pa.array([spans.get(row, (None,))[-1] for row in range(len(tags))], pa.int32()),
            "unplaced": pa.array([row in unplaced for row in range(len(tags))]),
        }
    )
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_file(sink, batch.schema, options=options) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue().to_pybytes())


def load_arrow(stored: bytes) -> Table:
    """Return the columns as lists again."""
    batch = pa.ipc.open_file(pa.py_buffer(stored)).get_batch(0)
    column = {name: batch.column(name).to_pylist() for name in batch.schema.names}
    values = [
        text if text is not None else tuple(zip(names, contents, strict=True))
        for text, names, contents in zip(
            column["text"], column["name"], column["value"], strict=True
        )
    ]
    pairs = enumerate(zip(column["start"], column["end"], strict=True))
    spans = {row: span for row, span in pairs if span[0] is not None}
    unplaced = frozenset(row for row, is_unplaced in enumerate(column["unplaced"]) if is_unplaced)
    return column["tag"], column["parent"], column["depth"], values, spans, unplaced


def make_ways() -> list[Way]:
    """Return the ways that are compared."""

    def squeeze(store: Callable[[Table], bytes]) -> Callable[[Table], bytes]:
        return lambda table: zlib.compress(store(table), 1)

    return [
        Way("marshal", marshal.dumps, marshal.loads),
        Way(
            "marshal, zlib 1",
            squeeze(marshal.dumps),
            lambda stored: marshal.loads(zlib.decompress(stored)),
        ),
        Way("pickle 5", lambda table: pickle.dumps(table, 5), pickle.loads),
        Way(
            "pickle 5, zlib 1",
            squeeze(lambda table: pickle.dumps(table, 5)),
            lambda stored: pickle.loads(zlib.decompress(stored)),
        ),
        Way("Arrow", store_arrow, load_arrow),
        Way("Arrow, zstd", lambda table: store_arrow(table, compression="zstd"), load_arrow),
    ]


def read_table(tree: Tree) -> Table:
    """Return what must be kept of *tree* beside the page's own bytes."""
    columns = Lists(
        tree.tags, tree.parents, tree.depths, tree.values, tree.spans, frozenset(tree.unplaced)
    )
    return tuple(columns)


def report_parses(content: Path, count: int) -> None:
    """Print milliseconds a page: decoding, parsing, storing and loading; and the bytes stored."""
    paths = sorted(content.glob("data/*/html/*.html"))
    paths = Random(1).sample(paths, min(count, len(paths)))
    relax_garbage_collection()  # as zaru's commands do
    raws, ways = [], make_ways()
    decode_seconds, parse_seconds, free_seconds = ([0.0] * ROUNDS for _ in range(3))
    for path in paths:
        raw = path.read_bytes()
        try:
            tables = measure_parse(raw, decode_seconds, parse_seconds, free_seconds)
        except InputError:
            continue
        raws.append(len(raw))
        for way in ways:
            measure_way(way, tables)
    pages = len(raws)

    def milliseconds(seconds: list[float]) -> str:
        return f"{1000 * min(seconds) / pages:.2f}"

    packed = sum(len(zlib.compress(path.read_bytes(), 6)) for path in paths)
    print(f"{pages} pages, {sum(raws) / pages / 1000:.0f} kB ({packed / pages / 1000:.0f} gzipped)")
    print(f"decoding {milliseconds(decode_seconds)} ms, parsing with places ", end="")
    print(f"{milliseconds(parse_seconds)} ms, freeing the tree {milliseconds(free_seconds)} ms\n")
    print("| kept as | store, ms | load, ms | kB a page |\n|---|---|---|---|")
    for way in ways:
        store, load = milliseconds(way.store_seconds), milliseconds(way.load_seconds)
        print(f"| {way.name} | {store} | {load} | {way.size / pages / 1000:.0f} |")


def measure_parse(raw: bytes, decode: list[float], parse: list[float], free: list[float]) -> Table:
    """Parse a page ROUNDS times, add the seconds of each round, and return its columns."""
    for turn in range(ROUNDS):
        start = process_time()
        page = Page.from_bytes(raw)
        page.html  # noqa: B018
        decode[turn] += process_time() - start
        start = process_time()
        tree = page.tree
        parse[turn] += process_time() - start
        table = marshal.loads(marshal.dumps(read_table(tree)))
        start = process_time()
        del tree, page
        free[turn] += process_time() - start
    return tuple(table)


def measure_way(way: Way, table: Table) -> None:
    """Store and load the columns ROUNDS times and add what it took to *way*."""
    way.store_seconds = way.store_seconds or [0.0] * ROUNDS
    way.load_seconds = way.load_seconds or [0.0] * ROUNDS
    for turn in range(ROUNDS):
        start = process_time()
        stored = way.store(table)
        way.store_seconds[turn] += process_time() - start
        start = process_time()
        loaded = way.load(stored)
        way.load_seconds[turn] += process_time() - start
        if tuple(loaded) != table:
            raise AssertionError(f"{way.name} does not give back what it got")
    way.size += len(stored)
