"""The made web for `zaru build`: making it.

usage: python bench/build.py make FOLDER [--pages N] [--sites N] [--seed N]

make: writes WARC files of 5,000 pages each and web.json, which says what is in them.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.generated_web import LEAST_SITES, PAGES_OF_SITE, MadeWeb
from bench.web_archive import write_web


def make(options: argparse.Namespace) -> None:
    start = time.perf_counter()
    sites = options.sites or max(LEAST_SITES, options.pages // PAGES_OF_SITE)
    manifest = write_web(MadeWeb(options.pages, sites, options.seed), options.folder)
    seconds = time.perf_counter() - start
    print(f"{manifest}; {options.pages / seconds:.0f} pages/s")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make")
    command.add_argument("folder", type=Path)
    command.add_argument("--pages", type=int, default=10_000)
    command.add_argument("--sites", type=int, help="200, or one for 100 pages")
    command.add_argument("--seed", type=int, default=1)
    command.set_defaults(run=make)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
