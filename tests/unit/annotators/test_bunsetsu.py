"""GiNZA in KNP's format: whatever the sentence, rhoknp reads a tree with one root."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from rhoknp import Sentence
from tests.unit.annotators.odd_text import PIECES, is_valid, odd_sentences, one_line

from zaru.corpus.sentence import Annotator
from zaru.errors import ToolError


def read_tree(answer: str | ToolError) -> Sentence:
    """Return what rhoknp reads, after a look at both trees: one root, and a way to it."""
    assert isinstance(answer, str)
    sentence = Sentence.from_knp(answer)
    for units in (sentence.phrases, sentence.base_phrases):
        assert sum(unit.parent_index == -1 for unit in units) == (1 if units else 0)
        for unit in units:
            steps = 0
            while unit.parent is not None:
                unit = unit.parent
                steps += 1
                assert steps <= len(units), "a ring"
    return sentence


def test_phrases_and_their_heads(ginza_as_knp: Annotator) -> None:
    text = "小泉総理の好きな格言のひとつに「無信不立」があります。"
    (answer,) = ginza_as_knp.annotate([text])
    sentence = read_tree(answer)
    assert sentence.text == text
    assert [phrase.text for phrase in sentence.phrases] == [
        "小泉総理の", "好きな", "格言の", "ひとつに", "「無信不立」が", "あります。",
    ]  # fmt: skip
    assert [phrase.parent_index for phrase in sentence.phrases] == [2, 2, 3, 5, 5, -1]
    assert [unit.text for unit in sentence.base_phrases][:2] == ["小泉", "総理の"]
    assert sentence.morphemes[0].reading == "こいずみ"
    assert ginza_as_knp.scheme == "GiNZA"


def test_signs_belong_to_a_phrase(ginza_as_knp: Annotator) -> None:
    (answer,) = ginza_as_knp.annotate(["▼座右の銘は　「無信不立」"])
    phrases = [phrase.text for phrase in read_tree(answer).phrases]
    assert phrases[0].startswith("▼座右")
    assert not {"▼", "　"} & set(phrases)


def test_several_sentences_in_one_have_one_root(ginza_as_knp: Annotator) -> None:
    (answer,) = ginza_as_knp.annotate(["雨が降った。風も吹いた。寒い。"])
    sentence = read_tree(answer)
    assert sentence.phrases[-1].parent_index == -1
    assert sentence.text == "雨が降った。風も吹いた。寒い。"


def test_all_odd_pieces_are_read_by_rhoknp(ginza_as_knp: Annotator) -> None:
    answers = ginza_as_knp.annotate(PIECES)
    for piece, answer in zip(PIECES, answers, strict=True):
        assert read_tree(answer).text == one_line(piece)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sentence=odd_sentences)
def test_any_sentence_is_read_by_rhoknp(ginza_as_knp: Annotator, sentence: str) -> None:
    (answer,) = ginza_as_knp.annotate([sentence])
    if is_valid(sentence):
        assert read_tree(answer).text == one_line(sentence)
    else:
        assert isinstance(answer, ToolError)


@pytest.mark.parametrize(
    "bad", [pytest.param("\ud800", id="half-a-character"), pytest.param("雨" * 9999, id="too-long")]
)
def test_bad_sentence_costs_only_itself(ginza_as_knp: Annotator, bad: str) -> None:
    before, error, after = ginza_as_knp.annotate(["晴れ", bad, "雨"])
    assert isinstance(error, ToolError)
    assert read_tree(before).text == "晴れ"
    assert read_tree(after).text == "雨"
