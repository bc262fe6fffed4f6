"""Where data and words go: files, folders, odd files, closed streams, terminals."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
PRODUCTS = EXAMPLES / "shop/products"
ESCAPE = "\x1b[31m"


def run(
    *arguments: str | Path | bytes, stdin: bytes = b"", shell: str = ""
) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "zaru", *map(os.fsdecode, arguments)]
    if shell:
        command = ["bash", "-c", f'"$@" {shell}', "zaru", *command]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wrapper") / "shop.json"
    labels = EXAMPLES / "labels.jsonl"
    assert run("learn", PRODUCTS, "--labels", labels, "-o", path).returncode == 0
    return path


@pytest.mark.parametrize(
    ("command", "suffix"),
    [
        ("extract", "txt"), ("extract -f markdown", "md"), ("extract -f html", "html"),
        ("extract -f overlay", "html"), ("extract -f jsonl", "jsonl"), ("extract --explain", "txt"),
        ("extract -f parquet", "parquet"), ("blocks", "txt"), ("blocks -f jsonl", "jsonl"),
        ("sentences --all-languages", "jsonl"), ("apply WRAPPER -f csv", "csv"),
        ("apply WRAPPER", "jsonl"), ("apply WRAPPER -f parquet", "parquet"),
    ],
)  # fmt: skip
def test_a_folder_takes_a_file_for_each_page(
    command: str, suffix: str, wrapper: Path, tmp_path: Path
) -> None:
    words = [str(wrapper) if word == "WRAPPER" else word for word in command.split()]
    folder = tmp_path / "new/folder"
    result = run(*words, PRODUCTS, "-o", f"{folder}/")
    assert (result.returncode, result.stdout) == (0, b"")
    names = sorted(path.name for path in folder.iterdir())
    assert [name.rpartition("-")[0] for name in names] == sorted(
        path.stem for path in PRODUCTS.glob("*.html")
    )
    assert {name.partition(".")[2] for name in names} == {suffix}
    assert all(path.stat().st_size for path in folder.iterdir())
    run(*words, PRODUCTS, "-o", folder)  # is there now, and the names are the same
    assert sorted(path.name for path in folder.iterdir()) == names


@pytest.mark.parametrize(
    ("command", "output", "is_refused"),
    [
        pytest.param("extract -f html", "pages/out/", True, id="folder"),
        pytest.param("extract -f overlay", "pages/why.html", True, id="file"),
        pytest.param("feed", "pages/out/", True, id="feeds"),
        pytest.param("extract -f markdown", "pages/out/", False, id="markdown"),
        pytest.param("extract -f html", "pages-2/", False, id="beside"),
    ],
)
def test_no_output_becomes_a_page_of_the_next_run(
    command: str, output: str, is_refused: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text("<p>Some words of a page that say something.")
    result = run(*command.split(), folder, "-o", f"{tmp_path}/{output}")
    assert (result.returncode == 2) is is_refused
    assert ("lies in" in result.stderr.decode()) is is_refused


def test_markdown_in_a_folder_says_where_it_is_from(tmp_path: Path) -> None:
    page = PRODUCTS / "nightjar-down-quilt.html"
    run("extract", page, "-f", "markdown", "-o", f"{tmp_path}/")
    (path,) = tmp_path.iterdir()
    alone = run("extract", page, "-f", "markdown").stdout.decode()
    text = path.read_text()
    assert text.startswith("---\ntitle: ")
    assert f'source: "{page}"' in text
    assert text.endswith(alone)


@pytest.mark.parametrize(
    ("output", "words"),
    [
        pytest.param("x" * 300, "File name too long", id="too-long"),
        pytest.param("page.html/", "page.html/: is a file, not a folder", id="file-as-folder"),
        pytest.param("page.html/x", "Not a directory", id="below-a-file"),
    ],
)
def test_an_output_that_cannot_be_is_told_before_the_work(
    output: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>x")
    result = run("blocks", tmp_path / "page.html", "-o", f"{tmp_path}/{output}")
    assert result.returncode == 4
    assert words in result.stderr.decode()
    assert (tmp_path / "page.html").read_bytes() == b"<p>x"


@pytest.mark.parametrize("command", ["extract", "annotate --with juman"])
def test_a_source_with_a_name_that_is_too_long_is_told(command: str) -> None:
    result = run(*command.split(), "x" * 5000)
    assert result.returncode == 3
    assert b"File name too long" in result.stderr


@pytest.mark.parametrize("format_", ["jsonl", "parquet"])
def test_a_file_name_that_is_no_utf8_is_escaped(format_: str, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/\xe9.html")).write_bytes(b"<p>Some words of text.")
    result = run("extract", folder, "-f", format_, "-o", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    if format_ == "parquet":
        (row,) = pyarrow.parquet.read_table(tmp_path / "out").to_pylist()
    else:
        row = json.loads((tmp_path / "out").read_bytes())
        row["page"] = row["page"].encode("utf-8", "backslashreplace").decode()
    assert row["page"] == f"{folder}/\\udce9.html"


def test_a_table_has_the_keys_of_the_lines(tmp_path: Path) -> None:
    page = PRODUCTS / "nightjar-down-quilt.html"
    row = json.loads(run("extract", page, "-f", "jsonl").stdout)
    run("extract", page, "-f", "parquet", "-o", tmp_path / "out")
    (same,) = pyarrow.parquet.read_table(tmp_path / "out").to_pylist()
    assert same == row
    assert list(same) == list(row)
    assert row["markdown"].startswith("# ")


@pytest.mark.parametrize("odd", ["fifo", "/dev/zero"])
@pytest.mark.parametrize(
    "command", ["show ODD", "apply ODD PAGE", "learn PAGE --labels ODD", "feed PAGE --state ODD"]
)
def test_a_file_that_never_ends_is_refused(command: str, odd: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    known = {"ODD": str(tmp_path / odd), "PAGE": str(EXAMPLES / "blog/index.html")}
    result = run(*(known.get(word, word) for word in command.split()))
    assert result.returncode == 2
    assert f"{tmp_path / odd}: not a regular file".encode() in result.stderr


def test_a_wrapper_may_come_from_standard_input(wrapper: Path) -> None:
    assert run("show", "-", stdin=wrapper.read_bytes()).stdout == run("show", wrapper).stdout


@pytest.mark.parametrize(
    ("command", "closed", "code", "words"),
    [
        ("blocks PAGE", ">&-", 4, b"zaru: standard output is closed; open it, or give -o FILE\n"),
        ("blocks PAGE -o OUT", ">&-", 0, b""),
        ("blocks PAGE -o OUT", ">&- 2>&-", 0, b""),
        ("blocks nope.html", "2>&-", 3, b""),
        ("blocks SITE -o OUT", "2>&-", 0, b""),
        ("check WRAPPER SITE", ">&- 2>&-", 4, b""),
        ("--help", ">&-", 0, b""),
        ("--version", ">/dev/full", 4, b"zaru: standard output: No space left on device\n"),
        ("extract - -q", "<&-", 3, b"zaru: -: empty file\n"),
        ("extract SITE -o OUT", "<&- >&- 2>&-", 0, b""),
        ("extract SITE -o OUT", "2>/dev/full", 0, b""),
        ("blocks PAGE nope.html -o OUT", "2>/dev/full", 1, b""),
        ("blocks PAGE -o OUT --nope", "2</dev/null", 2, b""),
    ],
)
def test_closed_streams_are_one_clean_exit(
    command: str, closed: str, code: int, words: bytes, wrapper: Path, tmp_path: Path
) -> None:
    known = {
        "PAGE": str(PRODUCTS / "nightjar-down-quilt.html"), "SITE": str(PRODUCTS),
        "OUT": str(tmp_path / "out"), "WRAPPER": str(wrapper),
    }  # fmt: skip
    result = run(*(known.get(word, word) for word in command.split()), shell=closed)
    assert (result.returncode, result.stdout, result.stderr) == (code, b"", words)
    if "OUT" in command and code != 2:
        assert b"quilt" in (tmp_path / "out").read_bytes().lower()


def test_what_a_killed_run_left_is_removed_unless_it_lives(tmp_path: Path) -> None:
    part = ".out.txt.{}.part".format
    dead, alive = tmp_path / part("0" * 32), tmp_path / part("1" * 32)
    other, named = tmp_path / f".b.txt.{'0' * 32}.part", tmp_path / ".out.txt.part"
    for path in (dead, alive, other, named):
        path.touch()
    with alive.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        run("blocks", PRODUCTS, "-o", tmp_path / "out.txt")
    found = sorted(path.name for path in tmp_path.iterdir())
    assert found == sorted([alive.name, other.name, named.name, "out.txt"])


@pytest.mark.parametrize(
    "command",
    ["show WRAPPER", "show WRAPPER --as xpath", "show WRAPPER --as css", "show WRAPPER --as python",
     "blocks FOLDER", "extract FOLDER --explain", "extract FOLDER/none.html", "discover FOLDER",
     "feed FOLDER --explain", "check WRAPPER FOLDER", "show FOLDER", "apply FOLDER/no FOLDER",
     "learn FOLDER --labels FOLDER/no", "--FOLDER", "extract FOLDER -f xml",
     "extract FOLDER -v -o OUT", "learn FOLDER --labels LABELS"],
)  # fmt: skip
def test_no_control_reaches_the_terminal(command: str, wrapper: Path, tmp_path: Path) -> None:
    folder = tmp_path / f"pages{ESCAPE}"
    folder.mkdir()
    for number in range(3):
        name = folder / f"{ESCAPE}{number}.html"
        name.write_text(
            f"<title>t{ESCAPE}{number}</title><ul><li><a href=/{number}>{ESCAPE}First {number}"
            f"</a><li class='{ESCAPE}'><a href=/b>\x9b31mSecond \u202e{number}</a></ul>"
            f"<p id='{ESCAPE}'>Price{ESCAPE}: <b>{ESCAPE}{number}00</b>"
        )
    labels = tmp_path / "labels.jsonl"
    label = {"page": f"{ESCAPE}0.html", "field": f"x{ESCAPE}", "values": [f"{ESCAPE}000"]}
    labels.write_text(json.dumps(label))
    evil = tmp_path / "evil.json"
    evil.write_text(wrapper.read_text().replace("price", "price\\u001b[31m\\u202e"))
    known = {"FOLDER": str(folder), "WRAPPER": str(evil), "LABELS": str(labels)} | {
        "OUT": str(tmp_path / "out")
    }
    words = []
    for word in command.split():
        for known_name, path in known.items():
            word = word.replace(known_name, path)
        words.append(word)
    result = run(*words)
    said = (result.stdout if "LABELS" not in command else b"") + result.stderr
    assert said
    assert not set(said.decode()) & {*map(chr, range(32)), "\x7f", "\x9b", "\u202e"} - {"\n"}


def test_names_of_fields_are_no_formulas_in_csv(wrapper: Path, tmp_path: Path) -> None:
    evil = tmp_path / "evil.json"
    evil.write_text(wrapper.read_text().replace('"price"', '"=cmd"'))
    lines = run("apply", evil, PRODUCTS, "-f", "csv").stdout.decode().splitlines()
    assert lines[0] == "page,offset,record,name,'=cmd,rating,weight,image"
    assert '"=cmd"' in run("apply", evil, PRODUCTS).stdout.decode()
