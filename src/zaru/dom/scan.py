"""The text runs of a page's source, in order: the lexical half of an HTML parser.

Works on bytes. Every encoding that reaches it keeps `<`, `>`, quotes, `=` and white space as
single ASCII bytes that are never part of another character; `spans` transcodes the few that
do not (UTF-16, ISO-2022-JP).

Each pattern is possessive and has an end-of-file branch, so a match never backs up and no
input makes it slow: https://html.spec.whatwg.org/multipage/parsing.html#tokenization
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

WHITE = "\t\n\f\r "  # what HTML calls white space; U+3000 and U+00A0 are text

# Elements whose content is text up to their own end tag.
RAW_TEXT_TAGS = ("script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext")
ESCAPABLE_RAW_TEXT_TAGS = ("textarea", "title")  # raw, but character references count

_SPACE = rb"[\t\n\f\r ]"
_RAW_NAME = "|".join(RAW_TEXT_TAGS + ESCAPABLE_RAW_TEXT_TAGS).encode()
# Most attributes are name="value"; the exact rule below takes what this one refuses.
_PLAIN_ATTRIBUTES = rb"""(?:[^>"'=]*+(?<![\t\n\f\r /"])="[^"]*+")*+[^>"'=]*+>"""
_ATTRIBUTES = (
    rb"(?:[\t\n\f\r /]++"
    rb"|[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+"
    rb"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >"'][^\t\n\f\r >]*+)?+)?+"""
    rb")*+(?:>|\Z)"
)
_TAG_REST = rb"[^\t\n\f\r />]*+(?:" + _PLAIN_ATTRIBUTES + rb"|" + _ATTRIBUTES + rb")"
_COMMENT = rb"!--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))"
_BOGUS_COMMENT = rb"(?:!(?!\[CDATA\[)|\?|/(?![a-zA-Z]|\Z))[^>]*+(?:>|\Z)"  # "</" may end a text
_RAW_EMPTY = b"|".join(
    rb"(?i:%b)(?=[\t\n\f\r />])%b(?=[\t\n\f\r ]*+</(?i:%b)[\t\n\f\r />])" % (name, _TAG_REST, name)
    for name in _RAW_NAME.split(b"|")
    if name != b"plaintext"  # which has no end tag
)
_NOT_RAW = rb"(?!(?i:" + _RAW_NAME + rb")[\t\n\f\r />])"
_MARKUP = (
    rb"<(?:/?" + _NOT_RAW + rb"[a-zA-Z]" + _TAG_REST
    + rb"|/[a-zA-Z]" + _TAG_REST
    + rb"|" + _RAW_EMPTY
    + rb"|" + _COMMENT
    + rb"|" + _BOGUS_COMMENT + rb")"
)  # fmt: skip
_TOKEN = rb"<(?:/?[a-zA-Z]" + _TAG_REST + rb"|" + _COMMENT + rb"|" + _BOGUS_COMMENT + rb")"
_GAP = re.compile(_SPACE + rb"*+(?:" + _TOKEN + _SPACE + rb"*+)*+")
_DATA = re.compile(rb"[^<]*+(?:<(?![a-zA-Z!?]|/(?!\Z))[^<]*+)*+")
_CDATA_START = b"<![CDATA["

_TAG = re.compile(rb"</?" + _TAG_REST)
_ANY_TOKEN = re.compile(
    rb"[^<]*(?:<([a-zA-Z][^\t\n\f\r />]*)(?:" + _PLAIN_ATTRIBUTES + rb"|" + _ATTRIBUTES + rb")"
    rb"|</[a-zA-Z]" + _TAG_REST + rb"|<" + _COMMENT + rb"|<" + _BOGUS_COMMENT + rb"|<)"
)
_TAG_NAME = re.compile(rb"<[^\t\n\f\r />]*+")
_ATTRIBUTE = re.compile(
    rb"[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+"
    rb"""(?:"([^"]*+)(?:"|\Z)|'([^']*+)(?:'|\Z)|([^\t\n\f\r >"'][^\t\n\f\r >]*+))?+)?+"""
)
_NAME_ENDS = (b"\t", b"\n", b"\f", b"\r", b" ", b"/", b">")
_SCRIPT_MARK = re.compile(rb"<!(?=--)|-->|(?i:</?script)(?=[\t\n\f\r />])")

# Matches the white space and markup before the next text, whatever is in it. It does not know
# that `<script>` holds text: for a script that begins with "<" there is `raw_aware_gap`.
match_gap = _GAP.match


