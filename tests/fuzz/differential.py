"""The kernel's HTML parser against turbohtml: elements, attributes, texts, and what spans say.

usage: python -m tests.fuzz.differential --pages 1000000 --first 0 --bench FOLDER --out FOLDER

Pages are made of the words of `tests.fuzz.pages`, of its pages, of `tests.hostile.mutants` and of
slices of pages in FOLDER, then changed at random; the page of a number is always the same. They
are parsed in child processes, so that one that kills its process is known by its number. A page on
which the parsers differ is made smaller and written to `--out`, with both trees beside it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from tests.fuzz.pages import PAGES, words
from tests.hostile.mutants import build_mutant, change
from turbohtml.treebuild import parse_into

from zaru import Page
from zaru.dom import _kernel
from zaru.dom.parser import parse_html
from zaru.dom.spans import read_source
from zaru.errors import InputError
from zaru.limits import Limits
from zaru.text.codes import read_span
from zaru.text.encodings import Decoded

# Where turbohtml is not what the standard says today, or says it at another moment. A difference
# that goes away when these are taken out of the page is one of them; each is counted.
TABLE_TAG = rb"<(?:table|caption|col|colgroup|tbody|thead|tfoot|tr|td|th)[\s/>]"
EXCEPTIONS = {
    "isindex is special in turbohtml": (rb"isindex", b"isinde"),
    "formatting is made again for a NUL": (rb"\0", b""),
    "formatting is made again for param": (rb"<(?:param|source|track)", b"<meta"),
    "formatting is made again for a line feed that is left out": (
        rb"(<(?:pre|listing)[^>]*>)(?:\r\n?|\n|&(?:#0*10|#x0*a|NewLine);?)",
        rb"\1",
    ),
    "white space in a noscript of the head": (rb"noscript", b"noscrip"),
    "a second head opens the body": (rb"<head(?=[\s/>])[^>]*>", b""),
    "html behind the head opens the body": (rb"(</head[\s/>].*?)<html(?=[\s/>])[^>]*>", rb"\1"),
    "a template allows for a frameset": (rb"<template(?=.*<frameset)", b"<templat"),
    "a template of MathML is closed as one of HTML": (
        rb"(<(?:math|svg)[\s/>].*?)</template",
        rb"\1</templat",
    ),
    "no attributes for html in a frameset": (rb"(<frameset.*?)<html[^>]*>(.*<html[^>]*>)*", rb"\1"),
    "a hidden input in a table of a wide text": (rb"hidden", b"hidde"),
    "in select in table": (rb"<select(?=.*" + TABLE_TAG + rb")", b"<selec"),
    "selectedcontent is filled at the end": (rb"selectedcontent", b"selectedconten"),
    "a shadow root is no template": (rb"shadowrootmode", b"shadowrootmod"),
    # The kernel's own: it compares names byte by byte. Two that cannot be decoded are two names; in
    # Shift_JIS, Big5 and their like two that differ in the case of a second byte are one, and CDATA
    # may end a byte early.
    "a tag name that cannot be decoded": (
        rb"(</?[a-z][^\s/>\x80-\xff]*)[\x80-\xff][^\s/>]*",
        rb"\1",
    ),
    "a second byte that is a letter": (rb"[\x81-\xfe][a-z\]]", b"--"),
}
MAX_DEPTH = 500  # where turbohtml stops nesting
BATCH = 5000
MAX_DIFFERENCES = 50
SLICE_BYTES = 1500
LIMITS = Limits(max_nodes=10**6, max_depth=10**6)
PLAIN = (b"x", b"two words", b" ", b"\n", "日本語".encode(), "é".encode(), b"1 > 0", b"'", b"=")
PREFIXES = {
    "http://www.w3.org/1999/xhtml": "",
    "http://www.w3.org/2000/svg": "svg:",
    "http://www.w3.org/1998/Math/MathML": "math:",
}
Value = str | tuple[tuple[str, str | None], ...]
Row = tuple[int, str, Value]  # the parent's number, the tag, a text or attributes


class Difference(NamedTuple):
    """What is wrong with a page, in words of one line and more."""

    number: int
    raw: bytes
    reason: str
    exception: str = ""  # which of EXCEPTIONS it is


# ---- pages ---------------------------------------------------------------------------------------


@cache
def bench_pages(folder: str) -> tuple[bytes, ...]:
    """Return some pages of the bench, if there are any."""
    paths = sorted(Path(folder).glob("content/data/*/html/*.html")) if folder else []
    return tuple(path.read_bytes() for path in Random(1).sample(paths, min(200, len(paths))))


def build_page(number: int, bench: str = "") -> bytes:
    """Return the page of *number*."""
    random = Random(number)
    kind = number % 16
    if kind == 0:
        return build_mutant(number)
    if kind == 1 and bench_pages(bench):
        page = random.choice(bench_pages(bench))
        start = random.randrange(max(1, len(page) - SLICE_BYTES))
        raw = page[start : start + random.randrange(SLICE_BYTES)]
    elif kind < 6:
        raw = b"".join(page.encode() for page in random.choices(tuple(PAGES.values()), k=2))
    else:
        return _build_soup(random)
    for _ in range(random.randrange(4)):
        raw = change(random, raw, _build_soup(random))
    return raw


def _build_soup(random: Random) -> bytes:
    known = words()
    few = random.choices(known, k=6)  # the same tags again and again meet more rules
    pieces = [*few, *few, *PLAIN] if random.random() < 0.7 else [*known, *PLAIN * 12]
    return b"".join(random.choices(pieces, k=random.randrange(1, 30)))


# ---- trees ---------------------------------------------------------------------------------------


class _Oracle:
    """turbohtml's tree as rows in document order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.made: tuple[str, Value] = ("", "")

    def create_document(self, *_: object) -> int:
        return -1

    def create_comment(self, *_: object) -> int:
        return -2

    create_doctype = create_pi = create_comment

    def create_element(self, name: str, namespace: str, attributes: Value) -> int:
        self.made = PREFIXES[namespace] + name, attributes
        return len(self.rows)

    def create_text(self, data: str) -> int:
        self.made = "#text", data
        return len(self.rows)

    def append(self, parent: int, child: int) -> None:
        if child >= 0:
            self.rows.append((parent, *self.made))


