"""Paper 2, §2: nodes, their names, values, positions and HTML attributes."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.errors import LimitExceeded
from zaru.limits import Limits
from zaru.wrappers.tree.nodes import Nodes

HTML = (
    "<ul id=list><li>梨<li class='a b' hidden>桃 <b>缶</b>\n<li></ul>"
    "<p>one<br>two<br> <!-- note -->three<!-- note --> four</p>"
)


def nodes_of(source: str, encoding: str = "utf-8") -> Nodes:
    return Nodes(Page.from_bytes(source.encode(encoding), charset=encoding).tree)


def first(nodes: Nodes, name: str, number: int = 1) -> int:
    return nodes.named[name][number - 1]


def run_of(nodes: Nodes, text: str) -> int:
    return nodes.tree.values.index(text)


def cut(nodes: Nodes, row: int, attribute: str | None = None) -> str:
    span = nodes.value(row, attribute).span
    assert span is not None
    offset, length = span
    return nodes.tree.raw[offset : offset + length].decode(nodes.tree.decoded.codec)


@pytest.mark.parametrize(("number", "text"), [(1, "梨"), (2, "桃 缶"), (3, "")])
def test_value_is_the_texts_below_joined(number: int, text: str) -> None:
    nodes = nodes_of(HTML)
    row = first(nodes, "li", number)
    assert nodes.value(row).text == text
    assert nodes.has_value(row) == bool(text)


def test_value_joins_texts_without_anything_between() -> None:
    nodes = nodes_of(HTML)
    assert nodes.value(first(nodes, "p")).text == "onetwo three four"


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "utf-16"])
def test_span_goes_from_the_first_to_the_last_text(encoding: str) -> None:
    nodes = nodes_of(HTML, encoding)
    assert cut(nodes, first(nodes, "li", 2)) == "桃 <b>缶"
    assert cut(nodes, run_of(nodes, "梨")) == "梨"
    assert nodes.value(first(nodes, "li", 3)).span is None


def test_position_counts_siblings_of_the_same_name() -> None:
    nodes = nodes_of("<div><p>a</p><i>b</i><p>c</p></div><div><p>d</p></div>")
    found = [(nodes.tree.tags[row], nodes.positions[row]) for row in range(3, len(nodes.tree))]
    assert [pair for pair in found if pair[0] != "#text"] == [
        ("div", 1),
        ("p", 1),
        ("i", 1),
        ("p", 2),
        ("div", 2),
        ("p", 1),
    ]


def test_position_counts_texts_of_white_space() -> None:
    nodes = nodes_of("<p> <b>x</b>a<br>b</p>")
    assert nodes.positions[run_of(nodes, "a")] == 2
    assert nodes.positions[run_of(nodes, "b")] == 3


def test_comments_do_not_part_a_text() -> None:
    nodes = nodes_of(HTML)
    rows = [run_of(nodes, text) for text in (" ", "three", " four")]
    assert {nodes.positions[row] for row in rows} == {3}
    assert {nodes.node_of(row) for row in rows} == {rows[0]}
    assert nodes.value(rows[0]).text == "three four"
    assert cut(nodes, rows[0]) == "three<!-- note --> four"
    assert rows[0] in nodes.named["#text"]
    assert rows[1] not in nodes.named["#text"]


def test_comments_change_no_position() -> None:
    plain, noted = nodes_of("<p>a<br>b<br>c"), nodes_of("<p>a<!-- -->a<br><!-- -->b<br>c")
    assert plain.positions[run_of(plain, "c")] == noted.positions[run_of(noted, "c")] == 3


def test_attribute_set() -> None:
    nodes = nodes_of(HTML)
    assert nodes.attribute_set(first(nodes, "li", 2)) == (("class", "a b"), ("hidden", ""))
    assert nodes.attribute_set(run_of(nodes, "梨")) == ()
    assert nodes.attribute(run_of(nodes, "梨"), "id") is None
    assert nodes.attribute(first(nodes, "ul"), "id") == "list"
    assert nodes.attribute(first(nodes, "ul"), "class") is None


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "utf-16"])
def test_value_of_an_attribute(encoding: str) -> None:
    nodes = nodes_of("<p>日</p><a href=' /本?a&amp;b '>x</a><a href>y</a><a>z</a>", encoding)
    row = first(nodes, "a")
    assert nodes.value(row, "href").text == "/本?a&b"
    assert cut(nodes, row, "href") == " /本?a&amp;b "
    assert [nodes.has_value(row, "href") for row in nodes.named["a"]] == [True, False, False]


def test_nodes_of_xml() -> None:
    nodes = nodes_of("<?xml version='1.0'?><A><b>x<![CDATA[<y>]]></b><B>z</B><b k='v'/></A>")
    assert nodes.value(first(nodes, "b")).text == "x<y>"
    assert [nodes.positions[row] for row in nodes.named["b"]] == [1, 2]
    assert nodes.positions[first(nodes, "B")] == 1
    assert nodes.value(first(nodes, "b", 2), "k").text == "v"


def test_text_moved_out_of_a_table_has_its_span() -> None:
    nodes = nodes_of("<div><table><tr><td>in</td></tr>moved</table> after</div>")
    assert cut(nodes, first(nodes, "div")) == "in</td></tr>moved</table> after"


def test_values_of_nested_elements_are_limited() -> None:
    limits = Limits(max_bytes=10_000)
    page = Page.from_bytes(b"<div>" * 100 + b"x" * 5000, limits=limits)
    nodes = Nodes(page.tree)
    with pytest.raises(LimitExceeded, match="10000 characters"):
        [nodes.value(row) for row in nodes.named["div"]]


def test_places_are_made_only_for_many_attributes_between_texts() -> None:
    nodes = nodes_of("<p>x</p>" + "<img src=a>" * 1000)
    nodes.expect_attributes(nodes.named["img"][:5])
    assert "places" not in nodes.tree.__dict__
    nodes.expect_attributes(nodes.named["img"])
    assert "places" in nodes.tree.__dict__
