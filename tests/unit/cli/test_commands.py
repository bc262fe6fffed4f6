"""The commands as a user calls them, in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
ARTICLE = EXAMPLES / "shinbun/news/local/20090116_01.html"


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "zaru", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


def test_blocks_print_path_text_and_span() -> None:
    result = run("blocks", ARTICLE)
    assert result.returncode == 0
    assert result.stderr == b""
    lines = result.stdout.decode().splitlines()
    assert "Shift_JIS" in lines[0]
    assert any("html/body/div/table/tbody/tr/td/h1" in line and "朝市" in line for line in lines)


def test_spans_of_blocks_are_bytes_of_the_file() -> None:
    raw = ARTICLE.read_bytes()
    records = [
        json.loads(line) for line in run("blocks", ARTICLE, "-f", "jsonl").stdout.splitlines()
    ]
    heading = next(record for record in records if record["path"].endswith("/h1"))
    offset, length = heading["span"]
    assert raw[offset : offset + length].decode(heading["codec"]) == heading["text"]
    assert list(heading) == [
        "page", "offset", "url", "encoding", "codec", "block", "path", "text", "span", "exact",
    ]  # fmt: skip


def test_text_without_an_exact_place_is_written_and_marked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ZARU_NO_KERNELS", "1")  # the kernel knows the place of every text
    html = "<p>これは日本語の文章です。</p><svg><![CDATA[入江]></svg>後]]>"
    page = html.encode("cp932")  # the second byte of 江 is that of "]"
    record = json.loads(run("blocks", "-", "-f", "jsonl", stdin=page).stdout.splitlines()[-1])
    assert record["text"] == "入江]></svg>後"
    assert record["exact"] is False
    offset, length = record["span"]
    assert "入江" in page[offset : offset + length].decode(record["codec"])
    lines = run("blocks", "-", stdin=page).stdout.decode().splitlines()
    assert lines[0].endswith("1 texts without an exact place (~)")
    assert "~html/body" in lines[-1]


@pytest.mark.parametrize("command", ["blocks", "extract", "sentences"])
def test_texts_without_an_exact_place_are_counted(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZARU_NO_KERNELS", "1")
    html = "<p>これは日本語の文章です。</p><svg><![CDATA[入江]></svg>後]]>"
    result = run(command, "-", stdin=html.encode("cp932"))
    words = "zaru: 1 page read, 1 kept, 0 failed, 1 text without an exact place"
    assert (result.returncode, result.stderr.decode().strip()) == (0, words)


def test_standard_input_is_a_source() -> None:
    result = run("blocks", "-", "-f", "jsonl", stdin=b"<p>one<p>two")
    assert [json.loads(line)["text"] for line in result.stdout.splitlines()] == ["one", "two"]


def test_a_folder_gives_its_pages_urls() -> None:
    result = run("blocks", EXAMPLES / "shop", "-f", "jsonl", "--limit", "2", "-q")
    urls = {json.loads(line)["url"] for line in result.stdout.splitlines()}
    assert len(urls) == 2
    assert all(url.startswith("https://www.quillmere.example/") for url in urls)


def test_output_goes_to_a_file_that_is_whole(tmp_path: Path) -> None:
    result = run("blocks", ARTICLE, "-o", tmp_path / "out.txt")
    assert result.returncode == 0
    assert result.stdout == b""
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        pytest.param(["blocks", "nope.html"], 3, "nope.html: no such file", id="no-input"),
        pytest.param(["bloks"], 2, "No such command", id="unknown-command"),
        pytest.param(["blocks"], 2, "Missing argument", id="no-source"),
        pytest.param(["blocks", "-f", "pdf", "x"], 2, "'pdf' is not one of", id="unknown-format"),
        pytest.param(["blocks", ARTICLE, "-o", "/dev/full"], 4, "/dev/full", id="full-disk"),
        pytest.param(
            ["blocks", ARTICLE, "-o", "/nowhere/out.txt"], 4, "/nowhere", id="no-output-folder"
        ),
    ],
)
def test_what_goes_wrong_is_one_clear_line(
    arguments: list[str | Path], code: int, words: str
) -> None:
    result = run(*arguments)
    said = result.stderr.decode()
    assert result.returncode == code
    assert words in said
    assert "Traceback" not in said
    assert not Path("/dev/full").is_file()  # a device must not be replaced by a file


def test_a_bad_page_costs_that_page(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>good")
    (tmp_path / "b c.html").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "d.xml").write_bytes(b"<?xml version='1.0'?><a><b></a>")
    result = run("blocks", tmp_path, "-f", "jsonl")
    said = result.stderr.decode()
    assert result.returncode == 1
    assert len(result.stdout.splitlines()) == 1
    assert "b c.html: " in said
    assert "d.xml at byte " in said
    assert "2 pages read, 1 kept, 2 failed (FormatError 2)" in said


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m zaru blocks {EXAMPLES} | head -n 1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert result.stdout.count(b"\n") == 1
    assert b"Traceback" not in result.stderr


def test_completion_knows_the_commands() -> None:
    assert b"_ZARU_COMPLETE" in run("completion", "bash").stdout
