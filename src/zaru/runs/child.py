"""One child process: does one item after the other, and may be killed at any moment."""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any, Generic, Literal, TypeVar

from zaru.errors import Failure, LimitExceeded, RunError
from zaru.limits import MEBIBYTE
from zaru.runs.workers import MEMORY_BYTES

Task = TypeVar("Task")
Message = tuple[Literal["ready", "beat", "result", "failure", "error"], Any]

# The largest dictionaries load in ten seconds on an idle machine; what takes so long hangs.
START_SECONDS = 300
# No page has so much to say: pages have 20 MB. What is larger would fill the parent's memory.
MAX_RESULT_BYTES = 256 * MEBIBYTE
# Work in steps says so often that it goes on: often enough for a bar, too seldom to cost anything.
BEAT_SECONDS = 0.1
# When memory ends, the kernel takes a child (one page is lost) before anybody else.
_OOM_SCORE = b"800"
_STOPS = (signal.SIGINT, signal.SIGTERM)
_PR_SET_PDEATHSIG = 1  # prctl(2)


class Child(Generic[Task]):
    """A process that calls *prepare* once and then the function that this returned, for each item.

    A function that is a generator works in steps: it yields how many are done, and each has the
    deadline of an item. `connection` is ready for reading when the child has a message or is dead.
    """

    def __init__(
        self,
        prepare: Callable[[], Callable[[Any], Any]],
        *,
        siblings: Sequence[Connection],
        memory_bytes: int = MEMORY_BYTES,
    ) -> None:
        self.task: Task | None = None
        self.is_ready = False
        self.results = 0
        self.expires = monotonic() + START_SECONDS
        # Forked children share what the parent has in memory, and begin at once.
        is_fork = "fork" in multiprocessing.get_all_start_methods()
        self.connection, other = multiprocessing.Pipe()
        inherited = [*siblings, self.connection] if is_fork else []
        context: Any = multiprocessing.get_context("fork" if is_fork else "spawn")
        arguments = (other, inherited, prepare, os.getpid(), memory_bytes)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        with warnings.catch_warnings():
            # Python 3.12 warns of forks beside threads. Those here are of the BLAS library, which
            # has handlers for it.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        other.close()

    def send(self, item: object, *, deadline_seconds: float) -> None:
        """Send *item*; a child that died in the meantime is noticed when it is listened to."""
        self.expires = monotonic() + deadline_seconds
        with suppress(OSError):
            self.connection.send(item)

    def receive(self) -> Message | None:
        """Return the child's message, None when it is dead."""
        try:
            data = self.connection.recv_bytes()
        except (EOFError, OSError):
            return None
        self.expires = math.inf
        try:
            message: Message = pickle.loads(data)
        except Exception as error:
            return "failure", Failure.caught(error, stage="", source="")
        return message

    def kill(self) -> str:
        """End the process and all that it has started; return how it ended, in words."""
        if hasattr(os, "killpg") and self._process.exitcode is None:
            # Its tools lead sessions of their own (annotators.process): first those, then itself.
            for leader in (*_children_of(self._process.pid), self._process.pid):
                with suppress(ProcessLookupError, PermissionError):  # when it has only just begun
                    os.killpg(leader, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        code = self._process.exitcode
        self._process.close()
        self.connection.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


def _children_of(pid: int) -> list[int]:
    """Return the processes that *pid* has started; empty where the system does not tell."""
    try:
        return [
            int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        return []


@contextmanager
def held_signals() -> Iterator[None]:
    """Put off Ctrl-C and SIGTERM, so that no child is started and then lost."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(
    connection: Connection,
    inherited: Sequence[Connection],
    prepare: Callable[[], Callable[[Any], Any]],
    parent: int,
    memory_bytes: int,
) -> None:
    """Be the child: end when the parent is gone or closes the connection."""
    _detach(inherited, parent)
    try:
        work = prepare()
        _limit_memory(memory_bytes)
        _reply(connection, ("ready", None))
    except Exception as error:
        _reply(connection, ("error", error))
        return
    with suppress(EOFError, OSError, MemoryError):  # what ends a child is counted as its death
        while True:
            _reply(connection, _do(work, connection.recv_bytes(), connection))


def _detach(inherited: Sequence[Connection], parent: int) -> None:
    """Let go of what is the parent's: its signals, its ends of the pipes, its place in memory."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)  # Ctrl-C and Ctrl-Z are for the parent; `kill` ends our tools with us
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
    for connection in inherited:
        connection.close()
    if sys.platform == "linux":
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_bytes(_OOM_SCORE)
    # The end of the pipe would tell us only after the page, which may take for ever.
    end_with_parent(parent)


def end_with_parent(parent: int) -> None:
    """Let this process be killed when *parent*, which has started it, ends."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            from ctypes import CDLL

            CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _limit_memory(more_bytes: int) -> None:
    """Let this process, and what it starts, have so much more memory than it has now.

    A page that needs more gets a MemoryError; without the limit the system would choose whom to
    end. What counts is address space, the only measure that the kernel refuses at once.
    """
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + more_bytes
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)  # -1 is no limit
        least = min(one for one in (limit, soft, hard) if one != resource.RLIM_INFINITY)
        resource.setrlimit(resource.RLIMIT_AS, (least, hard))


def _do(work: Callable[[Any], Any], data: bytes, connection: Connection) -> Message:
    try:
        result = work(pickle.loads(data))
        return "result", _go(result, connection) if isinstance(result, Generator) else result
    except RunError as error:
        return "error", error
    except Exception as error:
        return "failure", Failure.caught(error, stage="", source="")


def _go(steps: Generator[int, None, Any], connection: Connection) -> Any:
    """Go through the steps and tell of them; return what they return."""
    count, last = 0, monotonic()
    while True:
        try:
            count += next(steps)
        except StopIteration as end:
            _reply(connection, ("beat", count))
            return end.value
        now = monotonic()
        if now >= last + BEAT_SECONDS:
            _reply(connection, ("beat", count))
            count, last = 0, now


def _reply(connection: Connection, message: Message) -> None:
    """Send *message*; one that cannot travel is replaced by what says so."""
    kind, value = message
    try:
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        if kind == "error":  # errors of other libraries may be written and not read again
            pickle.loads(data)
        if len(data) > MAX_RESULT_BYTES:
            raise LimitExceeded(f"the result has more than {MAX_RESULT_BYTES} bytes; left out")
    except Exception as error:
        what: object = Failure.caught(error, stage="", source="")
        if kind == "error":
            what = RunError(f"{type(value).__name__}: {value}")
        data = pickle.dumps(("error" if kind == "error" else "failure", what))
    connection.send_bytes(data)
