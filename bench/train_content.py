"""Train the content model and estimate how good it is on sites that it has not seen.

    python bench/train_content.py [BENCH] [--labels FILE] [--cv] [--models FOLDER] [-o model.bin]

BENCH is the unpacked content bench (`evaluate.py` and `data/`), ~/.cache/zaru-bench/content if
absent. With --cv: five folds that share no site, token F1 for each data set (seg F1 where a set
has only snippets). With --models, which implies --cv, the model of each fold and a list of which
page is of which site and fold are kept (`bench/page_sets.py real` reads them). With --labels, the
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
import hashlib
import json
import math
import sys
import tempfile
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from catboost import CatBoostClassifier  # type: ignore[import-not-found,import-untyped,unused-ignore]
from numpy.typing import NDArray
from tld import get_fld  # type: ignore[import-not-found,unused-ignore]

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.content_labels import label_segments, label_snippets
from bench.studio_labels import read_labelled_pages

from zaru.content.features import base_columns, to_matrix
from zaru.content.model import Model, choose, write_model
from zaru.content.page_kinds import KINDS
from zaru.content.regions import region_columns
from zaru.content.segments import find_segments
from zaru.content.skeleton import Skeleton, token_columns
from zaru.content.table import COLUMNS
from zaru.content.table import NUMBERS as N
from zaru.content.wording import split_words, word_columns
from zaru.page import Page

HEADING, LENGTH = COLUMNS.index("heading"), COLUMNS.index("length")
Array = NDArray[Any]
Row = dict[str, Any]
Table = dict[str, float]
Scores = dict[tuple[str, str], Array]  # of the segments of each page, by data set and id
PageKinds = dict[tuple[str, str], list[float]]  # how probable each of KINDS is

FOLDS = 5
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
KIND_OF_TYPE = {
    "article": "article", "service": "service", "collection": "listing", "listing": "listing",
    "forum": "thread", "product": "product", "documentation": "documentation",
}  # fmt: skip
ARTICLE_SETS = ("cwced", "daniel", "fundus_multi", "gn1", "magic_article", "postlight_other")
ARTICLE_WEIGHT = 0.15  # of a page of such a set: most are articles, and they are many
# A data set, or a page type of one, counts with its pages to the power of 1 - 0.4: small sets
# count more than their pages, since the mean is over sets. 0.2 to 0.5 are alike, 0.8 is worse.
SET_POWER = 0.4
ROWS_A_PAGE = 100  # sampled by weight: all rows were no better
CLUTTER_WEIGHT = 6.0  # at most, against 1 for the content of a page: 2 and no limit were worse
LEAST_TRUTH = 20  # tokens: shorter truths would make single segments too heavy
SNIPPET_WEIGHT = 0.15  # of a segment that a set with snippets only knows about
GUESS_TREES = 100  # that guess what such a set does not say
GUESS_WEIGHT = 0.5  # of what a first model says about the other segments of such a page
# Figures of a whole page are blurred when learning (by e to the power of a normal number with this
# deviation): pages of one site share them, and trees would know the site by them.
PAGE_NOISE = 0.5
LEAST_COVERED = 0.5  # a truth that the page's text has less of than this is not of this page
TOKEN_SITES = 3  # a token must be on so many sites
TOKEN_PRIOR = 1.5  # sites' worth of doubt about a token's log odds
LEAST_ODDS = 0.1
TOKEN_CHARS = 24
WORD_SITES = 6  # the same of words; 5 and 0.5 gave 15,000 words, which are no better
WORD_PRIOR = 2.0
LEAST_WORD_ODDS = 0.6


@dataclass
class Example:
    """A page of the bench with what training and scoring need."""

    row: Row
    set_name: str
    site: str
    fold: int
    texts: list[str]
    labels: Array  # from 0 to 1
    weights: Array  # 0 where the label is not known
    columns: Array  # a row for each feature
    skeleton: Skeleton | None  # None without segments
    shares: dict[str, Array] | None = None  # of tokens; kept until labels change …
    word_shares: dict[str, float] | None = None  # … and so are those of words

    @cached_property
    def said(self) -> list[list[str]]:
        """The first words of each text."""
        return list(map(split_words, self.texts))

    @property
    def key(self) -> tuple[str, str]:
        """Its data set and id."""
        return self.set_name, self.row["id"]

    @property
    def kind(self) -> tuple[str, float]:
        """What kind of page it is, and how much that counts; empty where nobody says it."""
        if said := self.row.get("type"):
            return KIND_OF_TYPE[said], 1.0
        if self.set_name == "magic_forum":
            return "thread", 1.0
        is_article = self.set_name in ARTICLE_SETS
        return ("article", ARTICLE_WEIGHT) if is_article else ("", 0.0)

    @property
    def cell(self) -> str:
        """What is weighted alike: the data set and, where it says one, the page type."""
        return f"{self.set_name}:{self.row.get('type') or ''}"


def read_labelled(path: Path, evaluate: Any) -> list[Example]:
    """Return the pages that were labelled in zaru studio: no label is a guess there."""
    examples = []
    for number, (page, texts, shares) in enumerate(read_labelled_pages(path)):
        segments = find_segments(page.tree)
        if len(segments) != len(texts):  # texts that no span tells apart were labelled as one
            continue
        kept = [text for text, share in zip(texts, shares, strict=True) if share >= 0.5]
        folder = str(Path(page.origin.source).parent)
        site = get_fld(page.url or "", fail_silently=True) or f"studio {folder}"
        row = {"id": f"{path.stem}-{number}", "url": page.url, "text": "\n".join(kept)}
        lengths = np.array([len(evaluate._CJK.findall(text.lower())) for text in texts], float)
        labels = np.array(shares)
        skeleton = Skeleton(page.tree, segments) if segments else None
        columns = np.zeros((0, 0), np.float32)
        if skeleton is not None:
            columns = to_matrix(base_columns(page.tree, segments, skeleton), len(segments))
        examples.append(
            Example(
                row, "studio", site, find_fold(site), texts, labels, weigh(labels, lengths),
                columns, skeleton,
            )
        )  # fmt: skip
    return examples


def find_fold(site: str) -> int:
    """Return the fold of all pages of *site*."""
    return int(hashlib.md5(site.encode()).hexdigest(), 16) % FOLDS


def read_examples(bench: Path, evaluate: Any) -> list[Example]:
    """Return the pages of all data sets."""
    rows = [
        (folder.name, json.loads(line))
        for folder in sorted((bench / "data").iterdir())
        for line in (folder / "truth.jsonl").read_bytes().splitlines()  # texts have U+2028
    ]
    sites = name_sites(rows)
    examples = []
    for (set_name, row), site in zip(rows, sites, strict=True):
        raw = (bench / "data" / set_name / "html" / f"{row['id']}.html").read_bytes()
        page = Page.from_bytes(("\ufeff" + evaluate.decode(raw)).encode("utf-8", "replace"))
        segments = find_segments(page.tree)
        texts = [segment.text for segment in segments]
        labels, weights = label_texts(row, texts, evaluate)
        skeleton, columns = None, np.zeros((0, 0), np.float32)
        if segments:
            skeleton = Skeleton(page.tree, segments)
            columns = to_matrix(base_columns(page.tree, segments, skeleton), len(segments))
        fold = find_fold(site)
        examples.append(
            Example(row, set_name, site, fold, texts, labels, weights, columns, skeleton)
        )
    return examples


def name_sites(rows: list[tuple[str, Row]]) -> list[str]:
    """Return a name for the site of each page; pages with the same text have the same one."""
    roots: dict[str, str] = {}

    def find(name: str) -> str:
        while roots.setdefault(name, name) != name:
            name = roots[name]
        return name

    for number, (_, row) in enumerate(rows):
        url = row.get("url") or ""
        domain = get_fld(url if "//" in url else f"http://{url}", fail_silently=True)
        text = "".join((row.get("text") or "").split())[40:200]
        for name in (row.get("site") or domain, len(text) > 100 and text):
            if name:
                roots[find(f"page {number}")] = find(str(name))
    return [find(f"page {number}") for number in range(len(rows))]


def label_texts(row: Row, texts: list[str], evaluate: Any) -> tuple[Array, Array]:
    """Return for each text the share that is content, and how much it can cost the page."""
    if row.get("text") is None:
        labels, known = label_snippets(texts, row["with"], row["without"], evaluate.norm)
        return labels, known * SNIPPET_WEIGHT
    tokens = [evaluate._CJK.findall(text.lower()) for text in texts]
    truth = evaluate._CJK.findall(row["text"].lower())
    matched, covered = label_segments(tokens, truth)
    lengths = np.array([len(words) for words in tokens], float)
    labels = np.minimum(matched / np.maximum(lengths, 1), 1)
    weights = weigh(labels, lengths)
    return labels, np.where(bool(truth) and covered >= LEAST_COVERED, weights, 0)


def weigh(labels: Array, lengths: Array) -> Array:
    """Return weights by length: about 1 for all content, as much for as much clutter."""
    total = max((labels * lengths).sum(), LEAST_TRUTH)
    weights: Array = np.minimum((lengths + 1) / (total + LEAST_TRUTH), 1)
    clutter = (weights * (1 - labels)).sum()
    if clutter > CLUTTER_WEIGHT:
        weights = weights * (labels + (1 - labels) * CLUTTER_WEIGHT / clutter)
    return weights


def learn_tokens(examples: list[Example]) -> Table:
    """Return for each token the log odds that what stands below it is content.

    Each page has one unit of content and one of clutter; a site counts little more with many
    pages than with one.
    """
    shares: dict[str, dict[str, list[Array]]] = defaultdict(lambda: defaultdict(list))
    for example in examples:
        if example.skeleton is not None and example.weights.any():
            if example.shares is None:
                example.shares = share_tokens(example, example.skeleton)
            for token, share in example.shares.items():
                shares[token][example.site].append(np.minimum(share, 1))
    table = {}
    for token, by_site in shares.items():
        if len(by_site) >= TOKEN_SITES and len(token) <= TOKEN_CHARS:
            means = [np.mean(pages, axis=0) * len(pages) ** 0.3 for pages in by_site.values()]
            content, clutter = np.sum(means, axis=0) + TOKEN_PRIOR
            if abs(math.log(content / clutter)) > LEAST_ODDS:
                table[token] = round(math.log(content / clutter), 3)
    return table


def share_tokens(example: Example, skeleton: Skeleton) -> dict[str, Array]:
    """Return for each token the shares of the page's content and clutter that stand below it."""
    parents = skeleton.parents
    content = np.bincount(skeleton.blocks, example.weights * example.labels, len(parents))
    clutter = np.bincount(skeleton.blocks, example.weights * (1 - example.labels), len(parents))
    held = np.stack((content / max(content.sum(), 1e-6), clutter / max(clutter.sum(), 1e-6)), 1)
    for place in range(len(parents) - 1, 0, -1):
        held[parents[place]] += held[place]
    words = [frozenset(tokens) for tokens in skeleton.token_sets]
    above: list[frozenset[str]] = []  # what inner elements repeat counts once
    shares: dict[str, Array] = defaultdict(lambda: np.zeros(2))
    for place, (kind, parent) in enumerate(zip(skeleton.kinds, parents, strict=True)):
        outer = above[parent] if place else frozenset()
        fresh = words[kind] - outer
        for token in fresh:
            shares[token] += held[place]
        above.append(outer | fresh if fresh else outer)
    return shares


