"""Contents in chunks, with the bytes of each piece."""

from __future__ import annotations

import gc
import html
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zaru
from zaru.content.chunks import Chunk, chunks
from zaru.content.content import Content, Kept
from zaru.content.segments import find_segments, read_texts
from zaru.errors import UsageError

ENCODINGS = ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"]
KEYS = [
    "page", "offset", "url", "encoding", "codec", "language", "title", "number", "headings",
    "text", "spans", "inexact",
]  # fmt: skip


def read_all(source: str, encoding: str = "utf-8") -> Content:
    """Return the content of a page of which everything is kept."""
    page = zaru.Page.from_bytes(source.encode(encoding), charset=encoding)
    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    return Content(page, tuple(map(Kept, segments, texts, [True] * len(texts))))


def cut(source: str, limit: int, encoding: str = "utf-8") -> list[Chunk]:
    return chunks(read_all(source, encoding), max_characters=limit)


def texts_of(source: str, limit: int) -> list[str]:
    return [chunk.text for chunk in cut(source, limit)]


def read_source(chunk: Chunk, span: tuple[int, int]) -> str:
    """Return what the bytes of *span* say, without tags, references and doubled blanks."""
    source = chunk.content.page.source(span)
    source = re.sub(r"<br[^>]*>", "\n", source)
    return html.unescape(re.sub(r"<[^>]*>", "", source))


def test_a_heading_begins_a_chunk_and_stands_above_its_text() -> None:
    found = cut("<h1>Sea</h1><p>Waves.</p><h2>Crab</h2><p>Claws.</p><h2>Eel</h2><p>Long.</p>", 99)
    assert [chunk.text for chunk in found] == ["Sea\nWaves.", "Crab\nClaws.", "Eel\nLong."]
    assert [chunk.headings for chunk in found] == [("Sea",), ("Sea", "Crab"), ("Sea", "Eel")]
    assert [chunk.number for chunk in found] == [0, 1, 2]


def test_headings_without_a_text_of_their_own_go_with_what_follows() -> None:
    (found,) = cut("<h1>Sea</h1><h2>Crab</h2><p>Claws.</p>", 99)
    assert found.text == "Sea\nCrab\nClaws."
    assert found.headings == ("Sea", "Crab")


def test_headings_that_nothing_stands_under_are_one_chunk() -> None:
    found = cut("<h1>Sea</h1><h2>Crab</h2><h2>Eel</h2><h2>Ray</h2><p>Flat.</p>", 99)
    assert [chunk.text for chunk in found] == ["Sea\nCrab\nEel", "Ray\nFlat."]
    assert [chunk.headings for chunk in found] == [("Sea",), ("Sea", "Ray")]


def test_paragraphs_are_joined_while_they_fit() -> None:
    assert texts_of("<p>aaaa<p>bbbb<p>cccc<p>dd", 9) == ["aaaa\nbbbb", "cccc\ndd"]


def test_a_small_rest_joins_the_chunk_before() -> None:
    assert texts_of("<p>一二三四。五六七。</p><p>八。</p>", 8) == ["一二三四。", "五六七。\n八。"]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        pytest.param("秋の空。冬の海。", 6, ["秋の空。", "冬の海。"], id="japanese"),
        pytest.param("「秋。」冬の海。", 5, ["「秋。」", "冬の海。"], id="bracket"),
        pytest.param("It is 3.5 m. It was 4.", 16, ["It is 3.5 m.", "It was 4."], id="english"),
        pytest.param("पानी। आग लगी।", 9, ["पानी।", "आग लगी।"], id="hindi"),
        pytest.param("one two three", 8, ["one two", "three"], id="words"),
        pytest.param("abcdefgh", 3, ["abc", "def", "gh"], id="anywhere"),
        pytest.param("abcde\u0301f", 5, ["abcd", "e\u0301f"], id="accent"),
        pytest.param("a<br>bc<br>d", 3, ["a", "bc", "d"], id="lines"),
    ],
)
def test_a_long_text_is_cut_where_it_is_best(text: str, limit: int, expected: list[str]) -> None:
    assert texts_of(f"<p>{text}</p>", limit) == expected


def test_a_long_text_begins_beside_its_heading() -> None:
    found = cut("<h2>海</h2><p>一二三四。五六七八。九。</p>", 8)
    assert [chunk.text for chunk in found] == ["海\n一二三四。", "五六七八。九。"]
    assert found[1].headings == ("海",)


def test_a_long_heading_is_not_repeated_whole() -> None:
    found = cut(f"<h2>{'a' * 900}</h2>" + "<p>bcd</p>" * 300, 90)
    assert {len(heading) for chunk in found for heading in chunk.headings} == {200}
    assert "".join("".join(chunk.text.split()) for chunk in found) == "a" * 900 + "bcd" * 300


ROWS = "<table>" + "<tr><td>ab<td>cd" * 4 + "</table>"


