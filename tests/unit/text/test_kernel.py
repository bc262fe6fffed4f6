"""The kernel in C knows UTF-8 as Python's decoder does, and lets texts be made later."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.page import Page
from zaru.text import encodings
from zaru.text.encodings import count_kinds, count_utf8, decode

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


def test_every_sequence_of_edges_is_counted_as_python_replaces_it() -> None:
    for size in (1, 2, 3, 4):
        for some in product(EDGES, repeat=size):
            raw = bytes(some)
            assert kernel.count_utf8(raw) == count_utf8(raw), raw


texts = st.text().map(str.encode) | st.text().map(lambda text: text.encode("cp932", "ignore"))
pages = st.lists(texts | st.binary(max_size=8)).map(b"".join)


@given(raw=pages)
def test_runs_and_characters_are_counted_as_in_python(raw: bytes) -> None:
    assert kernel.find_runs(raw) == encodings._RUN.findall(raw)
    assert kernel.count_utf8(raw) == count_utf8(raw)


@given(text=st.text())
def test_kinds_of_characters_are_counted_as_in_python(text: str) -> None:
    for encoding in ("Shift_JIS", "EUC-KR"):
        kinds = encodings._kinds(encoding)
        for one in (text, f"{text}ざるｱ竹\ufffd한\U00020000\U00030000"):
            assert kernel.count_kinds(one, kinds) == count_kinds(one, kinds)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda: kernel.find_runs("a"), id="runs-of-a-text"),
        pytest.param(lambda: kernel.count_utf8("a"), id="utf8-of-a-text"),
        pytest.param(lambda: kernel.count_kinds(b"a", b""), id="kinds-of-bytes"),
    ],
)
def test_kernel_refuses_other_types(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()
