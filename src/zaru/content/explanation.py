"""Why a segment was kept or dropped: as lines for a terminal, and as an overlay of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zaru.content.extraction import Judgement
from zaru.content.segments import Segment
from zaru.layout.marked import Mark, write_marked
from zaru.page import Page

_STYLE = """
.zaru-kept{background:#c9f2c7!important;outline:1px solid #2e8b2e;color:#111!important}
.zaru-dropped{background:#f7d6d6!important;outline:1px dotted #b55;color:#444!important}
"""


@dataclass(frozen=True, slots=True)
class Reason:
    """What was thought of one segment."""

    is_kept: bool
    score: float  # with all that is known
    own_score: float  # by the model, from the page alone
    link_share: float
    shared_by: int | None  # other pages of the set that have it; None for a page alone
    pages: int | None  # of the set
    path: str
    text: str
    span: tuple[int, int]

    def __str__(self) -> str:
        """Return the reasons in words."""
        words = [f"model {self.own_score:.2f}", f"links {self.link_share:.0%}"]
        if self.shared_by is not None and self.pages is not None:
            others = self.pages - 1
            shared = f"on {self.shared_by} of {others} other pages"
            words.append(shared if self.shared_by else "unique in the set")
        return ", ".join(words)


def explain(judgement: Judgement) -> Iterator[Reason]:
    """Yield the reasons for each segment, in document order."""
    evidence = judgement.evidence
    for number, segment in enumerate(judgement.segments):
        yield Reason(
            is_kept=judgement.is_chosen[number] or judgement.is_credit[number],
            score=judgement.scores[number],
            own_score=judgement.own_scores[number],
            link_share=_link_share(segment),
            shared_by=None if evidence is None else int(evidence.shared_by[number]),
            pages=None if evidence is None else evidence.pages,
            path=segment.tree.path(segment.row),
            text=judgement.texts[number],
            span=segment.span,
        )


def _link_share(segment: Segment) -> float:
    """Return the share of the segment's characters that stand in links."""
    tree, total, linked = segment.tree, 0, 0
    for row in segment.rows:
        if not tree.is_text(row):
            continue
        size = len(tree.text(row).strip())
        total += size
        while row > segment.row and tree.tags[row] != "a":
            row = tree.parents[row]
        linked += size if tree.tags[row] == "a" else 0
    return linked / total if total else 0.0


def write_overlay(page: Page, judgement: Judgement) -> str:
    """Return the page as safe HTML with every segment marked as kept or dropped, and why."""
    return write_marked(page, list(_marks(judgement)), style=_STYLE)


def _marks(judgement: Judgement) -> Iterator[Mark]:
    """Yield a mark for each text run of each segment, which may have other texts between them."""
    for reason, segment in zip(explain(judgement), judgement.segments, strict=True):
        name = "zaru-kept" if reason.is_kept else "zaru-dropped"
        title = f"{reason.score:.2f}: {reason}"
        tree = segment.tree
        for row in segment.rows:
            if row in tree.spans:
                start, end = tree.spans[row]
                yield Mark((start, end - start), name, title)
