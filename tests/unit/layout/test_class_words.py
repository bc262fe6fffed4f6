from __future__ import annotations

import pytest

from zaru.layout.class_words import read_words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        pytest.param("side-bar2 leftCol", {"side", "bar", "leftcol"}, id="parts"),
        pytest.param("2col", {"col"}, id="number-first"),
        pytest.param("post-2ad3a4", {"post"}, id="hash"),
        pytest.param("b1f9c", set(), id="short-hash"),
        pytest.param("日記_本文", {"日記", "本文"}, id="japanese"),
        pytest.param("", set(), id="empty"),
    ],
)
def test_words_of_names(names: str, words: set[str]) -> None:
    assert read_words(names) == words
