"""The floors: scores that the made sets must not fall below, in `floors.json`.

usage: python -m tests.quality.floors [--force]      (make floors, make floors FORCE=--force)

Measures everything and raises the floors to today's scores. A floor is lowered, or dropped with
its score, only with --force: then say in the commit why.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from math import floor
from pathlib import Path

from tests.quality.cards import measure_cards
from tests.quality.content import measure_content, measure_metadata, measure_page_sets
from tests.quality.encodings import measure_encodings
from tests.quality.lists import measure_lists
from tests.quality.markdown import measure_markdown
from tests.quality.posts import measure_posts
from tests.quality.records import measure_discovery, measure_records
from tests.quality.sentences import measure_japanese, measure_sentences

FILE = Path(__file__).parent / "floors.json"
Scores = dict[str, float]
SETS: dict[str, Callable[[], Scores]] = {
    "content": measure_content,
    "page sets": measure_page_sets,
    "metadata": measure_metadata,
    "Markdown": measure_markdown,
    "records": measure_records,
    "discovery": measure_discovery,
    "lists": measure_lists,
    "cards": measure_cards,
    "sentences": measure_sentences,
    "Japanese": measure_japanese,
    "posts": measure_posts,
    "encodings": measure_encodings,
}


def read_floors() -> dict[str, Scores]:
    """Return the floors by set and name."""
    floors: dict[str, Scores] = json.loads(FILE.read_text(encoding="utf-8"))
    return floors


def cut(score: float) -> float:
    """Return *score* with four places, never rounded up: what a floor keeps.

    >>> cut(2 / 3)
    0.6666
    """
    return floor(score * 10_000 + 1e-6) / 10_000


def find_faults(scores: Mapping[str, float], floors: Mapping[str, float]) -> list[str]:
    """Return a line for each score below its floor, and for each that has only one of both."""
    below = [
        f"{name}: {cut(scores[name]):.4f} is below its floor {floors[name]:.4f}"
        for name in floors
        if name in scores and cut(scores[name]) < floors[name]
    ]
    no_floors = [f"{name}: has no floor; run make floors" for name in scores if name not in floors]
    no_scores = [f"{name}: is measured no more" for name in floors if name not in scores]
    return below + no_floors + no_scores


def to_table(scores: Mapping[str, float], floors: Mapping[str, float]) -> list[str]:
    """Return a line for each score: the score, its floor, and a sign where they differ."""
    lines = []
    for name, score in scores.items():
        least = floors.get(name, 0.0)
        sign = "+" if cut(score) > least else "-" if cut(score) < least else " "
        lines.append(f"{cut(score):.4f}  {least:.4f} {sign} {name}")
    return lines


def main() -> None:
    """Measure, print, and write the floors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--force", action="store_true", help="lower and drop floors, too")
    force = parser.parse_args().force
    floors = read_floors() if FILE.exists() else {}
    raised: dict[str, Scores] = {}
    lower = []
    for name, measure in SETS.items():
        scores, old = measure(), floors.get(name, {})
        print("\n".join(to_table(scores, old)), flush=True)
        new = {one: cut(score) for one, score in scores.items()}
        lower += [fault for fault in find_faults(scores, old) if "has no floor" not in fault]
        raised[name] = new if force else old | {k: max(v, old.get(k, 0.0)) for k, v in new.items()}
    FILE.write_text(json.dumps(raised, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if lower and not force:
        raise SystemExit("\n".join([*lower, "these floors stay; --force lowers them"]))


if __name__ == "__main__":
    main()
