"""zaru for the wrapper benchmark's `evaluate.py`.

usage: python bench/adapters/wrappers.py --train TRAIN.json --pages DIR --out OUT.jsonl [--method M]

Learns from the labelled pages of TRAIN.json; the pages of DIR, which have no labels, decide
between rules that the labels cannot tell apart. Then reads the pages of DIR and writes JSONL of
{"page", "field", "values"}; the last line on standard output has the times. Reading is timed from
the pages' bytes, with the spans of all values.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import zaru
from zaru.cli import relax_garbage_collection
from zaru.wrappers.learning import learn


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--train", type=Path, required=True)
    parser.add_argument("--pages", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--method", choices=["rules", "tree"], default="rules")
    options = parser.parse_args()
    relax_garbage_collection()
    task = json.loads(options.train.read_text(encoding="utf-8"))
    begin = time.time()
    pages, labels = [], []
    for number, item in enumerate(task["pages"]):
        name = f"labelled-{number}"
        pages.append(zaru.Page.from_bytes(Path(item["path"]).read_bytes(), source=name))
        for field, values in item["labels"].items():
            labels.append({"page": name, "field": field, "values": values})
    paths = sorted(options.pages.iterdir())
    pages += [zaru.Page.from_bytes(path.read_bytes(), source=path.name) for path in paths]
    wrapper = learn(pages, labels, method=options.method)
    learnt = time.time()
    errors = 0
    with options.out.open("w", encoding="utf-8") as file:
        for path in paths:
            page = zaru.Page.from_bytes(path.read_bytes(), source=path.name)
            try:
                records = wrapper.apply(page)
            except zaru.InputError:
                errors += 1
                continue
            for field in wrapper.fields:
                values = [text for record in records for text in record.texts(field)]
                row = {"page": path.name, "field": field, "values": values}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    times = {"train_s": learnt - begin, "apply_s": time.time() - learnt}
    print(json.dumps({**times, "pages": len(paths), "errors": errors}))


if __name__ == "__main__":
    main()
