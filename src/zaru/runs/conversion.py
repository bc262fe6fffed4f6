"""How pages become Standard Format in a run: the options, and the annotators while it lasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from zaru.corpus.conversion import to_standard_format
from zaru.corpus.sentence import Annotator
from zaru.corpus.standard_format import StandardFormat, format_time
from zaru.errors import Failure, RunError, ToolCrashed
from zaru.page import Page
from zaru.text.japanese import MIN_SENTENCE_SHARE


@dataclass(frozen=True, slots=True)
class Conversion:
    """The options of a conversion."""

    annotators: tuple[str, ...] = ()
    content_only: bool = False
    all_languages: bool = False
    japanese_share: float = MIN_SENTENCE_SHARE
    tools: tuple[str | None, ...] = ()  # schemes of real tools; None for a library

    def check(self) -> Conversion:
        """Return the same with its tools, found once, before the first page.

        Raises `ToolMissing` for an annotator that cannot be used.
        """
        if not self.annotators:
            return self
        from zaru.annotators.loading import check_annotator

        return replace(self, tools=tuple(map(check_annotator, self.annotators)))

    def open(self) -> Converter:
        """Load the annotators; return what converts pages, to be closed.

        Raises `ToolCrashed` when a tool works no longer, or only now: one run has one scheme.
        """
        if not self.annotators:
            return Converter(self, [])
        from zaru.annotators.loading import load_annotator, scheme_of_tool

        converter = Converter(
            self, [load_annotator(name, may_run=True) for name in self.annotators]
        )
        for annotator, tool in zip(converter.annotators, self.tools, strict=True):
            if scheme_of_tool(annotator) != tool:
                converter.close()
                before = tool or "a library in its place"
                raise ToolCrashed(
                    f"{before} passed the test, and now {annotator.scheme}; run again"
                )
        return converter


@dataclass(frozen=True, slots=True)
class Converter:
    """Converts pages while its annotators are loaded."""

    options: Conversion
    annotators: list[Annotator]

    def __call__(self, page: Page, tell: Callable[[Failure], None]) -> StandardFormat | None:
        """Return *page* in the Standard Format, None when it has no Japanese sentences."""
        return to_standard_format(
            with_file_time(page),
            annotators=self.annotators,
            content_only=self.options.content_only,
            all_languages=self.options.all_languages,
            japanese_share=self.options.japanese_share,
            tell=tell,
        )

    def ensure_tools(self) -> None:
        """Raise `RunError` when a tool that passed the test before the first page fails it now.

        To be called when a sentence had no answer: else all that follow would have none.
        """
        from zaru.annotators.loading import check_annotator

        for name, tool in zip(self.options.annotators, self.options.tools, strict=True):
            if tool is not None and check_annotator(name) != tool:
                raise RunError(
                    f"{tool} worked when the run began and fails now; mend it, run again"
                )

    def close(self) -> None:
        """End the annotators."""
        for annotator in self.annotators:
            annotator.close()


def with_file_time(page: Page, file: str | None = None) -> Page:
    """Return *page* with the time of its file, when nothing says when it was fetched.

    The *file* is its source unless it is given.
    """
    path = Path(file or page.origin.source)
    if format_time(page.time) or page.origin.offset is not None or not path.is_file():
        return page
    try:
        moment = datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
    except (ValueError, OverflowError):  # in the year 11476
        return page
    return replace(page, time=moment.isoformat())
