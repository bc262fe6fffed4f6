"""Text groups: line breaks as a browser makes them."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom.shapes import Shapes
from zaru.feeds.paper.text_groups import BLANK_LINE, LINE, TextFlow


def read_groups(html: str, least: int) -> list[str]:
    flow = TextFlow(Shapes(Page.from_bytes(f"<body>{html}".encode()).tree))
    groups = flow.groups(0, len(flow.texts), least, 100)
    assert len(groups) == flow.count_groups(0, len(flow.texts), least)
    return [flow.text(group) for group in groups]


@pytest.mark.parametrize(
    ("html", "lines", "groups"),
    [
        pytest.param("a<b>b</b> c", ["ab c"], ["ab c"], id="inline"),
        pytest.param("a<br>b", ["a", "b"], ["a\nb"], id="line-end"),
        pytest.param("a<br> <br>b", ["a", "b"], ["a", "b"], id="blank-line"),
        pytest.param("<div>a</div><div>b</div>", ["a", "b"], ["a\nb"], id="blocks"),
        pytest.param("<div>a</div>b", ["a", "b"], ["a\nb"], id="end-of-block"),
        pytest.param("<h2>a</h2><div>b</div>", ["a", "b"], ["a", "b"], id="heading"),
        pytest.param("<div>a<p>b</p></div>c", ["a", "b", "c"], ["a", "b", "c"], id="paragraph"),
        pytest.param("<ul><li>a<li>b</ul>c", ["a", "b", "c"], ["a\nb", "c"], id="list"),
        pytest.param("a<script>x</script>b", ["ab"], ["ab"], id="unseen"),
        pytest.param("", [], [], id="empty"),
    ],
)
def test_groups(html: str, lines: list[str], groups: list[str]) -> None:
    assert read_groups(html, LINE) == lines
    assert read_groups(html, BLANK_LINE) == groups


def test_group_names_the_smallest_element_that_has_it() -> None:
    tree = Page.from_bytes(b"<body><div><p>a <b>b</b></p><p>c<br><br>d</p></div>").tree
    flow = TextFlow(Shapes(tree))
    groups = flow.groups(0, len(flow.texts), BLANK_LINE, 100)
    first, second = (row for row, tag in enumerate(tree.tags) if tag == "p")
    assert [(group.top, group.order) for group in groups] == [(first, 0), (second, 0), (second, 1)]
