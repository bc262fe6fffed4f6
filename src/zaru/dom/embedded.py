"""Pages that show no text and carry it as data: linked data, the state of an application.

A browser would run their scripts. Such a page is read once more, with its texts written where they
stand in the data and every other byte where it was, so that spans stay true: an escape becomes its
character, and what is left of it NUL, which HTML leaves out of texts. Data are JSON, in a script or
in an attribute; a string of JSON may be JSON again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from zaru.dom.scan import iter_attributes, iter_start_tags, tag_end

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
# A script that hands data over: window.state = {…}, self.parts.push([…]), … = JSON.parse("…").
_GIVEN = re.compile(
    rb"\s*+(?:(?:window|self|globalThis)\s*+[.\[]|(?:var|let|const)\s)[^={}();]*+[=(]"
    rb"\s*+(?:[\[{]|JSON\.parse\(\s*+\")"
)
_DATA = re.compile(rb"\s*+(?:\w++:)?+[\[{]")  # a string that is data again; a part may have a name
_BLANK = re.compile(rb"[ \x80-\xff]|\\[nu]")  # most signs beyond ASCII are words of their own
_NO_TEXT = (b"{", b"[", b"http", b"data:")
_NAME = re.compile(rb"\\*+/?[a-zA-Z][a-zA-Z0-9]*+|!")  # what follows on `<` where a tag begins
_CONTROLS = {b"n": b"\n", b"r": b"\n", b"t": b"\t", b"b": b" ", b"f": b" "}
_REFERENCES = {b"lt": b"<", b"gt": b">", b"amp": b"&", b"quot": b'"', b"#34": b'"'}
_REFERENCES |= dict.fromkeys((b"#39", b"#039", b"#x27", b"apos"), b"'")
_PARAGRAPH = b"<p>"


class _Data(NamedTuple):
    """JSON of a page, and the element or the tag that it stands in, which is nothing else."""

    whole: tuple[int, int]
    start: int
    end: int
    is_attribute: bool = False


def write_embedded(source: bytes) -> bytes | None:
    """Return *source*, as long as it is, with the texts of its data as markup; None without any.

    >>> page = b'<script type="application/ld+json">{"text": "%s"}</script>' % (b"A sieve. " * 40)
    >>> (write_embedded(page) or b"").split()[:3]
    [b'<p>A', b'sieve.', b'A']
    """
    for all_data in (_find_linked(source), _find_states(source)):
        found, known = bytearray(source), set[bytes]()
        size = 0
        said = [(data, texts) for data in all_data if (texts := [*_find_texts(source, data)])]
        for data, _ in said:  # before any is written: one tag may have several
            first, behind = data.whole
            found[first:behind] = b" " * (behind - first)
        for data, texts in said:
            for start, text, depth in texts:
                size += 0 if text in known else len(text)
                if size <= _MAX_BYTES and text not in known:
                    found[start - len(_PARAGRAPH) : start] = _PARAGRAPH
                    found[start : start + len(text)] = _spell(text, depth, data.is_attribute)
                known.add(text)
        if size >= _MIN_BYTES:
            return _NOSCRIPT.sub(lambda notice: b" " * len(notice[0]), bytes(found))
    return None


def _find_linked(source: bytes) -> Iterator[_Data]:
    """Yield the linked data of a page."""
    for script in _SCRIPT.finditer(source):
        if _LINKED in script[1].lower():
            yield _Data(script.span(), *script.span(2))


def _find_states(source: bytes) -> Iterator[_Data]:
    """Yield the states of applications that a page carries, in scripts and in attributes."""
    for script in _SCRIPT.finditer(source):
        if _STATE in script[1].lower() or _GIVEN.match(script[2]):
            yield _Data(script.span(), *script.span(2))
    shown = _SCRIPT.sub(lambda script: b" " * len(script[0]), source)
    for _, at in iter_start_tags(shown, 0, len(shown)):
        for _, start, end in iter_attributes(shown, at):
            if end - start >= _MIN_BYTES and _DATA.match(shown, start):
                yield _Data((at, tag_end(shown, at)), start, end, is_attribute=True)


def _find_texts(source: bytes, data: _Data) -> Iterator[tuple[int, bytes, int]]:
    """Yield the strings of some data that read like texts, where they stand, and in how many."""
    strings = _string_pattern(0, data.is_attribute)
    for string in strings.finditer(source, data.start, data.end):
        if _is_text(string):
            yield string.start(1), string[1], 0
        elif len(string[1]) >= _LEAST and _DATA.match(string[1]):
            inner = _string_pattern(1, data.is_attribute)
            for part in inner.finditer(source, *string.span(1)):
                if _is_text(part):
                    yield part.start(1), part[1], 1


def _is_text(string: re.Match[bytes]) -> bool:
    """Say whether a string, which must have an end, reads like a text."""
    said, end = string.groups()
    if end is None or len(said) < _LEAST or said.startswith(_NO_TEXT) or _DATA.match(said):
        return False
    return len(_BLANK.findall(said)) * _BYTES_A_BLANK >= len(said)


@cache
def _string_pattern(depth: int, is_attribute: bool) -> re.Pattern[bytes]:
    """Return what finds strings of JSON, or of JSON in a string of JSON.

    What begins as one and does not end is found, too, so that nothing is looked through twice.
    """
    quote = rb"(?:\"|&quot;|&#34;)" if is_attribute else rb"\""
    plain = rb"(?:[^\\\"&]++|&(?!quot;|#34;))" if is_attribute else rb"[^\\\"]++"
    if depth == 0:
        string = rb"%b((?:%b|\\(?:%b|.))*+)(%b)?" % (quote, plain, quote, quote)
        return re.compile(string, re.DOTALL)
    escape = rb"\\\\(?:\\(?:%b|.)|.)" % quote
    return re.compile(rb"\\%b((?:%b|%b)*+)(\\%b)?" % (quote, plain, escape, quote), re.DOTALL)


@cache
def _sign_pattern(depth: int, is_attribute: bool) -> re.Pattern[bytes]:
    """Return what finds escapes, and what may begin or end a tag, in a string at that depth."""
    escape = rb"\\\\\\?+" if depth else rb"\\"
    names = b"|".join(_REFERENCES)
    return re.compile(
        rb"%bu([dD][89abAB][0-9a-fA-F]{2})%bu([dD][c-fC-F][0-9a-fA-F]{2})|%bu([0-9a-fA-F]{4})"
        rb"|(?:%b[nr]){2,}+|%b(%b.)|&(%b);|<(?=[a-zA-Z!/\\])|>"
        % (*[escape] * 5, rb"&quot;|" if is_attribute else b"", names if is_attribute else b"(?!)"),
        re.DOTALL,
    )


def _spell(text: bytes, depth: int = 0, is_attribute: bool = False) -> bytes:
    """Return what a string of JSON says, as long as it is written.

    >>> _spell(rb"a\\u003cb\\u003e\\u00e9")
    b'a<b          >\\x00\\x00\\x00\\x00\\xc3\\xa9'
    """
    out, end, in_tag = bytearray(), 0, False
    for sign in _sign_pattern(depth, is_attribute).finditer(text):
        if sign.start() < end:  # the slash of an end tag
            continue
        out += text[end : sign.start()]
        end, said = sign.end(), _read(sign)
        gap = len(sign[0]) - len(said)
        if said == b"<" and not in_tag and (name := _NAME.match(text, end)):
            in_tag, end = True, name.end()
            said += name[0].lstrip(b"\\")
            out += said + b" " * (end - sign.start() - len(said))
        elif not in_tag:  # what would end a line stands before what is left out, a sign behind it
            out += said + bytes(gap) if said.isspace() else bytes(gap) + said
        elif said == b"/":  # in an address, of which a line end is no part
            out += said + b"\n" * gap
        elif said == b'"' and not out[-8:].rstrip().endswith(b"="):
            out += said + b" " * gap
        else:
            out += b" " * gap + said
        in_tag = in_tag and said != b">"
    return bytes(out + text[end:])


def _read(sign: re.Match[bytes]) -> bytes:
    """Return what an escape, or what may begin or end a tag, says; never more than it takes."""
    high, low, code, plain, reference = sign.groups()
    if high:
        point = 0x10000 + (int(high, 16) - 0xD800) * 0x400 + int(low, 16) - 0xDC00
        return chr(point).encode()
    if code:
        return chr(int(code, 16)).encode("utf-8", "replace")
    if plain:
        return b'"' if plain == b"&quot;" else _CONTROLS.get(plain, plain)
    if reference:
        return _REFERENCES[reference]
    return sign[0] if len(sign[0]) == 1 else _PARAGRAPH
