"""A real JUMAN on PATH: found, tested, and safe from what sentences say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from rhoknp import Sentence
from tests.unit.annotators.odd_text import is_valid, odd_sentences
from tests.unit.annotators.tools import DEAD, JUMAN, ONLY_EOS, SILENT, write_tool

from zaru.annotators.juman import MAX_BYTES, JumanAnnotator, find_juman
from zaru.errors import ToolCrashed, ToolError, ToolTimeout


@pytest.fixture(scope="module")
def juman(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JumanAnnotator]:
    folder = tmp_path_factory.mktemp("tools")
    write_tool(folder, "juman", JUMAN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(folder))
        annotator = find_juman(deadline_seconds=1.0)
    assert annotator is not None
    yield annotator
    annotator.close()


def text_of(answer: str | ToolError) -> str:
    """Return what rhoknp reads, without blanks of any kind."""
    assert isinstance(answer, str)
    return "".join(str(Sentence.from_jumanpp(answer).text).replace("\\ ", "").split())


@pytest.mark.parametrize(
    ("tools", "scheme"),
    [
        pytest.param({"juman": JUMAN}, "JUMAN", id="juman"),
        pytest.param({"jumanpp": JUMAN}, "JUMAN++", id="jumanpp"),
        pytest.param({"jumanpp": JUMAN, "juman": JUMAN}, "JUMAN++", id="the-better-one"),
        pytest.param({"jumanpp": DEAD, "juman": JUMAN}, "JUMAN", id="the-one-that-works"),
        pytest.param({"juman": ONLY_EOS}, None, id="debian"),
        pytest.param({"juman": SILENT}, None, id="hangs"),
        pytest.param({"juman": DEAD}, None, id="dies"),
        pytest.param({}, None, id="none"),
    ],
)
def test_only_a_tool_that_works_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: dict[str, str], scheme: str | None
) -> None:
    for name, source in tools.items():
        write_tool(tmp_path, name, source)
    monkeypatch.setenv("PATH", str(tmp_path))
    annotator = find_juman(deadline_seconds=0.7)
    try:
        assert (annotator.scheme if annotator else None) == scheme
    finally:
        if annotator is not None:
            annotator.close()


def test_failures_cost_their_sentences_only(juman: JumanAnnotator) -> None:
    answers = juman.annotate(["晴れ", "停止", "雨", "死亡", "虚偽", "雪"])
    assert [type(answer) for answer in answers] == [
        str, ToolTimeout, str, ToolCrashed, ToolCrashed, str,
    ]  # fmt: skip
    assert [text_of(answers[place]) for place in (0, 2, 5)] == ["晴れ", "雨", "雪"]


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        pytest.param("EOS", "EOS", id="end-mark"),
        pytest.param("前\nEOS\n後", "前EOS後", id="end-mark-on-its-own-line"),
        pytest.param("# 注釈", "＃注釈", id="comment"),
        pytest.param("* 1D", "＊1D", id="phrase"),
        pytest.param("+ 1D <文頭>", "＋1D<文頭>", id="basic-phrase"),
        pytest.param("@ 別", "＠別", id="other-reading"),
        pytest.param("一\t二\r\n三\0四\x1b五", "一二三四五", id="controls"),
        pytest.param("--help", "--help", id="option"),
        pytest.param(" \u3000", "", id="blanks"),
        pytest.param("", "", id="empty"),
    ],
)
def test_sentence_that_looks_like_the_protocol_is_safe(
    juman: JumanAnnotator, sentence: str, text: str
) -> None:
    answer, after = juman.annotate([sentence, "晴れ"])
    assert text_of(answer) == text
    assert text_of(after) == "晴れ"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sentence=odd_sentences)
def test_any_sentence_leaves_the_tool_in_step(juman: JumanAnnotator, sentence: str) -> None:
    answer, after = juman.annotate([sentence, "晴れ"])
    assert isinstance(answer, str) == is_valid(sentence)
    assert text_of(after) == "晴れ"


def test_too_long_sentence_is_refused_before_it_is_sent(juman: JumanAnnotator) -> None:
    longest, too_long = juman.annotate(["a" * MAX_BYTES, "a" * 100_000])
    assert isinstance(longest, str)
    assert isinstance(too_long, ToolError)
    assert "100000 bytes" in str(too_long)
