"""The kernel in C knows UTF-8 as Python's decoder does, and lets texts be made later."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.page import Page
from zaru.text.encodings import decode

kernel = pytest.importorskip("zaru.text._kernel", reason="the kernel is not compiled")

EDGES = bytes.fromhex("007f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff")


def is_read(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def test_every_sequence_of_edges_is_utf8_where_python_reads_it() -> None:
    for size in (1, 2, 3, 4):
        for some in product(EDGES, repeat=size):
            raw = bytes(some)
            assert kernel.is_utf8(raw, 0) == is_read(raw), raw


@given(
    parts=st.lists(st.text() | st.binary(max_size=3).map(lambda raw: raw.decode("latin-1"))),
    damage=st.binary(max_size=2),
    place=st.integers(0, 99),
    start=st.integers(0, 40),
)
def test_bytes_are_utf8_where_python_reads_them(
    parts: list[str], damage: bytes, place: int, start: int
) -> None:
    raw = "".join(parts).encode("utf-8", "replace")
    raw = raw[:place] + damage + raw[place:]
    assert kernel.is_utf8(raw, 0) == is_read(raw)
    assert kernel.is_utf8(raw, start) == is_read(raw[start:])


@pytest.mark.parametrize("start", [-1, 5, 2**40])
def test_a_place_outside_has_nothing_behind_it(start: int) -> None:
    assert kernel.is_utf8(b"\xff\xff", start)


def test_other_values_are_refused() -> None:
    with pytest.raises(TypeError):
        kernel.is_utf8("text", 0)
    with pytest.raises(TypeError):
        kernel.is_utf8(b"text")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "mark"])
def test_the_text_of_utf8_is_made_when_it_is_asked_for(mark: bytes) -> None:
    page = Page.from_bytes(mark + "<p>竹のざる".encode())
    assert len(page.tree) == 5
    assert "text" not in vars(page.decoded)
    assert page.html == "<p>竹のざる"
    assert "text" in vars(page.decoded)


@pytest.mark.parametrize("length", range(8))
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_a_head_is_the_beginning_of_the_text(codec: str, length: int) -> None:
    for text in ("", "a", "aé竹", "竹のざる" * 9, "\U00020000" * 4 + "a", "ab\U00020000c" * 3):
        raw = text.encode(codec, "replace")
        assert decode(raw).head(length) == decode(raw).text[:length]
