"""The Page value: one web page as it was received, and where its bytes are."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from zaru.dom import Tree, build_tree
from zaru.limits import DEFAULT_LIMITS, Limits
from zaru.text.codes import read_span
from zaru.text.encodings import Decoded, decode


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the bytes of a page are: enough to find them again."""

    source: str  # the file as the user named it; "-" for standard input
    offset: int | None = None  # of the record inside an archive, in bytes of the archive

    def __str__(self) -> str:
        """Return `file` or `file at byte n`."""
        return self.source if self.offset is None else f"{self.source} at byte {self.offset}"


@dataclass(frozen=True)
class Page:
    """One web page as it was received: its bytes, how they decode, where they came from.

    A page never changes. Offsets and spans everywhere in zaru count bytes of `raw`. What is made
    from the bytes (text, tree, id) is made on first use and kept, but does not travel: a page is
    sent to another process as its bytes.
    """

    raw: bytes = field(repr=False)
    origin: Origin
    url: str | None = None
    time: str | None = None  # when it was fetched, ISO 8601 in UTC, when known
    charset: str | None = field(default=None, repr=False)  # what HTTP said, if anything
    truncated: bool = False  # the archive says that it holds only the beginning
    limits: Limits = field(default=DEFAULT_LIMITS, repr=False)

    @classmethod
    def from_bytes(
        cls,
        raw: bytes,
        *,
        source: str = "-",
        url: str | None = None,
        charset: str | None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Page:
        """Return the page that *raw* holds; *charset* is what HTTP said, if it said anything.

        >>> Page.from_bytes("<p>日本".encode("shift_jis"), charset="Shift_JIS").encoding
        'Shift_JIS'
        """
        return cls(raw, Origin(source), url=url, charset=charset, limits=limits)

    def at(self, url: str) -> Page:
        """Return the same page, found at *url*."""
        return replace(self, url=url)

    def __getstate__(self) -> dict[str, Any]:
        """Return what travels: the fields."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def decoded(self) -> Decoded:
        """The page's text and how it was decoded."""
        return decode(self.raw, charset=self.charset)

    @property
    def html(self) -> str:
        """The page's text, as it was decoded."""
        return self.decoded.text

    @property
    def encoding(self) -> str:
        """The WHATWG name of the encoding that was used, not the one that was declared."""
        return self.decoded.encoding

    @property
    def codec(self) -> str:
        """The Python codec that reads the page: `page.raw[a:b].decode(page.codec)`.

        Python's own, or one that zaru registers where that raises or misreads: `zaru_cp932`.
        """
        return self.decoded.codec

    def source(self, span: tuple[int, int]) -> str:
        """Return what the file has at *span*, offset and length in bytes, as the page is read."""
        return read_span(self.raw, self.codec, span[0], sum(span))

    def about(self) -> dict[str, Any]:
        """Return what every row of output says of its page: keys in this order, JSON values."""
        return {
            "page": self.origin.source,
            "offset": self.origin.offset,
            "url": self.url,
            "encoding": self.encoding,
            "codec": self.codec,
        }

    @cached_property
    def id(self) -> str:
        """A stable name: the digest of URL and bytes, so that reruns agree."""
        return sha256((self.url or "").encode() + b"\0" + self.raw).hexdigest()[:32]

    @cached_property
    def tree(self) -> Tree:
        """The page's columnar tree; raises `InputError` when there is none."""
        return build_tree(self.raw, self.decoded, source=str(self.origin), limits=self.limits)
