from __future__ import annotations

from collections.abc import Callable

import pytest

from zaru.errors import FormatError
from zaru.page import Page
from zaru.wrappers.care.health import check
from zaru.wrappers.care.tally import Tally
from zaru.wrappers.learning import learn
from zaru.wrappers.wrapper import Wrapper


def make_page(number: int, body: str) -> Page:
    return Page.from_bytes(f"<!doctype html><body>{body}".encode(), source=f"p{number}.html")


def item(number: int) -> str:
    sale = f"<p class=sale>{number * 10} % off" if number % 2 else ""
    return f"<h1>Cup {number}</h1><p class=price>{number},200円</p>{sale}"


PAGES = [make_page(number, item(number)) for number in range(1, 21)]


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    labels = [
        {"page": f"p{number}.html", "field": field, "values": values}
        for number in (1, 2)
        for field, values in [
            ("name", [f"Cup {number}"]),
            ("price", [f"{number},200円"]),
            ("sale", [f"{number * 10} % off"] if number % 2 else []),
        ]
    ]
    made = learn(PAGES, labels)
    return Wrapper.loads(made.dumps())


def test_same_site_is_healthy(wrapper: Wrapper) -> None:
    health = check(wrapper, [make_page(n, item(n)) for n in range(30, 45)])
    assert health.findings == []
    assert health.is_healthy
    assert [round(field.share, 1) for field in health.fields] == [1.0, 1.0, 0.5]


CHANGES: list[tuple[str, Callable[[int], str], str]] = [
    (
        "missing",
        lambda n: item(n).replace("=price", "=cost") if n > 2 else item(n),
        "price: missing on 8 of 10 pages; before on none of 20",
    ),
    (
        "shape",
        lambda n: item(n).replace(f"{n},200円", "品切れ"),
        "price: 10 of 10 values of a new shape: “品切れ”; before like “1,200円”",
    ),
    (
        "constant",
        lambda n: item(n).replace(f"Cup {n}", "Cup 7"),
        "name: the same on all 10 pages: “Cup 7”; before it varied",
    ),
    (
        "counts",
        lambda n: item(n) + f"<p class=price>{n},100円</p><p class=price>{n},000円</p>",
        "price: 3 values on a page that has any; before 1",
    ),
    (
        "optional-gone",
        lambda n: item(n).replace("=sale", "=x"),
        "sale: missing on 10 of 10 pages; before on 10 of 20",
    ),
    (
        "other-site",
        lambda n: f"<div>{n}</div>",
        "no record on 10 of 10 pages; before on none of 20",
    ),
]


@pytest.mark.parametrize(
    ("change", "line"), [pytest.param(*rest, id=name) for name, *rest in CHANGES]
)
def test_change_is_reported(wrapper: Wrapper, change: Callable[[int], str], line: str) -> None:
    health = check(wrapper, [make_page(n, change(n)) for n in range(1, 11)])
    assert line in health.findings
    assert not health.is_healthy


def test_optional_field_is_not_missed(wrapper: Wrapper) -> None:
    for number in (30, 32):
        assert check(wrapper, [make_page(number, item(number))]).is_healthy


def test_thousands_of_odd_values_are_counted(wrapper: Wrapper) -> None:
    many = "".join(f"<p class=price>{n} left</p>" for n in range(3000))
    findings = check(wrapper, [make_page(1, f"<h1>Cup 1</h1>{many}")]).findings
    assert any("3000 of 3000 values of a new shape" in line for line in findings)


def test_no_page_is_not_healthy(wrapper: Wrapper) -> None:
    health = check(wrapper, [])
    assert not health.is_healthy
    assert health.findings == ["no page was checked"]


def test_wrapper_without_samples_is_checked_for_records(wrapper: Wrapper) -> None:
    bare = Wrapper(wrapper.rules)
    assert check(bare, PAGES).is_healthy
    assert check(bare, [make_page(1, "")]).findings == ["no record on any of 1 page"]


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"pages": 1, "records": [1], "fields": {"a": [1, 1]}},
        {"pages": 1, "records": [0], "fields": {}},
        {"pages": -1, "records": [], "fields": {}},
    ],
)
def test_broken_tally_is_refused(data: object) -> None:
    with pytest.raises(FormatError, match=r"made\.read"):
        Tally.from_json(data)
