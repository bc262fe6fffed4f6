"""What the first words of texts say."""

from __future__ import annotations

import numpy as np
import pytest

from zaru.content.wording import split_words, word_columns


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("Read More…", ["read", "more"], id="lower case"),
        pytest.param("Impressum | Datenschutz", ["impressum", "datenschutz"], id="signs"),
        pytest.param("НОВОСТИ дня", ["новости", "дня"], id="other letters"),
        pytest.param("関連記事", ["関連", "連記", "記事"], id="by twos"),
        pytest.param("RSSで読む", ["rss", "で読", "読む"], id="two scripts"),
        pytest.param("の", [], id="one character says nothing"),
        pytest.param("2024-01-02", [], id="digits"),
        pytest.param(" \n\t" * 500 + "late", ["late"], id="white space does not count"),
        pytest.param("a " * 20, ["a"] * 12, id="a dozen"),
        pytest.param("x" * 161 + " y", ["x" * 160], id="not beyond so many characters"),
    ],
)
def test_words_are_split(text: str, words: list[str]) -> None:
    assert split_words(text) == words


def test_words_are_judged_and_those_of_the_heading_above() -> None:
    said = [["related", "posts"], ["a", "sieve"], [], ["more"]]
    odds = {"related": -2.0, "posts": -1.0, "sieve": 1.5}
    columns = word_columns(said, np.array([2, 0, 0, 0]), odds)
    assert columns["word_low"].tolist() == [-2, 1.5, 0, 0]
    assert columns["word_high"].tolist() == [-1, 1.5, 0, 0]
    assert columns["word_mean"].tolist() == [-1.5, 0.75, 0, 0]
    assert columns["word_first"].tolist() == [-2, 1.5, 0, 0]
    assert columns["above_low"].tolist() == [0, -2, -2, -2]
    assert columns["above_mean"].tolist() == [0, -1.5, -1.5, -1.5]
