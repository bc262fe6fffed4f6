"""Words of texts that no annotator has seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.search import words
from zaru.search.words import cut_plain, find_runs


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
    assert " ".join(cut_plain(text, language).terms) == terms


@given(st.text())
def test_words_stand_in_their_text_in_order(text: str) -> None:
    line = cut_plain(text, "en")
    assert len(line.places) == 2 * len(line.terms) == 2 * len(line.readings)
    assert line.places == sorted(line.places)
    assert all(
        0 <= begin < end <= len(text)
        for begin, end in zip(line.places[::2], line.places[1::2], strict=True)
    )
    assert all(term.split() == [term] for term in line.terms)


@given(st.text())
def test_letters_are_cut_as_they_are_beside_characters(text: str) -> None:
    assert cut_plain(f"{text} 京", "en").terms == [*cut_plain(text, "en").terms, "京"]


RUNS = [
    "",
    "ascii",
    "é" * 9,
    "外国人参政権の会、東京都庁",
    "四文字熟語",
    "𠮟𠮟𠮟𠮟 々〇〻",
    "寺" * 70_000,
]


@pytest.mark.parametrize("text", RUNS, ids=range(len(RUNS)))
@pytest.mark.parametrize("least", [1, 4])
def test_runs_of_the_kernel_are_those_of_python(
    text: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = find_runs(text, least)
    monkeypatch.setattr(words, "_kernel", None)
    assert found == find_runs(text, least)


def test_the_kernel_knows_all_kanji(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(map(chr, range(0x110000)))
    found = find_runs(text, 1)
    monkeypatch.setattr(words, "_kernel", None)
    assert found == find_runs(text, 1)
