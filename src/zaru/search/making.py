"""Pages made ready for an index by several processes: cutting words takes longer than indexing.

A process is a plain one (`python -m zaru.search.making`), for one that has threads must not fork.
It gets its files on standard input and answers with portions of documents, each with its length
before it; it ends with its reader.
"""

from __future__ import annotations

import gc
import json
import marshal
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import IO, Any

from zaru.errors import RunError, ZaruError
from zaru.io.corpus import Corpus
from zaru.io.memory import return_freed_memory, take_system_memory
from zaru.io.parquet import import_arrow, leave_pandas_out
from zaru.search.filling import Cutting, open_documents
from zaru.search.kept_pages import Findable, open_keeping
from zaru.search.wanted import Document

MIN_PAGES = 1000  # below, a process takes longer to start than its pages would
_PORTION = 32  # documents
_LENGTH_BYTES = 8
_PLAIN = 2  # the version of marshal that looks for no values that it has written before
_WAITING = 4  # portions of each process that wait: memory does not grow with a corpus

Tagged = tuple[Any, str]  # a page, and the first part of the tag of its language


def make_documents(
    corpus: Corpus, files: Sequence[str], cutting: Cutting, workers: int | None = None
) -> Iterator[tuple[Document, str]]:
    """Yield the pages of *files*, by as many processes as there are CPUs; order is by file only.

    Each comes with the first part of the tag of its language. What another process raises is
    raised here.
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
    workers = min(workers or os.cpu_count() or 1, len(paths))
    if workers > 1 and sum(map(corpus.count, paths)) >= MIN_PAGES:
        yield from _make_apart(corpus.place, paths, cutting, workers)
    else:
        yield from _make_here(corpus, paths, cutting)


def _make_here(
    corpus: Corpus, paths: Mapping[str, str | None], cutting: Cutting
) -> Iterator[Tagged]:
    """Yield the pages of all files, those of a file that has a path as `Findable`."""
    with open_documents(corpus, cutting) as read:
        for file, path in paths.items():
            if path is None:
                yield from read(file)
                continue
            with open_keeping(Path(path)) as keep:
                for document, language in read(file):
                    yield keep(document), language


def _make_apart(
    place: str, paths: Mapping[str, str | None], cutting: Cutting, workers: int
) -> Iterator[Tagged]:
    waiting: Queue[Any] = Queue(_WAITING * workers)
    with ExitStack() as stack:
        for number in range(workers):
            process = stack.enter_context(_Worker())
            own = dict(islice(paths.items(), number, None, workers))
            process.tell({"place": place, "cutting": cutting, "paths": own})
            Thread(target=process.read_into, args=(waiting,), daemon=True).start()
        while workers:
            portion = waiting.get()
            if isinstance(portion, ZaruError):
                raise portion
            if portion is None:
                workers -= 1
            else:
                yield from portion


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
    scheme, annotator = task["cutting"]
    pages = _make_here(Corpus(task["place"]), task["paths"], (scheme, annotator))
    made = ((tuple(page), language) for page, language in pages)
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
