"""Pages of the content bench with what training needs: features, labels, weights, site and fold."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tld import get_fld  # type: ignore[import-not-found,unused-ignore]

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.content_labels import label_segments, label_snippets
from bench.studio_labels import read_labelled_pages

from zaru.content.features import base_columns, to_matrix
from zaru.content.segments import find_segments
from zaru.content.skeleton import Skeleton
from zaru.content.wording import split_words
from zaru.page import Page

Array = NDArray[Any]
Row = dict[str, Any]

FOLDS = 5
KIND_OF_TYPE = {
    "article": "article", "service": "service", "collection": "listing", "listing": "listing",
    "forum": "thread", "product": "product", "documentation": "documentation",
}  # fmt: skip
ARTICLE_SETS = ("cwced", "daniel", "fundus_multi", "gn1", "magic_article", "postlight_other")
ARTICLE_WEIGHT = 0.15  # of a page of such a set: most are articles, and they are many
CLUTTER_WEIGHT = 6.0  # at most, against 1 for the content of a page: 2 and no limit were worse
LEAST_TRUTH = 20  # tokens: shorter truths would make single segments too heavy
SNIPPET_WEIGHT = 0.15  # of a segment that a set with snippets only knows about
LEAST_COVERED = 0.5  # a truth that the page's text has less of than this is not of this page


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
