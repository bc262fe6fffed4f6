"""One spelling for what readers take for the same word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.search.folding import fold, fold_word, to_hiragana


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("打ち込む", "打込む", id="okurigana"),
        pytest.param("髙橋", "高橋", id="ladder-taka"),
        pytest.param("山﨑", "山崎", id="standing-saki"),
        pytest.param("國學院", "国学院", id="old-forms"),
        pytest.param("ＬＩＮＵＸ", "linux", id="full-width-capitals"),
        pytest.param("ﾃﾞｰﾀ", "データ", id="half-width-kana"),
        pytest.param("Straße", "STRASSE", id="sharp-s"),
    ],
)
def test_spellings_are_one(one: str, other: str) -> None:
    assert fold_word(one) == fold_word(other)


def test_words_that_differ_stay_apart() -> None:
    assert len({fold_word(word) for word in ("京都", "東京", "東京都", "食べる", "食う")}) == 5


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_a_word_has_no_blank(text: str) -> None:
    assert len(fold_word(text).split()) <= 1


def test_readings_are_hiragana() -> None:
    assert to_hiragana("ヴァイオリン・キョウト") == "ゔぁいおりん・きょうと"
