"""The blocks of a page as people label them, with what the extractor suggests for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from zaru.content.content import ROLES as ALL_ROLES
from zaru.content.content import Kept
from zaru.content.extraction import Judgement, build_content
from zaru.content.roles import RoleFinder
from zaru.page import Page

Span = tuple[int, int]
Labels = Mapping[str, str]  # roles by the keys of blocks; a block that is no content has none

ROLES = tuple(role for role in ALL_ROLES if role != "image")  # blocks are texts


@dataclass(frozen=True, slots=True)
class Block:
    """What a reader sees as one paragraph: the least that can be content, or not."""

    span: Span
    runs: tuple[Span, ...]  # of its text; other texts may stand between them
    text: str
    score: float  # how likely it is content, from 0 to 1
    suggested: str | None  # the role that the extractor gives it; None: it is dropped
    role: str  # that it has if it is content

    @property
    def key(self) -> str:
        """Its name in labels."""
        return write_key(self.span)


def write_key(span: Span) -> str:
    """Return the name of the block at *span*."""
    return f"{span[0]},{span[1]}"


def find_blocks(page: Page, judgement: Judgement) -> tuple[Block, ...]:
    """Return the blocks of *page* in its order.

    Texts that no span tells apart, as in a page whose bytes cannot be followed, are one block.
    """
    content = build_content(page, judgement)
    kept = {block.span: block.role for block in content.blocks if block.role != "image"}
    finder = RoleFinder(page.tree, content.metadata)
    finder.has_title = "title" in kept.values()
    blocks: dict[Span, Block] = {}
    rows = zip(judgement.segments, judgement.texts, judgement.scores, strict=True)
    for segment, text, score in rows:
        span = segment.span
        if span not in blocks:
            suggested = kept.get(span)
            base = finder.find_base(segment.row)
            role = suggested or finder.find(Kept(segment, text), base)[0]
            runs = tuple(segment.run_spans)
            blocks[span] = Block(span, runs, text, float(score), suggested, role)
    return tuple(blocks.values())


def suggest_labels(blocks: Iterable[Block]) -> dict[str, str]:
    """Return the labels that the extractor gives."""
    return {block.key: block.suggested for block in blocks if block.suggested}
