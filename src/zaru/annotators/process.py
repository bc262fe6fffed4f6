"""A tool in a child process: one question at a time, with a deadline, restarted when it fails.

The protocol is that of JUMAN, Juman++ and KNP: lines in, lines out, a line `EOS` ends an answer.
A tool that hangs, dies or answers nonsense is killed at once, so that a late answer is never taken
for the answer to the next question. It is started again only when the next question comes.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from zaru.errors import ToolCrashed, ToolError, ToolTimeout

# JUMAN, Juman++ and KNP take milliseconds for most sentences and seconds for the worst.
DEADLINE_SECONDS = 10.0
# Juman++ reads 300 MB of model before its first answer: half a second warm, many on a cold disk.
# The first answer may take this many times as long as the others.
START_DEADLINES = 3
# A tool that fails to start this often in a row is gone; no sentence waits for it any more.
MAX_START_FAILURES = 4
# Doubled after each failure to start: 0.1, 0.2, 0.4 s, for a disk or a memory limit to recover.
BACK_OFF_SECONDS = 0.1
# KNP writes up to 3 KB for a word: a thousand words fit, an endless answer does not.
MAX_ANSWER_BYTES = 4 * 1024 * 1024
# How long a tool may take to die after its input was closed.
CLOSE_SECONDS = 1.0

Check = Callable[[str, str], None]  # question, answer; raises ToolCrashed when they do not fit


class ToolProcess:
    """A program that answers questions over its pipes. Close it when it is no longer needed."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        probe: str,
        check: Check,
        deadline_seconds: float = DEADLINE_SECONDS,
    ) -> None:
        """Remember what to run; nothing is started before the first question.

        *probe* is a question that a good tool can answer. It is asked after each start, so that a
        bad tool can be told from a bad sentence.
        """
        self.name = Path(command[0]).name
        self._command = list(command)
        self._probe = probe
        self._check = check
        self._deadline_seconds = deadline_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._start_failures = 0

    def ask(self, question: str) -> str:
        """Return the tool's answer with its line `EOS`, after the check has found it right.

        Raises ToolTimeout or ToolCrashed; the tool is dead then, and the next question starts it.
        """
        self.start()
        return self._exchange(question, self._deadline_seconds)

    def close(self) -> None:
        """End the tool; it may be called twice, and a later question starts it again."""
        if self._process is None:
            return
        _pipe(self._process.stdin).close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
        self._kill()

    def start(self) -> None:
        """Start the tool if it is not running, and probe it. Raises ToolCrashed or ToolTimeout."""
        if self._process is not None:
            if not _has_output(self._process):
                return
            self._kill()  # it died, or talks without being asked: nobody's sentence is lost
        if self._start_failures >= MAX_START_FAILURES:
            raise ToolCrashed(f"{self.name} failed to start {self._start_failures} times in a row")
        if self._start_failures:
            time.sleep(BACK_OFF_SECONDS * 2 ** (self._start_failures - 1))
        self._start_failures += 1
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,  # so that its own children die with it
            )
        except OSError as error:
            raise ToolCrashed(f"{self.name} cannot be started: {error.strerror}") from error
        os.set_blocking(_pipe(self._process.stdin).fileno(), False)
        os.set_blocking(_pipe(self._process.stdout).fileno(), False)
        self._exchange(self._probe, START_DEADLINES * self._deadline_seconds)
        self._start_failures = 0

    def _exchange(self, question: str, deadline_seconds: float) -> str:
        """Return the checked answer; whatever goes wrong, a Ctrl-C too, the tool is dead then."""
        try:
            answer = self._converse(question, deadline_seconds)
            self._check(question, answer)
        except BaseException:  # the rest of the answer must not meet the next question
            self._kill()
            raise
        return answer

    def _converse(self, question: str, deadline_seconds: float) -> str:
        """Write *question* and read the answer, both as far as the pipes allow, until EOS."""
        assert self._process is not None
        stdin, stdout = _pipe(self._process.stdin), _pipe(self._process.stdout)
        end = time.monotonic() + deadline_seconds
        unsent = memoryview(f"{question}\n".encode())
        answer = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(stdin, selectors.EVENT_WRITE)
            selector.register(stdout, selectors.EVENT_READ)
            while unsent or not _is_whole(answer):
                ready = selector.select(max(0.0, end - time.monotonic()))
                if time.monotonic() >= end:
                    raise ToolTimeout(f"{self.name} gave no answer in {deadline_seconds:g} s")
                for key, _ in ready:
                    if key.fileobj is stdin:
                        unsent = unsent[self._write(stdin, unsent) :]
                        if not unsent:
                            selector.unregister(stdin)
                    else:
                        answer += self._read(stdout)
                if len(answer) > MAX_ANSWER_BYTES:
                    raise ToolCrashed(f"{self.name} does not stop answering")
        try:
            return answer.decode()
        except UnicodeDecodeError as error:
            raise ToolCrashed(f"{self.name} answers in another encoding than UTF-8") from error

    def _write(self, stdin: IO[bytes], unsent: memoryview) -> int:
        try:
            return os.write(stdin.fileno(), unsent)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise ToolCrashed(f"{self.name} died") from error

    def _read(self, stdout: IO[bytes]) -> bytes:
        try:
            data = os.read(stdout.fileno(), 65_536)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise ToolCrashed(f"{self.name} died") from error
        if not data:
            raise ToolCrashed(f"{self.name} died")
        return data

    def _kill(self) -> None:
        """End the tool and all that it has started, and forget it."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):  # nobody of its session is left
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        _pipe(process.stdin).close()
        _pipe(process.stdout).close()


def start_tool(
    program: str, *options: str, probe: str, check: Check, deadline_seconds: float
) -> ToolProcess | None:
    """Return the program on PATH, started and probed; None when it is not there or fails."""
    path = shutil.which(program)
    if path is None:
        return None
    process = ToolProcess(
        [path, *options], probe=probe, check=check, deadline_seconds=deadline_seconds
    )
    try:
        process.start()
    except ToolError:
        return None
    return process


def _has_output(process: subprocess.Popen[bytes]) -> bool:
    """Say whether the tool has something to read, or has closed its end."""
    with selectors.DefaultSelector() as selector:
        selector.register(_pipe(process.stdout), selectors.EVENT_READ)
        return bool(selector.select(0))


def _is_whole(answer: bytearray) -> bool:
    return answer.endswith(b"\nEOS\n") or answer == b"EOS\n"


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
