"""Page sets on real sites: token F1 of each page alone, with its set, and by the paper's method.

`python bench/page_sets.py real` runs it.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from zaru import InputError, Page, extract
from zaru.content.model import Model, read_model
from zaru.content.page_set import PageSet, Sets
from zaru.text.urls import site_of

CONTENT_BENCH = Path.home() / ".cache" / "zaru-bench" / "content"
DATA_SETS = ("ja_blogs", "other_blogs", "daniel", "cleanportaleval")
METHODS = ("page", "set", "paper")
LARGE, SMALL = 10, 3  # pages of a site that counts, and of one that must not lose
LOSS = 0.002  # that a site may have
WORST = 8  # sites that are shown


@dataclass(frozen=True, slots=True)
class RealPage:
    """A page of the bench and its scores."""

    key: tuple[str, str]  # data set, id
    site: str
    url: str | None
    truth: str
    html: bytes
    model: Model | None  # None: the one that comes with zaru
    scores: dict[str, float] = field(default_factory=dict)  # by method

    def open(self, *, with_url: bool) -> Page:
        """Return the page as it is handed to zaru."""
        url = self.url if with_url else None
        return Page.from_bytes(self.html, source="/".join(self.key), url=url)


@contextmanager
def judging_by(model: Model | None) -> Iterator[None]:
    """Let zaru judge pages by *model* as long as this is open."""
    if model is None:
        yield
        return
    with patch("zaru.content.model.load_model", lambda: model):
        yield


def read_real_pages(
    bench: Path, set_name: str, models: dict[tuple[str, str], Model], evaluate: Any
) -> list[RealPage]:
    """Return the pages of a data set, as `evaluate.py` hands them over."""
    folder, pages = bench / "data" / set_name, []
    for line in (folder / "truth.jsonl").read_bytes().splitlines():
        row, key = json.loads(line), (set_name, json.loads(line)["id"])
        text = "\ufeff" + evaluate.decode((folder / "html" / f"{row['id']}.html").read_bytes())
        pages.append(
            RealPage(
                key=key,
                site=row.get("site") or site_of(row["url"]),
                url=row["url"],
                truth=row["text"],
                html=text.encode("utf-8", "replace"),
                model=models[key] if models else None,
            )
        )
    return sorted(pages, key=lambda page: page.key)


def read_models(folder: Path) -> dict[tuple[str, str], Model]:
    """Return for each page of the bench the model that did not see its site."""
    models: dict[int, Model] = {}
    found = {}
    for line in (folder / "folds.jsonl").read_bytes().splitlines():
        row = json.loads(line)
        fold = row["fold"]
        if fold not in models:
            models[fold] = read_model((folder / f"{fold}.bin").read_bytes())
        found[row["set"], row["id"]] = models[fold]
    return found


def score_pages(pages: list[RealPage], score: Callable[[str, str], float], with_urls: bool) -> None:
    """Fill in the scores of the pages of a data set."""
    sets, sites = Sets(), defaultdict(list)
    for page in pages:
        sites[page.site].append(page)
        with judging_by(page.model):
            sets.add(page.open(with_url=with_urls))
    for page in pages:
        opened = page.open(with_url=with_urls)
        with judging_by(page.model):
            alone = read_text(partial(extract, opened))
            page.scores["page"] = score(page.truth, alone)
            evidence = sets.evidence(opened)
            text = alone if evidence is None else extract(opened, evidence=evidence).text
            page.scores["set"] = score(page.truth, text)
    for of_site in sites.values():
        opened_pages = [page.open(with_url=with_urls) for page in of_site]
        contents = PageSet(opened_pages).contents(method="paper")
        for page, content in zip(of_site, contents, strict=True):
            page.scores["paper"] = score(page.truth, content.text)


def read_text(extract_page: Callable[[], Any]) -> str:
    try:
        return str(extract_page().text)
    except InputError:
        return ""


def score_tokens(evaluate: Any, truth: str, text: str) -> float:
    """Return the token F1 of `evaluate.score_page`."""
    wanted, found = (evaluate._CJK.findall(words.lower())[:60_000] for words in (truth, text))
    common = sum((evaluate.Counter(wanted) & evaluate.Counter(found)).values())
    return float(evaluate.prf(common, len(found), len(wanted))[2])


def average(pages: Iterable[RealPage]) -> dict[str, float]:
    """Return the mean scores of *pages* by method."""
    rows = [page.scores for page in pages]
    return {method: float(np.mean([row[method] for row in rows])) for method in METHODS}


def report_real(bench: Path, models: Path | None, *, with_urls: bool) -> None:
    """Print the scores of the data sets, means over their sites, and the sites that lose most."""
    sys.path.insert(0, str(bench))
    evaluate = import_module("evaluate")
    of_page = read_models(models) if models else {}
    sites: dict[tuple[str, str], list[RealPage]] = defaultdict(list)
    for set_name in DATA_SETS:
        pages = read_real_pages(bench, set_name, of_page, evaluate)
        score_pages(pages, partial(score_tokens, evaluate), with_urls)
        for page in pages:
            sites[set_name, page.site].append(page)
        print_means(f"{set_name}, all pages", [average([page]) for page in pages])
    means = {name: average(pages) for name, pages in sites.items()}
    large = {name: means[name] for name, pages in sites.items() if len(pages) >= LARGE}
    small = [means[name] for name, pages in sites.items() if SMALL <= len(pages) < LARGE]
    for set_name in DATA_SETS:
        of_set = [mean for name, mean in large.items() if name[0] == set_name]
        print_means(f"{set_name}, sites of {LARGE} pages", of_set)
    print_means(f"all sites of {LARGE} pages", list(large.values()))
    print_means(f"all sites of {SMALL} to {LARGE - 1} pages", small)
    ranked = sorted(large, key=lambda name: large[name]["set"] - large[name]["page"])
    losers = sum(mean["set"] < mean["page"] - LOSS for mean in large.values())
    print(f"{losers} sites lose more than {LOSS}; the first of all:")
    for name in ranked[:WORST]:
        print_means(f"  {name[0]}, {name[1]} ({len(sites[name])})", [large[name]])


def print_means(label: str, rows: list[dict[str, float]]) -> None:
    if not rows:
        return
    page, with_set, paper = (float(np.mean([row[method] for row in rows])) for method in METHODS)
    print(
        f"{label:46} {len(rows):4}  page {page:.4f}  set {with_set:.4f} ({with_set - page:+.4f})"
        f"  paper {paper:.4f}",
        flush=True,
    )
