"""Which encoding a page is really in, and its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property

from zaru.text.codes import read_body
from zaru.text.labels import CODEC_OF, MULTI_BYTE, UNICODE, encoding_for_label, find_labels

try:
    from zaru.text import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Decoded:
    """A page's text and how it was decoded."""

    raw: bytes = field(repr=False)
    encoding: str  # the WHATWG name: "UTF-8", "Shift_JIS", "windows-1252", …
    codec: str  # that reads it: "utf-8", "cp932", …; "zaru_cp932" where Python's raises or misreads
    start: int = 0  # bytes of the byte order mark before the text
    damaged: int = 0  # how many U+FFFD stand for undecodable bytes

    @cached_property
    def text(self) -> str:
        """The text without the byte order mark; undecodable bytes are U+FFFD.

        Made when it is first asked for: a parser reads the bytes.
        """
        return self.raw[self.start :].decode(self.codec)

    def head(self, length: int) -> str:
        """Return the first *length* characters of the text."""
        if "text" in vars(self) or self.codec != "utf-8":
            return self.text[:length]
        # A character has at most four bytes: what is cut in the middle stands behind the others.
        return self.raw[self.start : self.start + 4 * length].decode("utf-8", "ignore")[:length]

    def with_text(self, text: str) -> Decoded:
        """Return itself, when its text has been made already."""
        vars(self)["text"] = text
        return self


_MARKS = ((b"\xef\xbb\xbf", "UTF-8"), (b"\xff\xfe", "UTF-16LE"), (b"\xfe\xff", "UTF-16BE"))
_WITH_REPLACEMENT = UNICODE | {"gb18030", "GBK"}  # they can say U+FFFD
_HIGH_BYTES = bytes(range(0x80, 0x100))
_ESCAPED_KANJI = re.compile(rb"\x1b\$(?:[@B]|\([DOPQ])([^\x1b]*)")
_ESCAPED_KANA = re.compile(rb"\x1b\(I([^\x1b]*)")

# UTF-16 without a mark: the share of characters that are ASCII. Markup alone gives more than
# this; a stray NUL in another encoding gives less.
_UTF16_ASCII_SHARE = 0.1
_UTF16_HEAD_BYTES = 4096
_UTF16_MIN_NULS = 3  # so many in a row of bytes; "<p>" has three, a stray NUL is one
# A page is UTF-8 when more than this share of its characters beyond ASCII are. Legacy pages of
# the Japanese bench reach 0.31 by chance; UTF-8 pages with broken bytes stay above 0.9.
_UTF8_SHARE = 0.5


def decode(raw: bytes, *, charset: str | None = None) -> Decoded:
    """Return the text of a page; *charset* is what HTTP said. Never raises.

    The bytes decide: byte order mark, UTF-8, ISO-2022-JP escapes. What HTTP or the page declares
    is believed only where the text that it gives looks like text, for declared names are often
    wrong. UTF-7 is never used. A page in ASCII is UTF-8.

    The text is `raw[start:].decode(codec)`, and so is every slice of it. The wave dash stays as
    the codec has it: U+FF5E from Shift_JIS, U+301C from EUC-JP and ISO-2022-JP.

    >>> decode("<p>①日本のページ".encode("cp932"), charset="utf-8").text
    '<p>①日本のページ'
    """
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            start = len(mark)
            utf8 = _decode_utf8(raw, start) if encoding == "UTF-8" else None
            return utf8 or _decode_as(encoding, raw, start=start)
    if b"\0" in raw[:_UTF16_HEAD_BYTES] and (encoding_found := _utf16_order(raw)):
        return _decode_as(encoding_found, raw)
    if b"\x1b" in raw and _is_escaped_japanese(raw):
        return _decode_as("ISO-2022-JP", raw)
    if utf8 := _decode_utf8(raw):
        return utf8
    is_utf8 = _is_mostly_utf8(raw)
    return _decode_as("UTF-8" if is_utf8 else _find_legacy_encoding(raw, charset), raw)


