"""Rules: where they begin, how they go down, what they take."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import TEXT
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step, read_row
from zaru.wrappers.rules.view import View

HTML = """<div class="card new"><h2>Tea</h2><a href=" /tea ">more</a><p>Price: <b>$3</b></p></div>
<div class=card><h2>Rice</h2><a>more</a><p>Price: <b>$5</b> <b>(sale)</b></p></div>
<table><tr><th>Size<td>small<tr><th>Maker<td><i>Sato</i> &amp; <i>Abe</i></table>"""


def texts(rule: Rule, html: str = HTML) -> list[str]:
    return rule.texts(View(Page.from_bytes(html.encode())))


def path(*steps: str) -> tuple[Step, ...]:
    found = (step.partition("[") for step in steps)
    return tuple(Step(tag, int(number[:-1]) if number else None) for tag, _, number in found)


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        pytest.param(Rule(None, path("body", "div", "h2")), ["Tea", "Rice"], id="root"),
        pytest.param(Rule(None, path("body", "div[2]", "h2")), ["Rice"], id="position"),
        pytest.param(Rule(None, path("body", "div[9]", "h2")), [], id="no-such-position"),
        pytest.param(
            Rule(Element("div", "class", "card"), path("h2", f"{TEXT}[1]")),
            ["Tea", "Rice"],
            id="one-of-the-classes",
        ),
        pytest.param(
            Rule(Element("div", "class", "card new"), path("h2")), ["Tea"], id="all-classes"
        ),
        pytest.param(Rule(Element("h2")), ["Tea", "Rice"], id="tag"),
        pytest.param(Rule(Element("div"), path("a"), "href"), ["/tea"], id="attribute"),
        pytest.param(Rule(Element("h2"), path(TEXT), "href"), [], id="attribute-of-a-run"),
        pytest.param(Rule(Label("Size", "td")), ["small"], id="label"),
        pytest.param(Rule(Label("Size", "th")), [], id="label-without-its-value"),
        pytest.param(Rule(Label("Maker", "i", 1, 2)), ["Sato & Abe"], id="label-up"),
        pytest.param(Rule(Label("Maker", "i", 3)), ["Abe"], id="label-distance"),
        pytest.param(Rule(Label("Maker", "i", 99)), [], id="label-at-the-end"),
        pytest.param(Rule(Label("Price:", "b")), ["$3", "$5"], id="label-in-each-card"),
        pytest.param(
            Rule(Element("p"), part=Part("$", " (")), ["5"], id="part-between-two-strings"
        ),
        pytest.param(
            Rule(Element("p"), part=Part("$", "")), ["3", "5 (sale)"], id="part-to-the-end"
        ),
        pytest.param(
            Rule(Element("p"), part=Part("", ":")), ["Price"] * 2, id="part-from-the-edge"
        ),
        pytest.param(Rule(Element("img"), path("p")), [], id="no-such-tag"),
        pytest.param(Rule(Element("tr"), path("td", "b")), [], id="no-such-child"),
    ],
)
def test_rule_finds(rule: Rule, found: list[str]) -> None:
    assert texts(rule) == found


def test_label_may_mean_all_of_the_element_behind_it() -> None:
    rule = Rule(Label("Maker", "td", whole=True))
    assert texts(rule) == ["Sato & Abe"]
    assert texts(rule, "<table><tr><th>Maker<td><b>Ito</b> <i>Co.</i>") == ["Ito Co."]
    assert texts(rule, "<table><tr><td>Maker<p>Ito</table>") == []  # the label is in it


def test_rows_are_in_document_order_and_each_once() -> None:
    seen = View(Page.from_bytes(b"<table><tr><td>a<td>b<td>a<td>c</table>"))
    rows = Rule(Label("a", "td", 1, 2)).rows(seen)
    assert [seen.tree.tags[row] for row in rows] == ["tr"]


def test_way_up_ends_at_the_root() -> None:
    seen = View(Page.from_bytes(b"<p>a<p>b"))
    assert Rule(Label("a", "p", 1, 1000)).rows(seen) == [0]


@pytest.mark.parametrize(
    ("part", "text", "found"),
    [
        (Part("(", ")"), "2013/02/04 (月)", "月"),
        (Part("", " ("), "2013/02/04 (月)", "2013/02/04"),
        (Part("価格: ", "円"), "価格: 1,200円 (税込)", "1,200"),
        (Part(":", "("), "価格: 1,200円 (税込)", "1,200円"),
        (Part("(", ")"), "2013/02/04", ""),
        (Part("(", ")"), "2013/02/04 (月", ""),
        (Part("(", ")"), "a ()", ""),
        (Part("(", ")"), "a (  )", ""),
        (Part(")", "("), "(a)", ""),
        (Part("", ""), "abc", "abc"),
    ],
)
def test_part_is_cut_without_its_outer_white_space(part: Part, text: str, found: str) -> None:
    begin, end = part.cut(text)
    assert text[begin:end] == found


def test_attribute_is_read_with_its_white_space_collapsed() -> None:
    seen = View(Page.from_bytes(b"<img alt=' a\n b '>"))
    assert read_row(seen, len(seen.tree) - 1, "alt") == "a b"
    assert read_row(seen, len(seen.tree) - 1, "src") == ""


def test_rules_read_xml() -> None:
    xml = '<?xml version="1.0"?><books><book isbn="1"><題>猫</題></book><book isbn="2"/></books>'
    assert texts(Rule(None, path("book", "題", TEXT)), xml) == ["猫"]
    assert texts(Rule(Element("book"), (), "isbn"), xml) == ["1", "2"]


def test_labels_that_lead_to_one_element_go_down_from_it_once() -> None:
    html = "<div><p><b>Size:</b> small <b>Size:</b> large</p></div>"
    rule = Rule(Label("Size:", "p", up=1), path("b"))
    view = View(Page.from_bytes(html.encode()))
    assert rule.texts(view) == ["Size:", "Size:"]
