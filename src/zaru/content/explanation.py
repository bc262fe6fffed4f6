"""Why a segment was kept or dropped: as lines for a terminal, and as an overlay of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from zaru.content.extraction import Judgement
from zaru.content.segments import Segment
from zaru.dom import Tree
from zaru.dom.places import Place
from zaru.page import Page

# What stands in the overlay can do nothing: no script, no frame, no request but for pictures.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline' http: https:; img-src http: https: data:; "
    "font-src http: https:; form-action 'none'; base-uri http: https:"
)
_STYLE = """
.zaru-kept{background:#c9f2c7!important;outline:1px solid #2e8b2e;color:#111!important}
.zaru-dropped{background:#f7d6d6!important;outline:1px dotted #b55;color:#444!important}
"""
_REMOVED_TAGS = frozenset({"script", "iframe", "object", "embed", "applet", "frame", "base"})


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
            is_kept=bool(judgement.is_chosen[number] or judgement.is_credit[number]),
            score=float(judgement.scores[number]),
            own_score=float(judgement.own_scores[number]),
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
    """Return the page's own HTML with every segment marked as kept or dropped, and why.

    The marks are put into the source at the byte spans of its text runs. Scripts and frames are
    taken out, and a policy forbids what may be left of them.
    """
    tree = page.tree
    edits: list[tuple[int, int, str]] = []  # from byte, to byte, replacement
    for reason, segment in zip(explain(judgement), judgement.segments, strict=True):
        name = "zaru-kept" if reason.is_kept else "zaru-dropped"
        mark = f'<span class="{name}" title="{escape(f"{reason.score:.2f}: {reason}")}">'
        for row in segment.rows:
            if row in tree.spans:
                start, end = tree.spans[row]
                edits += [(start, start, mark), (end, end, "</span>")]
    edits += [(place.start, place.end, "") for place in _removed(tree)]
    head = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    base = f'<base href="{escape(page.url)}">' if page.url else ""
    top = f'<!doctype html><meta charset="utf-8">{head}{base}<style>{_STYLE}</style>\n'
    return top + _apply(tree, edits)


def _removed(tree: Tree) -> Iterator[Place]:
    for row, place in tree.places.items():
        tag = tree.tags[row].rpartition(":")[2]
        refresh = tag == "meta" and tree.attribute(row, "http-equiv") is not None
        if (tag in _REMOVED_TAGS or refresh) and place.is_written:
            yield place


def _apply(tree: Tree, edits: list[tuple[int, int, str]]) -> str:
    """Return the source with *edits* made, those inside a removed part left out."""
    codec, raw = tree.decoded.codec, tree.raw
    parts: list[str] = []
    position = tree.decoded.start
    for start, end, text in sorted(edits, key=lambda edit: (edit[0], edit[1])):
        if start < position:
            continue
        parts.append(raw[position:start].decode(codec, "replace"))
        parts.append(text)
        position = end
    parts.append(raw[position:].decode(codec, "replace"))
    return "".join(parts)
