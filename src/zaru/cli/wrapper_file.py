"""Wrapper files and the pages that wrappers are made from, for the commands that need them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from zaru.cli.output import open_output
from zaru.errors import UsageError
from zaru.page import Page
from zaru.wrappers.wrapper import Wrapper

MAX_PAGES = 60  # of a site without labels: more tell little and cost memory
_MAX_WANTED = 500  # a name like index.html may fit every page of a site
_MAX_FILE_BYTES = 50_000_000
_SEED = 1  # the same pages in, the same wrapper out


def load_wrapper(name: str) -> Wrapper:
    """Return the wrapper in a file."""
    path = Path(name)
    try:
        if path.stat().st_size > _MAX_FILE_BYTES:
            raise UsageError(
                f"{name}: larger than any wrapper; give the file that `zaru learn` wrote"
            )
        return Wrapper.loads(path.read_bytes(), source=name)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}; give a wrapper file first") from error


def save_wrapper(wrapper: Wrapper, output: str) -> None:
    """Write a wrapper file."""
    with open_output(output) as file:
        file.write(wrapper.dumps().encode("utf-8", "backslashreplace"))


def sample_pages(
    pages: Iterable[Page], size: int, *, is_wanted: Callable[[Page], bool] | None = None
) -> list[Page]:
    """Return the pages that are wanted, and *size* others from all over the stream."""
    chance = random.Random(_SEED)
    kept: list[Page] = []
    others: list[Page] = []
    count = 0
    for page in pages:
        if is_wanted is not None and len(kept) < _MAX_WANTED and is_wanted(page):
            kept.append(page)
            continue
        count += 1
        if len(others) < size:
            others.append(page)
        elif (place := chance.randrange(count)) < size:
            others[place] = page
    return kept + others


def tell(line: str) -> None:
    """Print a line for a person to standard error."""
    click.echo(f"zaru: {line}".encode("utf-8", "backslashreplace"), err=True)
