"""Results: pages of them, and problems that are said."""

from __future__ import annotations

import pytest

from zaru.search.searching import Results
from zaru.server.web.asking import Asked
from zaru.server.web.search_view import SearchView


def make_view(total: int, number: int) -> SearchView:
    return SearchView(Asked("a", number=number), Results("a", total, 0, (), 0.0))


@pytest.mark.parametrize(
    ("total", "number", "steps"),
    [
        (0, 1, "1"), (10, 1, "1"), (11, 2, "1 2"), (95, 5, "1 … 3 4 5 6 7 … 10"),
        (10**9, 1, "1 2 3 … 1001"), (10**9, 1001, "1 … 999 1000 1001"), (20, 900, "1 2"),
    ],
)  # fmt: skip
def test_steps_lead_to_what_is_near_and_to_both_ends(total: int, number: int, steps: str) -> None:
    found = " ".join(str(step.number or "…") for step in make_view(total, number).steps())
    assert found == steps


def test_before_the_first_and_behind_the_last_there_is_nothing() -> None:
    first, last, beyond = make_view(25, 1), make_view(25, 3), make_view(25, 50)
    assert (first.previous, first.next) == (None, "/?q=a&page=2")
    assert (last.previous, last.next) == ("/?q=a&page=2", None)
    assert (beyond.previous, beyond.next) == ("/?q=a&page=3", None)
