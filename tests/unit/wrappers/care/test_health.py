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
    assert [(field.found, field.pages) for field in health.fields] == [(15, 15), (15, 15), (7, 15)]


CHANGES: list[tuple[str, Callable[[int], str], str]] = [
    (
        "missing",
        lambda n: item(n).replace("=price", "=cost") if n > 10 else item(n),
        "price: missing on 10 of 20 pages; before on none of 20",
    ),
    (
        "shape",
        lambda n: item(n).replace(f"{n},200円", "品切れ"),
        "price: of a new shape, “品切れ” and not like “1,200円”, on 20 of 20 pages;"
        " before on none of 20",
    ),
    (
        "constant",
        lambda n: item(n).replace(f"Cup {n}", "Cup 7"),
        "name: the same, “Cup 7”, on 20 of 20 pages; before on 1 of 20",
    ),
    (
        "more",
        lambda n: item(n) + f"<p class=price>{n},100円</p><p class=price>{n},000円</p>",
        "price: more than 1 value on 20 of 20 pages; before on none of 20",
    ),
    (
        "optional-gone",
        lambda n: item(n).replace("=sale", "=x"),
        "sale: missing on 20 of 20 pages; before on 10 of 20",
    ),
    (
        "other-site",
        lambda n: f"<div>{n}</div>",
        "no record on any of 20 pages",
    ),
]


@pytest.mark.parametrize(
    ("change", "line"), [pytest.param(*rest, id=name) for name, *rest in CHANGES]
)
def test_change_is_reported(wrapper: Wrapper, change: Callable[[int], str], line: str) -> None:
    health = check(wrapper, [make_page(n, change(n)) for n in range(1, 21)])
    assert line in health.findings
    assert not health.is_healthy


def test_fewer_values_are_reported() -> None:
    def tags(number: int, size: int) -> Page:
        items = "".join(f"<li>tag {number}.{place}" for place in range(size))
        return make_page(number, f"<h1>Cup {number}</h1><ul>{items}</ul>")

    pages = [tags(number, 3 + number % 2) for number in range(20)]
    label = {"page": "p0.html", "field": "tag", "values": [f"tag 0.{n}" for n in range(3)]}
    findings = check(learn(pages, [label]), [tags(number, 2) for number in range(10)]).findings
    assert findings == ["tag: fewer than 3 values on 10 of 10 pages; before on none of 20"]


def test_what_chance_explains_is_no_change(wrapper: Wrapper) -> None:
    """A rate of few pages is not exact: 3 of 40 pages may lack what 20 pages had."""
    pages = [make_page(n, item(n) if n % 16 else "<h1>Cup</h1>") for n in range(1, 41)]
    assert check(wrapper, pages).findings == []


def test_pages_in_the_order_of_their_files_are_no_change() -> None:
    """What later files have more often than the first is known from all pages learnt from."""
    pages = [make_page(n, item(n) if n < 25 else f"<h1>Cup {n}</h1>") for n in range(60)]
    made = learn(pages, [{"page": "p1.html", "field": "price", "values": ["1,200円"]}])
    assert check(made, pages[1:]).findings == []


def test_new_shapes_of_later_files_are_no_change() -> None:
    pages = [
        make_page(n, f"<h1>Cup {n}</h1><p class=price>{f'{n},200円' if n < 30 else '品切れ'}")
        for n in range(60)
    ]
    made = learn(pages, [{"page": "p1.html", "field": "price", "values": ["1,200円"]}])
    assert check(made, pages[1:]).findings == []


def test_field_without_an_example_is_no_change() -> None:
    labels = [
        {"page": "p1.html", "field": "name", "values": ["Cup 1"]},
        {"page": "p1.html", "field": "award", "values": []},
    ]
    assert check(learn(PAGES, labels), PAGES).findings == []


def test_optional_field_is_not_missed(wrapper: Wrapper) -> None:
    for number in (30, 32):
        assert check(wrapper, [make_page(number, item(number))]).is_healthy


def test_one_page_with_thousands_of_odd_values_is_one_page(wrapper: Wrapper) -> None:
    many = "".join(f"<p class=price>{n} left</p>" for n in range(3000))
    pages = [make_page(n, item(n) + (many if n == 7 else "")) for n in range(1, 11)]
    assert check(wrapper, pages).findings == []


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
