"""The codecs that pages are read with: Python's, and zaru's own where those raise or misread.

`zaru_cp932` is cp932 for damaged pages: what cannot be decoded is U+FFFD, so that reading never
raises. `zaru_cp1252` has C1 controls where Python's table has holes, `zaru_euc_jis_2004` has
NEC's kanji, `zaru_iso2022_jp_ext` has ①, as browsers have them. Each reads a slice of a page as
it reads the page, and is found by its name like any codec once this module is imported.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import cache

from zaru.text.escapes import has_known_escapes, read_behind_escape, read_escaped
from zaru.text.labels import CODEC_OF, MULTI_BYTE
from zaru.text.nec import is_misread, nec_character, put_right, put_wrong

_OWN = "zaru_"
_REPLACEMENT = "\ufffd"
_EUC_JP, _ESCAPED = CODEC_OF["EUC-JP"], CODEC_OF["ISO-2022-JP"]
_MULTI_BYTE_CODECS = frozenset(CODEC_OF[encoding] for encoding in MULTI_BYTE)
_ASCII = bytes(range(0x80))
_NOT_SCANNABLE = ("utf-16", "iso2022")  # the bytes of markup can be part of other characters


def read_body(body: bytes, encoding: str) -> tuple[str, str]:
    """Return the text of *body* in *encoding*, and the codec: Python's if that reads it, else ours.

    The codec reads every slice between two characters as it reads the whole.
    """
    codec = CODEC_OF[encoding]
    try:
        text = body.decode(codec)
        # All bytes of its characters are beyond ASCII, so markup need not be looked through.
        is_wrong = codec == _EUC_JP and is_misread(body.translate(None, _ASCII).decode(codec))
        if not is_wrong and (codec != _ESCAPED or has_known_escapes(body)):
            return text, codec
    except UnicodeDecodeError:
        pass
    return body.decode(_OWN + codec), _OWN + codec


def read_slice(data: bytes, codec: str) -> str:
    """Return the text of *data*, a slice of a page that is read with *codec*; never raises."""
    if codec in _ASCII_BASED and data.isascii():  # as most are
        return data.decode("ascii")
    return _find_reader(codec)(data)


@cache
def _find_reader(codec: str) -> Callable[[bytes], str]:
    """Return the function that reads slices."""
    codec = python_codec(codec)
    if codec == _ESCAPED:
        return lambda data: read_escaped(data, 0, len(data))[0]
    if is_single_byte(codec):
        table = _single_byte_table(codec)
        return lambda data: codecs.charmap_decode(data, "strict", table)[0]
    decode = codecs.getdecoder(codec)
    if codec != _EUC_JP:
        return lambda data: decode(data, "zaru")[0]

    def read(data: bytes) -> str:
        text = decode(data, "zaru")[0]
        return put_right(text) if is_misread(text) else text

    return read


def read_span(raw: bytes, codec: str, start: int, end: int) -> str:
    """Return the text of a page that is read with *codec* from byte *start* to *end*."""
    if has_escapes(codec):
        return read_behind_escape(raw, start, end)
    return read_slice(raw[start:end], codec)


def python_codec(codec: str) -> str:
    """Return the codec of Python's that *codec* is made from; itself, mostly."""
    return codec.removeprefix(_OWN)


def is_scannable(codec: str) -> bool:
    """Say whether `<`, `>`, quotes and white space are always themselves in *codec*'s bytes."""
    return not python_codec(codec).startswith(_NOT_SCANNABLE)


def has_escapes(codec: str) -> bool:
    """Say whether *codec* is ISO-2022-JP's."""
    return python_codec(codec) == _ESCAPED


def is_single_byte(codec: str) -> bool:
    """Say whether every byte is a character in *codec*."""
    return python_codec(codec) not in _MULTI_BYTE_CODECS


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Read what Python's codec cannot: NEC's rows in EUC-JP, else U+FFFD; an error handler."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if error.encoding == _EUC_JP and len(pair) == 2 and min(pair) > 0xA0 and max(pair) < 0xFF:
        # One at a time they would put all that follows out of step.
        return nec_character(pair[0] - 0xA0, pair[1] - 0xA0), error.start + 2
    # What is cut off at the end of a slice is read as if markup followed.
    is_cut = error.reason == "incomplete multibyte sequence"
    return _REPLACEMENT, error.start + 1 if is_cut else error.end


@cache
def _single_byte_table(codec: str) -> str:
    """Return the 256 characters of *codec*; bytes that Python leaves out are C1 controls.

    The Encoding Standard fills the same holes below A0; those above it are U+FFFD.
    """
    characters = [bytes([byte]).decode(codec, "replace") for byte in range(256)]
    for byte in range(0x80, 0xA0):
        if characters[byte] == _REPLACEMENT:
            characters[byte] = chr(byte)
    return "".join(characters)


@cache
def _single_byte_codes(codec: str) -> dict[int, int]:
    return {ord(character): byte for byte, character in enumerate(_single_byte_table(codec))}


def _write(text: str, codec: str, errors: str) -> bytes:
    """Return the bytes that `read_slice` reads as *text*."""
    if is_single_byte(codec):
        return codecs.charmap_encode(text, errors, _single_byte_codes(codec))[0]
    return (put_wrong(text) if codec == _EUC_JP else text).encode(codec, errors)


def _find_codec(name: str) -> codecs.CodecInfo | None:
    """Return our own codec of a name as Python spells it, `zaru_utf_8`; None for others."""
    codec = _OWN_CODECS.get(name)
    if codec is None:
        return None
    return codecs.CodecInfo(
        name=_OWN + codec,
        encode=lambda text, errors="strict": (_write(text, codec, errors), len(text)),
        decode=lambda data, _errors="strict": (read_slice(bytes(data), codec), len(data)),
    )


# The codecs in which ASCII is itself.
_ASCII_BASED = frozenset(
    own + codec for codec in CODEC_OF.values() if is_scannable(codec) for own in ("", _OWN)
)
_OWN_CODECS = {_OWN + codec.replace("-", "_"): codec for codec in CODEC_OF.values()}
codecs.register_error("zaru", _replace)
codecs.register(_find_codec)