def join_texts(rows: list[Row]) -> list[Row]:
    """Return *rows* with one for texts that stand side by side, and attributes in one order."""
    joined: list[Row] = []
    numbers = {-1: -1}
    for row, (parent, tag, value) in enumerate(rows):
        above = numbers[parent]
        numbers[row] = len(joined)
        if isinstance(value, tuple):
            # Two names of bytes that cannot be decoded may look the same: the first counts.
            pairs = {name: text or "" for name, text in reversed(value)}
            joined.append((above, tag, tuple(sorted(pairs.items()))))
            continue
        last = joined[-1] if joined else None
        if last and last[1] == "#text" and last[0] == above:
            joined[-1] = (above, tag, str(last[2]) + value)
        else:
            joined.append((above, tag, value))
    return joined


def compare(raw: bytes, decoded: Decoded, *, with_spans: bool) -> str:
    """Return what differs, in words; nothing if nothing does."""
    oracle = _Oracle()
    parse_into(decoded.text, oracle)
    columns = parse_html(raw, decoded, LIMITS)
    if max(columns.depths()) > MAX_DEPTH:
        return ""
    own = list(zip(columns.parents(), columns.tags(), columns.values(), strict=True))
    if own != oracle.rows:
        ours, theirs = join_texts(own), join_texts(oracle.rows)
        if ours != theirs:
            return f"trees\n{draw(ours)}turbohtml\n{draw(theirs)}"
    if not with_spans:
        return ""
    wrong = check_spans(raw, decoded, own, columns.spans())
    return wrong or check_places(raw, decoded, own, cast(_kernel.Columns, columns))


def check_spans(
    raw: bytes, decoded: Decoded, rows: list[Row], spans: dict[int, tuple[int, int]]
) -> str:
    """Return which text is not what its bytes say."""
    for row, (_, tag, value) in enumerate(rows):
        if tag != "#text" or not str(value).strip(" \t\n\r\f"):
            continue
        start, end = spans[row]
        said = read_span(raw, decoded.codec, start, end)
        readings = (
            read_source(said),
            read_source(said, is_raw=True),
            read_source(said, keeps_nul=True),
        )
        if value not in readings:
            return f"span of row {row}: {value!r} is not {said!r}"
    return ""


def check_places(raw: bytes, decoded: Decoded, rows: list[Row], columns: _kernel.Columns) -> str:
    """Return which element does not stand where its tag is, or which value where it is written."""
    for row, (_, tag, pairs) in enumerate(rows):
        if isinstance(pairs, str):
            continue
        place = columns.place(row)
        names = {tag, tag.removeprefix("svg:"), tag.removeprefix("math:"), "image"}
        if place and place[2]:
            said = read_span(raw, decoded.codec, *place[:2]).replace("\0", "\ufffd").lower()
            if not said.startswith(tuple(f"<{name.lower()}" for name in names)):
                return f"place of row {row}: {tag} is not {said[:80]!r}"
        for name, value in pairs:
            span = columns.attribute_span(row, name)
            said = "" if span is None else read_span(raw, decoded.codec, span[0], sum(span))
            if (
                "&" not in said
                and "\ufffd" not in name
                and read_source(said, is_raw=True) != (value or "")
            ):
                return f"place of {name} in row {row}: {value!r} is not {said!r}"
    return ""


