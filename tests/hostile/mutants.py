"""Mutated pages: our own pages and tag soup, re-encoded, then flipped, cut, joined, filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random

from tests import soup

ROOT = Path(__file__).parents[2]
MAX_BYTES = 12_000  # of a seed, so that ten thousand pages take minutes
# A label that pages write, and the codec in which the page is written.
ENCODINGS = {
    "utf-8": "utf-8",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "windows-1252": "cp1252",
    "windows-1251": "cp1251",
    "windows-874": "cp874",
    "gbk": "gbk",
    "big5": "big5",
    "euc-kr": "cp949",
}
SENTENCES = (
    "古い水車小屋は川のそばに立っていて、もう何年も誰も住んでいない。①髙橋～ｱｲｳ",
    "Déjà vu: “l’été” à 3 € — naïve Leute in München.",
    "Старая мельница стоит у реки, и в ней давно никто не живёт.",
    "โรงสีเก่าตั้งอยู่ริมแม่น้ำ และไม่มีใครอาศัยอยู่ที่นั่นมาหลายปีแล้ว",
    "古老的水车站在河边，很多年没有人住了。古老的水車站在河邊，很多年沒有人住了。",
    "오래된 물레방아는 강가에 서 있고, 몇 년 동안 아무도 살지 않았다.",
)
# Bytes that change what the bytes behind them mean: in codecs, in markup, in references.
INSERTS = (
    b"\x1b$B", b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$", b"\x1b", b"\xff\xfe",
    b"\xfe\xff", b"\xef\xbb\xbf", b"\x80", b"\x81", b"\x8d", b"\x8e", b"\x8f", b"\x90", b"\x9d",
    b"\xa0", b"\xe2\x80\x9d", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xd8\x00", b"\x00",
    b"\x00\x00", b"\x0e", b"\x0f", b"\x1a", b"\x7f", b"~{", b"~}", b"\r", b"\r\n", b"\x0c",
    b"\x0b", b"&", b"&#", b"&#0;", b"&#x80;", b"&#xD800;", b"&#1114112;", b"&nbsp", b"&notit;",
    b"<", b"</", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?xml version='1.0'?>",
    b"<?xml version='1.0' encoding='shift_jis'?>", b"<svg>", b"<math>", b"<table>", b"<tr>",
    b"<td>", b"</table>", b"<select>", b"<template>", b"<textarea>\n", b"<textarea>\n\r&nbsp;",
    b"<pre>\n", b"<plaintext>", b"<title>", b"<script>", b"</script>", b"<style>", b"<noscript>",
    b"<iframe>", b"<xmp>", b"<frameset>", b"<object", b"</p>", b"</body>", b"</html>", b"</head>",
    b"<br>", b"</br>", b"<ruby>", b"<rt>", b"<a href=", b"<img src=x>", b"<base href='http://b/'>",
    b"<meta charset=utf-16>", b"<meta charset=x-user-defined>", b"<meta charset=windows-1252>",
    b"<meta http-equiv=content-type content='text/html;charset=gbk'>",
    b"<time datetime=2020-02-30>", b"<link rel=canonical href='//[::1'>",
    b"<a href='http://[x'>y</a>", b"<li>", b"<h2>", b"<h1><b>", b"<td rowspan=0 colspan=99999>",
    b"<ol start=-1><li value=x>", b"2020-01-02", b"99999-99-99", b"0000-00-00", b"12:61:00+99:99",
    b"9" * 400, b'<script type=application/ld+json>{"@type":"Article","articleBody":"b"}',
)  # fmt: skip

Mutation = Callable[[Random, bytes, bytes], bytes]


@cache
def seeds() -> tuple[str, ...]:
    """Return the pages that are mutated: those of examples/ and tests/, decoded."""
    paths = sorted([*ROOT.glob("examples/**/*.html"), *ROOT.glob("tests/pages/**/*.html")])
    pages = []
    for path in paths:
        raw = path.read_bytes()
        for codec in ("utf-8", "cp932"):
            try:
                pages.append(raw.decode(codec))
                break
            except UnicodeDecodeError:
                continue
    return tuple(pages)


def build_mutant(seed: int) -> bytes:
    """Return the page of number *seed*, always the same."""
    random = Random(seed)
    raw, other = _build_seed(random), _build_seed(random)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        raw = change(random, raw, other)
    return raw


def change(random: Random, raw: bytes, other: bytes) -> bytes:
    """Return *raw* with one change at random; *other* is what it may be joined with."""
    return random.choice(_MUTATIONS)(random, raw, other)


def _build_seed(random: Random) -> bytes:
    label = random.choice(tuple(ENCODINGS))
    text = _build_soup(random) if random.random() < 0.4 else random.choice(seeds())
    if len(text) > MAX_BYTES and random.random() < 0.9:
        start = random.randrange(len(text) - MAX_BYTES // 2)
        text = text[start : start + MAX_BYTES]
    place = random.randrange(len(text) + 1)
    text = f"{text[:place]}<p>{random.choice(SENTENCES) * random.choice((1, 3))}</p>{text[place:]}"
    if random.random() < 0.7:
        text = f"<meta charset={label}>{text}"
    errors = random.choice(("xmlcharrefreplace", "ignore", "replace"))
    return text.encode(ENCODINGS[label], errors)


def _build_soup(random: Random) -> str:
    words = (*soup.ASCII_WORDS, *(word for words in soup.WORDS.values() for word in words))
    pieces: list[str] = []
    for _ in range(random.randrange(1, 120)):
        slash = random.choice(("", "", "/"))
        pieces += random.choice(
            (
                (f"<{slash}{random.choice(soup.TAGS)}>",),
                (random.choice(words),),
                (random.choice(SENTENCES),),
                (random.choice(soup.MARKUP),),
                (random.choice(soup.REFERENCES + soup.CONTROLS),),
            )
        )
    return "".join(pieces)


def _cut(random: Random, raw: bytes) -> tuple[int, int]:
    start = random.randrange(len(raw) + 1)
    return start, min(len(raw), start + random.choice((1, 2, 3, 10, 100, 3000)))


def _flip(random: Random, raw: bytes, _other: bytes) -> bytes:
    data = bytearray(raw)
    for _ in range(min(len(data), random.choice((1, 3, 20)))):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def _overwrite(random: Random, raw: bytes, _other: bytes) -> bytes:
    data = bytearray(raw)
    for _ in range(min(len(data), random.choice((1, 3, 20)))):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def _truncate(random: Random, raw: bytes, _other: bytes) -> bytes:
    return raw[: random.randrange(len(raw) + 1)]


def _remove(random: Random, raw: bytes, _other: bytes) -> bytes:
    start, end = _cut(random, raw)
    return raw[:start] + raw[end:]


def _repeat(random: Random, raw: bytes, _other: bytes) -> bytes:
    start, end = _cut(random, raw)
    return raw[:end] + raw[start:end] * random.choice((1, 2, 30)) + raw[end:]


def _insert(random: Random, raw: bytes, _other: bytes) -> bytes:
    for _ in range(random.choice((1, 2, 8))):
        place = random.randrange(len(raw) + 1)
        raw = raw[:place] + random.choice(INSERTS) + raw[place:]
    return raw


def _join(random: Random, raw: bytes, other: bytes) -> bytes:
    return raw[: random.randrange(len(raw) + 1)] + other[random.randrange(len(other) + 1) :]


def _noise(random: Random, raw: bytes, _other: bytes) -> bytes:
    start, end = _cut(random, raw)
    return raw[:start] + random.randbytes(end - start) + raw[end:]


_MUTATIONS: Sequence[Mutation] = (
    _flip, _overwrite, _truncate, _remove, _repeat, _insert, _insert, _join, _noise,
)  # fmt: skip
