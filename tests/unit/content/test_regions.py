"""What a first look says of the regions of a page."""

from __future__ import annotations

import numpy as np

from zaru.content.regions import REGIONS, region_columns
from zaru.content.segments import find_segments
from zaru.content.skeleton import Skeleton
from zaru.page import Page

PAGE = """<div class=menu><p>a<p>b</div>
<ul><li class=card><h3>c</h3><p>d</p><li class=card><h3>e</h3><p>f</p><li class=card>
<h3>g</h3><p>h</p></ul>"""


def made(scores: list[float]) -> dict[str, list[float]]:
    tree = Page.from_bytes(PAGE.encode()).tree
    segments = find_segments(tree)
    columns = region_columns(Skeleton(tree, segments), scores, np.ones(len(segments)))
    assert tuple(sorted(columns)) == tuple(sorted(REGIONS))
    return {name: np.round(column, 3).tolist() for name, column in columns.items()}


def test_alike_segments_share_what_is_said_of_them() -> None:
    columns = made([0, 0, 1, 1, 1, 0, 1, 0.5])
    assert columns["score"] == [0, 0, 1, 1, 1, 0, 1, 0.5]
    assert columns["score_path"] == [0, 0, 1, 0.5, 1, 0.5, 1, 0.5]  # by tag and classes above
    assert columns["score_items"] == [-1, -1, *[0.75] * 6]  # of all cards
    assert columns["score_item"][2:] == [1, 1, 0.5, 0.5, 0.75, 0.75]  # of its own card
    assert columns["mass_items"] == [0, 0, 1, 1, 1, 1, 1, 1]
    assert columns["score_1"][:2] == [0, 0]
    assert columns["in_best"] == [0, 0, 1, 1, 1, 1, 1, 1]


def test_neighbours_and_the_page_are_looked_at() -> None:
    columns = made([0, 0, 1, 1, 1, 0, 1, 0.5])
    assert columns["score_before_1"] == [0, 0, 0, 1, 1, 1, 0, 1]
    assert columns["score_behind_2"] == [1, 1, 1, 0, 1, 0.5, 0, 0]
    assert columns["score_around_3"][0] == 0.5
    assert columns["score_best"] == [1] * 8
    assert columns["score_all"] == [0.562] * 8
    assert columns["mass_before"][0] == 0
    assert columns["mass_behind"][-1] == 0


def test_a_page_that_has_nothing_has_finite_figures() -> None:
    assert all(np.isfinite(column).all() for column in made([0] * 8).values())
