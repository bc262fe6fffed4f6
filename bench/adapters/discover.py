"""zaru for the wrapper benchmark's `evaluate.py --discover`.

usage: python bench/adapters/discover.py --pages DIR --out OUT.jsonl [--method rules|lr]

Discovers the fields of the pages of DIR, which have no labels, then reads them and writes JSONL of
{"page", "field", "values"}; the last line on standard output has the times.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import zaru
from zaru.cli import relax_garbage_collection
from zaru.wrappers.discovery.discovery import discover


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--method", choices=["rules", "lr"], default="rules")
    options = parser.parse_args()
    relax_garbage_collection()
    begin = time.time()
    paths = sorted(options.pages.iterdir())
    pages = [zaru.Page.from_bytes(path.read_bytes(), source=path.name) for path in paths]
    options.out.touch()
    try:
        wrapper = discover(pages, method=options.method)
    except zaru.UsageError as error:  # no field at all: the result is empty
        print(error)
        return
    found = time.time()
    errors = 0
    with options.out.open("w", encoding="utf-8") as file:
        for page in pages:
            try:
                records = wrapper.apply(page)
            except zaru.InputError:
                errors += 1
                continue
            for field in wrapper.fields:
                values = [text for record in records for text in record.texts(field)]
                row = {"page": page.origin.source, "field": field, "values": values}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    times = {"discover_s": found - begin, "apply_s": time.time() - found}
    print(json.dumps({**times, "pages": len(paths), "errors": errors}))


if __name__ == "__main__":
    main()