def learn_words(examples: list[Example]) -> Table:
    """Return for each word the log odds that a text is content that begins with it, among others.

    All texts of a page that have a word count as one, and a site counts once.
    """
    shares: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for example in examples:
        if example.word_shares is None:
            example.word_shares = share_words(example)
        for word, share in example.word_shares.items():
            shares[word][example.site].append(share)
    means = {
        word: [sum(pages) / len(pages) for pages in by_site.values()]
        for word, by_site in shares.items()
        if len(by_site) >= WORD_SITES and len(word) <= TOKEN_CHARS
    }
    usual = np.mean([mean for sites in means.values() for mean in sites]) if means else 0.5
    table = {}
    for word, sites in means.items():
        content = sum(sites) + WORD_PRIOR * usual
        clutter = len(sites) - sum(sites) + WORD_PRIOR * (1 - usual)
        odds = math.log(content / clutter) - math.log(usual / (1 - usual))
        if abs(odds) > LEAST_WORD_ODDS:
            table[word] = round(odds, 3)
    return table


def share_words(example: Example) -> dict[str, float]:
    """Return for each word the share of content of the texts that begin with it, among others."""
    labels: dict[str, list[float]] = defaultdict(list)
    known = zip(example.said, example.labels.tolist(), example.weights.tolist(), strict=True)
    for words, label, weight in known:
        for word in set(words) if weight > 0 else ():
            labels[word].append(label)
    return {word: sum(found) / len(found) for word, found in labels.items()}


