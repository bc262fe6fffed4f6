"""Features of segments: what a reader takes in at a glance, as numbers.

They hold in any language: lengths, links, punctuation, places, repetition, and the tokens of
class and id attributes, which are written in the English of markup everywhere. Each column has
one entry for each segment; `bench/train_content.py` says how the set was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from zaru.content.measures import Measures
from zaru.content.regions import REGIONS, region_columns
from zaru.content.segments import Segment
from zaru.content.signals import Signals
from zaru.content.skeleton import FLAGS, MARK_BITS, Ints, Skeleton, token_columns
from zaru.content.table import BLOCK_KINDS, GROUPS, MARKS, OPENGRAPH, TYPES
from zaru.content.table import KINDS as K
from zaru.content.table import NUMBERS as N
from zaru.content.trees import has_second_look, predict
from zaru.content.wording import split_words, word_columns
from zaru.dom import HEADINGS, Tree
from zaru.errors import UsageError

if TYPE_CHECKING:
    from zaru.content.model import Model

Array = NDArray[np.floating] | NDArray[np.integer] | NDArray[np.bool_]
Columns = dict[str, Array | float]  # a figure of the page is one number for all its segments

_GROUP_BITS = np.array([[FLAGS[name]] for name in GROUPS])
_MARK_BITS = np.array([[MARK_BITS[name]] for name in MARKS])
_LENGTH, _LINK, _GOOD, _DATES, _STOPS = range(5)  # what is summed up for each container
_NEIGHBOURS = {"before_2": -2, "before_1": -1, "behind_1": 1, "behind_2": 2}


def extract_features(
    tree: Tree, segments: list[Segment], tokens: Mapping[str, float], words: Mapping[str, float]
) -> Columns:
    """Return the features of *segments*, of which there must be some, by name.

    *tokens* has the log odds that what stands below an element with a token is content, *words*
    those of texts that begin with a word. What a second look asks is not in it.
    """
    return _read_columns(tree, segments, Skeleton(tree, segments), tokens, words)


def _read_columns(
    tree: Tree,
    segments: list[Segment],
    skeleton: Skeleton,
    tokens: Mapping[str, float],
    words: Mapping[str, float],
) -> Columns:
    columns = base_columns(tree, segments, skeleton) | token_columns(skeleton, tokens)
    said = list(map(split_words, Measures(tree, segments, skeleton).texts))
    return columns | word_columns(said, columns["heading"], words)


def base_columns(tree: Tree, segments: list[Segment], skeleton: Skeleton) -> Columns:
    """Return all features but those of tokens and words, which a training makes several times."""
    measures = Measures(tree, segments, skeleton)
    scene = _Scene(tree, segments, skeleton, measures)
    signals = Signals.of(tree)
    columns = _text_columns(scene)
    columns |= _title_columns(scene, signals)
    columns |= _place_columns(scene)
    columns |= _heading_columns(scene)
    columns |= _container_columns(scene)
    columns |= _item_columns(scene)
    columns |= _path_columns(scene)
    columns |= _page_columns(scene, signals)
    return columns


def read_features(
    tree: Tree, segments: list[Segment], model: Model
) -> tuple[NDArray[np.float32], Array | float]:
    """Return the features that *model* reads, a row for each, and the lengths of the segments."""
    skeleton = Skeleton(tree, segments)
    columns = _read_columns(tree, segments, skeleton, model.tokens, model.words)
    regions: Columns = dict.fromkeys(REGIONS, 0.0)
    if unknown := ", ".join(sorted(set(model.columns) - columns.keys() - regions.keys())):
        raise UsageError(f"the model asks for features that zaru does not have: {unknown}")
    columns |= regions
    matrix = to_matrix({name: columns[name] for name in model.columns}, len(segments))
    if has_second_look(model):
        first = predict(model, matrix)
        for name, column in region_columns(skeleton, first, columns["length"]).items():
            if name in model.columns:
                matrix[model.columns.index(name)] = column
    return matrix, columns["length"]


def to_matrix(columns: Columns, count: int) -> NDArray[np.float32]:
    """Return *columns* as the rows of a matrix, for *count* segments."""
    matrix = np.empty((len(columns), count), np.float32)
    for row, column in zip(matrix, columns.values(), strict=True):
        row[:] = column
    return matrix


class _Scene:
    """What several groups of features need."""

    __slots__ = (
        "blocks", "dates", "good", "headings", "held", "length", "link", "measures", "order",
        "segments", "skeleton", "sums", "tags", "top", "total_good", "total_length", "tree",
        "visible",
    )  # fmt: skip

    def __init__(
        self, tree: Tree, segments: list[Segment], skeleton: Skeleton, measures: Measures
    ) -> None:
        self.tree, self.segments, self.skeleton, self.measures = tree, segments, skeleton, measures
        self.tags = [tree.tags[segment.row] for segment in segments]
        self.headings = np.array([HEADINGS.get(tag, 0) for tag in self.tags])
        self.blocks = skeleton.blocks
        self.order = np.arange(len(segments))
        self.length = length = measures.lengths
        self.link = link = measures.link_lengths / np.maximum(length, N.LEAST)
        is_good = (length >= N.SENTENCE_LENGTH) & (link < N.MOSTLY_LINKS)
        self.good = np.where(is_good, length - measures.link_lengths, 0)  # text, not labels
        self.visible = np.maximum(measures.counts[1:].sum(axis=0), 1)  # characters
        digits = measures.counts[K.DIGIT]
        is_date = (length < N.SENTENCE_LENGTH) & (digits >= N.DATE_DIGITS)
        is_date &= digits > self.visible / N.DATE_SHARE
        self.dates = is_date | measures.has_time
        stops = measures.counts[K.STOP] * (1 - link)
        self.sums = np.zeros((5, len(segments) + 1))  # over the segments before each
        summed = (length, measures.link_lengths, self.good, self.dates, stops)
        np.cumsum(np.stack(summed), axis=1, out=self.sums[:, 1:])
        # Over the segments that each element of the skeleton holds.
        self.held = self.sums[:, skeleton.lasts + 1] - self.sums[:, skeleton.firsts]
        self.total_length = max(float(self.sums[_LENGTH, -1]), N.LEAST)
        self.total_good = max(float(self.sums[_GOOD, -1]), N.LEAST)
        self.top = -1  # the segment with the page's title, when there is one


def _text_columns(scene: _Scene) -> Columns:
    """Return features of the segment alone: its text and its element."""
    counts, visible = scene.measures.counts, scene.visible
    depths = scene.tree.depths
    columns: Columns = {
        "length": scene.length,
        "link": scene.link,
        "links": scene.measures.link_counts,
        "stops": counts[K.STOP],
        "commas": counts[K.COMMA],
        "digits": counts[K.DIGIT],
        "digit_share": counts[K.DIGIT] / visible,
        "upper_share": counts[K.UPPER] / visible,
        "cjk_share": counts[K.CJK] / visible,
        "stop_share": counts[K.STOP] / visible,
        "words_a_stop": scene.length / (counts[K.STOP] + 1),
        "last_kind": scene.measures.last_kinds,
        "heading": scene.headings,
        "block_kind": np.array([BLOCK_KINDS.get(tag, 0) for tag in scene.tags]),
        "depth": np.array([depths[segment.row] for segment in scene.segments]),
    }
    flags = np.array(scene.skeleton.flags)[scene.blocks]
    inside = (flags & _GROUP_BITS) != 0
    marks = (flags & _MARK_BITS) != 0
    columns |= {f"in_{name}": row for name, row in zip(GROUPS, inside, strict=True)}
    columns |= {f"mark_{name}": row for name, row in zip(MARKS, marks, strict=True)}
    shares = marks.mean(axis=1).tolist()
    columns |= {f"share_{name}": share for name, share in zip(MARKS, shares, strict=True)}
    return columns


def _title_columns(scene: _Scene, signals: Signals) -> Columns:
    """Return whether the texts are copies, titles, or known from the head of the page."""
    texts = scene.measures.texts
    seen: dict[str, int] = {}
    copy = []
    for text in texts:
        number = seen.get(text, 0)
        copy.append(number)
        seen[text] = number + 1
    in_title = np.array(_title_shares(texts, signals.titles))
    scene.top = _find_top(scene, in_title)
    return {
        "copies": np.array([seen[text] for text in texts]),
        "copy": np.array(copy),
        "in_title": in_title,
        "in_about": _starts_in(texts, signals.about),
        "in_body": _starts_in(texts, signals.body),
    }


def _title_shares(texts: list[str], titles: tuple[str, ...]) -> list[float]:
    """Return for each text how much of a title it is; 0 for what is in none."""
    shares = [0.0] * len(texts)
    longest = max(map(len, titles))
    for number, text in enumerate(texts):
        if N.TITLE_CHARS <= len(text) <= longest:
            for title in titles:
                if text in title:
                    shares[number] = max(len(text) / len(title), shares[number])
    return shares


def _starts_in(texts: list[str], whole: str) -> Array:
    """Return for each text whether *whole* has its beginning; short texts are in nothing."""
    size = N.ABOUT_CHARS
    starts = [text[:size] if len(text) > size else "" for text in texts]
    # One walk over it, for a search for each text would cost texts times its length.
    found = set(starts).intersection(whole[at : at + size] for at in range(len(whole) - size + 1))
    return np.array([start in found for start in starts])


def _find_top(scene: _Scene, in_title: NDArray[np.floating]) -> int:
    """Return the segment that shows the page's title, -1 when none does."""
    is_heading = scene.headings > 0
    rank = in_title + N.HEADING_RANK * (is_heading & (in_title > 0))
    rank += N.H1_RANK * (scene.headings == 1)
    rank -= N.LINK_RANK * scene.link
    top = int(np.argmax(rank))
    return top if rank[top] > N.LEAST_RANK else -1


