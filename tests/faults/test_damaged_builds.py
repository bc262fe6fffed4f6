"""`zaru build` with a ledger that is damaged, sources that change, tools that die, full disks."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.faults.builds import (
    DROPPED,
    FAILED,
    KEPT,
    SIZES,
    assert_nothing_half,
    assert_same,
    copy,
    damage,
    do_before,
    list_left,
    read_corpus,
    stop_before,
)
from tests.faults.processes import Start, finish
from tests.unit.annotators.tools import JUMAN, write_tool

from zaru.errors import RunError
from zaru.runs import plan as plan_module
from zaru.runs.build.build import build as build_here
from zaru.runs.workers import Workers

MORE = 3  # pages beside those of the archives
STAGES = ("sketch", "judge", "make", "compare", "settle", "link", "finish")
KINDS = [
    *("plan.json", "shards.jsonl", "sketch.members", "sketch.failures", "judge.choices"),
    *("make.pages", "make.sentences", "make.links", "make.warc.gz", "make.failures"),
    *("make.bands", "make.addresses", "make.targets", "make.paragraphs", "settle.dropped"),
    *("compare.duplicates", "compare.repeated"),
    *("link.links", "link.in_links", "link.paragraphs", *(f"{stage}.json" for stage in STAGES)),
]


@pytest.fixture
def unfinished(tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a corpus whose run was killed just before its end; small shards from here on."""
    for name, size in SIZES.items():
        monkeypatch.setattr(plan_module, name, size)
    corpus = copy(whole, tmp_path / "corpus")
    (corpus / "corpus.json").unlink()
    return corpus


def list_kinds(corpus: Path) -> dict[str, Path]:
    """Return a file of each kind that the ledger of *corpus* has, none of them empty."""
    kinds: dict[str, Path] = {}
    for path in sorted((corpus / "work").rglob("*.*")):
        first, _, last = path.relative_to(corpus / "work").as_posix().partition(".")
        if path.stat().st_size:
            kinds.setdefault(f"{first.partition('/')[0]}.{last}", path)
    return kinds


def test_every_kind_of_file_is_flipped(whole: Path) -> None:
    assert sorted(list_kinds(whole)) == sorted(KINDS)


@pytest.mark.parametrize("kind", KINDS[2:])
def test_a_flipped_bit_of_the_ledger_costs_time(
    unfinished: Path, web: Path, whole: Path, kind: str
) -> None:
    damage(list_kinds(unfinished)[kind], Random(kind), "flip")
    build_here(web, unfinished, workers=Workers(2))
    assert_same(unfinished, whole)


@pytest.mark.parametrize("kind", KINDS[:2])
def test_a_flipped_bit_of_the_plan_is_told(
    unfinished: Path, web: Path, whole: Path, kind: str
) -> None:
    damage(list_kinds(unfinished)[kind], Random(kind), "flip")
    with pytest.raises(RunError, match="broken; --new"):
        build_here(web, unfinished, workers=Workers(2))
    assert_nothing_half(unfinished, whole)
    build_here(web, unfinished, workers=Workers(2), new=True)
    assert_same(unfinished, whole)


def test_a_bit_that_a_draft_and_the_corpus_share(unfinished: Path, web: Path, whole: Path) -> None:
    (unfinished / "originals/000001.warc.gz").unlink()
    os.link(unfinished / "work/make/000001.warc.gz", unfinished / "originals/000001.warc.gz")
    damage(unfinished / "work/make/000001.warc.gz", Random(1), "flip")
    build_here(web, unfinished, workers=Workers(2))
    assert_same(unfinished, whole)


@pytest.mark.parametrize("how", ["cut", "zeros", "gone"])
def test_a_ledger_of_which_much_is_lost(unfinished: Path, web: Path, whole: Path, how: str) -> None:
    files = [path for path in sorted(unfinished.rglob("work/*/*")) if path.parent.name != "shards"]
    for path in files[::5]:
        damage(path, Random(path.name), how)
    build_here(web, unfinished, workers=Workers(2))
    assert_same(unfinished, whole)


