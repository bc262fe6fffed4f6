from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zaru.errors import Failure, FormatError, OutputFailed, RunLocked, ToolMissing, UsageError
from zaru.io.lock import LOCK_NAME, FolderLock
from zaru.page import Page
from zaru.runs.folders import Convert, Converted, Outcome, convert_folder
from zaru.runs.ledger import LEDGER_NAME
from zaru.runs.outputs import MAP_NAME

Results = list[Outcome | Failure]


def convert(page: Page) -> Converted | None:
    """Convert as the tests expect: small letters are refused, "bad" fails."""
    if "bad" in page.html:
        raise FormatError("bad page")
    if page.html.islower():
        return None
    return Converted(f"{page.url} {page.time} {page.html}".encode("utf-8", "surrogateescape"))


def fill(folder: Path, pages: dict[str, str]) -> Path:
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def read(folder: Path) -> dict[str, str]:
    """Return all files below *folder* except the ledger and the map."""
    others = (LEDGER_NAME, MAP_NAME)
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name not in others]
    return {str(path.relative_to(folder)): path.read_text() for path in paths}


def run(source: Path, target: Path, work: Convert = convert, **options: Any) -> Results:
    settings = {"plan": {"run": "test"}, "jobs": 2, "deadline_seconds": 60, **options}
    return list(convert_folder(source, target, lambda: work, **settings))


def kinds(results: Results) -> list[str]:
    return [result.kind if isinstance(result, Outcome) else result.error for result in results]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    pages = {"a.html": "<P>A", "b/c.htm": "<P>C", "b/d.html": "<p>d", "e.html": "<p>bad"}
    return fill(tmp_path / "pages", pages)


def test_pages_become_outputs_of_their_names(source: Path, tmp_path: Path) -> None:
    assert run(source, tmp_path / "out") == [
        Outcome("a.html", "converted", "a.xml"),
        Outcome("b/c.htm", "converted", "b/c.htm.xml"),
        Outcome("b/d.html", "refused", None),
        Failure("convert", str(source / "e.html"), None, "FormatError", "bad page"),
    ]
    assert read(tmp_path / "out") == {
        "a.xml": "None None <P>A",
        "b/c.htm.xml": "None None <P>C",
    }


def test_a_second_run_does_only_what_failed(source: Path, tmp_path: Path) -> None:
    run(source, tmp_path / "out")
    before = (tmp_path / "out" / LEDGER_NAME).read_bytes()
    assert kinds(run(source, tmp_path / "out")) == ["skipped"] * 3 + ["FormatError"]
    assert (tmp_path / "out" / LEDGER_NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(
            lambda source, _out: (source / "a.html").write_text("<P>ANEW"),
            ["converted", "skipped", "skipped", "FormatError"],
            id="page-changed",
        ),
        pytest.param(
            lambda source, _out: os.utime(source / "b/d.html", ns=(1, 1)),
            ["skipped", "skipped", "refused", "FormatError"],
            id="page-touched",
        ),
        pytest.param(
            lambda _source, out: (out / "a.xml").unlink(),
            ["converted", "skipped", "skipped", "FormatError"],
            id="output-lost",
        ),
        pytest.param(
            lambda source, _out: fill(source, {"aa.html": "<P>AA"}),
            ["skipped", "converted", "skipped", "skipped", "FormatError"],
            id="page-came",
        ),
        pytest.param(
            lambda source, _out: (source / "a.html").unlink(),
            ["skipped", "skipped", "FormatError"],
            id="page-went",
        ),
        pytest.param(
            lambda source, _out: fill(
                source, {"index.jsonl": json.dumps({"page": "a.html", "url": "https://e.jp/"})}
            ),
            ["converted", "skipped", "skipped", "FormatError"],
            id="address-came",
        ),
        pytest.param(
            lambda _source, out: (out / LEDGER_NAME).unlink(),
            ["converted", "converted", "refused", "FormatError"],
            id="ledger-lost",
        ),
    ],
)
def test_what_changed_is_done_again(
    source: Path, tmp_path: Path, change: Callable[[Path, Path], object], expected: list[str]
) -> None:
    run(source, tmp_path / "out")
    change(source, tmp_path / "out")
    assert kinds(run(source, tmp_path / "out")) == expected


def test_another_plan_does_all_again_and_says_so_once(source: Path, tmp_path: Path) -> None:
    told: list[str] = []
    run(source, tmp_path / "out", tell=told.append)
    assert told == []
    again = run(source, tmp_path / "out", plan={"run": "other"}, tell=told.append)
    assert kinds(again) == ["converted", "converted", "refused", "FormatError"]
    assert len(told) == 1