def _decode_utf8(raw: bytes, start: int = 0) -> Decoded | None:
    """Return a page that is UTF-8 from *start* to its end; None for others."""
    decoded = Decoded(raw, "UTF-8", "utf-8", start)
    if _kernel is not None:
        return decoded if _kernel.is_utf8(raw, start) else None
    try:
        return decoded.with_text(raw[start:].decode("utf-8"))
    except UnicodeDecodeError:
        return None


def _utf16_order(raw: bytes) -> str | None:
    """Return the UTF-16 that the page's NUL bytes show, None when they show none."""
    head = raw[:_UTF16_HEAD_BYTES]
    first, second = head[::2].count(0), head[1::2].count(0)
    if max(first, second) < _UTF16_MIN_NULS:
        return None
    if max(first, second) < _UTF16_ASCII_SHARE * len(head) / 2 or min(first, second) * 10 > max(
        first, second
    ):
        return None
    return "UTF-16LE" if second > first else "UTF-16BE"


def _is_escaped_japanese(raw: bytes) -> bool:
    """Say whether more of the page's text stands after JIS escapes than in bytes beyond ASCII."""
    escaped = sum(map(len, _ESCAPED_KANJI.findall(raw)))
    escaped += sum(map(len, _ESCAPED_KANA.findall(raw)))
    return escaped > len(raw) - len(raw.translate(None, _HIGH_BYTES))


def _is_mostly_utf8(raw: bytes) -> bool:
    beyond_ascii, replaced = (_kernel.count_utf8 if _kernel else count_utf8)(raw)
    return beyond_ascii - replaced > _UTF8_SHARE * beyond_ascii


def count_utf8(raw: bytes, /) -> tuple[int, int]:
    """Return how many characters of *raw* as UTF-8 are beyond ASCII, and how many U+FFFD."""
    text = raw.decode("utf-8", "replace")
    return len(text) - len(raw.translate(None, _HIGH_BYTES)), text.count("\ufffd")


def _decode_as(encoding: str, raw: bytes, *, start: int = 0) -> Decoded:
    body = raw[start:] if start else raw
    text, codec = read_body(body, encoding)
    damaged = 0
    if codec != CODEC_OF[encoding] or encoding not in MULTI_BYTE:
        damaged = text.count("\ufffd")
    if damaged and encoding in _WITH_REPLACEMENT:  # some may be written in the page
        damaged -= body.decode(CODEC_OF[encoding], "ignore").count("\ufffd")
    return Decoded(raw, encoding, codec, start, max(damaged, 0)).with_text(text)


@dataclass(frozen=True, slots=True)
class _Habit:
    """What text in a legacy encoding of East Asia mostly consists of."""

    common: frozenset[str]  # nearly all of a text
    hallmark: frozenset[str]  # a good part of a text; rare where other encodings are misread


def _rows(codec: str, leads: Iterable[int], trails: range = range(0xA1, 0xFF)) -> str:
    pairs = [bytes((lead, trail)) for lead in leads for trail in trails]
    return b"\n".join(pairs).decode(codec, "ignore").replace("\n", "")


@cache
def _habit(encoding: str) -> _Habit:
    """Return the punctuation, letters and first level of ideographs of *encoding*.

    The first levels were made from frequency, so the code tables themselves are the statistics.
    """
    if encoding in ("Shift_JIS", "EUC-JP"):
        kana = _rows("euc_jis_2004", (0xA4, 0xA5))
        rest = _rows("euc_jis_2004", (0xA1, 0xA3, 0xAD, *range(0xB0, 0xD0)))
        return _Habit(frozenset(kana + rest), frozenset(kana) | _HALF_WIDTH_KANA)
    if encoding == "EUC-KR":
        hangul = _rows("cp949", range(0xB0, 0xC9))
        return _Habit(frozenset(hangul + _rows("cp949", (0xA1, 0xA3))), frozenset(hangul))
    if encoding == "Big5":
        low = _rows("big5hkscs", range(0xA4, 0xC7), range(0x40, 0x7F))  # EUC has no such trails
        rest = _rows("big5hkscs", range(0xA1, 0xC7)) + _rows(
            "big5hkscs", range(0xA1, 0xA4), range(0x40, 0x7F)
        )
        return _Habit(frozenset(low + rest), frozenset(low))
    late = _rows("gb18030", range(0xC9, 0xD8))  # hangul, misread, stops before these
    rest = _rows("gb18030", (0xA1, 0xA3, *range(0xB0, 0xC9)))
    return _Habit(frozenset(late + rest), frozenset(late))


