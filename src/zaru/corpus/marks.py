"""Marks: e-mail addresses and phone numbers, as bytes of the untouched page or blanked in texts.

An address is found as readers see it: across inline tags, in full-width characters, with any
dash. A number is a phone number only by its form: of Japan, of North America, with a country code,
or of any form behind a word that says so (電話, Tel). Everything is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from zaru.content.segments import Segment, find_segments
from zaru.corpus.sentences.passages import read_passages
from zaru.corpus.sentences.sentences import find_elements
from zaru.page import Page

# Stands for each character of an address that is blanked. It is no markup in Markdown, HTML and
# CSV, no letter that would count for a language, and no text has it by chance.
MASK = "█"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a page says and a corpus may not."""

    kind: str  # "email" or "phone"
    span: tuple[int, int]  # byte offset and length


class _Found(NamedTuple):
    begin: int
    end: int
    kind: str


# What a text must have to have an address: @, or nine digits with little between them.
_HINT = re.compile(r"[@＠]|[0-9０-９](?:[^0-9０-９\n]{0,5}[0-9０-９]){8}")
# Full-width characters as ASCII, blanks as blanks, dashes as "-"; between digits, ー is one, too.
_PLAIN: dict[int, int | str] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "\u3000\u00a0\u2009\u202f"), " "),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-"),
}
_LONG_VOWEL = re.compile(r"(?<=\d)[ーｰ](?=\d)", re.ASCII)

# `@user@host` is a name of the fediverse, `icon@2x.png` a file.
_EMAIL = re.compile(
    r"(?<![\w.%+@-])[.%+-]*"
    r"(?P<email>\w[\w.%+-]{0,63}@(?!\dx\.)(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,24})(?![A-Za-z0-9])"
    r"(?<!\.png)(?<!\.jpg)(?<!\.gif)(?<!\.svg)(?<!\.webp)(?<!\.jpeg)",
    re.ASCII,
)

# No part of something longer: ISBNs, serial numbers. Letters touch a number only where they say
# what it is: TEL03-1234-5678.
_LEFT = r"(?:(?<![\w=%&#+*~-])|(?<=tel)|(?<=fax)|(?<=phone))(?<!\d[.,:(])(?<![a-z]/)"
_RIGHT = r"(?![\d_@])(?!-\d)(?![.,:]\d)"
# Of Japan: area codes and how many digits stand between them and the last four. Of 11 digits are
# mobiles, which Korea and London write in the same form, and free calls.
_AREAS = (
    (r"0[1-9]", 4), (r"0[1-9]\d", 3), (r"0[1-9]\d\d", 2), (r"0[1-9]\d{3}", 1), (r"0[1-9]0", 4),
    (r"0800", 3),
)  # fmt: skip
_FORMS = [
    form
    for area, digits in _AREAS
    for form in (
        *(rf"{area}{mark}\d{{{digits}}}{mark}\d{{4}}" for mark in ("-", " ", r"\.")),
        rf"{area} ?\(\d{{{digits}}}\) ?-?\d{{4}}",
        rf"\({area}\) ?-?\d{{{digits}}}[- ]\d{{4}}",
    )
]
_FORMS += [r"(?:0120|0570|0990)-\d{3}-\d{3}", r"0120-\d{6}", r"0[5789]0-?\d{8}"]
# Of North America.
_FORMS += [
    r"(?:1[-. ])?\(\d{3}\)[- ]?\d{3}[- ]\d{4}",
    *(rf"(?:1{mark})?[2-9]\d\d{mark}[2-9]\d\d{mark}\d{{4}}" for mark in ("-", r"\.")),
]
# With a country code, and what is behind it: of Japan, of North America, of others.
_COUNTRY = r"(?:7|2[07]|3[0-46]|39[-. ]?0?|4[013-9]|5[1-8]|6[0-6]|8[246]|9[0-58]|[2-9]\d\d)"
_ABROAD = (
    r"81\)?[-. ]{0,2}(?:\(0\)|0)?[-. (]{0,2}[1-9](?:[-. ()]{0,2}\d){8,9}",
    r"1\)?[-. ]{0,2}\(?[2-9]\d\d\)?[-. ]{0,2}\d{3}[-. ]?\d{4}",
    _COUNTRY + r"\)?[-. ]{0,2}(?:\(0\))?[-. (]{0,2}[1-9](?:[-. ()]{0,2}\d){6,11}",
)
_DECIMAL = r"\d{1,3}\.\d*(?![\d.])"
_FORMS += [rf"(?:\+(?!{_DECIMAL})|\(\+(?=\d{{1,3}}\)))(?:{'|'.join(_ABROAD)})"]
_PHONE = re.compile(rf"{_LEFT}(?:{'|'.join(_FORMS)}){_RIGHT}", re.ASCII | re.IGNORECASE)
_CALLED_PHONE = re.compile(
    r"(?:(?<![a-z])(?:tel|t[eé]l[eé]phone|t[eé]l|telefon|phone|mobile|fax)"
    r"|電話|携帯|[☎☏℡📞]|ファック?ス|フリーダイヤル|电话|手机|전화)"
    r"[番号代表直通は先の:.,・/()\[\]【】 -]{0,10}?"
    r"(?P<phone>0\d{9,10}(?!\d)|(?!(?:19|20)\d\d[-./ ])\d(?:[-. ()/]{0,2}\d){8,14}"
    r"|\(\d{2,5}\)(?:[-. /]{0,2}\d){5,10})" + _RIGHT,
    re.ASCII | re.IGNORECASE,
)
# What Markdown has between the characters that are read.
_MARKUP = re.compile(r"\\(?=[!-/:-@\[-`{-~])|\*+|`+|~~|</?[a-z]{1,10}>")