def test_a_plan_that_is_gone_is_told_and_half_a_plan_is_none(
    unfinished: Path, web: Path, whole: Path
) -> None:
    (unfinished / "work/plan.json").unlink()
    with pytest.raises(RunError, match="--new"):
        build_here(web, unfinished, workers=Workers(2))
    for name in (*STAGES, "../pages", "../sentences", "../links", "../originals"):
        shutil.rmtree(unfinished / "work" / name)  # now it is as when the plan was being made
    build_here(web, unfinished, workers=Workers(2))
    assert_same(unfinished, whole)


def test_the_words_of_a_broken_plan_are_one_line(build: Start, unfinished: Path, web: Path) -> None:
    (unfinished / "work/plan.json").write_bytes(b"{")
    code, words, errors = finish(build(web, "-o", unfinished))
    assert (code, words) == (4, "")
    assert errors.endswith("work/plan.json is broken; --new builds the corpus anew\n")
    assert errors.count("\n") == 1


def test_another_version_is_refused(build: Start, unfinished: Path, web: Path) -> None:
    hook = "import zaru._version; zaru._version.__version__ = '99.0'"
    code, _, errors = finish(build(web, "-o", unfinished, hook=hook))
    assert code == 4
    assert "zaru was " in errors
    assert "and is '99.0'" in errors
    assert errors.count("\n") == 1


@pytest.fixture
def sources(tmp_path: Path, web: Path) -> Path:
    """Return sources that may be changed: archives and pages."""
    folder = copy(web, tmp_path / "sources")
    for number in range(MORE):
        (folder / f"{number}.html").write_text(f"<p>{f'これは{number}番の文章です。' * 30}")
    return folder


def assert_counted(corpus: Path, *, lost: int) -> None:
    """Fail unless all pages of `sources` are accounted for, of which so many are *lost*."""
    kept, failed = KEPT + MORE - lost, FAILED + lost
    pages = {"in": kept + DROPPED + failed, "kept": kept, "dropped": DROPPED, "failed": failed}
    assert json.loads((corpus / "report.json").read_text())["pages"] == pages


@pytest.mark.parametrize("change", ["other", "cut", "gone"])
def test_sources_that_change_between_runs(
    tmp_path: Path, build: Start, sources: Path, change: str
) -> None:
    killed = build(sources, "-o", tmp_path / "corpus", hook=stop_before("make"))
    assert finish(killed)[0] == -signal.SIGKILL
    page = sources / "1.html"
    if change == "other":
        page.write_text(f"<p>{'これは新しい文章です。' * 30}")
    elif change == "cut":
        page.write_bytes(page.read_bytes()[:100])
    else:
        page.unlink()
    assert finish(build(sources, "-o", tmp_path / "corpus"))[0] == 1
    assert_counted(tmp_path / "corpus", lost=int(change == "gone"))
    if change == "other":  # as a run that has seen nothing else
        assert finish(build(sources, "-o", tmp_path / "again"))[0] == 1
        assert read_corpus(tmp_path / "corpus") == read_corpus(tmp_path / "again")


def test_a_source_that_is_away_for_a_time(tmp_path: Path, build: Start, sources: Path) -> None:
    """It vanishes between the passes; the pages behind it in its shard must not take its place."""
    assert finish(build(sources, "-o", tmp_path / "whole"))[0] == 1
    hook = do_before("make", f"os.rename({str(sources / '1.html')!r}, {str(tmp_path / 'away')!r})")
    assert finish(build(sources, "-o", tmp_path / "corpus", hook=hook))[0] == 1
    assert_counted(tmp_path / "corpus", lost=1)
    assert "FileNotFoundError" in (tmp_path / "corpus/failures.jsonl").read_text()
    (tmp_path / "away").rename(sources / "1.html")
    assert finish(build(sources, "-o", tmp_path / "corpus"))[0] == 1
    assert_same(tmp_path / "corpus", tmp_path / "whole")


def test_an_annotator_that_is_missing_is_told_before_the_first_page(
    tmp_path: Path, build: Start, web: Path
) -> None:
    hook = """
import os
os.environ["PATH"] = ""
from zaru.annotators import loading
loading.find_spec = lambda name: None
"""
    process = build(web, "-o", tmp_path / "corpus", "--annotate", "juman", hook=hook)
    code, words, errors = finish(process)
    assert (code, words, errors.count("\n")) == (1, "", 1)
    assert "pip install 'zaru[juman]'" in errors
    assert not (tmp_path / "corpus").exists()


