"""Tag soup: pages as broken as hypothesis can put them together, in many encodings."""

from __future__ import annotations

from hypothesis import strategies as st

from zaru.text.labels import CODEC_OF

TAGS = (
    "a b body br caption center col dd div dl dt font form h1 head html i iframe img "
    "input li listing main math mi mtext nobr noembed noframes noscript object ol option p path "
    "plaintext pre script section select span style svg svg:p table tbody td template textarea "
    "title tr ul xmp foreignObject annotation-xml"
).split()
MARKUP = (
    '<a href="x">',
    "<a href='>' id=y>",
    '<p class="a"="b>c">',
    "<p =x/ y>",
    "<i\n/>",
    "<a b=\"'\" c='\"'>",
    "<!-- note -->",
    "<!-->",
    "<!--->",
    "<!-- a --!>",
    "<!--<!--->",
    "<!-- <p>open",
    "<!doctype html>",
    "<!bogus>",
    "<?pi?>",
    "<?x ",
    "</>",
    "</ p>",
    "<![CDATA[",
    "<![CDATA[x<y]]>",
    "]]>",
    "-->",
    "<script><!--<script>",
    "</script>",
    "</textarea>",
    "<",
    "</",
    "<a ",
    "</a ",
    '"',
    ">",
)
# None that is U+FFFD: beside a NUL, which is the same or nothing, no one could say which it is.
REFERENCES = (
    "&amp;",
    "&lt;p&gt;",
    "&notit;",
    "&nbsp;",
    "&#32;",
    "&#10;",
    "&#13;",
    "&#x80;",
    "&#x10FFFF;",
    "&#12354;",
    "&NotEqualTilde;",
    "&",
    "&#",
)
CONTROLS = ("\0", "\r\n", "\r", "\n", "\t", "\f", " ", "\v", "\x1c")
ASCII_WORDS = ("text", "x", "two words", "a=b", "1 > 0", "it's", "'", "=")
# None of these is in all encodings below, so that each page is written in those that have it.
WORDS = {
    "UTF-8": ("日本語", "①", "髙橋", "〜", "～", "é", "\u3000", "\xa0", "𠮷", "\ufeff", "\u2028"),
    "UTF-16LE": ("日本語", "①", "é", "\u3000", "𠮷"),
    "Shift_JIS": ("日本語", "①", "ｱｲｳ", "ソ表", "\u3000"),  # ソ and 表 end in the byte of "\"
    "EUC-JP": ("日本語", "ｱｲｳ", "ソ表", "\u3000"),
    "ISO-2022-JP": ("日本語", "ソ表", "\u3000"),
    "windows-1252": ("é", "naïve", "\xa0", "“”", "€"),
}
LONG_ENOUGH = {  # to be recognised for what it is
    "UTF-8": "<p>本文がここにあります。</p>",
    "UTF-16LE": "",
    "Shift_JIS": "<p>このページの本文はここにあります。</p>",
    "EUC-JP": "<p>このページの本文はここにあります。</p>",
    "ISO-2022-JP": "<p>このページの本文はここにあります。</p>",
    "windows-1252": "",
}


def soups(words: tuple[str, ...] = ASCII_WORDS) -> st.SearchStrategy[str]:
    """Return the strategy of pages made of tags, half tags, references, controls and *words*."""
    tags = st.builds("<{}{}>".format, st.sampled_from(("", "/")), st.sampled_from(TAGS))
    rest = st.sampled_from(MARKUP + REFERENCES + CONTROLS)
    word = st.sampled_from(ASCII_WORDS + words)
    return st.lists(st.one_of(tags, word, tags, rest), max_size=25).map("".join)


@st.composite
def encoded_soups(draw: st.DrawFn) -> tuple[bytes, str]:
    """Return the strategy of pages as bytes, with the name of their encoding."""
    encoding = draw(st.sampled_from(tuple(WORDS)))
    page = draw(soups(WORDS[encoding])) + LONG_ENOUGH[encoding]
    mark = b"\xff\xfe" if encoding == "UTF-16LE" else b""
    return mark + page.encode(CODEC_OF[encoding]), encoding
