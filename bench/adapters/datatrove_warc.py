"""WARC files to JSONL by datatrove's local executor: WarcReader, Trafilatura, JsonlWriter.

    python bench/adapters/datatrove_warc.py FOLDER TARGET [--workers N]

Runs in an environment of its own (see bench/build.py). TARGET gets `rows/` and `logs/`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import JsonlWriter


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    pipeline = [
        WarcReader(str(options.folder), glob_pattern="*.warc.gz"),
        Trafilatura(),
        JsonlWriter(str(options.target / "rows"), compression=None),
    ]
    LocalPipelineExecutor(
        pipeline,
        tasks=len(list(options.folder.glob("*.warc.gz"))),
        workers=options.workers,
        logging_dir=str(options.target / "logs"),
    ).run()


if __name__ == "__main__":
    main()
