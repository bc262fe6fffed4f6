"""Headers that every answer has: what browsers may not do with it."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders

# Of pages that zaru writes itself: nothing from elsewhere, no script or style inside of a page.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
# Of data, and of what others wrote: no script, no origin, no address is loaded.
DATA_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
)

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-DNS-Prefetch-Control": "off",
}
# What a route may say otherwise: a cached page is shown in a frame of our own.
_UNLESS_SAID = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}
STALE_HEADER = "Zaru-Index"


def add_headers(headers: MutableHeaders, path: str, *, is_stale: bool | None) -> None:
    """Add to *headers* what holds for the answers at *path*; None: no index was asked."""
    policy = DATA_POLICY if path.startswith("/api") else PAGE_POLICY
    headers.setdefault("Content-Security-Policy", policy)
    for name, value in _UNLESS_SAID.items():
        headers.setdefault(name, value)
    headers.update(_ALWAYS)
    if is_stale is not None:
        headers[STALE_HEADER] = "stale" if is_stale else "current"