def learn_tables(examples: list[Example]) -> tuple[Table, Table]:
    """Return what tokens and words say."""
    return learn_tokens(examples), learn_words(examples)


def add_tables(examples: list[Example], tables: tuple[Table, Table]) -> Iterator[Array]:
    """Yield the whole feature matrix of each example."""
    for example in examples:
        if example.skeleton is None:
            yield example.columns
        else:
            tokens = token_columns(example.skeleton, tables[0])
            words = word_columns(example.said, example.columns[HEADING], tables[1])
            said = to_matrix({**tokens, **words}, len(example.texts))
            yield np.concatenate((example.columns, said))


def train(
    examples: list[Example], firsts: Scores | None = None, *, count: int | None = None
) -> CatBoostClassifier:
    """Return the trees of the first look; with *firsts*, what it says of each page, of the second.

    Tokens and words of each fold's pages get their odds from the other folds. *count* trees are
    made, as many as TREES says by default.
    """
    random = np.random.default_rng(0)
    sizes = Counter(example.cell for example in examples)
    figures = [place for place, name in enumerate(COLUMNS) if name.startswith(("page_", "share_"))]
    inputs, labels, weights = [], [], []
    for fold in sorted({example.fold for example in examples}):
        inner = [example for example in examples if example.fold == fold]
        tables = learn_tables([example for example in examples if example.fold != fold])
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
    scores = judge_folds(examples, count=GUESS_TREES).scores
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
    examples: list[Example], firsts: Scores | None = None, *, count: int | None = None
) -> Judged:
    """Return what is said of all examples, by trees that did not see their sites.

    With *firsts*, the scores of a first look, that of a second; its training pages were judged
    by trees that may have seen the sites under test.
    """
    judged = Judged({}, {}, [])
    for fold in range(FOLDS):
        others = [example for example in examples if example.fold != fold]
        held_out = [example for example in examples if example.fold == fold]
        trees, tables = train(others, firsts, count=count), learn_tables(others)
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
    for fold in range(FOLDS):
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
    print(f"{'kinds of pages that are right':32} {len(right):5} {np.mean(right):.4f}")