def _place_columns(scene: _Scene) -> Columns:
    """Return where the segment stands, and what stands around it."""
    order, good, length, link = scene.order, scene.good, scene.length, scene.link
    count = len(order)
    is_good = good > 0
    sums = scene.sums[_GOOD]
    columns: Columns = {
        "place": order / count,
        "place_length": scene.sums[_LENGTH, :-1] / scene.total_length,
        "place_good": sums[:-1] / scene.total_good,
        "since_good": order - _last(is_good, order, -N.FAR_AWAY),
        "until_good": _next(is_good, order, count + N.FAR_AWAY) - order,
        "since_date": order - _last(scene.dates, order, -N.FAR_AWAY),
    }
    first, behind = np.maximum(order - N.AROUND, 0), np.minimum(order + N.AROUND + 1, count)
    columns["good_around"] = sums[behind] - sums[first] - good
    paths = scene.skeleton.paths[scene.blocks]
    for where, by in _NEIGHBOURS.items():
        columns[f"length_{where}"] = _shifted(length, by)
        columns[f"link_{where}"] = _shifted(link, by)
        columns[f"alike_{where}"] = _shifted(paths, by) == paths
    return columns


def _last(marks: NDArray[np.bool_], order: Ints, none: int) -> Ints:
    """Return for each entry the place of the last mark up to it."""
    return np.maximum.accumulate(np.where(marks, order, none))


