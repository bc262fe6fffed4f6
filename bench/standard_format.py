"""Standard Format over the Japanese bench: speed, spans, validity, what parsers make of it.

usage: python bench/standard_format.py [FOLDER] [--annotator NAME] [--limit N]

FOLDER is the bench's `japanese` folder. One run prints: pages and sentences a second of CPU time
without and with JUMAN, against a bare fugashi + jumandic loop over the same sentences that prints
JUMAN lines; how many files are valid by the DTD; and how many annotations rhoknp reads, of JUMAN
and, on the first N sentences, of another annotator.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import fugashi
import jumandic
from lxml import etree
from rhoknp import Sentence as KnownSentence

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.annotation import annotate_bare, seconds

from zaru.annotators.loading import load_annotator
from zaru.cli import relax_garbage_collection
from zaru.corpus.conversion import to_standard_format
from zaru.corpus.sentence import Annotator
from zaru.corpus.standard_format import StandardFormat, read_dtd
from zaru.errors import InputError
from zaru.page import Page

DEFAULT_FOLDER = Path.home() / ".cache" / "zaru-bench" / "japanese"


def read_raw(folder: Path) -> list[tuple[str, bytes]]:
    """Return names and bytes of the pages of the bench."""
    lines = (folder / "pages" / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    names = [json.loads(line)["file"] for line in lines]
    return [(name, (folder / "pages" / name).read_bytes()) for name in names]


def convert(
    raw: Sequence[tuple[str, bytes]], annotators: Sequence[Annotator]
) -> Iterator[tuple[StandardFormat, bytes]]:
    """Yield what each page is in the Standard Format, as a value and as bytes."""
    for name, data in raw:
        try:
            found = to_standard_format(Page.from_bytes(data, source=name), annotators=annotators)
        except InputError:
            continue
        if found is not None:
            yield found, found.to_xml()


def is_read(text: str, read: Callable[[str], KnownSentence], sentence: str) -> bool:
    """Say whether rhoknp reads *text* and finds the sentence in it."""
    try:
        found = read(text).text
    except Exception:
        return False
    return _squeeze(found) == _squeeze(sentence)


def _squeeze(text: str) -> str:
    """Return *text* without white space and controls, which annotators take for blanks."""
    return "".join(character for character in text if character.isprintable()).replace(" ", "")


def count_read(pages: Sequence[StandardFormat], read: Callable[[str], KnownSentence]) -> str:
    """Return how many of the annotations of *pages* rhoknp reads, in words."""
    results = [
        is_read(said.text, read, sentence.text)
        for page in pages
        for sentence in page.sentences
        for said in sentence.annotations
    ]
    return f"{sum(results)} of {len(results)}"


def run_command(raw: Sequence[tuple[str, bytes]]) -> float:
    """Return the seconds that `www2sf -j` takes for the pages, start-up included."""
    command = str(Path(sys.executable).parent / "www2sf")
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder, "pages")
        pages.mkdir()
        for number, (_, data) in enumerate(raw):
            (pages / f"{number:04}.html").write_bytes(data)
        start = time.perf_counter()
        subprocess.run([command, "-q", "-j", str(pages), str(Path(folder, "out"))], check=False)
        return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--annotator", default="knp")
    parser.add_argument("--limit", type=int, default=300, help="sentences for --annotator")
    options = parser.parse_args()
    relax_garbage_collection()
    raw = read_raw(options.folder)
    juman = load_annotator("juman")
    tagger = fugashi.GenericTagger(jumandic.MECAB_ARGS)
    juman.annotate(["竹で編む。"])
    pages = [found for found, _ in convert(raw, [])]
    texts = [sentence.text for page in pages for sentence in page.sentences]
    texts += [page.title.text for page in pages if page.title]
    plain = min(seconds(lambda: list(convert(raw, []))) for _ in range(2))
    annotated = min(seconds(lambda: list(convert(raw, [juman]))) for _ in range(2))
    bare = min(seconds(lambda: annotate_bare(tagger, texts)) for _ in range(2))
    print(f"{len(raw)} pages, {len(pages)} converted, {len(texts)} sentences and titles")
    print(f"plain {len(raw) / plain:.0f} pages/s, {len(texts) / plain:,.0f} sentences/s")
    print(f"-j {len(texts) / annotated:,.0f} sentences/s, bare loop {len(texts) / bare:,.0f}/s, "
          f"ratio {bare / annotated:.2f}")  # fmt: skip
    wall = run_command(raw)
    print(f"www2sf -j, all CPUs: {len(texts) / wall:,.0f} sentences/s of wall time, "
          f"ratio {bare / wall:.2f}")  # fmt: skip
    done = list(convert(raw, [juman]))
    dtd = etree.DTD(io.BytesIO(read_dtd()))
    valid = sum(dtd.validate(etree.fromstring(data)) for _, data in done)
    print(f"valid by the paper's DTD: {valid} of {len(done)}")
    print("JUMAN read:", count_read([page for page, _ in done], KnownSentence.from_jumanpp))
    other = load_annotator(options.annotator)
    start = time.process_time()
    answers = other.annotate(texts[: options.limit])
    spent = time.process_time() - start
    good = sum(
        isinstance(answer, str) and is_read(answer, KnownSentence.from_knp, text)
        for answer, text in zip(answers, texts, strict=False)
    )
    print(f"{other.scheme} read: {good} of {len(answers)}, {len(answers) / spent:.0f} sentences/s")


if __name__ == "__main__":
    main()
