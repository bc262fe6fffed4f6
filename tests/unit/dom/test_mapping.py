"""Mappings: paper 3's §2 and §3.2 written out as the oracle, and figure 2."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru import Page
from zaru.dom.mapping import Mapper, Pairs, measure_distance
from zaru.dom.shapes import Label, Shape, Shapes, number_subtrees

MAX_CELLS = 10_000_000
Forest = tuple[tuple[str, frozenset[str], "Forest"], ...]


def shapes_of(*htmls: str) -> list[Shape]:
    """Return the shapes of the elements, numbered together as those of one page."""
    shapes = Shapes(Page.from_bytes(f"<body>{''.join(htmls)}".encode()).tree)
    tree = shapes.tree
    body = tree.tags.index("body")
    return [shapes.shape(row) for row in shapes.rows if tree.parents[row] == body]


def number_together(*trees: tuple[list[Label], list[int]]) -> list[Shape]:
    numbers = number_subtrees(
        [label for labels, _ in trees for label in labels],
        [size for _, sizes in trees for size in sizes],
    )
    return [Shape(labels, sizes, [numbers.pop(0) for _ in sizes]) for labels, sizes in trees]


def join(left: Shape, right: Shape) -> Pairs:
    pairs = Mapper(MAX_CELLS).map(left, right)
    assert pairs is not None
    return pairs


def measure(left: Shape, right: Shape) -> int:
    return measure_distance(left, right, join(left, right))


@st.composite
def trees(draw: st.DrawFn, max_size: int) -> tuple[list[Label], list[int]]:
    """Draw a tree: each node hangs under one of the last open ones."""
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
    return labels, sizes


def two_shapes(max_size: int) -> st.SearchStrategy[list[Shape]]:
    return st.tuples(trees(max_size), trees(max_size)).map(lambda two: number_together(*two))


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


def all_mappings(left: Shape, right: Shape) -> list[Pairs]:
    """Return every set of pairs that is a mapping, by trying all."""
    mappings: list[Pairs] = [[]]
    for pair in product(range(len(left)), range(len(right))):
        mappings += [
            [*pairs, pair] for pairs in mappings if is_mapping(left, right, [*pairs, pair])
        ]
    return mappings


def weigh(left: Shape, right: Shape, pairs: Pairs) -> tuple[int, int]:
    """Return the steps that the pairs save, and how many have classes that agree."""
    labels = [(left.labels[place], right.labels[partner]) for place, partner in pairs]
    saved = sum(2 if label.tag == other.tag else 1 for label, other in labels)
    return saved, sum(label.agrees(other) for label, other in labels)


def to_forest(shape: Shape, begin: int, end: int) -> Forest:
    found = []
    while begin < end:
        stop = begin + shape.sizes[begin]
        found.append((*shape.labels[begin], to_forest(shape, begin + 1, stop)))
        begin = stop
    return tuple(found)


@cache
def edit_distance(left: Forest, right: Forest) -> int:
    """Return the least number of deletions, insertions and changes of tags, by its definition."""
    if not left or not right:
        return sum(1 + edit_distance(below, ()) for *_, below in left + right)
    (tag, _, below), (other_tag, _, other_below) = left[-1], right[-1]
    return min(
        edit_distance(left[:-1] + below, right) + 1,
        edit_distance(left, right[:-1] + other_below) + 1,
        edit_distance(left[:-1], right[:-1])
        + edit_distance(below, other_below)
        + (tag != other_tag),
    )


def measure_by_definition(left: Shape, right: Shape, pairs: Pairs) -> int:
    """Return the sum of a(v) · p(v)², each v on its own."""
    total = 0
    for shape, other, partners in (
        (left, right, dict(pairs)),
        (right, left, {partner: place for place, partner in pairs}),
    ):
        for v in range(len(shape)):
            up = [w for w in range(v, -1, -1) if w == v or is_above(shape, w, v)]
            of_one_tag = [
                w
                for w in up
                if w in partners and shape.labels[w].tag == other.labels[partners[w]].tag
            ]
            p = up.index(of_one_tag[0]) if of_one_tag else len(up)
            asked = [w for w in partners if is_above(shape, v, w)] + of_one_tag[:1]
            agree = all(shape.labels[w].agrees(other.labels[partners[w]]) for w in asked)
            total += (1 if agree else 2) * p**2
    return total


@given(two_shapes(5))
@settings(max_examples=200, deadline=None)
def test_no_mapping_saves_more(two: list[Shape]) -> None:
    left, right = two
    best = max(weigh(left, right, pairs) for pairs in all_mappings(left, right))
    assert weigh(left, right, join(left, right)) == best


@given(two_shapes(10))
@settings(deadline=None)
def test_mapping_is_that_of_the_tree_edit_distance(two: list[Shape]) -> None:
    left, right = two
    pairs = join(left, right)
    assert is_mapping(left, right, pairs)
    saved, _ = weigh(left, right, pairs)
    forests = [to_forest(shape, 0, len(shape)) for shape in two]
    assert len(left) + len(right) - saved == edit_distance(*forests)


@given(two_shapes(12))
@settings(deadline=None)
def test_no_pair_can_be_added(two: list[Shape]) -> None:
    left, right = two
    pairs = join(left, right)
    for pair in product(range(len(left)), range(len(right))):
        assert pair in pairs or not is_mapping(left, right, [*pairs, pair])


@given(two_shapes(30))
@settings(deadline=None)
def test_mappings_save_the_same_either_way_and_each_time(two: list[Shape]) -> None:
    left, right = two
    pairs = join(left, right)
    turned = [(place, partner) for partner, place in join(right, left)]
    assert weigh(left, right, pairs) == weigh(left, right, turned)
    assert pairs == join(left, right)


@given(st.lists(trees(8), min_size=3, max_size=5))
@settings(deadline=None)
def test_what_is_kept_of_other_shapes_changes_no_mapping(
    made: list[tuple[list[Label], list[int]]],
) -> None:
    mapper = Mapper(MAX_CELLS)
    for left, right in combinations(number_together(*made), 2):
        assert mapper.map(left, right) == join(left, right)


@given(two_shapes(12))
@settings(deadline=None)
def test_distance_is_the_sum_over_the_nodes(two: list[Shape]) -> None:
    left, right = two
    pairs = join(left, right)
    assert measure_distance(left, right, pairs) == measure_by_definition(left, right, pairs)


@given(trees(30))
def test_shape_is_mapped_to_itself(tree: tuple[list[Label], list[int]]) -> None:
    shape, copy = number_together(tree, tree)
    pairs = join(shape, copy)
    assert pairs == [(place, place) for place in range(len(shape))]
    assert measure_distance(shape, copy, pairs) == 0


def test_other_tags_are_joined_where_nothing_better_is() -> None:
    left, right = shapes_of("<div><h2>a</h2><p>b</p></div>", "<div><h3>a</h3><hr><p>b</p></div>")
    assert join(left, right) == [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5)]


def test_shapes_that_cost_too_much_have_no_mapping() -> None:
    left, right = shapes_of("<div>" + "<p>a</p>" * 30 + "</div>", "<div>" + "<b>a</b>" * 30)
    mapper = Mapper(max_cells=20_000)
    assert mapper.map(left, right) is None
    assert mapper.has_refused


def test_classes_decide_between_equal_tags() -> None:
    left, right = shapes_of(
        "<div><p class=t>a</p></div>", "<div><p class=x>b</p><p class='t new'>a</p></div>"
    )
    assert join(left, right) == [(0, 0), (1, 3), (2, 4)]


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
    one, two = shapes_of(left, right)
    assert measure(one, two) == 2 * 1**2 + 2 * 2**2 + 1 * 1**2 == 11
    assert measure(two, one) == 11


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
        pytest.param("<p><b></b></p>", "<div></div>", 1 + 4 + 1, id="no-pair-of-one-tag"),
    ],
)
def test_distance(left: str, right: str, distance: int) -> None:
    assert measure(*shapes_of(left, right)) == distance


def test_large_and_deep_subtrees_are_mapped() -> None:
    left = "<div>" * 300 + "<p>a</p>" * 500
    right = "<div>" * 300 + "<p>a</p><b>b</b>" * 400
    pairs = join(*shapes_of(left + "</div>" * 300, right + "</div>" * 300))
    assert len(pairs) == 300 + 2 * 500
