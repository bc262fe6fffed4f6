"""Precision, recall, F and perfect match of paper 5, §4.1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.content.evaluation import Evaluation, evaluate_blocks

PAGES = [
    ({1, 2, 3}, {1, 2, 3}),
    ({1, 2}, {1, 2, 3, 4}),
    ({7, 8}, {7}),
]


def test_figures_of_a_page_set() -> None:
    found = evaluate_blocks(PAGES)
    assert found == Evaluation(pages=3, perfect_pages=1, extracted=7, correct=8, matching=6)
    assert found.precision == 6 / 7
    assert found.recall == 6 / 8
    assert found.f_measure == pytest.approx(2 * (6 / 7) * (6 / 8) / (6 / 7 + 6 / 8))
    assert found.perfect_match == 1 / 3


@pytest.mark.parametrize(
    ("pages", "figures"),
    [
        pytest.param([], (1, 1, 1, 1), id="no-pages"),
        pytest.param([(set(), set())], (1, 1, 1, 1), id="nothing-to-find"),
        pytest.param([(set(), {1})], (1, 0, 0, 0), id="nothing-found"),
        pytest.param([({1}, set())], (0, 1, 0, 0), id="all-wrong"),
    ],
)
def test_shares_of_nothing(
    pages: list[tuple[set[int], set[int]]], figures: tuple[float, ...]
) -> None:
    found = evaluate_blocks(pages)
    assert (found.precision, found.recall, found.f_measure, found.perfect_match) == figures


def test_the_paper_s_tables_hold_together() -> None:
    # Table 3 and 4, asahi.com: 1031 correct blocks, 179 pages. R and N follow from the figures.
    asahi = Evaluation(pages=179, perfect_pages=160, extracted=1010, correct=1031, matching=1008)
    assert round(asahi.precision, 4) == 0.9980
    assert round(asahi.recall, 4) == 0.9777
    assert round(asahi.f_measure, 4) == 0.9878
    assert round(asahi.perfect_match, 4) == 0.8939


blocks = st.frozensets(st.integers(0, 9))


@given(st.lists(st.tuples(blocks, blocks)))
def test_f_is_between_precision_and_recall(
    pages: list[tuple[frozenset[int], frozenset[int]]],
) -> None:
    found = evaluate_blocks(pages)
    if found.matching:
        low, high = sorted([found.precision, found.recall])
        assert low - 1e-12 <= found.f_measure <= high + 1e-12
    assert (found.perfect_match == 1) == all(extracted == correct for extracted, correct in pages)
