from __future__ import annotations

import pytest

from zaru.dom.spans import LOOK_AHEAD, Aligner, Piece, read_source


@pytest.mark.parametrize(
    ("data", "text", "raw", "foreign"),
    [
        pytest.param("a", "a", "a", "a", id="plain"),
        pytest.param("&amp;&lt", "&<", "&amp;&lt", "&<", id="references"),
        pytest.param("a\r\nb\rc", "a\nb\nc", "a\nb\nc", "a\nb\nc", id="line-ends"),
        pytest.param("a\0b", "ab", "a\ufffdb", "a\ufffdb", id="nul"),
        pytest.param("&#13;", "\r", "&#13;", "\r", id="carriage-return"),
        pytest.param("&#1;&#x1;&#01", "\x01" * 3, "&#1;&#x1;&#01", "\x01" * 3, id="control"),
        pytest.param("&#xFFFE;", "\ufffe", "&#xFFFE;", "\ufffe", id="noncharacter"),
        pytest.param("&#0;&#xD800;", "\ufffd" * 2, "&#0;&#xD800;", "\ufffd" * 2, id="replaced"),
        pytest.param("&#128;", "€", "&#128;", "€", id="windows-1252-number"),
        pytest.param("&#9999999999;", "\ufffd", "&#9999999999;", "\ufffd", id="too-large"),
        pytest.param("&notit; &", "¬it; &", "&notit; &", "¬it; &", id="prefix-of-a-name"),
    ],
)
def test_source_reads_as_a_parser_reads_it(data: str, text: str, raw: str, foreign: str) -> None:
    assert read_source(data) == text
    assert read_source(data, is_raw=True) == raw
    assert read_source(data, keeps_nul=True) == foreign


def test_number_of_any_length_is_read() -> None:
    assert read_source(f"&#{'9' * 5000};") == "\ufffd"
    assert read_source(f"&#{'0' * 5000}65;") == "A"


@pytest.mark.parametrize(
    ("source", "text", "span"),
    [
        pytest.param("<p>猫</p>", "猫", (3, 6), id="next-text"),
        pytest.param("<p>\n 猫\n</p>", "\n 猫\n", (3, 9), id="white-space-belongs-to-it"),
        pytest.param("<p>a\r\nb</p>", "a\nb", (3, 7), id="line-ends"),
        pytest.param("<p>a&amp;b</p>", "a&b", (3, 10), id="references"),
        pytest.param("<p>&amp;</p>", "&", (3, 8), id="ampersand-alone"),
        pytest.param("a<", "a<", (0, 2), id="less-than"),
        pytest.param("<p>x</p>", "y", None, id="another-text"),
        pytest.param("a<b>", "a<", None, id="beginning-of-a-tag"),
        pytest.param("<p>ab</p>", "a", None, id="beginning-of-a-text"),
    ],
)
def test_next_text_has_its_place(source: str, text: str, span: tuple[int, int] | None) -> None:
    aligner = Aligner(source.encode(), "utf-8")
    start = aligner.place(text)
    assert (None if start < 0 else (start, aligner.position)) == span


@pytest.mark.parametrize(
    ("source", "text", "pieces"),
    [
        pytest.param("a</b>b", "ab", [Piece("a", 0, 1), Piece("b", 5, 6)], id="stray-end-tag"),
        pytest.param(
            "a </b> b",
            "a  b",
            [Piece("a", 0, 1), Piece("  ", 7, 7), Piece("b", 7, 8)],
            id="white-space-in-pieces",
        ),
        pytest.param("<p>x<p>a", "a", [Piece("a", 7, 8)], id="behind-a-dropped-text"),
        pytest.param("&#32;a", "a", [Piece("a", 5, 6)], id="behind-a-dropped-space"),
        pytest.param(
            "<svg><![CDATA[a]]>b", "ab", [Piece("a", 14, 15), Piece("b", 18, 19)], id="cdata"
        ),
        pytest.param("<![CDATA[a]]>ab", "ab", [Piece("ab", 13, 15)], id="cdata-is-a-comment"),
        pytest.param("<svg><title>a<b>c", "a", [Piece("a", 12, 13)], id="title-in-svg"),
        pytest.param("<p>a", "z ", [Piece("z", 0, 0, True), Piece(" ", 0, 0)], id="missing"),
    ],
)
def test_text_is_searched_in_pieces(source: str, text: str, pieces: list[Piece]) -> None:
    found = Aligner(source.encode(), "utf-8").search(text)
    assert found == pieces
    assert "".join(piece.text for piece in found) == text


def test_skipped_text_is_found_when_its_turn_comes() -> None:
    aligner = Aligner(b"<table><td>a<td>b<tr>c", "utf-8")
    assert [aligner.search(text)[0].start for text in ("c", "a", "b")] == [21, 11, 16]


def test_text_far_away_is_settled_at_the_end() -> None:
    cells = [f"cell {number}" for number in range(LOOK_AHEAD + 1)]
    source = f"{'<p>'.join(cells)}<p>far"
    aligner = Aligner(source.encode(), "utf-8")
    assert aligner.search("far")[0].is_missing
    known = []
    for text in cells:
        start = aligner.place(text)
        known.append((start, aligner.position))
    ((key, run),) = aligner.settle([(7, "far")], known)
    assert (key, source[run.start : run.end]) == (7, "far")


def test_known_span_is_not_given_twice() -> None:
    assert list(Aligner(b"<p>a", "utf-8").settle([(0, "a")], [(3, 4)])) == []
