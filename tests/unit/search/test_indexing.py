"""An index grows with its corpus, knows which one it is of, and survives what kills its maker."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.corpora import make_corpus
from tests.unit.search.test_searching import TEXTS, make_page

from zaru.errors import FormatError, RunLocked
from zaru.io.lock import FolderLock
from zaru.search import indexing
from zaru.search.indexing import index_corpus
from zaru.search.searching import Searcher
from zaru.search.tantivy_engine import TantivyWriter

PAGES = [make_page(name, text) for name, text in TEXTS.items()]


def grow(corpus: Path, count: int, digest: str) -> None:
    """Make *corpus* anew with *count* pages: those of old files stay as they are."""
    index = corpus / "index"
    kept = corpus.with_name("kept")
    if index.exists():
        index.rename(kept)
        shutil.rmtree(corpus)
    make_corpus(corpus, PAGES[:count], files=count)
    about = json.loads((corpus / "corpus.json").read_bytes())
    (corpus / "corpus.json").write_text(json.dumps({**about, "digest": digest}))
    if kept.exists():
        kept.rename(index)


def total(corpus: Path, query: str = "話") -> int:
    return Searcher(corpus).search(query).total


def test_a_second_run_does_nothing(tmp_path: Path) -> None:
    grow(tmp_path / "corpus", 3, "a")
    assert index_corpus(tmp_path / "corpus").added == 3
    assert index_corpus(tmp_path / "corpus").added == 0


def test_only_what_grew_is_indexed(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 3, "a")
    index_corpus(corpus)
    grow(corpus, 5, "b")
    done = index_corpus(corpus)
    assert (done.pages, done.added) == (5, 2)
    assert total(corpus) == 5


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let rounds have two files; has an item for each time that a writer has rested."""
    found: list[int] = []
    rest = TantivyWriter.rest

    def count(writer: TantivyWriter) -> None:
        rest(writer)
        found.append(1)

    monkeypatch.setattr(TantivyWriter, "rest", count)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(indexing, "_ROUND_PAGES", 1)
    return found


def test_a_new_index_is_made_in_rounds(tmp_path: Path, rests: list[int]) -> None:
    grow(tmp_path / "corpus", 5, "a")
    seen: list[tuple[int, int]] = []
    index_corpus(tmp_path / "corpus", watch=lambda *told: seen.append(told))
    assert seen == [(done, 5) for done in range(1, 6)]
    assert (len(rests), total(tmp_path / "corpus")) == (2, 5)


def test_an_old_index_changes_at_once(tmp_path: Path, rests: list[int]) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 1, "a")
    index_corpus(corpus)
    grow(corpus, 6, "b")
    assert index_corpus(corpus).added == 5
    assert (len(rests), total(corpus)) == (0, 6)


def test_pages_that_went_are_taken_out(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 5, "a")
    index_corpus(corpus)
    grow(corpus, 2, "b")
    assert index_corpus(corpus).added == 0
    assert total(corpus) == 2


def test_nothing_is_kept_of_pages_that_went(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 5, "a")
    index_corpus(corpus)
    kept = corpus / "index" / "words-1" / "pages"
    before = {path.name for path in kept.iterdir()}
    (kept / "of-a-killed-run").write_bytes(b"")
    grow(corpus, 2, "b")
    index_corpus(corpus)
    assert {path.name for path in kept.iterdir()} < before
    assert len(list(kept.iterdir())) == 2


def test_a_stale_index_is_said(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 3, "a")
    index_corpus(corpus)
    assert not Searcher(corpus).is_stale
    grow(corpus, 4, "b")
    assert Searcher(corpus).is_stale


def test_an_open_searcher_sees_the_new_index(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 3, "a")
    index_corpus(corpus)
    searcher = Searcher(corpus)
    assert searcher.search("話").total == 3
    grow(corpus, 5, "b")
    index_corpus(corpus)
    assert searcher.search("話").total == 5
    assert not searcher.is_stale
    index_corpus(corpus, new=True)
    assert searcher.search("話").total == 5


def test_an_index_may_lie_elsewhere(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 2, "a")
    index_corpus(corpus, folder=tmp_path / "elsewhere")
    assert not (corpus / "index").exists()
    assert Searcher(corpus, folder=tmp_path / "elsewhere").search("話").total == 2


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 2, "a")
    (corpus / "index").mkdir()
    with FolderLock(corpus / "index"), pytest.raises(RunLocked):
        index_corpus(corpus)
    assert index_corpus(corpus).added == 2


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 2, "a")
    index_corpus(corpus)
    (corpus / "index" / "index.json").write_text("{")
    with pytest.raises(FormatError, match="zaru index"):
        Searcher(corpus)


def test_an_index_of_another_schema_is_made_anew(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 2, "a")
    index_corpus(corpus)
    path = corpus / "index" / "index.json"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), "schema": 0}))
    assert index_corpus(corpus).added == 2
    assert [one.name for one in (corpus / "index").glob("words-*")] == ["words-2"]


_KILLED = """
import sys, time
from zaru.search import indexing
def watch(done, total):
    print(done, flush=True)
    time.sleep(60 if done == 2 else 0)
indexing.index_corpus(sys.argv[1], watch=watch)
"""


def test_a_kill_leaves_the_old_index(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    grow(corpus, 2, "a")
    index_corpus(corpus)
    grow(corpus, 6, "b")
    child = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(corpus)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert [child.stdout.readline() for _ in range(2)] == ["1\n", "2\n"]
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    child.stdout.close()
    searcher = Searcher(corpus)
    assert searcher.is_stale
    assert searcher.search("話").total == 2
    deadline = time.monotonic() + 10
    while True:  # the lock goes with the process; the kernel may take a moment
        try:
            assert index_corpus(corpus).added == 4
            break
        except RunLocked:
            assert time.monotonic() < deadline
    assert searcher.search("話").total == 6
