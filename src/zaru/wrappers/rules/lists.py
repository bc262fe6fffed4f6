"""Lists: values that stand in a row of like elements, of which labels may name only some."""

from __future__ import annotations

from collections.abc import Container, Sequence

from zaru.wrappers.rules.trial import Trial
from zaru.wrappers.rules.view import View
from zaru.wrappers.rules.votes import Texts


def find_list(
    trial: Trial, views: Sequence[View], values: Container[str]
) -> tuple[int, int] | None:
    """Return a labelled page and the number of the rule for a list that holds its values.

    The rule finds all labelled values, and more that are *values* of no field; on the page, two or
    more are labelled, side by side, each in an item of its own. None when there is no such rule.
    """
    for page, wanted in enumerate(trial.truth):
        if len(wanted) > 1:
            for number, tried in enumerate(trial.tried):  # the best on the labelled pages first
                if (
                    wanted < tried.labelled[page]
                    and all(map(frozenset.issuperset, tried.labelled, trial.truth))
                    and not any(text in values for text in tried.labelled[page] - wanted)
                    and _are_side_by_side(wanted, tried.rule.texts(views[page]))
                    and _are_items(views[page], tried.rule.rows(views[page]))
                ):
                    return page, number
    return None


def _are_side_by_side(wanted: Texts, texts: Sequence[str]) -> bool:
    """Say whether no other text stands between those *wanted*: else it was left out on purpose."""
    places = [place for place, text in enumerate(texts) if text in wanted]
    return places[-1] - places[0] < len(places)


def _are_items(view: View, rows: Sequence[int]) -> bool:
    """Say whether each of *rows* stands in an element of its own, all of them in one parent."""
    ways = [view.way(row) for row in rows]
    if len({len(way) for way in ways}) > 1:
        return False
    levels = enumerate(zip(*ways, strict=True))
    level = next((level for level, steps in levels if len(set(steps)) > 1), 0)
    return level > 0 and len({way[level] for way in ways}) == len(rows)
