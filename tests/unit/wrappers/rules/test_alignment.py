"""Which values belong together."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from zaru import Page
from zaru.wrappers.rules.alignment import align, learn_records
from zaru.wrappers.rules.rule import Element, Found, Rule, read_rule
from zaru.wrappers.rules.view import View

RULES = {name: Rule(Element(name)) for name in ("h1", "dfn", "em", "small")}
LINKS = {"link": Rule(Element("a"), (), "href"), "image": Rule(Element("img"), (), "src")}


def read(html: str, rules: Mapping[str, Rule]) -> tuple[View, dict[str, list[Found]]]:
    view = View(Page.from_bytes(html.encode()))
    return view, {name: read_rule(view, rule) for name, rule in rules.items()}


def rows(*pages: str, rules: Mapping[str, Rule] = RULES) -> list[dict[str, str]]:
    """Return the records of the last page, learnt from all of them."""
    read_pages = [read(html, rules) for html in pages]
    views, fields = [view for view, _ in read_pages], [found for _, found in read_pages]
    record, repeated = learn_records(views, fields)
    return [
        {name: " ".join(value.text for value in values) for name, values in found.items() if values}
        for found in align(views[-1], fields[-1], record, repeated)
    ]


CARDS = (
    "<ul><li><dfn>茶</dfn><em>300</em><li><dfn>碗</dfn><small>new</small>"
    "<li><dfn>箸</dfn><em>90</em></ul>"
)
TABLE = (
    "<table><tr><td><dfn>a</dfn><td><em>1</em><td><tr><td><dfn>b</dfn><td><td><small>!</small>"
    "<tr><td><dfn>c</dfn><td><em>3</em><td></table>"
)
LIST = (
    "<dl><dt><dfn>a</dfn><dd><em>1</em><dt><dfn>b</dfn><dd><small>!</small>"
    "<dt><dfn>c</dfn><dd><em>3</em></dl>"
)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(
            CARDS,
            [{"dfn": "茶", "em": "300"}, {"dfn": "碗", "small": "new"}, {"dfn": "箸", "em": "90"}],
            id="cards",
        ),
        pytest.param(
            TABLE,
            [{"dfn": "a", "em": "1"}, {"dfn": "b", "small": "!"}, {"dfn": "c", "em": "3"}],
            id="table-rows",
        ),
        pytest.param(
            LIST,
            [{"dfn": "a", "em": "1"}, {"dfn": "b", "small": "!"}, {"dfn": "c", "em": "3"}],
            id="no-element-for-a-record",
        ),
    ],
)
def test_optional_field_is_empty_in_the_right_record(
    html: str, expected: list[dict[str, str]]
) -> None:
    assert rows(html) == expected


def test_field_before_the_records_belongs_to_all_of_them() -> None:
    found = rows("<h1>Shop</h1>" + CARDS)
    assert [record["h1"] for record in found] == ["Shop"] * 3


def test_page_with_one_record_does_not_hide_what_a_record_is() -> None:
    single = "<ul><li><dfn>茶</dfn><em>300</em></ul>"
    assert len(rows(single, CARDS)) == 3
    assert rows(CARDS, single) == [{"dfn": "茶", "em": "300"}]


def test_card_alone_in_its_row_of_a_grid_is_a_card() -> None:
    card = "<div class=card><dfn>{0}</dfn><p>x<em>{0}</em></div>"
    grid = "".join(
        f"<div class=row>{''.join(map(card.format, names))}</div>" for names in ("ab", "cd", "e")
    )
    only_name = grid.replace("<em>b</em>", "")
    assert rows(grid, only_name) == [
        {"dfn": name, "em": name} if name != "b" else {"dfn": name} for name in "abcde"
    ]


def test_order_of_fields_is_the_one_that_makes_fewest_records() -> None:
    html = "<dl><dfn>a</dfn><em>1</em><dfn>b</dfn><small>!</small><em>2</em><dfn>c</dfn><em>3</em>"
    assert rows(html) == [
        {"dfn": "a", "em": "1"},
        {"dfn": "b", "small": "!", "em": "2"},
        {"dfn": "c", "em": "3"},
    ]


def test_one_field_with_several_values_is_a_list() -> None:
    assert rows("<h1>a</h1><em>1</em><em>2</em>") == [{"h1": "a", "em": "1 2"}]


def test_two_lists_behind_each_other_are_one_record() -> None:
    html = "<h1>a</h1><p><dfn>x</dfn><dfn>y</dfn><p><em>1</em><em>2</em><em>3</em>"
    assert rows(html) == [{"h1": "a", "dfn": "x y", "em": "1 2 3"}]


def test_cards_of_attributes_alone_are_records() -> None:
    html = "<p><a href=1><img src=a></a><a href=2></a><a href=3><img src=c></a>"
    assert rows(html, rules=LINKS) == [
        {"link": "1", "image": "a"},
        {"link": "2"},
        {"link": "3", "image": "c"},
    ]


def test_values_outside_all_records_are_a_record_of_their_own() -> None:
    found = rows(CARDS, CARDS + "<p><dfn>鉢</dfn>")
    assert found[-1] == {"dfn": "鉢"}
    assert len(found) == 4


def test_two_values_of_one_row_are_both_kept() -> None:
    view, fields = read("<p><em>1</em><dfn>a</dfn><em>2</em><dfn>b</dfn>", RULES)
    twice = {**fields, "em": [pair for pair in fields["em"] for _ in range(2)]}
    found = align(view, twice, None, ["em", "dfn"])
    assert [[value.text for value in record["em"]] for record in found] == [["1", "1"], ["2", "2"]]


def test_page_without_values_has_no_record() -> None:
    view, fields = read("<p>x", RULES)
    assert align(view, fields, None, ()) == []
    assert align(view, fields, Rule(Element("li")), ["dfn", "em"]) == []


def test_page_with_shared_fields_alone_has_one_record() -> None:
    view, fields = read("<h1>Shop</h1>", RULES)
    [record] = align(view, fields, Rule(Element("li")), ["dfn", "em"])
    assert [value.text for value in record["h1"]] == ["Shop"]


def test_list_outside_all_records_belongs_to_the_page() -> None:
    reviews = "<ul><li><dfn>a</dfn><em>1</em><li><dfn>b</dfn><em>2</em></ul>"
    found = rows(f"<p><small>x</small><small>y</small></p>{reviews}")
    assert found == [
        {"small": "x y", "dfn": "a", "em": "1"},
        {"small": "x y", "dfn": "b", "em": "2"},
    ]


def test_lists_that_come_again_are_no_records() -> None:
    html = "<h1>a</h1><p><em>1</em><em>2</em><p><dfn>x</dfn><dfn>y</dfn><p><em>3</em>"
    assert rows(html) == [{"h1": "a", "em": "1 2 3", "dfn": "x y"}]
