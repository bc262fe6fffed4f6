from __future__ import annotations

import pytest

from zaru.dom import TEXT, Tree
from zaru.page import Page


def only_run(tree: Tree) -> int:
    return next(row for row in tree.spans if tree.tags[row] == TEXT)


@pytest.mark.parametrize(
    ("markup", "codec", "parts"),
    [
        pytest.param("<p>一つ。二つ。", "utf-8", ["一つ。", "二つ。"], id="utf-8"),
        pytest.param("<p>一つ。二つ。", "shift_jis", ["一つ。", "二つ。"], id="shift-jis"),
        pytest.param("<p>一つ。二つ。", "euc_jp", ["一つ。", "二つ。"], id="euc-jp"),
        pytest.param("<p>A&amp;B。C&lt;D", "utf-8", ["A&amp;B。", "C&lt;D"], id="references"),
        pytest.param("<p>あ&copy2006年。い", "cp932", ["あ&copy2006年。", "い"], id="no-semicolon"),
        pytest.param("<p>あ&copy", "utf-8", ["あ", "&copy"], id="cut-before-reference"),
        pytest.param("<pre>あ。\r\nい。", "cp932", ["あ。", "い。"], id="line-end"),
        pytest.param("<p>①。②。", "cp932", ["①。", "②。"], id="nec-characters"),
    ],
)
def test_parts_are_found_in_their_bytes(markup: str, codec: str, parts: list[str]) -> None:
    page = Page.from_bytes(markup.encode(codec), charset=codec)
    tree = page.tree
    row = only_run(tree)
    text = tree.text(row)
    middle = text.index("。") + 1 if "。" in text else 1
    second = middle + 1 if text[middle] == "\n" else middle
    places = tree.places_of(row, [0, middle, second, len(text)])
    assert places is not None
    said = [page.raw[places[0] : places[1]], page.raw[places[2] : places[3]]]
    assert [part.decode(codec) for part in said] == parts


def test_escapes_belong_to_the_character_behind_them() -> None:
    page = Page.from_bytes("<p>abc漢字です。<b>ab</b>".encode("iso-2022-jp"))
    tree = page.tree
    places = tree.places_of(only_run(tree), [0, 3, 5, 8])
    assert places is not None
    start, kanji, kana, end = places
    assert page.raw[start:kanji] == b"abc"
    assert page.raw[kanji:kana].decode("iso-2022-jp") == "漢字"
    assert len(page.raw[kana:end]) == 6


def test_utf_16_counts_two_bytes() -> None:
    page = Page.from_bytes("\ufeff<p>ab&amp;漢。".encode("utf-16-le"))
    tree = page.tree
    assert tree.places_of(only_run(tree), [0, 2, 3, 4]) == [8, 12, 22, 24]


def test_nul_is_passed_over() -> None:
    page = Page.from_bytes(b"<p>a\0b c d")
    tree = page.tree
    assert tree.places_of(only_run(tree), [0, 1, 3]) == [3, 5, 7]


def test_undecodable_bytes_are_counted() -> None:
    page = Page.from_bytes("<p>日本".encode() + b"\xff" + "語です。".encode())
    tree = page.tree
    text = tree.text(only_run(tree))
    places = tree.places_of(only_run(tree), [0, text.index("語"), len(text)])
    assert places is not None
    assert page.raw[places[1] : places[2]].decode() == "語です。"


def test_characters_of_three_bytes_in_euc_jp_are_counted() -> None:
    words = "これは最初の文です。森".encode("euc_jp"), "外は有名です。".encode("euc_jp")
    page = Page.from_bytes(b"<p>" + words[0] + b"\x8f\xec\xbf" + words[1], charset="EUC-JP")
    tree = page.tree
    text = tree.text(only_run(tree))
    assert text == "これは最初の文です。森鷗外は有名です。"
    places = tree.places_of(only_run(tree), [10, 12, len(text)])
    assert places == [23, 28, len(page.raw)]


@pytest.mark.parametrize(
    ("source", "part", "written"),
    [
        pytest.param("<p>価格: 1,200円 (税込)", "1,200円", "1,200円", id="plain"),
        pytest.param("<p>a &amp; b &lt; c", "b < c", "b &lt; c", id="references"),
        pytest.param("<p>a &amp;&amp; b", "& b", "&amp; b", id="half-of-references"),
        pytest.param("<p>a\r\nb\r\nc", "b\nc", "b\r\nc", id="line-ends"),
        pytest.param("<p>x&ampy z", "&y", "&ampy", id="no-semicolon"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp"])
def test_part_is_found(source: str, part: str, written: str, encoding: str) -> None:
    page = Page.from_bytes(source.encode(encoding), charset=encoding)
    row = max(page.tree.spans)
    text, span = page.tree.text(row), page.tree.span(row)
    assert span is not None
    begin = text.index(part)
    offset, length = page.tree.part(span, text, begin, begin + len(part))
    assert page.raw[offset : offset + length].decode(encoding) == written


def test_text_that_cannot_be_followed_has_the_whole_span() -> None:
    page = Page.from_bytes(b"<p>abc")
    assert page.tree.part((3, 3), "wxyz", 1, 2) == (3, 3)
