"""JUMAN's dictionary through MeCab: whatever the sentence, rhoknp reads what we write."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from rhoknp import Sentence
from tests.unit.annotators.odd_text import PIECES, is_valid, odd_sentences, one_line

from zaru.annotators.jumandic import MAX_BYTES, SCHEME, JumandicAnnotator
from zaru.corpus.sentence import Annotator
from zaru.errors import ToolError


def read_back(annotator: Annotator, sentence: str) -> str:
    (answer,) = annotator.annotate([sentence])
    assert isinstance(answer, str)
    assert answer.endswith("EOS\n")
    return str(Sentence.from_jumanpp(answer).text)


@pytest.mark.parametrize("sentence", PIECES, ids=[ascii(piece) for piece in PIECES])
def test_piece_is_read_by_rhoknp(jumandic: JumandicAnnotator, sentence: str) -> None:
    assert read_back(jumandic, sentence) == one_line(sentence)


@settings(max_examples=400, deadline=None)
@given(sentence=odd_sentences)
def test_any_sentence_is_read_by_rhoknp(jumandic: JumandicAnnotator, sentence: str) -> None:
    if is_valid(sentence):
        assert read_back(jumandic, sentence) == one_line(sentence)
    else:
        assert isinstance(jumandic.annotate([sentence])[0], ToolError)


def test_bad_sentence_costs_only_itself(jumandic: JumandicAnnotator) -> None:
    before, bad, after = jumandic.annotate(["晴れ", "\ud800", "雨"])
    assert isinstance(bad, ToolError)
    assert str(before).startswith("晴れ ")
    assert str(after).startswith("雨 ")


def test_word_that_the_dictionary_cuts_inside_a_character_is_unknown(
    jumandic: JumandicAnnotator,
) -> None:
    (answer,) = jumandic.annotate(["そうでっしゃろ。"])
    assert isinstance(answer, str)
    assert [line.split()[0] for line in answer.split("\n")[:-2]] == [
        "そう",
        "でっ",
        "し",
        "ゃろ",
        "。",
    ]
    assert "でっ でっ でっ 未定義語" in answer


def test_half_width_words_are_looked_up_and_shown_as_they_stand(
    jumandic: JumandicAnnotator,
) -> None:
    (answer,) = jumandic.annotate(["CDを聴く!"])
    lines = str(answer).splitlines()
    assert lines[0].startswith("CD しーでぃー ＣＤ 名詞 6 普通名詞 1 * 0 * 0 ")
    assert lines[3] == '! ！ ！ 特殊 1 記号 5 * 0 * 0 "代表表記:！/！"'


def test_unknown_half_width_word_keeps_its_characters(jumandic: JumandicAnnotator) -> None:
    (answer,) = jumandic.annotate(["zaru"])
    assert answer == "zaru zaru zaru 未定義語 15 アルファベット 3 * 0 * 0 NIL\nEOS\n"


def test_blank_is_written_as_jumanpp_writes_it(jumandic: JumandicAnnotator) -> None:
    (answer,) = jumandic.annotate([" "])
    assert answer == "\\␣ \\␣ \\␣ 特殊 1 空白 6 * 0 * 0 NIL\nEOS\n"


def test_empty_sentence_has_no_words(jumandic: JumandicAnnotator) -> None:
    assert jumandic.annotate([""]) == ["EOS\n"]
    assert jumandic.annotate([]) == []


@pytest.mark.parametrize("piece", ["あ", "a", "１", "１．", "ａ．", "☆", " ", "3."])
def test_longest_sentence_takes_no_longer_than_it_should(
    jumandic: JumandicAnnotator, piece: str
) -> None:
    sentence = piece * (MAX_BYTES // len(piece.encode()))
    started = time.process_time()
    (answer,) = jumandic.annotate([sentence])
    assert time.process_time() - started < 3
    assert isinstance(answer, str)


@pytest.mark.parametrize("sentence", ["あ" * 34_000, "a" * 100_000], ids=["kana", "letters"])
def test_100_kilobytes_are_refused(jumandic: JumandicAnnotator, sentence: str) -> None:
    (answer,) = jumandic.annotate([sentence])
    assert isinstance(answer, ToolError)


def test_closed_annotator_says_so() -> None:
    annotator = JumandicAnnotator()
    assert annotator.scheme == SCHEME == "JUMAN-MeCab"
    annotator.close()
    annotator.close()
    with pytest.raises(ToolError, match="closed"):
        annotator.annotate(["晴れ"])
