from __future__ import annotations

import gzip
import zlib
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.errors import Failure
from zaru.io.warc import read_warc
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

brotli = pytest.importorskip("brotli")
PAGE = "<!DOCTYPE html><title>ざる</title><p>水を切る。".encode()


def make_record(
    number: int = 0,
    block: bytes | None = None,
    *,
    kind: str = "response",
    content_type: str = "application/http; msgtype=response",
    extra: str = "",
    length: int | None = None,
) -> bytes:
    """Return a record; *length* is the Content-Length it claims."""
    block = make_http() if block is None else block
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://e.jp/{number}\r\n"
        f"WARC-Date: 2024-05-01T00:00:00Z\r\nContent-Type: {content_type}\r\n{extra}"
        f"Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def make_http(
    body: bytes = PAGE, *, status: str = "200 OK", content_type: str = "text/html", extra: str = ""
) -> bytes:
    """Return an HTTP response."""
    return f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{extra}\r\n".encode() + body


def read(
    data: bytes, *, zipped: bool = False, limits: Limits = DEFAULT_LIMITS
) -> tuple[list[Page], list[Failure]]:
    """Return the pages and the failures of an archive."""
    data = gzip.compress(data) if zipped else data
    items = list(read_warc(BytesIO(data), source="a.warc", limits=limits))
    pages = [item for item in items if isinstance(item, Page)]
    return pages, [item for item in items if isinstance(item, Failure)]


z = gzip.compress
LINE_FEEDS = make_record(block=make_http().replace(b"\r\n", b"\n")).replace(b"\r\n", b"\n")
ONE, TWO, THREE = (make_record(number, make_http(PAGE * 20)) for number in range(3))
LONG = make_record(1, make_http(PAGE * 20), length=len(make_http(PAGE * 20)) + 50)
SHORT = make_record(1, make_http(PAGE * 20), length=len(make_http(PAGE * 20)) - 50)
HUGE = make_record(1, make_http(PAGE * 20), length=3 * 10**9)
CUT = z(TWO)[: len(z(TWO)) // 2]
UNCHECKED = z(TWO)[:-8] + bytes(8)


def test_page_has_all_that_the_record_says() -> None:
    block = make_http("<p>日本".encode("shift_jis"), content_type='text/html; charset="Shift_JIS"')
    lead = make_record(0, b"x: y\r\n", kind="warcinfo", content_type="application/warc-fields")
    record = make_record(7, block, extra="WARC-Truncated: length\r\n")
    pages, failures = read(z(lead) + z(record))
    assert failures == []
    (page,) = pages
    assert page.raw == "<p>日本".encode("shift_jis")
    assert (page.url, page.time) == ("https://e.jp/7", "2024-05-01T00:00:00Z")
    assert page.truncated
    assert (page.origin.source, page.origin.offset) == ("a.warc", len(z(lead)))


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(make_record(kind="request"), id="request"),
        pytest.param(make_record(kind="revisit"), id="revisit"),
        pytest.param(make_record(kind="metadata", content_type="text/html"), id="metadata"),
        pytest.param(make_record(block=make_http(status="404 Not Found")), id="404"),
        pytest.param(make_record(block=make_http(status="301 Moved")), id="redirect"),
        pytest.param(make_record(block=make_http(b"\x89PNG", content_type="image/png")), id="png"),
        pytest.param(make_record(block=make_http(b"{}", content_type="")), id="untyped-json"),
        pytest.param(make_record(block=b"1.2.3.4", content_type="text/dns"), id="dns"),
        pytest.param(
            make_record(block=b"\x89PNG", kind="resource", content_type="image/png"), id="resource"
        ),
    ],
)
def test_other_records_are_neither_pages_nor_failures(record: bytes) -> None:
    assert read(record) == ([], [])


@pytest.mark.parametrize(
    ("record", "raw"),
    [
        pytest.param(make_record(block=make_http(content_type="")), PAGE, id="untyped-html"),
        pytest.param(
            make_record(block=make_http(b"<rss/>", content_type="application/rss+xml")),
            b"<rss/>",
            id="rss",
        ),
        pytest.param(
            make_record(block="本文".encode(), kind="conversion", content_type="text/plain"),
            "本文".encode(),
            id="conversion",
        ),
        pytest.param(
            make_record(block=PAGE, kind="resource", content_type="text/html"), PAGE, id="resource"
        ),
        pytest.param(
            make_record(block=b"HTTP/1.1 100 Continue\r\n\r\n" + make_http()), PAGE, id="interim"
        ),
        pytest.param(LINE_FEEDS, PAGE, id="line-feeds-alone"),
    ],
)
def test_these_records_are_pages(record: bytes, raw: bytes) -> None:
    pages, _ = read(record)
    assert [page.raw for page in pages] == [raw]


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


CHUNKED = b"5\r\n" + PAGE[:5] + b"\r\n" + b"%x;a=b\r\n" % len(PAGE[5:]) + PAGE[5:] + b"\r\n"


