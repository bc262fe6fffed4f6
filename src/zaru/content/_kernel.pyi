from array import array

from zaru.content.segments import Segment
from zaru.content.signals import Signals
from zaru.dom import Tree

class Model:
    def __new__(
        cls,
        columns: tuple[str, ...],
        tokens: dict[str, float],
        kinds: bytes,
        levels: int,
        inputs: array[int],
        borders: array[float],
        leaves: array[float],
        bias: float,
        /,
    ) -> Model: ...
    def features(self, tree: Tree, segments: list[Segment], signals: Signals, /) -> bytes: ...
    def score(self, tree: Tree, segments: list[Segment], signals: Signals, /) -> list[float]: ...

def mark_best(
    scores: list[float], lengths: list[float], weight: float, least: float, /
) -> list[bool]: ...
