"""A cached page as its own document for a sandboxed frame: it shows itself and does nothing."""

from __future__ import annotations

from zaru.corpus.sentence import Span
from zaru.errors import UsageError
from zaru.io.corpus_page import CorpusPage
from zaru.layout.marked import Mark, write_marked
from zaru.search.page_marks import PageMarks
from zaru.server.lookup import read_original
from zaru.server.state import View

# The frame that shows it has a sandbox, too, and the tree is written without what runs or loads:
# three locks, so that a hole in one of them is none.
HEADERS = {
    "Content-Security-Policy": (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none';"
        " base-uri 'none'; frame-ancestors 'self'"
    ),
    "X-Robots-Tag": "noindex, nofollow",
}
UNREADABLE = "<!doctype html><meta charset=utf-8><p>読めません / This page cannot be read."
# A page may have styles of any strength: ours must win.
_STYLE = """
html{scroll-padding-top:35vh;background:#fff}
.zaru-word{background:#ffe08a!important;color:#2a2118!important;border-radius:2px}
.zaru-chosen{background:#cfe6b4!important;color:#1d2613!important;
text-decoration:underline 2px #6c8f3d!important;text-underline-offset:3px!important}
.zaru-chosen .zaru-word{background:#f3c94b!important}
"""


def write_cached(view: View, page: CorpusPage, query: str, span: Span | None) -> str:
    """Return a cached *page* with the words of *query* and the bytes *span* marked.

    Its links lead nowhere. Raises `InputError` for a page that cannot be read.
    """
    original = read_original(view, page)
    words = find_marks(view, query)
    places = [] if words is None else words.find_in_page(original, page.language)
    marks = [
        Mark(place, "zaru-word", id=None if number else "zaru-first")
        for number, place in enumerate(places)
    ]
    if span is not None:
        marks.append(Mark(span, "zaru-chosen", id="zaru-chosen"))
    return write_marked(original, marks, style=_STYLE, keep_links=False)


def find_marks(view: View, query: str) -> PageMarks | None:
    """Return what finds the words of *query* in pages; None for one that asks for nothing."""
    try:
        return PageMarks(view.searcher, view.searcher.analyse(query)) if query else None
    except UsageError:
        return None  # the page itself is there, whatever was looked for
