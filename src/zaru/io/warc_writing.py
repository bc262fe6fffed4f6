"""Pages as a WARC 1.1 archive, one gzip member a record, from which they come back as they were.

A page is a `resource` record: what was retrieved, without the protocol around it, for its codings
are undone and its HTTP head is gone. The usual fields say what they can say truly; what they
cannot (that a page has no URL or no time, a name that no field can carry) stands in `Zaru-Page`.
Equal pages give equal bytes: ids are digests, and nothing tells the time of writing.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b32encode
from collections.abc import Mapping
from hashlib import sha256
from typing import BinaryIO
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from zaru._version import __version__
from zaru.corpus.identity import file_address
from zaru.dom.xml import is_xml
from zaru.errors import Failure, FormatError, LimitExceeded
from zaru.io.fields import MAX_HEAD_BYTES
from zaru.io.spool import Seekable
from zaru.io.warc import OWN_FIELD, read_warc
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.page import Page

# WARC-Date is required; this one stands for a time that is not known.
NO_TIME = "1970-01-01T00:00:00Z"
# Of zlib, on 400 pages of the bench: 0.83 ms a page and 20.1 % of its size; level 1 takes 0.56 ms
# and 22.6 %, level 6 1.43 ms and 19.2 %.
LEVEL = 4
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z", re.ASCII)
_CHARSET = re.compile(r"[\w.:+-]+", re.ASCII)


class WarcWriter:
    """Writes pages to a file that is open for writing; its first record says who wrote it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offset = 0
        about = f"software: zaru {__version__}\r\nformat: WARC File Format 1.1\r\n".encode()
        fields = {"WARC-Type": "warcinfo", "WARC-Date": NO_TIME}
        self._write({**fields, "Content-Type": "application/warc-fields"}, about, key=b"")

    def add(self, page: Page) -> int:
        """Write *page*; return the offset of its record, which `read_record` takes.

        Raises `LimitExceeded` for an address that no reader would take, `OSError` for the file.
        """
        known = {"url": page.url, "time": page.time, "charset": page.charset}
        patterns = {"url": _URL, "time": _TIME, "charset": _CHARSET}
        said = {name: text for name, text in known.items() if _can_say(text, patterns[name])}
        # Without a charset, the type has none; the other two fields need a value of some kind.
        hidden = {
            name: text
            for name, text in known.items()
            if name not in said and (text is not None or name != "charset")
        }
        fields = {
            "WARC-Type": "resource",
            "WARC-Target-URI": said.get("url") or _stand_in(page),
            "WARC-Date": said.get("time") or NO_TIME,
            "Content-Type": _content_type(page, said.get("charset")),
            OWN_FIELD: json.dumps(hidden),
        }
        if page.truncated:
            fields["WARC-Truncated"] = "unspecified"
        origin = (page.origin.source, page.origin.offset)
        return self._write(fields, page.raw, key=json.dumps([*origin, known]).encode())

    def _write(self, fields: Mapping[str, str], block: bytes, *, key: bytes) -> int:
        """Write a record; *key* tells records apart whose blocks are the same."""
        digest = str(b32encode(sha256(block).digest()), "ascii")
        number = uuid5(NAMESPACE_URL, sha256(key + digest.encode()).hexdigest())
        fields = {
            **fields,
            "WARC-Record-ID": f"<urn:uuid:{number}>",
            "WARC-Block-Digest": f"sha256:{digest}",
            "Content-Length": str(len(block)),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        head_bytes = f"WARC/1.1\r\n{head}\r\n".encode()
        if len(head_bytes) > MAX_HEAD_BYTES:
            raise LimitExceeded(f"a page whose record has a head of {len(head_bytes)} bytes")
        packer = zlib.compressobj(LEVEL, wbits=31)
        parts = (head_bytes, block, b"\r\n\r\n")
        member = b"".join([*map(packer.compress, parts), packer.flush()])
        self._file.write(member)
        offset = self._offset
        self._offset += len(member)
        return offset


def read_record(
    file: Seekable, offset: int, *, source: str = "", limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Return the page whose record begins at *offset* of the archive *file*.

    Raises `InputError` when there is none.
    """
    items = read_warc(file, source=source, limits=limits, start=offset, end=offset + 1)
    item = next(items, None)
    if isinstance(item, Page) and item.origin.offset == offset:
        return item
    reason = item.message if isinstance(item, Failure) else "no page begins here"
    raise FormatError(reason, source=source, offset=offset)


def _can_say(text: str | None, pattern: re.Pattern[str]) -> bool:
    """Say whether a field of text can carry *text*, and means by it what we mean."""
    return text is not None and text.isprintable() and pattern.fullmatch(text) is not None


def _stand_in(page: Page) -> str:
    """Return the address that stands for the file of a page without a URL, as a URI."""
    return quote(file_address(page.origin.source), safe=":/", errors="surrogatepass")


def _content_type(page: Page, charset: str | None) -> str:
    """Return what *page* is by its own bytes, for its type did not travel with it."""
    kind = "text/html" if b"<" in page.raw else "text/plain"
    if is_xml(page.html):
        kind = "text/xml"
    return f"{kind}; charset={charset}" if charset else kind
