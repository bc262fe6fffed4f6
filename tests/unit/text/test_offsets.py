from __future__ import annotations

import pytest

from zaru.text.codes import is_scannable
from zaru.text.encodings import Decoded, decode
from zaru.text.labels import CODEC_OF
from zaru.text.offsets import (
    _decode_step_by_step,
    character_ends,
    line_offsets,
    utf8_to_raw,
)

TEXT = "<p>日本語の文章\r\n二行目はａｂｃ\rthird\n𠮷野家<b>です。</b>"
MARKS = {"UTF-16LE": b"\xff\xfe", "UTF-16BE": b"\xfe\xff"}
ENCODINGS = ("UTF-8", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "UTF-16LE", "UTF-16BE")


def write(text: str, encoding: str) -> tuple[bytes, Decoded]:
    """Return a page and how it decodes; what the encoding lacks is left out of it."""
    codec = CODEC_OF[encoding]
    raw = MARKS.get(encoding, b"") + text.encode(codec, "ignore")
    decoded = decode(raw, charset=encoding)
    assert decoded.encoding == encoding
    return raw, decoded


@pytest.mark.parametrize(
    ("codec", "expected"),
    [
        ("utf-8", True),
        ("cp932", True),
        ("euc_jis_2004", True),
        ("gb18030", True),
        ("cp1252", True),
        ("utf-16-le", False),
        ("iso2022_jp_ext", False),
    ],
)
def test_markup_is_safe_to_scan_for(codec: str, expected: bool) -> None:
    assert is_scannable(codec) is expected


def test_codecs_of_all_encodings_are_classed() -> None:
    unsafe = {name for name, codec in CODEC_OF.items() if not is_scannable(codec)}
    assert unsafe == {"UTF-16LE", "UTF-16BE", "ISO-2022-JP"}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_utf8_offsets_become_offsets_of_the_file(encoding: str) -> None:
    raw, decoded = write(TEXT, encoding)
    places = [len(decoded.text[:index].encode()) for index in range(len(decoded.text) + 1)]
    offsets = utf8_to_raw(raw, decoded, places)
    for index, character in enumerate(decoded.text):
        start, end = offsets[places[index]], offsets[places[index + 1]]
        found = raw[start:end].decode(decoded.codec)
        assert found == character or encoding == "ISO-2022-JP"
    assert offsets[places[-1]] == len(raw)


def test_escape_belongs_to_the_character_behind_it() -> None:
    raw, decoded = write("a日本b", "ISO-2022-JP")
    offsets = utf8_to_raw(raw, decoded, [0, 1, 7, 8])
    assert [offsets[place] for place in (0, 1, 7, 8)] == [0, 1, 8, 12]
    assert raw[1:8].decode(decoded.codec) == "日本"


@pytest.mark.parametrize(
    ("broken", "codec"),
    [
        pytest.param(b"\xff", "utf-8", id="no-lead-byte"),
        pytest.param(b"\xe6", "utf-8", id="lead-byte-alone"),
        pytest.param(b"\xff\xe6", "utf-8", id="two"),
        pytest.param(b"\xf0\x9f\x98", "utf-8", id="cut-character"),
        pytest.param(b"\xf0\x9f\xff\xe6\x97", "utf-8", id="cut-twice"),
        pytest.param(b"\x3d\xd8", "utf-16-le", id="half-a-surrogate-pair"),
        pytest.param(b"\xfd", "cp932", id="no-shift-jis"),
        pytest.param(b"\x8f\xa1", "euc_jis_2004", id="cut-euc"),
        pytest.param(b"\xff", "iso2022_jp_ext", id="not-seven-bits"),
    ],
)
@pytest.mark.parametrize("tail", ["<b>日本", ""], ids=["inside", "at-the-end"])
def test_undecodable_bytes_are_counted(broken: bytes, codec: str, tail: str) -> None:
    head = "<p>日本語".encode(codec)
    raw = head + broken + tail.encode(codec)
    decoded = Decoded(raw, "", f"zaru_{codec}", damaged=1)
    before, behind = len("<p>日本語".encode()), len(decoded.text.removesuffix(tail).encode())
    offsets = utf8_to_raw(raw, decoded, [0, before, behind])
    head_end = len(head.removesuffix(b"\x1b(B"))  # an escape belongs to what is behind it
    assert offsets == {0: 0, before: head_end, behind: len(head + broken)}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_lines_and_columns_become_offsets(encoding: str) -> None:
    raw, decoded = write(TEXT, encoding)
    text = decoded.text
    second, third, fourth = (
        text.index(part) for part in ("二", "third", "\n野" if "𠮷" not in text else "\n𠮷")
    )
    b = text.index("<b>")
    wanted = {(1, 0): 0, (1, 3): 3, (2, 0): second, (3, 2): third + 2, (4, b - fourth - 1): b}
    found = line_offsets(raw, decoded, wanted)
    for place, index in wanted.items():
        assert raw[found[place] :].decode(decoded.codec) == text[index:] or (
            encoding == "ISO-2022-JP"
        )
    assert raw[found[4, b - fourth - 1] :].decode(decoded.codec).startswith("<b>")


def test_column_behind_undecodable_bytes_is_counted() -> None:
    raw = b"<p>\xff\xfe<b>" + "日本語の文章".encode() * 5
    decoded = decode(raw, charset="utf-8")
    column = decoded.text.index("<b>")
    assert raw[line_offsets(raw, decoded, [(1, column)])[1, column] :].startswith(b"<b>")


def test_second_code_of_one_character_is_counted() -> None:
    raw = b"\xed\x40" * 20 + "日本語の<b>".encode("cp932")  # 纊: cp932 writes it as fa 5c
    decoded = decode(raw, charset="Shift_JIS")
    assert decoded.text.startswith("纊")
    column = decoded.text.index("<b>")
    assert line_offsets(raw, decoded, [(1, 1), (1, column)]) == {
        (1, 1): 2,
        (1, column): len(raw) - 3,
    }


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "euc_jis_2004", "gb18030", "utf-16-le"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("abc", id="ascii"),
        pytest.param("漢字とかな。\nabcカナ\n", id="japanese"),
        pytest.param("", id="empty"),
        pytest.param("a漢b字c", id="mixed"),
    ],
)
@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"\x81\x30", b"\x8f\xa1"])
def test_fast_and_slow_ways_agree(codec: str, text: str, damage: bytes) -> None:
    raw = b"xx" + text.encode(codec) + damage + text.encode(codec)
    ends = character_ends(raw, codec, 2)
    assert ends == _decode_step_by_step(raw[2:], codec, 2)
    assert len(ends) == len(raw[2:].decode(f"zaru_{codec}"))
