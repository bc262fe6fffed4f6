from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import Tree
from zaru.dom.places import start_tag_span


def spans(html: str) -> dict[str, str | None]:
    """Return what the file has for the first element of each tag."""
    tree = Page.from_bytes(html.encode()).tree
    found: dict[str, str | None] = {}
    for row in range(len(tree)):
        if not tree.is_text(row):
            found.setdefault(tree.tags[row], tree.source(row) if tree.span(row) else None)
    return found


@pytest.mark.parametrize(
    ("html", "tag", "expected"),
    [
        pytest.param("<p>a</p>b", "p", "<p>a</p>", id="closed"),
        pytest.param("<p>a<p>b", "p", "<p>a", id="ended-by-the-next"),
        pytest.param("<p>a<!-- b -->", "p", "<p>a", id="ended-by-the-file"),
        pytest.param("<div><p>a</p></div>", "body", "<div><p>a</p></div>", id="implied-body"),
        pytest.param("<table><td>a</table>", "tbody", "<td>a", id="implied-tbody"),
        pytest.param("a", "head", None, id="implied-and-empty"),
        pytest.param("a<br>b", "br", "<br>", id="void"),
        pytest.param("<img src='a>b'>c", "img", "<img src='a>b'>", id="quoted-greater-than"),
        pytest.param("<ul><li>a<li>b</ul>c", "ul", "<ul><li>a<li>b</ul>", id="list"),
        pytest.param("<svg><path d='M0'/></svg>", "svg:path", "<path d='M0'/>", id="foreign"),
        pytest.param("<template><p>a</p></template>", "p", "<p>a</p>", id="in-a-template"),
        pytest.param("\r\n<p>a\r\rb\n</p>\r\n", "p", "<p>a\r\rb\n</p>", id="line-ends"),
        pytest.param("<p>日本<b>語</b></p>", "b", "<b>語</b>", id="behind-wide-characters"),
        pytest.param("<p>𠮷<b>野</b>家</p>", "b", "<b>野</b>", id="beyond-the-basic-plane"),
    ],
)
def test_element_has_its_place(html: str, tag: str, expected: str | None) -> None:
    assert spans(html)[tag] == expected


def test_implied_element_is_not_written() -> None:
    tree = Page.from_bytes(b"<p>a").tree
    written = {tree.tags[row]: place.is_written for row, place in tree.places.items()}
    assert written == {"html": False, "body": False, "p": True}


def test_implied_element_has_no_attribute_spans() -> None:
    tree = Page.from_bytes(b"<td class=a>").tree
    body = tree.tags.index("body")
    assert tree.attribute_span(body, "class") is None


def test_elements_are_matched_with_rows_on_a_page_with_everything() -> None:
    tree = everything()
    for row, place in tree.places.items():
        if place.is_written:
            name = tree.tags[row].split(":")[-1]
            assert tree.source(row)[1:].lower().startswith(name.lower())


def everything() -> Tree:
    html = (
        "<!doctype html><title>a</title><p>b<b>c<i>d</b>e</i><table>f<tr><td>g<td>h</table>"
        "<svg><foreignObject><p>i</foreignObject></svg><select><option>j<option>k</select>"
        "<template><tr><td>l</template><math><mi>m</math><form><form><input></form><a>n<a>o"
    )
    return Page.from_bytes(html.encode()).tree


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp", "utf-16", "iso2022_jp"])
def test_attributes_of_a_page_that_is_cut_in_a_tag_stand_in_it(encoding: str) -> None:
    html = "<p>日本<img alt='絵' src=a><img alt=二つ><svg><a href=b></svg><img alt='" + "三" * 999
    for size in range(8, len(html), 3):
        page = Page.from_bytes(html[:size].encode(encoding))
        for row, tag in enumerate(page.tree.tags):
            if tag != "#text":
                for name, value in page.tree.pairs(row):
                    span = page.tree.attribute_span(row, name)
                    assert span is not None
                    assert page.source(span) == value
        if size > 100:
            break


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-16", "iso2022_jp"])
def test_start_tag_ends_behind_its_attributes(encoding: str) -> None:
    page = Page.from_bytes("<p>日本<img src='>' alt=絵>の文章".encode(encoding))
    tree = page.tree
    span = start_tag_span(tree, tree.tags.index("img"))
    assert span is not None
    assert page.source(span) == "<img src='>' alt=絵>"
    assert start_tag_span(tree, tree.tags.index("body")) is None
