from __future__ import annotations

import gzip
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zaru._version import __version__
from zaru.errors import FormatError, InputError, LimitExceeded
from zaru.io.sniff import HEAD_BYTES, find_foreign_kind
from zaru.io.warc import read_warc
from zaru.io.warc_writing import NO_TIME, WarcWriter, read_record
from zaru.limits import Limits
from zaru.page import Origin, Page

HTML = "<!DOCTYPE html><title>ざる</title><p>水を切る。".encode()
FULL = Page(
    "<p>日本".encode("shift_jis"),
    Origin("a.warc", 17),
    url="https://e.jp/日本?a=b",
    time="2024-05-01T00:00:00Z",
    charset="Shift_JIS",
    truncated=True,
)
BARE = Page.from_bytes(HTML, source="./sub/日本 1.html")


def write(*pages: Page) -> tuple[bytes, list[int]]:
    """Return the archive of *pages*, and their offsets."""
    file = BytesIO()
    writer = WarcWriter(file)
    offsets = [writer.add(page) for page in pages]
    return file.getvalue(), offsets


def read(data: bytes) -> list[Page]:
    items = list(read_warc(BytesIO(data), source="o.warc.gz"))
    assert all(isinstance(item, Page) for item in items), items
    return [item for item in items if isinstance(item, Page)]


texts = st.one_of(
    st.none(),
    st.text(max_size=30),
    st.text(st.characters(), max_size=30),
    st.from_regex(r"https?://[a-z日]{1,9}/[!-~]{0,20}", fullmatch=True),
    st.sampled_from(["", " ", "<http://e.jp/>", "http://e.jp/\r\nX: y", "\ud800", "Shift_JIS"]),
)
raws = st.one_of(st.binary(min_size=1, max_size=300), st.just(HTML), st.just(gzip.compress(HTML)))


@settings(max_examples=300, deadline=None)
@given(raws, texts, texts, texts, st.booleans(), st.text(max_size=9))
@example(HTML, "", "", "", False, "")
@example(HTML, "http://e.jp/\u2028", "2024-05-01", "a b", True, "\udcff.html")
@example(b"WARC/1.0\r\nWARC-Type: response\r\n\r\n", None, None, None, False, "-")
@example(b"\r\n\r\n", "x:y", "2024-13-99T99:99:99Z", "utf-8;x", False, "-")
def test_page_comes_back_as_it_was(
    raw: bytes, url: str | None, time: str | None, charset: str | None, cut: bool, source: str
) -> None:
    page = Page(raw, Origin(source, 3), url=url, time=time, charset=charset, truncated=cut)
    data, offsets = write(BARE, page, FULL)
    first, *middle, last = read_warc(BytesIO(data), source="o.warc.gz")
    assert isinstance(first, Page)
    assert isinstance(last, Page)
    if find_foreign_kind(raw[:HEAD_BYTES]) is None:
        assert middle == [replace(page, origin=Origin("o.warc.gz", offsets[1]))]
        assert read_record(BytesIO(data), offsets[1], source="o.warc.gz") == middle[0]
    else:  # no reader would have made a page of it
        with pytest.raises(InputError):
            read_record(BytesIO(data), offsets[1])
    assert [page.origin.offset for page in (first, last)] == [offsets[0], offsets[2]]


def test_equal_pages_give_equal_bytes_and_records_of_their_own() -> None:
    again = replace(FULL, origin=Origin("a.warc", 99))
    data, _ = write(FULL, BARE, again)
    assert data == write(FULL, BARE, again)[0]
    text = gzip.decompress(data)
    ids = [line for line in text.split(b"\r\n") if line.startswith(b"WARC-Record-ID")]
    assert len(ids) == len(set(ids)) == 4


def test_archive_begins_with_who_wrote_it() -> None:
    data, _ = write()
    text = gzip.decompress(data)
    assert b"WARC-Type: warcinfo" in text
    assert f"software: zaru {__version__}".encode() in text


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        pytest.param(HTML, b"text/html", id="html"),
        pytest.param(b'<?xml version="1.0"?><rss/>', b"text/xml", id="xml"),
        pytest.param(b'<?xml version="1.0"?><html>', b"text/html", id="xhtml"),
        pytest.param("本文".encode(), b"text/plain", id="text"),
    ],
)
def test_record_says_what_the_bytes_are_and_claims_no_coding(raw: bytes, kind: bytes) -> None:
    data, (offset,) = write(replace(FULL, raw=raw))
    head = gzip.decompress(data[offset:]).partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert b"Content-Type: " + kind + b"; charset=Shift_JIS" in head
    assert b"WARC-Type: resource" in head
    assert not any(line.lower().startswith(b"content-encoding") for line in head)


def test_long_address_is_refused_and_costs_its_page_alone() -> None:
    file = BytesIO()
    writer = WarcWriter(file)
    writer.add(BARE)
    with pytest.raises(LimitExceeded):
        writer.add(BARE.at("https://e.jp/" + "x" * 70_000))
    writer.add(FULL)
    assert len(read(file.getvalue())) == 2


@pytest.mark.parametrize("by", [1, -1, 10**6])
def test_wrong_offset_is_an_error(by: int) -> None:
    data, (offset, _) = write(FULL, BARE)
    with pytest.raises(FormatError):
        read_record(BytesIO(data), offset + by)
    with pytest.raises(FormatError):
        read_record(BytesIO(data), 0)  # a record, but no page


def test_record_over_the_limit_is_an_error() -> None:
    data, (offset,) = write(replace(FULL, raw=HTML * 9000))
    with pytest.raises(FormatError, match="limit"):
        read_record(BytesIO(data), offset, limits=Limits(max_bytes=10_000))


@pytest.mark.parametrize("own", [b"{", b"[]", b'{"url": 1}', b"[" * 9000])
def test_strange_field_of_ours_is_passed_over(own: bytes) -> None:
    data, (offset,) = write(BARE)
    text = gzip.decompress(data[offset:]).replace(b'{"url": null, "time": null}', own)
    (page,) = read(gzip.compress(text))
    assert page.url == "http://zaru.invalid/sub/%E6%97%A5%E6%9C%AC%201.html"


def test_warcio_reads_the_same() -> None:
    archiveiterator = pytest.importorskip("warcio.archiveiterator")
    data, _ = write(FULL, BARE)
    records = archiveiterator.ArchiveIterator(BytesIO(data), check_digests="raise")
    found = [
        (record.rec_type, record.rec_headers["WARC-Date"], record.content_stream().read())
        for record in records
    ]
    assert [kind for kind, *_ in found] == ["warcinfo", "resource", "resource"]
    assert found[1:] == [("resource", FULL.time, FULL.raw), ("resource", NO_TIME, BARE.raw)]


def test_fastwarc_reads_the_same() -> None:
    warc = pytest.importorskip("fastwarc.warc")
    data, offsets = write(FULL, BARE)
    found = [
        (record.stream_pos, record.headers.get("WARC-Target-URI"), record.reader.read())
        for record in warc.ArchiveIterator(BytesIO(data))
    ]
    assert [raw for *_, raw in found[1:]] == [FULL.raw, BARE.raw]
    assert [offset for offset, *_ in found[1:]] == offsets
    assert found[1][1] == FULL.url
    assert all(record.verify_block_digest() for record in warc.ArchiveIterator(BytesIO(data)))
