from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zaru.errors import OutputFailed
from zaru.runs import ledger as ledger_module
from zaru.runs.ledger import JOURNAL_NAME, LEDGER_NAME, Entry, Ledger

PLAN = {"run": "test", "options": {"names": ("a", "b")}}
PAGES = ["a.html", "a/b.html", "a/c/d.html", "a-b.html", "b.html", "\udcff.html", "日本.html"]
ORDERED = sorted(PAGES, key=lambda page: page.split("/"))


def make_entry(page: str, **changes: Any) -> Entry:
    fields = {
        "page": page, "size": 1, "mtime_ns": 2, "url": None, "time": None,
        "outcome": "converted", "output": f"{page}.xml", "error": None,
    }  # fmt: skip
    return Entry(**{**fields, **changes})


def write(folder: Path, entries: Iterable[Entry], *, plan: Any = PLAN, is_killed: bool) -> None:
    with Ledger(folder, plan) as ledger:
        for entry in entries:
            ledger.add(entry)
        if not is_killed:
            ledger.finish()


def read(folder: Path, *, plan: Any = PLAN) -> tuple[list[Entry], str | None]:
    """Return what a run would find of each page, and the news; the files stay as they are."""
    with Ledger(folder, plan) as ledger:
        entries = [entry for page in ORDERED if (entry := ledger.find(page)) is not None]
    (folder / JOURNAL_NAME).unlink()
    return entries, ledger.news


def test_the_next_run_finds_what_was_done(tmp_path: Path) -> None:
    entries = [make_entry(page) for page in ORDERED]
    write(tmp_path, entries, is_killed=False)
    assert [path.name for path in tmp_path.iterdir()] == [LEDGER_NAME]
    assert read(tmp_path) == (entries, None)


def test_the_file_is_lines_of_json(tmp_path: Path) -> None:
    write(tmp_path, [make_entry("日本.html")], is_killed=False)
    plan, line = (tmp_path / LEDGER_NAME).read_text("utf-8").splitlines()
    assert json.loads(plan) == {"run": "test", "options": {"names": ["a", "b"]}}
    assert list(json.loads(line)) == [
        "page", "size", "mtime_ns", "url", "time", "outcome", "output", "error", "record",
        "offset",
    ]  # fmt: skip
    assert "日本" in line


def test_pages_that_came_and_went_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, [make_entry(page) for page in ORDERED[::2]], is_killed=False)
    assert [entry.page for entry in read(tmp_path)[0]] == ORDERED[::2]
    with Ledger(tmp_path, PLAN) as ledger:
        assert ledger.find("zzz/new.html") is None


def test_a_journal_wins_over_the_ledger(tmp_path: Path) -> None:
    write(tmp_path, [make_entry(page) for page in ORDERED], is_killed=False)
    write(tmp_path, [make_entry(page, size=9) for page in ORDERED[:3]], is_killed=True)
    assert (tmp_path / JOURNAL_NAME).exists()
    entries, _ = read(tmp_path)
    assert [entry.page for entry in entries] == ORDERED
    assert [entry.size for entry in entries] == [9] * 3 + [1] * (len(ORDERED) - 3)


def test_a_journal_may_be_all_there_is(tmp_path: Path) -> None:
    write(tmp_path, [make_entry(page) for page in ORDERED[:3]], is_killed=True)
    assert [entry.page for entry in read(tmp_path)[0]] == ORDERED[:3]


def test_runs_that_are_killed_again_and_again_lose_nothing(tmp_path: Path) -> None:
    entries = [make_entry(page) for page in ORDERED]
    write(tmp_path, entries, is_killed=False)
    whole = (tmp_path / LEDGER_NAME).read_bytes()
    (tmp_path / LEDGER_NAME).unlink()
    for end in (1, 3, 2, 0, 5):
        write(tmp_path, entries[:end], is_killed=True)
    assert len(read(tmp_path)[0]) == 5
    write(tmp_path, entries, is_killed=False)
    assert (tmp_path / LEDGER_NAME).read_bytes() == whole


@pytest.mark.parametrize("is_killed", [False, True], ids=["whole", "killed"])
def test_another_plan_does_all_again_and_says_so(tmp_path: Path, is_killed: bool) -> None:
    write(tmp_path, [make_entry(page) for page in ORDERED], is_killed=is_killed)
    entries, news = read(tmp_path, plan={"run": "other"})
    assert entries == []
    assert news == "zaru or its options changed since the last run; all pages are done again"


