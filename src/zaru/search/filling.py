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
from zaru.search.document import DocumentMaker
from zaru.search.kept_line import join_lines
from zaru.search.payload import SHOWN
from zaru.search.wanted import Document

PAGE_COLUMNS = (*SHOWN, "blocks")
DEFAULT_ANNOTATOR = "juman"  # of Japanese without annotations, where it is installed

# The scheme of the annotations whose words count, and the annotator that cuts what has none.
Cutting = tuple[str | None, str | None]
# Yields the pages of a file, each with the first part of the tag of its language.
ReadFile = Callable[[str], Iterator[tuple[Document, str]]]


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
    scheme, name = cutting
    annotator: Annotator | None = load_annotator(name) if name else None
    answers = None if scheme is None else open_answers(scheme)
    maker = DocumentMaker(annotator, answers.join if answers else join_lines)

    def read(file: str) -> Iterator[tuple[Document, str]]:
        pages = corpus.with_sentences(file, PAGE_COLUMNS, answers, content_only=True)
        for page, sentences in pages:
            document = maker.make(page, sentences, file)
            yield document, (page["language"] or "").partition("-")[0].lower()

    try:
        yield read
    finally:
        if annotator is not None:
            annotator.close()