def draw(rows: list[Row]) -> str:
    """Return rows as lines."""
    depths = {-1: -1}
    lines = []
    for row, (parent, tag, value) in enumerate(rows):
        depths[row] = depths[parent] + 1
        shown = f" {value!r}" if value else ""
        lines.append(f"{'  ' * min(40, depths[row])}{tag}{shown}\n")
    return "".join(lines)


def judge(raw: bytes, *, is_utf8: bool, with_spans: bool = True) -> str:
    """Return what is wrong with the page *raw*."""
    try:
        text = raw.decode() if is_utf8 else None
    except UnicodeDecodeError:
        text = None
    try:
        if text is None or text.startswith("\ufeff"):
            decoded = Page.from_bytes(raw).decoded
        else:
            decoded = Decoded(raw, "UTF-8", "utf-8")
        return compare(raw, decoded, with_spans=with_spans)
    except InputError:
        return ""


def explain(raw: bytes, *, is_utf8: bool) -> str:
    """Return which of the exceptions the difference on *raw* is, "" if it is none."""
    for name, (pattern, other) in EXCEPTIONS.items():
        changed = re.sub(pattern, other, raw, flags=re.IGNORECASE | re.DOTALL)
        if changed != raw and not judge(changed, is_utf8=is_utf8):
            return name
        raw = changed
    return ""


# ---- many of them --------------------------------------------------------------------------------


def shrink(raw: bytes, is_broken: Callable[[bytes], bool]) -> bytes:
    """Return the smallest page that is still broken and that leaving out parts leads to."""
    size = max(1, len(raw) // 2)
    while size:
        at = 0
        while at < len(raw):
            shorter = raw[:at] + raw[at + size :]
            if is_broken(shorter):
                raw = shorter
            else:
                at += size
        size //= 2
    return raw


def run_batch(
    first: int,
    count: int,
    bench: str,
    current: Synchronized[int],
    found: multiprocessing.Queue[Difference],
) -> None:
    """Judge the pages of some numbers; say in *current* which one it is at."""
    for number in range(first, first + count):
        current.value = number
        raw = build_page(number, bench)
        reason = judge(raw, is_utf8=number % 16 != 0, with_spans=number % 4 == 0)
        if not reason:
            continue
        exception = explain(raw, is_utf8=number % 16 != 0)
        if exception:
            found.put(Difference(number, b"", "", exception))
            continue
        small = shrink(raw, is_unexplained)
        found.put(Difference(number, small, judge(small, is_utf8=True) or reason))


def is_unexplained(raw: bytes) -> bool:
    """Say whether the parsers differ on *raw* for no reason that is known."""
    return bool(judge(raw, is_utf8=True)) and not explain(raw, is_utf8=True)


def run_batches(first: int, pages: int, bench: str) -> Iterator[int | Difference]:
    """Yield what differs, and the number of pages that each batch has judged."""
    context = multiprocessing.get_context("fork")
    current: Synchronized[int] = context.Value("q", first)
    end = first + pages
    while first < end:
        found: multiprocessing.Queue[Difference] = context.Queue()
        count = min(BATCH, end - first)
        child = context.Process(target=run_batch, args=(first, count, bench, current, found))
        child.start()
        while child.is_alive() or not found.empty():
            child.join(0.05)
            while not found.empty():
                yield found.get()
        done = count
        if child.exitcode:
            done = current.value - first + 1
            raw = build_page(current.value, bench)
            yield Difference(current.value, raw, f"killed: exit code {child.exitcode}")
        first += done
        yield done


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bench", default="", help="a folder with pages of the bench")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz/broken"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    done, seen, begin = 0, set[bytes](), time.monotonic()
    exceptions = Counter[str]()
    for one in run_batches(options.first, options.pages, options.bench):
        if isinstance(one, int):
            done += one
            speed = done / (time.monotonic() - begin)
            known = ", ".join(f"{count} × {name}" for name, count in exceptions.items())
            print(f"{done} pages, {speed:.0f}/s, {len(seen)} differ; known: {known}", flush=True)
        elif one.exception:
            exceptions[one.exception] += 1
        elif one.raw not in seen:
            seen.add(one.raw)
            path = options.out / f"differs-{one.number}.html"
            path.write_bytes(one.raw)
            path.with_suffix(".txt").write_text(f"{one.raw!r}\n{one.reason}\n")
            print(f"{path}: {one.raw[:200]!r} {one.reason.splitlines()[0]}", flush=True)
        if len(seen) >= MAX_DIFFERENCES:
            break
    raise SystemExit(1 if seen else 0)


if __name__ == "__main__":
    main()
