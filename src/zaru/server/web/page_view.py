"""One page for the browser: its content or sentences line by line, and what is known of one."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from zaru.citations.citation import Citation, cite
from zaru.corpus.sentence import Span
from zaru.errors import UsageError
from zaru.io.corpus_page import CorpusPage
from zaru.page import Page
from zaru.search.snippets import Places
from zaru.server.lookup import read_original
from zaru.server.state import View
from zaru.server.web.annotation_view import AnnotationView, view_annotation
from zaru.server.web.asking import Asked, write_span
from zaru.server.web.byte_view import ByteView, view_bytes
from zaru.server.web.cached import find_marks

MAX_LINES = 3000  # of one page; what is more is in the downloads
_MAX_LINKS = 300  # of each direction
_MAX_REPEATS = 20


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A block of the content, or a sentence."""

    text: str
    marks: Places  # words of the query
    span: Span
    role: str  # of a block; of a sentence the tag of its block
    number: str  # of a sentence
    address: str  # of the page with this line chosen
    cached: str  # address of the cached page with it
    is_content: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the bytes that were chosen."""

    span: Span
    bytes: ByteView
    citation: Citation | None  # None where nothing is read, in a script say
    annotations: tuple[AnnotationView, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """A link of a page or to it."""

    anchor: str
    url: str | None  # where it leads
    page: str | None  # the id of the page on its other side, when that is in the corpus
    title: str | None  # of that page, of links to here


class PageView:
    """What is shown of one page; each part is made when a template asks for it."""

    def __init__(self, view: View, page: CorpusPage, asked: Asked, span: Span | None) -> None:
        self.page = page
        self.asked = asked
        self.span = span
        self._view = view
        self._words = find_marks(view, asked.query)
        self._sentences = view.corpus.sentences(page)

    @property
    def sentence_count(self) -> int:
        """How many sentences it has."""
        return len(self._sentences)

    @property
    def first_tab(self) -> str:
        """The tab that is shown when none was asked for: the one that has what was chosen."""
        is_sentence = any(sentence.span == self.span for sentence in self._sentences)
        return "sentences" if is_sentence else "content"

    @property
    def cached(self) -> str:
        """The address of the cached page, with what was chosen."""
        return self.asked.cached_address(self.page.id, self.span)

    def content(self) -> list[ShownLine]:
        """Return the blocks of its main content."""
        blocks = [block for block in self.page["blocks"] or () if block["text"]]
        return [
            self._make_line("content", block["text"], tuple(block["span"]), block["role"])
            for block in blocks[:MAX_LINES]
        ]

    def sentences(self) -> list[ShownLine]:
        """Return its sentences."""
        spans = sorted((block["span"][0], sum(block["span"])) for block in self.page["blocks"])
        return [
            self._make_line(
                "sentences",
                sentence.text,
                sentence.span,
                sentence.block or "",
                number=sentence.id,
                is_content=_is_inside(sentence.span, spans),
            )
            for sentence in self._sentences[:MAX_LINES]
        ]

    def evidence(self) -> Evidence | None:
        """Return what is known of the chosen bytes, None when none are chosen."""
        if self.span is None:
            return None
        original = read_original(self._view, self.page)
        said = (
            view_annotation(annotation)
            for sentence in self._sentences
            if sentence.span == self.span
            for annotation in sentence.annotations
        )
        shown = view_bytes(original, self.span)
        return Evidence(self.span, shown, _cite(original, self.span), tuple(said))

    def mark_kinds(self) -> list[str]:
        """Return what it was marked for when the corpus was built, each kind once."""
        return list(dict.fromkeys(str(mark["kind"]) for mark in self.page["marks"] or ()))

    def digest(self) -> str:
        """Return the SHA-256 of the original."""
        return sha256(read_original(self._view, self.page).raw).hexdigest()

    def links_from(self) -> list[Linked]:
        """Return its links."""
        links = self._view.corpus.links_from(self.page)[:_MAX_LINKS]
        return [Linked(link.anchor, link.url, link.target, None) for link in links]

    def links_to(self) -> list[Linked]:
        """Return the links of other pages to it, those of one page and one text once."""
        found = islice(self._view.corpus.links_to(self.page), _MAX_LINKS)
        links = dict.fromkeys((link.source, link.anchor) for link in found)
        pages = self._view.corpus.look_up({source for source, _ in links}, "title")
        # A page that was dropped later than its links were seen is not there.
        return [
            Linked(text, None, source, pages[source]["title"])
            for source, text in links
            if source in pages
        ]

    def repeats(self) -> list[CorpusPage]:
        """Return other pages that nearly say the same."""
        return list(islice(self._view.corpus.repeats(self.page), _MAX_REPEATS))

    def _make_line(
        self,
        tab: str,
        text: str,
        span: Span,
        role: str,
        *,
        number: str = "",
        is_content: bool = True,
    ) -> ShownLine:
        language, page = self.page.language, self.page.id
        return ShownLine(
            text,
            self._words.find_in_text(text, language) if self._words else (),
            span,
            role,
            number,
            self.asked.page_address(page, tab=tab, span=write_span(span)),
            self.asked.cached_address(page, span),
            is_content,
            span == self.span,
        )


def _cite(page: Page, span: Span) -> Citation | None:
    try:
        return cite(page, span)
    except UsageError:
        return None


def _is_inside(span: Span, spans: list[tuple[int, int]]) -> bool:
    """Say whether the bytes *span* are inside of one of *spans*, which are sorted."""
    at = bisect_right(spans, (span[0], float("inf"))) - 1
    return at >= 0 and sum(span) <= spans[at][1]