def test_an_annotator_that_is_lost_ends_the_run_and_not_the_corpus(
    tmp_path: Path, build: Start, web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bin").mkdir()
    tool = write_tool(tmp_path / "bin", "juman", JUMAN)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    arguments = (web, "--annotate", "juman", "--limit", "30")
    assert finish(build(*arguments, "-o", tmp_path / "whole"))[0] == 0
    hook = f"""
from zaru.annotators.juman import JumanAnnotator
annotate = JumanAnnotator.annotate

def lose(self, sentences):
    from pathlib import Path
    Path({str(tool)!r}).write_text("#!/bin/false")
    self._process.close()
    return annotate(self, sentences)

from zaru.runs import conversion
check = conversion.Conversion.open

def open_(self):
    JumanAnnotator.annotate = lose
    return check(self)

conversion.Conversion.open = open_
"""
    code, words, errors = finish(build(*arguments, "-o", tmp_path / "corpus", hook=hook))
    assert (code, words, errors.count("\n")) == (4, "", 1)
    assert "JUMAN worked when the run began and fails now" in errors
    assert not (tmp_path / "corpus/corpus.json").exists()
    write_tool(tmp_path / "bin", "juman", JUMAN)
    assert finish(build(*arguments, "-o", tmp_path / "corpus"))[0] == 0
    assert_same(tmp_path / "corpus", tmp_path / "whole")


def mount(folder: Path, options: str) -> None:
    """Mount a small disk of memory at *folder*; skips the test for those who may not."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "zaru-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder for a disk; what is mounted there is taken away again."""
    yield tmp_path / "disk"
    subprocess.run(["umount", str(tmp_path / "disk")], capture_output=True, check=False)


def assert_told(code: int, words: str, errors: str, why: str) -> None:
    """Fail unless a run ended as one does that cannot write."""
    assert (code, words, errors.count("\n")) == (4, "", 1)
    assert "cannot be written" in errors
    assert why in errors


def test_a_full_disk_ends_the_run_which_goes_on_when_there_is_room(
    build: Start, disk: Path, web: Path, whole: Path
) -> None:
    size = sum(path.stat().st_size for path in whole.rglob("*") if path.is_file())
    mount(disk, f"size={size // 2}")
    assert_told(*finish(build(web, "-o", disk / "corpus")), "No space left")
    assert list_left(disk / "corpus") == []
    assert_nothing_half(disk / "corpus", whole)
    assert_told(*finish(build(web, "-o", disk / "corpus")), "No space left")
    subprocess.run(["mount", "-o", f"remount,size={size * 4}", str(disk)], check=True)
    assert finish(build(web, "-o", disk / "corpus"))[0] == 1
    assert_same(disk / "corpus", whole)


@pytest.mark.parametrize("size", [2_000, 20_000])
def test_files_that_may_not_grow_end_the_run(
    tmp_path: Path, build: Start, web: Path, whole: Path, size: int
) -> None:
    limit = f"import resource; resource.setrlimit({resource.RLIMIT_FSIZE}, ({size}, {size}))"
    assert_told(*finish(build(web, "-o", tmp_path / "corpus", hook=limit)), "File too large")
    assert list_left(tmp_path / "corpus") == []
    assert_nothing_half(tmp_path / "corpus", whole)
    assert finish(build(web, "-o", tmp_path / "corpus"))[0] == 1
    assert_same(tmp_path / "corpus", whole)


def test_a_disk_that_is_read_only(build: Start, disk: Path, web: Path) -> None:
    mount(disk, "ro")
    code, words, errors = finish(build(web, "-o", disk / "corpus"))
    assert (code, words, errors.count("\n")) == (4, "", 1)
    assert "Read-only file system" in errors


def test_a_folder_that_is_not_ours_to_write(tmp_path: Path, build: Start, web: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    (tmp_path / "corpus").mkdir(mode=0o500)
    code, words, errors = finish(build(web, "-o", tmp_path / "corpus"))
    assert (code, words, errors.count("\n")) == (4, "", 1)
    assert "Permission denied" in errors
