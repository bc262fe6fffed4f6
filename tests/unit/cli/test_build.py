"""`zaru build` as its user sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from zaru.cli import cli
from zaru.io.store import LocalStore
from zaru.runs.build.report import FAILURES

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["build", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_the_report_is_a_table_and_says_what_to_do_next(tmp_path: Path) -> None:
    code, out, words = run(EXAMPLES / "shinbun", "-o", tmp_path / "corpus")
    assert (code, out) == (0, "")
    assert "17 pages in = 17 kept + 0 dropped + 0 failed" in words
    assert "languages  ja 17" in words
    assert "zaru serve" in words.splitlines()[-1]


def test_the_report_as_json_and_no_words(tmp_path: Path) -> None:
    code, out, words = run(EXAMPLES / "shop", "-o", tmp_path / "corpus", "--json", "-q")
    assert (code, words) == (0, "")
    report = json.loads(out)
    assert report["pages"] == {"in": 16, "kept": 16, "dropped": 0, "failed": 0}
    assert report["digest"] == json.loads((tmp_path / "corpus/corpus.json").read_text())["digest"]


def test_failures_are_copied_and_the_code_is_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = LocalStore.read
    monkeypatch.setattr(
        LocalStore,
        "read",
        lambda self, name: pytest.fail("at once") if name == FAILURES else read(self, name),
    )
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/empty.html").write_bytes(b"")
    (tmp_path / "pages/a.html").write_text("<p>" + "some words here. " * 30)
    log = tmp_path / "failures.jsonl"
    code, _, words = run(tmp_path / "pages", "-o", tmp_path / "corpus", "--failures", log)
    assert code == 1
    assert "2 pages in = 1 kept + 0 dropped + 1 failed" in words
    assert json.loads(log.read_text())["source"].endswith("empty.html")


def test_what_could_not_be_listed_is_there_in_the_second_run(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>" + "some words here. " * 30)
    sources, corpus = (tmp_path / "a.html", tmp_path / "b.html"), tmp_path / "corpus"
    code, _, words = run(*sources, "-o", corpus, "-v")
    assert code == 1
    assert "2 pages in = 1 kept + 0 dropped + 1 failed" in words
    assert "planning" in words
    (tmp_path / "b.html").write_text("<p>" + "other words there. " * 30)
    code, _, words = run(*sources, "-o", corpus)
    assert code == 0
    assert "2 pages in = 2 kept + 0 dropped + 0 failed" in words


def test_a_limit_that_was_reached_is_told(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.html").write_text(f"<p>{name * 300}")
    run(tmp_path / "a.html", "-o", tmp_path / "corpus", "--limit", "1")
    code, _, words = run(tmp_path / "b.html", "-o", tmp_path / "corpus", "--limit", "1")
    assert code == 0
    assert "the limit was reached when the corpus was begun" in words
    about = json.loads((tmp_path / "corpus/corpus.json").read_text())
    assert about["sources"] == [str(tmp_path / "a.html")]


def test_no_input_is_3(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, _, words = run(tmp_path / "empty", "-o", tmp_path / "corpus")
    assert code == 3
    assert "0 pages in" in words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--drop", "duplicate"], "did you mean 'duplicates'"),
        (["--mask", "names"], "is none of pii"),
        (["--address", "auto"], "--engine ray"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path: Path, options: list[str], words: str) -> None:
    from zaru.errors import UsageError

    with pytest.raises(UsageError, match=words):
        run(EXAMPLES / "shop", "-o", tmp_path / "corpus", *options)
    assert not (tmp_path / "corpus").exists()
