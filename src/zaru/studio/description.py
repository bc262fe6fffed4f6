"""What is found out about a page when it comes into a workspace: its title, how sure zaru is."""

from __future__ import annotations

from collections.abc import Iterable

from zaru.content.content import Content
from zaru.content.extraction import Judgement, build_content, judge
from zaru.errors import InputError
from zaru.page import Page
from zaru.studio.pages import Described


def describe_page(page: Page) -> Described:
    """Return the title of *page* and the doubt about it; a page that cannot be read has none."""
    try:
        judgement = judge(page)
        content: Content = build_content(page, judgement)
        return Described(content.title, find_doubt(judgement))
    except InputError:
        return Described(None, 0.0)


def find_doubt(judgement: Judgement) -> float:
    """Return the share of a page's text that is expected to be judged wrongly, from 0 to 1.

    A segment that is content with probability p is kept or dropped wrongly by 1 - p or p. Pages
    that the extractor is least sure of are worth labelling first.
    """
    sizes = list(map(len, judgement.texts))
    wrong = sum(
        size * (1 - score if is_kept else score) for size, score, is_kept in _rows(judgement, sizes)
    )
    return wrong / max(sum(sizes), 1)


def _rows(judgement: Judgement, sizes: list[int]) -> Iterable[tuple[int, float, bool]]:
    return zip(sizes, judgement.scores, judgement.is_chosen, strict=True)
