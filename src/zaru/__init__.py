"""zaru: pour the web in, keep the text.

>>> import zaru
>>> page = zaru.Page.from_bytes("<h1>ざる</h1><p>竹で編む。".encode())
>>> [(block.tag, block.text, block.span) for block in page.tree.blocks if block.text]
[('h1', 'ざる', (4, 6)), ('p', '竹で編む。', (18, 15))]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import zaru.kernels  # noqa: F401 - before any room: it may leave them out
from zaru._version import __version__

if TYPE_CHECKING:
    from zaru.citations.citation import cite
    from zaru.content.chunks import chunks
    from zaru.content.content import Content
    from zaru.content.extraction import extract
    from zaru.content.page_set import PageSet
    from zaru.corpus.conversion import to_standard_format
    from zaru.corpus.sentence import Sentence
    from zaru.corpus.standard_format import StandardFormat
    from zaru.errors import Failure, InputError, ZaruError
    from zaru.feeds.article import Article
    from zaru.feeds.finding.finding import find_articles
    from zaru.feeds.writing.feed import write_feed
    from zaru.io.corpus import Corpus
    from zaru.io.sources import read_pages as read
    from zaru.io.standard_format import read_standard_format
    from zaru.page import Page
    from zaru.runs.build.build import build
    from zaru.search.quotation import verify
    from zaru.wrappers.discovery.discovery import discover
    from zaru.wrappers.learning import learn
    from zaru.wrappers.record import Record
    from zaru.wrappers.wrapper import Wrapper

__all__ = [
    "Article",
    "Content",
    "Corpus",
    "Failure",
    "InputError",
    "Page",
    "PageSet",
    "Record",
    "Sentence",
    "StandardFormat",
    "Wrapper",
    "ZaruError",
    "__version__",
    "build",
    "chunks",
    "cite",
    "discover",
    "extract",
    "find_articles",
    "learn",
    "read",
    "read_standard_format",
    "to_standard_format",
    "verify",
    "write_feed",
]

# Imported when first asked for, so that a command loads only what it runs.
_MODULES = {
    "zaru.citations.citation": ("cite",),
    "zaru.content.chunks": ("chunks",),
    "zaru.content.content": ("Content",),
    "zaru.content.extraction": ("extract",),
    "zaru.content.page_set": ("PageSet",),
    "zaru.corpus.conversion": ("to_standard_format",),
    "zaru.corpus.sentence": ("Sentence",),
    "zaru.corpus.standard_format": ("StandardFormat",),
    "zaru.errors": ("Failure", "InputError", "ZaruError"),
    "zaru.feeds.article": ("Article",),
    "zaru.feeds.writing.feed": ("write_feed",),
    "zaru.feeds.finding.finding": ("find_articles",),
    "zaru.io.corpus": ("Corpus",),
    "zaru.io.sources": ("read",),
    "zaru.io.standard_format": ("read_standard_format",),
    "zaru.page": ("Page",),
    "zaru.runs.build.build": ("build",),
    "zaru.search.quotation": ("verify",),
    "zaru.wrappers.discovery.discovery": ("discover",),
    "zaru.wrappers.learning": ("learn",),
    "zaru.wrappers.record": ("Record",),
    "zaru.wrappers.wrapper": ("Wrapper",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'zaru' has no attribute {name!r}")
    module = import_module(_HOMES[name])
    value = getattr(module, "read_pages" if name == "read" else name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
