"""Where the words of a query stand in one page: in any text of it, and in its bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from zaru.content.segments import find_segments
from zaru.corpus.sentence import Span
from zaru.corpus.sentences.passages import read_passages
from zaru.corpus.sentences.sentences import find_elements
from zaru.page import Page
from zaru.search.searching import Searcher
from zaru.search.snippets import Marker, Places
from zaru.search.wanted import Wanted

MAX_MARKS = 2000  # of one page: a word that stands in it more often helps nobody to find a place
# Texts are looked at in parts, up to the end of a sentence where there is one: what annotators and
# marks cost grows faster than a text, and pages have texts of megabytes.
_PARTS = re.compile(r".{1,1000}(?:[。．！？!?\n]|\Z)|.{1,1000}", re.DOTALL)


class PageMarks:
    """The words of one query, to be looked for in pages of an index's corpus."""

    def __init__(self, searcher: Searcher, wanted: Wanted) -> None:
        self._searcher = searcher
        self._marker = Marker(wanted)

    def find_in_text(self, text: str, language: str | None) -> Places:
        """Return where words of the query stand in *text*, in characters; at most `MAX_MARKS`."""
        return tuple(islice(self._find(text, language), MAX_MARKS))

    def _find(self, text: str, language: str | None) -> Iterator[tuple[int, int]]:
        for part in _PARTS.finditer(text):
            words = self._searcher.cut(part[0], language)
            for begin, end in self._marker.mark_line(part[0], words):
                yield part.start() + begin, part.start() + end

    def find_in_page(self, page: Page, language: str | None) -> list[Span]:
        """Return the bytes of words of the query everywhere in *page*, in its content or not.

        At most `MAX_MARKS` of them. Raises `InputError` for a page that has no tree.
        """
        tree = page.tree
        segments = find_elements(tree) if tree.is_xml else find_segments(tree)
        spans = (
            span
            for passage in read_passages(tree, segments)
            for span in passage.spans(self.find_in_text(passage.text, language))
        )
        return list(islice(spans, MAX_MARKS))
