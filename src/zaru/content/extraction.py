"""From a page to its content: judge its segments, keep the best, give them roles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING

from zaru.content.content import Content, ContentBlock, Kept
from zaru.content.headings import add_headings, is_step
from zaru.content.segments import Segment, find_segments, read_texts
from zaru.dom import Tree
from zaru.errors import FormatError
from zaru.page import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from zaru.content.model import Favour
    from zaru.content.sharing import Evidence

MAX_NOTICE_CHARACTERS = 400  # a longer content speaks about such pages, or has one in it
_NO_CREDITS = frozenset({"paragraph", "list", "table"})  # as a credit a block has another role
_CREDITS = frozenset({"date", "author", "credit"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was thought of each segment of a page."""

    segments: list[Segment]
    texts: list[str]
    own_scores: list[float]  # by the page alone, the probability of being content
    scores: list[float]  # with what the other pages of its set say
    is_chosen: list[bool]
    is_credit: list[bool]  # dates, bylines, credits beside it, as the set tells them
    evidence: Evidence | None  # None for a page alone
    kinds: Sequence[float] | None  # `Content.kinds`


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What the set of a page chose of it, without its tree; arrays have a row for each segment."""

    is_chosen: NDArray[np.bool_]
    is_credit: NDArray[np.bool_]
    is_shared: NDArray[np.bool_]  # most pages of the set have it in the same place


def extract(
    page: Page | bytes | str,
    *,
    url: str | None = None,
    favour: Favour = "balanced",
    evidence: Evidence | None = None,
) -> Content:
    """Return the main content of a page.

    *page* may be bytes, or a text that is already decoded; spans count bytes of its UTF-8 form
    then. *evidence* is what the other pages of its set say (`PageSet`).

    >>> extract("<title>Zaru</title><nav><a href=/>Home</a></nav><p>A sieve of bamboo.").text
    'A sieve of bamboo.'
    """
    page = to_page(page, url)
    if evidence is None and (best := keep_segments(page.tree, favour)) is not None:
        return _leave_notices(Content(page, *best))
    return _leave_notices(build_content(page, judge(page, favour=favour, evidence=evidence)))


def _leave_notices(content: Content) -> Content:
    """Return *content*, empty and with the reason if it is a notice only: an error page, …"""
    if len(content.text) > MAX_NOTICE_CHARACTERS:  # as most: spares an import
        return content
    from zaru.content.notices import find_notice

    notice = find_notice(content)
    return content if notice is None else replace(content, kept=(), notice=notice)


def to_page(page: Page | bytes | str, url: str | None = None) -> Page:
    """Return *page* as a Page, whatever it is given as."""
    if isinstance(page, Page):
        return page
    if isinstance(page, str):
        page = page.encode("utf-8", "replace")
    return Page.from_bytes(page, url=url)


def keep_segments(
    tree: Tree, favour: Favour = "balanced"
) -> tuple[tuple[Kept, ...], Sequence[float]] | None:
    """Return what `judge` chooses of a page alone, and its kinds; None without the kernel.

    It is one call of the kernel.
    """
    from zaru.content.model import keep_best

    best = keep_best(tree, favour)
    if best is None:
        return None
    stretches, chosen, headings, kinds = best
    steps = [
        (number, row, text)
        for number, row, text, below in headings
        if is_step(tree, Segment(tree, row, None, stretches, number), below)
    ]
    numbers, rows, texts = chosen
    if steps:
        found = sorted([*zip(*chosen, strict=True), *steps])
        numbers, rows, texts = map(list, zip(*found, strict=True))
    places = zip(rows, numbers, strict=True)
    segments = [Segment(tree, row, None, stretches, number) for row, number in places]
    is_next = [False, *(one + 1 == other for one, other in pairwise(numbers))]
    return tuple(map(Kept, segments, texts, is_next)), kinds


def judge(
    page: Page, *, favour: Favour = "balanced", evidence: Evidence | None = None
) -> Judgement:
    """Return what is thought of each segment of *page*."""
    from zaru.content.model import choose, score_page

    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    lengths = list(map(len, texts))
    if evidence is None:
        own, kinds = score_page(page.tree, segments)
        scores = own
        is_chosen = choose(scores, lengths, favour, kinds=kinds)
        is_credit = [False] * len(segments)
        add_headings(page.tree, segments, is_chosen)
    else:
        together, choice = choose_together(evidence, lengths, favour)
        own, scores, kinds = evidence.scores.tolist(), together.tolist(), None
        is_chosen = choice.is_chosen.tolist()
        is_credit = _leave_trails(page.tree, segments, choice)
        add_headings(page.tree, segments, is_chosen, choice.is_shared.tolist())
    return Judgement(segments, texts, own, scores, is_chosen, is_credit, evidence, kinds)


def choose_together(
    evidence: Evidence, lengths: Sequence[float], favour: Favour = "balanced"
) -> tuple[NDArray[np.floating], Choice]:
    """Return what the set thinks of each segment, *lengths* characters long, and what it chooses.

    Headings between chosen texts are not in it yet: they need the tree.
    """
    import numpy as np

    from zaru.content.model import choose
    from zaru.content.sharing import SHARED_FROM, combine, find_credits

    scores = combine(evidence.scores, evidence)
    is_chosen = np.array(choose(scores.tolist(), lengths, favour), np.bool_)
    is_credit = find_credits(scores, is_chosen, evidence)
    return scores, Choice(is_chosen, is_credit, evidence.shares > SHARED_FROM)


def extract_chosen(page: Page, choice: Choice) -> Content:
    """Return the content of *page* that its set has chosen, as `extract` with the evidence does."""
    segments = find_segments(page.tree)
    is_chosen = choice.is_chosen.tolist()
    add_headings(page.tree, segments, is_chosen, choice.is_shared.tolist())
    is_credit = _leave_trails(page.tree, segments, choice)
    return _leave_notices(Content(page, _keep(segments, None, is_chosen, is_credit)))


def _leave_trails(tree: Tree, segments: list[Segment], choice: Choice) -> list[bool]:
    """Return which segments are credits: what leads to several pages is a trail of sections."""
    is_credit: list[bool] = choice.is_credit.tolist()
    for number in choice.is_credit.nonzero()[0].tolist():
        rows = segments[number].rows
        links = {above for row in rows for above in tree.ancestors(row) if tree.tags[above] == "a"}
        is_credit[number] = len(links) < 2
    return is_credit


def restore_content(page: Page, blocks: Sequence[ContentBlock], text: str) -> Content:
    """Return the content of *page* that was extracted before, from its blocks and its text.

    Nothing is judged: the segments are chosen that stand where *blocks* say. Their texts are those
    of *blocks*, which may be masked. Raises `FormatError` when a block is not on the page.
    """
    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    is_chosen, is_credit = [False] * len(segments), [False] * len(segments)
    place = 0  # in *text*
    found = list(_find_again(page, segments, texts, blocks))
    for at, (number, block) in enumerate(found):
        texts[number] = block.text
        # Credits beside the content are blocks, but not in its text; one may say what the title
        # behind it says.
        end = place + len(block.text)
        is_line = text[place:end] == block.text and text[end : end + 1] in ("", "\n")
        if is_line and block.role in _CREDITS:
            sure = (other.text for _, other in found[at + 1 :] if other.role not in _CREDITS)
            is_line = next(sure, "") != block.text
        is_content = is_line or block.role in _NO_CREDITS
        is_chosen[number], is_credit[number] = is_content, not is_content
        place = end + 1 if is_content else place
    return Content(page, _keep(segments, texts, is_chosen, is_credit))


def _find_again(
    page: Page, segments: list[Segment], texts: Sequence[str], blocks: Sequence[ContentBlock]
) -> Iterator[tuple[int, ContentBlock]]:
    """Yield the number of the segment that each of *blocks* is; images come with texts."""
    number = 0
    for block in blocks:
        if block.role == "image":
            continue
        wanted = block.span, len(block.text)  # what is masked keeps its length
        while number < len(segments) and wanted != (segments[number].span, len(texts[number])):
            number += 1
        if number == len(segments):
            message = "the block that its content has here is not on the page"
            raise FormatError(message, source=str(page.origin), offset=block.span[0])
        yield number, block
        number += 1


def build_content(page: Page, judgement: Judgement) -> Content:
    """Return the content that *judgement* chose."""
    segments, texts = judgement.segments, judgement.texts
    kept = _keep(segments, texts, judgement.is_chosen, judgement.is_credit)
    return Content(page, kept, judgement.kinds)


def _keep(
    segments: list[Segment],
    texts: list[str] | None,
    is_chosen: list[bool],
    is_credit: list[bool],
) -> tuple[Kept, ...]:
    """Return the segments that are kept; without *texts*, theirs are read."""
    kept = []
    is_next = False  # the one before was kept
    for number, is_kept in enumerate(map(or_, is_chosen, is_credit)):
        if is_kept:
            segment = segments[number]
            text = segment.text if texts is None else texts[number]
            kept.append(Kept(segment, text, is_next, is_credit[number]))
        is_next = is_kept
    return tuple(kept)
