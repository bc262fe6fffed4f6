"""A real KNP on PATH, behind the JUMAN that feeds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rhoknp import Sentence
from tests.unit.annotators.tools import DEAD, JUMAN, KNP, ONLY_EOS, write_tool

from zaru.annotators.knp import KnpAnnotator, find_knp
from zaru.errors import ToolCrashed, ToolError, ToolTimeout


def find(folder: Path, monkeypatch: pytest.MonkeyPatch, **tools: str) -> KnpAnnotator | None:
    for name, source in tools.items():
        write_tool(folder, name, source)
    monkeypatch.setenv("PATH", str(folder))
    return find_knp(deadline_seconds=1.0)


def test_both_tools_work_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    annotator = find(tmp_path, monkeypatch, knp=KNP, juman=JUMAN)
    assert annotator is not None
    assert annotator.scheme == "KNP"
    sentences = ["今日は晴れ", "平ら", "#と*と+", "中止", "死亡", "", "\ud800", "雨"]
    answers = annotator.annotate(sentences)
    annotator.close()
    assert [type(answer) for answer in answers] == [
        str, ToolCrashed, str, ToolTimeout, ToolCrashed, str, ToolError, str,
    ]  # fmt: skip
    texts = [Sentence.from_knp(answer).text for answer in answers if isinstance(answer, str)]
    assert texts == ["今日は晴れ", "＃と＊と＋", "", "雨"]


@pytest.mark.parametrize(
    "tools",
    [
        pytest.param({"knp": KNP}, id="no-juman"),
        pytest.param({"knp": KNP, "juman": ONLY_EOS}, id="broken-juman"),
        pytest.param({"knp": ONLY_EOS, "juman": JUMAN}, id="broken-knp"),
        pytest.param({"knp": DEAD, "juman": JUMAN}, id="dead-knp"),
        pytest.param({"juman": JUMAN}, id="no-knp"),
    ],
)
def test_half_a_pair_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: dict[str, str]
) -> None:
    assert find(tmp_path, monkeypatch, **tools) is None
