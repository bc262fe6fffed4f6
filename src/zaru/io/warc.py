"""WARC archives: which records are pages, and the page that each one is.

Pages are:

- `response` records with a 2xx status whose Content-Type is HTML, XHTML or XML, or whose type is
  missing or says nothing while the body begins as markup does;
- `conversion` records of text, such as those of Common Crawl's WET files;
- `resource` records that say they are HTML or XHTML, as browser-based crawlers write them;
- records that zaru wrote, whose block is the page as it was.

Other records (requests, revisits, metadata, images, redirects, errors) are neither pages nor
failures; they can be counted by what they are.

`Page.raw` is the body after its transfer and content codings are undone, so spans count bytes of
that body and not of the archive; `Origin.offset` leads to the record.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zaru.errors import Failure, InputError, LimitExceeded
from zaru.io.body import build_page
from zaru.io.fields import find_charset, media_type
from zaru.io.inflate import undo_codings
from zaru.io.records import Record, read_records
from zaru.io.response import join_chunks, parse_response
from zaru.io.sniff import GZIP_MAGIC, is_gzip, is_markup
from zaru.io.spool import Seekable, read_fully
from zaru.io.tape import Tape
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

PAGE_KINDS = frozenset({"response", "conversion", "resource"})
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
XML_TYPES = frozenset({"text/xml", "application/xml"})
# Types that servers send when they do not know: the body decides.
VAGUE_TYPES = frozenset({"", "unknown", "application/unknown", "application/octet-stream", "*/*"})


MAX_KINDS = 100  # of records that are no pages; an archive can make up any number of types
OTHER_KIND = "other"
# In records that zaru wrote: what the other fields do not say of the page, or say for want of it.
OWN_FIELD = "Zaru-Page"
_KIND = re.compile(r"[a-z0-9][a-z0-9.+/ -]{0,79}")


@dataclass(frozen=True, slots=True)
class Other:
    """A record that is no page."""

    kind: str  # for people: "request", "response image/png", "response status 404"


@dataclass(frozen=True, slots=True)
class Body:
    """What a record holds when it may be a page."""

    data: bytes
    content_type: str
    codings: list[str]
    is_chunked: bool = False


def read_warc(
    file: Seekable,
    *,
    source: str,
    limits: Limits = DEFAULT_LIMITS,
    start: int = 0,
    end: int | None = None,
    others: Counter[str] | None = None,
) -> Iterator[Page | Failure]:
    """Yield the pages of the archive *file*, and a Failure for each record that is broken.

    A bad record costs that record. Memory is bounded by the largest page that *limits* allow. Only
    records that begin from *start* on and before *end* are read; those that are no pages are
    counted in *others*.
    """
    tape = Tape(file, gzipped=is_gzip_file(file), start=start, end=end)
    for record in read_records(tape, source=source, limits=limits):
        if isinstance(record, Failure):
            yield record
            continue
        try:
            found = find_page(record, source=source, limits=limits)
        except InputError as error:
            error.offset = record.offset
            yield Failure.of(error, stage="read", source=source)
            continue
        if isinstance(found, Page):
            yield found
        elif others is not None:
            _count(found, others)


def is_gzip_file(file: Seekable) -> bool:
    """Say whether *file* begins with a gzip member."""
    file.seek(0)
    return is_gzip(read_fully(file, len(GZIP_MAGIC)))


def _count(other: Other, others: Counter[str]) -> None:
    """Count *other* by its kind, unless it is a strange one or there are too many kinds."""
    is_known = other.kind in others or len(others) < MAX_KINDS
    others[other.kind if is_known and _KIND.fullmatch(other.kind) else OTHER_KIND] += 1


def find_page(record: Record, *, source: str, limits: Limits) -> Page | Other:
    """Return the page that *record* is, or what else it is. Raises `InputError`."""
    own = _parse_own(record)
    body = find_body(record) if own is None else Body(record.block, "", [])
    if isinstance(body, Other):
        return body
    if len(record.block) < record.length:
        message = f"a record of {record.length} bytes; the limit is {limits.max_bytes}"
        raise LimitExceeded(message, source=source)
    if own is not None:
        return build_page(record.block, source=source, offset=record.offset, limits=limits, **own)
    is_cut = _is_cut(record)
    data, is_whole = join_chunks(body.data) if body.is_chunked else (body.data, True)
    data = undo_codings(
        data, body.codings, limit=limits.max_bytes, source=source, allow_cut=is_cut or not is_whole
    )
    if media_type(body.content_type) in VAGUE_TYPES and not is_markup(data[:1024]):
        return _other(record, media_type(body.content_type))
    return build_page(
        data,
        source=source,
        offset=record.offset,
        url=_find_url(record),
        time=record.fields.get("warc-date") or None,
        charset=find_charset(body.content_type),
        truncated=is_cut or not is_whole,
        limits=limits,
    )


def _find_url(record: Record) -> str | None:
    return record.fields.get("warc-target-uri", "").removeprefix("<").removesuffix(">") or None


def _is_cut(record: Record) -> bool:
    return "warc-truncated" in record.fields or "warc-segment-number" in record.fields


def _parse_own(record: Record) -> dict[str, Any] | None:
    """Return what a record that zaru wrote says of its page; None for every other record."""
    if OWN_FIELD.lower() not in record.fields or record.kind != "resource":
        return None
    try:
        hidden = json.loads(record.fields[OWN_FIELD.lower()])
    except (ValueError, RecursionError):
        return None
    if not isinstance(hidden, dict):
        return None
    said = {
        "url": _find_url(record),
        "time": record.fields.get("warc-date"),
        "charset": find_charset(record.fields.get("content-type", "")),
    }
    told = {name: hidden.get(name, text) for name, text in said.items()}
    if not all(isinstance(text, str | None) for text in told.values()):
        return None
    return {**told, "truncated": _is_cut(record)}


def find_body(record: Record) -> Body | Other:
    """Return the part of *record* that may be a page, or what its kind or type says it is."""
    content_type = record.fields.get("content-type", "")
    kind = media_type(content_type)
    if record.kind == "response" and kind in ("application/http", ""):
        return _find_http_body(record)
    if record.kind == "response" and _is_page_type(kind):
        return Body(record.block, content_type, [])  # of FTP and Gopher, without an HTTP head
    if record.kind == "conversion" and (_is_page_type(kind) or kind.startswith("text/")):
        return Body(record.block, content_type, [])
    if record.kind == "resource" and kind in HTML_TYPES:
        return Body(record.block, content_type, [])
    return _other(record, kind)


def _find_http_body(record: Record) -> Body | Other:
    response = parse_response(record.block)
    content_type = response.fields.get("content-type", "")
    if not 200 <= response.status < 300:
        return _other(record, f"status {response.status}")
    if not _is_page_type(media_type(content_type)):
        return _other(record, media_type(content_type))
    return Body(response.body, content_type, response.codings, response.is_chunked)


def _other(record: Record, content: str) -> Other:
    """Return what a record of *content* is called; of those that may hold pages, with it."""
    if record.kind not in PAGE_KINDS:
        return Other(record.kind)
    return Other(f"{record.kind} {content or 'without a type'}")


def _is_page_type(kind: str) -> bool:
    """Say whether a body of the type *kind* is a page, or may be one once its bytes are seen."""
    is_xml = kind in XML_TYPES or (kind.endswith("+xml") and not kind.startswith("image/"))
    return is_xml or kind in HTML_TYPES or kind in VAGUE_TYPES
