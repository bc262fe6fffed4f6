"""Read every archive of the dirt collection by our reader, and race it against plain FastWARC.

    python bench/warc.py [BENCH] [--records N]

Prints one line for each file: pages, failures, the first message. Exits 1 when a file gives neither
a page nor a failure although a crude second look finds HTML in it, or when a file whose fault costs
a record gives no failure.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType

from zaru.errors import Failure
from zaru.io.records import Record, read_records
from zaru.io.sources import read_pages
from zaru.io.tape import Tape
from zaru.limits import DEFAULT_LIMITS
from zaru.page import Page

# Faults that cost a record, so a failure must be seen. The other names speak of faults that a
# reader can mend: chunk fields without chunks, a URL in brackets, and one gzip member for the whole
# file (`example-bad.warc.gz.bad`).
MUST_REPORT = ("example-trunc", "bad.arc", "example.arc", "example-space-in-url.arc")
BODY = "<p>ざるで水を切る。" * 900


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("bench", nargs="?", type=Path, default=Path.home() / ".cache/zaru-bench")
    parser.add_argument("--records", type=int, default=3000, help="responses in the race")
    options = parser.parse_args()
    folder = options.bench / "dirt" / "warc"
    files = sorted(
        path for path in folder.rglob("*") if "arc" in path.name.lower() and path.is_file()
    )
    if not files:
        print(f"no archives below {folder}", file=sys.stderr)
        return 1
    silent = [path for path in files if not check(path)]
    race(options.records)
    for path in silent:
        print(f"silent: {path}", file=sys.stderr)
    return 1 if silent else 0


def check(path: Path) -> bool:
    """Print what reading *path* gives; say whether nothing of it was lost in silence."""
    items = list(read_pages([path]))
    pages = [item for item in items if isinstance(item, Page)]
    failures = [item for item in items if isinstance(item, Failure)]
    first = f"{failures[0].offset}: {failures[0].message}" if failures else ""
    print(f"{path.name:38} {len(pages):3} pages {len(failures):3} failures  {first}")
    if path.name.startswith(MUST_REPORT):
        return bool(failures)
    return bool(items) or not has_html_response(path)


def has_html_response(path: Path) -> bool:
    """Say whether `<html` is in a 200 response of *path*: a crude look, by splitting the text."""
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return any(
        b"WARC-Type: response" in record and b" 200 " in record and b"<html" in record.lower()
        for record in data.split(b"WARC/1.")
    )


def race(count: int) -> None:
    """Print the seconds that our reader and FastWARC need for *count* responses."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("race.warc.gz", "race.warc"):
            path = Path(folder, name)
            write_archive(path, count)
            theirs = measure(lambda path=path: run_fastwarc(path))  # type: ignore[misc]
            records = measure(lambda path=path: run_records(path))  # type: ignore[misc]
            pages = measure(lambda path=path: run_pages(path))  # type: ignore[misc]
            print(
                f"{name}: {count} responses; FastWARC {theirs:.3f} s; our records {records:.3f} s"
                f" ({records / theirs:.1f} times); our pages, decoded {pages:.3f} s"
            )


def write_archive(path: Path, count: int) -> None:
    """Write a WARC of *count* responses, each with its request."""
    with path.open("wb") as file:
        for number in range(count):
            for record in make_records(number):
                file.write(gzip.compress(record, 6) if path.suffix == ".gz" else record)


def make_records(number: int) -> Iterator[bytes]:
    """Yield a request and a response of some 25 kB."""
    body = f"<!DOCTYPE html><title>{number}</title>{BODY[number % 700 :]}".encode()
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n" + body
    for kind, block in (
        ("request", b"GET / HTTP/1.1\r\nHost: e.jp\r\n\r\n"),
        ("response", response),
    ):
        head = (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://e.jp/{number}\r\n"
            f"WARC-Date: 2024-05-01T00:00:00Z\r\nContent-Type: application/http\r\n"
            f"Content-Length: {len(block)}\r\n\r\n"
        )
        yield head.encode() + block + b"\r\n\r\n"


def run_fastwarc(path: Path) -> int:
    """Read all responses with FastWARC alone."""
    with path.open("rb") as file:
        records = ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True)
        return sum(len(record.reader.read()) for record in records)


def run_records(path: Path) -> int:
    """Read all records with our own reader, without making pages."""
    with path.open("rb", buffering=0) as file:
        tape = Tape(file, gzipped=path.suffix == ".gz")
        records = read_records(tape, source=str(path), limits=DEFAULT_LIMITS)
        return sum(len(record.block) for record in records if isinstance(record, Record))


def run_pages(path: Path) -> int:
    """Read all pages, text and all."""
    return sum(isinstance(page, Page) for page in read_pages([path]))


def measure(run: Callable[[], int]) -> float:
    """Return the seconds of the fastest of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


if __name__ == "__main__":
    raise SystemExit(main())