def _next(marks: NDArray[np.bool_], order: Ints, none: int) -> Ints:
    """Return for each entry the place of the next mark from it."""
    return np.minimum.accumulate(np.where(marks, order, none)[::-1])[::-1]


def _shifted(column: Array, by: int) -> Array:
    """Return the entries that stand *by* places further on, 0 where the page has ended."""
    result = np.zeros_like(column)
    if by < 0:
        result[-by:] = column[:by]
    else:
        result[:-by] = column[by:]
    return result


def _heading_columns(scene: _Scene) -> Columns:
    """Return how the segment stands to headings and to the title."""
    order, headings, top = scene.order, scene.headings, scene.top
    is_heading = headings > 0
    above = _last(is_heading, order, -1)
    firsts = np.flatnonzero(headings == 1)
    columns: Columns = {
        "above": order - above,
        "above_level": np.where(above < 0, N.NO_LEVEL, headings[above]),
        "above_link": np.where(above < 0, 0, scene.link[above]),
        "below": _next(is_heading, order, len(order)) - order,
        "since_h1": order - (firsts[0] if len(firsts) else N.FAR_AWAY),
    }
    large = np.cumsum(is_heading & (headings <= 3))
    known = top >= 0
    columns["since_top"] = order - (top if known else N.FAR_AWAY)
    columns["top_headings"] = large - (large[top] if known else N.FAR_AWAY)
    good = scene.sums[_GOOD]
    columns["top_good"] = (good[:-1] - good[max(top, 0)]) / scene.total_good
    return columns


def _container_columns(scene: _Scene) -> Columns:
    """Return features of the elements that hold the segment and ever more beside it."""
    skeleton, order, top = scene.skeleton, scene.order, scene.top
    place = np.where(skeleton.sizes[scene.blocks] > 1, scene.blocks, skeleton.wider[scene.blocks])
    columns: Columns = {"siblings": skeleton.repeats[scene.blocks]}
    top_level = np.full(len(order), N.LEVELS + 1)
    top_share = np.ones(len(order))
    for level in range(1, N.LEVELS + 1):
        held, size, first = scene.held[:, place], skeleton.sizes[place], skeleton.firsts[place]
        length = np.maximum(held[_LENGTH], N.LEAST)
        share = held[_GOOD] / scene.total_good
        columns[f"good_{level}"] = share
        columns[f"link_{level}"] = held[_LINK] / length
        columns[f"size_{level}"] = size
        if level <= 3:
            columns[f"length_{level}"] = length / size
            columns[f"stops_{level}"] = held[_STOPS] / length
            columns[f"repeats_{level}"] = skeleton.repeats[place]
            columns[f"place_{level}"] = (order - first) / size
            columns[f"dates_{level}"] = held[_DATES]
        if top >= 0:
            holds = (first <= top) & (first + size > top) & (top_level > N.LEVELS)
            top_level[holds] = level
            top_share[holds] = share[holds]
        place = skeleton.wider[place]
    columns["top_level"], columns["top_share"] = top_level, top_share
    return columns | _main_columns(scene)


