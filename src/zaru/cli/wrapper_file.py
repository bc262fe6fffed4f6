"""Wrapper files and the pages that wrappers are made from, for the commands that need them."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from zaru.cli.output import open_output
from zaru.errors import Failure, InputError, UsageError
from zaru.io.files import read_whole
from zaru.page import Page

if TYPE_CHECKING:
    from zaru.wrappers.wrapper import Wrapper

MAX_PAGES = 60  # of a site without labels: more tell little and cost memory
_MAX_WANTED = 500  # a name like index.html may fit every page of a site
_MAX_FILE_BYTES = 50_000_000  # of a file of labels or rules
_SEED = 1  # the same pages in, the same wrapper out


def load_wrapper(name: str) -> Wrapper:
    """Return the wrapper in a file; `-` is standard input."""
    from zaru.wrappers.wrapper import Wrapper

    data = read_own_file(name, "give the file that `zaru learn` wrote")
    return Wrapper.loads(data, source=name)


def read_own_file(name: str, advice: str) -> bytes:
    """Return the bytes of a file that the user or zaru wrote; raises `UsageError` with *advice*."""
    try:
        return read_whole(name, max_bytes=_MAX_FILE_BYTES)
    except (OSError, InputError) as error:
        reason = error.strerror if isinstance(error, OSError) else error.args[0]
        raise UsageError(f"{name}: {reason}; {advice}") from error


def save_wrapper(wrapper: Wrapper, output: str) -> None:
    """Write a wrapper file."""
    with open_output(output) as file:
        file.write(wrapper.dumps().encode("utf-8", "backslashreplace"))


def sample_pages(
    pages: Iterable[Page | Failure], size: int, *, names: Collection[str] = ()
) -> Iterator[Page | Failure]:
    """Yield the pages whose address or file has one of *names*, and *size* others from all over.

    Failures come as they are met.
    """
    wanted = {*names, *(PurePath(name).name for name in names)}
    chance = random.Random(_SEED)
    kept: list[Page] = []
    others: list[Page] = []
    count = 0
    for page in pages:
        if isinstance(page, Failure):
            yield page
            continue
        is_wanted = page.url in wanted or PurePath(page.origin.source).name in wanted
        if is_wanted and len(kept) < _MAX_WANTED:
            kept.append(page)
            continue
        count += 1
        if len(others) < size:
            others.append(page)
        elif (place := chance.randrange(count)) < size:
            others[place] = page
    yield from kept
    yield from others
