"""From a page to its content: judge its segments, keep the best, give them roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zaru.content.content import Content, Kept
from zaru.content.segments import Segment, find_segments
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
    texts = [segment.text for segment in segments]
    own_scores = scores = score_segments(page.tree, segments, page.url)
    lengths = np.array([len(text) for text in texts], np.float64)
    if evidence is not None:
        from zaru.content.sharing import combine

        scores = combine(own_scores, evidence)
    return Judgement(segments, texts, own_scores, scores, choose(scores, lengths, favour), evidence)


def build_content(page: Page, judgement: Judgement) -> Content:
    """Return the content that *judgement* chose."""
    kept = []
    before = False
    for segment, text, chosen in zip(
        judgement.segments, judgement.texts, judgement.is_chosen.tolist(), strict=True
    ):
        if chosen:
            kept.append(Kept(segment, text, before))
        before = chosen
    return Content(page, tuple(kept))
