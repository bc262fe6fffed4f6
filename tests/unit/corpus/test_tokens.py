from __future__ import annotations

import pytest

from zaru.corpus.tokens import read_tokens


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        pytest.param("竹のざる", [1, 1, 1, 1], id="japanese"),
        pytest.param("two  words,\nthree", [3, 5, 5], id="words"),
        pytest.param("Python3で書く", [7, 1, 1, 1], id="mixed"),
        pytest.param("조용한 아침", [3, 2], id="korean-has-blanks"),
        pytest.param("สวัสดี", [1] * 6, id="thai-has-none"),
        pytest.param("𠮷野家", [1, 1, 1], id="beyond-the-first-plane"),
        pytest.param("。、!? 　😀", [], id="no-tokens"),
        pytest.param("\ud800", [], id="lone-surrogate"),
        pytest.param("", [], id="empty"),
    ],
)
def test_tokens(text: str, sizes: list[int]) -> None:
    tokens = read_tokens(text)
    assert tokens.sizes.tolist() == sizes
    assert len(tokens.hashes) == len(sizes)
    assert len(tokens.kinds) == len(text)


def test_a_token_is_told_by_its_letters_and_their_order() -> None:
    words = ["ab", "ba", "abc", "a", "b", "aa", "亜", "x" * 64, "x" * 65, "x" * 129, "yx", "xy"]
    hashes = read_tokens(" ".join(words)).hashes.tolist()
    assert len(set(hashes)) == len(words)
    assert read_tokens("-".join(words)).hashes.tolist() == hashes


def test_ngrams_of_the_same_tokens_are_the_same() -> None:
    found = read_tokens("a b c d a b c").ngrams(3).tolist()
    assert found[0] == found[4]
    assert len(set(found)) == 4
    assert not len(read_tokens("a b").ngrams(3))


def test_a_character_is_the_same_with_and_without_words_around() -> None:
    alone, mixed = read_tokens("竹のざる"), read_tokens("竹のざる Ver 2")
    assert mixed.hashes.tolist()[:4] == alone.hashes.tolist()
