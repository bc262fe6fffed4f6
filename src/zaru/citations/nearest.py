"""The passage of a text that is most like another text, in linear time."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from heapq import nlargest
from typing import NamedTuple

# The share of a quotation that may have to be changed until it is what the page says. Not found on
# any data: with more, other sentences on the same matter are taken for it.
MAX_CHANGED_SHARE = 0.4
_MAX_GRAM = 8  # characters of the pieces that are looked for
_MAX_WHOLE = 4_000  # characters that are compared at once; of longer ones both ends are
_TRIED_PLACES = 5  # with the most pieces in common
_MAX_COMPARED = 300  # characters of two differing middles that are compared in detail


class Near(NamedTuple):
    """A passage, and how many characters must be changed, put in or left out."""

    begin: int
    end: int
    distance: int


class Difference(NamedTuple):
    """What a quotation says, and what stands in its place; one of both may be nothing."""

    quoted: str
    standing: str


def find_nearest(wanted: str, text: str) -> Near | None:
    """Return the passage of *text* that is most like *wanted*, None when none is like it."""
    if len(wanted) <= _MAX_WHOLE:
        return _find_whole(wanted, text)
    half = _MAX_WHOLE // 2
    head = _find_whole(wanted[:half], text)
    if head is None:
        return None
    size = len(wanted)
    first = max(head.end, head.begin + int((1 - MAX_CHANGED_SHARE) * size) - half)
    tail = _find_whole(wanted[-half:], text[first : head.begin + 2 * size])
    if tail is None:
        return None
    near = Near(head.begin, first + tail.end, head.distance + tail.distance)
    distance = near.distance + abs(near.end - near.begin - size)
    return near._replace(distance=distance) if distance <= MAX_CHANGED_SHARE * size else None


def find_differences(wanted: str, standing: str) -> tuple[Difference, ...]:
    """Return what *wanted* has otherwise than *standing*, in order."""
    lead = _count_same(wanted, standing)
    wanted, standing = wanted[lead:], standing[lead:]
    tail = _count_same(wanted[::-1], standing[::-1])
    wanted, standing = wanted[: len(wanted) - tail], standing[: len(standing) - tail]
    if max(len(wanted), len(standing)) > _MAX_COMPARED:
        return (Difference(wanted, standing),)
    matcher = SequenceMatcher(None, wanted, standing, autojunk=False)
    return tuple(
        Difference(wanted[begin:end], standing[other:stop])
        for tag, begin, end, other, stop in matcher.get_opcodes()
        if tag != "equal"
    )


def _count_same(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _find_whole(wanted: str, text: str) -> Near | None:
    slack = len(wanted) // 4 + _MAX_GRAM
    best: Near | None = None
    for place in _find_places(wanted, text):
        begin = max(0, place - slack)
        window = text[begin : place + len(wanted) + 2 * slack]
        end, distance = _match_end(wanted, window)
        back, _ = _match_end(wanted[::-1], window[:end][::-1])
        if best is None or distance < best.distance:
            best = Near(begin + end - back, begin + end, distance)
    if best is None or best.distance > MAX_CHANGED_SHARE * len(wanted):
        return None
    return best


def _find_places(wanted: str, text: str) -> list[int]:
    """Return where *wanted* would begin by most of the pieces that both texts have."""
    size = max(1, min(_MAX_GRAM, len(wanted) // 3))
    pieces = {wanted[at : at + size]: at for at in range(len(wanted) - size, -1, -1)}
    width = max(_MAX_GRAM, len(wanted) // 4)
    votes: Counter[int] = Counter()
    for at in range(len(text) - size + 1):
        place = pieces.get(text[at : at + size])
        if place is not None:
            votes[(at - place) // width] += 1
    near = {number: count + votes.get(number + 1, 0) for number, count in votes.items()}
    best = nlargest(_TRIED_PLACES, near, key=lambda number: (near[number], -number))
    return [number * width for number in best]


def _match_end(wanted: str, text: str) -> tuple[int, int]:
    """Return where in *text* the passage most like *wanted* ends, and how far it is from it.

    Myers 1999, "A fast bit-vector algorithm for approximate string matching", with Python's long
    integers as vectors.
    """
    full, top = (1 << len(wanted)) - 1, 1 << (len(wanted) - 1)
    masks: dict[str, int] = {}
    for at, character in enumerate(wanted):
        masks[character] = masks.get(character, 0) | 1 << at
    up, down, distance = full, 0, len(wanted)  # vertical differences that are +1 and -1
    best = (0, distance)
    for end, character in enumerate(text, start=1):
        equal = masks.get(character, 0)
        zero = (((equal & up) + up) ^ up) | equal | down
        rise, fall = down | (full & ~(zero | up)), up & zero
        if rise & top:
            distance += 1
        elif fall & top:
            distance -= 1
        rise, fall = rise << 1 & full, fall << 1 & full
        up, down = fall | (full & ~(zero | rise)), rise & zero
        if distance < best[1] or (distance == best[1] and _ends_better(wanted, text, end, best[0])):
            best = (end, distance)
    return best


def _ends_better(wanted: str, text: str, end: int, best: int) -> bool:
    """Say whether an end as near as the best is taken: the same character, or the same length."""
    is_same = text[end - 1] == wanted[-1]
    return is_same or (end == best + 1 and text[best - 1] != wanted[-1])
