"""Pages that end inside of a comment, a title or the like: all their text is swallowed by it.

Browsers show an empty page then, which helps nobody. Where a page has no other text it is read
once more, with the swallowing undone and every other byte where it was, so that spans stay true.
So is one whose text is swallowed by a tag inside of `noscript`, which browsers that run scripts
do not read: <noscript><iframe src="…" /></noscript>.
"""

from __future__ import annotations

import re

from zaru.dom.scan import (
    ESCAPABLE_RAW_TEXT_TAGS,
    RAW_TEXT_TAGS,
    iter_start_tags,
    raw_text_end,
)

MAX_TIMES = 4  # that a page is read again: what was swallowed may end in the next comment

_COMMENT = b"<!--"
_COMMENT_ENDS = (b"-->", b"--!>")
_NAMES = "|".join(RAW_TEXT_TAGS + ESCAPABLE_RAW_TEXT_TAGS).encode()
_OPENING = re.compile(rb"<(?:!--|(" + _NAMES + rb")(?=[\t\n\f\r />]))", re.IGNORECASE)
_COMMENT_END = re.compile(rb"--!?>")
_TAG = re.compile(rb"<[a-zA-Z]")
_LINE = re.compile(rb"[^\r\n]*")
_NOSCRIPT = re.compile(rb"<(/?)noscript(?=[\t\n\f\r />])", re.IGNORECASE)


def find_unclosed(source: bytes) -> int:
    """Return where the comment or the element begins that *source* ends in; -1 for none.

    Without the kernel, which knows it: tags are told by their names alone, which is enough for a
    page that has no other text.

    >>> find_unclosed(b"<p>a<!-- b")
    4
    """
    position = 0
    while opening := _OPENING.search(source, position):
        if opening[1]:
            position = raw_text_end(source, opening.end(), opening[1])
            is_closed = position < len(source)
        else:
            closing = _COMMENT_END.search(source, opening.start() + 2)
            is_closed = closing is not None
            position = closing.end() if closing else position
        if not is_closed:
            return opening.start()
    return -1


def noscript_end(source: bytes, start: int) -> int:
    """Return where the `noscript` ends that *start* is in; -1 where it is in none.

    >>> noscript_end(b"<noscript><iframe /></noscript><p>A zaru", 10)
    20
    """
    is_inside = False
    for tag in _NOSCRIPT.finditer(source):
        is_end = bool(tag[1])
        if tag.start() > start and is_end:
            return tag.start() if is_inside else -1
        if tag.start() <= start:
            is_inside = not is_end
    return -1


def undo_unclosed(source: bytes, start: int) -> bytes | None:
    """Return *source*, as long as it is, with what begins at *start* no longer swallowing the rest.

    A title or a form's text becomes an element without a meaning, so that its own text is read;
    a comment, a script or the like is blank up to the end of its `noscript` or of its line. None
    where nothing is swallowed: the comment ends with the file, or no tag stands behind.

    >>> undo_unclosed(b"<title>A zaru<p>is a sieve.", 0)
    b'<xxxxx>A zaru<p>is a sieve.'
    """
    is_comment = source.startswith(_COMMENT, start)
    if not _TAG.search(source, start + 1) or (is_comment and source.endswith(_COMMENT_ENDS)):
        return None
    if not is_comment:
        name = next((name for name, _ in iter_start_tags(source, start, start + 1)), b"")
        if name.decode("ascii", "replace") in ESCAPABLE_RAW_TEXT_TAGS:
            behind = start + 1 + len(name)
            return source[: start + 1] + b"x" * len(name) + source[behind:]
    line, end = _LINE.match(source, start), noscript_end(source, start)
    if end < 0:
        end = line.end() if line else start
    return source[:start] + b" " * (end - start) + source[end:]
