"""How pages become Standard Format: the options that html2sf, www2sf and `zaru sentences` share."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any

import click

from zaru.annotators.loading import ANNOTATORS, check_annotator, load_annotator
from zaru.corpus.conversion import format_time, to_standard_format
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import Failure, UsageError
from zaru.page import Page

# GiNZA makes some ten sentences a second, and large pages have some thousand.
CONVERSION_SECONDS = 600.0

Convert = Callable[[Page, Callable[[Failure], None]], StandardFormat | None]


@dataclass(frozen=True, slots=True)
class Conversion:
    """The options of a conversion."""

    annotators: tuple[str, ...] = ()
    content_only: bool = False
    all_languages: bool = False
    keep_all_sentences: bool = False

    def check(self) -> None:
        """Raise `ToolMissing` for an annotator that cannot be used, before the first page."""
        for name in self.annotators:
            check_annotator(name)

    def open(self) -> Convert:
        """Load the annotators; return the function that converts a page."""
        annotators = [load_annotator(name) for name in self.annotators]

        def convert(page: Page, tell: Callable[[Failure], None]) -> StandardFormat | None:
            return to_standard_format(
                with_file_time(page),
                annotators=annotators,
                content_only=self.content_only,
                all_languages=self.all_languages,
                keep_all_sentences=self.keep_all_sentences,
                tell=tell,
            )

        return convert


def conversion_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give *command* the options of a conversion, as its argument `conversion`."""

    @click.option("-j", "juman", is_flag=True, help="Embed what JUMAN says: --annotate juman.")
    @click.option("-k", "knp", is_flag=True, help="Embed what KNP says: --annotate knp.")
    @click.option(
        "--annotate", "names", multiple=True, type=click.Choice(sorted(ANNOTATORS)),
        help="Embed what this tool says; may be given several times.",
    )  # fmt: skip
    @click.option("--content-only", is_flag=True, help="Sentences of the main content only.")
    @click.option("--all-languages", is_flag=True, help="Pages that are not Japanese, too.")
    @click.option(
        "--keep-all-sentences", is_flag=True,
        help="Sentences with less than 60 % kana and kanji, too.",
    )  # fmt: skip
    @wraps(command)
    def run(
        juman: bool,
        knp: bool,
        names: tuple[str, ...],
        content_only: bool,
        all_languages: bool,
        keep_all_sentences: bool,
        **options: Any,
    ) -> None:
        if juman and knp:
            raise UsageError("-j and -k exclude each other; for both: --annotate juman -k")
        short = ["juman"] * juman + ["knp"] * knp
        chosen = tuple(dict.fromkeys([*short, *names]))
        conversion = Conversion(chosen, content_only, all_languages, keep_all_sentences)
        conversion.check()
        command(conversion=conversion, **options)

    return run


def check_time(time: str | None) -> None:
    """Raise `UsageError` for a `--time` that is none."""
    if time is not None and not format_time(time):
        raise UsageError(f"--time {time!r} is no time; write it as yyyy-mm-dd hh:mm:ss")


def with_file_time(page: Page) -> Page:
    """Return *page* with the time of its file, when nothing says when it was fetched."""
    path = Path(page.origin.source)
    if page.time is not None or page.origin.offset is not None or not path.is_file():
        return page
    moment = datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
    return replace(page, time=moment.isoformat())


def compress(data: bytes) -> bytes:
    """Return *data* as gzip, the same bytes in every run."""
    return gzip.compress(data, mtime=0)
