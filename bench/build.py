"""`zaru build` on a made web: how fast, how much memory, against its peer.

usage: python bench/build.py make FOLDER [--pages N] [--sites N] [--seed N] [--pages-of-file N]
       python bench/build.py archive FOLDER [--bench BENCH] [--pages-of-file N]
       python bench/build.py peer FOLDER --peer-python PYTHON [--rounds N] [--workers N]
       python bench/build.py scale SMALL LARGE
       python bench/build.py parses [--bench BENCH] [--pages N]

make: writes the made web as WARC files, and web.json, which says what is in them.
archive: the same with the real pages of the bench (content, Japanese).
peer: in turns, on the same files and with as many workers: datatrove's local executor with its
trafilatura extractor to JSONL, `zaru extract -f jsonl` without sets and with them, and
`zaru build`. Make several files: a file is a task of datatrove's. The peer needs an environment
of its own, for its trafilatura is older than ours:
    python -m venv PEER
    PEER/bin/pip install 'datatrove[io,processing]==0.10.1' 'trafilatura<1.12' lxml_html_clean
and PEER/bin/python as --peer-python (libmagic must be there, too).
scale: `zaru build` on two webs with two workers, and on the small one with one; prints a table.
parses: what the second look at a page costs: parsing again, or loading a tree that was stored.

Memory and load are read from /proc: Linux only. Outputs go to a temporary folder (TMPDIR).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.generated_web import LEAST_SITES, PAGES_OF_SITE, MadeWeb
from bench.stored_trees import report_parses
from bench.web_archive import PAGES_OF_FILE, read_made_pages, read_real_pages, write_archives
from bench.web_runs import report_peer, report_scale

BENCH = Path.home() / ".cache" / "zaru-bench"


def make(options: argparse.Namespace) -> None:
    sites = options.sites or max(LEAST_SITES, options.pages // PAGES_OF_SITE)
    web = MadeWeb(options.pages, sites, options.seed)
    start = time.perf_counter()
    counts = write_archives(
        read_made_pages(web), options.folder, pages_of_file=options.pages_of_file
    )
    print(f"{counts}; {options.pages / (time.perf_counter() - start):.0f} pages/s")


def archive(options: argparse.Namespace) -> None:
    pages = read_real_pages(options.bench)
    print(write_archives(pages, options.folder, pages_of_file=options.pages_of_file))


def peer(options: argparse.Namespace) -> None:
    report_peer(options.folder, options.peer_python, rounds=options.rounds, workers=options.workers)


def scale(options: argparse.Namespace) -> None:
    report_scale([options.small, options.large])


def parses(options: argparse.Namespace) -> None:
    report_parses(options.bench / "content", options.pages)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for run, positional, numbers in (
        (make, ["folder"], {"pages": 10_000, "sites": 0, "seed": 1}),
        (archive, ["folder"], {}),
        (peer, ["folder"], {"rounds": 3, "workers": 2}),
        (scale, ["small", "large"], {}),
        (parses, [], {"pages": 300}),
    ):
        command = commands.add_parser(run.__name__)
        command.set_defaults(run=run)
        for name in positional:
            command.add_argument(name, type=Path)
        for name, default in numbers.items():
            command.add_argument(f"--{name}", type=int, default=default)
        if run in (make, archive):
            command.add_argument("--pages-of-file", type=int, default=PAGES_OF_FILE)
        if run in (archive, parses):
            command.add_argument("--bench", type=Path, default=BENCH)
        if run is peer:
            command.add_argument("--peer-python", type=Path, required=True)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
