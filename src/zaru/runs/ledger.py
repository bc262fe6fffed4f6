"""What is done of a run from folder to folder, page by page, in a text file beside the output.

The first line is the plan, then there is a line for each page in the order of the walk. A run
reads the ledger of the last one beside its walk and writes a journal, which becomes the ledger at
the end; a run that was killed leaves its journal, which the next one merges into the ledger. So
nothing is held in memory, and the ledger's bytes depend on pages and plan alone.
"""

from __future__ import annotations

import filecmp
import heapq
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from io import FileIO
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

from zaru.errors import OutputFailed
from zaru.io.publish import publish
from zaru.page import Origin
from zaru.text.json_lines import to_line

LEDGER_NAME = ".zaru-ledger.jsonl"
JOURNAL_NAME = ".zaru-journal.jsonl"
# Two paths of 4,096 bytes, every byte written as an escape, an address and a message are less.
_MAX_LINE_BYTES = 128 * 1024
_MAX_ERROR_CHARS = 500
OUTCOMES = ("converted", "refused", "repeated", "failed")
Plan = Mapping[str, Any]
Key = tuple[tuple[str, ...], int]


@dataclass(frozen=True, slots=True)
class Entry:
    """One page: what it was when it was read, and what came of it."""

    page: str  # relative to the source folder; an archive when it is a record of one
    size: int
    mtime_ns: int  # of the file
    url: str | None  # what an index says of the page goes into the output
    time: str | None
    outcome: str  # one of OUTCOMES
    output: str | None  # relative to the target folder
    error: str | None
    record: int | None = None  # which page of its archive; offsets repeat inside of gzip
    offset: int | None = None  # of its record

    @property
    def key(self) -> Key:
        """The page's place in the order of the walk."""
        return _make_key(self.page, self.record)

    @property
    def name(self) -> str:
        """Where the page is, for people: `a.html`, `b.warc.gz at byte 5`."""
        return str(Origin(self.page, self.offset))

    def to_json(self) -> dict[str, Any]:
        """Return the fields."""
        return {name: getattr(self, name) for name in _FIELDS}


_FIELDS = tuple(field.name for field in fields(Entry))


class Ledger:
    """The ledger of the folder *target*, held open for one run.

    `news` says in words why all is done again, None when the last run's work counts.
    """

    def __init__(self, target: Path, plan: Plan) -> None:
        self._path = target / LEDGER_NAME
        self._journal_path = target / JOURNAL_NAME
        self._plan = json.loads(json.dumps(plan))
        self._journal: FileIO | None = None
        self._entries: Iterator[Entry] = iter(())
        self._entry: Entry | None = None
        self._was_killed = False
        self.news: str | None = None

    def __enter__(self) -> Ledger:
        """Bring the journal of a killed run in, open the ledger and begin a new journal."""
        try:
            self._was_killed = self._journal_path.exists()
            _merge_journal(self._path, self._journal_path)
            if self._path.exists():
                self._open_old()
            self._journal = FileIO(self._journal_path, "w")
        except OSError as error:
            raise OutputFailed.of(error, self._journal_path) from error
        self._write(self._plan)
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            with suppress(OSError):
                self._journal.close()

    def find(self, page: str, record: int | None = None) -> Entry | None:
        """Return what the last run wrote of *page*, None when nothing that can be used.

        Pages must be asked for in the order of the walk.
        """
        key = _make_key(page, record)
        while self._entry is not None and self._entry.key < key:
            self._entry = next(self._entries, None)
        return self._entry if self._entry is not None and self._entry.key == key else None

    def add(self, entry: Entry) -> None:
        """Write *entry*; it survives the end of this process."""
        self._write(entry.to_json())

    def entries(self) -> Iterator[Entry]:
        """Yield what this run has written so far."""
        lines = read_lines(self._journal_path)
        next(lines, None)
        yield from _read_entries(lines)

    def is_unchanged(self) -> bool:
        """Say whether the last run was finished and wrote the same as this one."""
        return (
            not self._was_killed
            and self._path.exists()
            and filecmp.cmp(self._path, self._journal_path, shallow=False)
        )

    def finish(self) -> None:
        """Make the journal the ledger: every page was met."""
        assert self._journal is not None
        try:
            os.fsync(self._journal.fileno())
            self._journal.close()
            self._journal_path.replace(self._path)
        except OSError as error:
            raise OutputFailed.of(error, self._path) from error

    def _open_old(self) -> None:
        lines = read_lines(self._path)
        plan = parse_line(next(lines, b""))
        if plan == self._plan:
            self._entries = _read_entries(lines)
            self._entry = next(self._entries, None)
        elif not plan:
            self.news = "what the last run did cannot be read; all pages are done again"
        else:
            self.news = "zaru or its options changed since the last run; all pages are done again"

    def _write(self, value: dict[str, Any]) -> None:
        assert self._journal is not None
        line = to_line(value)
        try:
            written = self._journal.write(line)  # to the kernel at once: kill -9 loses nothing
        except OSError as error:
            raise OutputFailed.of(error, self._journal_path) from error
        if written != len(line):
            raise OutputFailed(f"{self._journal_path}: cannot be written: no space left")


