"""Every error that zaru raises on purpose, and the `Failure` value that a batch yields instead.

ZaruError
├── UsageError          the caller's mistake                     exit 2, HTTP 400
│   ├── NotFound        what was named is not there              exit 2, HTTP 404
│   └── Conflict        somebody else changed it meanwhile       exit 2, HTTP 409
├── InputError          the bytes are bad (source, offset)       a Failure in a batch
│   ├── DecodeError     encoding, compression
│   ├── FormatError     WARC, XML, JSON, wrapper files
│   ├── LimitExceeded   size, depth, nodes, time
│   └── StoreAway       nobody answers; a RunError, too: it ends a run, which goes on later
├── ToolError
│   ├── ToolMissing     says what to install
│   ├── ToolTimeout     no answer in time; costs what it was asked
│   └── ToolCrashed     died or answered nonsense; costs what it was asked
└── RunError            exit 4
    ├── PlanChanged     the corpus was begun with other options
    ├── RunLocked       another run works on the same output
    └── OutputFailed    the result cannot be written
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

_MAX_NAME_CHARS = 60  # of one that is looked up: a file may have a megabyte in its place


class ZaruError(Exception):
    """Base of every error that zaru raises on purpose."""


class UsageError(ZaruError):
    """The caller asked for something that does not exist or does not fit together."""


class NotFound(UsageError):
    """The caller named something that is not there."""


class Conflict(UsageError):
    """What the caller wants to change was changed by somebody else meanwhile."""


class InputError(ZaruError):
    """The bytes cannot be used. Carries the place, so that a person can go and look."""

    # The keywords have defaults because pickle rebuilds errors from `args` alone,
    # and errors must travel from worker processes.
    def __init__(self, message: str, *, source: str = "", offset: int | None = None) -> None:
        super().__init__(message)
        self.source = source
        self.offset = offset

    def __str__(self) -> str:
        """Return `place: message`, without the place when it is not known."""
        place = self.source if self.offset is None else f"{self.source} at byte {self.offset}"
        return f"{place.strip()}: {self.args[0]}" if place else str(self.args[0])


class DecodeError(InputError):
    """The encoding or the compression of the bytes is broken."""


class FormatError(InputError):
    """The bytes are not what their name or their first bytes promise."""


class LimitExceeded(InputError):
    """The input is larger, deeper or slower than `Limits` allows."""


class ToolError(ZaruError):
    """A program or library that zaru drives does not do its part."""


class ToolMissing(ToolError):
    """A program or library is not installed; the message says how to install it."""


class ToolTimeout(ToolError):
    """A program or library gave no answer in time."""


class ToolCrashed(ToolError):
    """A program or library died, or its answer is nonsense."""


class RunError(ZaruError):
    """A run over many pages cannot go on."""


class PlanChanged(RunError):
    """An earlier run on the same output made something else; the message says what."""


class RunLocked(RunError):
    """Another run works on the same output."""


class StoreAway(InputError, RunError):
    """A store of files does not answer: nothing can be said of the bytes.

    A Failure in a batch; but what a run keeps as done must not lack them for ever, so it ends.
    """


class OutputFailed(RunError):
    """The result cannot be written."""

    @classmethod
    def of(cls, error: OSError, path: object) -> OutputFailed:
        """Return what says that *path* cannot be written, and why."""
        return cls(f"{path}: cannot be written: {error.strerror or error}")


@dataclass(frozen=True, slots=True)
class Failure:
    """One page or record that could not be used: a value in the stream, never an end of it."""

    stage: str  # "read", "decode", "parse", …: the arrow of the data flow that failed
    source: str  # file, or file and record
    offset: int | None  # bytes into the source where it went wrong, when known
    error: str  # the name of the error type
    message: str  # says what is wrong and what to do, without the place

    @classmethod
    def of(cls, error: InputError | OSError, *, stage: str, source: str) -> Failure:
        """Return the failure that stands for *error*; its own place wins over *source*."""
        if isinstance(error, InputError):
            place = error.source or source
            return cls(stage, place, error.offset, type(error).__name__, str(error.args[0]))
        return cls(stage, source, None, type(error).__name__, error.strerror or str(error))

    @classmethod
    def caught(cls, error: Exception, *, stage: str, source: str) -> Failure:
        """Return the failure that stands for whatever the work on one page raised."""
        name, message = type(error).__name__, str(error)
        if isinstance(error, InputError):
            return cls.of(error, stage=stage, source=source)
        if isinstance(error, MemoryError):
            name, message = LimitExceeded.__name__, "needs too much memory; left out"
        elif not isinstance(error, ZaruError):
            import traceback

            frames = traceback.extract_tb(error.__traceback__)
            last = frames[-1] if frames else None
            place = f" ({PurePath(last.filename).name} line {last.lineno})" if last else ""
            message = f"a fault of zaru's own: {name}: {message}{place}; report it"
        return cls(stage, source, None, name, message)

    def __str__(self) -> str:
        """Return the one line that a user sees."""
        place = self.source if self.offset is None else f"{self.source} at byte {self.offset}"
        return f"{place}: {self.message}"


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message: what *name* was meant to be, nothing when none is near.

    >>> suggest("feild", ("page", "field"))
    "; did you mean 'field'?"
    """
    from difflib import get_close_matches

    near = get_close_matches(name[:_MAX_NAME_CHARS].lower(), known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
