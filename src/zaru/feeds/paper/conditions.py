"""What titles and bodies usually are (paper 3, §3.3), and which pair of groups is most so.

The paper names two conditions, "a title is a single sentence" and "a body is longer than its
title", and leaves the others open. Ours are the functions and constants below. A set of articles
meets as many as its articles do on average, so that one odd article does not undo a condition.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zaru.feeds.paper.text_groups import TextFlow, TextGroup

_SENTENCE_END = re.compile(r"[。．！？!?]|\.(?=\s|$)")
_INNER_END = re.compile(r"(?:[。．！？!?]|\.\s)(?=.{0,200}\w)", re.DOTALL)
_MAX_TITLE_CHARS = 80  # set by hand: headlines have 10 to 60
_MARK_TAGS = frozenset(  # of a link, a heading, a word in bold
    "a b big caption dt em font h1 h2 h3 h4 h5 h6 legend strong summary th".split()
)
_MAX_STEPS = 8  # up from a text, when what marks it is looked for

Counts = NDArray[np.int64]  # rows: articles; columns: the groups that all of them have


class GroupFacts(NamedTuple):
    """What the conditions ask of one text group."""

    text: str
    first: int  # the number of its first text
    chars: int
    title_conditions: int  # met, of those that concern a title alone
    body_conditions: int  # met, of those that concern a body alone


def read_facts(flow: TextFlow, group: TextGroup) -> GroupFacts:
    """Return the facts of *group*."""
    text = flow.text(group)
    title = is_single_sentence(text) + ("\n" not in text)
    title += len(text) <= _MAX_TITLE_CHARS
    title += _has_above(flow, flow.texts[group.first], _MARK_TAGS)
    body = (_SENTENCE_END.search(text) is not None) + (not _is_mostly_links(flow, group))
    return GroupFacts(text, group.first, len(text), title, body)


def is_single_sentence(text: str) -> bool:
    """Say whether no sentence ends inside *text*.

    >>> is_single_sentence("雨が降る。"), is_single_sentence("雨。風も。")
    (True, False)
    """
    return _INNER_END.search(text) is None


def _is_mostly_links(flow: TextFlow, group: TextGroup) -> bool:
    """Say whether more than half of the characters are inside links."""
    rows = flow.texts[group.first : group.last + 1]
    sizes = {row: len(flow.tree.text(row).strip()) for row in rows}
    linked = sum(size for row, size in sizes.items() if _has_above(flow, row, {"a"}))
    return 2 * linked > sum(sizes.values())


def _has_above(flow: TextFlow, row: int, tags: Collection[str]) -> bool:
    above = map(flow.tree.tags.__getitem__, islice(flow.tree.ancestors(row), _MAX_STEPS))
    return any(tag in tags for tag in takewhile("body".__ne__, above))


def count_conditions(pairs: Sequence[tuple[GroupFacts, GroupFacts]]) -> float:
    """Return how many conditions articles meet on average, by the facts of title and body.

    Beside those of each group by itself: the body is longer than the title, it stands behind it,
    no title occurs twice and no body.
    """
    met = sum(
        title.title_conditions
        + body.body_conditions
        + (body.chars > title.chars)
        + (title.first < body.first)
        for title, body in pairs
    )
    met += len({title.text for title, _ in pairs}) + len({body.text for _, body in pairs})
    return round(met / len(pairs), 6)


def choose_groups(titles: Counts, bodies: Counts, chars: Counts, texts: Counts) -> tuple[int, int]:
    """Return the columns that meet most conditions as title and as body.

    *titles* and *bodies* count the conditions that each group meets by itself; *texts* has one
    number for equal texts. Of equal pairs the one with the first title is taken, and with the
    most text in its bodies.
    """
    width = titles.shape[1]
    order = np.arange(width)
    distinct = np.array([len(np.unique(texts[:, column])) for column in order]) / len(texts)
    met = (titles.mean(axis=0) + distinct)[:, None] + (bodies.mean(axis=0) + distinct)[None, :]
    for line in chars:
        met += (line[None, :] > line[:, None]) / len(chars)
    met += order[:, None] < order[None, :]
    np.fill_diagonal(met, -1.0)
    best = np.round(met, 6)
    title = int(np.argmax(best.max(axis=1)))
    equal = np.flatnonzero(best[title] == best[title].max())
    return title, int(equal[np.argmax(chars.sum(axis=0)[equal])])
