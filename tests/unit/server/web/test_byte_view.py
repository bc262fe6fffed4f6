"""Bytes for people: every byte of the span and around it, in every encoding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.errors import UsageError
from zaru.page import Page
from zaru.server.web.byte_view import CELL_BYTES, ByteView, view_bytes

ENCODINGS = ("utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16")
TEXT = "港の朝市が二年ぶりに始まり、大勢の人が来ました。"


def read_codes(view: ByteView, *, chosen_only: bool = False) -> bytes:
    codes = [code for cell in view.cells for code in cell.codes]
    return bytes.fromhex("".join(code for code, chosen in codes if chosen or not chosen_only))


def make_page(encoding: str) -> tuple[Page, tuple[int, int]]:
    head, tail = "<html><p>前の文。", "後の文。</p>"
    raw = (head + TEXT + tail).encode(encoding)
    page = Page.from_bytes(raw, charset=encoding)
    begin = len((head).encode(encoding))
    if encoding == "iso2022_jp":
        begin -= len("\x1b(B")
    return page, (begin, len(TEXT.encode("utf-16-le" if encoding == "utf-16" else encoding)))


@pytest.mark.parametrize("encoding", [name for name in ENCODINGS if name != "iso2022_jp"])
def test_a_sentence_is_shown_in_its_bytes_and_its_characters(encoding: str) -> None:
    page, span = make_page(encoding)
    view = view_bytes(page, span)
    assert read_codes(view, chosen_only=True) == page.raw[span[0] : sum(span)]
    texts = [text for cell in view.cells for text in cell.characters]
    assert "".join(text for text, chosen in texts if chosen) == TEXT
    assert view.left_out == 0


@given(st.sampled_from(ENCODINGS), st.data())
def test_all_bytes_around_a_span_are_there_in_order(encoding: str, data: st.DataObject) -> None:
    page, _ = make_page(encoding)
    start = data.draw(st.integers(0, len(page.raw) - 1))
    size = data.draw(st.integers(1, len(page.raw) - start))
    view = view_bytes(page, (start, size))
    first = view.cells[0].offset
    codes = read_codes(view)
    assert codes == page.raw[first : first + len(codes)]
    assert first <= start
    assert first + len(codes) >= start + size
    assert read_codes(view, chosen_only=True) == page.raw[start : start + size]
    assert [cell.offset % CELL_BYTES for cell in view.cells] == [0] * len(view.cells)


def test_of_a_long_span_the_beginning_and_the_end_are_shown() -> None:
    page = Page.from_bytes(b"<p>" + b"abcdefgh" * 500)
    view = view_bytes(page, (3, 4000))
    assert view.gap == 32
    assert len(view.cells) == 64
    assert (
        view.cells[view.gap].offset - view.cells[view.gap - 1].offset == view.left_out + CELL_BYTES
    )
    assert view.cells[-1].offset + len(view.cells[-1].codes) == len(page.raw)


@pytest.mark.parametrize("span", [(0, 0), (4, 1), (0, 5), (10**9, 1)])
def test_bytes_that_are_not_there_are_said(span: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="are not in a page of 4 bytes"):
        view_bytes(Page.from_bytes(b"<p>a"), span)


def test_signs_stand_for_what_cannot_be_seen() -> None:
    view = view_bytes(Page.from_bytes(b"a\r\n\tb\x00c "), (0, 8))
    assert view.cells[0].characters == (("a␍↵⇥b·c ", True),)
