"""`zaru extract` as a user calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
ARTICLE = EXAMPLES / "shinbun/news/local/20090116_01.html"


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "zaru", "extract", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("format_", "words"),
    [
        pytest.param("text", "後継者不足などを理由に", id="text"),
        pytest.param("markdown", "# 笹鳴漁港の朝市", id="markdown"),
        pytest.param("html", '<article lang="ja">', id="html"),
        pytest.param("jsonl", '"encoding": "Shift_JIS"', id="jsonl"),
        pytest.param("chunks", '"headings": ["笹鳴漁港の朝市', id="chunks"),
        pytest.param("overlay", 'class="zaru-kept"', id="overlay"),
    ],
)
def test_a_page_in_every_format(format_: str, words: str) -> None:
    result = run(ARTICLE, "-f", format_)
    assert result.returncode == 0
    assert words in result.stdout.decode()
    assert result.stderr == b""


def test_reasons_are_printed_for_each_segment() -> None:
    lines = run(ARTICLE, "--explain").stdout.decode().splitlines()
    assert any(line.startswith("+ ") and "後継者不足" in line for line in lines)
    assert any(line.startswith("- ") and "links 100%" in line for line in lines)


def test_pages_of_a_site_are_judged_together() -> None:
    together = run(EXAMPLES / "blog", "--explain", "-q").stdout.decode()
    alone = run(EXAMPLES / "blog", "--explain", "-q", "--set", "off").stdout.decode()
    assert "other pages" in together
    assert "other pages" not in alone


@pytest.mark.parametrize("format_", ["text", "markdown", "html", "jsonl", "overlay", "explain"])
def test_the_number_of_jobs_changes_nothing(tmp_path: Path, format_: str) -> None:
    (tmp_path / "bad.html").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "bad.xml").write_bytes(b"<?xml version='1.0'?><a><b></a>")
    sources = [EXAMPLES / "shop", tmp_path, EXAMPLES / "blog"]
    options = ["--explain"] if format_ == "explain" else ["-f", format_]
    one, many = (run(*sources, *options, "--jobs", jobs) for jobs in ("1", "3"))
    assert one.returncode == many.returncode == 1
    assert one.stdout == many.stdout != b""
    assert one.stderr == many.stderr
    assert [b"bad." in line for line in one.stderr.splitlines()] == [True, True, False]


def test_a_page_that_takes_too_long_is_left_out() -> None:
    result = run(EXAMPLES / "shop", "--deadline", "0.0001", "--limit", "2", "--set", "off")
    assert result.returncode == 1
    assert result.stdout == b""
    assert b"took more than 0.0001 seconds; left out" in result.stderr
    assert b"2 pages read, 0 kept, 2 failed (LimitExceeded 2)" in result.stderr


def test_a_limit_counts_pages() -> None:
    result = run(EXAMPLES / "shop", "-f", "jsonl", "--limit", "3", "--jobs", "2")
    assert len(result.stdout.splitlines()) == 3
    assert b"3 pages read, 3 kept, 0 failed" in result.stderr


def test_a_site_as_parquet(tmp_path: Path) -> None:
    output = tmp_path / "site.parquet"
    assert run(EXAMPLES / "shop", "-f", "parquet", "-o", output).returncode == 0
    table = pyarrow.parquet.read_table(output)
    assert table.num_rows == 16
    first = table.to_pylist()[0]
    assert first["blocks"][0]["span"][1] > 0


def test_a_site_in_chunks(tmp_path: Path) -> None:
    output, size = tmp_path / "chunks.jsonl", 300
    options = ["-f", "chunks", "--max-characters", str(size)]
    assert run(EXAMPLES / "shop", *options, "-o", output).returncode == 0
    found = [json.loads(line) for line in output.read_bytes().splitlines()]
    assert len({chunk["page"] for chunk in found}) == 16
    assert all(len(chunk["text"]) <= size for chunk in found)
    assert run(EXAMPLES / "shop", *options).stdout == output.read_bytes()
    assert run(EXAMPLES / "shop", *options, "-o", f"{tmp_path}/each/").returncode == 0
    files = sorted((tmp_path / "each").glob("*.jsonl"))
    assert sum(len(file.read_bytes().splitlines()) for file in files) == len(found)


def test_the_papers_method_by_name() -> None:
    result = run(EXAMPLES / "shop", "--method", "paper", "-f", "jsonl")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 16
    assert all("newsletter" not in record["text"].lower() for record in records[5:])


def test_a_refused_page_does_not_cost_the_others_of_the_papers_set(tmp_path: Path) -> None:
    for number, text in enumerate(["one of them", "another"]):
        (tmp_path / f"{number}.html").write_text(f"<p>menu</p><p>{text}</p>")
    (tmp_path / "bad.xml").write_bytes(b"<?xml version='1.0'?><a><b></a>")
    result = run(tmp_path, "--method", "paper")
    assert (result.returncode, result.stdout) == (1, b"one of them\n\nanother\n")
    assert b"3 pages read, 2 kept, 1 failed (FormatError 1)" in result.stderr


def test_standard_input_and_an_address() -> None:
    page = b"<title>a</title><p>Some words that are the content of this page.</p>"
    result = run("-", "-f", "jsonl", "--url", "https://zaru.example/a", stdin=page)
    record = json.loads(result.stdout)
    assert record["url"] == "https://zaru.example/a"
    assert record["text"].startswith("Some words")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        pytest.param(["--set", "on", "-"], 2, "can be read once", id="set-of-stdin"),
        pytest.param(["--url", "https://a.example", EXAMPLES], 2, "one page", id="url-of-many"),
        pytest.param(["nope.html"], 3, "no such file", id="no-input"),
        pytest.param(
            ["-", "--method", "paper", "-f", "overlay"], 2, "gives no reasons", id="paper-overlay"
        ),
        pytest.param(
            ["-", "--method", "paper", "--explain"], 2, "gives no reasons", id="paper-explain"
        ),
    ],
)
def test_what_does_not_fit_is_one_clear_line(
    arguments: list[str | Path], code: int, words: str
) -> None:
    result = run(*arguments, stdin=b"<p>x")
    assert result.returncode == code
    assert words in result.stderr.decode()
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("is_sharded", [False, True])
def test_pages_with_a_notice_instead_of_a_content_are_counted(
    tmp_path: Path, is_sharded: bool
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text("<p>The page that you are looking for does not exist.")
    (pages / "b.html").write_text("<p>A sieve of bamboo is light and strong, and lasts for years.")
    output = ("-f", "jsonl", "-o", tmp_path / "out.jsonl") if is_sharded else ()
    result = run(pages, *output)
    assert result.returncode == 0
    words = b"zaru: 2 pages read, 2 kept, 0 failed, 1 with a notice instead of a content\n"
    assert result.stderr == words