def test_a_killed_run_of_another_plan_undoes_the_ledger(tmp_path: Path) -> None:
    """It may have written outputs that the journal does not name."""
    write(tmp_path, [make_entry(page) for page in ORDERED], is_killed=False)
    write(tmp_path, [], plan={"run": "other"}, is_killed=True)
    entries, news = read(tmp_path)
    assert entries == []
    assert news is not None


def test_a_cut_line_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, [make_entry(page) for page in ORDERED], is_killed=True)
    path = tmp_path / JOURNAL_NAME
    path.write_bytes(path.read_bytes()[:-20])
    assert [entry.page for entry in read(tmp_path)[0]] == ORDERED[:-1]


@pytest.mark.parametrize("name", [LEDGER_NAME, JOURNAL_NAME])
@pytest.mark.parametrize("seed", range(40))
def test_flipped_bytes_are_no_error(tmp_path: Path, name: str, seed: int) -> None:
    random = Random(seed)
    good = [make_entry(page) for page in ORDERED]
    write(tmp_path, good, is_killed=name == JOURNAL_NAME)
    raw = bytearray((tmp_path / name).read_bytes())
    for _ in range(random.choice([1, 3, 30])):
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
    (tmp_path / name).write_bytes(raw)
    entries, _ = read(tmp_path)
    assert {entry.page for entry in entries} <= set(PAGES)


@pytest.mark.parametrize(
    "line",
    [
        b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"1e999\n", b"[" * 100_000 + b"\n",
        b"x" * 1_000_000 + b"\n", b'{"page": 1}\n', b"\xff\xfe\n",
        json.dumps({**make_entry("a.html").to_json(), "size": "1"}).encode() + b"\n",
        json.dumps({**make_entry("a.html").to_json(), "outcome": "done"}).encode() + b"\n",
        json.dumps({**make_entry("a.html").to_json(), "more": 1}).encode() + b"\n",
    ],
    ids=range(13),
)  # fmt: skip
def test_lines_that_are_no_entries_are_passed_over(tmp_path: Path, line: bytes) -> None:
    good = [make_entry(page) for page in ORDERED]
    write(tmp_path, good, is_killed=False)
    path = tmp_path / LEDGER_NAME
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(first + b"\n" + line + rest)
    assert read(tmp_path) == (good, None)


def test_a_ledger_without_a_plan_is_done_again(tmp_path: Path) -> None:
    (tmp_path / LEDGER_NAME).write_bytes(bytes(1000))
    entries, news = read(tmp_path)
    assert entries == []
    assert news == "what the last run did cannot be read; all pages are done again"


def test_a_folder_that_cannot_be_written_to_is_an_output_that_failed(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_NAME).mkdir()
    with pytest.raises(OutputFailed, match="cannot be written"):
        Ledger(tmp_path, PLAN).__enter__()


def test_a_run_that_is_killed_while_it_merges_is_still_a_killed_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [make_entry(page) for page in ORDERED]
    write(tmp_path, entries, is_killed=True)
    monkeypatch.setattr(ledger_module, "FileIO", fail)
    with pytest.raises(OutputFailed):
        Ledger(tmp_path, PLAN).__enter__()
    monkeypatch.undo()
    with Ledger(tmp_path, PLAN) as ledger:
        assert [ledger.find(page) for page in ORDERED] == entries
        assert not ledger.is_unchanged()


def fail(*_: object) -> None:
    raise OSError("killed here")


def test_the_records_of_an_archive_have_their_order(tmp_path: Path) -> None:
    """By their numbers: offsets repeat inside of gzip."""
    entries = [make_entry("a.warc.gz", record=number, offset=0) for number in range(1, 12)]
    write(tmp_path, [make_entry("a"), *entries, make_entry("b")], is_killed=False)
    changed = [replace(entry, size=9) for entry in entries[:3]]
    write(tmp_path, [make_entry("a"), *changed], is_killed=True)
    with Ledger(tmp_path, PLAN) as ledger:
        sizes = [ledger.find("a.warc.gz", number) for number in range(2, 13)]
        assert [entry and entry.size for entry in sizes] == [9] * 2 + [1] * 8 + [None]
        assert ledger.find("b") == make_entry("b")
    assert (entries[0].name, make_entry("a").name) == ("a.warc.gz at byte 0", "a")
