"""How fast the `juman` annotator is against a bare MeCab loop, and where its time goes.

usage: python bench/annotation.py [FOLDER] [--rounds N] [--profile N]

FOLDER holds Standard Format XML files; their RawStrings are the sentences. CPU time, best of the
rounds, the two by turns. The bare loop is what one writes first: GenericTagger, a line printed for
each node, with JUMAN's fields and numbers. Half width: the same sentences with half-width letters
and digits.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import pstats
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import fugashi
import jumandic
from lxml import etree

from zaru.annotators.grammar import FORM_IDS, POS_IDS, SUBPOS_IDS, TYPE_IDS
from zaru.annotators.jumandic import JumandicAnnotator
from zaru.annotators.mecab_words import to_lines
from zaru.errors import ToolError

DEFAULT_FOLDER = (
    Path.home() / ".cache" / "zaru-bench" / "japanese" / "reference" / "outputs" / "paren"
)


def read_sentences(folder: Path) -> list[str]:
    """Return the RawStrings of all files in *folder*; a broken file gives those that are whole."""
    parser = etree.XMLParser(recover=True)
    sentences: list[str] = []
    for path in sorted(folder.rglob("*.xml")):
        root = etree.fromstring(path.read_bytes() or b"<empty/>", parser)
        if root is not None:
            sentences.extend(raw.text for raw in root.iter("RawString") if raw.text)
    return sentences


def annotate_bare(tagger: Callable[[str], list[fugashi.fugashi.Node]], sentences: list[str]) -> str:
    """Return JUMAN's lines, printed the plain way."""
    out = io.StringIO()
    for sentence in sentences:
        for node in tagger(sentence):
            pos, subpos, type_, form, base, reading, meaning, *_ = node.feature
            print(
                node.surface, reading, base, pos, POS_IDS.get(pos, 0), subpos,
                SUBPOS_IDS.get((pos, subpos), 0), type_, TYPE_IDS.get(type_, 0), form,
                FORM_IDS.get((type_, form), 0), f'"{meaning}"', file=out,
            )  # fmt: skip
        print("EOS", file=out)
    return out.getvalue()


def annotate(annotator: JumandicAnnotator, sentences: list[str]) -> list[str | ToolError]:
    """Return the annotator's answers, from an empty cache."""
    to_lines.cache_clear()
    return annotator.annotate(sentences)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(sentences: list[str], *, rounds: int, label: str) -> None:
    """Print both speeds and their ratio."""
    annotator = JumandicAnnotator()
    tagger = fugashi.GenericTagger(jumandic.MECAB_ARGS)
    ours, bare = [], []
    for _ in range(rounds):
        ours.append(seconds(lambda: annotate(annotator, sentences)))
        bare.append(seconds(lambda: annotate_bare(tagger, sentences)))
    print(
        f"{label:<11} sentences {len(sentences)}  ours {len(sentences) / min(ours):,.0f}/s  "
        f"bare {len(sentences) / min(bare):,.0f}/s  ratio {min(bare) / min(ours):.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--profile", type=int, default=8, metavar="N", help="functions to show")
    options = parser.parse_args()
    sentences = read_sentences(options.folder)
    half_width = [unicodedata.normalize("NFKC", sentence) for sentence in sentences]
    compare(sentences, rounds=options.rounds, label="as written")
    compare(half_width, rounds=options.rounds, label="half width")
    annotator = JumandicAnnotator()
    with cProfile.Profile() as profile:
        annotate(annotator, sentences)
    pstats.Stats(profile).sort_stats("tottime").print_stats(options.profile)


if __name__ == "__main__":
    main()
