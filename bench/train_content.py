"""Train the content model and estimate how good it is on sites that it has not seen.

    python bench/train_content.py [BENCH] [--labels FILE] [--cv] [--models FOLDER] [-o model.bin]
    python bench/train_content.py [BENCH] --leave-sets

BENCH is the unpacked content bench (`evaluate.py` and `data/`), ~/.cache/zaru-bench/content if
absent. With --cv: five folds that share no site, token F1 for each data set (seg F1 where a set
has only snippets). With --models, which implies --cv, the model of each fold and a list of which
page is of which site and fold are kept (`bench/page_sets.py real` reads them). With --leave-sets,
each data set is judged by trees that saw none of it, and no model is written. With --labels, the
pages that were labelled in zaru studio (`zaru studio --export`, `bench/studio_labels.py`) are one
more data set. Needs: pip install catboost rapidfuzz resiliparse tld (the bench decodes with
resiliparse, and without it reads pages of no declared encoding wrongly). Takes half an hour of
two cores.

How it is made: a segment's label is the share of its tokens that the truth has in the same place.
Features that do not need labels come from `zaru.content.features`; the tokens of classes and ids
get log odds from the training pages of other folds, and so do the first words of texts. Boosted
oblivious trees learn the labels; a segment weighs as much as it can cost the page's F1. A second
set of trees learns the same with what the first one says of pages that it has not seen, and of
their regions (`zaru.content.regions`). Small sets of trees learn of what kind pages are, from the
means of all features over what reads like content (`zaru.content.page_kinds`): wcxb_dev says the
kind of each page, some other sets have one kind only.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from catboost import CatBoostClassifier  # type: ignore[import-not-found,import-untyped,unused-ignore]

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.content_examples import Array, Example, Row, read_examples, read_labelled, weigh
from bench.content_tables import Lessons, Tables, add_tables

from zaru.content.features import to_matrix
from zaru.content.model import Model, choose, write_model
from zaru.content.page_kinds import KINDS
from zaru.content.regions import region_columns
from zaru.content.table import COLUMNS
from zaru.content.table import NUMBERS as N

LENGTH = COLUMNS.index("length")
Scores = dict[tuple[str, str], Array]  # of the segments of each page, by data set and id
PageKinds = dict[tuple[str, str], list[float]]  # how probable each of KINDS is

MODEL = Path(__file__).parents[1] / "src" / "zaru" / "content" / "model.bin"

# Chosen by cross-validation (mean token F1 over the 13 sets): 250 to 500 trees of depth 6 are
# alike, few features a level and half the rows keep small sets from being learnt by heart.
LEVELS = 6
TREES = {
    "iterations": 250,
    "depth": LEVELS,
    "learning_rate": 0.1,
    "l2_leaf_reg": 5,
    "border_count": 32,
    "rsm": 0.3,
    "subsample": 0.7,
    "bootstrap_type": "Bernoulli",
    "boosting_type": "Plain",
    "loss_function": "CrossEntropy",  # takes labels between 0 and 1
    "random_seed": 0,
    "thread_count": 2,
    "allow_writing_files": False,
    "verbose": 0,
}
# The trees of each kind: there are few pages to learn from, so they are few and small, and ask the
# columns that matter most; their leaves are written as those of trees with all levels.
KIND_TREES = TREES | {"iterations": 60, "depth": 4}
KIND_COLUMNS = 40
# A data set, or a page type of one, counts with its pages to the power of 1 - 0.4: small sets
# count more than their pages, since the mean is over sets. 0.2 to 0.5 are alike, 0.8 is worse.
SET_POWER = 0.4
ROWS_A_PAGE = 100  # sampled by weight: all rows were no better
GUESS_TREES = 100  # that guess what such a set does not say
GUESS_WEIGHT = 0.5  # of what a first model says about the other segments of such a page
# Figures of a whole page are blurred when learning (by e to the power of a normal number with this
# deviation): pages of one site share them, and trees would know the site by them.
PAGE_NOISE = 0.5


def train(
    lessons: Lessons, *held_out: int, firsts: Scores | None = None, count: int | None = None
) -> CatBoostClassifier:
    """Return the trees of the first look; with *firsts*, what it says of each page, of the second.

    The folds *held_out* are not seen. Tokens and words of each fold's pages get their odds from
    the other folds. *count* trees are made, as many as TREES says by default.
    """
    random = np.random.default_rng(0)
    sizes = Counter(example.cell for example in lessons.leave(*held_out))
    figures = [place for place, name in enumerate(COLUMNS) if name.startswith(("page_", "share_"))]
    inputs, labels, weights = [], [], []
    for fold in lessons.folds:
        inner = [example for example in lessons.leave(*held_out) if example.fold == fold]
        tables = lessons.learn_tables(*held_out, fold)
        for example, columns in zip(inner, add_tables(inner, tables), strict=True):
            rows, row_weights = sample_rows(example.weights, random)
            if not len(rows):
                continue
            sampled = add_regions(example, columns, firsts)[:, rows].T
            sampled[:, figures] *= np.exp(random.normal(0, PAGE_NOISE, len(figures)))
            inputs.append(sampled)
            labels.append(example.labels[rows])
            weights.append(row_weights * sizes[example.cell] ** -SET_POWER)
    trees = CatBoostClassifier(**TREES | ({"iterations": count} if count else {}))
    weight = np.concatenate(weights)
    trees.fit(np.concatenate(inputs), np.concatenate(labels), sample_weight=weight / weight.mean())
    return trees


def add_regions(example: Example, columns: Array, firsts: Scores | None) -> Array:
    """Return the features of an example with those of a second look, if there is one."""
    if firsts is None or example.skeleton is None:
        return columns
    scores = firsts[example.key]
    regions = region_columns(example.skeleton, scores, columns[LENGTH])
    return np.concatenate((columns, to_matrix({**regions}, len(example.texts))))


def sample_rows(weights: Array, random: np.random.Generator) -> tuple[Array, Array]:
    """Return rows to learn from, heavy ones rather than light ones, and what they stand for."""
    rows = np.flatnonzero(weights)
    weights = weights[rows]
    if len(rows) <= ROWS_A_PAGE:
        return rows, weights
    chances = weights + weights.mean()
    chances = np.minimum(chances / chances.sum() * ROWS_A_PAGE, 1)
    taken = random.random(len(rows)) < chances
    return rows[taken], weights[taken] / chances[taken]


def guess_labels(examples: list[Example], evaluate: Any) -> None:
    """Fill in labels of pages with snippets only: what trees say that did not see their site."""
    scores = judge_folds(Lessons(examples), count=GUESS_TREES).scores
    for example in examples:
        guess = scores[example.key]
        if example.row.get("text") is None and len(guess):
            tokens = [evaluate._CJK.findall(text.lower()) for text in example.texts]
            weights = GUESS_WEIGHT * weigh(guess, np.array([len(words) for words in tokens]))
            is_known = example.weights > 0
            example.labels = np.where(is_known, example.labels, guess)
            example.weights = np.maximum(weights, example.weights)
            example.shares = example.word_shares = None


@dataclass
class Judged:
    """What trees say of pages whose sites they did not see."""

    scores: Scores
    means: Scores  # of each feature over what reads like content
    trees: list[CatBoostClassifier]  # of each fold


def judge_folds(
    lessons: Lessons, firsts: Scores | None = None, *, count: int | None = None
) -> Judged:
    """Return what is said of all examples, by trees that did not see their sites.

    With *firsts*, the scores of a first look, that of a second; its training pages were judged
    by trees that may have seen the sites under test.
    """
    judged = Judged({}, {}, [])
    for fold in lessons.folds:
        held_out = [example for example in lessons.examples if example.fold == fold]
        trees, tables = train(lessons, fold, firsts=firsts, count=count), lessons.learn_tables(fold)
        judged.trees.append(trees)
        for example, columns in zip(held_out, add_tables(held_out, tables), strict=True):
            features = add_regions(example, columns, firsts)
            scores = predict(trees, features)
            judged.scores[example.key] = scores
            if len(scores):
                masses = scores * (features[LENGTH] + N.LEAST)
                judged.means[example.key] = features @ masses / max(masses.sum(), N.LEAST_MASS)
    return judged


def train_kinds(examples: list[Example], means: Scores) -> list[CatBoostClassifier]:
    """Return the trees of each kind of pages."""
    known = [example for example in examples if example.kind[0] and example.key in means]
    inputs = np.array([means[example.key] for example in known], np.float32)
    weights = [example.kind[1] for example in known]
    labels = [[float(example.kind[0] == kind) for example in known] for kind in KINDS]
    weighed = np.zeros(inputs.shape[1])  # what the columns are worth for all kinds
    for label in labels:
        trees = CatBoostClassifier(**KIND_TREES).fit(inputs, label, sample_weight=weights)
        weighed += trees.get_feature_importance()
    unused = np.argsort(-weighed, kind="stable")[KIND_COLUMNS:].tolist()
    return [
        CatBoostClassifier(**KIND_TREES, ignored_features=unused).fit(
            inputs, label, sample_weight=weights
        )
        for label in labels
    ]


def judge_kinds(examples: list[Example], means: Scores) -> PageKinds:
    """Return how probable each kind of each page is, by trees that did not see its site."""
    kinds: PageKinds = {}
    for fold in sorted({example.fold for example in examples}):
        looks = train_kinds([example for example in examples if example.fold != fold], means)
        for example in examples:
            if example.fold == fold and example.key in means:
                column = means[example.key][:, None].astype(np.float32)
                found = [float(predict(trees, column)[0]) for trees in looks]
                kinds[example.key] = [one / sum(found) for one in found]
    return kinds


def predict(trees: CatBoostClassifier, columns: Array) -> Array:
    """Return the probability of each segment."""
    if not columns.size:
        return np.zeros(0)
    raw: Array = trees.predict(columns.T, prediction_type="RawFormulaVal", thread_count=1)
    return 1 / (1 + np.exp(-raw))


def report(examples: list[Example], evaluate: Any, scores: Scores, kinds: PageKinds) -> None:
    """Print the cross-validated scores of each data set, page type and language."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for example in examples:
        score, lengths = scores[example.key], [len(text) for text in example.texts]
        chosen = choose(score.tolist(), lengths, kinds=kinds.get(example.key, ()))
        text = "\n".join(t for t, keep in zip(example.texts, chosen, strict=True) if keep)
        result = evaluate.score_page(example.row, text)
        groups[example.set_name].append(result)
        for kind in ("type", "lang"):
            if example.row.get(kind):
                groups[f"{example.set_name}, {example.row[kind]}"].append(result)
    figures = {name: evaluate.agg(results) for name, results in groups.items()}
    best = {name: (made.get("token") or made["seg"])[2] for name, made in figures.items()}
    sets = [name for name in best if ", " not in name]
    for name in sorted(best):
        print(f"{name:32} {len(groups[name]):5} {best[name]:.4f}")
    print(f"{'mean over the data sets':32} {len(sets):5} {np.mean([best[n] for n in sets]):.4f}")
    typed = [example for example in examples if example.row.get("type") and example.key in kinds]
    right = [np.argmax(kinds[one.key]) == KINDS.index(one.kind[0]) for one in typed]
    if right:
        print(f"{'kinds of pages that are right':32} {len(right):5} {np.mean(right):.4f}")


