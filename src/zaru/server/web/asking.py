"""What a visitor asks for: the values of an address, and the addresses of what is next to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from zaru.corpus.sentence import Span
from zaru.errors import UsageError
from zaru.search.wanted import Filters

PAGE_RESULTS = 10
LAST_DAY = 99991231
TABS = ("content", "sentences", "links", "about")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_SPAN = re.compile(r"(\d{1,12}),(\d{1,12})", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asked:
    """A search, as the address says it; fields are empty when they are not in it."""

    query: str = ""
    site: str = ""
    language: str = ""
    begin: str = ""  # a day, as 2009-01-16
    end: str = ""
    duplicates: bool = False  # show pages that nearly repeat another, too
    number: int = 1  # of the page of results
    lang: str = ""  # of the words around the results; empty: what the browser prefers

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Asked:
        """Return what the *values* of an address ask for; what makes no sense in it is left out."""
        number = values.get("page", "")
        return cls(
            query=values.get("q", "").strip(),
            site=values.get("site", "").strip(),
            language=values.get("language", "").strip(),
            begin=values.get("from", "").strip(),
            end=values.get("to", "").strip(),
            duplicates=values.get("duplicates", "") == "1",
            number=int(number) if _NUMBER.fullmatch(number) else 1,
            lang=values.get("lang", ""),
        )

    @property
    def filters(self) -> Filters:
        """The same for the index; raises `UsageError` for what is no day."""
        days = None
        if self.begin or self.end:
            days = _to_day(self.begin, 0), _to_day(self.end, LAST_DAY)
        return Filters(self.site or None, self.language or None, days, self.duplicates)

    @property
    def has_filters(self) -> bool:
        """Say whether it leaves pages out, or puts pages in, that others do not."""
        return bool(self.site or self.language or self.begin or self.end or self.duplicates)

    def but(self, **changes: Any) -> Asked:
        """Return the same with *changes*; from the first result on, unless they say another."""
        return replace(self, **{"number": 1, **changes})

    @property
    def address(self) -> str:
        """The address of its results."""
        return _join("/", self._values())

    def page_address(self, page: str, **more: str) -> str:
        """Return the address of the page with the id *page*, from which one comes back here."""
        return _join(f"/pages/{page}", {**self._values(), **more})

    def cached_address(self, page: str, span: Span | None = None) -> str:
        """Return the address of a cached page, scrolled to *span* or to the first word."""
        values = {"q": self.query, "lang": self.lang, "span": write_span(span)}
        return _join(f"/cached/{page}", values) + ("#zaru-chosen" if span else "#zaru-first")

    def _values(self) -> dict[str, str]:
        return {
            "q": self.query,
            "site": self.site,
            "language": self.language,
            "from": self.begin,
            "to": self.end,
            "duplicates": "1" if self.duplicates else "",
            "page": str(self.number) if self.number > 1 else "",
            "lang": self.lang,
        }


def read_span(text: str) -> Span | None:
    """Return the bytes that an address names as `offset,length`; None when it names none."""
    found = _SPAN.fullmatch(text)
    if text and not found:
        raise UsageError(f"span={text[:40]!r}: write offset and length in bytes, as span=120,45")
    return (int(found[1]), int(found[2])) if found else None


def write_span(span: Span | None) -> str:
    """Return *span* as an address names it."""
    return "" if span is None else f"{span[0]},{span[1]}"


def find_outer_address(url: str | None) -> str | None:
    """Return *url* when a link may lead there: to another site, by http or https; else None.

    >>> find_outer_address("javascript:alert(1)") is None
    True
    """
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.netloc else None


def _join(path: str, values: Mapping[str, str]) -> str:
    said = urlencode({name: value for name, value in values.items() if value})
    return f"{path}?{said}" if said else path


def _to_day(text: str, default: int) -> int:
    if not text:
        return default
    found = _DAY.fullmatch(text)
    if not found:
        raise UsageError(f"{text[:40]!r} is no day; write it as 2009-01-16")
    return int("".join(found.groups()))
