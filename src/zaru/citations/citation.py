"""A citation: what a page says at some bytes, and all that is needed to find it again."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from zaru.citations.fragment import write_directive
from zaru.citations.reading import Reading, Span
from zaru.errors import UsageError
from zaru.page import Origin, Page

_CONTEXT_CHARS = 32  # before and behind a quotation, in its selector


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage of a page. `raw[offset:offset + length]` of the page's bytes says the quote."""

    page: str  # the id of the page
    url: str | None
    quote: str  # as a person reads it; ruby left out
    span: Span  # byte offset and length, from its first to its last character
    sha256: str  # of the page's bytes
    origin: Origin  # the file, and the record in it, that they came from
    encoding: str
    codec: str
    time: str | None  # when the page was fetched
    link: str | None  # with a text fragment; None without an address, or where nothing is shown
    prefix: str  # what stands before the quote
    suffix: str

    @property
    def selector(self) -> dict[str, Any]:
        """The passage as a `SpecificResource` of the W3C's Web Annotation Data Model."""
        offset, length = self.span
        name = str(urlsafe_b64encode(bytes.fromhex(self.sha256)), "ascii").rstrip("=")
        found: dict[str, Any] = {
            "type": "SpecificResource",
            "source": self.url or f"ni:///sha-256;{name}",  # RFC 6920
            "selector": [
                {"type": "DataPositionSelector", "start": offset, "end": offset + length},
                {
                    "type": "TextQuoteSelector",
                    "exact": self.quote,
                    "prefix": self.prefix,
                    "suffix": self.suffix,
                },
            ],
        }
        if self.time is not None:
            found["state"] = {"type": "TimeState", "sourceDate": self.time}
        return found

    def to_json(self) -> dict[str, Any]:
        """Return JSON values; keys in this order."""
        return {
            "page": self.page,
            "url": self.url,
            "quote": self.quote,
            "span": list(self.span),
            "sha256": self.sha256,
            "origin": {"source": self.origin.source, "offset": self.origin.offset},
            "encoding": self.encoding,
            "codec": self.codec,
            "time": self.time,
            "link": self.link,
            "selector": self.selector,
        }


def cite(page: Page, span: Span) -> Citation:
    """Return the citation of what *page* says at *span*, byte offset and length.

    A span that begins or ends inside a character or a reference is widened; markup and white
    space around the text are left out. Raises `UsageError` when nothing is read there.
    """
    reading, begin, end = _read(page, span)
    exact = reading.span(begin, end)
    return Citation(
        page=page.id,
        url=page.url,
        quote=reading.text[begin:end],
        span=exact,
        sha256=sha256(page.raw).hexdigest(),
        origin=page.origin,
        encoding=page.encoding,
        codec=page.codec,
        time=page.time,
        link=_link(page, exact),
        prefix=reading.text[max(0, begin - _CONTEXT_CHARS) : begin],
        suffix=reading.text[end : end + _CONTEXT_CHARS],
    )


def _read(page: Page, span: Span) -> tuple[Reading, int, int]:
    """Return a reading of *page*, and which of its characters stand at *span*."""
    if span[0] < 0 or span[1] <= 0 or sum(span) > len(page.raw):
        raise UsageError(f"{page.origin}: no bytes {_name(span)}; the page has {len(page.raw)}")
    for read in (Reading.plain, Reading.with_ruby):
        reading = read(page.tree)
        begin, end = reading.characters(span)
        if begin < end:
            return reading, begin, end
    message = f"nothing is read at {_name(span)}; `zaru blocks` says where its text is"
    raise UsageError(f"{page.origin}: {message}")


def _name(span: Span) -> str:
    return f"{span[0]}+{span[1]}"


def _link(page: Page, span: Span) -> str | None:
    """Return the page's address with a text fragment; one that it has already is replaced."""
    if page.url is None or not page.url.lower().startswith(("http://", "https://")):
        return None
    directive = write_directive(page.tree, span)
    if directive is None:
        return None
    address, _, fragment = page.url.partition("#")
    return f"{address}#{fragment.partition(':~:')[0]}:~:{directive}"
