"""FindOptimal: the paper's definitions, and the same result as counting by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.errors import LimitExceeded
from zaru.wrappers.alternation import substrings
from zaru.wrappers.alternation.alternation import (
    MAX_LENGTH,
    CutPoint,
    divide,
    find_optimal,
)

# What hypothesis makes is often all one letter; words repeat, as templates do.
WORDS = st.sampled_from(["a", "b", "<b>", "</b>", "日本", "\n", "\U0001f363", "abab"])
TEXTS = st.lists(st.lists(WORDS, max_size=25).map("".join), max_size=5)


def frequent_substrings(texts: Sequence[str], length: int, percent: int) -> list[str]:
    """Return the top *percent*, by the definition."""
    counts = Counter(
        text[begin : begin + length] for text in texts for begin in range(len(text) - length + 1)
    )
    ranked = sorted(counts, key=lambda substring: (-counts[substring], substring))
    return ranked[: -(-len(ranked) * percent // 100)]


def range_string(text: str, substrings: Iterable[str]) -> str:
    """Return "0" for each character that an occurrence of one of *substrings* covers, else "1".

    >>> range_string("accbaacbc", {"cb", "ba"})
    '110001001'
    """
    flags = bytearray(b"1" * len(text))
    for substring in filter(None, substrings):
        place = text.find(substring)
        while place >= 0:
            flags[place : place + len(substring)] = b"0" * len(substring)
            place = text.find(substring, place + 1)
    return flags.decode()


def count_alternations(ranges: str) -> int:
    """Return how often a range string changes between "0" and "1".

    >>> count_alternations("110001001")
    4
    """
    return sum(left != right for left, right in pairwise(ranges))


def walk(texts: Sequence[str]) -> tuple[int, int]:
    """Return the cut point, by the definition."""

    def count(length: int, percent: int) -> int | None:
        frequent = frequent_substrings(texts, length, percent)
        if not frequent or percent > 100:
            return None
        return sum(count_alternations(range_string(text, frequent)) for text in texts)

    here, borders = (2, 1), count(2, 1)
    while borders:
        neighbours = [(here[0] + 1, here[1]), (here[0], here[1] + 1)]
        steps = [
            (counted, order, place)
            for order, place in enumerate(neighbours)
            if (counted := count(*place)) is not None
        ]
        if not steps or min(steps)[0] > borders:
            break
        borders, _, here = min(steps)
    return here


def test_example_of_the_paper() -> None:
    assert range_string("accbaacbc", {"cb", "ba"}) == "110001001"
    assert count_alternations("110001001") == 4


@pytest.mark.parametrize(
    ("text", "substrings", "expected"),
    [
        pytest.param("abc", (), "111", id="no-substrings"),
        pytest.param("", ("a",), "", id="no-text"),
        pytest.param("aaa", ("aa",), "000", id="overlapping"),
        pytest.param("abc", ("", "x"), "111", id="nothing-occurs"),
        pytest.param("Aa", ("a",), "10", id="case-counts"),
        pytest.param("ａa", ("a",), "10", id="width-counts"),
    ],
)
def test_range_string(text: str, substrings: tuple[str, ...], expected: str) -> None:
    assert range_string(text, substrings) == expected


@pytest.mark.parametrize(("ranges", "count"), [("", 0), ("0", 0), ("11", 0), ("01", 1), ("010", 2)])
def test_alternations(ranges: str, count: int) -> None:
    assert count_alternations(ranges) == count


@given(texts=TEXTS)
@settings(deadline=None, max_examples=100)
def test_walk_ends_where_the_definition_says(texts: list[str]) -> None:
    cut = find_optimal(texts)
    assert (cut.length, cut.percent) == walk(texts)
    assert divide(texts).cut == cut


@given(texts=TEXTS, length=st.integers(1, 6), percent=st.integers(1, 100), block=st.integers(1, 9))
@settings(deadline=None, max_examples=100)
def test_division_is_the_range_string(
    texts: list[str], length: int, percent: int, block: int
) -> None:
    frequent = frequent_substrings(texts, length, percent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(substrings, "_BLOCK", block)
        division = divide(texts, CutPoint(length, percent))
    for text, others in zip(texts, division.others, strict=True):
        ranges = ["0"] * len(text)
        for begin, end in others:
            ranges[begin:end] = "1" * (end - begin)
        assert "".join(ranges) == range_string(text, frequent)


@given(texts=TEXTS, block=st.integers(1, 9))
@settings(deadline=None, max_examples=100)
def test_neither_order_nor_blocks_matter(texts: list[str], block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(substrings, "_BLOCK", block)
        assert find_optimal(texts[::-1]) == find_optimal(sorted(texts))


def test_no_substring_crosses_from_text_to_text() -> None:
    texts = ["xa", "bx"] * 5  # "ab" would be as frequent as "xa"
    assert divide(texts, CutPoint(2, 100)).others == ((),) * 10
    assert divide(texts, CutPoint(2, 50)).others == (((0, 2),), ()) * 5


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param([], id="no-text"),
        pytest.param(["", ""], id="empty-texts"),
        pytest.param(["a", "b"], id="single-characters"),
    ],
)
def test_texts_without_substrings_end_at_the_start(texts: list[str]) -> None:
    division = divide(texts)
    assert division.cut == CutPoint(2, 1)
    assert division.others == tuple(((0, len(text)),) if text else () for text in texts)


def test_one_character_a_million_times_is_common() -> None:
    division = divide(["x" * 10**6])
    assert division.cut == CutPoint(2, 1)
    assert division.others == ((),)


def test_walk_on_a_plateau_ends() -> None:
    assert find_optimal(["a" * 2000 + "b", "a" * 2000 + "c"]).length <= MAX_LENGTH


def test_more_than_a_word_of_characters() -> None:
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert divide([every, "日本の日本の"], CutPoint(2, 1)).cut == CutPoint(2, 1)


def test_lone_surrogates_are_characters() -> None:
    assert divide(["\ud800a\ud800a", "\ud800a"], CutPoint(2, 50)).others == ((), ())


def test_template_is_common_in_every_language() -> None:
    names = ["佐藤花子", "Ann Smith", "王小明", "Jörg Groß", "김민수", "Анна Петрова"]
    prices = ["1,200", "89", "3,450", "777", "15,000", "60"]
    page = (
        '<html><body>\n<h1 class="name">■{}</h1>\n<p class="price">価格: <b>{}</b>円</p>\n</body>'
    )
    texts = [page.format(*pair) for pair in zip(names, prices, strict=True)]
    others = divide(texts, CutPoint(5, 30)).others
    for text, parts, name, price in zip(texts, others, names, prices, strict=True):
        assert [text[begin:end] for begin, end in parts] == [name, price]


def test_limit_of_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(substrings, "_MAX_CHARACTERS", 5)
    with pytest.raises(LimitExceeded, match="more than 5 characters"):
        find_optimal(["abcdef"])
