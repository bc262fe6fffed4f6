"""Why a segment was kept or dropped: as lines for a terminal, and as an overlay of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from zaru.content.content import Content
from zaru.content.extraction import Judgement, build_content
from zaru.content.segments import Segment
from zaru.layout.marked import Mark, write_marked
from zaru.layout.sizes import read_sizes
from zaru.layout.value import Value
from zaru.page import Page

# A page may have styles of any strength: what is ours begins anew, and wins.
_STYLE = """
.zaru-kept{background:#c9f2c7!important;outline:1px solid #2e8b2e;color:#111!important}
.zaru-dropped{background:#f7d6d6!important;outline:1px dotted #b55;color:#444!important}
.zaru-said{box-shadow:0 0 0 3px #1d4c73!important;border-radius:2px!important}
.zaru-legend,.zaru-legend *{all:revert!important}
.zaru-legend.zaru-legend{position:fixed!important;right:12px!important;bottom:12px!important;
z-index:2147483647!important;max-width:24em!important;max-height:60vh!important;overflow:auto!important;
padding:8px 14px!important;border:1px solid #8c7d5f!important;border-radius:8px!important;
background:#fffdf8!important;color:#2b2620!important;box-shadow:0 2px 12px #0003!important;
font:14px/1.5 system-ui,sans-serif!important}
.zaru-legend summary{font-weight:bold!important;cursor:pointer!important}
.zaru-legend p,.zaru-legend dl{margin:4px 0!important}
.zaru-legend dt{font-size:12px!important;color:#665c4c!important}
.zaru-legend dd{margin:0 0 4px!important;overflow-wrap:anywhere!important}
.zaru-legend a{color:#1d4c73!important}
.zaru-legend .zaru-sample{padding:0 6px!important}
.zaru-legend .zaru-like-kept{background:#c9f2c7!important;outline:1px solid #2e8b2e!important}
.zaru-legend .zaru-like-dropped{background:#f7d6d6!important;outline:1px dotted #b55!important}
"""
_FIRST = "zaru-first"  # the anchor of the first block that was kept
_SAID = ("title", "date", "author")  # about the page, shown where it is read
_SHOWN_CHARS = 200  # of what is said
_UNREAD = "(not shown on the page)"


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
    sizes = read_sizes(segment.tree)
    linked = sum(sizes.link_size(row, row + 1) for row in segment.rows)
    return linked / max(1, sum(sizes.size(row, row + 1) for row in segment.rows))


def write_overlay(page: Page, judgement: Judgement) -> str:
    """Return the page as safe HTML with every segment marked as kept or dropped, and why.

    What became its title, date and author is marked, too; a legend says how much was kept.
    """
    reasons = list(explain(judgement))
    content = build_content(page, judgement)
    values = ((name, getattr(content.metadata, name)) for name in _SAID)
    said = {name: value for name, value in values if value is not None}
    marks = [*_mark_segments(reasons, judgement.segments), *_mark_said(said)]
    legend = _write_legend(reasons, said, explain_kind(content))
    return write_marked(page, marks, style=_STYLE, behind=legend)


def explain_kind(content: Content) -> str:
    """Return what the page is, in words."""
    from zaru.content.notices import find_notice

    kind, notice = content.kind, find_notice(content)
    words = "no text" if kind is None else f"{kind.name}, {kind.score:.2f}"
    return words if notice is None else f"{words}; a notice, {notice}: nothing is kept"


def _mark_segments(reasons: list[Reason], segments: list[Segment]) -> Iterator[Mark]:
    """Yield a mark for each text run of each segment, which may have other texts between them."""
    is_first = True
    for reason, segment in zip(reasons, segments, strict=True):
        name = "zaru-kept" if reason.is_kept else "zaru-dropped"
        title = f"{reason.score:.2f}: {reason}"
        for span in segment.run_spans:
            yield Mark(span, name, title, _FIRST if reason.is_kept and is_first else None)
            is_first = is_first and not reason.is_kept


def _mark_said(said: dict[str, Value]) -> Iterator[Mark]:
    for name, value in said.items():
        if (span := value.span) and _is_read(value):
            yield Mark(span, "zaru-said", f"the {name}", f"zaru-{name}")


def _is_read(value: Value) -> bool:
    """Say whether readers see the value on the page, not in its head or in an attribute."""
    if value.attribute is not None or value.span is None:
        return False
    tree, row = value.tree, value.row
    return {"title", "head"}.isdisjoint(map(tree.tag, (row, *tree.ancestors(row))))


def _write_legend(reasons: list[Reason], said: dict[str, Value], kind: str) -> str:
    lines = []
    for name, is_kept in (("kept", True), ("dropped", False)):
        texts = [reason.text for reason in reasons if reason.is_kept is is_kept]
        count = f"{len(texts):,} blocks, {sum(map(len, texts)):,} characters"
        lines.append(f'<p><span class="zaru-sample zaru-like-{name}">{name}</span> {count}</p>')
    if any(reason.is_kept for reason in reasons):
        lines.append(f'<p><a href="#{_FIRST}">To the first block that was kept</a></p>')
    rows = [f"<dt>{name}</dt><dd>{_write_said(name, said.get(name))}</dd>" for name in _SAID]
    rows.append(f"<dt>kind of page</dt><dd>{kind}</dd>")
    head = "<details open><summary>What zaru kept</summary>"
    body = f"{''.join(lines)}<dl>{''.join(rows)}</dl>"
    return f'<aside class="zaru-legend" aria-label="zaru">{head}{body}</details></aside>'


def _write_said(name: str, value: Value | None) -> str:
    if value is None:
        return "not found"
    text = escape(value.text[:_SHOWN_CHARS])
    return f'<a href="#zaru-{name}">{text}</a>' if _is_read(value) else f"{text} {_UNREAD}"
