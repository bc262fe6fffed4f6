"""What values look like."""

from __future__ import annotations

import pytest

from zaru.wrappers.rules.shapes import Shapes, shape


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1,200円", "9,9a"),
        ("2013/02/04 (月)", "9/9/9 (a)"),
        ("Canon EOS-1", "A A-9"),
        ("１２", "9"),
        ("", ""),
        ("_", "_"),
    ],
)
def test_shape_of_a_value(value: str, expected: str) -> None:
    assert shape(value) == expected


def test_shape_of_a_long_value_is_short() -> None:
    assert len(shape("a1" * 10**6)) <= 40


def test_price_looks_like_prices_and_not_like_a_name() -> None:
    known = Shapes(["1,200円", "900円"])
    assert known.fit(["3,400円", "10円"]) == 1.0
    assert known.fit(["在庫あり"]) < known.fit(["1,2,3円"]) < 1.0


def test_no_values_fit_nothing() -> None:
    assert Shapes(["a"]).fit([]) == 0.0
    assert Shapes([]).fit(["a"]) == 0.0