@pytest.mark.parametrize(("text", "kind"), [("<p>d", "refused"), ("<p>bad", "FormatError")])
def test_a_page_without_output_loses_its_old_one(tmp_path: Path, text: str, kind: str) -> None:
    source = fill(tmp_path / "pages", {"a.html": "<P>A"})
    run(source, tmp_path / "out")
    fill(source, {"a.html": text})
    assert kinds(run(source, tmp_path / "out")) == [kind]
    assert read(tmp_path / "out") == {}


def test_an_index_gives_addresses(tmp_path: Path) -> None:
    index = {"page": "b/c.html", "url": "https://e.jp/c", "time": "2024-05-01T00:00:00Z"}
    source = fill(tmp_path / "pages", {"b/c.html": "<P>C", "index.jsonl": json.dumps(index)})
    run(source, tmp_path / "out")
    assert read(tmp_path / "out") == {"b/c.xml": "https://e.jp/c 2024-05-01T00:00:00Z <P>C"}


def test_names_need_not_be_text(tmp_path: Path) -> None:
    source = fill(tmp_path / "pages", {"\udcff\udc80.html": "<P>A", "日本/b.html": "<P>B"})
    for kind in ("converted", "skipped"):
        assert run(source, tmp_path / "out") == [
            Outcome("日本/b.html", kind, "日本/b.xml"),
            Outcome("\udcff\udc80.html", kind, "\udcff\udc80.xml"),
        ]
    for line in (tmp_path / "out" / LEDGER_NAME).read_text("utf-8").splitlines():
        json.loads(line)


def test_gzip_is_undone(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "c.html.gz").write_bytes(gzip.compress(b"<P>C"))
    assert run(tmp_path / "pages", tmp_path / "out") == [
        Outcome("c.html.gz", "converted", "c.html.gz.xml")
    ]
    assert read(tmp_path / "out") == {"c.html.gz.xml": "None None <P>C"}


@pytest.mark.parametrize(
    ("pages", "words"),
    [
        pytest.param({"x.warc": "WARC/1.0\r\n"}, "head does not end", id="archive"),
        pytest.param({"x.warc.gz": ""}, "empty file", id="empty-archive"),
        pytest.param({"x": "WARC/1.0\r\n"}, "ends in .warc or .warc.gz", id="archive-by-bytes"),
        pytest.param({"x.warc": "", "x.warc.pages/x.css": ""}, "rename one of them", id="pages"),
        pytest.param({"x.html": ""}, "empty file", id="empty"),
        pytest.param({"x.html": "%PDF-1.4"}, "looks like a PDF", id="pdf"),
        pytest.param({"x.xml/y.css": "", "x.html": "<P>X"}, "a folder of that name", id="folder"),
    ],
)
def test_what_is_no_page_is_a_failure(tmp_path: Path, pages: dict[str, str], words: str) -> None:
    source = fill(tmp_path / "pages", {**pages, "good.html": "<P>GOOD"})
    good, failure = run(source, tmp_path / "out")
    assert isinstance(good, Outcome)
    assert isinstance(failure, Failure)
    assert words in failure.message
    assert read(tmp_path / "out") == {"good.xml": "None None <P>GOOD"}


def test_two_pages_of_one_output_are_told(tmp_path: Path) -> None:
    source = fill(tmp_path / "pages", {"a": "<!DOCTYPE html><P>BARE", "a.html": "<P>A"})
    for kind in ("converted", "skipped"):
        failure, outcome = run(source, tmp_path / "out")
        assert isinstance(failure, Failure)
        assert str(failure).endswith("/a: a.html beside it would also become a.xml; "
                                     "rename one of them")  # fmt: skip
        assert outcome == Outcome("a.html", kind, "a.xml")
        assert read(tmp_path / "out") == {"a.xml": "None None <P>A"}


@pytest.mark.parametrize("target", ["pages", "pages/out", "pages/../pages/b", "link/out"])
def test_outputs_must_not_lie_among_the_pages(source: Path, tmp_path: Path, target: str) -> None:
    (tmp_path / "link").symlink_to(source)
    with pytest.raises(UsageError, match="outputs would be read as pages"):
        convert_folder(
            source, tmp_path / target, lambda: convert, plan={}, jobs=1, deadline_seconds=1
        )