@pytest.mark.parametrize(
    ("source", "limit", "expected"),
    [
        pytest.param(ROWS, 11, ["ab\tcd\nab\tcd"] * 2, id="rows"),
        pytest.param(ROWS, 4, ["ab", "cd"] * 4, id="cells"),
        pytest.param(f"<p>123456</p>{ROWS}", 24, ["123456\n" + "ab\tcd\n" * 2 + "ab\tcd", "ab\tcd"],
            id="table-behind-little"),
        pytest.param(f"<p>{'1' * 13}</p>{ROWS}", 24, ["1" * 13, "\n".join(["ab\tcd"] * 4)],
            id="table-behind-much"),
        pytest.param("<ul><li><p>a</p><p>bc</p><li>de<li>fg</ul>", 8, ["a\nbc\nde", "fg"],
            id="items"),
        pytest.param("<ul><li><p>ab</p><p>c</p><li><p>de</p><p>f</p></ul>", 7, ["ab\nc", "de\nf"],
            id="item-of-paragraphs"),
        pytest.param("<pre>if a:\n    b\n    c</pre>", 12, ["if a:\n    b", "    c"], id="code"),
    ],
)  # fmt: skip
def test_what_a_page_holds_together_stays_together(
    source: str, limit: int, expected: list[str]
) -> None:
    assert texts_of(source, limit) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_span_says_its_piece(encoding: str) -> None:
    source = (
        "<h1>秋の<b>空</b></h1><p>京都の&amp;寺へ<a href=/>行く</a>。"
        "  雨が\n降る。 <i>また</i>行く。"
        "<ul><li>茶</li><li>菓子&nbsp;箱</li></ul><table><tr><td>一<td>二<tr><td>三<td>四</table>"
    )
    for limit in (4, 9, 20, 500):
        for chunk in cut(source, limit, encoding):
            said = [read_source(chunk, span) for span in chunk.spans]
            assert [text.split() for text in said] == [piece.text.split() for piece in chunk.pieces]


PIECES = st.lists(
    st.sampled_from([
        "<p>", "<h1>", "<h2>", "<h3>", "<ul><li>", "<li>", "</ul>", "<table><tr><td>", "<td>",
        "<tr><td>", "</table>", "<b>", "</b>", "<br>", "<blockquote>", "</blockquote>", "<pre>",
        "</pre>", "秋の京都。", "雨", "a b. ", "&amp;", " ", "\n", "<img alt=x>", "　", "word" * 5,
    ]),
    max_size=30,
)  # fmt: skip


@settings(deadline=None)
@given(PIECES, st.integers(1, 30), st.sampled_from(ENCODINGS))
def test_nothing_is_lost_and_no_chunk_is_too_long(
    pieces: list[str], limit: int, encoding: str
) -> None:
    content = read_all("".join(["<body>", *pieces]), encoding)
    found = chunks(content, max_characters=limit)
    assert all(0 < len(chunk.text) <= limit for chunk in found)
    kept = [block for block in content.blocks if block.role != "image"]
    assert "".join("".join(chunk.text.split()) for chunk in found) == "".join(
        "".join(block.text.split()) for block in kept
    )
    assert [chunk.number for chunk in found] == list(range(len(found)))
    for chunk in found:
        assert len(chunk.spans) == len(chunk.pieces)
        assert list(chunk.to_json()) == KEYS
        for piece, span in zip(chunk.pieces, chunk.spans, strict=True):
            whole = piece.block.span
            assert whole[0] <= span[0] <= sum(span) <= sum(whole)


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["秋の。", "<b>", "</b>", "&lt;", "a b", " ", "\n", "<br>", "é"]),
        max_size=20,
    ),
    st.integers(1, 12),
    st.sampled_from(["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"]),
)
def test_the_bytes_of_a_part_say_it(pieces: list[str], limit: int, encoding: str) -> None:
    source = "".join(["<p>x", *pieces])
    if encoding != "utf-8" and encoding != "utf-16":
        source = source.replace("é", "&eacute;")
    for chunk in cut(source, limit, encoding):
        for piece, span in zip(chunk.pieces, chunk.spans, strict=True):
            assert read_source(chunk, span).split() == piece.text.split()


def test_parts_of_a_chunk_have_their_bytes() -> None:
    (found,) = cut("<p>秋の京<b>都</b>へ</p><p>行く&amp;帰る。</p>", 99)
    assert found.text == "秋の京都へ\n行く&帰る。"
    spans = found.find_spans([(2, 4), (4, 7), (8, 9), (9, 11)])
    said = [found.content.page.source(span) for span in spans if span]
    assert said == ["京<b>都", "へ</p><p>行", "&amp;", "帰る"]
    assert found.find_spans([(5, 6)]) == [None]


def test_keys_are_always_there() -> None:
    (found,) = cut("<p>秋", 9)
    said = found.to_json()
    assert list(said) == KEYS
    assert said["url"] is None
    assert said["title"] is None
    assert said["headings"] == []
    assert said["spans"] == [[3, 3]]


def test_masked_texts_are_cut_as_they_are() -> None:
    content = read_all("<p>tel 03 1234 5678 here. And more.</p>")
    masked = content.kept[0]._replace(text="tel ████████████ here. And more.")
    found = chunks(Content(content.page, (masked,)), max_characters=24)
    assert [chunk.text for chunk in found] == ["tel ████████████ here.", "And more."]
    assert [read_source(chunk, chunk.spans[0]) for chunk in found] == [
        "tel 03 1234 5678 here.",
        "And more.",
    ]


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(UsageError, match="give 1 or more"):
        cut("<p>a", 0)


@pytest.mark.parametrize(
    "unit", ["秋の京都。", "word ", "x", "<b>a</b>b. ", "<p>a</p>", "<h2>a</h2>", "<li>a<p>b"]
)
def test_cost_is_in_proportion_to_the_page(unit: str) -> None:
    def seconds(count: int) -> float:
        content = read_all("<body><p>" + unit * count)
        assert content.blocks
        gc.collect()
        gc.disable()  # it adds noise
        try:
            begin = time.process_time()
            chunks(content, max_characters=50)
            return time.process_time() - begin
        finally:
            gc.enable()

    once, many = (min(seconds(count) for _ in range(2)) for count in (1000, 4000))
    assert many < 8 * once + 0.05


def test_chunks_are_public() -> None:
    assert zaru.chunks is chunks
