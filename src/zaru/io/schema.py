"""The tables of a corpus: what `zaru build` writes and `zaru.Corpus` reads, in one place.

A shape is what a JSON object holds: `str`, `int`, `float` or `bool`, `[shape]` for a list, a dict
for an object. Every value but an id may be absent. Spans are byte offset and length in the page as
it was received, which `original` leads to.
"""

from __future__ import annotations

from zaru.content.content import SHAPE as CONTENT
from zaru.corpus.quality import SHAPE as QUALITY
from zaru.io.parquet import Shape

# Raised when a column changes its name, its type or its meaning, or is taken away.
VERSION = 1

ANNOTATIONS = [{"scheme": str, "text": str}]

_ROW = {name: shape for name, shape in CONTENT.items() if name != "records"}

PAGES: Shape = {
    "id": str,  # digest of address and bytes: the same in every run
    **_ROW,  # as `zaru extract -f jsonl` writes it; `page` and `offset` are the source
    "site": str,
    "time": str,  # when it was fetched, yyyy-mm-dd hh:mm:ss in UTC
    "charset": str,  # what HTTP said
    "is_truncated": bool,
    "is_japanese": bool,
    "size": int,  # bytes of the page
    "original": {"file": str, "offset": int},  # its record in originals/
    "quality": QUALITY,  # figures of the text, no verdict
    "head_title": {"text": str, "span": [int], "annotations": ANNOTATIONS},  # of <title>
    "sentences": int,
    "out_links": int,
    "in_links": int,  # from pages of the corpus
    "marks": [{"kind": str, "span": [int], "pages": int}],
    "duplicate_of": str,  # the id of the page that this one nearly repeats
}

SENTENCES: Shape = {
    "page": str,  # its id
    "number": int,  # from 1
    "text": str,
    "span": [int],
    "is_exact": bool,  # or the text stands somewhere in its span
    "is_content": bool,  # stands in the main content
    "paragraph": int,
    "block": str,
    "score": float,
    "post": {"number": int, "type": str, "author": str, "date": str, "title": str},
    "annotations": ANNOTATIONS,
}

LINKS: Shape = {
    "from": str,  # page id
    "to": str,  # page id; none when the corpus has no page there
    "target": str,  # the document id of the address, as in the Standard Format
    "url": str,
    "anchor": str,
    "span": [int],  # of the anchor; none for an image's
}

TABLES = {"pages": PAGES, "sentences": SENTENCES, "links": LINKS}
