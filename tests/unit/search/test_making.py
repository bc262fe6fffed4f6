"""Documents made by several processes are those of one; what goes wrong there is said here."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.corpora import make_corpus
from tests.unit.search.test_searching import TEXTS, make_page

from zaru.errors import RunError
from zaru.io.corpus import Corpus
from zaru.search import making
from zaru.search.filling import choose_cutting
from zaru.search.indexing import index_corpus
from zaru.search.kept_pages import KeptPages
from zaru.search.making import make_documents, make_findables


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    monkeypatch.setattr(making, "MIN_PAGES", 1)
    monkeypatch.setattr(making, "LOOK_PAGES", 1)
    monkeypatch.setattr(making, "SLOW_SECONDS", 0)
    monkeypatch.setattr(making, "_PORTION", 1)
    pages = [make_page(name, text) for name, text in TEXTS.items()]
    return Corpus(make_corpus(tmp_path, pages, files=3))


def test_several_processes_make_what_one_makes(corpus: Corpus) -> None:
    cutting = choose_cutting(corpus)
    files = corpus.files()
    alone = list(make_documents(corpus, files, cutting, workers=1))
    together = list(make_documents(corpus, files, cutting, workers=3))
    assert sorted(together, key=lambda made: made[0].id) == sorted(
        alone, key=lambda made: made[0].id
    )
    assert len(alone) == len(TEXTS)


def test_what_several_processes_keep_is_what_one_keeps(corpus: Corpus, tmp_path: Path) -> None:
    cutting = choose_cutting(corpus)
    made, kept = [], []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        folder.mkdir()
        paths = {file: str(folder / file) for file in corpus.files()}
        pages = [page for page, _ in make_findables(corpus, paths, cutting, workers=workers)]
        made.append(sorted(pages))
        kept.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert made[0] == made[1]
    assert kept[0] == kept[1]
    assert len(made[0]) == len(TEXTS)
    documents = [document for document, _ in make_documents(corpus, corpus.files(), cutting)]
    read = KeptPages(tmp_path / "3").read
    assert sorted(read(page.place) for page in made[1]) == sorted(
        (one.words, one.readings, one.payload) for one in documents
    )


@pytest.mark.parametrize("name", ["SLOW_SECONDS", "MIN_PAGES"])
def test_few_pages_and_those_that_are_made_quickly_are_made_here(
    name: str, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, name, 1000)
    monkeypatch.delattr(making, "_Worker")
    made = make_documents(corpus, corpus.files(), choose_cutting(corpus), workers=3)
    assert len(list(made)) == len(TEXTS)


@pytest.mark.parametrize(("workers", "others"), [(1, 0), (2, 2), (3, 2)])
def test_as_many_processes_make_documents_as_were_asked_for_and_there_are_files(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, workers: int, others: int
) -> None:
    started: list[int] = []
    start = making._Worker.__init__

    def count(self: making._Worker) -> None:
        started.append(1)
        start(self)

    monkeypatch.setattr(making._Worker, "__init__", count)
    assert index_corpus(corpus.place, workers=workers).added == len(TEXTS)
    assert sum(started) == others


def test_the_first_pages_say_nothing_of_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "LOOK_PAGES", 2)
    monkeypatch.setattr(making, "SLOW_SECONDS", 0)
    pace, pages = making._Pace(), iter([("page", "ja")] * 3)
    assert not pace.is_slow()
    assert pace.take(pages) == [("page", "ja")] * 3
    assert [pace.is_slow(), pace.is_slow()] == [False, False]
    pace.take(iter([("page", "ja")] * 2))
    assert pace.is_slow()


def test_a_damaged_file_is_said(corpus: Corpus, tmp_path: Path) -> None:
    cutting = choose_cutting(corpus)
    (tmp_path / "sentences" / corpus.files()[1]).write_bytes(b"PAR1 no")
    with pytest.raises(RunError, match="cannot be read"):
        list(make_documents(corpus, corpus.files(), cutting, workers=2))


def test_a_killed_process_is_said(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    start = making._Worker.__init__

    def start_and_kill(worker: making._Worker) -> None:
        start(worker)
        started.append(worker._process.pid)
        os.kill(worker._process.pid, signal.SIGSTOP)

    monkeypatch.setattr(making._Worker, "__init__", start_and_kill)
    made = make_documents(corpus, corpus.files(), choose_cutting(corpus), workers=2)
    told = making._Worker.tell

    def tell_and_kill(worker: making._Worker, task: dict[str, object]) -> None:
        told(worker, task)
        os.kill(worker._process.pid, signal.SIGKILL)

    monkeypatch.setattr(making._Worker, "tell", tell_and_kill)
    with pytest.raises(RunError, match="died"):
        list(made)
    assert len(started) == 2
