"""Corpora: what is in them, and what a second run does."""

from __future__ import annotations

import errno
import gzip
import json
import os
from io import FileIO
from pathlib import Path

import pytest
from tests.unit.runs.build.conftest import (
    EXAMPLES,
    make_site,
    make_text,
    read_report,
    read_table,
    write_archive,
)

import zaru
from zaru.content.page_set import Sets
from zaru.errors import PlanChanged, RunError, RunLocked, StoreAway, UsageError
from zaru.io.corpus import Corpus
from zaru.io.lock import FolderLock
from zaru.io.portions import list_portions
from zaru.io.remote import RemoteFile
from zaru.io.schema import LINKS, PAGES, SENTENCES
from zaru.page import Origin, Page
from zaru.runs import judging
from zaru.runs import plan as plan_module
from zaru.runs.build.build import build
from zaru.runs.build.options import Options
from zaru.runs.workers import Workers

TWO = Workers(2)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a small web have several shards."""
    monkeypatch.setattr(plan_module, "_FIRST_BYTES", 10_000)
    monkeypatch.setattr(plan_module, "_LAST_BYTES", 10_000)
    monkeypatch.setattr(plan_module, "_PARTITION_BYTES", 10_000)


def test_every_page_of_the_input_is_accounted_for(web: Path, tmp_path: Path) -> None:
    (web / "empty.html").write_bytes(b"")
    (web / "cut.warc.gz").write_bytes((web / "0.warc.gz").read_bytes()[:-100])
    report = build(web, tmp_path / "corpus", workers=TWO)
    assert report.pages_in == report.kept + report.dropped + report.failed
    assert report.dropped > 0  # of the cut archive, the pages that were read before
    assert report.failed == 2
    pages = read_table(tmp_path / "corpus", "pages")
    assert len(pages) == report.kept == 48
    failures = (tmp_path / "corpus" / "failures.jsonl").read_text().splitlines()
    assert len(failures) == 2
    assert read_report(tmp_path / "corpus")["records that are no pages"] == {"warcinfo": 4}


def test_tables_have_the_columns_of_the_schema(web: Path, tmp_path: Path) -> None:
    build(web, tmp_path / "corpus", workers=TWO)
    for name, shape in (("pages", PAGES), ("sentences", SENTENCES), ("links", LINKS)):
        rows = read_table(tmp_path / "corpus", name)
        assert rows
        assert list(rows[0]) == list(shape)


@pytest.mark.parametrize("set_", ["on", "auto", "off"])
def test_contents_are_those_of_extract(web: Path, tmp_path: Path, set_: str) -> None:
    build(web, tmp_path / "corpus", Options(set=set_), workers=TWO)  # type: ignore[arg-type]
    pages = [page for page in zaru.read([web, EXAMPLES]) if isinstance(page, zaru.Page)][:48]
    sets = Sets(min_pages=Options(set=set_).min_pages)  # type: ignore[arg-type]
    for page in pages:
        sets.add(page)
    texts = {
        row["url"]: (row["text"], row["markdown"])
        for row in read_table(tmp_path / "corpus", "pages")
    }
    for page in pages:
        content = zaru.extract(page, evidence=None if set_ == "off" else sets.evidence(page))
        assert texts[page.url or ""] == (content.text, content.to_markdown())


def test_spans_are_those_of_the_originals(tmp_path: Path) -> None:
    build(EXAMPLES / "shinbun", tmp_path / "corpus", workers=TWO)
    corpus = Corpus(tmp_path / "corpus")
    for row in corpus.pages():
        page = corpus.original(row.id)
        found = zaru.to_standard_format(page)
        assert found is not None
        assert corpus.sentences(row.id) == list(found.sentences)
        by_span = {
            kept.segment.span: kept.text for kept in zaru.extract(page, favour="recall").kept
        }
        spans = [tuple(block["span"]) for block in row["blocks"]]
        assert any(span in by_span for span in spans)
        for span, text in zip(spans, (block["text"] for block in row["blocks"]), strict=True):
            assert by_span.get(span, text) == text


def test_a_second_run_has_nothing_to_do(web: Path, tmp_path: Path) -> None:
    first = build(web, tmp_path / "corpus", workers=TWO)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "corpus").rglob("*")}
    second = build(web, tmp_path / "corpus", workers=Workers(1))
    assert second == first
    after = {path: path.stat().st_mtime_ns for path in (tmp_path / "corpus").rglob("*")}
    assert {path for path in before if path.is_file()} == {path for path in after if path.is_file()}
    assert all(after[path] == time for path, time in before.items() if path.is_file())


def test_the_number_of_workers_changes_nothing(web: Path, tmp_path: Path) -> None:
    one = build(web, tmp_path / "one", workers=Workers(1))
    assert build(web, tmp_path / "two", workers=TWO).digest == one.digest


def test_sites_that_are_judged_in_rounds_choose_the_same(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan_module, "_PARTITION_BYTES", 10**9)  # one has all four sites
    whole = build(web, tmp_path / "whole", workers=TWO)
    monkeypatch.setattr(judging, "_ROUND_PAGES", 12)
    assert build(web, tmp_path / "rounds", workers=TWO).digest == whole.digest


def test_other_options_are_refused_with_the_difference(web: Path, tmp_path: Path) -> None:
    build(web, tmp_path / "corpus", workers=TWO)
    with pytest.raises(PlanChanged, match=r"favour was 'balanced' and is 'recall'.*--new"):
        build(web, tmp_path / "corpus", Options(favour="recall"), workers=TWO)
    build(web, tmp_path / "corpus", Options(favour="recall"), workers=TWO, new=True)


def test_another_version_is_refused(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(web, tmp_path / "corpus", workers=TWO)
    monkeypatch.setattr("zaru.runs.build.options.__version__", "99.0")
    with pytest.raises(PlanChanged, match=r"zaru was .* and is '99.0'"):
        build(web, tmp_path / "corpus", workers=TWO)


def test_a_corpus_grows(web: Path, tmp_path: Path) -> None:
    build(web, tmp_path / "corpus", workers=TWO)
    sketched = (tmp_path / "corpus/work/sketch/000000.json").stat().st_mtime_ns
    more = write_archive(tmp_path / "more.warc.gz", make_site("other.example", 5))
    report = build(more, tmp_path / "corpus", workers=TWO)
    assert report.kept == 53
    assert (tmp_path / "corpus/work/sketch/000000.json").stat().st_mtime_ns == sketched
    at_once = build([web, more], tmp_path / "whole", workers=TWO)
    assert at_once.values["corpus"] == report.values["corpus"]
    rows = {row["id"]: row for row in read_table(tmp_path / "corpus", "pages")}
    for row in read_table(tmp_path / "whole", "pages"):
        same = {name: value for name, value in row.items() if name != "original"}
        assert {**rows[row["id"]], **same} == rows[row["id"]]


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.html").write_text(f"<p>{f'text number {number}. ' * 30}")
    build(folder, tmp_path / "corpus", workers=TWO)
    (folder / "2.html").write_text(f"<p>{'something else. ' * 30}")
    os.utime(folder / "2.html", (1, 1))
    report = build(folder, tmp_path / "corpus", workers=TWO)
    assert report.kept == 4
    texts = [row["text"] for row in read_table(tmp_path / "corpus", "pages")]
    assert sum("something else" in text for text in texts) == 1


def test_relative_names_keep_their_files_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for year, name in enumerate(("x", "y"), start=2001):
        (tmp_path / name / "site").mkdir(parents=True)
        for page in make_site("one.example", 4):
            file = tmp_path / name / "site" / (page.url or "").rpartition("/")[2]
            file.write_text(page.html.replace("記事", f"{name}の記事"))
            os.utime(file, (0, (year - 1969.5) * 365.25 * 86400))
        monkeypatch.chdir(tmp_path / name)
        build("site", tmp_path / "corpus", workers=TWO)
    for marker in (tmp_path / "corpus/work/make").glob("*.json"):
        marker.unlink()  # all are made again
    build("site", tmp_path / "corpus", workers=TWO)
    rows = read_table(tmp_path / "corpus", "pages")
    assert sorted((row["title"][0], str(row["time"])[:4]) for row in rows) == (
        [("x", "2001")] * 4 + [("y", "2002")] * 4
    )


def test_near_duplicates_are_marked_or_dropped(web: Path, tmp_path: Path) -> None:
    build(web, tmp_path / "marked", workers=TWO)
    rows = {row["id"]: row for row in read_table(tmp_path / "marked", "pages")}
    copies = [row for row in rows.values() if row["duplicate_of"]]
    assert len(copies) == 1 + 2  # of the second and third sites' first articles
    assert all(rows[row["duplicate_of"]]["title"] == row["title"] for row in copies)
    report = build(web, tmp_path / "dropped", Options(drop=("duplicates",)), workers=TWO)
    assert report.values["dropped"] == {"duplicates": 3}
    kept = {row["id"] for row in read_table(tmp_path / "dropped", "pages")}
    assert kept == rows.keys() - {row["id"] for row in copies}
    for name, column in (("sentences", "page"), ("links", "from")):
        assert {row[column] for row in read_table(tmp_path / "dropped", name)} <= kept
    corpus = Corpus(tmp_path / "dropped")
    for row in corpus.pages():
        assert corpus.original(row.id).url == row.url


def test_the_same_page_twice_is_once_in_the_corpus(web: Path, tmp_path: Path) -> None:
    (web / "again.warc.gz").write_bytes((web / "0.warc.gz").read_bytes())
    report = build(web, tmp_path / "corpus", workers=TWO)
    assert (report.pages_in, report.kept) == (64, 48)
    assert report.values["dropped"] == {"repeated": 16}


def test_the_order_of_sources_changes_no_marks(web: Path, tmp_path: Path) -> None:
    files = sorted(web.iterdir())
    build(files, tmp_path / "forth", workers=TWO)
    build(files[::-1], tmp_path / "back", workers=TWO)
    forth, back = (
        {
            row["id"]: (row["duplicate_of"], row["marks"], row["in_links"])
            for row in read_table(path, "pages")
        }
        for path in (tmp_path / "forth", tmp_path / "back")
    )
    assert forth == back


def test_paragraphs_of_many_pages_are_marked_in_the_originals(web: Path, tmp_path: Path) -> None:
    build(web, tmp_path / "corpus", Options(set="off"), workers=TWO)
    corpus = Corpus(tmp_path / "corpus")
    marks = [
        (corpus.original(row.id).source(tuple(mark["span"])), mark["pages"])
        for row in corpus.pages()
        for mark in row["marks"]
        if mark["kind"] == "repeated"
    ]
    assert marks
    assert all(pages > 1 for _, pages in marks)


def test_addresses_are_masked_and_spans_stay_true(web: Path, tmp_path: Path) -> None:
    options = Options(mask=("pii",), annotate=("juman",), set="off")
    build(web, tmp_path / "corpus", options, workers=TWO)
    for name in ("pages", "sentences", "links"):
        for row in read_table(tmp_path / "corpus", name):
            assert "info" not in json.dumps(row)
    corpus = Corpus(tmp_path / "corpus")
    page = next(iter(corpus.pages()))
    found = [corpus.original(page.id).source(tuple(mark["span"])) for mark in page["marks"]]
    assert any("info" in text for text in found)


def test_a_limit_counts_pages(web: Path, tmp_path: Path) -> None:
    report = build(web, tmp_path / "corpus", Options(limit=20), workers=TWO)
    assert report.pages_in == 20
    assert build(web, tmp_path / "corpus", Options(limit=20), workers=TWO) == report


def test_two_runs_on_one_corpus(web: Path, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    with FolderLock(tmp_path / "corpus"), pytest.raises(RunLocked, match="process"):
        build(web, tmp_path / "corpus", workers=TWO)


@pytest.mark.parametrize("name", ["plan.json", "make/000000.json", "judge/000000.choices"])
def test_a_broken_ledger_is_made_anew(web: Path, tmp_path: Path, name: str) -> None:
    whole = build(web, tmp_path / "corpus", workers=TWO)
    path = tmp_path / "corpus" / "work" / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = b"" if name.endswith("choices") else b"\xff" * 8
    path.write_bytes(data)
    if name == "plan.json":
        with pytest.raises(RunError, match="--new"):
            build(web, tmp_path / "corpus", workers=TWO)
    else:
        assert build(web, tmp_path / "corpus", workers=TWO).digest == whole.digest


def test_a_marker_with_a_flipped_bit_is_no_marker(web: Path, tmp_path: Path) -> None:
    whole = build(web, tmp_path / "corpus", workers=TWO)
    path = tmp_path / "corpus/work/make/000000.json"
    path.write_bytes(path.read_bytes().replace(b'"inexact": 0', b'"inexact": 7'))
    again = build(web, tmp_path / "corpus", workers=TWO)
    assert again.digest == whole.digest
    assert again.values["corpus"] == whole.values["corpus"]


def test_unknown_reasons_are_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'duplicates'"):
        Options(drop=("duplicate",))


def test_gzip_pages_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    body = "<p>" + "日本語の文章です。これは本文で、長さが十分にあります。" * 10
    (tmp_path / "pages/a.html.gz").write_bytes(gzip.compress(body.encode()))
    assert build(tmp_path / "pages", tmp_path / "corpus").kept == 1


def test_new_takes_away_only_what_is_of_a_corpus(web: Path, tmp_path: Path) -> None:
    (tmp_path / "home/pages").mkdir(parents=True)
    (tmp_path / "home/pages/mine.txt").touch()
    build(web, tmp_path / "home", Options(set="off", limit=2), workers=TWO, new=True)
    assert (tmp_path / "home/pages/mine.txt").exists()


def test_a_source_that_could_not_be_listed_is_there_once_when_it_can_be(tmp_path: Path) -> None:
    pages = [tmp_path / f"{number}.html" for number in range(3)]
    for page in pages[:2]:
        page.write_text(f"<p>{f'text of {page.name}. ' * 30}")
    options = Options(set="off")
    report = build(pages, tmp_path / "corpus", options, workers=TWO)
    assert (report.kept, report.failed) == (2, 1)
    pages[0].rename(tmp_path / "away")  # what was read stays
    assert build(pages, tmp_path / "corpus", options, workers=TWO) == report
    (tmp_path / "away").rename(pages[0])
    pages[2].write_text(f"<p>{'text of the last one. ' * 30}")
    report = build(pages, tmp_path / "corpus", options, workers=TWO)
    assert (report.pages_in, report.kept, report.failed) == (3, 3, 0)
    assert len(read_table(tmp_path / "corpus", "pages")) == 3


def test_a_report_that_is_broken_is_made_anew(web: Path, tmp_path: Path) -> None:
    options = Options(set="off", limit=2)
    report = build(web, tmp_path / "corpus", options, workers=TWO)
    (tmp_path / "corpus/report.json").write_text("{")
    again = build(web, tmp_path / "corpus", options, workers=TWO)
    assert again.digest == report.digest
    assert read_report(tmp_path / "corpus")["pages"] == report.values["pages"]


def page_at(url: str, body: str, *, time: str | None = None, truncated: bool = False) -> Page:
    raw = f"<html lang=ja><title>題</title><h1>題</h1><p>{body}</p>".encode()
    return Page(raw, Origin(url), url=url, time=time, truncated=truncated)


def test_a_page_twice_in_a_shard_has_its_rows_once(tmp_path: Path) -> None:
    first, second, *_ = make_site("a.example", 3)
    archive = write_archive(tmp_path / "a.warc.gz", iter([first, second, first]))
    report = build(archive, tmp_path / "corpus", workers=TWO)
    assert (report.pages_in, report.kept, report.values["dropped"]) == (3, 2, {"repeated": 1})
    once = write_archive(tmp_path / "once.warc.gz", iter([first, second]))
    build(once, tmp_path / "once", workers=TWO)
    for name in ("sentences", "links"):
        assert read_table(tmp_path / "corpus", name) == read_table(tmp_path / "once", name)
    assert report.values["corpus"]["sentences"] == len(read_table(tmp_path / "corpus", "sentences"))
    assert report.values["corpus"]["links"] == len(read_table(tmp_path / "corpus", "links"))
    pages = [[row["id"], row["marks"]] for row in read_table(tmp_path / "corpus", "pages")]
    assert pages == [[row["id"], row["marks"]] for row in read_table(tmp_path / "once", "pages")]


@pytest.mark.parametrize("times", [("2020", "2021"), ("2021", "2020")])
def test_a_page_that_was_fetched_twice_repeats_itself_only(
    tmp_path: Path, times: tuple[str, str]
) -> None:
    url, text = "http://a.example/", make_text("a")
    pages = [page_at(url, text, time=f"{year}-01-01T00:00:00Z") for year in times]
    archive = write_archive(tmp_path / "a.warc.gz", iter(pages))
    report = build(archive, tmp_path / "corpus", Options(drop=("duplicates",)), workers=TWO)
    assert report.values["dropped"] == {"repeated": 1}
    (row,) = read_table(tmp_path / "corpus", "pages")
    assert (row["time"], row["duplicate_of"]) == ("2020-01-01 00:00:00", None)


def test_a_page_that_is_dropped_makes_no_other_a_duplicate(tmp_path: Path) -> None:
    text = make_text("a")
    cut = page_at("http://a.example/1", text, time="2020-01-01T00:00:00Z", truncated=True)
    whole = page_at("http://a.example/2", text, time="2021-01-01T00:00:00Z")
    archive = write_archive(tmp_path / "a.warc.gz", iter([cut, whole]))
    options = Options(drop=("truncated", "duplicates"))
    report = build(archive, tmp_path / "corpus", options, workers=TWO)
    assert report.values["dropped"] == {"truncated": 1}
    (row,) = read_table(tmp_path / "corpus", "pages")
    assert (row["url"], row["duplicate_of"], row["marks"]) == ("http://a.example/2", None, [])


def test_marks_say_on_how_many_pages_of_the_corpus_a_paragraph_stands(tmp_path: Path) -> None:
    shared = make_text("shared")
    pages = [
        page_at(f"http://a.example/{number}", f"{make_text(str(number))}<p>{shared}")
        for number in range(3)
    ]
    archive = write_archive(tmp_path / "a.warc.gz", iter([*pages, pages[0]]))
    build(archive, tmp_path / "corpus", Options(set="off"), workers=TWO)
    for row in read_table(tmp_path / "corpus", "pages"):
        assert [mark["pages"] for mark in row["marks"]] == [3]


def test_a_page_whose_address_no_archive_can_hold_costs_itself(tmp_path: Path) -> None:
    records = []
    for address in ("http://a.example/" + "あ " * 9500, "http://a.example/"):
        body = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{make_text('a')}".encode()
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\n"
        head += f"Content-Type: application/http\r\nContent-Length: {len(body)}\r\n\r\n"
        records.append(head.encode() + body + b"\r\n\r\n")
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    report = build(tmp_path / "a.warc", tmp_path / "corpus", workers=TWO)
    assert (report.kept, report.failed) == (1, 1)
    assert report.values["failures"] == {"LimitExceeded": 1}


def test_other_tools_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(annotate=("juman",))
    build(EXAMPLES / "blog", tmp_path / "corpus", options, workers=TWO)
    monkeypatch.setattr("zaru.annotators.loading.check_annotator", lambda _: "Juman++")
    with pytest.raises(PlanChanged, match=r"tools was \[None\] and is \['Juman\+\+'\]"):
        build(EXAMPLES / "blog", tmp_path / "corpus", options, workers=TWO)


def test_a_store_that_is_away_ends_the_run_and_costs_no_page(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of an archive: the run goes on later, with all of its pages."""
    fsspec = pytest.importorskip("fsspec")
    source, corpus = f"memory://{tmp_path.name}/0.warc.gz", tmp_path / "corpus"
    fsspec.filesystem("memory").pipe_file(source, (web / "0.warc.gz").read_bytes())
    monkeypatch.setattr("zaru.io.remote.FIRST_PIECE_BYTES", 1000)
    monkeypatch.setattr("zaru.io.remote.TRIES", 1)
    own, read = os.getpid(), RemoteFile._read_piece

    def fail_in_children(self: RemoteFile, start: int, end: int) -> bytes:
        if start > 5000 and os.getpid() != own:
            raise TimeoutError("no answer")
        return read(self, start, end)

    with monkeypatch.context() as patch:
        patch.setattr(RemoteFile, "_read_piece", fail_in_children)
        for _ in range(2):
            with pytest.raises(StoreAway, match="no answer; run again"):
                build(source, corpus, workers=TWO)
    report = build(source, corpus, workers=TWO)
    assert (report.kept + report.dropped, report.failed) == (16, 0)


