from __future__ import annotations

from array import array
from dataclasses import astuple, replace
from operator import le

import numpy as np
import pytest
from numpy.typing import NDArray

from zaru.content import model as model_module
from zaru.content.model import (
    Favour,
    Model,
    choose,
    load_model,
    read_model,
    score_page,
    write_model,
)
from zaru.content.segments import find_segments
from zaru.content.table import COLUMNS
from zaru.content.trees import sum_trees
from zaru.errors import UsageError
from zaru.page import Page

ARTICLE = (
    "<title>Sieves</title><nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
    "<article><h1>Sieves</h1>"
    + "<p>A sieve of bamboo is light, and it dries in an hour. It is older than metal.</p>" * 6
    + "</article><footer><p><a href=/c>Contact</a></footer>"
)


def test_trees_add_their_leaves() -> None:
    # Two trees of two levels: is feature 0 above 1, is feature 1 above 2.
    model = Model(
        columns=("length", "link"),
        levels=2,
        inputs=array("h", [0, 1, 1, 0]),
        borders=array("f", [1, 2, 2, np.inf]),
        leaves=array("f", [0, 1, 2, 4, 0, 8, 0, 0]),
        looks=(2, 0),
        biases=(-1.0, 0.0),
        tokens={},
        words={},
    )
    features = np.array([[0, 2, 0, 2], [0, 0, 3, 3]], np.float32)
    assert sum_trees(model, features).tolist() == [-1, 0, 9, 11]


def test_a_second_look_asks_its_own_trees() -> None:
    model = Model(
        columns=("length", "score"),
        levels=1,
        inputs=array("h", [0, 1]),
        borders=array("f", [1, 0.5]),
        leaves=array("f", [0, 1, 0, 8]),
        looks=(1, 1),
        biases=(-1.0, 2.0),
        tokens={},
        words={},
    )
    features = np.array([[0, 2, 0, 2], [0, 0, 0.9, 0.9]], np.float32)
    assert sum_trees(model, features).tolist() == [-1, 0, -1, 0]
    assert sum_trees(model, features, look=1).tolist() == [2, 2, 10, 10]


def test_model_is_read_as_it_was_written() -> None:
    model = replace(load_model(), tokens={"ざる": 0.5, "itemprop:name headline": -1.0})
    assert astuple(read_model(write_model(model))) == astuple(model)


def test_the_shipped_model_asks_for_the_features_that_there_are() -> None:
    model = load_model()
    assert model.columns == COLUMNS
    assert set(model.inputs) <= set(range(len(COLUMNS)))
    assert np.isfinite(model.leaves).all()


WAYS = [pytest.param(False, id="numpy"), pytest.param(True, id="kernel")]


def use_kernel(monkeypatch: pytest.MonkeyPatch, with_kernel: bool) -> None:
    if with_kernel:
        pytest.importorskip("zaru.content._kernel")
    else:
        monkeypatch.setattr(model_module, "_kernel", None)


@pytest.mark.parametrize("with_kernel", WAYS)
def test_columns_are_found_by_name_not_by_place(
    monkeypatch: pytest.MonkeyPatch, with_kernel: bool
) -> None:
    use_kernel(monkeypatch, with_kernel)
    tree = Page.from_bytes(ARTICLE.encode()).tree
    segments, model = find_segments(tree), load_model()
    order = np.random.default_rng(4).permutation(len(model.columns))
    turned = replace(
        model,
        columns=tuple(model.columns[place] for place in order),
        inputs=array("h", np.argsort(order)[model.inputs].tolist()),
    )
    scores = score_page(tree, segments)
    monkeypatch.setattr(model_module, "load_model", lambda: turned)
    assert score_page(tree, segments) == scores


@pytest.mark.parametrize("with_kernel", WAYS)
def test_unknown_column_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, with_kernel: bool
) -> None:
    use_kernel(monkeypatch, with_kernel)
    tree = Page.from_bytes(ARTICLE.encode()).tree
    other = replace(load_model(), columns=("length", "width"))
    monkeypatch.setattr(model_module, "load_model", lambda: other)
    with pytest.raises(UsageError, match=r"does not have: .*width"):
        score_page(tree, find_segments(tree))


def test_an_article_scores_above_its_menu() -> None:
    tree = Page.from_bytes(ARTICLE.encode()).tree
    segments = find_segments(tree)
    scores = score_page(tree, segments).segments
    assert len(scores) == len(segments)
    assert min(scores[3:9]) > 0.5 > max(scores[0], scores[1], scores[9])


def test_a_page_without_text_has_no_scores() -> None:
    tree = Page.from_bytes(b"<p> </p>").tree
    assert score_page(tree, find_segments(tree)) == ([], [])
    assert choose([], []) == []


@pytest.mark.parametrize(
    ("scores", "lengths"),
    [
        pytest.param([0.001, 0.002], [5, 5], id="all-unlikely"),
        pytest.param([0.5], [0], id="no-length"),
        pytest.param([0.0, 0.0], [3, 4], id="impossible"),
    ],
)
def test_something_is_always_kept(scores: list[float], lengths: list[float]) -> None:
    assert any(choose(scores, lengths))


def test_no_choice_has_a_higher_expected_score() -> None:
    random = np.random.default_rng(1)
    scores, lengths = random.random(8), random.integers(1, 50, 8).astype(float)
    chosen = np.array(choose(scores.tolist(), lengths.tolist()))

    def expected(mask: NDArray[np.bool_]) -> float:
        found = (scores * lengths)[mask].sum()
        return float(2 * found / (lengths[mask].sum() + (scores * lengths).sum()))

    masks = [np.array([number >> bit & 1 for bit in range(8)], bool) for number in range(1, 256)]
    assert expected(chosen) == pytest.approx(max(map(expected, masks)))


@pytest.mark.parametrize(("less", "more"), [("precision", "balanced"), ("balanced", "recall")])
def test_favour_moves_the_border(less: Favour, more: Favour) -> None:
    random = np.random.default_rng(2)
    scores, lengths = random.random(50).tolist(), random.integers(1, 50, 50).tolist()
    some, most = choose(scores, lengths, less), choose(scores, lengths, more)
    assert sum(some) < sum(most)
    assert all(map(le, some, most))
