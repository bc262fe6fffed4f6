"""Where `zaru feed` puts what it makes: one document, or one for each page in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from zaru.cli.output import is_folder, open_output, place_in_folder
from zaru.cli.wrapper_file import save_wrapper
from zaru.errors import Failure, UsageError
from zaru.feeds.article import ArticleList
from zaru.feeds.writing.history import History

if TYPE_CHECKING:
    from zaru.wrappers.wrapper import Wrapper

SUFFIXES = {"rss": "rss.xml", "atom": "atom.xml", "jsonfeed": "json", "jsonl": "jsonl"}


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of a page."""

    articles: ArticleList
    name: str  # of a file for the page alone, without suffix
    format: str
    text: str = ""  # the feed
    wrapper: Wrapper | None = None  # that finds the list again, when it is wanted
    failures: tuple[Failure, ...] = ()


class Outlet:
    """Writes feeds, and with each the rule of its list and what was seen of it."""

    def __init__(
        self,
        output: str,
        now: datetime,
        *,
        save: str | None,
        state: str | None,
        history: History | None,
    ) -> None:
        self.output, self.now = output, now
        self.save, self.state, self.history = save, state, history
        self._waiting: Made | None = None  # what may be the only feed

    def take(self, made: Made) -> None:
        """Write a feed, or let it wait: it must be the only one where feeds cannot be joined.

        Raises `UsageError` for a second one, before anything is written.
        """
        if is_folder(self.output) or (self.output == "-" and made.format == "jsonl"):
            self._write(made)
        elif self._waiting is None:
            self._waiting = made
        else:
            raise UsageError(
                "more than one page has a list, and a document holds one feed:"
                " give -o FOLDER/, or -f jsonl without -o"
            )

    def close(self) -> None:
        """Write the feed that waits."""
        if self._waiting is not None:
            self._write(self._waiting)

    def _write(self, made: Made) -> None:
        if made.wrapper is not None and self.save is not None:
            save_wrapper(made.wrapper, self.save)
        if self.history is not None and self.state is not None:
            self.history = self.history.update(made.articles, self.now)
            with open_output(self.state) as file:
                file.write(self.history.dumps().encode())
        target = self.output
        if is_folder(target):
            target = place_in_folder(target, f"{made.name}.{SUFFIXES[made.format]}")
        with open_output(target) as file:
            file.write(made.text.encode("utf-8", "backslashreplace"))
