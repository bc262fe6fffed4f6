from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.text.encodings import decode
from zaru.text.labels import CODEC_OF

JAPANESE = (
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした"
    "所でニャーニャー泣いていた事だけは記憶している。吾輩はここで始めて人間というものを見た。"
)
PAGE = f"<html><title>猫</title><p>{JAPANESE}</p><p>{JAPANESE}</p></html>"
CHINESE = "他们说这个问题在中国已经有很长的历史，但是没有人知道应该怎么解决。我们现在还不能确定。"
TAIWANESE = "他們說這個問題在這裡已經有很長的歷史，但是沒有人知道應該怎麼解決。我們現在還不能確定。"
KOREAN = "나는 고양이로소이다. 이름은 아직 없다. 어디서 태어났는지 도무지 짐작이 가지 않는다."
RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива. "
FRENCH = "<p>L\u2019été dernier, déjà fatigué, il était allé à la plage près de la forêt. "

JAPANESE_ENCODINGS = ("UTF-8", "Shift_JIS", "EUC-JP", "ISO-2022-JP")
WRONG_LABELS = ("UTF-8", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "windows-1252", "GBK", "EUC-KR")


@pytest.mark.parametrize("label", [None, *WRONG_LABELS, "utf-7", "no-such-label", "iso-2022-kr"])
@pytest.mark.parametrize("encoding", JAPANESE_ENCODINGS)
def test_japanese_is_found_under_any_label(encoding: str, label: str | None) -> None:
    raw = PAGE.encode(CODEC_OF[encoding])
    decoded = decode(raw, charset=label)
    assert (decoded.text, decoded.encoding) == (PAGE, encoding)
    assert (decoded.codec, decoded.start, decoded.damaged) == (CODEC_OF[encoding], 0, 0)
    meta = f"<meta charset='{label}'>".encode()
    assert decode(meta + raw).encoding == encoding


@given(
    start=st.integers(0, len(JAPANESE) - 40),
    encoding=st.sampled_from(JAPANESE_ENCODINGS),
    label=st.sampled_from((None, *JAPANESE_ENCODINGS, "windows-1252")),
)
@settings(deadline=None, max_examples=100)
def test_forty_characters_are_enough(start: int, encoding: str, label: str | None) -> None:
    text = "<p>" + JAPANESE[start : start + 40]
    assert decode(text.encode(CODEC_OF[encoding]), charset=label).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param(CHINESE, "GBK", id="simplified"),
        pytest.param(TAIWANESE, "Big5", id="traditional"),
        pytest.param(KOREAN, "EUC-KR", id="korean"),
        pytest.param(RUSSIAN * 4, "windows-1251", id="windows-1251"),
        pytest.param(RUSSIAN * 4, "KOI8-R", id="koi8-r"),
        pytest.param(FRENCH * 4, "windows-1252", id="french"),
        pytest.param("<p>It’s “fine” – isn’t it?", "windows-1252", id="quotes"),
    ],
)
@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
def test_other_languages_are_found(text: str, encoding: str, declared: bool) -> None:
    raw = text.encode(CODEC_OF[encoding])
    decoded = decode(raw, charset=encoding if declared else None)
    assert (decoded.text, decoded.encoding) == (text, encoding)


@pytest.mark.parametrize(
    ("raw", "label", "encoding", "text"),
    [
        pytest.param(b"", None, "UTF-8", "", id="empty"),
        pytest.param(b"<p>plain", "iso-8859-1", "UTF-8", "<p>plain", id="ascii"),
        pytest.param(b"+ADw-script+AD4-", "utf-7", "UTF-8", "+ADw-script+AD4-", id="utf-7"),
        pytest.param("caf\xe9".encode("latin-1"), "ISO-8859-1", "windows-1252", "café", id="latin"),
        pytest.param(b"za\xbf\xf3\xb3\xe6", "iso-8859-2", "ISO-8859-2", "zażółć", id="latin-2"),
        pytest.param(b"caf\xe9", "x-user-defined", "windows-1252", "café", id="user-defined"),
        pytest.param("東京".encode("euc-jp"), "euc-jp", "EUC-JP", "東京", id="kanji-only"),
        pytest.param("ｱｲｳ ｶﾅ".encode("cp932"), "sjis", "Shift_JIS", "ｱｲｳ ｶﾅ", id="half-width"),
        pytest.param(b"\x1b(I123\x1b(B", None, "ISO-2022-JP", "ｱｲｳ", id="half-width-in-jis"),
        pytest.param(b"\x1b$B-!F|\x1b(B", None, "ISO-2022-JP", "①日", id="nec-in-jis"),
        pytest.param(b"\x87\x40\xfb\xfc", "sjis", "Shift_JIS", "①髙", id="nec-in-shift-jis"),
        pytest.param(b"\xad\xa1\xfc\xe2\xb6\xb6", "euc-jp", "EUC-JP", "①髙橋", id="nec-in-euc"),
        pytest.param(b"\x81\x60\x93\xfa", "sjis", "Shift_JIS", "\uff5e日", id="tilde"),
        pytest.param(b"\xa1\xc1\xc6\xfc", "euc-jp", "EUC-JP", "\u301c日", id="wave-dash"),
    ],
)
def test_text_is_read(raw: bytes, label: str | None, encoding: str, text: str) -> None:
    decoded = decode(raw, charset=label)
    assert (decoded.encoding, decoded.text, decoded.damaged) == (encoding, text, 0)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        pytest.param(b"\xef\xbb\xbf", "UTF-8", id="utf-8"),
        pytest.param(b"\xff\xfe", "UTF-16LE", id="utf-16le"),
        pytest.param(b"\xfe\xff", "UTF-16BE", id="utf-16be"),
    ],
)
def test_mark_wins_and_is_left_out(mark: bytes, encoding: str) -> None:
    decoded = decode(mark + PAGE.encode(CODEC_OF[encoding]), charset="Shift_JIS")
    assert (decoded.text, decoded.encoding, decoded.start) == (PAGE, encoding, len(mark))