def cut_error(words: str) -> str:
    """Return *words* as a ledger holds them, not too long.

    >>> cut_error("FormatError: empty page")
    'FormatError: empty page'
    """
    return words[:_MAX_ERROR_CHARS]


def _make_key(page: str, record: int | None) -> Key:
    return tuple(page.split("/")), record or 0


def _merge_journal(path: Path, journal_path: Path) -> None:
    """Bring what a killed run did into the ledger; what is in both is as the journal says.

    The journal stays until the next one takes its place, so that there is no moment at which a
    run that was not finished looks as if it were.
    """
    if not journal_path.exists():
        return
    newer, older = read_lines(journal_path), read_lines(path)
    first, second = next(newer, b""), next(older, b"")
    if first:  # else nothing was begun
        # Outputs may be of either plan now: where the plans differ, only the newer counts.
        older_entries = (
            _read_entries(older) if parse_line(first) == parse_line(second) else iter(())
        )
        with publish(path) as file:
            file.write(to_line(parse_line(first) or {}))
            for entry in _merge(_read_entries(newer), older_entries):
                file.write(to_line(entry.to_json()))


def _merge(newer: Iterable[Entry], older: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries of both in order; of two about one page, the newer."""
    both = heapq.merge(newer, older, key=lambda entry: entry.key)
    for _, entries in groupby(both, key=lambda entry: entry.key):
        yield next(entries)


def _read_entries(lines: Iterable[bytes]) -> Iterator[Entry]:
    for line in lines:
        entry = _to_entry(parse_line(line))
        if entry is not None:
            yield entry


def read_lines(path: Path) -> Iterator[bytes]:
    """Yield the whole lines of *path*; none when there is no file."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        yield from _whole_lines(file)


def _whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines with their ends; those that are too long, or cut, are passed over."""
    is_whole = True
    while line := file.readline(_MAX_LINE_BYTES):
        begins_line, is_whole = is_whole, line.endswith(b"\n")
        if begins_line and is_whole:
            yield line


def parse_line(line: bytes) -> dict[str, Any] | None:
    """Return the object that *line* holds, None when it holds none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _to_entry(value: dict[str, Any] | None) -> Entry | None:
    """Return the entry that *value* is, None when something is missing or wrong."""
    try:
        entry = Entry(**value or {})
    except TypeError:
        return None
    numbers, words = (entry.size, entry.mtime_ns), (entry.url, entry.time, entry.output)
    places = (entry.record, entry.offset)
    is_sound = (
        isinstance(entry.page, str)
        and all(isinstance(number, int) for number in numbers)
        and all(number is None or isinstance(number, int) for number in places)
        and all(word is None or isinstance(word, str) for word in (*words, entry.error))
        and entry.outcome in OUTCOMES
    )
    return entry if is_sound else None
