from __future__ import annotations

import gzip

import pytest
from archive import PAGE, make_http, make_record, read
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.limits import Limits

z = gzip.compress
ONE, TWO, THREE = (make_record(number, make_http(PAGE * 20)) for number in range(3))
LONG = make_record(1, make_http(PAGE * 20), length=len(make_http(PAGE * 20)) + 50)
SHORT = make_record(1, make_http(PAGE * 20), length=len(make_http(PAGE * 20)) - 50)
HUGE = make_record(1, make_http(PAGE * 20), length=3 * 10**9)
CUT = z(TWO)[: len(z(TWO)) // 2]
UNCHECKED = z(TWO)[:-8] + bytes(8)


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
