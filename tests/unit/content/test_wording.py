"""What the first words of texts say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

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


def known(**columns: list[float]) -> dict[str, NDArray[np.float64]]:
    """Return what cues are told by, for four texts: two words long, no links, without a title."""
    said = {"heading": [0.0] * 4, "length": [2.0] * 4, "link": [0.0] * 4, "since_top": [-999.0] * 4}
    return {name: np.array(column) for name, column in (said | columns).items()}


def test_words_are_judged_and_those_of_the_heading_above() -> None:
    said = [["related", "posts"], ["a", "sieve"], [], ["more"]]
    odds = {"related": -2.0, "posts": -1.0, "sieve": 1.5}
    columns = word_columns(said, known(heading=[2, 0, 0, 0]), odds)
    assert columns["word_low"].tolist() == [-2, 1.5, 0, 0]
    assert columns["word_high"].tolist() == [-1, 1.5, 0, 0]
    assert columns["word_mean"].tolist() == [-1.5, 0.75, 0, 0]
    assert columns["word_first"].tolist() == [-2, 1.5, 0, 0]
    assert columns["above_low"].tolist() == [0, -2, -2, -2]
    assert columns["above_mean"].tolist() == [0, -1.5, -1.5, -1.5]


@pytest.mark.parametrize(
    ("columns", "cues"),
    [
        pytest.param({}, [0, -2, -2, -2], id="no title"),
        pytest.param({"since_top": [-1, 0, 1, 2]}, [0, -2, 0, -1], id="a title"),
        pytest.param({"length": [2, 2, 8, 2]}, [0, -2, -2, -2], id="a sentence"),
        pytest.param({"length": [8, 2, 2, 2]}, [0, 0, 0, -1], id="another sentence"),
        pytest.param({"link": [1, 0, 0, 0]}, [0, 0, 0, -1], id="a link"),
        pytest.param(
            {"link": [1, 0, 0, 0], "heading": [3, 0, 0, 0]}, [0, -2, -2, -2], id="a heading"
        ),
        pytest.param({"length": [0, 0, 0, 0]}, [0, 0, 0, 0], id="no text"),
    ],
)
def test_the_worst_cue_since_the_title_counts(
    columns: dict[str, list[float]], cues: list[float]
) -> None:
    said = [["related"], ["sieve"], ["more"], ["mill"]]
    judged = word_columns(said, known(**columns), {"related": -2.0, "sieve": 1.0, "more": -1.0})
    assert judged["cue_low"].tolist() == cues
