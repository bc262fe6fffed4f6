"""Tables: each cell in the column where a reader of the page sees it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from turbohtml import Element, parse

import zaru
from zaru.content.content import Content, Kept
from zaru.content.segments import find_segments, read_texts


def keep(html: str, dropped: frozenset[str] = frozenset()) -> Content:
    """Return the content of a page of which all is kept but *dropped* texts."""
    page = zaru.Page.from_bytes(html.encode())
    segments = find_segments(page.tree)
    pairs = zip(segments, read_texts(page.tree, segments), strict=True)
    return Content(page, tuple(Kept(*pair) for pair in pairs if pair[1] not in dropped))


def render(markdown: str) -> str:
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))


def columns(html: str) -> dict[str, tuple[str, int]]:
    """Return tag and column of each text in the tables of *html*, slot by slot as browsers do."""
    found = {}
    for table in parse(html).find_all("table"):
        taken: set[tuple[int, int]] = set()
        for top, row in enumerate(table.find_all("tr")):
            left = 0
            for cell in row.children:
                if not isinstance(cell, Element):
                    continue
                while (top, left) in taken:
                    left += 1
                width, height = (int(str(cell.attrs.get(f"{n}span", 1))) for n in ("col", "row"))
                while width > 1 and any((top, left + n) in taken for n in range(width)):
                    width -= 1
                found[cell.text.strip()] = cell.tag, left
                taken |= {(top + y, left + x) for x in range(width) for y in range(height)}
                left += width
    return found


CELL = st.tuples(
    st.booleans(), st.booleans(), st.sampled_from([1, 1, 1, 2, 3]), st.sampled_from([1, 1, 2])
)
TABLE = st.lists(st.lists(CELL, min_size=1, max_size=5), min_size=2, max_size=6)


@given(TABLE)
def test_every_kept_cell_stands_in_its_column(
    table: list[list[tuple[bool, bool, int, int]]],
) -> None:
    dropped, html = set(), "<table>"
    for top, row in enumerate(table):
        html += "<tr>"
        for left, (has_text, is_kept, width, height) in enumerate(row):
            name = f"cell{top}x{left}" if has_text or not left else ""
            html += f"<td colspan={width} rowspan={height}>{name}</td>"
            if not is_kept and left:
                dropped.add(name)
        html += "</tr>"
    html += "</table>"
    content = keep(html, frozenset(dropped))
    expected = {name: at for name, at in columns(html).items() if name and name not in dropped}
    if any(column for _, column in expected.values()) and max(map(len, table)) > 1:
        for written in (render(content.to_markdown()), content.to_html()):
            found = columns(written)
            assert {name: at for name, at in found.items() if name} == expected, html


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(
            "<tr><th>a<th>b<tr><td>c<td>d", "| a | b |\n| --- | --- |\n| c | d |\n", id="header"
        ),
        pytest.param(
            "<tr><td><th>b<tr><th>c<td>d", "|  | b |\n| --- | --- |\n| c | d |\n", id="corner"
        ),
        pytest.param(
            "<thead><tr><td>a<td>b<tbody><tr><td>c<td>d",
            "| a | b |\n| --- | --- |\n| c | d |\n",
            id="thead",
        ),
        pytest.param(
            "<tr><td>a<td>b<tr><td>c<td>d",
            "|  |  |\n| --- | --- |\n| a | b |\n| c | d |\n",
            id="no-header",
        ),
        pytest.param(
            "<tr><th>a<td>b<tr><th>c<td>d",
            "|  |  |\n| --- | --- |\n| a | b |\n| c | d |\n",
            id="row-headers",
        ),
        pytest.param(
            "<caption>about</caption><tr><th>a<th>b<tr><td><td>d",
            "*about*\n\n| a | b |\n| --- | --- |\n|  | d |\n",
            id="caption-and-empty-cell",
        ),
        pytest.param(
            "<tr><th>a<th>b<tr><td><ul><li>c<li>d</ul><td><pre>e\n  f|g</pre>",
            "| a | b |\n| --- | --- |\n| c<br>d | `e`<br>`f\\|g` |\n",
            id="blocks-in-cells",
        ),
        pytest.param(
            "<tr><th>a<th>b<tbody><tr><td rowspan=9>c<td>d<tbody><tr><td>e<td>f",
            "| a | b |\n| --- | --- |\n| c | d |\n| e | f |\n",
            id="spans-end-with-their-group",
        ),
        pytest.param(
            "<tr><th colspan=99999999999>a<tr><td rowspan=99999999999>c<td>d<tr><td>e",
            "| a |  |\n| --- | --- |\n| c | d |\n|  | e |\n",
            id="huge-spans",
        ),
    ],
)
def test_a_table_is_written_as_the_page_has_it(html: str, expected: str) -> None:
    assert keep(f"<table>{html}</table>").to_markdown() == expected


def test_html_says_which_cells_are_wide_and_high() -> None:
    html = "<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d<tr><td>e<td>f<td>g</table>"
    assert '<tr><th rowspan="2">a</th><th colspan="2">b</th></tr>' in keep(html).to_html()


def test_the_inner_of_two_tables_is_one() -> None:
    inner = "<table><tr><th>a<th>b<tr><td>c<td>d</table>"
    text = keep(f"<table><tr><td>left<td>{inner}<td>right</table>").to_markdown()
    assert text == "left\n\n| a | b |\n| --- | --- |\n| c | d |\n\nright\n"


SPARSE = {
    "one-wide-row": lambda n: "<tr>" + "<td>w" * n + "<tr><td>a" * n,
    "wide-cells": lambda n: "<tr><td colspan=1000>a<td>b" * n,
    "high-cells": lambda n: "<tr>" + "<td rowspan=65534>w" * n + "<tr><td>a" * n,
    "growing-rows": lambda n: "".join(f"<tr><td colspan={k % 1000}>a<td>b" for k in range(n)),
}


@pytest.mark.parametrize("build", SPARSE.values(), ids=SPARSE)
def test_a_sparse_table_does_not_outgrow_its_page(build) -> None:  # type: ignore[no-untyped-def]
    html = f"<table>{build(1500)}</table>"
    content = keep(html)
    for written in (content.to_markdown(), content.to_html()):
        assert len(written) < 6 * len(html)
        assert sum(written.count(letter) for letter in "wa") >= html.count("<td") // 2