def find_marks(page: Page, segments: Sequence[Segment] | None = None) -> tuple[Mark, ...]:
    """Return the addresses that readers of *page* see, in the order of its texts.

    *segments* are those of the whole page, where they are known already. A span shows the address
    as the file writes it, references and inline tags included. Where the place of a text in the
    file is not known exactly, it is that of the text.
    """
    tree = page.tree
    if segments is None:
        segments = find_elements(tree) if tree.is_xml else find_segments(tree)
    texts = [_read(segment) for segment in segments]
    if not _HINT.search("\n".join(texts)):  # one search is cheaper than one in each
        return ()
    hinted = [each for each, text in zip(segments, texts, strict=True) if _HINT.search(text)]
    marks: list[Mark] = []
    for passage in read_passages(tree, hinted):
        found = list(_find(passage.text))
        spans = passage.spans([(each.begin, each.end) for each in found])
        marks += [Mark(each.kind, span) for each, span in zip(found, spans, strict=True)]
    return tuple(marks)


def mask_text(text: str) -> str:
    """Return *text* with each character of its addresses as `MASK`; its length stays the same.

    >>> mask_text("電話は 03-1234-5678、info@example.jp まで")
    '電話は ████████████、███████████████ まで'
    """
    if not _HINT.search(text):
        return text
    parts, done = [], 0
    for begin, end, _ in _find(text):
        parts += [text[done:begin], MASK * (end - begin)]
        done = end
    return "".join([*parts, text[done:]])


def mask_markdown(text: str) -> str:
    """Return Markdown with its addresses masked as by `mask_text`; emphasis in them is left."""
    if not _HINT.search(text):
        return text
    markup = {place for match in _MARKUP.finditer(text) for place in range(*match.span())}
    shown = [place for place in range(len(text)) if place not in markup]
    masked = list(text)
    for begin, end, _ in _find("".join([text[place] for place in shown])):
        for place in shown[begin:end]:
            masked[place] = MASK
            if place - 1 in markup and text[place - 1] == "\\":
                masked[place - 1] = MASK
    return "".join(masked)


def _read(segment: Segment) -> str:
    values, spans = segment.tree.values, segment.tree.spans
    return "".join([cast(str, values[row]) for row in segment.rows if row in spans])


def _find(text: str) -> Iterator[_Found]:
    """Yield the addresses of *text* in order; none overlaps another."""
    plain = _LONG_VOWEL.sub("-", text.translate(_PLAIN))
    found = [_Found(*match.span("email"), "email") for match in _EMAIL.finditer(plain)]
    found += [_Found(*match.span(), "phone") for match in _PHONE.finditer(plain)]
    found += [_Found(*match.span("phone"), "phone") for match in _CALLED_PHONE.finditer(plain)]
    end = 0
    for each in sorted(found, key=lambda each: (each.begin, -each.end)):
        if each.begin >= end:
            yield each
            end = each.end
