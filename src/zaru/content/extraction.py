"""From a page to its content: judge its segments, keep the best, give them roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zaru.content.content import Content, Kept
from zaru.content.headings import add_headings
from zaru.content.segments import Segment, find_segments, read_texts
from zaru.page import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from zaru.content.model import Favour
    from zaru.content.sharing import Evidence


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was thought of each segment of a page."""

    segments: list[Segment]
    texts: list[str]
    own_scores: NDArray[np.floating]  # by the page alone, the probability of being content
    scores: NDArray[np.floating]  # with what the other pages of its set say
    is_chosen: NDArray[np.bool_]
    is_credit: NDArray[np.bool_]  # dates, bylines, credits beside it, as the set tells them
    evidence: Evidence | None  # None for a page alone


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
    return build_content(page, judge(page, favour=favour, evidence=evidence))


def to_page(page: Page | bytes | str, url: str | None = None) -> Page:
    """Return *page* as a Page, whatever it is given as."""
    if isinstance(page, Page):
        return page
    if isinstance(page, str):
        page = page.encode("utf-8", "replace")
    return Page.from_bytes(page, url=url)


def judge(
    page: Page, *, favour: Favour = "balanced", evidence: Evidence | None = None
) -> Judgement:
    """Return what is thought of each segment of *page*."""
    import numpy as np

    from zaru.content.model import choose, score_segments

    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    lengths = np.fromiter(map(len, texts), np.float64, len(texts))
    if evidence is None:
        scores = score_segments(page.tree, segments)
        is_chosen = choose(scores, lengths, favour)
        add_headings(page.tree, segments, is_chosen)
        return Judgement(segments, texts, scores, scores, is_chosen, np.zeros_like(is_chosen), None)
    from zaru.content.sharing import SHARED_FROM, combine, find_credits

    scores = combine(evidence.scores, evidence)
    is_chosen = choose(scores, lengths, favour)
    is_credit = find_credits(scores, is_chosen, evidence)
    add_headings(page.tree, segments, is_chosen, evidence.shares > SHARED_FROM)
    return Judgement(segments, texts, evidence.scores, scores, is_chosen, is_credit, evidence)


def build_content(page: Page, judgement: Judgement) -> Content:
    """Return the content that *judgement* chose."""
    segments, texts = judgement.segments, judgement.texts
    is_credit = judgement.is_credit.tolist()
    kept = []
    before = -1  # the last that was kept
    for number in (judgement.is_chosen | judgement.is_credit).nonzero()[0].tolist():
        is_next = before == number - 1 and number > 0
        kept.append(Kept(segments[number], texts[number], is_next, is_credit[number]))
        before = number
    return Content(page, tuple(kept))
