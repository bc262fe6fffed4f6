"""Where a command's data goes, and its words: files that are whole or absent, and terminals."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click

from zaru.errors import OutputFailed, UsageError
from zaru.io.files import has_other_name, has_page_name
from zaru.io.publish import publish, remove_stale_parts
from zaru.runs.sheets import Form, Rendered, open_sheet
from zaru.text import json_lines

# What terminals obey or reorder text by: controls, line ends, bidirectional overrides.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@contextmanager
def open_output(name: str) -> Iterator[BinaryIO]:
    """Open the file *name* for writing; `-` is standard output."""
    if name == "-":
        if sys.stdout is None:
            raise OutputFailed("standard output is closed; open it, or give -o FILE")
        try:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # `zaru … | head`: the reader has what it wanted
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0) from None
        except OSError as error:
            raise OutputFailed(f"standard output: {error.strerror}") from error
        return
    if is_folder(name):
        raise OutputFailed(f"{name}: a folder; this output is one file")
    path = Path(name)
    remove_stale_parts(path.parent, path.name)
    with publish(path) as file:
        yield file


def is_folder(output: str) -> bool:
    """Say whether `-o` names a folder, which takes a file for each page: `dir/`, or one there."""
    return output.endswith("/") or os.path.isdir(output)  # noqa: PTH112  (never raises)


def is_file(output: str) -> bool:
    """Say whether `-o` names a file, there or not: no stream, no device, no folder."""
    there = os.path.exists(output)  # noqa: PTH110  (never raises)
    return output != "-" and (os.path.isfile(output) or not there) and not is_folder(output)  # noqa: PTH113


def check_apart(output: str, sources: Iterable[str], suffix: str) -> None:
    """Raise `UsageError` when outputs with *suffix* would be among the pages of a source folder."""
    name = f"page{suffix}" if is_folder(output) else output
    if output == "-" or not has_page_name(f"page{suffix}") or has_other_name(name):
        return
    for source in filter(os.path.isdir, sources):
        if Path(output).resolve().is_relative_to(Path(source).resolve()):
            raise UsageError(f"{output}: lies in {source}; outputs would be read as pages")


def place_in_folder(output: str, name: str) -> str:
    """Return the path of the file *name* in the folder *output*, which is made."""
    try:
        Path(output).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputFailed(f"{output}: is a file, not a folder; leave out the '/'") from None
    except OSError as error:
        raise OutputFailed.of(error, output) from error
    return str(Path(output, name))


@contextmanager
def open_outputs(output: str, form: Form) -> Iterator[Callable[[Rendered], None]]:
    """Yield the function that writes a page: all to one file, or each to its own in a folder."""
    if not is_folder(output):
        with _open_sheet(output, form) as write:
            yield write
        return

    def write_alone(rendered: Rendered) -> None:
        if not rendered.is_empty:
            with _open_sheet(place_in_folder(output, rendered.name + form.suffix), form) as write:
                write(rendered)

    yield write_alone


@contextmanager
def _open_sheet(name: str, form: Form) -> Iterator[Callable[[Rendered], None]]:
    """Yield the function that writes the next page to the file *name*."""
    with open_output(name) as file, open_sheet(file, form) as write:
        yield write


def to_line(value: str | dict[str, Any]) -> bytes:
    """Return a text or a JSON object as one line of valid UTF-8.

    File names that are no UTF-8 reach us with lone surrogates; they are written as escapes.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace") + b"\n"
    return json_lines.to_line(value)


def visible(text: str) -> str:
    r"""Return *text* as one line that a terminal shows and does not obey.

    >>> visible("\x1b[31mred\n")
    '\\x1b[31mred\\x0a'
    """
    return _UNSAFE.sub(lambda found: _escape(ord(found[0])), text)


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def say(words: str, name: str = "zaru") -> None:
    """Print a line for a person to standard error, from the command *name*."""
    print_words(to_line(visible(f"{name}: {words}")))


def print_words(lines: bytes) -> None:
    """Print *lines* to standard error; where it takes none (a full disk), that costs no data."""
    try:
        click.echo(lines, nl=False, err=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
