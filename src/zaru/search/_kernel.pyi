from collections.abc import Callable
from typing import Any, Generic, TypeVar

Kept = TypeVar("Kept", bound=tuple[str, str, str])

class LineReader(Generic[Kept]):
    def __new__(
        cls, read_line: Callable[[str], tuple[int, int, str, str]], kept: type[Kept], /
    ) -> LineReader[Kept]: ...
    def read(
        self, data: Any, offsets: Any, validity: Any, first: int, count: int, /
    ) -> list[Kept | None]: ...

def find_runs(text: str, least: int, /) -> list[str]: ...
def inflate_block(block: bytes, size: int, /) -> bytes: ...
