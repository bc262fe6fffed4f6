"""Mappings: the three conditions of paper 3, §2, all mappings as the oracle, and figure 2."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru import Page
from zaru.dom import Tree
from zaru.dom.mapping import Pairs, map_shapes, measure_distance
from zaru.dom.shapes import Label, Shape, Shapes


def parse(html: str) -> Tree:
    return Page.from_bytes(f"<body>{html}".encode()).tree


def shape_of(html: str) -> Shape:
    tree = parse(html)
    return Shapes(tree).shape(tree.tags.index("body") + 1)


def measure(left: Shape, right: Shape) -> int:
    return measure_distance(left, right, map_shapes(left, right))


@st.composite
def shapes(draw: st.DrawFn, max_size: int = 12) -> Shape:
    """Draw a shape: each node hangs under one of the last open ones."""
    depths = [0]
    for _ in range(draw(st.integers(0, max_size - 1))):
        depths.append(draw(st.integers(1, depths[-1] + 1)))
    sizes = [
        next((at for at in range(place + 1, len(depths)) if depths[at] <= depth), len(depths))
        - place
        for place, depth in enumerate(depths)
    ]
    labels = [
        Label(draw(st.sampled_from("abc")), frozenset(draw(st.sampled_from(["", "x", "y"]))))
        for _ in depths
    ]
    return Shape(tuple(labels), tuple(sizes))


def is_above(shape: Shape, place: int, other: int) -> bool:
    return place < other < place + shape.sizes[place]


def is_mapping(left: Shape, right: Shape, pairs: Pairs) -> bool:
    """Say whether every two pairs keep identity, ancestry and order (§2, 1 to 3)."""
    return all(
        (v1 == v2) == (w1 == w2)
        and is_above(left, v1, v2) == is_above(right, w1, w2)
        and is_above(left, v2, v1) == is_above(right, w2, w1)
        and (v1 < v2) == (w1 < w2)
        for (v1, w1), (v2, w2) in combinations(pairs, 2)
    )


def count_most_pairs(left: Shape, right: Shape) -> int:
    """Return the size of the largest mapping, by trying all."""
    possible = [
        (place, partner)
        for place, label in enumerate(left.labels)
        for partner, other in enumerate(right.labels)
        if label.tag == other.tag
    ]
    mappings: list[Pairs] = [[]]
    for pair in possible:
        mappings += [
            [*pairs, pair] for pairs in mappings if is_mapping(left, right, [*pairs, pair])
        ]
    return max(map(len, mappings))


@given(shapes(), shapes())
def test_every_two_pairs_keep_the_three_conditions(left: Shape, right: Shape) -> None:
    assert is_mapping(left, right, map_shapes(left, right))


@given(shapes(40), shapes(40))
def test_mappings_without_tables_keep_the_three_conditions(left: Shape, right: Shape) -> None:
    assert is_mapping(left, right, map_shapes(left, right, max_cells=0))


@given(shapes(5), shapes(5))
@settings(max_examples=200, deadline=None)
def test_mapping_has_as_many_pairs_as_possible(left: Shape, right: Shape) -> None:
    assert len(map_shapes(left, right)) == count_most_pairs(left, right)


@given(shapes(30), shapes(30))
def test_sizes_are_symmetric(left: Shape, right: Shape) -> None:
    assert len(map_shapes(left, right)) == len(map_shapes(right, left))


@given(shapes(30))
def test_shape_is_mapped_to_itself(shape: Shape) -> None:
    pairs = map_shapes(shape, Shape(shape.labels, shape.sizes))
    assert pairs == [(place, place) for place in range(len(shape))]
    assert measure_distance(shape, shape, pairs) == 0


@given(shapes(20), shapes(20))
def test_pairs_have_one_tag_and_are_the_same_each_time(left: Shape, right: Shape) -> None:
    pairs = map_shapes(left, right)
    assert all(left.labels[place].tag == right.labels[other].tag for place, other in pairs)
    assert pairs == map_shapes(left, right)


@given(shapes(20), shapes(20))
def test_roots_of_one_tag_are_joined(left: Shape, right: Shape) -> None:
    if left.labels[0].tag == right.labels[0].tag:
        assert map_shapes(left, right)[0] == (0, 0)


def test_classes_decide_between_equal_tags() -> None:
    left = shape_of("<div><p class=t>a</p></div>")
    right = shape_of("<div><p class=x>b</p><p class='t new'>a</p></div>")
    assert map_shapes(left, right) == [(0, 0), (1, 3), (2, 4)]


# Figure 2 survives only as its sum, 2·1² + 2·2² + 1·1² = 11. It can be read in two ways: as
# numbers of nodes at a distance, all with the weight 1, or as weights of single nodes.
@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param(
            "<div><p></p><ul><li></li></ul><ol><li></li></ol></div>",
            "<div><p></p><hr></div>",
            id="numbers-of-nodes",
        ),
        pytest.param(
            "<div><div class=a><ul><li></li></ul></div></div>",
            "<div><div class=b></div><hr></div>",
            id="weights",
        ),
    ],
)
def test_figure_2(left: str, right: str) -> None:
    assert measure(shape_of(left), shape_of(right)) == 2 * 1**2 + 2 * 2**2 + 1 * 1**2 == 11
    assert measure(shape_of(right), shape_of(left)) == 11


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        pytest.param("<p>a</p>", "<p>b</p>", 0, id="texts-do-not-count"),
        pytest.param("<div><b>a</b></div>", "<div>a</div>", 1, id="unmapped-between-mapped"),
        pytest.param(
            "<div><div><b class=x>a</b></div></div>",
            "<div><b class=y>a</b></div>",
            2,
            id="classes-differ-below",
        ),
        pytest.param("<p><b></b></p>", "<div></div>", 1 + 4 + 1, id="no-pair"),
    ],
)
def test_distance(left: str, right: str, distance: int) -> None:
    assert measure(shape_of(left), shape_of(right)) == distance


def test_large_and_deep_subtrees_are_mapped() -> None:
    left = "<div>" * 300 + "<p>a</p>" * 500
    right = "<div>" * 300 + "<p>a</p><b>b</b>" * 400
    pairs = map_shapes(shape_of(left), shape_of(right))
    assert len(pairs) == 300 + 2 * 400
