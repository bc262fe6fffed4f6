from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.text.japanese import MIN_SENTENCE_SHARE, japanese_share


@pytest.mark.parametrize(
    ("text", "share"),
    [
        pytest.param("", 0.0, id="nothing"),
        pytest.param(" 　\n", 0.0, id="white-space"),
        pytest.param("ざる", 1.0, id="hiragana"),
        pytest.param("ザルー", 1.0, id="katakana"),
        pytest.param("ｻﾞﾙｰ", 1.0, id="half-width-katakana"),
        pytest.param("佐々木の〆切は三〇ヶ月", 1.0, id="marks-of-repetition"),
        pytest.param("𠮷野家の﨑", 1.0, id="rare-kanji"),
        pytest.param("㍿ざる", 1.0, id="words-in-one-character"),
        pytest.param("か\u3099る", 1.0, id="voicing-mark-apart"),
        pytest.param("山「無信（信無くば立たず）」、川。", 1.0, id="punctuation"),
        pytest.param("えっ……！？", 1.0, id="many-marks"),
        pytest.param("山　川 \t 海", 1.0, id="blanks-inside"),
        pytest.param("――――――", 0.0, id="ruler"),
        pytest.param("、。「」", 0.0, id="punctuation-alone"),
        pytest.param("bamboo", 0.0, id="latin"),
        pytest.param("ａｂ", 0.0, id="full-width-latin"),
        pytest.param("山a", 0.5, id="half-latin"),
        pytest.param("山３", 0.5, id="half-digits"),
        pytest.param("▼山", 0.5, id="symbols-count-against"),
        pytest.param("산山", 0.5, id="hangul"),
        pytest.param("山、ab。", 0.6, id="japanese-marks-count"),
        pytest.param("山(ab)!", 1 / 3, id="other-marks-do-not"),
        pytest.param("山\u200b川\ufeff", 1.0, id="characters-without-width"),
        pytest.param("山\ud800", 0.5, id="lone-surrogate"),
        pytest.param("ーーーーーー", 0.0, id="drawn-line"),
    ],
)
def test_share_is(text: str, share: float) -> None:
    assert japanese_share(text) == pytest.approx(share)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("山川海ab", True, id="sixty-percent"),
        pytest.param("山川海abc", False, id="half"),
        pytest.param("2026年11月16日", False, id="date"),
        pytest.param("走行距離は70km。", True, id="figure-in-sentence"),
        pytest.param("Copyright 2026 ざる", False, id="notice"),
        pytest.param("http://example.jp/", False, id="address"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_sentence_is_japanese(text: str, expected: bool) -> None:
    assert (japanese_share(text) >= MIN_SENTENCE_SHARE) is expected


@given(st.text())
def test_share_is_between_zero_and_one(text: str) -> None:
    assert 0.0 <= japanese_share(text) <= 1.0


@given(st.text(alphabet="あア亜ｱー々", min_size=1), st.text(alphabet=" 　！？（）…―"))
def test_punctuation_and_white_space_change_nothing(word: str, marks: str) -> None:
    assert japanese_share(marks + word + "竹" + marks) == 1.0
