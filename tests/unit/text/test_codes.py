from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.text.codes import read_body, read_slice
from zaru.text.encodings import decode
from zaru.text.labels import CODEC_OF

HOLES = [f"windows-{page}" for page in range(1250, 1259)] + ["windows-874"]


@pytest.mark.parametrize(
    ("body", "encoding", "text", "codec"),
    [
        pytest.param(b"caf\xe9", "windows-1252", "café", "cp1252", id="sound"),
        pytest.param(b"\xe2\x80\x9d", "windows-1252", "â€\x9d", "zaru_cp1252", id="hole"),
        pytest.param(b"\x87\x40", "Shift_JIS", "①", "cp932", id="nec-row"),
        pytest.param(b"\x87\x40\xff<", "Shift_JIS", "①\uf8f3<", "cp932", id="private"),
        pytest.param(b"\x82\xa0\x82<", "Shift_JIS", "あ\ufffd<", "zaru_cp932", id="half"),
        pytest.param(b"\xad\xa1", "EUC-JP", "①", "euc_jis_2004", id="euc-nec-row"),
        pytest.param(b"\xfc\xe2", "EUC-JP", "髙", "zaru_euc_jis_2004", id="nec-kanji"),
        pytest.param(b"\xad\xe2", "EUC-JP", "№", "euc_jis_2004", id="same-place"),
        pytest.param(b"\x1b$B4A", "ISO-2022-JP", "漢", "iso2022_jp_ext", id="escaped"),
        pytest.param(b"\x1b$B-!", "ISO-2022-JP", "①", "zaru_iso2022_jp_ext", id="escaped-nec"),
        pytest.param(b"\xe6\x97<", "UTF-8", "\ufffd<", "zaru_utf-8", id="cut-utf-8"),
    ],
)
def test_codec_reads_the_body(body: bytes, encoding: str, text: str, codec: str) -> None:
    assert read_body(body, encoding) == (text, codec)
    assert body.decode(codec) == read_slice(body, codec) == text


@pytest.mark.parametrize("encoding", HOLES)
def test_every_byte_comes_back(encoding: str) -> None:
    codec = f"zaru_{CODEC_OF[encoding]}"
    for byte in range(256):
        text = bytes([byte]).decode(codec)
        assert text == "\ufffd" or text.encode(codec) == bytes([byte])


def test_nec_kanji_come_back() -> None:
    data = bytes(range(0xA1, 0xFF))
    for lead in range(0xF9, 0xFD):
        for pair in (bytes((lead, trail)) for trail in data):
            text = pair.decode("zaru_euc_jis_2004")
            assert (
                text == "\ufffd"
                or text.encode("zaru_euc_jis_2004").decode("zaru_euc_jis_2004") == text
            )
    assert "髙".encode("zaru_euc_jis_2004") == b"\xfc\xe2"


@given(st.binary(max_size=12), st.sampled_from(sorted(CODEC_OF)))
def test_slice_before_markup_reads_as_in_the_page(data: bytes, encoding: str) -> None:
    if encoding.startswith(("UTF-16", "ISO-2022")):
        return
    text, codec = read_body(data + b"<p>", encoding)
    assert data.decode(codec) + "<p>" == text


def test_unknown_codec_stays_unknown() -> None:
    with pytest.raises(LookupError):
        b"a".decode("zaru_nothing")


def test_damaged_page_decodes_by_its_codec() -> None:
    raw = "<p>日本語の文章です。".encode("cp932") + b"\x82<p>" + "終わり".encode("cp932")
    decoded = decode(raw, charset="Shift_JIS")
    assert raw.decode(decoded.codec) == decoded.text
    assert decoded.damaged == 1
