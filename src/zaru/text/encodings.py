"""Which encoding a page is really in, and its text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text and how it was decoded."""

    text: str  # without the byte order mark; undecodable bytes are U+FFFD
    encoding: str  # the WHATWG name: "UTF-8", "Shift_JIS", "windows-1252", …
    codec: str  # the Python codec that was used: "utf-8", "cp932", …
    start: int = 0  # bytes of the byte order mark before the text
    damaged: int = 0  # how many U+FFFD stand for undecodable bytes


def decode(raw: bytes, *, charset: str | None = None) -> Decoded:
    return Decoded(raw.decode("utf-8", "replace"), "UTF-8", "utf-8")