def _main_columns(scene: _Scene) -> Columns:
    """Return how the segment stands to the smallest element with most of the page's text."""
    skeleton, order = scene.skeleton, scene.order
    inside = scene.held[_GOOD]
    columns: Columns = {}
    for percent in (50, 80):
        holders = np.flatnonzero(inside >= percent / 100 * scene.total_good)
        main = int(holders[-1]) if len(holders) else 0
        first, last = int(skeleton.firsts[main]), int(skeleton.lasts[main])
        columns[f"before_{percent}"] = np.maximum(first - order, 0)
        columns[f"after_{percent}"] = np.maximum(order - last, 0)
        place = (order - first) / (last - first + 1)
        columns[f"main_{percent}"] = np.clip(place, -N.OUTSIDE, 1 + N.OUTSIDE)
    article = np.array(skeleton.articles)[scene.blocks]
    columns["article_good"] = np.where(article > 0, inside[article] / scene.total_good, -1)
    columns["article_first"] = np.where(article > 0, skeleton.firsts[article], -1)
    columns["article_repeats"] = np.where(article > 0, skeleton.repeats[article], 0)
    return columns


def _item_columns(scene: _Scene) -> Columns:
    """Return features of the repeated element that holds the segment: a card, a post, a row."""
    skeleton = scene.skeleton
    item = skeleton.repeated[scene.blocks]
    path = skeleton.paths[item]
    held = scene.held[:, item]
    length = np.maximum(held[_LENGTH], N.LEAST)
    masses = np.bincount(path, scene.length)
    masses[skeleton.paths[0]] = 0  # the root stands for "in no item"
    return {
        "item_size": skeleton.sizes[item],
        "item_repeats": skeleton.repeats[item],
        "item_length": length,
        "item_link": held[_LINK] / length,
        "item_dates": held[_DATES],
        "item_count": np.bincount(skeleton.paths)[path],
        "items_length": masses[path] / scene.total_length,
        "items_good": np.bincount(path, scene.good)[path] / scene.total_good,
        "items_most": masses[path] / max(float(masses.max()), N.LEAST),
        "page_items": float(masses.max()) / scene.total_length,
    }


def _path_columns(scene: _Scene) -> Columns:
    """Return features of all segments of the page with the same tags and classes above."""
    path = scene.skeleton.paths[scene.blocks]
    sizes = np.maximum(np.bincount(path), 1)
    length = np.bincount(path, scene.length)
    link = np.bincount(path, scene.measures.link_lengths)
    return {
        "path_size": sizes[path],
        "path_good": np.bincount(path, scene.good)[path] / scene.total_good,
        "path_share": length[path] / scene.total_length,
        "path_length": (length / sizes)[path],
        "path_link": (link / np.maximum(length, N.LEAST))[path],
    }


def _page_columns(scene: _Scene, signals: Signals) -> Columns:
    """Return features of the page, the same for all segments."""
    counts, tags, skeleton = scene.measures.counts, scene.tree.tags, scene.skeleton
    columns: Columns = {
        "page_rows": len(tags),
        "page_images": tags.count("img"),
        "page_inputs": tags.count("input"),
        "page_articles": len(set(skeleton.articles)),
        "page_segments": len(scene.order),
        "page_length": scene.total_length,
        "page_good": scene.total_good / scene.total_length,
        "page_goods": int(np.count_nonzero(scene.good)),
        "page_link": float(scene.sums[_LINK, -1]) / scene.total_length,
        "page_headings": int(np.count_nonzero(scene.headings)),
        "page_dates": float(scene.sums[_DATES, -1]),
        "page_paths": int(np.count_nonzero(np.bincount(skeleton.paths[scene.blocks]))),
        "page_cjk": float(counts[K.CJK].sum() / scene.visible.sum()),
        "page_about": len(signals.about),
        "page_body": min(len(signals.body), N.MAX_BODY),
    }
    columns |= {f"og_{name}": name in signals.kind for name in OPENGRAPH}
    columns |= {f"ld_{name}": not signals.types.isdisjoint(types) for name, types in TYPES.items()}
    return columns
