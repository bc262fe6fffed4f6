from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.layout.wrapping import count_columns, find_full_lines, measure_width

WRAPPED = [
    "竹を割って細く削り水に浸して柔らか",
    "くなるまで待つ。それから底を編み縁",
    "を巻いて仕上げる。",
]


def find(*texts: list[str]) -> set[tuple[int, int]]:
    return find_full_lines(texts, lambda line: line.endswith("。"))


@pytest.mark.parametrize(
    ("texts", "full"),
    [
        pytest.param([WRAPPED], {(0, 0), (0, 1)}, id="wrapped"),
        pytest.param([WRAPPED[:2], WRAPPED[1:]], {(0, 0), (1, 0)}, id="in-two-texts"),
        pytest.param([WRAPPED[1:]], set(), id="one-says-nothing"),
        pytest.param([[*WRAPPED, "笊" * 40 + "。"]], set(), id="a-longer-line"),
        pytest.param([["竹", "木", *WRAPPED, "石", "鉄", "銅"]], set(), id="most-are-short"),
        pytest.param([["", "　", ""]], set(), id="empty"),
    ],
)
def test_full_lines(texts: list[list[str]], full: set[tuple[int, int]]) -> None:
    assert find(*texts) == full


def test_width_counts_columns() -> None:
    assert [measure_width(line) for line in ("", "竹ab", "ｱ竹 　", "　竹")] == [0, 4, 3, 4]


@given(line=st.text(st.sampled_from("a竹~ 　｡ﾟ｠\x7f\x1f\n𠮷é") | st.characters()))
def test_columns_are_counted_as_in_python(line: str) -> None:
    assert measure_width(line) == count_columns(line)


def test_columns_of_every_character_are_counted_as_in_python() -> None:
    for code in range(0x110000):
        assert measure_width(chr(code)) == count_columns(chr(code)), hex(code)
