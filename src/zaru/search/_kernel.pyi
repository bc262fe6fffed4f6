from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

Kept = TypeVar("Kept", bound=tuple[str, str, str])

class Answer: ...

class LineReader(Generic[Kept]):
    def __new__(
        cls, read_line: Callable[[str], tuple[int, int, str, str]], kept: type[Kept], /
    ) -> LineReader[Kept]: ...
    def join(self, lines: Sequence[Answer | Kept], /) -> Kept: ...

class PageReader:
    def __new__(
        cls,
        lines: LineReader[Any],
        runs: LineReader[Any],
        cut_block: Callable[..., list[tuple[str, Any]]],
        cut_title: Callable[[str, str | None], tuple[str, str, str]],
        file: str,
        sentences: Iterator[Any],
        scheme: bytes | None,
        /,
    ) -> PageReader: ...
    def open(self, batch: Any, shown: tuple[str, ...], /) -> None: ...
    def make(self, row: int, /) -> tuple[str, str, str, str, bytes]: ...

def list_answers(
    data: Any, offsets: Any, validity: Any, first: int, count: int, /
) -> list[Answer | None]: ...
def find_runs(text: str, least: int, /) -> list[str]: ...
def inflate_block(block: bytes, size: int, /) -> bytes: ...