@pytest.mark.parametrize(
    ("body", "extra"),
    [
        pytest.param(z(PAGE), "Content-Encoding: gzip\r\n", id="gzip"),
        pytest.param(z(z(PAGE)), "Content-Encoding: gzip, gzip\r\n", id="gzip-twice"),
        pytest.param(z(z(PAGE)), "Content-Encoding: gzip\r\n", id="one-level-more"),
        pytest.param(z(PAGE), "", id="undeclared-gzip"),
        pytest.param(PAGE, "Content-Encoding: gzip\r\n", id="gzip-undone-before"),
        pytest.param(PAGE, "Content-Encoding: utf-8\r\n", id="coding-misunderstood"),
        pytest.param(zlib.compress(PAGE), "Content-Encoding: deflate\r\n", id="deflate"),
        pytest.param(raw_deflate(PAGE), "Content-Encoding: deflate\r\n", id="raw-deflate"),
        pytest.param(brotli.compress(PAGE), "Content-Encoding: br\r\n", id="brotli"),
        pytest.param(CHUNKED + b"0\r\n\r\n", "Transfer-Encoding: chunked\r\n", id="chunked"),
        pytest.param(PAGE, "Transfer-Encoding: chunked\r\n", id="chunks-joined-before"),
    ],
)
def test_codings_are_undone(body: bytes, extra: str) -> None:
    pages, failures = read(make_record(block=make_http(body, extra=extra)))
    assert failures == []
    assert [page.raw for page in pages] == [PAGE]


def test_missing_last_chunk_makes_the_page_truncated() -> None:
    block = make_http(CHUNKED, extra="Transfer-Encoding: chunked\r\n")
    (page,), _ = read(make_record(block=block))
    assert page.truncated


def test_cut_gzip_body_of_a_truncated_record_gives_what_there_is() -> None:
    block = make_http(z(PAGE)[:-12], extra="Content-Encoding: gzip\r\n")
    (page,), failures = read(make_record(block=block, extra="WARC-Truncated: length\r\n"))
    assert failures == []
    assert PAGE.startswith(page.raw)


@pytest.mark.parametrize(
    ("block", "error", "words"),
    [
        pytest.param(make_http(b""), "FormatError", "empty", id="empty"),
        pytest.param(make_http(b"%PDF-1.7"), "FormatError", "a PDF", id="pdf"),
        pytest.param(b"no HTTP at all", "FormatError", "status line", id="no-http"),
        pytest.param(
            make_http(b"\x28\xb5\x2f\xfdxxxx", extra="Content-Encoding: zstd\r\n"),
            "DecodeError",
            "zstd",
            id="zstd",
        ),
        pytest.param(
            make_http(z(z(z(PAGE))), extra="Content-Encoding: gzip\r\n"),
            "DecodeError",
            "inside gzip",
            id="gzip-thrice",
        ),
        pytest.param(
            make_http(brotli.compress(bytes(10**8)), extra="Content-Encoding: br\r\n"),
            "LimitExceeded",
            "inflated",
            id="brotli-bomb",
        ),
        pytest.param(
            make_http(b"3\r\nabc\r\nzz\r\n", extra="Transfer-Encoding: chunked\r\n"),
            "FormatError",
            "chunks",
            id="broken-chunks",
        ),
    ],
)
def test_bad_response_costs_that_record(block: bytes, error: str, words: str) -> None:
    pages, failures = read(ONE + make_record(1, block) + THREE)
    assert [page.url for page in pages] == ["https://e.jp/0", "https://e.jp/2"]
    (failure,) = failures
    assert (failure.error, failure.offset, failure.source) == (error, len(ONE), "a.warc")
    assert words in failure.message


def test_large_image_is_no_failure_and_large_page_is_one() -> None:
    limits = Limits(max_bytes=10_000)
    image = make_record(1, make_http(bytes(200_000), content_type="image/png"))
    page = make_record(2, make_http(PAGE * 5000))
    pages, failures = read(ONE + image + page + ONE, limits=limits)
    assert len(pages) == 2
    assert [(failure.error, failure.offset) for failure in failures] == [
        ("LimitExceeded", len(ONE + image))
    ]


def test_url_in_brackets_is_mended() -> None:
    record = ONE.replace(b"https://e.jp/0", b"<https://e.jp/0>")
    assert read(record)[0][0].url == "https://e.jp/0"