def keep_folds(examples: list[Example], seconds: Judged, folder: Path) -> None:
    """Write the model of each fold, and which page (data set and id) is of which site and fold."""
    folder.mkdir(parents=True, exist_ok=True)
    for fold, trees in enumerate(seconds.trees):
        others = [example for example in examples if example.fold != fold]
        looks = [train(others), trees, *train_kinds(others, seconds.means)]
        export(looks, learn_tables(others), folder / f"{fold}.bin")
    with (folder / "folds.jsonl").open("w", encoding="utf-8") as file:
        for example in examples:
            page = {"set": example.set_name, "id": example.row["id"]}
            line = {**page, "site": example.site, "fold": example.fold}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def export(looks: list[CatBoostClassifier], tables: tuple[Table, Table], path: Path) -> None:
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
    parser.add_argument("--models", type=Path, help="folder to keep the models of all folds in")
    parser.add_argument("-o", "--output", type=Path, default=MODEL)
    options = parser.parse_args()
    sys.path.insert(0, str(options.bench))
    import evaluate  # type: ignore[import-not-found]  # the bench's own decoding and scoring

    examples = read_examples(options.bench, evaluate)
    if options.labels:
        examples += read_labelled(options.labels, evaluate)
    guess_labels(examples, evaluate)
    firsts = judge_folds(examples).scores
    seconds = judge_folds(examples, firsts)
    looks = [train(examples), train(examples, firsts), *train_kinds(examples, seconds.means)]
    export(looks, learn_tables(examples), options.output)
    if options.models:
        keep_folds(examples, seconds, options.models)
    if options.cv or options.models:
        kinds = judge_kinds(examples, seconds.means)
        report(examples, evaluate, seconds.scores, kinds)


if __name__ == "__main__":
    main()
