"""Measure on real pages how often `zaru.text.encodings.decode` finds the right encoding.

    python bench/encodings.py [BENCH]       BENCH: the unpacked bench, ~/.cache/zaru-bench if absent

Printed: the share that is right for Japanese pages and for all, pages per second, each wrong page.
Encodings of one family count as one, as in `japanese/evaluate.py`.
"""

# ruff: noqa: A005

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from zaru.text.encodings import decode
from zaru.text.labels import encoding_for_label

_FAMILY = {"gb18030": "GBK", "euc_jis_2004": "EUC-JP", "ascii": "UTF-8", "us-ascii": "UTF-8"}


def family(name: str) -> str:
    """Return one name for all encodings whose pages cannot be told apart."""
    name = _FAMILY.get(name, name)
    return _FAMILY.get(encoding_for_label(name) or name, encoding_for_label(name) or name)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "bench", nargs="?", type=Path, default=Path.home() / ".cache" / "zaru-bench"
    )
    pages = parser.parse_args().bench / "japanese" / "pages"
    truths = [json.loads(line) for line in (pages / "truth.jsonl").read_text().splitlines()]
    bodies = [(pages / truth["file"]).read_bytes() for truth in truths]

    started = time.perf_counter()
    found = [decode(body).encoding for body in bodies]
    seconds = time.perf_counter() - started

    right = [
        family(name) == family(truth["encoding"]) for name, truth in zip(found, truths, strict=True)
    ]
    japanese = [ok for ok, truth in zip(right, truths, strict=True) if truth["is_japanese"]]
    for name, ok, truth in zip(found, right, truths, strict=True):
        if not ok:
            print(f"{truth['file']}: {name} instead of {truth['encoding']} ({truth['kind']})")
    print(f"Japanese right  {sum(japanese)}/{len(japanese)} = {sum(japanese) / len(japanese):.2%}")
    print(f"all right       {sum(right)}/{len(right)} = {sum(right) / len(right):.2%}")
    print(f"pages/s         {len(bodies) / seconds:.0f}")


if __name__ == "__main__":
    main()
