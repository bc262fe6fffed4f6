"""`zaru cite` and `zaru verify` as a user calls them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.corpora import make_corpus

from zaru.page import Page

ZARU = Path(sys.executable).parent / "zaru"
TEXT = "休んでいた漁港の朝市が再開する。魚や野菜が並ぶ。"
RAW = f"<html><title>朝市</title><body><h1>朝市</h1><p>{TEXT}</p></body></html>".encode("cp932")
URL = "http://www.example.jp/asaichi"
OFFSET = RAW.index("漁港".encode("cp932"))


def run(*command: str | Path, stdin: str = "") -> tuple[int, str, str]:
    done = subprocess.run(
        [ZARU, *command], input=stdin, capture_output=True, timeout=60, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = Page.from_bytes(RAW, charset="shift_jis", url=URL)
    return make_corpus(tmp_path_factory.mktemp("corpus"), [page], files=1)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_bytes(RAW)
    return path


def test_a_span_of_a_page_of_a_corpus_is_cited(corpus: Path) -> None:
    code, out, _ = run("cite", corpus, URL, f"{OFFSET}+10", "--json")
    citation = json.loads(out)
    assert (code, citation["quote"], citation["span"]) == (0, "漁港の朝市", [OFFSET, 10])
    assert citation["link"].startswith(f"{URL}#:~:text=")


def test_a_sentence_of_a_file_is_cited(file: Path) -> None:
    code, out, _ = run("cite", file, "--sentence", "2")
    assert (code, out.splitlines()[0]) == (0, "休んでいた漁港の朝市が再開する。")
    assert f"span: {OFFSET - 10}+32" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["12-4"], "not a span", id="no-span"),
        pytest.param([], "give CORPUS ID SPAN", id="none"),
        pytest.param(["0+3"], "nothing is read", id="markup"),
        pytest.param(["--sentence", "9"], "no sentence 9", id="no-sentence"),
    ],
)
def test_wrong_calls_of_cite_say_what_to_do(file: Path, arguments: list[str], words: str) -> None:
    code, out, error = run("cite", file, *arguments)
    assert (code, out) == (2, "")
    assert words in error


def test_a_proven_quote_ends_with_0(corpus: Path, file: Path) -> None:
    for where in (corpus, file):
        code, out, _ = run("verify", "漁港の朝市", where)
        assert (code, out.splitlines()[0]) == (0, "proven")
        assert f"{OFFSET}+10" in out


def test_a_changed_quote_ends_with_1(file: Path) -> None:
    code, out, _ = run("verify", "-", file, "--json", stdin="休んでいた漁港の夜市が再開する。\n")
    found = json.loads(out)
    assert (code, found["status"]) == (1, "changed")
    assert found["findings"][0]["differences"] == [{"quoted": "夜", "standing": "朝"}]


def test_an_absent_quote_ends_with_1(corpus: Path) -> None:
    code, out, _ = run("verify", "竹で編んだ笊", corpus)
    assert (code, out) == (1, "absent\n")


def test_two_things_do_not_come_from_standard_input() -> None:
    code, _, error = run("verify", "-", "-")
    assert code == 2
    assert "standard input" in error
