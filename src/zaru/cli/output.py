"""Where a command's data goes: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from zaru.errors import OutputFailed
from zaru.io.publish import publish


@contextmanager
def open_output(name: str) -> Iterator[BinaryIO]:
    """Open *name* for writing; `-` is standard output."""
    if name == "-":
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # `zaru … | head`: the reader has what it wanted
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0) from None
        except OSError as error:
            raise OutputFailed(f"standard output: {error.strerror}") from error
        return
    with publish(Path(name)) as file:
        yield file


def to_line(value: str | dict[str, Any]) -> bytes:
    """Return a text or a JSON object as one line of valid UTF-8.

    File names that are no UTF-8 reach us with lone surrogates; they are written as escapes.
    """
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"
