"""Runs over archives; those over files are in `test_folders`."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.corpora import make_record

from zaru.errors import Failure, UsageError
from zaru.page import Page
from zaru.runs.folders import Converted, Outcome, convert_folder
from zaru.runs.ledger import JOURNAL_NAME

Results = list[Outcome | Failure]
BODIES = ["<P>A", "<P>B", "<p>refused", "<P>C"]


def convert(page: Page) -> Converted | None:
    if page.html.islower():
        return None
    return Converted(f"{page.url} {page.time} {page.html}".encode())


def make_archive(path: Path, bodies: list[str] = BODIES, *, members: bool = True) -> Path:
    """Write an archive; without *members* it is one gzip member, so that offsets say nothing."""
    records = [
        make_record(body.encode(), url=f"http://a.jp/{body[-1]}", time=f"2024-05-0{number}")
        for number, body in enumerate(bodies, 1)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = b"".join(map(gzip.compress, records)) if members else gzip.compress(b"".join(records))
    path.write_bytes(whole)
    return path


def run(source: Path, target: Path, **options: Any) -> Results:
    settings = {"plan": {"run": "test"}, "jobs": 2, "deadline_seconds": 60, **options}
    return list(convert_folder(source, target, lambda: convert, **settings))


def kinds(results: Results) -> list[str]:
    return [result.kind if isinstance(result, Outcome) else result.error for result in results]


def read_map(target: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (target / "map.jsonl").read_text().splitlines()]


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("members", [True, False])
def test_the_pages_of_an_archive_are_named_by_ids(tmp_path: Path, members: bool) -> None:
    source = make_archive(tmp_path / "x.warc.gz", members=members)
    results = run(source, tmp_path / "out")
    assert kinds(results) == ["converted", "converted", "refused", "converted"]
    assert isinstance(results[0], Outcome)
    assert results[0].page == "x.warc.gz at byte 0"
    lines = read_map(tmp_path / "out")
    assert [list(line) for line in lines] == [["id", "doc_id", "url", "page", "offset", "file"]] * 3
    assert [line["url"] for line in lines] == ["http://a.jp/A", "http://a.jp/B", "http://a.jp/C"]
    assert all(line["file"] == f"{line['id'][:2]}/{line['id']}.xml" for line in lines)
    written = {path for path in read_all(tmp_path / "out") if path.endswith(".xml")}
    assert written == {line["file"] for line in lines}
    first = (tmp_path / "out" / lines[0]["file"]).read_text()
    assert first == "http://a.jp/A 2024-05-01 <P>A"


def test_a_folder_may_hold_archives_and_pages(tmp_path: Path) -> None:
    make_archive(tmp_path / "in/sub/x.warc.gz", BODIES[:1])
    make_archive(tmp_path / "in/sub/y.warc.gz", BODIES[:1])
    (tmp_path / "in/a.html").write_text("<P>PAGE")
    assert kinds(run(tmp_path / "in", tmp_path / "out")) == ["converted"] * 3
    lines = read_map(tmp_path / "out")
    assert [(line["page"], line["file"].partition("/")[0]) for line in lines] == [
        ("a.html", "a.xml"),
        ("sub/x.warc.gz", "sub"),
        ("sub/y.warc.gz", "sub"),
    ]
    assert [line["id"] is None for line in lines] == [True, False, False]
    folders = {path.name for path in (tmp_path / "out/sub").iterdir()}
    assert folders == {"x.warc.gz.pages", "y.warc.gz.pages"}
    assert (tmp_path / "out/a.xml").is_file()


def test_a_second_run_does_only_what_is_missing(tmp_path: Path) -> None:
    source = make_archive(tmp_path / "x.warc.gz")
    run(source, tmp_path / "out")
    before = read_all(tmp_path / "out")
    assert kinds(run(source, tmp_path / "out")) == ["skipped"] * 4
    assert read_all(tmp_path / "out") == before
    (tmp_path / "out" / read_map(tmp_path / "out")[1]["file"]).unlink()
    again = kinds(run(source, tmp_path / "out"))
    assert again == ["skipped", "converted", "skipped", "skipped"]
    assert read_all(tmp_path / "out") == before


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    source = make_archive(tmp_path / "x.warc.gz")
    run(source, tmp_path / "whole")
    settings: dict[str, Any] = {"plan": {"run": "test"}, "jobs": 1, "deadline_seconds": 60}
    results = convert_folder(source, tmp_path / "out", lambda: convert, **settings)
    next(results)
    results.close()
    assert (tmp_path / "out" / JOURNAL_NAME).exists()
    assert kinds(run(source, tmp_path / "out"))[0] == "skipped"
    assert read_all(tmp_path / "out") == read_all(tmp_path / "whole")


def test_a_page_that_comes_twice_is_written_once(tmp_path: Path) -> None:
    source = make_archive(tmp_path / "x.warc.gz", ["<P>A", "<P>B", "<P>A"])
    results = run(source, tmp_path / "out")
    assert kinds(results) == ["converted", "converted", "repeated"]
    assert len(read_map(tmp_path / "out")) == 2
    first = (tmp_path / "out" / read_map(tmp_path / "out")[0]["file"]).read_text()
    assert "2024-05-01" in first  # the first, in every run
    assert kinds(run(source, tmp_path / "out")) == ["skipped", "skipped", "repeated"]


def test_a_changed_archive_loses_no_output(tmp_path: Path) -> None:
    """Its records have other numbers then, and the outputs of the others are not old ones."""
    source = make_archive(tmp_path / "x.warc.gz")
    run(source, tmp_path / "out")
    make_archive(source, ["<P>NEW", *BODIES])
    os.utime(source, ns=(1, 1))
    assert kinds(run(source, tmp_path / "out")).count("converted") == 4
    for line in read_map(tmp_path / "out"):
        assert (tmp_path / "out" / line["file"]).is_file()


def test_a_broken_record_costs_itself(tmp_path: Path) -> None:
    source = make_archive(tmp_path / "x.warc.gz")
    source.write_bytes(source.read_bytes()[:-20])
    for _ in range(2):
        results = run(source, tmp_path / "out")
        assert isinstance(results[-1], Failure)
        assert results[-1].source == str(source)
    assert kinds(results)[:3] == ["skipped"] * 3


@pytest.mark.parametrize("name", ["a.html", "missing.html"])
def test_a_source_is_a_folder_or_an_archive(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.html").write_text("<P>A")
    with pytest.raises(UsageError, match="not an archive"):
        run(tmp_path / name, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_files_have_addresses_below_that_of_their_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a b.html", "c.html"):
        (tmp_path / "in" / name).write_text("<P>A")
    (tmp_path / "in/index.jsonl").write_text('{"page": "c.html", "url": "http://c.jp/"}')
    run(tmp_path / "in", tmp_path / "out", url="http://a.jp/x")
    urls = [line["url"] for line in read_map(tmp_path / "out")]
    assert urls == ["http://a.jp/x/a%20b.html", "http://c.jp/"]
    assert (tmp_path / "out/c.xml").read_text().startswith("http://c.jp/")
