"""Rules: where they begin, how they go down, what they take."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import TEXT
from zaru.wrappers.record import Span, collapse
from zaru.wrappers.rules.occurrences import find_parts, find_whole
from zaru.wrappers.rules.rule import (
    Element,
    Label,
    Part,
    Rule,
    Step,
    occurrence_span,
    read_places,
    read_row,
    read_rule,
)
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


ENCODINGS = ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"]
EXACT = [name for name in ENCODINGS if name != "iso2022_jp"]  # its escapes stand between the bytes
ALL = Rule(Element("p"))


def view(html: str, encoding: str = "utf-8") -> View:
    body = f"<title>日本語のページです</title>{html}".encode(encoding)
    return View(Page.from_bytes(body, charset=encoding.replace("iso2022_jp", "iso-2022-jp")))


def shown(seen: View, span: Span | None) -> str:
    assert span is not None
    offset, length = span
    assert 0 <= offset <= offset + length <= len(seen.page.raw)
    return seen.page.raw[offset : offset + length].decode(seen.tree.decoded.codec)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("html", "rule", "value", "source"),
    [
        pytest.param("<p>茶碗", ALL, "茶碗", "茶碗", id="run"),
        pytest.param("<p>a &amp; &#33590;", ALL, "a & 茶", "a &amp; &#33590;", id="references"),
        pytest.param("<p><b>茶</b>と<i>碗</i>", ALL, "茶と碗", "茶</b>と<i>碗", id="element"),
        pytest.param(
            "<p>価格: 1,200円 (税込)",
            Rule(Element("p"), part=Part(": ", " (")),
            "1,200円",
            "1,200円",
            id="part",
        ),
        pytest.param("<p>月 (月)", Rule(Element("p"), part=Part("(", ")")), "月", "月", id="later"),
        pytest.param(
            "<p>&lt;茶&gt; &amp; 碗",
            Rule(Element("p"), part=Part("<", " &")),
            "茶>",
            "茶&gt;",
            id="part-with-references",
        ),
        pytest.param(
            "<p>価格: <b>1,200</b>円 (<i>税込</i>)",
            Rule(Element("p"), part=Part(": ", " (")),
            "1,200円",
            "1,200</b>円",
            id="part-of-several-runs",
        ),
        pytest.param(
            "<p title='茶 碗'>", Rule(Element("p"), (), "title"), "茶 碗", "茶 碗", id="attribute"
        ),
        pytest.param(
            "<p title='a?b=茶&amp;c'>",
            Rule(Element("p"), (), "title", Part("b=", "&")),
            "茶",
            "茶",
            id="part-of-an-attribute",
        ),
    ],
)
def test_span_shows_the_value(
    html: str, rule: Rule, value: str, source: str, encoding: str
) -> None:
    seen = view(html, encoding)
    [(_, found)] = read_rule(seen, rule)
    assert found.text == value
    if encoding in EXACT:
        assert shown(seen, found.span) == source
    else:
        assert source in shown(seen, found.span)


def test_span_is_that_of_the_part_and_not_of_the_same_text_before_it() -> None:
    seen = view("<p>1 of 1")
    [(_, found)] = read_rule(seen, Rule(Element("p"), part=Part("of ", "")))
    assert found.span == (seen.page.raw.rindex(b"1"), 1)


@pytest.mark.parametrize("encoding", EXACT)
@pytest.mark.parametrize("space", [" ", "\n\t ", "\u3000", "&nbsp;", "&#32;\u3000"], ids=ascii)
def test_outer_white_space_is_not_in_the_span(space: str, encoding: str) -> None:
    seen = view(f"<p>{space}茶{space}碗{space}", encoding)
    [(_, found)] = read_rule(seen, ALL)
    assert found.text == "茶 碗"
    assert shown(seen, found.span) == f"茶{space}碗"


def test_attribute_without_a_value_is_no_value() -> None:
    assert read_rule(view("<p title>"), Rule(Element("p"), (), "title")) == []


def test_empty_texts_are_left_out() -> None:
    assert [value.text for _, value in read_rule(view("<p><p>a<p> <p>&nbsp;"), ALL)] == ["a"]


def test_places_are_a_union_and_alternatives_a_choice() -> None:
    bold, italic, heading = (Rule(Element(tag)) for tag in ("em", "dfn", "h2"))
    places = ((bold, italic), (heading,))
    html = "<em>a</em><h2>c</h2>"
    assert [value.text for _, value in read_places(view(html), places)] == ["a", "c"]
    html = "<h2>c</h2><dfn>b</dfn>"
    assert [value.text for _, value in read_places(view(html), places)] == ["c", "b"]


def test_value_that_two_places_find_is_read_once() -> None:
    places = ((Rule(Element("em")),), (Rule(Element("em", "class", "a")),))
    assert len(read_places(view("<em class=a>x</em>"), places)) == 1


@pytest.mark.parametrize("value", ["茶碗", "大", "/a"])
def test_occurrence_shows_its_value(value: str) -> None:
    seen = view("<p>茶碗<p>茶碗 (大)<a href=/a>b</a>")
    found = list(find_whole(seen, value)) or list(find_parts(seen, value))
    assert [collapse(shown(seen, occurrence_span(seen, place))) for place in found] == [value]
