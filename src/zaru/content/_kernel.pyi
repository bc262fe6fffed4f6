from array import array
from collections.abc import Callable, Iterable

from zaru.content.content import ContentBlock, Kept
from zaru.content.segments import Segment
from zaru.content.signals import Signals
from zaru.dom.columns import Columns

Chosen = tuple[list[int], list[int], list[str]]  # numbers, rows, texts
Heading = tuple[int, int, str, int]  # number, row, text, and the row of the text below it

class Stretches:
    def rows(self, number: int, /) -> list[int]: ...
    def span(self, number: int, /) -> tuple[int, int] | None: ...  # None: Python has to find it

class Model:
    def __new__(
        cls,
        columns: tuple[str, ...],
        tokens: dict[str, float],
        words: dict[str, float],
        kinds: bytes,
        levels: int,
        inputs: array[int],
        borders: array[float],
        leaves: array[float],
        looks: tuple[int, ...],
        biases: tuple[float, ...],
        is_parted: tuple[bool, ...],
        /,
    ) -> Model: ...
    def features(self, columns: Columns, segments: list[Segment], signals: Signals, /) -> bytes: ...
    def score(
        self, columns: Columns, segments: list[Segment], signals: Signals, /
    ) -> tuple[list[float], list[float]]: ...
    def keep(
        self,
        columns: Columns,
        block_tags: frozenset[str],
        unread_tags: frozenset[str],
        read_linked: Callable[[list[str]], tuple[frozenset[str], str]],
        weight: float,
        least: float,
        /,
    ) -> tuple[Stretches, Chosen, list[Heading], list[float]]: ...

def sketch_page(
    columns: Columns,
    block_tags: frozenset[str],
    unread_tags: frozenset[str],
    title: str,
    make_label: Callable[[str, str, str], str],
    limit: int,
    /,
) -> tuple[bytes, bytes, list[tuple[int, str]], list[int], bytes, list[int], bytes]: ...
def read_template(
    columns: Columns,
    number_names: Callable[[str, str, str], list[int]],
    max_names: int,
    max_addresses: int,
    /,
) -> tuple[frozenset[int], frozenset[int]]: ...
def mark_best(
    scores: list[float], lengths: list[float], weight: float, least: float, together: float, /
) -> list[bool]: ...
def find_steps(
    columns: Columns,
    first: int,
    anchor: int,
    anchor_end: int,
    last: int,
    is_now_known: bool,
    max_run: int,
    max_chars: int,
    find_kind: Callable[[str, str], str],
    /,
) -> list[tuple[int, int, str, int, int]]: ...
def find_roles(columns: Columns, rows: list[int], /) -> list[tuple[str, int]]: ...
def build_blocks(
    block_type: type[ContentBlock],
    kept: tuple[Kept, ...],
    bases: list[tuple[str, int]],
    bylines: list[tuple[str, int, str]],
    images: list[int],
    find: Callable[[Kept, tuple[str, int]], tuple[str, int]],
    build_images: Callable[[list[int]], Iterable[ContentBlock]],
    /,
) -> tuple[ContentBlock, ...]: ...
def find_holders(columns: Columns, rows: list[int], /) -> tuple[list[int], dict[int, int]]: ...
def count_words(text: str, languages: dict[str, list[str]], /) -> tuple[int, dict[str, int]]: ...
def count_scripts(text: str, ends: str, /) -> list[int]: ...
def keep_letters(text: str, /) -> str: ...
def write_inline(
    columns: Columns,
    resolve: Callable[[str], str | None],
    write_address: Callable[[str], str],
    max_chars: int,
    row: int,
    rows: tuple[int, ...],
    text: str,
    line_end: int,
    /,
) -> str: ...
def write_blocks(
    columns: Columns,
    resolve: Callable[[str], str | None],
    write_address: Callable[[str], str],
    max_chars: int,
    blocks: tuple[ContentBlock, ...],
    line_ends: dict[str, int],
    /,
) -> dict[int, str]: ...