class BadSector(FileIO):
    """A file whose end a disk does not give any more."""

    def readinto(self, _: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size) or b""
        if self.tell() > 500:
            raise OSError(errno.EIO, "Input/output error")
        return data


def test_a_bad_sector_is_not_read_by_every_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, corpus = tmp_path / "pages", tmp_path / "corpus"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.html").write_text(f"<p>{f'text number {number}. ' * 300}")

    def open_bad(path: str) -> FileIO:
        return BadSector(path) if path.endswith("1.html") else FileIO(path)

    def marks() -> list[int]:
        return [path.stat().st_ino for path in sorted((corpus / "work/make").glob("*.json"))]

    portions = list(list_portions([str(folder)]))
    with monkeypatch.context() as patch:
        patch.setattr("zaru.runs.plan.list_portions", lambda _: iter(portions))
        for module in ("zaru.io.portions", "zaru.runs.build.rereading"):
            patch.setattr(f"{module}.open_source", open_bad)
        assert build(folder, corpus, workers=TWO).failed == 1
        before = marks()
        assert build(folder, corpus, workers=TWO).failed == 1
        assert marks() == before
    assert build(folder, corpus, workers=TWO).failed == 0  # on another disk


def test_a_lock_that_was_lost_ends_the_run(
    web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks: list[int] = []

    def lose(_: FolderLock) -> None:
        checks.append(1)
        if len(checks) > 2:
            raise RunLocked("process 7 on host7")

    monkeypatch.setattr(FolderLock, "check", lose)
    with pytest.raises(RunLocked, match="host7"):
        build(web, tmp_path / "corpus", workers=TWO)
    assert not (tmp_path / "corpus/corpus.json").exists()
    assert not list((tmp_path / "corpus/work").glob("make/*"))
