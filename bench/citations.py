"""Are citations true: proven where they stand, never when changed, and highlighted by Chromium?

usage: python bench/citations.py [BENCH] [--pages N] [--only SET] [--show N] [--no-browser]

Of every page of examples/ and of N pages of the bench (half of them Japanese, in all encodings),
three random Japanese sentences, or blocks of content where there is none.
same span: `verify_page(cite(s).quote)` is proven, and at the citation's own span.
changed: the quote with one character changed, left out or put in; proven must be 0.
highlighted: the text fragment's link shows just the quote in Chromium, by the pixels of a picture.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from zaru import Page, extract
from zaru.citations.citation import Citation, cite
from zaru.citations.fragment import write_directive
from zaru.citations.reading import BLANKS, Reading
from zaru.citations.verification import verify_page
from zaru.corpus.sentences.sentences import find_sentences
from zaru.dom import UNREAD_TAGS
from zaru.errors import InputError

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser_eye import Eye, open_eye

DEFAULT_BENCH = Path.home() / ".cache" / "zaru-bench"
EXAMPLES = Path(__file__).parents[1] / "examples"
SENTENCES = 3
WHITE = str.maketrans("", "", BLANKS)
CHANGES = "京都新聞漢字あxyz9。"
COLUMNS = (
    "pages", "quotes", "same span", "changed", "changed proven", "links", "highlighted",
    "elsewhere", "nothing", "not shown", "not found", "no link",
)  # fmt: skip


def find_files(bench: Path, count: int) -> Iterator[tuple[str, Path]]:
    """Yield set and path of the pages: all examples, *count* of the bench, spread evenly."""
    yield from (("examples", path) for path in sorted(EXAMPLES.rglob("*.html")))
    japanese = [path for path in sorted(bench.glob("japanese/pages/**/*")) if path.is_file()]
    sets: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(bench.glob("content/data/*/html/*.html")):
        sets[path.parts[-3]].append(path)
    yield from (("japanese", path) for path in spread(japanese, count // 2))
    share = -(-(count - count // 2) // max(1, len(sets)))
    content = [path for paths in sets.values() for path in spread(paths, share)]
    yield from (("content", path) for path in spread(content, count - count // 2))


def spread(paths: list[Path], count: int) -> list[Path]:
    """Return *count* of *paths* in equal steps."""
    return [paths[number * len(paths) // count] for number in range(min(count, len(paths)))]


def choose_spans(page: Page, chance: random.Random) -> list[tuple[int, int]]:
    """Return the spans of three sentences of *page*, or of three blocks of its content."""
    spans = [placed.sentence.span for placed in find_sentences(page)]
    if not spans and not page.tree.is_xml:
        blocks = (block for block in extract(page).blocks if block.role != "image")
        spans = [block.span for block in blocks if block.text.strip(BLANKS)]
    return chance.sample(spans, min(SENTENCES, len(spans)))


def change(quote: str, chance: random.Random) -> str:
    """Return *quote* with one character changed, left out or put in."""
    places = [at for at, character in enumerate(quote) if character not in BLANKS]
    at, one = chance.choice(places), chance.choice(CHANGES)
    one = one if one != quote[at] else "鼎"
    ways = quote[:at] + one + quote[at + 1 :], quote[:at] + quote[at + 1 :]
    is_inside = places[0] < at < places[-1]  # a quote without its first character stands there
    return chance.choice([*ways[: 1 + is_inside], quote[:at] + one + quote[at:]])


def is_elsewhere(quote: str, page: Page) -> bool:
    """Say whether a changed quote happens to stand in the page, too; white space left out."""
    wanted = squeeze(quote)
    return any(wanted in squeeze(text) for text in read_plainly(page))


def read_plainly(page: Page) -> Iterator[str]:
    """Yield all texts of *page* in a row, without ruby and with it; not by zaru's readings."""
    tree = page.tree
    for unread in (UNREAD_TAGS, UNREAD_TAGS | {"rt", "rtc"}):
        text = "".join(
            tree.text(row)
            for row in sorted(tree.spans)
            if tree.is_text(row) and unread.isdisjoint(tree.tags[up] for up in tree.ancestors(row))
        )
        yield re.sub("<[^<>]*>", "", text) if tree.is_xml else text  # of feeds, tags are text


def squeeze(text: str) -> str:
    """Return *text* without white space."""
    return text.translate(WHITE)


def look(eye: Eye, page: Page, citation: Citation) -> tuple[str, str]:
    """Return what Chromium does with the link of *citation*, and the directive."""
    directive = write_directive(page.tree, citation.span)
    if directive is None:
        return "no link", ""
    shown = Reading.shown(page.tree)
    begin, end = shown.characters(citation.span)
    before, quote = squeeze(shown.text[:begin]), squeeze(shown.text[begin:end])
    joined, number, at = squeeze(shown.text), 0, -1
    while (at := joined.find(quote, at + 1)) >= 0 and at < len(before):
        number += 1
    outcome, _ = eye.look(page.raw, page.encoding, directive, quote, number)
    return outcome, directive


def measure(page: Page, counts: Counter[str], eye: Eye | None) -> Iterator[str]:
    """Count what becomes of three sentences of *page*; yield what is not as it should be."""
    chance = random.Random(page.origin.source.rpartition("/")[2])
    for span in choose_spans(page, chance):
        citation = cite(page, span)
        counts["quotes"] += 1
        if citation.span in verify_page(citation.quote, page).spans:
            counts["same span"] += 1
        else:
            yield f"not proven at {citation.span}: {citation.quote!r}"
        changed = change(citation.quote, chance)
        if not is_elsewhere(changed, page):
            counts["changed"] += 1
            if verify_page(changed, page).is_proven:
                counts["changed proven"] += 1
                yield f"proven, though changed: {changed!r}"
        if eye is not None:
            outcome, directive = look(eye, page, citation)
            counts["links"] += directive != ""
            counts[outcome] += 1
            if outcome not in ("highlighted", "no link"):
                yield f"{outcome}: {span} {citation.quote!r} {directive}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("bench", nargs="?", type=Path, default=DEFAULT_BENCH)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--only", choices=["examples", "japanese", "content"])
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--no-browser", action="store_true")
    options = parser.parse_args()
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    shown = 0
    with ExitStack() as stack:
        eye = None if options.no_browser else stack.enter_context(open_eye())
        for name, path in find_files(options.bench, options.pages):
            if options.only not in (None, name):
                continue
            url = f"http://www.example.jp/{path.name}"
            page = Page.from_bytes(path.read_bytes(), source=str(path), url=url)
            counts: Counter[str] = Counter(pages=1)
            try:
                for line in measure(page, counts, eye):
                    shown += 1
                    if shown <= options.show:
                        print(f"{path.parts[-4:]}: {line}"[:600], file=sys.stderr)
            except InputError as error:
                print(f"{path.name}: {error}", file=sys.stderr)
            for key in (name, "all"):
                totals[key] += counts
    print(f"| set | {' | '.join(COLUMNS)} |\n|---|{'---|' * len(COLUMNS)}")
    for name, counts in totals.items():
        print(f"| {name} | {' | '.join(str(counts[column]) for column in COLUMNS)} |")


if __name__ == "__main__":
    main()
