"""Files at addresses such as `s3://bucket/name`, by fsspec: found, read and tried again."""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from typing import Any, TypeVar

from zaru.errors import InputError, OutputFailed, StoreAway, ToolMissing, UsageError

Result = TypeVar("Result")

# A request takes some 50 ms, whatever it asks for; but most files are looked at only at their
# beginning. So pieces grow while a file is read from piece to piece.
FIRST_PIECE_BYTES = 64 * 1024
MAX_PIECE_BYTES = 4 * 1024 * 1024
TRIES = 5
FIRST_PAUSE_SECONDS = 0.5  # before the second try; doubled each time, with jitter
# No further try after this time: the libraries below try again, too, some of them for long.
PATIENCE_SECONDS = 15.0
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
# Addresses of pages, not of files: zaru fetches nothing.
_WEB = frozenset({"http", "https", "ftp"})
# What stores call that which changes with the bytes, the best first; and the time of the change.
_MARKS = ("ETag", "etag", "md5Hash", "content_md5", "generation")
_TIMES = ("LastModified", "last_modified", "mtime", "modified", "updated", "created")
_FINAL = (
    FileNotFoundError,
    FileExistsError,
    PermissionError,
    IsADirectoryError,
    NotADirectoryError,
    NotImplementedError,
    TypeError,
    ValueError,
    ImportError,
)

# Of botocore: nobody can say who asks; nobody answers, and s3fs has tried 25 times.
_FINAL_NAMES = ("Credentials", "EndpointConnection")


def is_remote(place: str) -> bool:
    """Say whether *place* is an address of files, and neither a path nor a web page.

    >>> is_remote("s3://bucket/a.warc"), is_remote("a.warc"), is_remote("https://e.jp/")
    (True, False, False)
    """
    found = _ADDRESS.match(place)
    return found is not None and found[1].lower() not in _WEB


def is_web(place: str) -> bool:
    """Say whether *place* is the address of a web page."""
    found = _ADDRESS.match(place)
    return found is not None and found[1].lower() in _WEB


def find_filesystem(address: str) -> tuple[Any, str]:
    """Return fsspec's file system for *address*, and the path in it.

    To be called in the process that uses it: file systems do not survive a fork. Raises
    `ToolMissing` and `UsageError`.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        message = f"{address}: needs fsspec; run: pip install 'zaru[corpus]'"
        raise ToolMissing(message) from error
    try:
        filesystem, path = url_to_fs(address)
    except ImportError as error:
        package = getattr(error.__cause__, "name", None)
        how = f"needs {package}; run: pip install {package}" if package else describe(error)
        raise ToolMissing(f"{address}: {how}") from error
    except (ValueError, TypeError) as error:
        raise UsageError(f"{address}: {describe(error)}") from error
    # What others have written in the meantime is not in the listings that it keeps.
    filesystem.invalidate_cache()
    return filesystem, path


def attempt(step: Callable[[], Result], *, address: str) -> Result:
    """Return what *step*, which can be done twice, returns; tried again when the store fails.

    Raises `OSError` of one line, and of the class that says what is wrong.
    """
    import random

    end = time.monotonic() + PATIENCE_SECONDS
    for number in range(TRIES):
        try:
            return step()
        except Exception as error:
            if number == TRIES - 1 or time.monotonic() > end or _is_final(error):
                raise to_os_error(error, address) from error
        time.sleep(FIRST_PAUSE_SECONDS * 2**number * random.uniform(0.5, 1.5))
    raise AssertionError("unreachable")


def _is_final(error: Exception) -> bool:
    """Say whether trying again is of no use."""
    return isinstance(error, _FINAL) or any(name in type(error).__name__ for name in _FINAL_NAMES)


def to_os_error(error: Exception, address: str) -> OSError:
    """Return *error*, which may be of any library, as one of the system's."""
    kind = type(error) if isinstance(error, _FINAL) and isinstance(error, OSError) else OSError
    number = error.errno if isinstance(error, OSError) and error.errno else errno.EIO
    return kind(number, describe(error), address)


def describe(error: Exception) -> str:
    """Return what *error* says, in one line.

    >>> describe(OSError(5, "the store\\n says no"))
    'the store says no'
    """
    words = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return " ".join(words.split()) or type(error).__name__


@contextmanager
def reading(address: str) -> Iterator[None]:
    """Turn every `OSError` into `InputError`, except that nothing is there.

    What may be read later, since the store only did not answer, is a `StoreAway`.
    """
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        kind = InputError if isinstance(error.__cause__ or error, _FINAL) else StoreAway
        raise kind(f"cannot be read: {describe(error)}", source=address) from error


@contextmanager
def writing(address: str) -> Iterator[None]:
    """Turn every `OSError` into `OutputFailed`."""
    try:
        yield
    except OSError as error:
        raise OutputFailed.of(error, address) from error


class RemoteFile(RawIOBase):
    """A file at an address, open for reading: in large pieces, each tried again when it fails.

    Raises `FileNotFoundError`, and `InputError` for everything else, also while it is read.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._filesystem, self._path = find_filesystem(address)
        with reading(address):
            about = attempt(lambda: self._filesystem.info(self._path), address=address)
            if about.get("type") == "directory":
                raise FileNotFoundError(errno.ENOENT, "a folder, not a file", address)
        self.size = int(about.get("size") or 0)
        self.state = find_state(about)
        self._offset = 0
        self._piece = b""
        self._piece_at = 0
        self._piece_bytes = 0  # of the last one, if all was read ahead

    def readable(self) -> bool:
        """Say yes."""
        return True

    def seekable(self) -> bool:
        """Say yes."""
        return True

    def tell(self) -> int:
        """Return the offset."""
        return self._offset

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Go to *offset*, counted from the beginning, the offset or the end."""
        self._offset = max(0, offset + (0, self._offset, self.size)[whence])
        return self._offset

    def readinto(self, buffer: Any, /) -> int:
        """Fill *buffer* from the offset on; return how many bytes there were."""
        wanted = min(len(buffer), self.size - self._offset)
        if wanted <= 0:
            return 0
        if not 0 <= self._offset - self._piece_at < len(self._piece):
            self._load(wanted)
        first = self._offset - self._piece_at
        data = self._piece[first : first + wanted]
        buffer[: len(data)] = data
        self._offset += len(data)
        return len(data)

    def _load(self, wanted: int) -> None:
        is_next = self._offset == self._piece_at + len(self._piece)
        grown = 4 * self._piece_bytes if is_next else 0
        self._piece_bytes = min(max(grown, FIRST_PIECE_BYTES), MAX_PIECE_BYTES)
        start = self._offset
        end = min(start + max(wanted, self._piece_bytes), self.size)
        with reading(self.address):
            piece = attempt(lambda: self._read_piece(start, end), address=self.address)
        self._piece, self._piece_at = piece, start

    def _read_piece(self, start: int, end: int) -> bytes:
        piece: bytes = self._filesystem.cat_file(self._path, start=start, end=end)
        if len(piece) != end - start:
            raise OSError(errno.EIO, f"{len(piece)} bytes came instead of {end - start}")
        return piece


def open_remote(address: str) -> BufferedReader:
    """Open the file at *address* for reading, anywhere in it; raises as `RemoteFile` does."""
    return BufferedReader(RemoteFile(address))


def find_state(about: dict[str, Any]) -> str:
    """Return what changes when a file does, from what its store says *about* it."""
    for names in (_MARKS, _TIMES):
        for name in names:
            if about.get(name):
                return f"{name} {str(about[name]).strip(chr(34))}"
    return "unknown"