def report_sets(examples: list[Example], evaluate: Any) -> None:
    """Print the scores of each data set by trees that saw the other sets only.

    The choice goes by no kinds of pages: all but two of them are of one set.
    """
    sets = sorted({example.set_name for example in examples})
    for example in examples:
        example.fold = sets.index(example.set_name)
    lessons = Lessons(examples)
    seconds = judge_folds(lessons, judge_folds(lessons).scores)
    report(examples, evaluate, seconds.scores, {})


def keep_folds(lessons: Lessons, seconds: Judged, folder: Path) -> None:
    """Write the model of each fold, and which page (data set and id) is of which site and fold."""
    folder.mkdir(parents=True, exist_ok=True)
    for fold, trees in zip(lessons.folds, seconds.trees, strict=True):
        kinds = train_kinds(lessons.leave(fold), seconds.means)
        looks = [train(lessons, fold), trees, *kinds]
        export(looks, lessons.learn_tables(fold), folder / f"{fold}.bin")
    with (folder / "folds.jsonl").open("w", encoding="utf-8") as file:
        for example in lessons.examples:
            page = {"set": example.set_name, "id": example.row["id"]}
            line = {**page, "site": example.site, "fold": example.fold}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def export(looks: list[CatBoostClassifier], tables: Tables, path: Path) -> None:
    """Write the trees of all looks, the tokens and the words as plain arrays."""
    read = [read_trees(trees) for trees in looks]
    inputs, borders, leaves = (
        np.concatenate(arrays) for arrays in zip(*(one[:3] for one in read), strict=True)
    )
    model = Model(
        columns=COLUMNS,
        levels=inputs.shape[1],
        inputs=array("h", inputs.tobytes()),
        borders=array("f", borders.tobytes()),
        leaves=array("f", leaves.tobytes()),
        looks=tuple(len(one[0]) for one in read),
        biases=tuple(one[3] for one in read),
        tokens=tables[0],
        words=tables[1],
    )
    path.write_bytes(write_model(model))


