"""The names that the web gives to encodings, and where a page writes them.

The table is the one of the Encoding Standard, https://encoding.spec.whatwg.org/#names-and-labels
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Every label of the standard is here. "iso-8859-1" and "ascii" mean windows-1252 there, and
# "replacement" is what remains of encodings that were used for attacks. There is no UTF-7.
_LABELS_OF = {
    "UTF-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "IBM866": "866 cp866 csibm866 ibm866",
    "ISO-8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2"
    " iso_8859-2:1987 l2 latin2",
    "ISO-8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3"
    " iso_8859-3:1988 l3 latin3",
    "ISO-8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4"
    " iso_8859-4:1988 l4 latin4",
    "ISO-8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595"
    " iso_8859-5 iso_8859-5:1988",
    "ISO-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6"
    " iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "ISO-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126"
    " iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    "ISO-8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138"
    " iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual",
    "ISO-8859-8-I": "csiso88598i iso-8859-8-i logical",
    "ISO-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "ISO-8859-13": "iso-8859-13 iso8859-13 iso885913",
    "ISO-8859-14": "iso-8859-14 iso8859-14 iso885914",
    "ISO-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "ISO-8859-16": "iso-8859-16",
    "KOI8-R": "cskoi8r koi koi8 koi8-r koi8_r",
    "KOI8-U": "koi8-ru koi8-u",
    "macintosh": "csmacintosh mac macintosh x-mac-roman",
    "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "windows-1250": "cp1250 windows-1250 x-cp1250",
    "windows-1251": "cp1251 windows-1251 x-cp1251",
    "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100"
    " iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252",
    "windows-1253": "cp1253 windows-1253 x-cp1253",
    "windows-1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9"
    " iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254",
    "windows-1255": "cp1255 windows-1255 x-cp1255",
    "windows-1256": "cp1256 windows-1256 x-cp1256",
    "windows-1257": "cp1257 windows-1257 x-cp1257",
    "windows-1258": "cp1258 windows-1258 x-cp1258",
    "x-mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "GBK": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "gb18030": "gb18030",
    "Big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "EUC-JP": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "ISO-2022-JP": "csiso2022jp iso-2022-jp",
    "Shift_JIS": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "EUC-KR": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989"
    " ksc5601 ksc_5601 windows-949",
    "replacement": "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement",
    "UTF-16BE": "unicodefffe utf-16be",
    "UTF-16LE": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    "x-user-defined": "x-user-defined",
}
# Not in the standard: what pages write by mistake and how uchardet calls Korean.
_OTHER_LABELS_OF = {
    "Shift_JIS": "cp932 ms_932 windows-932 x-ms-cp932 shiftjis shift_jis-2004",
    "EUC-JP": "eucjp euc_jp ujis eucjp-ms euc-jisx0213",
    "ISO-2022-JP": "iso2022jp iso2022-jp jis iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3",
    "UTF-8": "utf_8",
    "GBK": "cp936 euc-cn",
    "Big5": "cp950",
    "EUC-KR": "uhc cp949",
}
_ENCODING_OF = {
    label: encoding
    for table in (_OTHER_LABELS_OF, _LABELS_OF)
    for encoding, labels in table.items()
    for label in labels.split()
}
STANDARD_LABELS = frozenset(label for labels in _LABELS_OF.values() for label in labels.split())

# Python's own tables lose what pages use: shift_jis and euc_jp have no ①, gbk no four-byte
# characters, euc_kr not all syllables. iso2022_jp_ext is the one that reads half-width kana.
CODEC_OF = {
    "UTF-8": "utf-8",
    "UTF-16LE": "utf-16-le",
    "UTF-16BE": "utf-16-be",
    "Shift_JIS": "cp932",
    "EUC-JP": "euc_jis_2004",
    "ISO-2022-JP": "iso2022_jp_ext",
    "GBK": "gb18030",
    "gb18030": "gb18030",
    "Big5": "big5hkscs",
    "EUC-KR": "cp949",
    "IBM866": "cp866",
    "KOI8-R": "koi8_r",
    "KOI8-U": "koi8_u",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874",
    **{f"windows-{page}": f"cp{page}" for page in range(1250, 1259)},
    **{f"ISO-8859-{part}": f"iso8859_{part}" for part in (*range(2, 9), 10, 13, 14, 15, 16)},
    "ISO-8859-8-I": "iso8859_8",
}
UNICODE = frozenset(("UTF-8", "UTF-16LE", "UTF-16BE"))
MULTI_BYTE = UNICODE | {"Shift_JIS", "EUC-JP", "ISO-2022-JP", "GBK", "gb18030", "Big5", "EUC-KR"}

# Browsers look at 1,024 bytes; old pages have long comments before their meta element.
_HEAD_BYTES = 8192
_SPACE = b" \t\r\n\f"
# None of these can go back: each search is one step for each byte.
_DECLARATION = re.compile(rb"<(?:!--|\?xml|[Mm][Ee][Tt][Aa](?=[ \t\r\n\f/]))")
_BEFORE_NAME = re.compile(rb"[^ \t\r\n\f/]")
_NAME_END = re.compile(rb"[ \t\r\n\f/>=]")
_VALUE_END = re.compile(rb"[ \t\r\n\f>]")
_NOT_SPACE = re.compile(rb"[^ \t\r\n\f]")


def encoding_for_label(label: str) -> str | None:
    """Return the standard name of the encoding that *label* means, None for unknown labels.

    >>> encoding_for_label(" X-SJIS ")
    'Shift_JIS'
    >>> encoding_for_label("utf-7") is None
    True
    """
    return _ENCODING_OF.get(label.strip(" \t\r\n\f\"'").lower())


def find_labels(raw: bytes) -> list[str]:
    """Return the labels that the beginning of a page declares, in their order.

    They come from `<?xml encoding=…?>`, `<meta charset=…>` and `<meta http-equiv content=…>`.

    >>> find_labels(b"<meta http-equiv=content-type content='text/html; charset=EUC-JP'>")
    ['EUC-JP']
    """
    head = raw[:_HEAD_BYTES]
    labels: list[str] = []
    found = _DECLARATION.search(head)
    while found:
        end = found.end()
        if found[0] == b"<!--":
            end = head.find(b"-->", found.start() + 2)
            if end < 0:
                break
        elif found[0] == b"<?xml":
            labels += _label_after(head[end:].partition(b">")[0], b"encoding")
        else:
            attributes, end = _read_attributes(head, end)
            labels += _labels_of_meta(attributes)
        found = _DECLARATION.search(head, end)
    return [label for label in labels if label]


def _labels_of_meta(attributes: dict[bytes, bytes]) -> Iterator[str]:
    if b"charset" in attributes:
        yield attributes[b"charset"].decode("latin-1").strip()
    elif attributes.get(b"http-equiv", b"").strip().lower() == b"content-type":
        yield from _label_after(attributes.get(b"content", b""), b"charset")


def _label_after(text: bytes, name: bytes) -> Iterator[str]:
    """Yield the value of the first `name = value` in *text*, with or without quotes."""
    at = text.lower().find(name)
    while at >= 0:
        rest = text[at + len(name) :].lstrip(_SPACE)
        if rest.startswith(b"="):
            value = rest[1:].lstrip(_SPACE)
            quote = value[:1]
            if quote in (b'"', b"'"):
                value = value[1:].partition(quote)[0]
            yield (value.replace(b";", b" ").split() or [b""])[0].decode("latin-1")
            return
        at = text.lower().find(name, at + 1)


def _read_attributes(head: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Return the attributes of the tag whose name ends before *at*, and where the tag ends.

    As https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing
    does it: the first of two attributes with one name counts.
    """
    attributes: dict[bytes, bytes] = {}
    at = _first_of(_BEFORE_NAME, head, at)
    while at < len(head) and head[at : at + 1] != b">":
        start, at = at, _first_of(_NAME_END, head, at + 1)
        name, value = head[start:at].lower(), b""
        after = _first_of(_NOT_SPACE, head, at)
        if head[after : after + 1] == b"=":
            value, at = _read_value(head, _first_of(_NOT_SPACE, head, after + 1))
        attributes.setdefault(name, value)
        at = _first_of(_BEFORE_NAME, head, at)
    return attributes, at


def _read_value(head: bytes, at: int) -> tuple[bytes, int]:
    quote = head[at : at + 1]
    if quote in (b'"', b"'"):
        end = head.find(quote, at + 1)
        return (head[at + 1 : end], end + 1) if end >= 0 else (b"", len(head))
    end = _first_of(_VALUE_END, head, at)
    return head[at:end], end


def _first_of(stops: re.Pattern[bytes], head: bytes, at: int) -> int:
    found = stops.search(head, at)
    return found.start() if found else len(head)
