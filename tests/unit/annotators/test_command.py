"""Any program as an annotator, with programs that behave well and badly."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.annotators.tools import JUMAN, ONLY_EOS, SILENT, write_tool

from zaru.annotators.loading import check_annotator, load_annotator, scheme_of_tool
from zaru.errors import ToolError, ToolMissing, UsageError

# A line a word, here a character, with a tab behind it, as MeCab answers.
WORD_LINES = """
import sys
for raw in sys.stdin.buffer:
    for character in raw.decode().rstrip("\\n"):
        if character != " ":
            sys.stdout.buffer.write(f"{character}\\t{sys.argv[1]}\\n".encode())
    sys.stdout.buffer.write(b"EOS\\n")
    sys.stdout.flush()
"""


def test_program_that_answers_a_line_a_word_is_an_annotator(tmp_path: Path) -> None:
    tool = write_tool(tmp_path, "cutter", WORD_LINES)
    name = f"command:{tool} '名 詞'"
    assert check_annotator(name) == "cutter"
    annotator = load_annotator(name, may_run=True)
    answers = annotator.annotate(["雨 だ。", "", "#*"])
    annotator.close()
    assert answers == [
        "雨\t名 詞\nだ\t名 詞\n。\t名 詞\nEOS\n",
        "EOS\n",
        "#\t名 詞\n*\t名 詞\nEOS\n",
    ]
    assert (annotator.scheme, scheme_of_tool(annotator)) == ("cutter", "cutter")


def test_program_may_answer_as_juman_does(tmp_path: Path) -> None:
    annotator = load_annotator(f"command:{write_tool(tmp_path, 'own', JUMAN)}", may_run=True)
    good, other, after = annotator.annotate(["雨だ。", "虚偽だ。", "雪だ。"])
    annotator.close()
    assert str(good).startswith("雨 雨 雨 名詞")
    assert isinstance(other, ToolError)  # words of another sentence
    assert str(after).startswith("雪 ")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        pytest.param(ONLY_EOS, "do not make up the sentence", id="says-nothing"),
        pytest.param("raise SystemExit(1)", "died", id="dies"),
    ],
)
def test_program_that_fails_its_test_is_missing(tmp_path: Path, source: str, said: str) -> None:
    tool = write_tool(tmp_path, "bad", source)
    with pytest.raises(ToolMissing, match=said):
        load_annotator(f"command:{tool}", may_run=True, deadline_seconds=1.0)


def test_program_that_hangs_or_is_not_there_is_missing(tmp_path: Path) -> None:
    silent = write_tool(tmp_path, "silent", SILENT)
    with pytest.raises(ToolMissing, match="no answer in"):
        load_annotator(f"command:{silent}", may_run=True, deadline_seconds=0.2)
    with pytest.raises(ToolMissing, match="cannot be started"):
        load_annotator("command:/no/such/program", may_run=True)


@pytest.mark.parametrize("name", ["command:", "command:'open"])
def test_what_is_no_command_is_said(name: str) -> None:
    with pytest.raises(UsageError):
        load_annotator(name, may_run=True)


def test_command_that_a_file_names_is_not_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    with pytest.raises(ToolMissing, match="a file names it"):
        load_annotator(f"command:touch {mark}")
    assert not mark.exists()
