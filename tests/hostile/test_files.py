"""HOSTILE.md rows 20 and 27: formulas in exports, and unknown names in the files of others."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from zaru.cli import cli
from zaru.errors import Failure, FormatError
from zaru.io.sources import read_pages
from zaru.page import Page
from zaru.wrappers.labels import read_labels
from zaru.wrappers.learning import learn
from zaru.wrappers.wrapper import Wrapper

FORMULAS = (
    "=cmd|' /C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "=HYPERLINK(\"http://127.0.0.1:9/?\"&A1,\"x\")",
    "＝1+1",
)  # fmt: skip


def make_wrapper(folder: Path, field: str = "f") -> Path:
    page = Page.from_bytes(b"<p class=a>value</p>", source="a.html")
    wrapper = learn([page], [{"page": "a.html", "field": field, "values": ["value"]}])
    path = folder / "wrapper.json"
    path.write_text(wrapper.dumps())
    return path


@pytest.mark.parametrize("formula", FORMULAS)
def test_csv_has_no_formula(tmp_path: Path, formula: str) -> None:
    wrapper = make_wrapper(tmp_path, formula.strip())
    said = formula.replace("&", "&amp;").replace("<", "&lt;")
    page = tmp_path / "=1+1.html"
    page.write_text(f"<meta charset=utf-8><p class=a>{said}</p>")
    done = CliRunner().invoke(cli, ["apply", str(wrapper), str(page), "-f", "csv", "-q"])
    assert done.exit_code == 0
    for row in csv.reader(io.StringIO(done.stdout)):
        for cell in row:
            assert cell.lstrip()[:1] not in tuple("=+-@＝＋－＠"), cell
    lines = CliRunner().invoke(cli, ["apply", str(wrapper), str(page), "-q"]).stdout.splitlines()
    (values,) = json.loads(lines[0])["fields"].values()
    assert values[0]["value"] == " ".join(formula.split())  # JSON is untouched


def rename(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(f'"{old}"', f'"{new}"', 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [("rules", "rulse"), ("samples", "sample"), ("take", "takes"), ("path", "paths")],
)
def test_unknown_key_of_a_wrapper_is_told_with_the_nearest(
    tmp_path: Path, old: str, new: str
) -> None:
    text = make_wrapper(tmp_path).read_text()
    assert f'"{old}"' in text
    with pytest.raises(FormatError) as caught:
        Wrapper.loads(rename(old, new)(text), source="w.json")
    assert f"unknown key {new!r}; did you mean {old!r}?" in str(caught.value)


def test_unknown_key_of_a_label_is_told_with_the_nearest() -> None:
    with pytest.raises(FormatError, match=r"l\.jsonl: line 1: .*did you mean 'field'\?"):
        list(read_labels(['{"page": "a", "feild": "f", "values": []}'], source="l.jsonl"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"pgae": "a.html", "url": "http://a.jp/"}, "no \"page\", but 'pgae'"),
        ({"page": "a.html", "URL": "http://a.jp/"}, "'URL'; did you mean 'url'?"),
        ({"page": "a.html", "Time ": "2020-01-01"}, "'Time '; did you mean 'time'?"),
    ],
    ids=["page", "url", "time"],
)
def test_key_of_an_index_that_is_nearly_ours_is_told(
    tmp_path: Path, line: dict[str, str], words: str
) -> None:
    (tmp_path / "a.html").write_text("<!doctype html><p>text")
    (tmp_path / "index.jsonl").write_text(json.dumps(line))
    failures = [found for found in read_pages([str(tmp_path)]) if isinstance(found, Failure)]
    assert len(failures) == 1
    assert words in failures[0].message


def test_other_keys_of_an_index_are_nobodys_business(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<!doctype html><p>text")
    note = {"page": "a.html", "url": "http://a.jp/", "title": "t", "uri": "x", "pages": 3}
    (tmp_path / "index.jsonl").write_text(json.dumps(note))
    (page,) = read_pages([str(tmp_path)])
    assert isinstance(page, Page)
    assert page.url == "http://a.jp/"


@pytest.mark.parametrize("key", ["x" * 10**6, "field" * 10**5], ids=["letters", "nearly-ours"])
def test_key_of_a_megabyte_is_told_in_a_line(key: str) -> None:
    with pytest.raises(FormatError) as caught:
        Wrapper.loads(json.dumps({key: 1, "zaru_wrapper": 1}), source="w.json")
    assert len(str(caught.value)) < 200