@cache
def raw_aware_gap() -> re.Pattern[bytes]:
    """Return the pattern that knows `<script>` and its like; compiled when first needed."""
    # The group is outside everything possessive: CPython 3.11 gives wrong spans for one inside.
    return re.compile(
        _SPACE + rb"*+(?:" + _MARKUP + _SPACE + rb"*+)*+"
        rb"(?:<((?i:" + _RAW_NAME + rb"))(?=[\t\n\f\r />])" + _TAG_REST + _SPACE + rb"*+)?"
    )


class Run(NamedTuple):
    """A stretch of text in the source, from its first to behind its last non-white byte."""

    start: int
    end: int
    is_raw: bool  # character references are not resolved in it
    is_cdata: bool = False  # text in SVG and MathML only


def iter_runs(source: bytes, position: int, *, has_raw: bool = True) -> Iterator[Run]:
    """Yield the non-white text runs behind *position*, which lies between two tokens.

    Without *has_raw*, what `<script>` and its like hold is read as markup.
    """
    size, match = len(source), raw_aware_gap().match if has_raw else match_gap
    while position < size:
        gap = match(source, position)
        assert gap is not None  # the pattern matches the empty string
        start, raw_name = gap.end(), gap[1] if has_raw else None
        if raw_name is None and source.startswith(_CDATA_START, start):
            # Text in SVG and MathML, a comment up to the next ">" in HTML: offer it as text
            # and go on as if it were a comment; what the tree does not have is never asked for.
            yield Run(start + len(_CDATA_START), find(source, b"]]>", start), True, True)
            position = find(source, b">", start) + 1
            continue
        end = raw_text_end(source, start, raw_name) if raw_name else data_end(source, start)
        run = source[start:end]
        lead = len(run) - len(run.lstrip(b"\t\n\f\r "))
        if lead < len(run):
            is_raw = raw_name is not None and raw_name.lower().decode() in RAW_TEXT_TAGS
            yield Run(start + lead, start + len(run.rstrip(b"\t\n\f\r ")), is_raw)
        if end == position:  # nothing that the patterns know: step over it, never loop
            end += 1
        position = end


def tag_end(source: bytes, start: int) -> int:
    """Return the offset behind the tag that begins at *start*."""
    match = _TAG.match(source, start)
    return match.end() if match else start


def iter_start_tags(source: bytes, start: int, end: int) -> Iterator[tuple[bytes, int]]:
    """Yield lower-cased name and start of the start tags between two texts.

    >>> list(iter_start_tags(b"a<br><!-- <p> --><IMG src=x></i>b", 1, 31))
    [(b'br', 1), (b'img', 17)]
    """
    while start < end and (token := _ANY_TOKEN.match(source, start)):
        if token[1]:
            yield token[1].lower(), token.start(1) - 1
        start = token.end()


def iter_attributes(source: bytes, start: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield name, start and end of each attribute value that the start tag at *start* writes.

    >>> list(iter_attributes(b'<a href="x" id=y>', 0))
    [(b'href', 9, 10), (b'id', 15, 16)]
    """
    match = _TAG_NAME.match(source, start)
    while match and (match := _ATTRIBUTE.match(source, match.end())):
        if match.lastindex and match.lastindex > 1:
            yield match[1], *match.span(match.lastindex)


def find(source: bytes, needle: bytes, start: int) -> int:
    """Return where *needle* is next, or the end of the source."""
    found = source.find(needle, start)
    return len(source) if found < 0 else found


def data_end(source: bytes, start: int) -> int:
    """Return where the text that begins at *start* ends: at markup, or at the end."""
    match = _DATA.match(source, start)
    assert match is not None
    return match.end()


def raw_text_end(source: bytes, start: int, name: bytes) -> int:
    """Return where the end tag `</name` begins, or the end of the source."""
    if name.lower() == b"plaintext":
        return len(source)
    end = _end_tag(source, start, name.lower())
    if name.lower() == b"script" and source.find(b"<!--", start, end) >= 0:
        return _script_end(source, start)
    return end


def _end_tag(source: bytes, start: int, name: bytes) -> int:
    """Return where the next end tag of *name* begins, or the end of the source."""
    while (start := source.find(b"</", start)) >= 0:
        behind = start + 2 + len(name)
        if source[start + 2 : behind].lower() == name and source[behind : behind + 1] in _NAME_ENDS:
            return start
        start += 2
    return len(source)


def _script_end(source: bytes, start: int) -> int:
    """Return where the end tag of a script begins, or the end of the source.

    `<!--` and then `<script` hide one `</script` until `-->`:
    https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state
    """
    is_escaped = is_nested = False
    for match in _SCRIPT_MARK.finditer(source, start):
        mark = match[0]
        if mark == b"-->":
            is_escaped = is_nested = False
        elif mark == b"<!":
            is_escaped = True
        elif not mark.startswith(b"</"):
            is_nested = is_escaped
        elif is_nested:
            is_nested = False
        else:
            return match.start()
    return len(source)
