"""zaru for the content benchmark's `evaluate.py`.

usage: python bench/adapters/content.py IN OUT [--set] [--method paper] [--favour …]

Reads every <id>.html of the folder IN and writes OUT as JSONL of {"id", "text", "sec"}; sec is
the CPU time from the page's bytes to the text of its content and the byte spans of all of it,
start-up excluded; metadata and roles, which no peer gives, are not asked for. With --set the
pages are judged together (the time of both passes counts).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path

import zaru
import zaru.text.dates  # asked of headings
from zaru.cli import relax_garbage_collection
from zaru.content.page_set import PageSet, Sets

# Peers are warmed up by a first page; what pages may need is imported by this one, and above.
WARM_UP = b"""<title>a</title><script type="application/ld+json">{"@type": "Article"}</script>
<p>Warm-up: imports and the model are start-up, not work.</p>"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("source", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--set", action="store_true", dest="as_set")
    parser.add_argument("--method", choices=["default", "paper"], default="default")
    parser.add_argument("--favour", default="balanced")
    options = parser.parse_args()
    relax_garbage_collection()
    zaru.extract(WARM_UP)
    paths = sorted(options.source.glob("*.html"))
    seconds: dict[str, float] = defaultdict(float)
    texts: dict[str, str] = {}
    if options.method == "paper":
        pages = [zaru.Page.from_bytes(path.read_bytes(), source=str(path)) for path in paths]
        for path, content in zip(paths, PageSet(pages).contents(method="paper"), strict=True):
            texts[path.stem] = content.text
    else:
        sets = Sets() if options.as_set else None
        if sets is not None:
            for path in paths:
                raw, begin = path.read_bytes(), time.process_time()
                sets.add(zaru.Page.from_bytes(raw, source=str(path)))
                seconds[path.stem] += time.process_time() - begin
        for path in paths:
            raw, begin = path.read_bytes(), time.process_time()
            page = zaru.Page.from_bytes(raw, source=str(path))
            evidence = sets.evidence(page) if sets is not None else None
            texts[path.stem] = extract_text(page, evidence, options.favour)
            seconds[path.stem] += time.process_time() - begin
    with options.output.open("w", encoding="utf-8") as file:
        for name, text in texts.items():
            row = {"id": name, "text": text, "sec": seconds[name]}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def extract_text(page: zaru.Page, evidence: object, favour: str) -> str:
    try:
        content = zaru.extract(page, evidence=evidence, favour=favour)  # type: ignore[arg-type]
    except zaru.InputError:
        return ""
    assert len(content.spans) == len(content.kept)
    return content.text


if __name__ == "__main__":
    main()
