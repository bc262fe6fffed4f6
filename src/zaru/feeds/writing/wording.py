"""Text for feeds: what XML and JSON allow, cut at limits, and as HTML that shows it unchanged."""

from __future__ import annotations

import re

from zaru.text.xml import escape_text, write_attributes

# Everything that XML 1.0 forbids, and what it discourages: controls, surrogates, noncharacters.
# https://www.w3.org/TR/2008/REC-xml-20081126/#charsets
_PLANES = "".join(
    f"{chr(plane | 0xFFFE)}{chr(plane | 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
_FORBIDDEN = re.compile(
    f"[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef{_PLANES}]"
)
_LINE_END = re.compile("\r\n?|[\x0c\x85\u2028\u2029]")
_SPACES = re.compile(r"\s+")
_SENTENCE_END = re.compile(r"[。！？!?](?=.)|\.(?=\s)")


def clean_text(text: str | None, max_chars: int) -> str:
    """Return *text* without the characters that a feed cannot hold, cut at *max_chars*.

    >>> clean_text("a\\x00b\\r\\nc", 10), clean_text("abcdef", 4)
    ('ab\\nc', 'abc…')
    """
    if not text:
        return ""
    cut = text[: 4 * max_chars]  # what is forbidden does not count, within reason
    if not cut.isprintable():  # what can be printed is neither forbidden nor a line end
        cut = _LINE_END.sub("\n", _FORBIDDEN.sub("", cut))
    clean = cut.strip()
    return clean if len(clean) <= max_chars else clean[: max_chars - 1].rstrip() + "…"


def clean_line(text: str | None, max_chars: int) -> str:
    """Return *text* like `clean_text`, as one line."""
    return _SPACES.sub(" ", clean_text(text, max_chars))


def first_words(text: str, max_chars: int) -> str:
    """Return the first sentence or words of a clean *text*, for an article without a title.

    >>> first_words("今日は晴れ。明日は雨。", 20), first_words("one two three", 9)
    ('今日は晴れ。', 'one two…')
    """
    line = text.partition("\n")[0].strip()
    end = _SENTENCE_END.search(line)
    if end and end.end() <= max_chars:
        return line[: end.end()]
    if len(line) <= max_chars:
        return line
    cut = line[: max_chars - 1]
    at_word = cut.rpartition(" ")[0] if line[max_chars - 1] != " " else cut
    return (at_word if 2 * len(at_word) > max_chars else cut).rstrip() + "…"


def to_html(text: str) -> str:
    """Return HTML that shows *text* as it is, line ends included.

    >>> to_html("a < b\\nc")
    'a &lt; b<br>\\nc'
    """
    return escape_text(text).replace("\n", "<br>\n")


def element(name: str, text: str = "", **attributes: str) -> str:
    """Return an XML element around *text*, which is escaped; an underscore stands for a colon.

    >>> element("guid", "a & b", isPermaLink="false")
    '<guid isPermaLink="false">a &amp; b</guid>'
    """
    named = ((key.replace("_", ":"), value) for key, value in attributes.items())
    pairs = write_attributes(named) if attributes else ""
    return f"<{name}{pairs}>{escape_text(text)}</{name}>" if text else f"<{name}{pairs}/>"
