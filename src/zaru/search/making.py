"""Pages made ready for an index, by several processes where cutting words takes long.

That is where annotators have not cut them: else this process makes pages faster than it would read
them from a pipe. A process is a plain one (`python -m zaru.search.making`), for one that has
threads must not fork. It gets its files on standard input and answers with portions of documents,
each with its length before it; it ends with its reader.
"""

from __future__ import annotations

import gc
import json
import marshal
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Queue
from threading import Thread
from time import thread_time
from typing import IO, Any

from zaru.errors import RunError, ZaruError
from zaru.io.corpus import Corpus
from zaru.io.memory import return_freed_memory, take_system_memory
from zaru.io.parquet import import_arrow, leave_pandas_out
from zaru.search.filling import Cutting, open_documents, open_findables
from zaru.search.kept_pages import Findable, open_keeping
from zaru.search.wanted import Document

# A process is worth its start and its pipe, 0.4 s and 0.1 ms a page, where so many pages are left
# and pages take so long (1,500 made pages: 4.1 s here, 3.4 s by two others); the first say nothing
# of that, for their words are all new.
MIN_PAGES = 400
SLOW_SECONDS = 0.0004
LOOK_PAGES = 256
_PORTION = 32  # documents
_LENGTH_BYTES = 8
_PLAIN = 2  # the version of marshal that looks for no values that it has written before
_WAITING = 4  # portions of each process that wait: memory does not grow with a corpus

Tagged = tuple[Any, str]  # a page, and the first part of the tag of its language


def make_documents(
    corpus: Corpus, files: Sequence[str], cutting: Cutting, workers: int | None = None
) -> Iterator[tuple[Document, str]]:
    """Yield the pages of *files*, by as many processes as there are CPUs where they take long.

    Order is by file only. Each comes with the first part of the tag of its language. What another
    process raises is raised here.
    """
    for page, language in _make(corpus, dict.fromkeys(files), cutting, workers):
        yield tuple.__new__(Document, page), language


def make_findables(
    corpus: Corpus, paths: Mapping[str, str], cutting: Cutting, workers: int | None = None
) -> Iterator[tuple[Findable, str]]:
    """Yield the pages of files as `make_documents`, but for what is kept of them.

    That is written by the process that makes them; *paths* says where, for each file.
    """
    for page, language in _make(corpus, paths, cutting, workers):
        yield tuple.__new__(Findable, page), language


def _make(
    corpus: Corpus, paths: Mapping[str, str | None], cutting: Cutting, workers: int | None
) -> Iterator[Tagged]:
    """Yield the pages of all files, those of a file that has a path as `Findable`."""
    left, apart = deque(paths), None
    count = min(workers or os.cpu_count() or 1, len(paths))
    others = count if count > 1 else 0  # this process only takes what they make
    with ExitStack() as stack:
        read = stack.enter_context(_open_reading(corpus, paths, cutting))
        pace = _Pace()
        while left:
            pages = read(left.popleft())
            while portion := pace.take(pages):
                yield from portion
                if apart is not None:
                    yield from apart.take_waiting()
                elif others and pace.is_slow() and sum(map(corpus.count, left)) >= MIN_PAGES:
                    own = {file: paths[file] for file in left}
                    apart = stack.enter_context(_Workers(corpus.place, own, cutting, others))
                    left.clear()
        if apart is not None:
            yield from apart.take_all()


@contextmanager
def _open_reading(
    corpus: Corpus, paths: Mapping[str, str | None], cutting: Cutting
) -> Iterator[Callable[[str], Iterator[Tagged]]]:
    """Yield what makes the pages of a file here."""
    if None in paths.values():
        with open_documents(corpus, cutting) as read:
            yield read
        return
    with open_findables(corpus, cutting) as keep_file:

        def read_and_keep(file: str) -> Iterator[Tagged]:
            with open_keeping(Path(str(paths[file]))) as keep:
                yield from keep_file(file, keep)

        yield read_and_keep


