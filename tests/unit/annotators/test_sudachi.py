"""Sudachi's own format."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from tests.unit.annotators.odd_text import is_valid, odd_sentences, one_line

from zaru.annotators.loading import load_annotator
from zaru.annotators.sudachi import SudachiAnnotator
from zaru.errors import ToolError


@pytest.fixture(scope="module")
def sudachi() -> Iterator[SudachiAnnotator]:
    annotator = SudachiAnnotator()
    yield annotator
    annotator.close()


def test_lines_are_those_of_the_command(sudachi: SudachiAnnotator) -> None:
    (answer,) = sudachi.annotate(["外国人参政権を zzq"])
    assert str(answer).splitlines() == [
        "外国人参政権\t名詞,普通名詞,一般,*,*,*\t外国人参政権\t外国人参政権\t"
        "ガイコクジンサンセイケン\t0\t[]",
        "を\t助詞,格助詞,*,*,*,*\tを\tを\tヲ\t0\t[]",
        " \t空白,*,*,*,*,*\t \t \tキゴウ\t0\t[]",
        "zzq\t名詞,普通名詞,一般,*,*,*\tzzq\tzzq\tzzq\t-1\t[]\t(OOV)",
        "EOS",
    ]
    assert sudachi.scheme == "Sudachi"


@settings(deadline=None)
@given(sentence=odd_sentences)
def test_surfaces_make_up_any_sentence(sudachi: SudachiAnnotator, sentence: str) -> None:
    (answer,) = sudachi.annotate([sentence])
    if not is_valid(sentence):
        assert isinstance(answer, ToolError)
        return
    assert isinstance(answer, str)
    *lines, end, _ = answer.split("\n")
    assert end == "EOS"
    assert "".join(line.split("\t")[0] for line in lines) == one_line(sentence)


@pytest.mark.parametrize(
    "bad", ["\ud800", "あ" * 34_000], ids=["half-a-character", "100-kilobytes"]
)
def test_bad_sentence_costs_only_itself(sudachi: SudachiAnnotator, bad: str) -> None:
    before, error, after = sudachi.annotate(["晴れ", bad, "雨"])
    assert isinstance(error, ToolError)
    assert str(before).startswith("晴れ\t")
    assert str(after).startswith("雨\t")


def test_closed_annotator_says_so() -> None:
    annotator = SudachiAnnotator()
    annotator.close()
    annotator.close()
    with pytest.raises(ToolError, match="closed"):
        annotator.annotate(["晴れ"])


@pytest.mark.parametrize(
    ("name", "scheme", "words"),
    [
        ("sudachi", "Sudachi", ["国家公務員"]),
        ("sudachi:B", "Sudachi-B", ["国家", "公務員"]),
        ("sudachi:A", "Sudachi-A", ["国家", "公務", "員"]),
    ],
)
def test_modes_cut_words_into_smaller_units(name: str, scheme: str, words: list[str]) -> None:
    annotator = load_annotator(name)
    [answer] = annotator.annotate(["国家公務員"])
    annotator.close()
    assert annotator.scheme == scheme
    assert [line.split("\t")[0] for line in str(answer).splitlines()] == [*words, "EOS"]