def test_a_source_must_be_a_folder(source: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder"):
        run(source / "a.html", tmp_path / "out")


def test_an_error_of_prepare_is_the_callers(source: Path, tmp_path: Path) -> None:
    def prepare() -> Convert:
        raise ToolMissing("run: pip install juman")

    results = convert_folder(
        source, tmp_path / "out", prepare, plan={}, jobs=2, deadline_seconds=60
    )
    with pytest.raises(ToolMissing, match="pip install juman"):
        list(results)


def test_only_one_run_writes_to_a_folder(source: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with FolderLock(tmp_path / "out"), pytest.raises(RunLocked):
        run(source, tmp_path / "out")
    assert kinds(run(source, tmp_path / "out"))[0] == "converted"


def test_a_target_that_cannot_be_made_is_an_output_that_failed(
    source: Path, tmp_path: Path
) -> None:
    (tmp_path / "out").touch()
    with pytest.raises(OutputFailed, match="out: cannot be written: File exists"):
        run(source, tmp_path / "out")


def test_a_run_that_is_left_early_goes_on_later(source: Path, tmp_path: Path) -> None:
    results = convert_folder(
        source, tmp_path / "out", lambda: convert, plan={"run": "test"}, jobs=1,
        deadline_seconds=60,
    )  # fmt: skip
    assert next(results) == Outcome("a.html", "converted", "a.xml")
    results.close()
    assert kinds(run(source, tmp_path / "out"))[0] == "skipped"


def test_parts_of_killed_runs_are_removed(source: Path, tmp_path: Path) -> None:
    fill(tmp_path / "out", {f"b/.c.xml.{'0' * 32}.part": "half"})
    run(source, tmp_path / "out")
    assert set(read(tmp_path / "out")) == {"a.xml", "b/c.htm.xml"}


def test_an_output_that_could_take_the_place_of_a_page_is_refused(tmp_path: Path) -> None:
    source = fill(tmp_path / "pages", {"x.xml": "<P>A", "pages/x.html": "<p>b"})
    with pytest.raises(UsageError, match="could take the place of a page"):
        run(source, tmp_path)
    assert (source / "x.xml").exists()


def test_another_suffix_replaces_the_outputs(source: Path, tmp_path: Path) -> None:
    run(source, tmp_path / "out")
    run(source, tmp_path / "out", suffix=".txt")
    assert set(read(tmp_path / "out")) == {"a.txt", "b/c.htm.txt"}


def test_a_child_does_not_hold_the_lock(source: Path, tmp_path: Path) -> None:
    def locks_held(_page: Page) -> Converted:
        names = [
            str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.is_symlink()
        ]
        return Converted(str(sum(name.endswith(LOCK_NAME) for name in names)).encode())

    run(source, tmp_path / "out", locks_held)
    assert read(tmp_path / "out")["a.xml"] == "0"


def test_what_did_not_cost_the_page_is_told(source: Path, tmp_path: Path) -> None:
    lost = Failure("annotate", "a.html", 3, "ToolTimeout", "no answer")
    results = run(source, tmp_path / "out", lambda _page: Converted(b"x", (lost,)))
    assert all(isinstance(result, Outcome) and result.failures == (lost,) for result in results)
    assert set(read(tmp_path / "out").values()) == {"x"}
    again = run(source, tmp_path / "out", lambda _page: Converted(b"y"))
    assert kinds(again) == ["skipped"] * len(results)  # a sentence's failure is no page's


def test_a_run_is_completed_with_all_outputs_unless_nothing_changed(
    source: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    calls: list[list[tuple[str, Path]]] = []
    complete = {"complete": lambda pages: calls.append(list(pages()))}
    run(source, target, **complete)
    assert calls == [[("a.html", target / "a.xml"), ("b/c.htm", target / "b/c.htm.xml")]]
    run(source, target, **complete)
    assert len(calls) == 1
    (target / "a.xml").unlink()
    run(source, target, **complete)
    assert len(calls) == 2
    (source / "a.html").unlink()
    run(source, target, **complete)
    assert calls[2:] == [[("b/c.htm", target / "b/c.htm.xml")]]


def test_a_run_whose_completion_was_interrupted_is_completed_by_the_next(
    source: Path, tmp_path: Path
) -> None:
    def interrupt(_pages: object) -> None:
        raise KeyboardInterrupt

    calls: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        run(source, tmp_path / "out", complete=interrupt)
    run(source, tmp_path / "out", complete=lambda _pages: calls.append(1))
    run(source, tmp_path / "out", complete=lambda _pages: calls.append(2))
    assert calls == [1]
