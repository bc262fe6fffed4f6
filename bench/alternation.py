"""FindOptimal over 1, 5, 20 and 50 million characters: time, growth, memory a character.

usage: python bench/alternation.py [--sizes N …] [--languages NAME …]

Pages of one template in each language, with words of Zipf's frequencies, each size in a process
of its own. CPU time without the making of the pages; growth is against the second size. How many
steps the walk takes depends on the text, so the time of a step stands beside it. Memory is the
peak of the resident set above what it was before the call.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from itertools import accumulate
from pathlib import Path
from random import Random
from time import process_time

from zaru.wrappers.alternation.alternation import find_optimal

SIZES = (1, 5, 20, 50)  # millions of characters
LETTERS = {
    "Japanese": "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよ"
    "らりるれろわを東京大阪市場政府会社技術研究天気電車選手学校病院映画音楽料理旅行季節地域住民計画経済環境",
    "English": "etaoinshrdlcumwfgypbvkjxqz",
    "German": "enisratdhulcgmobwfkzpvüäöß",
    "Chinese": "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生",
}
WORDS = 20_000


def make_texts(language: str, characters: int) -> list[str]:
    """Return pages of a made site that have so many characters together, or a page more."""
    random, letters = Random(language), LETTERS[language]
    is_spaced = len(letters) < 30
    words = [_make_word(random, letters, is_spaced) for _ in range(WORDS)]
    weights = list(accumulate(1 / rank for rank in range(1, WORDS + 1)))
    space = " " if is_spaced else ""

    def say(least: int, most: int) -> str:
        count = random.randint(least, most)
        return space.join(random.choices(words, cum_weights=weights, k=count))

    menu = "".join(f'<li><a href="/{number}/">{say(1, 3)}</a></li>\n' for number in range(60))
    texts: list[str] = []
    while characters > 0:
        paragraphs = "".join(f"<p>{say(20, 90)}</p>\n" for _ in range(random.randint(3, 12)))
        texts.append(
            f"<html><head><title>{say(4, 9)}</title></head>\n<body>\n<ul>{menu}</ul>\n"
            f'<h1 class="headline">{say(4, 9)}</h1>\n<p class="author">{say(2, 2)}</p>\n'
            f'<div class="article">\n{paragraphs}</div>\n<ul>{menu}</ul>\n</body></html>\n'
        )
        characters -= len(texts[-1])
    return texts


def _make_word(random: Random, letters: str, is_spaced: bool) -> str:
    return "".join(random.choices(letters, k=random.randint(2, 9 if is_spaced else 4)))


def resident_bytes() -> int:
    """Return the size of the resident set now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def measure(language: str, characters: int) -> dict[str, float]:
    """Return what FindOptimal finds and costs on a site of *characters*."""
    texts = make_texts(language, characters)
    before, begin = resident_bytes(), process_time()
    cut = find_optimal(texts)
    seconds = process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    size = sum(map(len, texts))
    return {
        "pages": len(texts),
        "length": cut.length,
        "percent": cut.percent,
        "seconds": seconds,
        "memory": (peak - before) / size,
    }


def measure_apart(language: str, characters: int) -> dict[str, float]:
    """Return the same, measured in a process of its own."""
    command = [sys.executable, __file__, "--one", language, str(characters)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def report(language: str, sizes: list[int]) -> None:
    """Print a row for each size."""
    print(language)
    print(" million  pages     cut  CPU s  growth  s/step  B/char")
    rows = {size: measure_apart(language, size * 10**6) for size in sizes}
    base = sizes[min(1, len(sizes) - 1)]
    for size, row in rows.items():
        growth = row["seconds"] / rows[base]["seconds"]
        cut = f"({row['length']:.0f},{row['percent']:.0f})"
        steps = row["length"] + row["percent"] - 2  # each adds one to length or percent
        print(
            f"{size:8}{row['pages']:7.0f}{cut:>8}{row['seconds']:7.1f}{growth:8.2f}"
            f"{row['seconds'] / steps:8.2f}{row['memory']:8.1f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--languages", nargs="+", default=list(LETTERS), choices=LETTERS)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        language, characters = options.one
        print(json.dumps(measure(language, int(characters))))
        return
    for language in options.languages:
        report(language, options.sizes)


if __name__ == "__main__":
    main()
