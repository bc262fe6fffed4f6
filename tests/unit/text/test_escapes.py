from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.text.escapes import has_known_escapes, read_behind_escape, read_escaped

PIECES = [
    *(
        b"\x1b$B",
        b"\x1b$@",
        b"\x1b(B",
        b"\x1b(J",
        b"\x1b(I",
        b"\x1b$(D",
        b"\x1b$(B",
        b"\x1b)I",
        b"\x1b",
    ),
    *(b"4A", b";z", b"<p>", b"a", b" ", b"\n", b"\\~", b"-!", b"\xff"),
]


@pytest.mark.parametrize(
    ("data", "text", "ends"),
    [
        pytest.param(b"", "", [], id="empty"),
        pytest.param(b"\x1b$B4A;z\x1b(B", "漢字", [5, 7], id="kanji"),
        pytest.param(b"\x1b$B-!\x1b(B!", "①!", [5, 9], id="nec-row"),
        pytest.param(b"\x1b(I1\x1b(J\\", "ｱ¥", [4, 8], id="half-width-kana-and-yen"),
        pytest.param(b"\x1b$(D\x22\x2f", "˘", [6], id="jis-x-0212"),
        pytest.param(b"\x1b$B4A\n;z", "漢\n字", [5, 6, 8], id="line-end-among-kanji"),
        pytest.param(b"\x1b$B4A4\x1b(B<p>", "漢\ufffd<p>", [5, 6, 10, 11, 12], id="half-a-kanji"),
        pytest.param(b"\x1b$B4A\xff;z", "漢\ufffd字", [5, 6, 8], id="eight-bits"),
        pytest.param(b"\x1b$B4A\x1b$<b", "漢\ufffdぜ\ufffd", [5, 6, 8, 9], id="bad"),
        pytest.param(b"\x1b", "\ufffd", [1], id="escape-alone"),
    ],
)
def test_every_escape_counts(data: bytes, text: str, ends: list[int]) -> None:
    assert read_escaped(data, 0, len(data)) == (text, ends)


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.integers(0, 40), st.integers(0, 40))
def test_slice_reads_as_in_the_whole(pieces: list[bytes], first: int, last: int) -> None:
    data = b"".join(pieces)
    text, ends = read_escaped(data, 0, len(data))
    begins = [0, *ends]
    first, last = sorted(min(place, len(text)) for place in (first, last))
    assert read_behind_escape(data, begins[first], begins[last]) == text[first:last]


def test_escapes_are_looked_for_once() -> None:
    data = b"\x1b$B4A" + b"\x1b" * 200_000  # of which only the first is one
    begin = time.process_time()
    for place in range(len(data) - 1000, len(data)):
        assert read_behind_escape(data, place, place + 1) == "\ufffd"
    assert time.process_time() - begin < 5  # 40 seconds when each slice looked back


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_what_python_reads_is_read_alike(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    text, ends = read_escaped(data, 0, len(data))
    assert len(text) == len(ends)
    assert ends == sorted(ends)
    try:
        expected = data.decode("iso2022_jp_ext")
    except UnicodeDecodeError:
        return
    assert text == expected or not has_known_escapes(data)