@pytest.mark.parametrize("encoding", ["UTF-16LE", "UTF-16BE"])
@pytest.mark.parametrize("text", [PAGE, "<p>plain"], ids=["japanese", "ascii"])
def test_utf16_needs_no_mark(text: str, encoding: str) -> None:
    decoded = decode(text.encode(CODEC_OF[encoding]))
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_stray_nul_is_no_utf16() -> None:
    assert decode(b"<p>a\0b" + PAGE.encode()).encoding == "UTF-8"


@pytest.mark.parametrize(
    ("raw", "encoding", "damaged"),
    [
        pytest.param(PAGE.encode() + b"\xff", "UTF-8", 1, id="stray-byte"),
        pytest.param(("<p>" + JAPANESE).encode()[:-1], "UTF-8", 1, id="cut"),
        pytest.param(PAGE.encode() + "\ufffd\ufffd".encode() + b"\xff", "UTF-8", 1, id="own"),
        pytest.param(PAGE.encode() + "\ufffd".encode(), "UTF-8", 0, id="own-only"),
        pytest.param(PAGE.encode("cp932") + b"\x82", "Shift_JIS", 1, id="cut-shift-jis"),
        pytest.param(PAGE.encode("euc-jp") + b"\xa4", "EUC-JP", 1, id="cut-euc"),
        pytest.param(b"\xe9" + PAGE.encode("iso2022_jp"), "ISO-2022-JP", 1, id="stray-in-jis"),
        pytest.param(b"\xff\xfea\0b", "UTF-16LE", 1, id="half-a-unit"),
    ],
)
def test_damage_is_counted(raw: bytes, encoding: str, damaged: int) -> None:
    decoded = decode(raw)
    assert (decoded.encoding, decoded.damaged) == (encoding, damaged)


def test_majority_of_mixed_encodings_wins() -> None:
    legacy, utf8 = PAGE.encode("cp932"), PAGE.encode()
    assert decode(legacy + utf8 * 3).encoding == "UTF-8"
    assert decode(legacy * 8 + JAPANESE[:10].encode(), charset="utf-8").encoding == "Shift_JIS"


def test_later_declaration_is_tried_when_the_first_is_wrong() -> None:
    raw = b"<meta charset=koi8-r><meta charset=gbk>" + CHINESE.encode("gbk")
    assert decode(raw, charset="utf-8").text.endswith(CHINESE)


def test_windows_1252_has_no_holes() -> None:
    decoded = decode(b"caf\xe9 \x81 \x8d \x8f \x90 \x9d", charset="windows-1252")
    assert decoded.text == "café \x81 \x8d \x8f \x90 \x9d"
    assert decoded.damaged == 0


@given(
    raw=st.binary(max_size=400)
    | st.lists(
        st.sampled_from((b"\x1b$B", b"\x1b(B", b"\0", b"<meta charset=", b"\x82", b"a"))
    ).map(b"".join),
    label=st.none() | st.text(max_size=12) | st.sampled_from(sorted(CODEC_OF)),
)
@settings(deadline=None, max_examples=400)
def test_decode_never_raises(raw: bytes, label: str | None) -> None:
    decoded = decode(raw, charset=label)
    decoded.text.encode()
    assert 0 <= decoded.damaged <= decoded.text.count("\ufffd")
    assert len(decoded.text) == len(raw[decoded.start :].decode(decoded.codec, "replace"))


@pytest.mark.parametrize("encoding", sorted(CODEC_OF))
def test_every_encoding_survives_every_pair_of_bytes(encoding: str) -> None:
    raw = bytes(byte for lead in range(256) for trail in range(256) for byte in (lead, trail))
    assert decode(raw, charset=encoding).text


def test_detector_is_imported_only_when_needed() -> None:
    code = (
        "import sys; from zaru.text.encodings import decode; decode('あ'.encode());"
        "sys.exit('cchardet' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment).returncode == 0
