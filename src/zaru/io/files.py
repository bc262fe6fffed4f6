"""Opening regular files, and telling by their names which are pages."""

from __future__ import annotations

import os
import stat
import sys
from io import FileIO
from pathlib import PurePath

from zaru.errors import FormatError, LimitExceeded
from zaru.io.remote import RemoteFile, is_remote
from zaru.io.sniff import HEAD_BYTES, inflate_head, is_gzip, is_markup, is_warc
from zaru.io.spool import read_fully

# In a folder, files of these names are pages or archives, whatever they hold.
PAGE_SUFFIXES = frozenset(
    """.html .htm .xhtml .xht .shtml .shtm .xml .rss .atom .rdf .php .php3 .php4 .php5 .asp .aspx
    .jsp .jspx .cgi .cfm .do .gz .warc .arc""".split()
)
# Files of these names belong to pages, or are not pages at all; they are not even opened.
OTHER_SUFFIXES = frozenset(
    """.css .js .mjs .map .json .jsonl .csv .tsv .txt .md .log .cdx .cdxj .yaml .yml .toml .lock
    .png .jpg .jpeg .gif .webp .avif .svg .svgz .ico .bmp .tif .tiff .psd
    .woff .woff2 .ttf .otf .eot .mp3 .mp4 .m4a .m4v .ogg .oga .ogv .wav .flac .webm .mov .avi .mkv
    .pdf .doc .docx .xls .xlsx .ppt .pptx .odt .ods .epub .rtf .ps
    .zip .tar .tgz .bz2 .xz .zst .7z .rar .lzh .jar .exe .dll .so .dylib .bin .dat .iso .dmg .deb
    .rpm .apk .py .pyc .rb .pl .sh .c .h .cpp .java .class .o .a .sqlite .db .parquet
    .part""".split()
)


def open_regular(path: str) -> FileIO:
    """Open *path* for reading; raises `FormatError` for pipes, sockets and devices.

    Opening never waits, even when a pipe takes the file's place between check and opening.
    """
    _check_regular(os.stat(path))  # noqa: PTH116  (a name with surrogates is no trouble here)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    file = FileIO(os.open(path, flags), "r")
    try:
        _check_regular(os.fstat(file.fileno()))
    except BaseException:
        file.close()
        raise
    return file


def open_source(path: str) -> FileIO | RemoteFile:
    """Open the path or address *path*; raises `FormatError` for a file of no bytes, too.

    So do the files of /proc, which can wait for ever when they are read.
    """
    file = RemoteFile(path) if is_remote(path) else open_regular(path)
    size = file.size if isinstance(file, RemoteFile) else os.fstat(file.fileno()).st_size
    if size == 0:
        file.close()
        raise FormatError("empty file")
    return file


def read_whole(path: str, *, max_bytes: int) -> bytes:
    """Return the bytes of the regular file *path*, or of standard input, which is `-`.

    Raises `FormatError` for what may never end (pipes, devices), `LimitExceeded` and `OSError`.
    """
    if path == "-":
        data = sys.stdin.buffer.read(max_bytes + 1)
    else:
        with open_regular(path) as file:
            data = read_fully(file, max_bytes + 1)
    if len(data) > max_bytes:
        raise LimitExceeded(f"more than {max_bytes} bytes", source=path)
    return data


def has_page_name(name: str) -> bool:
    """Say whether a file called *name* is a page or an archive without looking into it.

    >>> has_page_name("a.html"), has_page_name("style.css.gz"), has_page_name("README")
    (True, False, False)
    """
    return _suffix(name) in PAGE_SUFFIXES


def has_other_name(name: str) -> bool:
    """Say whether a file called *name* is no page, without looking into it."""
    return _suffix(name) in OTHER_SUFFIXES


def looks_like_page(path: str) -> bool:
    """Say whether the file at *path* begins as pages and archives do."""
    with open_regular(path) as file:
        return begins_as_page(read_fully(file, HEAD_BYTES))


def begins_as_page(head: bytes) -> bool:
    """Say whether *head* begins as pages and archives do."""
    return is_warc(head) or is_markup(inflate_head(head) if is_gzip(head) else head)


def _suffix(name: str) -> str:
    """Return the suffix that decides, in lower case; of `x.css.gz`, what is inside."""
    path = PurePath(name.lower())
    if path.suffix == ".gz":
        inner = PurePath(path.stem).suffix
        return inner if inner in OTHER_SUFFIXES else ".gz"
    return path.suffix


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FormatError("a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise FormatError("not a regular file; to read a pipe, use '-'")
