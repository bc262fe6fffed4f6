"""Where the words of a query stand in one page: in any text of it, and in its bytes."""

from __future__ import annotations

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


class PageMarks:
    """The words of one query, to be looked for in pages of an index's corpus."""

    def __init__(self, searcher: Searcher, wanted: Wanted) -> None:
        self._searcher = searcher
        self._marker = Marker(wanted)

    def find_in_text(self, text: str, language: str | None) -> Places:
        """Return where words of the query stand in *text*, in characters."""
        return self._marker.mark_line(text, self._searcher.cut(text, language))

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
