"""Pages that show no text and carry it as data: linked data, the state of an application.

A browser would run their scripts. Such a page is read once more, with its texts written where they
stand in the data and every other byte where it was, so that spans stay true: an escape becomes its
character, and what is left of it NUL, which HTML leaves out of texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# An application's page is small before its script has run.
MAX_ROWS = 200
# Characters: a page that shows more has a text, and so has one whose `noscript` has more.
MAX_SHOWN, MAX_NOTICE = 100, 400
_MIN_BYTES = 300  # of all texts in the data; less is a name or a notice
_LEAST = 120  # bytes of one text; shorter ones are names and labels
_BYTES_A_BLANK = 30  # at most, in a text; other strings are addresses, keys and code
_MAX_BYTES = 2_000_000  # of the texts that are read

# All end with the file at the latest, so that no page makes them slow.
_SCRIPT = re.compile(
    rb"<script\b([^<>]*+)>((?:[^<]++|<(?!/script))*+)(?:</script[^<>]*+>?|\Z)", re.IGNORECASE
)
_NOSCRIPT = re.compile(
    rb"<noscript\b(?:[^<]++|<(?!/noscript))*+(?:</noscript[^<>]*+>?|\Z)", re.IGNORECASE
)
_LINKED, _STATE = b"application/ld+json", b"application/json"  # the first says more
_STRING = re.compile(rb'"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
_BLANK = re.compile(rb"[ \x80-\xff]|\\[nu]")  # most signs beyond ASCII are words of their own
_NO_TEXT = (b"{", b"[", b"http", b"data:")
_SIGN = re.compile(
    rb"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})"
    rb"|(?:\\[nr]){2,}+|\\(.)|<(?=[a-zA-Z/!])|>",
    re.DOTALL,
)
_TAG = re.compile(rb"[a-zA-Z!/]|\\/")  # what follows on `<` where a tag begins
_CONTROLS = {b"n": b"\n", b"r": b"\n", b"t": b"\t", b"b": b" ", b"f": b" "}
_PARAGRAPH = b"<p>"


def write_embedded(source: bytes) -> bytes | None:
    """Return *source*, as long as it is, with the texts of its data as markup; None without any.

    >>> page = b'<script type="application/ld+json">{"text": "%s"}</script>' % (b"A sieve. " * 40)
    >>> (write_embedded(page) or b"").split()[:3]
    [b'<p>A', b'sieve.', b'A']
    """
    for kind in (_LINKED, _STATE):
        found = bytearray(source)
        size = 0
        for script in _SCRIPT.finditer(source):
            if kind in script[1].lower():
                found[script.start() : script.end()] = b" " * len(script[0])
                for start, text in _find_texts(script):
                    size += len(text)
                    if size <= _MAX_BYTES:
                        found[start - len(_PARAGRAPH) : start] = _PARAGRAPH
                        found[start : start + len(text)] = _spell(text)
        if size >= _MIN_BYTES:
            return _NOSCRIPT.sub(lambda notice: b" " * len(notice[0]), bytes(found))
    return None


def _find_texts(script: re.Match[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the strings of a script that read like texts, and where they stand; none twice."""
    known = set[bytes]()
    for string in _STRING.finditer(script[2]):
        text = string[1]
        if len(text) < _LEAST or text.startswith(_NO_TEXT) or text in known:
            continue
        if len(_BLANK.findall(text)) * _BYTES_A_BLANK >= len(text):
            known.add(text)
            yield script.start(2) + string.start(1), text


def _spell(text: bytes) -> bytes:
    """Return what a string of JSON says, as long as it is written.

    >>> _spell(rb"a\\u003cb\\u003e\\u00e9")
    b'a\\x00\\x00\\x00\\x00\\x00<b     >\\x00\\x00\\x00\\x00\\xc3\\xa9'
    """
    out, end, in_tag = bytearray(), 0, False
    for sign in _SIGN.finditer(text):
        out += text[end : sign.start()]
        end = sign.end()
        said = _read(sign)
        if said == b"/" and out.endswith(b"<"):  # `<\/`: nothing may stand between
            out[-1:], said = b"\0", b"</"
        gap = len(sign[0]) - len(said)
        if not in_tag:  # what would end a line stands before what is left out, a sign behind it
            out += said + bytes(gap) if said.isspace() else bytes(gap) + said
        elif said == b"/":  # in an address, of which a line end is no part
            out += said + b"\n" * gap
        elif said == b'"' and not out[-8:].rstrip().endswith(b"="):
            out += said + b" " * gap
        else:
            out += b" " * gap + said
        in_tag = bool(_TAG.match(text, end)) if said == b"<" else in_tag and said != b">"
    return bytes(out + text[end:])


def _read(sign: re.Match[bytes]) -> bytes:
    """Return what an escape, or what may begin or end a tag, says; never more than it takes."""
    high, low, code, plain = sign.groups()
    if high:
        point = 0x10000 + (int(high, 16) - 0xD800) * 0x400 + int(low, 16) - 0xDC00
        return chr(point).encode()
    if code:
        return chr(int(code, 16)).encode("utf-8", "replace")
    if plain:
        return _CONTROLS.get(plain, plain)
    return sign[0] if len(sign[0]) == 1 else _PARAGRAPH
