"""Why a segment was kept or dropped: as lines for a terminal, and as an overlay of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from zaru.content.extraction import Judgement
from zaru.content.segments import Segment
from zaru.dom import TEXT, UNREAD_TAGS, Tree
from zaru.page import Page
from zaru.text.urls import resolve

# The second lock, behind the tags and attributes that are left out below: nothing runs, nothing is
# framed, sent or fetched. Style sheets in the page itself and pictures in `data:` addresses count.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "base-uri 'none'"
)
_STYLE = """
.zaru-kept{background:#c9f2c7!important;outline:1px solid #2e8b2e;color:#111!important}
.zaru-dropped{background:#f7d6d6!important;outline:1px dotted #b55;color:#444!important}
"""
# What is not read on the page is left out with all that is in it, but for styles and controls.
_REMOVED_TAGS = frozenset(
    {"base", "frame", "frameset", "link", "meta", *UNREAD_TAGS}
    - {"style", "button", "select", "option", "textarea", "title"}
)
# A browser with scripts reads what `noscript` holds as raw text, and raw text cannot be escaped.
_RENAMED_TAGS = {"noscript": "div", "xmp": "pre", "listing": "pre", "plaintext": "pre"}
_VOID_TAGS = frozenset("area br col hr img input source track wbr".split())
# Attributes that say what an element looks like and do nothing.
_ATTRIBUTES = frozenset(
    """
    align alt bgcolor border cellpadding cellspacing class color cols colspan dir face height hidden
    id lang nowrap open placeholder rows rowspan size start style title type valign value width
    """.split()
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9:_.-]*\Z")
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp|avif);")


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
    """Return the page's tree as HTML with every segment marked as kept or dropped, and why.

    It is written anew, so that each `<` in it opens a tag of ours: tags that run, load or move,
    handlers and addresses are left out, links lead to http and https only. The elements of an
    XML page, whose names mean something else in HTML, become `div`.
    """
    tree, marks = page.tree, _marks(judgement)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    parts = [f'<!doctype html><meta charset="utf-8">{policy}<style>{_STYLE}</style>\n']
    ends: list[tuple[int, str]] = []  # depth and end tag of the open elements
    hidden = len(tree)  # the depth of the element that is left out; deeper ones are, too
    for row, (tag, depth) in enumerate(zip(tree.tags, tree.depths, strict=True)):
        while ends and ends[-1][0] >= depth:
            parts.append(ends.pop()[1])
        if depth > hidden:
            continue
        hidden = len(tree)
        name = _RENAMED_TAGS.get(tag, tag) if _NAME.match(tag) else "span"
        name = "div" if tree.is_xml else name
        if tag == TEXT:
            mark, text = marks.get(row, ""), _write_text(tree, row)
            parts.append(f"{mark}{text}</span>" if mark else text)
        elif name in _REMOVED_TAGS:
            hidden = depth
        else:
            parts.append(f"<{name}{_write_attributes(page, row)}>" + "\n" * (name == "pre"))
            if name not in _VOID_TAGS:
                ends.append((depth, f"</{name}>"))
    parts += [end for _, end in reversed(ends)]
    return "".join(parts)


def _marks(judgement: Judgement) -> dict[int, str]:
    """Return the start tag of the mark of each text run that is in a segment, by row."""
    marks: dict[int, str] = {}
    for reason, segment in zip(explain(judgement), judgement.segments, strict=True):
        name = "zaru-kept" if reason.is_kept else "zaru-dropped"
        mark = f'<span class="{name}" title="{escape(f"{reason.score:.2f}: {reason}")}">'
        tree = segment.tree
        runs = (row for row in segment.rows if tree.is_text(row) and not tree.text(row).isspace())
        marks |= dict.fromkeys(runs, mark)
    return marks


def _write_text(tree: Tree, row: int) -> str:
    """Return a text run; in a style sheet nothing can be escaped, so one with a `<` is left out."""
    text = tree.text(row)
    if tree.is_xml or not tree.tags[tree.parents[row]].endswith("style"):
        return escape(text)
    return "" if "<" in text else text


def _write_attributes(page: Page, row: int) -> str:
    """Return what an HTML element looks like, the address of a link, the bytes of a picture."""
    words, tag = [], page.tree.tags[row]
    for name, value in page.tree.attributes(row).items():
        kept: str | None = value if name in _ATTRIBUTES or name.startswith("data-") else None
        if tag == "a" and name == "href":
            kept = resolve(page.url, value) or "#"
        elif tag == "img" and name == "src" and _PICTURE.match(value):
            kept = value
        if kept is not None and _NAME.match(name):
            words.append(f' {name}="{escape(kept)}"')
    return "" if page.tree.is_xml else "".join(words)