_HALF_WIDTH_KANA = frozenset(map(chr, range(0xFF66, 0xFFA0)))
_EAST_ASIAN = ("Shift_JIS", "EUC-JP", "GBK", "Big5", "EUC-KR")
# Two or more characters of an East Asian encoding in a row. In the languages of Europe most
# letters beyond ASCII stand alone; “it’s” in windows-1252 would be good Shift_JIS otherwise.
_RUN = re.compile(rb"[\x80-\xff](?:[\x40-\x7e]?+[\x80-\xff])++[\x40-\x7e]?+")
_SAMPLE_BYTES = 8192
# The share of bytes beyond ASCII that stand in runs: above it, the page may be East Asian.
_RUN_SHARE = 0.5
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_FEW_ERRORS = 0.1  # the share of errors at which a declared encoding is still believed
# How well text must fit an encoding. Of 199 legacy pages of the Japanese bench 197 score 0.89 and
# more in their own (lists of rare kanji 0.47 and 0.79), none more than 0.72 in another.
_SURE = 0.9
_PLAUSIBLE = 0.8
_POSSIBLE = 0.5
# A declared encoding wins against one that fits better by so much. In short text the hallmark
# may be missing: a title of kanji only is EUC-JP where that is declared.
_MARGIN = 0.1
_SHORT_MARGIN = 0.35
_SHORT_BYTES = 60
_FEW_BYTES = 12  # the letters of one Polish word may be good Korean
# Text with less than this share of hallmarks loses up to the penalty: hangul, misread, is
# ideographs that are all common in Japanese and Chinese.
_HALLMARK_SHARE = 0.1
_HALLMARK_PENALTY = 0.3
# KOI8-R reads well as GBK but for one error in each second word.
_ERROR_WEIGHT = 3


def _find_legacy_encoding(raw: bytes, charset: str | None) -> str:
    """Return the encoding of a page that is not Unicode and has no escapes."""
    declared = _declared_encodings(raw, charset)
    sample, run_share = _sample(raw)
    if run_share >= _RUN_SHARE:
        if found := _find_east_asian(sample, declared):
            return found
        if len(sample) > _SHORT_BYTES:  # no language of windows-1252 has such runs
            declared = [encoding for encoding in declared if encoding != "windows-1252"]
    believed = (encoding for encoding in declared if _has_few_errors(raw, encoding))
    return next(believed, None) or _detect(raw) or "windows-1252"


def _find_east_asian(sample: bytes, declared: list[str]) -> str | None:
    """Return the East Asian encoding that *sample* is in, None when it fits none of them."""
    for encoding in declared:
        if encoding in MULTI_BYTE and _score(sample, encoding) >= _SURE:
            return encoding
    scores = {encoding: _score(sample, encoding) for encoding in _EAST_ASIAN}
    scores["gb18030"] = scores["GBK"]
    best = max(scores, key=lambda encoding: scores[encoding])
    margin = _MARGIN if len(sample) > _SHORT_BYTES else _SHORT_MARGIN
    for encoding in declared:
        if scores.get(encoding, 0) >= max(_POSSIBLE, scores[best] - margin):
            return encoding
    if not declared:
        return best if scores[best] >= _PLAUSIBLE else None
    # What is declared fits any bytes, so it takes more to overrule it.
    return best if scores[best] >= _SURE and len(sample) > _FEW_BYTES else None


