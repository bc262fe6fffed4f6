"""Commands over many pages: what one page may cost, what is told, whatever the page does."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from zaru.cli.jobs import Run
from zaru.cli.report import Report

EXAMPLES = Path(__file__).parents[3] / "examples"
PRODUCTS, LABELS = EXAMPLES / "shop/products", EXAMPLES / "labels.jsonl"
RECORD = b"WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
# A fault of zaru's own, on a page of these bytes only.
FAULTY = """
import zaru.page
import zaru.cli
build = zaru.page.build_tree
def fail(raw, *rest, **options):
    if b"FAULT" in raw:
        raise LookupError("broken")
    if b"MEMORY" in raw:
        len(bytes(2**30))
    return build(raw, *rest, **options)
zaru.page.build_tree = fail
zaru.cli.main()
"""


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", FAULTY, *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=120, check=False)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a folder of products, one of which is a fault of zaru's own."""
    folder = tmp_path / "shop"
    folder.mkdir()
    for path in PRODUCTS.glob("*.html"):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "fault.html").write_bytes(b"<p>FAULT</p>")
    return folder


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    path = tmp_path / "shop.json"
    assert run("learn", PRODUCTS, "--labels", LABELS, "-o", path).returncode == 0
    return path


@pytest.mark.parametrize(
    "command",
    ["blocks", "extract", "extract --method paper", "extract --set off", "feed -f jsonl",
     "sentences --all-languages", "apply WRAPPER", "check WRAPPER", "discover",
     "learn --labels LABELS", "repair WRAPPER"],
)  # fmt: skip
def test_a_fault_of_our_own_costs_its_page(shop: Path, wrapper: Path, command: str) -> None:
    known = {"WRAPPER": wrapper, "LABELS": LABELS}
    words = [known.get(word, word) for word in command.split()]
    whole = run(*words, PRODUCTS)
    result = run(*words, shop)
    lines = result.stderr.decode().splitlines()
    told = [line for line in lines if "a fault of zaru's own: LookupError: broken" in line]
    assert result.returncode == 1
    assert [f"{shop}/fault.html: " in line for line in told] == [True]
    assert b"Traceback" not in result.stderr
    if command.partition(" ")[0] != "check":
        lines_of_all = whole.stdout.count(b"\n")  # not bytes: rows hold the paths of the pages
        assert 0.8 * lines_of_all <= result.stdout.count(b"\n") <= 1.2 * lines_of_all


@pytest.mark.parametrize("command", ["blocks", "extract", "feed"])
def test_a_fault_on_the_only_page_is_one_line(command: str) -> None:
    result = run(command, "-", "-q", stdin=b"<p>FAULT</p>")
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.startswith(b"zaru: -: a fault of zaru's own: LookupError: broken (")
    assert result.stderr.count(b"\n") == 1


def test_an_archive_on_standard_input_is_many_pages() -> None:
    bodies = [b"<p>FAULT</p>", b"<p>good</p>"]
    archive = b"".join(RECORD % (len(body), body) for body in bodies)
    result = run("blocks", "-", "-f", "jsonl", stdin=archive)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["text"], row["offset"]) for row in rows] == [
        ("good", archive.index(b"WARC/1.0", 1))
    ]
    assert b"2 pages read, 1 kept, 1 failed (LookupError 1)" in result.stderr


def test_a_page_that_needs_too_much_memory_is_left_out(shop: Path) -> None:
    (shop / "fault.html").write_bytes(b"<p>MEMORY</p>")
    result = run("extract", shop, "--memory", "512")
    assert result.returncode == 1
    assert b"fault.html: needs too much memory; left out" in result.stderr
    assert b"12 pages read, 11 kept, 1 failed (LimitExceeded 1)" in result.stderr


def test_failures_are_written_to_a_file(shop: Path, tmp_path: Path) -> None:
    (shop / "empty.html").touch()
    log = tmp_path / "failures.jsonl"
    result = run("blocks", shop, "--failures", log, "-q")
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert result.returncode == 1
    assert [(row["source"], row["error"]) for row in rows] == [
        (f"{shop}/empty.html", "FormatError"),
        (f"{shop}/fault.html", "LookupError"),
    ]
    assert list(rows[0]) == ["stage", "source", "offset", "error", "message"]


def test_no_failure_is_an_empty_file(tmp_path: Path) -> None:
    log = tmp_path / "failures.jsonl"
    assert run("blocks", PRODUCTS, "--failures", log, "-q").returncode == 0
    assert log.read_bytes() == b""


def test_verbose_says_what_is_done(shop: Path) -> None:
    said = run("extract", shop, "-v").stderr.decode()
    assert f"{shop}: 11 pages, judged together" in said
    page = f"{shop}/drover-38-rucksack.html: "
    (line,) = (line for line in said.splitlines() if page in line)
    assert "UTF-8, 0." in line
    assert line.endswith(" s")


class Terminal(io.StringIO):
    """Says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def show_bar(sources: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> int | None:
    """Return the total of the progress bar over *sources*."""
    totals: list[int | None] = []

    def make_bar(stream: Iterable[object], *, total: int | None, **_: object) -> Iterable[object]:
        totals.append(total)
        return stream

    monkeypatch.setattr("tqdm.tqdm", make_bar)
    monkeypatch.setattr(sys, "stderr", Terminal())
    run = Run(Report(), jobs=1, deadline_seconds=60, memory_bytes=2**30)
    assert all(run.work(sources, lambda: lambda page: len(page.raw), stage="try"))
    (total,) = totals
    return total


def test_the_bar_has_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    assert show_bar((str(PRODUCTS), str(EXAMPLES / "blog/index.html")), monkeypatch) == 12


def test_pages_may_be_told_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with Report().bar(lambda: 7) as tell:
        bar = tell.__self__  # type: ignore[attr-defined]
        tell(3)
        assert (bar.n, bar.total) == (3, 7)
    with Report(quiet=True).bar(lambda: 1 // 0) as tell:  # nobody counts
        tell(3)


def test_the_number_of_pages_in_an_archive_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "a.warc"
    archive.write_bytes(RECORD % (5, b"<p>ok"))
    assert show_bar((str(archive), str(PRODUCTS)), monkeypatch) is None


def test_an_address_says_what_to_do() -> None:
    result = run("extract", "https://www.example.org/?a=1&b=2")
    assert result.returncode == 3
    address = b"'https://www.example.org/?a=1&b=2'"
    assert b"curl -sL %s | zaru extract - --url %s" % (address, address) in result.stderr