def read_trees(trees: CatBoostClassifier) -> tuple[Array, Array, Array, float]:
    """Return inputs, borders and leaves of each tree, and the log odds before them."""
    with tempfile.TemporaryDirectory() as folder:
        trees.save_model(f"{folder}/trees.json", format="json")
        made = json.loads(Path(folder, "trees.json").read_text())
    places = [feature["flat_feature_index"] for feature in made["features_info"]["float_features"]]
    shape = (len(made["oblivious_trees"]), LEVELS)
    inputs, borders = np.zeros(shape, np.int16), np.full(shape, np.inf, np.float32)
    leaves = np.zeros((shape[0], 2 ** shape[1]), np.float32)
    for number, tree in enumerate(made["oblivious_trees"]):
        for level, split in enumerate(tree["splits"]):
            inputs[number, level] = places[split["float_feature_index"]]
            borders[number, level] = split["border"]
        leaves[number, : len(tree["leaf_values"])] = tree["leaf_values"]
    scale, (bias,) = made["scale_and_bias"]
    return inputs, borders, leaves * np.float32(scale), float(np.float32(bias))


def main() -> None:
    """Train, and print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    bench = Path.home() / ".cache" / "zaru-bench" / "content"
    parser.add_argument("bench", nargs="?", type=Path, default=bench)
    parser.add_argument("--labels", type=Path, help="labels of zaru studio: one more data set")
    parser.add_argument("--cv", action="store_true", help="cross-validate, too")
    parser.add_argument("--leave-sets", action="store_true", help="hold whole sets out")
    parser.add_argument("--models", type=Path, help="folder to keep the models of all folds in")
    parser.add_argument("-o", "--output", type=Path, default=MODEL)
    options = parser.parse_args()
    sys.path.insert(0, str(options.bench))
    import evaluate  # type: ignore[import-not-found]  # the bench's own decoding and scoring

    examples = read_examples(options.bench, evaluate)
    if options.labels:
        examples += read_labelled(options.labels, evaluate)
    guess_labels(examples, evaluate)
    if options.leave_sets:
        report_sets(examples, evaluate)
        return
    lessons = Lessons(examples)
    firsts = judge_folds(lessons).scores
    seconds = judge_folds(lessons, firsts)
    kinds = train_kinds(examples, seconds.means)
    looks = [train(lessons), train(lessons, firsts=firsts), *kinds]
    export(looks, lessons.learn_tables(), options.output)
    if options.models:
        keep_folds(lessons, seconds, options.models)
    if options.cv or options.models:
        report(examples, evaluate, seconds.scores, judge_kinds(examples, seconds.means))


if __name__ == "__main__":
    main()
