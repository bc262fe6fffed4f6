"""Paper 2, §2.3 and §3: attribute sets, extraction node labels, paths and their composition."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.soup import soups

from zaru import Page
from zaru.errors import FormatError
from zaru.wrappers.schema import list_of
from zaru.wrappers.tree.extraction_path import (
    ExtractionPath,
    NodeLabel,
    common_attributes,
    compose_labels,
    compose_paths,
    find_matches,
    has_attributes,
    learn_path,
    read_label,
)
from zaru.wrappers.tree.nodes import Nodes

HTML = (
    "<table class=list>"
    "<tr id=r1><td class=n>梨</td><td class=p>120円</td></tr>"
    "<tr id=r2><td class=n>桃</td><td class='p sale'>98円</td></tr>"
    "</table>"
)

names = st.sampled_from(("div", "p", "#text"))
attribute_sets = st.dictionaries(
    st.sampled_from(("class", "id")), st.sampled_from((None, "", "a", "b"))
).map(lambda attributes: tuple(sorted(attributes.items())))
labels = st.builds(NodeLabel, names, st.sampled_from((None, 1, 2)), attribute_sets)
paths = st.lists(labels, max_size=5).map(tuple)


def nodes_of(source: str) -> Nodes:
    return Nodes(Page.from_bytes(source.encode()).tree)


def is_match(label: NodeLabel, nodes: Nodes, row: int) -> bool:
    """Say whether *label* matches a node (isMatchENL)."""
    return row in find_matches((label,), nodes)


def is_path_match(path: ExtractionPath, nodes: Nodes, row: int) -> bool:
    """Say whether *path* matches the way that ends in a node (definition 4)."""
    for label in reversed(path):
        if row < 0 or not is_match(label, nodes, row):
            return False
        row = nodes.tree.parents[row]
    return bool(path)


def run_of(nodes: Nodes, text: str) -> int:
    return nodes.tree.values.index(text)


@pytest.mark.parametrize(
    ("sets", "common"),
    [
        pytest.param([(("a", "1"),), (("a", "1"),)], (("a", "1"),), id="same-value"),
        pytest.param([(("a", "1"),), (("a", "2"),)], (("a", None),), id="any-value"),
        pytest.param([(("a", "1"),), (("b", "1"),)], (), id="no-common-name"),
        pytest.param([(("a", "1"), ("b", "2")), (("b", "2"),)], (("b", "2"),), id="missing"),
        pytest.param([(("a", None),), (("a", "1"),)], (("a", None),), id="star-and-value"),
        pytest.param([(("a", None),), (("a", None),)], (("a", None),), id="star-and-star"),
        pytest.param([(("a", "1"),)] * 2 + [(("a", "2"),)], (("a", None),), id="three"),
        pytest.param([(("a", "1"),), ()], (), id="text"),
        pytest.param([(("a", "1"),)], (("a", "1"),), id="one"),
    ],
)
def test_common_attributes(
    sets: list[tuple[tuple[str, str | None], ...]], common: tuple[tuple[str, str | None], ...]
) -> None:
    """Definition 2."""
    assert common_attributes(sets) == common


@pytest.mark.parametrize(
    ("label", "matches"),
    [
        pytest.param(NodeLabel("td", 2), True, id="name-and-position"),
        pytest.param(NodeLabel("td", None), True, id="any-position"),
        pytest.param(NodeLabel("th", 2), False, id="other-name"),
        pytest.param(NodeLabel("td", 1), False, id="other-position"),
        pytest.param(NodeLabel("td", 2, (("class", "p"),)), True, id="attribute"),
        pytest.param(NodeLabel("td", 2, (("class", "n"),)), False, id="other-value"),
        pytest.param(NodeLabel("td", 2, (("class", None),)), True, id="any-value"),
        pytest.param(NodeLabel("td", 2, (("id", "x"),)), False, id="absent-attribute"),
        # The paper's isMatchHAS never fails for `*`.
        pytest.param(NodeLabel("td", 2, (("id", None),)), True, id="any-value-of-an-absent-one"),
    ],
)
def test_label_matches_a_node(label: NodeLabel, matches: bool) -> None:
    """Definition 3, isMatchENL and isMatchHAS."""
    nodes = nodes_of(HTML)
    row = nodes.named["td"][1]
    assert is_match(label, nodes, row) == matches
    is_placed = label.name == "td" and label.position in (None, 2)
    assert (is_placed and has_attributes(nodes, row, label.attributes)) == matches


def test_text_has_no_attributes() -> None:
    nodes = nodes_of(HTML)
    row = run_of(nodes, "梨")
    assert is_match(NodeLabel("#text", 1, (("class", None),)), nodes, row)
    assert not is_match(NodeLabel("#text", 1, (("class", "n"),)), nodes, row)


@pytest.mark.parametrize(
    ("path", "texts"),
    [
        pytest.param(
            (NodeLabel("tr", None), NodeLabel("td", 1), NodeLabel("#text", 1)),
            ["梨", "桃"],
            id="need-not-begin-at-the-root",
        ),
        pytest.param((NodeLabel("tr", 2), NodeLabel("td", None)), ["桃", "98円"], id="elements"),
        pytest.param(
            (NodeLabel("td", None, (("class", "p"),)), NodeLabel("#text", 1)),
            ["120円"],
            id="attribute",
        ),
        pytest.param((NodeLabel("table", 1), NodeLabel("td", 1)), [], id="no-gaps"),
        pytest.param((NodeLabel("x", 1), NodeLabel("html", 1)), [], id="above-the-root"),
        pytest.param((NodeLabel("x", 1),), [], id="unknown-name"),
        pytest.param((), [], id="empty"),
    ],
)
def test_path_matches_the_last_nodes_of_a_way(path: ExtractionPath, texts: list[str]) -> None:
    """Definition 4."""
    nodes = nodes_of(HTML)
    assert [nodes.value(row).text for row in find_matches(path, nodes)] == texts


@pytest.mark.parametrize(
    ("first", "second", "composed"),
    [
        pytest.param(NodeLabel("p", 1), NodeLabel("p", 1), NodeLabel("p", 1), id="equal"),
        pytest.param(NodeLabel("p", 1), NodeLabel("p", 2), NodeLabel("p", None), id="positions"),
        pytest.param(NodeLabel("p", None), NodeLabel("p", 2), NodeLabel("p", None), id="star"),
        pytest.param(NodeLabel("p", 1), NodeLabel("b", 1), None, id="undefined"),
        pytest.param(
            NodeLabel("p", 1, (("class", "a"), ("id", "x"))),
            NodeLabel("p", 1, (("class", "b"),)),
            NodeLabel("p", 1, (("class", None),)),
            id="attributes",
        ),
    ],
)
def test_composition_of_labels(
    first: NodeLabel, second: NodeLabel, composed: NodeLabel | None
) -> None:
    """Definition 6."""
    assert compose_labels([first, second]) == composed


def plain_path(*steps: str) -> ExtractionPath:
    return tuple(NodeLabel(name, 1) for name in steps)


@pytest.mark.parametrize(
    ("first", "second", "composed"),
    [
        ("html body div p", "html body div p", "html body div p"),
        ("html body div p", "html body ul p", "p"),
        ("html body div p", "html body div div p", "div p"),  # html·body stops it, not the end
        ("div p", "html body div p", "div p"),
        ("html body p", "html body b", ""),
        ("", "html", ""),
    ],
)
def test_composition_of_paths_goes_up_from_the_node(first: str, second: str, composed: str) -> None:
    """Definition 6."""
    result = compose_paths(plain_path(*first.split()), plain_path(*second.split()))
    assert result == plain_path(*composed.split())


def test_get_path_says_all_from_the_root_to_the_node() -> None:
    nodes = nodes_of(HTML)
    assert learn_path(nodes, [run_of(nodes, "98円")]) == (
        NodeLabel("html", 1),
        NodeLabel("body", 1),
        NodeLabel("table", 1, (("class", "list"),)),
        NodeLabel("tbody", 1),
        NodeLabel("tr", 2, (("id", "r2"),)),
        NodeLabel("td", 2, (("class", "p sale"),)),
        NodeLabel("#text", 1),
    )


def test_learn_path_keeps_what_the_nodes_share() -> None:
    nodes = nodes_of(HTML)
    path = learn_path(nodes, [run_of(nodes, "120円"), run_of(nodes, "98円")])
    assert path[-3:] == (
        NodeLabel("tr", None, (("id", None),)),
        NodeLabel("td", 2, (("class", None),)),
        NodeLabel("#text", 1),
    )
    assert path[:4] == learn_path(nodes, [run_of(nodes, "梨")])[:4]


def test_learn_path_of_nodes_at_different_depths_ends_where_names_differ() -> None:
    nodes = nodes_of("<div><p>a</p></div><ul><li><p>b</p></li></ul>")
    path = learn_path(nodes, [run_of(nodes, "a"), run_of(nodes, "b")])
    assert [label.name for label in path] == ["p", "#text"]


def test_learn_path_ends_at_the_root_of_the_higher_node() -> None:
    nodes = nodes_of("<?xml version='1.0'?><a><b>x</b><a><b>y</b></a></a>")
    path = learn_path(nodes, nodes.named["b"])
    assert path == (NodeLabel("a", 1), NodeLabel("b", 1))
    assert find_matches(path, nodes) == nodes.named["b"]


def test_learn_path_of_nodes_with_different_names_is_empty() -> None:
    nodes = nodes_of("<p>a<b>b</b></p>")
    assert learn_path(nodes, [nodes.named["p"][0], nodes.named["b"][0]]) == ()


@given(labels, labels, labels)
def test_composition_of_labels_commutes_and_associates(
    first: NodeLabel, second: NodeLabel, third: NodeLabel
) -> None:
    assert compose_labels([first, second]) == compose_labels([second, first])
    left, right = compose_labels([first, second]), compose_labels([second, third])
    if left is not None and right is not None:
        whole = compose_labels([first, second, third])
        assert compose_labels([left, third]) == compose_labels([first, right]) == whole


@given(paths, paths, paths)
def test_composition_of_paths_commutes_and_associates(
    first: ExtractionPath, second: ExtractionPath, third: ExtractionPath
) -> None:
    assert compose_paths(first, second) == compose_paths(second, first)
    assert compose_paths(first, first) == first
    left = compose_paths(compose_paths(first, second), third)
    assert left == compose_paths(first, compose_paths(second, third))


@given(soups(), st.data())
def test_learnt_path_matches_its_nodes(source: str, data: st.DataObject) -> None:
    nodes = nodes_of(source)
    name = data.draw(st.sampled_from(sorted(nodes.named)))
    rows = data.draw(st.lists(st.sampled_from(nodes.named[name]), min_size=1, unique=True))
    path = learn_path(nodes, rows)
    assert path == reduce(compose_paths, (learn_path(nodes, [row]) for row in rows))
    assert set(rows) <= set(find_matches(path, nodes))


@given(soups(), st.data())
def test_all_matches_are_those_of_each_node(source: str, data: st.DataObject) -> None:
    nodes = nodes_of(source)
    every = sorted(row for rows in nodes.named.values() for row in rows)
    chosen = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=3))
    path = reduce(compose_paths, (learn_path(nodes, [row]) for row in chosen))
    path = path[data.draw(st.integers(0, len(path))) :]
    expected = [row for row in every if is_path_match(path, nodes, row)]
    assert find_matches(path, nodes) == expected


read_path = list_of(read_label)


@given(paths)
def test_path_survives_json(path: ExtractionPath) -> None:
    assert read_path([label.to_json() for label in path], "path") == path


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("p", "path is a text, not a list"),
        (["p"], "path[0] is a text, not an object"),
        ([{"name": "p", "position": 1}], "path[0] has no 'attributes'"),
        (
            [{"name": "p", "position": 0, "attributes": {}}],
            "path[0].position is the number 0, not a number from 1 up",
        ),
        (
            [{"name": "p", "position": 1, "attributes": []}],
            "path[0].attributes is a list, not an object",
        ),
        (
            [{"name": "p", "position": 1, "attributes": {"id": 3}}],
            "path[0].attributes.id is the number 3, not a text",
        ),
    ],
)
def test_broken_path_is_refused(data: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_path(data, "path")
    assert str(caught.value) == message
