from __future__ import annotations

import gzip
import zlib

import brotli
import pytest
from archive import PAGE, make_http, make_record, read

from zaru.limits import Limits

z = gzip.compress
LINE_FEEDS = make_record(block=make_http().replace(b"\r\n", b"\n")).replace(b"\r\n", b"\n")
ONE, TWO, THREE = (make_record(number) for number in range(3))


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
    limits = Limits(max_bytes=1000)
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
