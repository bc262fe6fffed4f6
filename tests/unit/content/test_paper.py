"""Paper 5's feature vectors and comparison: its figures and table, and all pairs as the oracle."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from zaru import Page
from zaru.content.paper import Feature, Features, block_features, find_unique_blocks
from zaru.dom import Block

# Figure 2; the text version of the paper lost its images, figure 5 and table 1 tell them.
FIGURE_2 = """<body>
<div>
<p>Text 1</p>
<img src="1.png" alt="img-alt text">
</div>
<div>
<img src="2.png" alt="img-alt text">
<img src="3.png" alt="img-alt text">
</div>
<div>
<a href="#" title="a-title text">Text 2</a>
<script>Code</script>
</div>
</body>"""

TABLE_1 = [
    {"<p>": 1, "text 1": 1},
    {"<div>": 1, "<img>": 1, "img-alt text": 1},
    {"<div>": 1, "<img>": 2, "img-alt text": 2},
    {"<a>": 1, "<div>": 1, "a-title text": 1, "text 2": 1},
    {"<body>": 1},
]


def find_blocks(html: str) -> list[Block]:
    return Page.from_bytes(html.encode()).tree.blocks


def name(feature: Feature) -> str:
    kind, value = feature
    return f"<{value}>" if kind == "tag" else value


def make(**counts: int) -> Counter[Feature]:
    """Return a vector; names in capitals are tags."""
    return Counter(
        {("tag" if key.isupper() else "text", key.lower()): n for key, n in counts.items()}
    )


def dot(left: Features, right: Features) -> int:
    return sum(count * right.get(feature, 0) for feature, count in left.items())


def cosine(left: Features, right: Features) -> float:
    """Return the similarity of two feature vectors, from 0.0 to 1.0 (§3.6)."""
    return dot(left, right) / sqrt(dot(left, left) * dot(right, right))


def is_same(left: Features, right: Features) -> bool:
    """Say whether two blocks are the same: whether their cosine is above 0.9 (§3.6)."""
    return 100 * dot(left, right) ** 2 > 81 * dot(left, left) * dot(right, right)


def find_by_all_pairs(pages: list[list[Features]]) -> list[list[int]]:
    return [
        [
            number
            for number, block in enumerate(blocks)
            if not any(
                is_same(block, other)
                for other_page, others in enumerate(pages)
                if other_page != page
                for other in others
            )
        ]
        for page, blocks in enumerate(pages)
    ]


def test_figure_2_has_the_blocks_of_figures_4_and_5() -> None:
    assert [block.tag for block in find_blocks(FIGURE_2)] == ["p", "div", "div", "div", "body"]


def test_figure_5_has_the_vectors_of_table_1() -> None:
    vectors = [block_features(block) for block in find_blocks(FIGURE_2)]
    assert [{name(key): n for key, n in vector.items()} for vector in vectors] == TABLE_1


def test_texts_are_split_at_line_ends_and_lower_cased_and_white_ones_left_out() -> None:
    (block, _) = find_blocks("<pre>ONE\n \t\nTwo\nTWO\n\u3000\n</pre>")
    assert block_features(block) == make(PRE=1, one=1, two=2)


def test_a_text_that_looks_like_a_tag_is_no_tag() -> None:
    (block, _) = find_blocks("<p>&lt;p&gt;</p>")
    assert block_features(block) == {("tag", "p"): 1, ("text", "<p>"): 1}


def test_cosine_of_table_1() -> None:
    _, second, third, fourth, body = (block_features(block) for block in find_blocks(FIGURE_2))
    assert abs(cosine(second, third) - 5 / (3**0.5 * 9**0.5)) < 1e-12
    assert is_same(second, third)
    assert not is_same(second, fourth)
    assert cosine(fourth, body) == 0


def test_exactly_nine_tenths_is_not_the_same() -> None:
    # 81 / (sqrt(81) * sqrt(100)) is 0.9; as floats, the quotient may fall on either side.
    left, right = make(A=9), make(A=9, B=4, I=1, U=1, Q=1)
    assert cosine(left, right) == 0.9
    assert not is_same(left, right)
    assert is_same(left, make(A=9, B=4, I=1, U=1))


def test_only_other_pages_count() -> None:
    twice, common = make(P=1, new=1), make(P=1, menu=1)
    assert find_unique_blocks([[twice, common, twice], [common]]) == [[0, 2], []]


def test_one_page_is_all_content() -> None:
    assert find_unique_blocks([[make(P=1, a=1), make(P=1, b=1)]]) == [[0, 1]]
    assert find_unique_blocks([]) == []


def test_figure_2_twice_leaves_what_differs() -> None:
    pages = [FIGURE_2, FIGURE_2.replace("Text 1", "Text 3")]
    vectors = [[block_features(block) for block in find_blocks(html)] for html in pages]
    assert find_unique_blocks(vectors) == [[0], [0]]


vectors = st.dictionaries(
    st.tuples(st.sampled_from(["tag", "text"]), st.sampled_from("abcde")),
    st.integers(1, 9),
    min_size=1,
)


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(st.lists(vectors, max_size=6), max_size=6))
def test_the_index_finds_what_all_pairs_find(pages: list[list[Features]]) -> None:
    assert find_unique_blocks(pages) == find_by_all_pairs(pages)


@given(vectors, vectors)
def test_cosine_is_symmetric_and_bounded(left: Features, right: Features) -> None:
    assert cosine(left, right) == cosine(right, left)
    assert 0 <= cosine(left, right) <= 1 + 1e-12
    assert is_same(left, left)
