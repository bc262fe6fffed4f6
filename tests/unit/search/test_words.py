"""Words of texts that no annotator has seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.search.words import cut_plain


@pytest.mark.parametrize(
    ("text", "language", "terms"),
    [
        pytest.param("The runners ran home.", "en", "the runner ran home", id="english"),
        pytest.param("Die Häuser", "de", "die haus", id="german"),
        pytest.param("The runners", None, "the runners", id="unknown-language"),
        pytest.param("竹のざる", "ja", "竹 の ざ る", id="characters"),
        pytest.param("한국어", "ko", "한 국 어", id="hangul"),
        pytest.param("iPhone15 3.5kg", "en", "iphone15 3 5kg", id="digits"),
        pytest.param("…!? 。", "ja", "", id="marks-alone"),
    ],
)
def test_words_of_plain_text(text: str, language: str | None, terms: str) -> None:
    assert " ".join(word.term for word in cut_plain(text, language)) == terms


@given(st.text())
def test_words_stand_in_their_text_in_order(text: str) -> None:
    last = 0
    for word in cut_plain(text, "en"):
        assert last <= word.begin < word.end <= len(text)
        assert word.term
        assert word.term.split() == [word.term]
        last = word.end
