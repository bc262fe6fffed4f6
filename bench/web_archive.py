"""A made web as WARC files: a gzip member a record, and records between that are no pages.

The pages are those of `bench/generated_web.py`. A request stands before each response; images,
missing pages, redirects and plain texts stand between them, as in a crawl.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from bench.generated_web import MadeWeb, make_chance

PAGES_OF_FILE = 5_000
DATE = "2024-05-01T00:00:00Z"
MANIFEST = "web.json"
# What stands after some of the pages: kind, status, type, a page in how many.
EXTRAS = (
    ("image", "200 OK", "image/png", 20),
    ("missing", "404 Not Found", "text/html; charset=utf-8", 40),
    ("redirect", "301 Moved Permanently", "text/html", 60),
    ("robots", "200 OK", "text/plain", 90),
)


def write_web(web: MadeWeb, folder: Path) -> dict[str, object]:
    """Write the pages of *web* as WARC files and return the manifest, which is written, too."""
    folder.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    for first in range(0, web.pages, PAGES_OF_FILE):
        path = folder / f"web-{first // PAGES_OF_FILE:05}.warc.gz"
        with path.open("wb") as file:
            for kind, record in make_records(web, range(first, first + PAGES_OF_FILE)):
                counts[kind] += 1
                counts["bytes"] += len(record)
                file.write(compress(record))
    manifest = {"pages": web.pages, "sites": web.sites, "seed": web.seed, "records": dict(counts)}
    text = json.dumps(manifest, indent=1) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    return manifest


def make_records(web: MadeWeb, places: range) -> Iterator[tuple[str, bytes]]:
    """Yield the records of one file, each with what it is."""
    yield "warcinfo", make_record("warcinfo", "", b"software: zaru bench\r\n", number=places.start)
    for place in places[: max(0, web.pages - places.start)]:
        page, charset = web.page(place)
        path = page.url.removeprefix("https://").partition("/")[2]
        request = f"GET /{path} HTTP/1.1\r\nHost: site.example\r\n\r\n".encode()
        yield "request", make_record("request", page.url, request, number=place)
        # Every third page leaves its encoding to its own <meta>.
        kind = "text/html" if place % 3 == 0 else f"text/html; charset={charset}"
        response = make_response("200 OK", kind, page.raw)
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
