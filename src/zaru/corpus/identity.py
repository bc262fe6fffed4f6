"""Document ids: the same page has the same id in every run, and every link to it says it."""

from __future__ import annotations

import re
from hashlib import sha256
from posixpath import normpath
from urllib.parse import unquote

from zaru.page import Page
from zaru.text.urls import normalise, resolve

# The site of pages that have no address: links among them lead to files.
_FILES = "http://zaru.invalid"
_BELOW_FILES = f"{_FILES}/"
_PLAIN_PATH = re.compile(r"/?[\w%~-][\w.%~-]*(?:/[\w%~-][\w.%~-]*)*")  # as it stays
PAGE_ID_DIGITS = 32
ID_DIGITS = 20  # 80 bits: among a thousand million pages, two share an id once in two million runs


def document_id(url: str) -> str:
    """Return the id of the page at *url*, the same in every run.

    >>> document_id("http://example.jp") == document_id("HTTP://EXAMPLE.JP/#top")
    True
    """
    return sha256(normalise(url).encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]


def file_address(path: str) -> str:
    """Return the address that stands for the file *path* of a page without a URL.

    >>> file_address("./sub/a.html")
    'http://zaru.invalid/sub/a.html'
    """
    if not _PLAIN_PATH.fullmatch(path):
        path = normpath(path).replace("\\", "/")
    return f"{_FILES}/{path.lstrip('/')}"


def is_file_address(address: str) -> bool:
    """Say whether *address* stands for a file and leads nowhere.

    >>> is_file_address(file_address("a.html"))
    True
    """
    return address.startswith(_BELOW_FILES)


def address_of(page: Page) -> str:
    """Return the URL of *page*; for one that has none, what stands for its file."""
    return page.url or file_address(page.origin.source)


def page_id(page: Page) -> str:
    """Return the id of *page* in a corpus: the digest of its address and its bytes.

    >>> page_id(Page.from_bytes(b"<p>a")) == page_id(Page.from_bytes(b"<p>b"))
    False
    """
    address = address_of(page).encode("utf-8", "surrogatepass")
    return sha256(address + b"\0" + page.raw).hexdigest()[:PAGE_ID_DIGITS]


def find_target(base: str, href: str) -> str | None:
    """Return the address that *href* on the page *base* leads to; None when it is none of the web.

    A file's links are taken as its folder has the names: `%E3%81%82.html` is the file あ.html.
    """
    address = resolve(base, href)
    if address is not None and is_file_address(address):
        path = address.removeprefix(_FILES).partition("#")[0].partition("?")[0]
        return file_address(unquote(path, errors="surrogateescape") if "%" in path else path)
    return address
