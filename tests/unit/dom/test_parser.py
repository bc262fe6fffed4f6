from __future__ import annotations

import pytest

from zaru import Page
from zaru.dom import Tree
from zaru.errors import LimitExceeded
from zaru.limits import Limits


def parse(html: str, *, limits: Limits | None = None) -> Tree:
    return Page.from_bytes(html.encode(), limits=limits or Limits()).tree


def draw(tree: Tree) -> list[str]:
    """Return each row behind as many spaces as it is deep."""
    names = [tree.text(row) if tree.is_text(row) else tree.tags[row] for row in range(len(tree))]
    return [" " * depth + name for depth, name in zip(tree.depths, names, strict=True)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("", ["html", " head", " body"], id="empty"),
        pytest.param("a", ["html", " head", " body", "  a"], id="implied-elements"),
        pytest.param("<!doctype html><!-- a --><?b?>", ["html", " head", " body"], id="no-rows"),
        pytest.param(
            "<body><p>a<p>b",
            ["html", " head", " body", "  p", "   a", "  p", "   b"],
            id="p-ends-p",
        ),
        pytest.param(
            "<body><svg><a/></svg><math><mi>",
            ["html", " head", " body", "  svg:svg", "   svg:a", "  math:math", "   math:mi"],
            id="foreign",
        ),
        pytest.param(
            "<body><noscript><p>a",
            ["html", " head", " body", "  noscript", "   p", "    a"],
            id="scripting-is-off",
        ),
        pytest.param(
            "<body><template><p>a",
            ["html", " head", " body", "  template", "   p", "    a"],
            id="template",
        ),
        pytest.param(
            "<body><table>a<td>b",
            [
                "html",
                " head",
                " body",
                "  a",
                "  table",
                "   tbody",
                "    tr",
                "     td",
                "      b",
            ],
            id="text-moves-out-of-a-table",
        ),
        pytest.param("<body>a</b>b", ["html", " head", " body", "  a", "  b"], id="two-pieces"),
        pytest.param(
            "<body><p>a</b>b<p>c",
            ["html", " head", " body", "  p", "   a", "   b", "  p", "   c"],
            id="rows-behind-pieces",
        ),
    ],
)
def test_tree_is_what_html_says(html: str, expected: list[str]) -> None:
    assert draw(parse(html)) == expected


def test_deep_elements_hang_on_the_deepest_allowed() -> None:
    tree = parse("<body>" + "<div>" * 9 + "<p>a<b>b", limits=Limits(max_depth=5))
    assert max(tree.depths) == 5
    assert draw(tree)[-3:] == ["     a", "     b", "     b"]  # <b> and its text
    assert tree.depths[-1] == tree.depths[tree.parents[-1]] + 1


@pytest.mark.parametrize(
    "html", ["<p>" * 48, "a<p>" * 24, "<p>" + "a</b>" * 46], ids=["elements", "both", "pieces"]
)
def test_nodes_are_counted(html: str) -> None:
    assert len(parse(html, limits=Limits(max_nodes=51))) in (50, 51)
    with pytest.raises(LimitExceeded, match="more than 49 elements and texts"):
        parse(html, limits=Limits(max_nodes=49))


def test_refusal_names_the_source() -> None:
    page = Page.from_bytes(b"<p>a", source="a.html", limits=Limits(max_nodes=2))
    with pytest.raises(LimitExceeded) as caught:
        _ = page.tree
    assert str(caught.value) == "a.html: more than 2 elements and texts"
