from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from bench.kinds import FILE, VERSION, make_kinds

from zaru.content.features import extract_features, to_matrix
from zaru.content.measures import Measures
from zaru.content.regions import REGIONS
from zaru.content.segments import find_segments
from zaru.content.signals import Signals
from zaru.content.skeleton import MARK_BITS, Skeleton
from zaru.content.table import COLUMNS, KINDS
from zaru.dom import Tree
from zaru.page import Page

PAGE = """
<title>Bamboo sieves - Zaru news</title><meta property="og:type" content="article">
<meta name="description" content="A sieve of bamboo is light, and it dries within an hour.">
<nav class="menu"><ul><li><a href=/>Home</a><li><a href=/a>News</a></ul></nav>
<main><article class="post"><h1>Bamboo sieves</h1>
<p>A sieve of bamboo is light, and it dries within an hour. <a href=/b>Read on</a>.</p>
<p>It is older than the sieve of metal, and it is quieter in the kitchen at night.</p>
</article></main>
<div class="comments" hidden><div class="c">One</div><div class="c">Two</div></div>
<script type="application/ld+json">{"@type": "NewsArticle", "articleBody": "It is \\u006flder."}
</script>
"""


def tree_of(html: str) -> Tree:
    return Page.from_bytes(html.encode()).tree


def columns_of(html: str, tokens: dict[str, float] | None = None) -> dict[str, list[float]]:
    tree = tree_of(html)
    segments = find_segments(tree)
    features = extract_features(tree, segments, tokens or {}, {})
    return dict(zip(features, to_matrix(features, len(segments)).tolist(), strict=True))


def test_every_column_has_a_finite_number_for_each_segment() -> None:
    for name, column in columns_of(PAGE, {"post": 1.0}).items():
        assert len(column) == 7, name
        assert np.isfinite(column).all(), name


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("a", id="one-letter"),
        pytest.param("<p>&nbsp;<p>\u200b", id="nothing-visible"),
        pytest.param("<a href=/><div>x</div></a>", id="only-links"),
        pytest.param("<table><tr><td>1<td>2</table>", id="digits"),
        pytest.param("<frameset><frame></frameset><p>x", id="no-body"),
        pytest.param("<p>\U00020000\U0001f600", id="beyond-the-basic-plane"),
    ],
)
def test_odd_pages_have_finite_features(html: str) -> None:
    tree = tree_of(html)
    if segments := find_segments(tree):
        matrix = to_matrix(extract_features(tree, segments, {}, {}), len(segments))
        assert np.isfinite(matrix).all()


def test_the_same_page_has_the_same_columns_whatever_it_holds() -> None:
    assert list(columns_of("a")) == list(columns_of(PAGE))


def test_columns_stand_in_the_order_of_the_table() -> None:
    assert (*columns_of(PAGE), *REGIONS) == COLUMNS


def test_elements_above_are_seen() -> None:
    columns = columns_of(PAGE)
    assert columns["in_nav"] == [1, 1, 0, 0, 0, 0, 0]
    assert columns["in_article"] == [0, 0, 1, 1, 1, 0, 0]
    assert columns["in_hidden"] == [0, 0, 0, 0, 0, 1, 1]
    assert columns["mark_comment"] == [0, 0, 0, 0, 0, 1, 1]
    assert columns["heading"] == [0, 0, 1, 0, 0, 0, 0]


def test_links_and_titles_are_seen() -> None:
    columns = columns_of(PAGE)
    assert columns["link"][:3] == [1, 1, 0]
    assert 0 < columns["link"][3] < 0.5
    assert columns["in_title"].index(max(columns["in_title"])) == 2
    assert columns["since_top"] == [-2, -1, 0, 1, 2, 3, 4]
    assert columns["in_about"] == [0, 0, 0, 1, 0, 0, 0]


def test_containers_grow_from_level_to_level() -> None:
    columns = columns_of(PAGE)
    for small, large in ((1, 2), (2, 3), (3, 4), (4, 5)):
        pairs = zip(columns[f"size_{small}"], columns[f"size_{large}"], strict=True)
        assert all(inner <= outer for inner, outer in pairs)
    assert columns["good_5"] == pytest.approx([1] * 7)


def test_tokens_speak_for_what_stands_below_them() -> None:
    columns = columns_of(PAGE, {"post": 2.0, "comments": -1.0, "menu": -3.0})
    assert columns["token_high"] == [0, 0, 2, 2, 2, 0, 0]
    assert columns["token_low"] == [-3, -3, 0, 0, 0, -1, -1]
    assert columns["token_total"] == [-3, -3, 2, 2, 2, -1, -1]


def test_class_and_id_are_split_apart() -> None:
    columns = columns_of("<div id=main class=text><p>a", {"main": 1.0, "text": 2.0})
    assert columns["token_total"] == [3]


def test_repeated_elements_are_counted() -> None:
    html = "<ul>" + "<li class=card><h3>a</h3><p>b c</p></li>" * 4 + "</ul><p>d</p>"
    columns = columns_of(html)
    assert columns["item_repeats"] == [4] * 8 + [1]
    assert columns["item_size"][:8] == [2] * 8


def test_copies_are_counted_in_order() -> None:
    assert columns_of("<p>a<p>b<p>a")["copy"] == [0, 0, 1]


def test_length_is_in_words_of_any_script() -> None:
    tree = tree_of("<p>twice five<p>日本語は難しい")
    segments = find_segments(tree)
    measures = Measures(tree, segments, Skeleton(tree, segments))
    assert measures.lengths.tolist() == pytest.approx([1.8, 3.5])
    assert measures.counts[KINDS.CJK].tolist() == [0, 7]


def test_characters_count_by_kind() -> None:
    tree = tree_of("<p>12. März。</p>")
    segments = find_segments(tree)
    measures = Measures(tree, segments, Skeleton(tree, segments))
    assert measures.counts[KINDS.DIGIT].tolist() == [2]
    assert measures.counts[KINDS.STOP].tolist() == [2]
    assert measures.last_kinds.tolist() == [KINDS.STOP]


def test_signals_of_the_head_and_of_linked_data() -> None:
    signals = Signals.of(tree_of(PAGE))
    assert signals.titles == ("Bamboo sieves - Zaru news", "")
    assert signals.kind == "article"
    assert signals.types == {"newsarticle"}
    assert signals.body == "Itisolder."


def test_broken_linked_data_says_what_it_can() -> None:
    page = '<script type="application/ld+json">{"@type": "Product", "text": "a\\q"</script>'
    signals = Signals.of(tree_of(page))
    assert signals.types == {"product"}
    assert signals.body == '"a\\q"'


@pytest.mark.skipif(unicodedata.unidata_version != VERSION, reason="another version of Unicode")
def test_kinds_go_by_the_categories_of_characters() -> None:
    assert make_kinds() == FILE.read_bytes()


def test_marks_fit_into_a_number() -> None:
    assert max(MARK_BITS.values()) < 2**62
