"""What the first bytes of a file or of a response say that it is."""

from __future__ import annotations

import re
import zlib

HEAD_BYTES = 4096  # what callers read before they ask

GZIP_MAGIC = b"\x1f\x8b\x08"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"

# First bytes of what is often saved, served or renamed as a page.
MAGICS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"BZh91AY&SY", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (ZSTD_MAGIC, "zstd data"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Microsoft Office file"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"OggS\x00", "Ogg media"),
    (b"ID3\x03", "an MP3 file"),
    (b"ID3\x04", "an MP3 file"),
    (b"fLaC\x00", "FLAC audio"),
    (b"\x1aE\xdf\xa3", "a Matroska or WebM video"),
    (b"wOFF\x00", "a web font"),
    (b"wOF2\x00", "a web font"),
    (b"filedesc://", "an ARC archive (warcio recompress turns it into WARC)"),
)

# https://mimesniff.spec.whatwg.org/commit-snapshots/42d1f28/#rules-for-identifying-an-unknown-mime-type
# with `<?xml` and the tags that fragments begin with; the tag must end after its name.
_MARKUP = re.compile(
    rb"<(?:!doctype|!--|\?xml|(?:html|head|script|iframe|h[1-6]|div|font|table|a|style|title|b"
    rb"|body|br|p|meta|link|frameset|center|ul|ol|article|section|main|rss|feed|rdf:rdf)[\s/>])",
    re.IGNORECASE,
)
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# The "binary data bytes" of the same standard, without SO and SI, which ISO-2022-JP uses.
_CONTROLS = bytes([*range(0x09), 0x0B, *range(0x10, 0x1B), *range(0x1C, 0x20)])
# Random bytes have 11 % controls, pages none; tiny files say too little to be refused.
CONTROL_SHARE = 0.05
CONTROL_BYTES = 64


def is_gzip(head: bytes) -> bool:
    """Say whether *head* begins a gzip member."""
    return head.startswith(GZIP_MAGIC)


def is_warc(head: bytes) -> bool:
    """Say whether *head* begins a WARC file, plain or inside gzip.

    >>> is_warc(b"WARC/1.0\\r\\nWARC-Type: warcinfo")
    True
    """
    return (inflate_head(head) if is_gzip(head) else head).startswith(b"WARC/")


def inflate_head(head: bytes) -> bytes:
    """Return the first bytes of what the gzip member *head* holds; empty when it is broken."""
    try:
        return zlib.decompressobj(wbits=31).decompress(head, HEAD_BYTES)
    except zlib.error:
        return b""


def is_markup(head: bytes) -> bool:
    """Say whether *head* begins as HTML or XML does, in any encoding of the web.

    >>> is_markup(b"\\xef\\xbb\\xbf  <!DOCTYPE html>"), is_markup(b"body { color: red }")
    (True, False)
    """
    if head[:2] in _UTF16_MARKS or head[1:2] == b"\0" or head[:1] == b"\0":
        head = head.replace(b"\0", b"").removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff")
    return _MARKUP.match(head.removeprefix(b"\xef\xbb\xbf").lstrip()) is not None


def find_foreign_kind(head: bytes) -> str | None:
    """Return what *head* is when it cannot be a page ("a PDF"); None when it can.

    >>> find_foreign_kind(b"%PDF-1.7 ...")
    'a PDF'
    """
    if is_markup(head):
        return None
    start = head.lstrip()
    for magic, kind in MAGICS:
        if start.startswith(magic) or head.startswith(magic):
            return kind
    if head[4:8] == b"ftyp":
        return "an MP4 video"
    if head[:4] == b"RIFF" and head[8:12] in (b"WAVE", b"AVI ", b"WEBP"):
        return "RIFF media"
    return "binary data" if _is_binary(head) else None


def _is_binary(head: bytes) -> bool:
    """Say whether *head* has the control bytes of a binary file and is not UTF-16."""
    if len(head) < CONTROL_BYTES or head[:2] in _UTF16_MARKS:
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls > CONTROL_SHARE * len(head) and not _is_bare_utf16(head)


def _is_bare_utf16(head: bytes) -> bool:
    """Say whether *head* is UTF-16 without a mark: tags, and NULs on one side of the pairs."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    has_tags = b"<\0" in head or b"\0<" in head
    return has_tags and max(even, odd) >= 9 * min(even, odd)
