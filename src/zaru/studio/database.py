"""The file of a workspace: SQLite, whose answer comes after an action is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from zaru.errors import FormatError, OutputFailed

FILE_NAME = "studio.sqlite"
_VERSION = 1
_BUSY_SECONDS = 10.0  # for another studio on the same workspace

_TABLES = """
CREATE TABLE page (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL, "offset" INTEGER,
    url TEXT, time TEXT, charset TEXT, folder TEXT NOT NULL, title TEXT, doubt REAL NOT NULL,
    size INTEGER NOT NULL, raw BLOB NOT NULL, added TEXT NOT NULL
);
CREATE TABLE style (place TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE subject (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, who TEXT NOT NULL,
    version INTEGER NOT NULL, changed TEXT, UNIQUE (kind, name, who)
);
CREATE TABLE label (
    subject INTEGER NOT NULL REFERENCES subject, key TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (subject, key)
) WITHOUT ROWID;
CREATE TABLE action (
    number INTEGER PRIMARY KEY AUTOINCREMENT, subject INTEGER NOT NULL REFERENCES subject,
    at TEXT NOT NULL, words TEXT NOT NULL, changes TEXT NOT NULL, state TEXT NOT NULL
);
CREATE INDEX action_of_subject ON action (subject, state, number);
"""


class Database:
    """One connection, which threads take in turns. Another process may write to the same file."""

    def __init__(self, folder: Path) -> None:
        """Open the file of *folder*, or make it; raises `OutputFailed` or `FormatError`."""
        path = folder / FILE_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise OutputFailed(f"{path}: cannot be opened: {error}") from error
        self._lock = RLock()
        try:
            self._prepare()
        except sqlite3.DatabaseError as error:
            self.close()
            raise FormatError(f"no workspace of zaru studio ({error})", source=str(path)) from error

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        with self.write() as base:
            (version,) = base.execute("PRAGMA user_version").fetchone()
            if version == 0:
                for statement in filter(str.strip, _TABLES.split(";")):
                    base.execute(statement)
                base.execute(f"PRAGMA user_version = {_VERSION}")
            elif version != _VERSION:
                raise sqlite3.DatabaseError(f"it has version {version}, not {_VERSION}")

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Hold the file for one change, which is on the disk behind the `with`, or not made."""
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Hold the connection for questions that belong together."""
        with self._lock:
            yield self._connection

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
