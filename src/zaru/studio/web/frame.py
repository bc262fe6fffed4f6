"""A page of the workspace as its own document for a frame: it looks like itself and does nothing.

The scripts of the studio reach into the frame, so it is of the same origin; nothing of the page
runs there: its tree is written without what runs or loads, the policy forbids scripts and all
addresses, and so does the sandbox of the frame. Three locks, so that a hole in one of them is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fastapi.responses import HTMLResponse, Response

from zaru.layout.marked import Mark, write_marked
from zaru.page import Page
from zaru.studio.styles import Styles

_HEADERS = {
    "Content-Security-Policy": (
        "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    ),
    "X-Robots-Tag": "noindex, nofollow",
}
# A page may have styles of any strength: ours must win.
_STYLE = """
html{background:#fff;scroll-padding:20vh 0}
.zaru-item{cursor:pointer!important}
.zaru-here{outline:3px solid #1d4c73!important;outline-offset:2px!important}
"""
_UNREADABLE = "<!doctype html><meta charset=utf-8><p>読めません / This page cannot be read."


def mark_item(span: tuple[int, int], number: int, title: str = "", *, look: str = "") -> Mark:
    """Return the mark of an item of a view; the scripts know it by its *number*.

    *look* is a class that it has from the beginning.
    """
    return Mark(span, f"zaru-item zaru-{number} {look}".rstrip(), title)


def answer_frame(
    styles: Styles,
    page: Page,
    marks: Iterable[Mark],
    style: str = "",
    elements: Mapping[int, str] | None = None,
) -> Response:
    """Return *page* with *marks* as a document for the frame of a view.

    It has the style sheets that its sources have, and *style* for the marks. *elements* are rows
    of its tree with the classes that they get.
    """
    html = write_marked(
        page, list(marks), style=styles.of(page) + _STYLE + style, keep_links=False,
        elements=elements,
    )  # fmt: skip
    return HTMLResponse(html, headers=_HEADERS)


def answer_unreadable() -> Response:
    """Return what the frame shows of a page that has no tree; the panel says why."""
    return HTMLResponse(_UNREADABLE, 422, _HEADERS)
