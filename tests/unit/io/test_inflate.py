from __future__ import annotations

import gzip
import time

import pytest

from zaru.errors import DecodeError, InputError, LimitExceeded
from zaru.io.inflate import gunzip, inflate_brotli, undo_codings

z = gzip.compress


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param(z(bytes(10**7)), LimitExceeded, id="bomb"),
        pytest.param(
            z(b"a" * 900_000) + z(b"a" * 900_000), LimitExceeded, id="bomb-in-two-members"
        ),
        pytest.param(z(b"<p>x")[:-4], DecodeError, id="cut-member"),
        pytest.param(z(b"<p>x") + z(b"<p>y")[:-9], DecodeError, id="cut-second-member"),
        pytest.param(b"\x1f\x8bnot gzip", DecodeError, id="not-gzip"),
        pytest.param(z(b"<p>x") + b"more", DecodeError, id="bytes-behind"),
    ],
)
def test_gunzip_refuses(data: bytes, error: type[InputError]) -> None:
    with pytest.raises(error) as caught:
        gunzip(data, limit=10**6, source="a.gz")
    assert type(caught.value) is error
    assert "a.gz" in str(caught.value)


@pytest.mark.parametrize("size", [0, 1, 65_535, 65_536, 1_000_000])
def test_gunzip_gives_up_to_the_limit(size: int) -> None:
    assert gunzip(z(bytes(size)), limit=1_000_000) == bytes(size)


def test_members_are_joined_and_padding_is_passed_over() -> None:
    assert gunzip(z(b"a") + z(b"b") + bytes(512), limit=10) == b"ab"


def test_many_tiny_members_take_linear_time() -> None:
    start = time.perf_counter()
    assert gunzip(z(b"") * 50_000, limit=10) == b""
    assert time.perf_counter() - start < 5


def test_broken_brotli_is_refused() -> None:
    with pytest.raises(DecodeError, match="brotli"):
        inflate_brotli(b"\xff\xff\xff\xff", limit=100)


def test_too_many_codings_are_refused() -> None:
    with pytest.raises(DecodeError, match="9 content codings"):
        undo_codings(b"x", ["gzip"] * 9, limit=100)


def test_unknown_coding_is_refused() -> None:
    with pytest.raises(DecodeError, match="'compress'"):
        undo_codings(b"\x1f\x9dxx", ["compress"], limit=100)
