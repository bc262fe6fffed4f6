"""GiNZA's own CoNLL-U."""

from __future__ import annotations

from tests.unit.annotators.odd_text import PIECES, one_line

from zaru.corpus.sentence import Annotator
from zaru.errors import ToolError


def test_lines_are_conllu(ginza: Annotator) -> None:
    (answer,) = ginza.annotate(["雨が降った。"])
    comment, *lines, end, last = str(answer).split("\n")
    assert comment == "# text = 雨が降った。"
    assert [line.split("\t")[1] for line in lines] == ["雨", "が", "降っ", "た", "。"]
    assert {len(line.split("\t")) for line in lines} == {10}
    assert [line.split("\t")[6] for line in lines].count("0") == 1
    assert (end, last) == ("", "")
    assert ginza.scheme == "GiNZA-CoNLLU"


def test_odd_pieces_are_answered(ginza: Annotator) -> None:
    for piece, answer in zip(PIECES, ginza.annotate(PIECES), strict=True):
        assert isinstance(answer, str)
        words = [line.split("\t") for line in answer.split("\n") if "\t" in line]
        assert "".join(word[1] for word in words).replace(" ", "") == one_line(piece).replace(
            " ", ""
        )


def test_bad_sentence_costs_only_itself(ginza: Annotator) -> None:
    before, bad, after = ginza.annotate(["晴れ", "\ud800", "雨"])
    assert isinstance(bad, ToolError)
    assert "晴れ" in str(before)
    assert "雨" in str(after)
