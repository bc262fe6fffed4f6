from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from zaru.content import model as model_module
from zaru.content.features import extract_features
from zaru.content.model import (
    Favour,
    Model,
    choose,
    load_model,
    read_features,
    score_segments,
    sum_trees,
)
from zaru.content.segments import find_segments
from zaru.errors import UsageError
from zaru.page import Page

ARTICLE = (
    "<title>Sieves</title><nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
    "<article><h1>Sieves</h1>"
    + "<p>A sieve of bamboo is light, and it dries in an hour. It is older than metal.</p>" * 6
    + "</article><footer><p><a href=/c>Contact</a></footer>"
)


@pytest.fixture
def model() -> Model:
    """Two trees of two levels: is feature 0 above 1, is feature 1 above 2."""
    return Model(
        columns=("a", "b"),
        inputs=np.array([[0, 1], [1, 0]]),
        borders=np.array([[1, 2], [2, np.inf]], np.float32),
        leaves=np.array([[0, 1, 2, 4], [0, 8, 0, 0]], np.float32),
        bias=-1.0,
        tokens={},
    )


def test_trees_add_their_leaves(model: Model) -> None:
    features = np.array([[0, 2, 0, 2], [0, 0, 3, 3]], np.float32)
    odds = -np.log(1 / model.predict(features).astype(float) - 1)
    assert odds.tolist() == pytest.approx([-1, 0, 9, 11], abs=1e-2)


def test_kernel_and_numpy_agree() -> None:
    kernel = pytest.importorskip("zaru.content._kernel")
    model = load_model()
    features = np.random.default_rng(3).normal(size=(len(model.columns), 300)).astype(np.float32)
    by_kernel, by_numpy = np.zeros((2, 300), np.float32)
    kernel.sum_trees(features, model.inputs, model.borders, model.leaves, by_kernel)
    sum_trees(features, model.inputs, model.borders, model.leaves, by_numpy)
    assert by_kernel.tolist() == pytest.approx(by_numpy.tolist(), abs=1e-4)


def test_kernel_refuses_arrays_that_begin_anywhere() -> None:
    kernel = pytest.importorskip("zaru.content._kernel")
    model = load_model()
    features = np.zeros((len(model.columns), 3), np.float32)
    inputs = np.zeros(model.inputs.nbytes + 1, np.uint8)[1:].view(np.int64)
    inputs = inputs.reshape(model.inputs.shape)
    with pytest.raises(TypeError, match="alignment"):
        kernel.sum_trees(features, inputs, model.borders, model.leaves, np.zeros(3, np.float32))


def test_the_shipped_model_asks_for_the_features_that_there_are() -> None:
    tree = Page.from_bytes(ARTICLE.encode()).tree
    model = load_model()
    assert tuple(extract_features(tree, find_segments(tree), model.tokens)) == model.columns
    assert model.inputs.min() >= 0
    assert model.inputs.max() < len(model.columns)
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
        inputs=np.argsort(order)[model.inputs],
    )
    scores = [one.predict(read_features(tree, segments, one)) for one in (model, turned)]
    assert scores[0].tolist() == scores[1].tolist()


@pytest.mark.parametrize("with_kernel", WAYS)
def test_unknown_column_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, with_kernel: bool
) -> None:
    use_kernel(monkeypatch, with_kernel)
    tree = Page.from_bytes(ARTICLE.encode()).tree
    other = replace(load_model(), columns=("length", "width"))
    with pytest.raises(UsageError, match=r"does not have: .*width"):
        read_features(tree, find_segments(tree), other)


def test_an_article_scores_above_its_menu() -> None:
    tree = Page.from_bytes(ARTICLE.encode()).tree
    segments = find_segments(tree)
    scores = score_segments(tree, segments)
    assert scores.shape == (len(segments),)
    assert scores[3:9].min() > 0.5 > scores[[0, 1, 9]].max()


def test_a_page_without_text_has_no_scores() -> None:
    tree = Page.from_bytes(b"<p> </p>").tree
    assert score_segments(tree, find_segments(tree)).shape == (0,)
    assert choose(np.zeros(0), np.zeros(0)).shape == (0,)


@pytest.mark.parametrize(
    ("scores", "lengths"),
    [
        pytest.param([0.001, 0.002], [5, 5], id="all-unlikely"),
        pytest.param([0.5], [0], id="no-length"),
        pytest.param([0.0, 0.0], [3, 4], id="impossible"),
    ],
)
def test_something_is_always_kept(scores: list[float], lengths: list[float]) -> None:
    assert choose(np.array(scores), np.array(lengths)).any()


def test_no_choice_has_a_higher_expected_score() -> None:
    random = np.random.default_rng(1)
    scores, lengths = random.random(8), random.integers(1, 50, 8).astype(float)
    chosen = choose(scores, lengths)

    def expected(mask: NDArray[np.bool_]) -> float:
        found = (scores * lengths)[mask].sum()
        return float(2 * found / (lengths[mask].sum() + (scores * lengths).sum()))

    masks = [np.array([number >> bit & 1 for bit in range(8)], bool) for number in range(1, 256)]
    assert expected(chosen) == pytest.approx(max(map(expected, masks)))


@pytest.mark.parametrize(("less", "more"), [("precision", "balanced"), ("balanced", "recall")])
def test_favour_moves_the_border(less: Favour, more: Favour) -> None:
    random = np.random.default_rng(2)
    scores, lengths = random.random(50), random.integers(1, 50, 50).astype(float)
    assert choose(scores, lengths, less).sum() < choose(scores, lengths, more).sum()
    assert (choose(scores, lengths, less) <= choose(scores, lengths, more)).all()
