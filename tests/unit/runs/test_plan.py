"""Plans: which files are in which shard, and what a second run changes."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from tests.unit.runs.build.conftest import make_site, write_archive

from zaru.errors import Failure
from zaru.io.portions import Portion, list_portions, read_portion
from zaru.io.store import Store
from zaru.limits import MEBIBYTE
from zaru.page import Page
from zaru.runs import cutting, engine
from zaru.runs import plan as plan_module
from zaru.runs.cutting import Archive, Cuts, Cutter, find_cuts_of
from zaru.runs.engine import LocalEngine
from zaru.runs.pages import name_shard, read_shard, write_shard
from zaru.runs.plan import Plan, grow_plan
from zaru.runs.runner import Silent
from zaru.runs.workers import Workers

GIBIBYTE = 1024 * MEBIBYTE


class Listening(Silent):
    """Keeps what a plan tells."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.words: list[str] = []

    def listed(self, size: int) -> None:
        self.sizes.append(size)

    def remark(self, words: str) -> None:
        self.words.append(words)


def grow(
    corpus: Path, *sources: str | Path, limit: int | None = None, watch: Silent | None = None
) -> Plan:
    corpus.mkdir(exist_ok=True)
    return grow_plan(Store.at(corpus), map(str, sources), {}, limit, watch)


def read_items(corpus: Path, plan: Plan) -> list[Portion | Failure]:
    store = Store.at(corpus)
    return [item for number in range(len(plan.shards)) for item in read_shard(store, number)]


def read_portions(corpus: Path, plan: Plan) -> list[Portion]:
    return [item for item in read_items(corpus, plan) if isinstance(item, Portion)]


def read_failures(corpus: Path, plan: Plan) -> list[str]:
    items = read_items(corpus, plan)
    return [item.source for item in items if isinstance(item, Failure)]