@pytest.mark.parametrize(
    ("data", "pages", "offset"),
    [
        pytest.param(ONE + LONG + THREE, "02", len(ONE), id="length-too-long"),
        pytest.param(ONE + SHORT + THREE, "02", len(ONE), id="length-too-short"),
        pytest.param(ONE + HUGE + THREE, "02", len(ONE), id="length-of-3-GB"),
        pytest.param(ONE + b"garbage\n" * 9000 + TWO, "01", len(ONE), id="garbage"),
        pytest.param(ONE + TWO[:-200], "0", len(ONE), id="cut"),
        pytest.param(ONE + TWO[:-200] + THREE, "02", len(ONE), id="cut-in-the-middle"),
        pytest.param(ONE + TWO[:30], "0", len(ONE), id="cut-head"),
        pytest.param(ONE + TWO[:60] + THREE, "02", len(ONE), id="cut-head-in-the-middle"),
        pytest.param(ONE + TWO[:-4] + THREE, "012", len(ONE), id="no-line-breaks"),
        pytest.param(ONE + TWO[:-4], "01", len(ONE), id="no-line-breaks-at-the-end"),
        pytest.param(
            ONE + TWO.replace(b"Content-Length: ", b"Content-Length: x") + THREE,
            "02",
            len(ONE),
            id="length-no-number",
        ),
        pytest.param(z(ONE) + z(LONG) + z(THREE), "02", len(z(ONE)), id="gzip-length-too-long"),
        pytest.param(z(ONE) + z(SHORT) + z(THREE), "02", len(z(ONE)), id="gzip-length-too-short"),
        pytest.param(z(ONE) + z(HUGE) + z(THREE), "02", len(z(ONE)), id="gzip-length-of-3-GB"),
        pytest.param(z(ONE) + b"garbage" * 9000 + z(TWO), "01", len(z(ONE)), id="gzip-garbage"),
        pytest.param(z(ONE) + z(b"garbage") + z(TWO), "01", len(z(ONE)), id="garbage-member"),
        pytest.param(z(ONE) + CUT, "0", len(z(ONE)), id="cut-member"),
        pytest.param(z(ONE) + CUT + z(THREE), "02", len(z(ONE)), id="cut-member-in-the-middle"),
        pytest.param(z(ONE) + z(TWO)[:-8], "0", len(z(ONE)), id="cut-trailer"),
        pytest.param(z(ONE) + z(TWO)[:5], "0", len(z(ONE)), id="cut-gzip-head"),
        pytest.param(z(ONE) + UNCHECKED + z(THREE), "02", len(z(ONE)), id="wrong-checksum"),
        pytest.param(z(ONE + LONG + THREE), "02", 0, id="one-member-length-too-long"),
    ],
)
def test_fault_is_reported_and_costs_one_record(data: bytes, pages: str, offset: int) -> None:
    read_pages, failures = read(data)
    assert "".join((page.url or "")[-1] for page in read_pages) == pages
    assert [failure.offset for failure in failures] == [offset]
    assert failures[0].error == "FormatError"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(ONE + TWO + THREE, id="plain"),
        pytest.param(z(ONE) + z(TWO) + z(THREE), id="member-for-each-record"),
        pytest.param(z(ONE + TWO + THREE), id="one-member"),
        pytest.param(z(ONE + TWO[:99]) + z(TWO[99:] + THREE) + z(b""), id="blocks"),
        pytest.param(z(ONE) + z(b"") + z(TWO) + z(THREE) + z(b"\r\n"), id="empty-members"),
        pytest.param(ONE + b"\r\n" * 90_000 + TWO + THREE, id="many-line-breaks"),
    ],
)
def test_whole_archive_is_read_without_failures(data: bytes) -> None:
    pages, failures = read(data)
    assert failures == []
    assert [page.url for page in pages] == [f"https://e.jp/{number}" for number in range(3)]


def test_record_over_the_limit_is_passed_over_in_all_forms() -> None:
    limits = Limits(max_bytes=10_000)
    big = make_record(1, make_http(PAGE * 5000))
    for data in (ONE + big + THREE, z(ONE) + z(big) + z(THREE), z(ONE + big + THREE)):
        pages, failures = read(data, limits=limits)
        assert len(pages) == 2
        assert [failure.error for failure in failures] == ["LimitExceeded"]


@settings(max_examples=80, deadline=None)
@given(st.data(), st.booleans())
def test_cut_archive_accounts_for_every_record_begun(data: st.DataObject, zipped: bool) -> None:
    parts = [z(record) if zipped else record for record in (ONE, TWO, THREE)]
    size = data.draw(st.integers(1, sum(map(len, parts))))
    begun = 1 + (size > len(parts[0])) + (size > len(parts[0] + parts[1]))
    pages, failures = read(b"".join(parts)[:size])
    assert begun <= len(pages) + len(failures) <= begun + 1


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_loss_inside_gzip_is_never_silent(data: st.DataObject) -> None:
    whole = z(ONE) + z(TWO) + z(THREE)
    start = data.draw(st.integers(3, len(whole) - 1))
    end = data.draw(st.integers(start + 1, min(start + len(z(ONE)) // 2, len(whole))))
    _, failures = read(whole[:start] + whole[end:])
    assert failures


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.booleans(), st.integers(0, 2))
def test_any_bytes_between_records_are_reported(junk: bytes, zipped: bool, where: int) -> None:
    parts = [z(record) if zipped else record for record in (ONE, TWO, THREE)]
    pages, failures = read(b"".join([*parts[:where], junk, *parts[where:]]), limits=Limits())
    if where == 0:
        return  # the first bytes decide what the file is
    assert len(pages) == 3
    assert bool(failures) == bool(junk if zipped else junk.strip(b"\r\n"))
