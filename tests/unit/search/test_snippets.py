"""Excerpts: around what was looked for, no word cut in two."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.search.snippets import MAX_CHARS, _choose_window, join_places

WORDS = " ".join(f"word{number}" for number in range(100))


@pytest.mark.parametrize("at", [0, 100, 300, len(WORDS) - 10])
def test_no_word_is_cut(at: int) -> None:
    mark = (WORDS.find("word", at), WORDS.find("word", at) + 5)
    begin, end = _choose_window(WORDS, mark)
    assert begin <= mark[0] < mark[1] <= end
    assert set(WORDS[begin:end].split()) <= set(WORDS.split())


@given(st.text(min_size=1, max_size=600), st.data())
def test_the_mark_is_inside(text: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(text) - 1))
    last = data.draw(st.integers(first + 1, min(len(text), first + 60)))
    begin, end = _choose_window(text, (first, last))
    assert 0 <= begin <= first
    assert last <= end <= len(text)
    assert end - begin <= MAX_CHARS


def test_places_that_overlap_are_one() -> None:
    assert join_places([(5, 8), (0, 2), (6, 10), (2, 3)]) == ((0, 2), (2, 3), (5, 10))
