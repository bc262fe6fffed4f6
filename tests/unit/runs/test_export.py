from __future__ import annotations

import csv
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.corpora import forge, make_corpus

import zaru
from zaru.corpus.identity import page_id
from zaru.errors import Failure, FormatError, OutputFailed, RunLocked
from zaru.io.corpus import Corpus
from zaru.io.lock import FolderLock
from zaru.io.schema import PAGES
from zaru.page import Page
from zaru.runs.export import FORMATS, STATE_NAME, Form, Part, export

EXAMPLES = Path(__file__).parents[3] / "examples"
PAGE_LIST = [page for page in zaru.read([EXAMPLES]) if isinstance(page, Page)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_corpus(tmp_path_factory.mktemp("corpus"), PAGE_LIST, files=3)


@pytest.fixture
def corpus(folder: Path) -> Corpus:
    return Corpus(folder)


def run(corpus: Corpus, target: Path, form: Form, **options: Any) -> list[Part | Failure]:
    settings = {"jobs": 2, "deadline_seconds": 60, "memory_bytes": 2**32, **options}
    return list(export(corpus, target, form, **settings))


def counts(parts: list[Part | Failure]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for part in parts:
        assert isinstance(part, Part), part
        assert part.failures == []
        total += part.counts
    return dict(total)


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_markdown_is_a_file_a_page_with_front_matter(corpus: Corpus, tmp_path: Path) -> None:
    assert counts(run(corpus, tmp_path, Form("markdown"))) == {"written": len(PAGE_LIST)}
    for page in PAGE_LIST:
        own, content = page_id(page), zaru.extract(page)
        text = (tmp_path / own[:2] / f"{own}.md").read_text()
        _, front, body = text.split("---\n", 2)
        about = yaml.safe_load(front)
        assert about.pop("id") == own
        assert about.pop("source") == page.origin.source
        assert about == {
            name: value
            for name in ("title", "url", "date", "author", "language")
            if (value := getattr(content, name)) is not None
        }
        assert body.strip("\n") == content.to_markdown().strip("\n")


def test_rows_are_those_of_the_corpus(corpus: Corpus, tmp_path: Path) -> None:
    run(corpus, tmp_path, Form("jsonl"))
    files = sorted(path for path in tmp_path.iterdir() if path.suffix == ".jsonl")
    assert [path.name for path in files] == ["00000.jsonl", "00001.jsonl", "00002.jsonl"]
    rows = [json.loads(line) for path in files for line in path.read_bytes().splitlines()]
    assert rows == [page.row for page in corpus]
    assert list(rows[0]) == list(PAGES)


def test_cells_are_single_values(tmp_path: Path) -> None:
    page = Page.from_bytes("<title>=1+2</title><p>一行目。<p>二行目。".encode(), url="http://a.jp/")
    corpus = Corpus(make_corpus(tmp_path / "corpus", [page], files=1))
    run(corpus, tmp_path / "out", Form("csv"))
    with (tmp_path / "out/00000.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["head_title.text"] == "'=1+2"
    assert row["text"] == next(corpus.pages()).text
    assert (row["original.file"], row["is_japanese"]) == ("originals/00000.warc.gz", "true")
    assert (row["duplicate_of"], row["sentences"]) == ("", "2")
    assert not {"blocks", "marks", "inexact"} & row.keys()


@pytest.mark.parametrize("format_", FORMATS)
def test_a_second_run_writes_what_is_missing(corpus: Corpus, tmp_path: Path, format_: str) -> None:
    form = Form(format_)
    first = counts(run(corpus, tmp_path, form))
    before = read_all(tmp_path)
    again = counts(run(corpus, tmp_path, form))
    assert again.get("written", 0) == 0
    assert again["done before"] == first["written"]
    lost = sorted(name for name in before if name.endswith(form.suffix) and "map" not in name)[::2]
    for name in lost:
        (tmp_path / name).unlink()
    assert counts(run(corpus, tmp_path, form))["written"] > 0
    assert read_all(tmp_path) == before


def test_japanese_pages_have_files_and_are_in_the_map(corpus: Corpus, tmp_path: Path) -> None:
    run(corpus, tmp_path / "out", Form("standard-format", extended=True))
    lines = [json.loads(line) for line in (tmp_path / "out/map.jsonl").read_bytes().splitlines()]
    japanese = [page for page in PAGE_LIST if zaru.to_standard_format(page) is not None]
    assert {line["id"] for line in lines} == set(map(page_id, japanese))
    keys = ["id", "doc_id", "url", "page", "offset", "file"]
    assert all(list(line) == keys for line in lines)
    for line in lines:
        found = zaru.read_standard_format(tmp_path / "out" / line["file"])
        assert found.url == line["url"]


def test_an_export_of_something_else_leaves_nothing_of_the_last(
    corpus: Corpus, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    for format_ in FORMATS:
        run(corpus, tmp_path / format_, Form(format_))
        (out / "ab").mkdir(parents=True, exist_ok=True)
        (out / "ab/mine.xml").write_text("mine")
        run(corpus, out, Form(format_))
        mine = {"ab/mine.xml": b"mine"}
        assert read_all(out) == {**read_all(tmp_path / format_), **mine}


def test_what_was_begun_with_another_corpus_is_begun_again(corpus: Corpus, tmp_path: Path) -> None:
    """Also when the run that began it was killed: the state is written last."""
    run(corpus, tmp_path, Form("markdown"))
    before = read_all(tmp_path)
    stale = next(path for path in tmp_path.rglob("*.md"))
    stale.write_text("of another corpus")
    (tmp_path / STATE_NAME).write_text('{"corpus": "another"}')
    assert counts(run(corpus, tmp_path, Form("markdown"))) == {"written": len(PAGE_LIST)}
    assert read_all(tmp_path) == before


@pytest.mark.parametrize("format_", FORMATS)
def test_a_run_that_was_stopped_goes_on(corpus: Corpus, tmp_path: Path, format_: str) -> None:
    run(corpus, tmp_path / "whole", Form(format_))
    settings: dict[str, Any] = {"jobs": 1, "deadline_seconds": 60, "memory_bytes": 2**32}
    parts = export(corpus, tmp_path / "out", Form(format_), **settings)
    next(parts)
    parts.close()
    assert read_all(tmp_path / "out") != read_all(tmp_path / "whole")
    assert counts(run(corpus, tmp_path / "out", Form(format_)))["done before"] > 0
    assert read_all(tmp_path / "out") == read_all(tmp_path / "whole")


def test_damage_costs_what_it_hits(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path / "corpus", PAGE_LIST, files=2)
    path = folder / "sentences/00000.parquet"
    path.write_bytes(path.read_bytes()[:-9])
    parts = run(Corpus(folder), tmp_path / "out", Form("standard-format"))
    (failure,) = (part for part in parts if isinstance(part, Failure))
    assert failure.error == "FormatError"
    assert "sentences/00000.parquet cannot be read" in failure.message
    assert list((tmp_path / "out").rglob("*.xml"))


def test_two_exports_to_one_folder_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    with FolderLock(tmp_path), pytest.raises(RunLocked):
        run(corpus, tmp_path, Form("jsonl"))


def test_a_folder_that_cannot_be_written_is_said(corpus: Corpus) -> None:
    with pytest.raises(OutputFailed, match="cannot be written"):
        run(corpus, Path("/dev/null/out"), Form("jsonl"))


def test_pages_are_told_as_they_are_done(corpus: Corpus, tmp_path: Path) -> None:
    told: list[int] = []
    run(corpus, tmp_path, Form("markdown"), tell=told.append)
    assert sum(told) == len(PAGE_LIST)
    run(corpus, tmp_path / "rows", Form("csv"))
    told.clear()
    run(corpus, tmp_path / "rows", Form("csv"), tell=told.append)
    assert sum(told) == len(PAGE_LIST)


def test_files_of_killed_exports_are_cleared_away(corpus: Corpus, tmp_path: Path) -> None:
    part = tmp_path / "ab" / f".x.{'0' * 32}.part"
    part.parent.mkdir()
    part.write_bytes(b"half")
    os.utime(part, (1, 1))
    run(corpus, tmp_path, Form("jsonl"))
    assert not part.exists()


@pytest.mark.parametrize("name", ["2024.csv", "map.jsonl", f"ab/{'ab' * 16}.md"])
@pytest.mark.parametrize("format_", ["jsonl", "markdown"])
def test_files_of_somebody_else_are_left_alone(
    corpus: Corpus, tmp_path: Path, name: str, format_: str
) -> None:
    """A folder that no export has written, with files that an export might have."""
    mine = tmp_path / name
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("mine")
    with pytest.raises(OutputFailed, match="give another folder") as caught:
        run(corpus, tmp_path, Form(format_))
    assert str(mine) in str(caught.value)
    assert read_all(tmp_path) == {name: b"mine"}


def test_an_export_that_was_killed_at_its_very_beginning_goes_on(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(corpus, tmp_path / "whole", Form("markdown"))
    with monkeypatch.context() as patch:
        patch.setattr("zaru.runs.export.map_in_children", None)
        with pytest.raises(TypeError):
            run(corpus, tmp_path / "out", Form("markdown"))
    assert (tmp_path / "out/map.jsonl").exists()
    (tmp_path / "out" / STATE_NAME).write_text("{}")  # as it is until the map is there
    run(corpus, tmp_path / "out", Form("markdown"))
    assert read_all(tmp_path / "out") == read_all(tmp_path / "whole")


@pytest.mark.parametrize("id_", ["../evil", "ab/../../evil", "A" * 32, ""])
@pytest.mark.parametrize("format_", ["standard-format", "markdown"])
def test_a_foreign_corpus_names_no_file_elsewhere(tmp_path: Path, id_: str, format_: str) -> None:
    folder = make_corpus(tmp_path / "corpus", PAGE_LIST[:2], files=1)
    forge(folder, "id", id_)
    with pytest.raises(FormatError, match="is not one of a page"):
        run(Corpus(folder), tmp_path / "a/b/out", Form(format_))
    assert not list(tmp_path.rglob("*evil*"))