def count_pages(corpus: Path, plan: Plan) -> int:
    pages = (page for one in read_portions(corpus, plan) for page in read_portion(one))
    return sum(isinstance(page, Page) for page in pages)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder of two pages."""
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.html").write_text(f"<p>{name}")
    return folder


def test_what_is_in_the_corpus_itself_is_not_read(site: Path) -> None:
    corpus = site / "corpus"
    write_archive(corpus / "originals/000000.warc.gz", make_site("a.example", 2))
    plan = grow(corpus, site)
    assert [Path(one.path).name for one in read_portions(corpus, plan)] == ["a.html", "b.html"]
    write_archive(corpus / "work/make/000000.warc.gz", make_site("a.example", 2))
    assert grow(corpus, site, corpus, corpus / "originals/000000.warc.gz").shards == plan.shards


def test_a_folder_beside_the_corpus_is_read(site: Path, tmp_path: Path) -> None:
    assert len(read_portions(tmp_path / "si", grow(tmp_path / "si", site))) == 2


def test_an_index_that_is_corrected_changes_its_shard(site: Path, tmp_path: Path) -> None:
    corpus, index = tmp_path / "corpus", site / "index.jsonl"
    index.write_text(json.dumps({"page": "a.html", "url": "http://wrong.example/"}))
    before = grow(corpus, site)
    index.write_text(json.dumps({"page": "a.html", "url": "http://right.example/"}))
    after = grow(corpus, site)
    assert after.shards[0].digest != before.shards[0].digest
    assert [one.url for one in read_portions(corpus, after)] == ["http://right.example/", None]


def test_what_can_be_listed_now_fails_no_more(site: Path, tmp_path: Path) -> None:
    corpus, index, missing = tmp_path / "corpus", site / "index.jsonl", tmp_path / "missing"
    index.write_text("{")
    plan = grow(corpus, site, missing)
    assert read_failures(corpus, plan) == [str(index), str(missing)]
    index.write_text("")
    plan = grow(corpus, site)
    assert read_failures(corpus, plan) == [str(missing)]  # this run has not named it
    missing.mkdir()
    (missing / "c.html").write_text("<p>c")
    plan = grow(corpus, missing)
    assert read_failures(corpus, plan) == []
    assert len(read_portions(corpus, plan)) == 3
    index.write_text("{")
    for _ in range(2):
        assert read_failures(corpus, grow(corpus, site)) == [str(index)]


def test_failures_change_no_shard_of_pages(site: Path, tmp_path: Path) -> None:
    corpus, index = tmp_path / "corpus", site / "index.jsonl"
    index.write_text("{")
    before = grow(corpus, site)
    assert grow(corpus, site) == before
    index.unlink()
    after = grow(corpus, site)
    assert after.shards[0] == before.shards[0]
    assert after.shards[1] != before.shards[1]


def test_failures_between_pages_as_they_once_were_written(site: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    plan = grow(corpus, site)
    store = Store.at(corpus)
    failure = Failure("read", str(site / "index.jsonl"), 0, "FormatError", "not JSON")
    store.write(name_shard(0), write_shard([failure, *read_portions(corpus, plan)]))
    assert grow(corpus, site) == plan
    assert read_failures(corpus, plan) == []


@pytest.mark.parametrize("limit", [1, 3, 6, 7])
def test_a_limit_counts_pages_inside_one_gzip_member(tmp_path: Path, limit: int) -> None:
    archive = write_archive(tmp_path / "web.warc.gz", make_site("a.example", 6))
    archive.write_bytes(gzip.compress(gzip.decompress(archive.read_bytes())))
    corpus = tmp_path / "corpus"
    plan = grow(corpus, archive, limit=limit)
    assert count_pages(corpus, plan) == min(limit, 6)
    assert grow(corpus, archive, limit=limit) == plan


@pytest.mark.parametrize("limit", [1, 5, 12, 23, 24, 30])
def test_a_limit_counts_pages_of_archives_in_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(plan_module, "_FIRST_BYTES", 10_000)
    monkeypatch.setattr(plan_module, "_LAST_BYTES", 10_000)
    for name in ("a", "b"):
        write_archive(tmp_path / f"web/{name}.warc.gz", make_site(f"{name}.example", 12))
    corpus = tmp_path / "corpus"
    plan = grow(corpus, tmp_path / "web", limit=limit)
    assert count_pages(corpus, plan) == min(limit, 24)


def test_records_behind_the_last_page_do_not_matter(tmp_path: Path) -> None:
    archive = write_archive(tmp_path / "web.warc.gz", make_site("a.example", 3))
    block = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nok\r\n\r\n"
    archive.write_bytes(archive.read_bytes() + gzip.compress(block))
    plan = grow(tmp_path / "corpus", archive, limit=3)
    assert count_pages(tmp_path / "corpus", plan) == 3


def test_new_sources_behind_a_limit_are_told_and_left_out(site: Path, tmp_path: Path) -> None:
    corpus, watch = tmp_path / "corpus", Listening()
    plan = grow(corpus, site, limit=1, watch=watch)
    assert grow(corpus, site, limit=1, watch=watch) == plan
    assert watch.words == []
    (tmp_path / "c.html").write_text("<p>c")
    assert grow(corpus, tmp_path / "c.html", limit=1, watch=watch) == plan
    (words,) = watch.words
    assert "the limit was reached" in words


def test_a_relative_name_in_another_folder_is_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "corpus"
    for name in ("x", "y"):
        (tmp_path / name / "site").mkdir(parents=True)
        (tmp_path / name / "site/a.html").write_text(f"<p>{name}")
        monkeypatch.chdir(tmp_path / name)
        plan = grow(corpus, "site")
    portions = read_portions(corpus, plan)
    assert [one.path for one in portions] == ["site/a.html", "site/a.html"]
    pages = [page for one in portions for page in read_portion(one)]
    assert [page.raw for page in pages if isinstance(page, Page)] == [b"<p>x", b"<p>y"]


def test_a_file_under_another_name_is_the_same_file(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "corpus"
    monkeypatch.chdir(tmp_path)
    plan = grow(corpus, "./site")
    (tmp_path / "link").symlink_to(site)
    assert grow(corpus, site, "site", "link").shards == plan.shards
    (site / "a.html").write_text("<p>another text")
    after = grow(corpus, site)
    assert after.shards != plan.shards
    assert [one.path for one in read_portions(corpus, after)] == ["./site/a.html", "./site/b.html"]


def test_partitions_hold_half_a_gigabyte() -> None:
    counts = {1: 4, 9: 64, 100: 256, 1000: 4096, 10_000: 4096, 100_000: 4096}
    for size, partitions in counts.items():
        assert plan_module._count_partitions(size * GIBIBYTE) == partitions
    assert plan_module._count_partitions(100 * MEBIBYTE) == 1


def test_late_shards_are_large() -> None:
    sizes = [plan_module._shard_bytes(number) for number in range(1000)]
    assert sizes[0] == 4 * MEBIBYTE
    assert sizes[-1] == 2 * GIBIBYTE
    assert sizes == sorted(sizes)


def test_an_archive_that_fits_into_a_shard_is_not_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("it is cut")

    archive = write_archive(tmp_path / "web.warc.gz", make_site("a.example", 12))
    monkeypatch.setattr(plan_module, "_FIRST_BYTES", 1)
    monkeypatch.setattr(plan_module, "_shard_bytes", lambda _: 10 * archive.stat().st_size)
    monkeypatch.setattr(cutting, "cut_archive", refuse)
    assert len(grow(tmp_path / "corpus", archive).shards) == 1


def read_plan(corpus: Path) -> dict[str, bytes]:
    """Return all that a plan has written."""
    files = (path for path in corpus.rglob("*") if path.is_file())
    return {str(path.relative_to(corpus)): path.read_bytes() for path in files}


def cut_in_children(archives: Iterable[Archive | None]) -> Generator[Cuts, None, None]:
    return LocalEngine().cut(Workers(2), archives)


def find_no_cuts(archives: Iterable[Archive | None]) -> Generator[Cuts, None, None]:
    """Find nothing, as a node does that sees no source."""
    yield from (None for _ in archives)


def find_all_first(archives: Iterable[Archive | None]) -> Generator[Cuts, None, None]:
    """Look at all archives before the first is needed, when shards are at their smallest."""
    yield from [None if one is None else find_cuts_of(one) for one in archives]


@pytest.mark.parametrize("cutter", [cut_in_children, find_no_cuts, find_all_first])
def test_archives_that_are_cut_ahead_make_the_same_plan(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch, cutter: Cutter
) -> None:
    monkeypatch.setattr(plan_module, "_FIRST_BYTES", 6000)
    monkeypatch.setattr(plan_module, "_SHARDS_OF_A_SIZE", 3)
    sources: list[str] = []
    for number, pages in enumerate([3, 9, 1, 14, 2, 9, 9, 12, 3]):
        name = f"{number}.warc" if number % 4 == 1 else f"{number}.warc.gz"
        sources.append(str(write_archive(tmp_path / name, make_site(f"{number}.example", pages))))
    (tmp_path / "broken.warc.gz").write_bytes(Path(sources[3]).read_bytes()[:-100])
    names = [*sources[:5], str(site), str(tmp_path / "broken.warc.gz"), "gone.html", *sources[5:]]
    for corpus, own in (("here", None), ("ahead", cutter)):
        (tmp_path / corpus).mkdir()
        store = Store.at(tmp_path / corpus)
        grow_plan(store, names[:6], {}, None, cutter=own)
        plan = grow_plan(store, names[6:], {}, None, cutter=own)
    assert read_plan(tmp_path / "ahead") == read_plan(tmp_path / "here")
    portions = read_portions(tmp_path / "ahead", plan)
    assert any(one.start for one in portions)
    assert any(one.is_archive and not one.start and one.end is None for one in portions)


def test_up_to_a_limit_nothing_is_cut_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> Generator[Cuts, None, None]:
        raise AssertionError("it is cut")

    monkeypatch.setattr(plan_module, "_FIRST_BYTES", 6000)
    archive = write_archive(tmp_path / "web.warc.gz", make_site("a.example", 12))
    plan = grow_plan(Store.at(tmp_path / "corpus"), [str(archive)], {}, 5, cutter=refuse)
    assert count_pages(tmp_path / "corpus", plan) == 5


def test_a_child_that_dies_costs_no_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(_: Archive) -> Cuts:
        os._exit(9)

    monkeypatch.setattr(engine, "find_cuts_of", die)
    archive = write_archive(tmp_path / "web.warc.gz", make_site("a.example", 12))
    (portion,) = list_portions([str(archive)])
    assert isinstance(portion, Portion)
    assert list(cut_in_children([None, Archive(portion, 1), None])) == [None, None, None]


def test_a_watch_hears_what_is_listed(site: Path, tmp_path: Path) -> None:
    watch = Listening()
    grow(tmp_path / "corpus", site, watch=watch)
    assert watch.sizes == [4, 4]
