"""Pages as WARC files: a gzip member a record, and records between that are no pages.

A request stands before each response; images, missing pages, redirects and plain texts stand
between them, as in a crawl. The pages are those of a made web, or of the project's bench.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from uuid import UUID

from bench.generated_web import MadeWeb, shuffle
from bench.heavy_site import make_chance

PAGES_OF_FILE = 5_000  # some 110 MB
DATE = "2024-05-01T00:00:00Z"
MANIFEST = "web.json"
# What stands after some of the pages: kind, status, type, a page in how many.
EXTRAS = (
    ("image", "200 OK", "image/png", 20),
    ("missing", "404 Not Found", "text/html; charset=utf-8", 40),
    ("redirect", "301 Moved Permanently", "text/html", 60),
    ("robots", "200 OK", "text/plain", 90),
)


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """A page as it came over the wire."""

    url: str
    raw: bytes
    kind: str = "text/html"  # its Content-Type


def read_made_pages(web: MadeWeb) -> Iterator[CrawledPage]:
    """Yield the pages of *web* in their order; every third leaves its encoding to its <meta>."""
    for place in range(web.pages):
        page, charset = web.page(place)
        kind = f"text/html; charset={charset}" if place % 3 else "text/html"
        yield CrawledPage(page.url, page.raw, kind)


def read_real_pages(bench: Path) -> Iterator[CrawledPage]:
    """Yield the pages of the bench, content and Japanese, in an order of chance."""
    urls = {}
    for truth in sorted((bench / "content" / "data").glob("*/truth.jsonl")):
        for row in map(json.loads, truth.read_bytes().splitlines()):
            urls[truth.parent / "html" / f"{row['id']}.html"] = row["url"]
    for path in sorted((bench / "japanese" / "pages").rglob("*.html")):
        urls[path] = None
    paths = list(urls)
    for place in range(len(paths)):
        number = shuffle(place, len(paths), seed=1)
        path = paths[number]
        yield CrawledPage(urls[path] or f"https://bench.example/{number}", path.read_bytes())


def write_archives(
    pages: Iterable[CrawledPage], folder: Path, *, pages_of_file: int = PAGES_OF_FILE
) -> dict[str, int]:
    """Write *pages* as WARC files and return how many records there are of each kind.

    The same stands in the folder's manifest.
    """
    folder.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    batches = batched(pages, pages_of_file)
    for number, batch in enumerate(batches):
        with (folder / f"web-{number:05}.warc.gz").open("wb") as file:
            for kind, record in make_records(batch, first=number * pages_of_file):
                counts[kind] += 1
                counts["bytes"] += len(record)
                file.write(compress(record))
    (folder / MANIFEST).write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    return dict(counts)


def batched(pages: Iterable[CrawledPage], size: int) -> Iterator[Iterator[CrawledPage]]:
    """Yield *pages* in streams of *size*; each must be read before the next is asked for."""
    stream = iter(pages)
    for first in stream:
        yield chain([first], islice(stream, size - 1))


def make_records(pages: Iterable[CrawledPage], *, first: int) -> Iterator[tuple[str, bytes]]:
    """Yield the records of one file, whose first page has the number *first*, with their kinds."""
    yield "warcinfo", make_record("warcinfo", "", b"software: zaru bench\r\n", number=first)
    for place, page in enumerate(pages, start=first):
        path = page.url.partition("://")[2].partition("/")[2]
        request = f"GET /{path} HTTP/1.1\r\nHost: site.example\r\n\r\n".encode()
        yield "request", make_record("request", page.url, request, number=place)
        response = make_response("200 OK", page.kind, page.raw)
        yield "page", make_record("response", page.url, response, number=place)
        for extra, status, kind, every in EXTRAS:
            if place % every == every - 1:
                body = make_chance(extra, place).randbytes(3_000 if extra == "image" else 60)
                response = make_response(status, kind, body)
                yield extra, make_record("response", f"{page.url}?{extra}", response, number=place)


def make_response(status: str, kind: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def make_record(kind: str, url: str, block: bytes, *, number: int) -> bytes:
    """Return a WARC record; its id follows from what it is."""
    name = UUID(bytes=make_chance(kind, url, number).randbytes(16), version=4)
    content = (
        "application/warc-fields" if kind == "warcinfo" else f"application/http; msgtype={kind}"
    )
    head = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{name}>",
        *([f"WARC-Target-URI: {url}"] if url else []),
        f"WARC-Date: {DATE}",
        f"Content-Type: {content}",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def compress(record: bytes) -> bytes:
    """Return one gzip member: fast, and without the time in it."""
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(record) + packer.flush()
