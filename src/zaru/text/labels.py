"""The names that the web gives to encodings, and where a page writes them.

The table is the one of the Encoding Standard, https://encoding.spec.whatwg.org/#names-and-labels
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

# Every label of the standard is in `labels.json`. "iso-8859-1" and "ascii" mean windows-1252
# there, and "replacement" is what remains of encodings that were used for attacks. There is no
# UTF-7.
_LABELS_OF: dict[str, str] = json.loads(Path(__file__).with_name("labels.json").read_bytes())
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
