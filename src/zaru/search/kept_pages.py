"""What an index keeps of pages beside their words: files of its own, one for each of the corpus.

Tantivy would compress it again with every segment that it merges, and map it into memory for that:
memory would grow with the corpus. Here it is written once, by the process that made it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from zaru.errors import FormatError
from zaru.io.parquet import import_arrow
from zaru.io.publish import publish, remove_stale_parts
from zaru.search.wanted import Document

try:
    from zaru.search import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

FOLDER = "pages"  # beside the files of the engine
_CODEC = "lz4_raw"
# Before each page: how many characters words and readings have, and how many bytes they have with
# the payload before they are compressed.
_HEAD = struct.Struct("<3I")


class Findable(NamedTuple):
    """A page as tantivy gets it: what it is found by, and where the rest is kept."""

    file: str  # of the corpus
    words: str
    readings: str
    compounds: str
    title: str
    site: str
    url: str
    language: str
    day: int | None
    is_duplicate: bool
    place: str  # the name of a file, where the page begins in it, and its bytes


# Keeps a page by the bytes of words, readings and payload, after the characters that the first two
# have; returns its place.
Keep = Callable[[int, int, bytes], str]


def name_file(file: str, digest: str) -> str:
    """Return the name of what is kept of a *file* of the corpus that has this *digest*."""
    return f"{file.partition('.')[0]}-{digest}"


@contextmanager
def open_keeping(path: Path) -> Iterator[Keep]:
    """Yield what keeps pages in the file *path*, which appears whole or not at all."""
    compress = import_arrow().Codec(_CODEC).compress
    begin, name = 0, path.name
    with publish(path) as file:

        def keep(words: int, readings: int, data: bytes) -> str:
            nonlocal begin
            block = compress(data, asbytes=True)
            head = _HEAD.pack(words, readings, len(data))
            file.write(head + block)
            size = len(head) + len(block)
            place = f"{name} {begin} {size}"
            begin += size
            return place

        yield keep


def keep_document(document: Document, keep: Keep) -> Findable:
    """Return a page as tantivy gets it, after the rest of it was kept."""
    words, readings = document.words, document.readings
    data = "".join((words, readings, document.payload)).encode()
    return Findable(
        file=document.file,
        words=words,
        readings=readings,
        compounds=document.compounds,
        title=document.title,
        site=document.site,
        url=document.url,
        language=document.language,
        day=document.day,
        is_duplicate=document.is_duplicate,
        place=keep(len(words), len(readings), data),
    )


class KeptPages:
    """What is kept in a folder, read page by page; safe to be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, place: str) -> tuple[str, str, str]:
        """Return words, readings and payload of the page at *place*.

        Raises `FileNotFoundError` when the file has gone, with pages that the index had before.
        """
        name, begin, size = place.split(" ")
        path = f"{self._folder}/{name}"
        with FileIO(path) as file:
            file.seek(int(begin))
            data = file.read(int(size))
        try:
            return _read_page(data)
        except (ValueError, struct.error) as error:
            raise FormatError(
                "is damaged; run: zaru index --new", source=path, offset=int(begin)
            ) from error

    def prune(self, names: Collection[str]) -> None:
        """Delete all files but those of these *names*, and what killed runs have left."""
        if self._folder.exists():
            remove_stale_parts(self._folder)
            for path in self._folder.iterdir():
                if path.name not in names:
                    path.unlink(missing_ok=True)


def inflate_block(block: bytes, size: int) -> bytes:
    """Return the *size* bytes of a *block* of LZ4; raises `ValueError` when it has others."""
    if _kernel is not None:  # pyarrow takes a tenth of a second to be imported
        return _kernel.inflate_block(block, size)
    if size < 0:
        raise ValueError("a block cannot have so many bytes")
    pyarrow = import_arrow()
    try:
        return bytes(pyarrow.Codec(_CODEC).decompress(block, size, asbytes=True))
    except (pyarrow.ArrowException, OSError, OverflowError) as error:
        raise ValueError(str(error)) from error


def _read_page(data: bytes) -> tuple[str, str, str]:
    words, readings, size = _HEAD.unpack_from(data)
    text = str(inflate_block(data[_HEAD.size :], size), "utf-8")
    end = words + readings
    return text[:words], text[words:end], text[end:]
