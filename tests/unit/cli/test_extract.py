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


def test_a_site_as_parquet(tmp_path: Path) -> None:
    output = tmp_path / "site.parquet"
    assert run(EXAMPLES / "shop", "-f", "parquet", "-o", output).returncode == 0
    table = pyarrow.parquet.read_table(output)
    assert table.num_rows == 16
    first = table.to_pylist()[0]
    assert first["blocks"][0]["span"][1] > 0


def test_the_papers_method_by_name() -> None:
    result = run(EXAMPLES / "shop", "--method", "paper", "-f", "jsonl")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(records) == 16
    assert all("newsletter" not in record["text"].lower() for record in records[5:])


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
    ],
)
def test_what_does_not_fit_is_one_clear_line(
    arguments: list[str | Path], code: int, words: str
) -> None:
    result = run(*arguments, stdin=b"<p>x")
    assert result.returncode == code
    assert words in result.stderr.decode()
    assert b"Traceback" not in result.stderr
