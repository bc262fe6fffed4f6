"""Pages of a corpus as an index keeps them, file by file: how their words are cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from zaru.annotators.loading import load_annotator
from zaru.corpus.sentence import Annotator
from zaru.errors import ToolMissing
from zaru.io.corpus import Corpus
from zaru.search.annotated_columns import open_answers
from zaru.search.annotated_words import choose_scheme
from zaru.search.document import DocumentMaker, find_family
from zaru.search.kept_line import join_lines
from zaru.search.kept_pages import Findable, Keep, keep_document
from zaru.search.page_columns import PAGE_COLUMNS, PageColumns
from zaru.search.wanted import Document

DEFAULT_ANNOTATOR = "juman"  # of Japanese without annotations, where it is installed

# The scheme of the annotations whose words count, and the annotator that cuts what has none.
Cutting = tuple[str | None, str | None]
# Yields the pages of a file, each with the first part of the tag of its language.
ReadFile = Callable[[str], Iterator[tuple[Document, str]]]
# The same as tantivy gets them, after the rest of each was kept.
KeepFile = Callable[[str, Keep], Iterator[tuple[Findable, str]]]


def choose_cutting(corpus: Corpus) -> Cutting:
    """Return the scheme of the words that the corpus has, and the annotator that cuts the rest."""
    names = corpus.about.get("options", {}).get("annotate") or ()
    scheme = choose_scheme(corpus.schemes())
    for name in (*names, *(() if names else (DEFAULT_ANNOTATOR,))):
        with suppress(ToolMissing):
            annotator = load_annotator(name)
            own = annotator.scheme
            annotator.close()
            if scheme in (None, own):
                return own, name
    return scheme, None


@contextmanager
def open_documents(corpus: Corpus, cutting: Cutting) -> Iterator[ReadFile]:
    """Open the annotator of *cutting*; yield what reads a file of the corpus."""
    with _open_annotator(cutting) as annotator:
        yield _make_reader(corpus, cutting, annotator)


@contextmanager
def open_findables(corpus: Corpus, cutting: Cutting) -> Iterator[KeepFile]:
    """Open the annotator of *cutting*; yield what reads a file and keeps its pages."""
    with _open_annotator(cutting) as annotator:
        read = _make_reader(corpus, cutting, annotator)
        columns = PageColumns(corpus, cutting[0], DocumentMaker(annotator))

        def keep_file(file: str, keep: Keep) -> Iterator[tuple[Findable, str]]:
            if columns.can_read(file):
                yield from columns.read(file, keep)
                return
            for document, language in read(file):
                yield keep_document(document, keep), language

        yield keep_file


@contextmanager
def _open_annotator(cutting: Cutting) -> Iterator[Annotator | None]:
    annotator = load_annotator(cutting[1]) if cutting[1] else None
    try:
        yield annotator
    finally:
        if annotator is not None:
            annotator.close()


def _make_reader(corpus: Corpus, cutting: Cutting, annotator: Annotator | None) -> ReadFile:
    answers = None if cutting[0] is None else open_answers(cutting[0])
    maker = DocumentMaker(annotator, answers.join if answers else join_lines)

    def read(file: str) -> Iterator[tuple[Document, str]]:
        pages = corpus.with_sentences(file, PAGE_COLUMNS, answers, content_only=True)
        for page, sentences in pages:
            yield maker.make(page, sentences, file), find_family(page["language"])

    return read
