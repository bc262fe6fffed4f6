"""A page as wrappers see it."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import TEXT
from zaru.wrappers.rules.view import View, may_hold_value

HTML = """<title>店</title><script>var a = "1,200円"</script><style>p { color: red }</style>
<div id=top class="shop main"><h1>  茶碗
 (大)</h1><p>価格: <b>1,200</b>円<br>税込<div><i>備考</i></div>在庫</p></div>"""


def view(html: str = HTML) -> View:
    return View(Page.from_bytes(html.encode()))


def row_of(seen: View, tag: str, number: int = 0) -> int:
    return [row for row, name in enumerate(seen.tree.tags) if name == tag][number]


def test_runs_are_the_texts_that_a_reader_sees() -> None:
    assert view().texts == ["店", "茶碗 (大)", "価格:", "1,200", "円", "税込", "備考", "在庫"]


def test_runs_know_their_number() -> None:
    seen = view()
    assert [seen.number[row] for row in seen.runs] == list(range(8))


def test_children_are_elements_and_runs_without_white_space() -> None:
    seen = view("<ul> <li>a</li> <!-- b --> c <li></li> </ul>")
    rows = seen.children(row_of(seen, "ul"))
    assert [seen.tree.tags[row] for row in rows] == ["li", TEXT, "li"]
    assert seen.children(row_of(seen, "li", 1)) == []


def test_children_are_all_rows_below_and_no_others() -> None:
    seen = view()
    for row in range(len(seen.tree)):
        below = [
            child
            for child, parent in enumerate(seen.tree.parents)
            if parent == row and (seen.tree.tags[child] != TEXT or child in seen.number)
        ]
        assert seen.children(row) == below


def test_positions_count_siblings_of_one_tag() -> None:
    seen = view("<p>a<b>c</b>d<i>e</i><b>f</b></p>")
    children = seen.children(row_of(seen, "p"))
    assert [seen.positions[row] for row in children] == [1, 1, 2, 1, 2]


def test_reach_is_the_runs_of_an_element() -> None:
    seen = view()
    assert seen.reach[0] == (0, 8)
    assert seen.reach[row_of(seen, "div")] == (1, 8)
    assert seen.reach[row_of(seen, "b")] == (3, 4)
    assert row_of(seen, "script") not in seen.reach
    for row, (first, end) in seen.reach.items():
        assert seen.runs_in(row) == seen.runs[first:end]


def test_text_of_an_element_is_parted_by_line_breaks_and_by_the_edges_of_blocks() -> None:
    seen = view()
    assert seen.text(row_of(seen, "div")) == "茶碗 (大) 価格: 1,200円 税込 備考 在庫"
    assert seen.text(row_of(seen, "p")) == "価格: 1,200円 税込"


def test_text_of_what_has_no_run_is_empty() -> None:
    seen = view("<p><img src=a><script>x</script></p>")
    assert [seen.text(row) for row in range(len(seen.tree)) if not seen.tree.is_text(row)] == [
        ""
    ] * 6


def test_text_of_a_run_is_collapsed() -> None:
    seen = view()
    assert seen.text(seen.runs[1]) == "茶碗 (大)"


def test_squeezed_text_says_where_each_run_begins() -> None:
    text, starts = view("<p>a b<p>c<p>&nbsp;<p>d e").squeezed
    assert (text, starts) == ("abcde", [0, 2, 3, 3, 5])


def test_runs_are_found_by_their_text() -> None:
    assert view("<p>a<p>b<p> a ").runs_by_text == {"a": [0, 2], "b": [1]}


@pytest.mark.parametrize(
    ("attribute", "value", "count"),
    [
        ("", "", 3),
        ("class", "shop main", 1),
        ("class", "main", 2),
        ("id", "top", 1),
        ("id", "main", 0),
        ("title", "", 0),
    ],
)
def test_elements_are_found_by_tag_and_attribute(attribute: str, value: str, count: int) -> None:
    seen = view(HTML + "<div class=main title></div>")
    rows = seen.rows_of("div", attribute, value)
    assert len(rows) == count
    assert rows == seen.rows_by_attribute.get(("div", attribute, value), [])


def test_text_runs_are_no_elements() -> None:
    assert view().rows_of(TEXT, "", "") == []


def test_attributes_that_hold_values_are_found_by_them() -> None:
    seen = view("<a href=' /a ' class=/a onclick=/a><img alt=/a></a>")
    assert [name for _, name in seen.attributes_by_value["/a"]] == ["href", "alt"]


def test_way_leads_from_the_root_to_a_row() -> None:
    seen = view()
    tags = [seen.tree.tags[row] for row in seen.way(seen.runs[3])]
    assert tags == ["html", "body", "div", "p", "b", TEXT]


@pytest.mark.parametrize(("name", "may"), [("href", True), ("onload", False), ("style", False)])
def test_some_attributes_hold_no_value(name: str, may: bool) -> None:
    assert may_hold_value(name) is may


def test_xml_is_seen_like_html() -> None:
    seen = view('<?xml version="1.0"?><本 年="2013"><題>坊っちゃん</題></本>')
    assert seen.texts == ["坊っちゃん"]
    assert seen.attributes_by_value == {"2013": [(0, "年")]}
    assert seen.rows_of("本", "年", "2013") == [0]