def _has_few_errors(raw: bytes, encoding: str) -> bool:
    if encoding not in MULTI_BYTE:
        return True
    text = raw.decode(CODEC_OF[encoding], "replace")
    beyond_ascii = sum(map(len, _BEYOND_ASCII.findall(text)))
    return text.count("\ufffd") <= _FEW_ERRORS * beyond_ascii


def _declared_encodings(raw: bytes, charset: str | None) -> list[str]:
    """Return what HTTP and the page declare, without what the bytes have already ruled out."""
    labels = [charset, *find_labels(raw)] if charset else find_labels(raw)
    encodings = []
    for label in labels:
        encoding = encoding_for_label(label)
        if encoding == "x-user-defined":  # what the HTML standard makes of it in a page
            encoding = "windows-1252"
        if encoding in CODEC_OF and encoding not in _RULED_OUT:
            encodings.append(encoding)
    return encodings


_RULED_OUT = UNICODE | {"ISO-2022-JP"}


def _sample(raw: bytes) -> tuple[bytes, float]:
    """Return runs from all over the page, and the share of bytes beyond ASCII that are in runs."""
    runs = _kernel.find_runs(raw) if _kernel else _RUN.findall(raw)
    joined = b" ".join(runs)
    in_runs = len(joined) - len(joined.translate(None, _HIGH_BYTES))
    all_high = len(raw) - len(raw.translate(None, _HIGH_BYTES))
    if len(joined) > _SAMPLE_BYTES:
        joined = b" ".join(runs[:: len(joined) // _SAMPLE_BYTES + 1])[: 2 * _SAMPLE_BYTES]
    return joined, in_runs / all_high if all_high else 0.0


def _score(sample: bytes, encoding: str) -> float:
    """Return how much of *sample*, read in *encoding*, is what such text consists of: 0 to 1."""
    count = _kernel.count_kinds if _kernel else count_kinds
    counts = count(sample.decode(CODEC_OF[encoding], "replace"), _kinds(encoding))
    total, errors = sum(counts), counts[_ERROR]
    if not total:
        return 0.0
    counts[_ERROR] = 0
    common, hallmark, half = (
        sum(count for kind, count in enumerate(counts) if kind & bit)
        for bit in (_COMMON, _HALLMARK, _HALF)
    )
    common_share = (common + half / 2) / total  # EUC-JP, misread as Shift_JIS, is full of half ones
    missing = 1 - min(1, hallmark / total / _HALLMARK_SHARE)
    return common_share - _HALLMARK_PENALTY * missing - _ERROR_WEIGHT * (errors / total)


# What a character is, as bits.
_COMMON, _HALLMARK, _HALF = 1, 2, 4
_ERROR = _COMMON | _HALF  # no character is both


@cache
def _kinds(encoding: str) -> bytes:
    """Return a byte for each character: what it is in text of *encoding*."""
    habit = _habit(encoding)
    kinds = bytearray(0x30000)
    for character in habit.common:
        kinds[ord(character)] |= _COMMON
    for character in _HALF_WIDTH_KANA:
        kinds[ord(character)] |= 0 if character in habit.common else _HALF
    for character in habit.hallmark:
        kinds[ord(character)] |= _HALLMARK
    kinds[ord("\ufffd")] = _ERROR
    return bytes(kinds)


def count_kinds(text: str, kinds: bytes, /) -> list[int]:
    """Return how many characters of *text* beyond ASCII are of each of eight *kinds*."""
    counts = [0] * 8
    for character, count in Counter(text).items():
        if character >= "\x80":
            counts[kinds[ord(character)] if ord(character) < len(kinds) else 0] += count
    return counts


def _detect(raw: bytes) -> str | None:
    """Return what uchardet finds, None when that is nothing that the web knows.

    Where windows-1252 gives the same text, it is windows-1252.
    """
    import cchardet  # slow to import, and most pages never come here

    encoding = encoding_for_label(cchardet.detect(raw)["encoding"] or "")
    if encoding not in CODEC_OF or encoding in _RULED_OUT or encoding == "windows-1252":
        return None
    same = _decode_as(encoding, raw).text == _decode_as("windows-1252", raw).text
    return None if same else encoding