class _Pace:
    """How long pages take to be made."""

    def __init__(self) -> None:
        self._pages, self._seconds, self._looks = 0, 0.0, 0

    def take(self, pages: Iterator[Tagged]) -> list[Tagged]:
        """Return the next portion of *pages*."""
        start = thread_time()
        portion = list(islice(pages, _PORTION))
        self._seconds += thread_time() - start
        self._pages += len(portion)
        return portion

    def is_slow(self) -> bool:
        """Say whether the last pages took long; False while there are too few to say."""
        if self._pages < LOOK_PAGES:
            return False
        is_slow = self._looks > 0 and self._seconds > SLOW_SECONDS * self._pages
        self._pages, self._seconds, self._looks = 0, 0.0, self._looks + 1
        return is_slow


class _Workers:
    """Processes that make the pages of files, each some of them; they are ended when it is left."""

    def __init__(
        self, place: str, paths: Mapping[str, str | None], cutting: Cutting, workers: int
    ) -> None:
        self._left = min(workers, len(paths))  # that have not said that they are done
        self._waiting: Queue[Any] = Queue(_WAITING * self._left)
        self._stack = ExitStack()
        with ExitStack() as stack:
            for number in range(self._left):
                process = stack.enter_context(_Worker())
                own = dict(islice(paths.items(), number, None, self._left))
                process.tell({"place": place, "cutting": cutting, "paths": own})
                Thread(target=process.read_into, args=(self._waiting,), daemon=True).start()
            self._stack = stack.pop_all()

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def take_waiting(self) -> Iterator[Tagged]:
        """Yield the pages that are there; raises what a process has raised."""
        while not self._waiting.empty():
            yield from self._take()

    def take_all(self) -> Iterator[Tagged]:
        """Yield the pages that are still to come, too."""
        while self._left:
            yield from self._take()

    def _take(self) -> list[Tagged]:
        portion = self._waiting.get()
        if isinstance(portion, ZaruError):
            raise portion
        if portion is None:
            self._left -= 1
        return portion or []


class _Worker:
    """A process that makes documents; it is ended when it is left."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", __name__]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe)

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def tell(self, task: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            pipe.write(json.dumps(task).encode())

    def read_into(self, queue: Queue[Any]) -> None:
        """Hand its portions over; then None, or what went wrong."""
        assert self._process.stdout is not None
        with self._process.stdout as pipe:
            for portion in _read_portions(pipe):
                if isinstance(portion, str):
                    queue.put(RunError(portion))
                    return
                queue.put(portion)
                if portion is None:
                    return
        queue.put(RunError("a process that cut words has died; run again"))


def _read_portions(pipe: IO[bytes]) -> Iterator[Any]:
    while len(head := pipe.read(_LENGTH_BYTES)) == _LENGTH_BYTES:
        data = pipe.read(int.from_bytes(head, "little"))
        try:
            yield marshal.loads(data)
        except (EOFError, ValueError, TypeError):  # it was cut: its process has died
            return


def _write_portion(pipe: IO[bytes], portion: Any) -> None:
    data = marshal.dumps(portion, _PLAIN)
    pipe.write(len(data).to_bytes(_LENGTH_BYTES, "little") + data)
    pipe.flush()


def _work(task: dict[str, Any], write: Callable[[Any], None]) -> None:
    (scheme, annotator), paths = task["cutting"], task["paths"]
    with _open_reading(Corpus(task["place"]), paths, (scheme, annotator)) as read:
        for file in paths:
            made = ((tuple(page), language) for page, language in read(file))
            while portion := list(islice(made, _PORTION)):
                write(portion)


def main() -> None:
    """Do what standard input says; a reader that has gone ends it without words."""
    gc.disable()  # rows and documents are in no cycles
    leave_pandas_out()
    take_system_memory()
    return_freed_memory()
    import_arrow()
    write = partial(_write_portion, sys.stdout.buffer)
    try:
        try:
            _work(json.load(sys.stdin.buffer), write)
            write(None)
        except ZaruError as error:
            write(str(error))
    except BrokenPipeError:
        os._exit(1)


if __name__ == "__main__":
    main()
