"""Features of segments: what a reader takes in at a glance, as numbers.

They hold in any language: lengths, links, punctuation, places, repetition, and the tokens of
class and id attributes, which are written in the English of markup everywhere. Each column has
one entry for each segment; `bench/train_content.py` says how the set was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from zaru.content.measures import (
    CJK,
    CJK_BEYOND,
    COMMA,
    DIGIT,
    STOP,
    SYMBOL,
    UPPER,
    WEIGHTS,
    Measures,
    kind_table,
)
from zaru.content.segments import Segment
from zaru.content.signals import Signals
from zaru.content.skeleton import (
    ALIKE,
    FADE,
    FLAGS,
    MARKS,
    MAX_VALUE_CHARS,
    Ints,
    Skeleton,
    token_columns,
)
from zaru.dom import HEADINGS, TEXT, Tree

Array = NDArray[np.floating] | NDArray[np.integer] | NDArray[np.bool_]
Columns = dict[str, Array | float]  # a figure of the page is one number for all its segments

_LEAST = 0.2  # the length of one letter: keeps quotients of empty things finite
_FAR = 999  # how far something is that a page does not have
_SENTENCE_LENGTH = 8  # words in a segment that is more than a label, unless it is links
_BLOCK_KINDS = {"p": 1, "div": 2, "li": 3, "dt": 4, "dd": 4}
_INSIDE = tuple("article main section nav aside header footer form figure table ul hidden".split())
_MARK_NAMES = tuple({bit: word for word, bit in reversed(MARKS.items())}.values())[::-1]
_INSIDE_BITS = np.array([[FLAGS[name]] for name in _INSIDE])
_MARK_BITS = np.array([[MARKS[name]] for name in _MARK_NAMES])
_LENGTH, _LINK, _GOOD, _DATES, _STOPS = range(5)  # what is summed up for each container
_AROUND = 5  # segments on each side
_LEVELS = 5  # so many containers above a segment are measured
_TYPES = {
    "article": {"article", "newsarticle", "blogposting", "reportagenewsarticle", "techarticle"},
    "product": {"product", "offer", "aggregateoffer", "productgroup"},
    "list": {"itemlist", "collectionpage", "searchresultspage", "offercatalog"},
    "forum": {"discussionforumposting", "qapage", "question", "faqpage", "answer"},
    "site": {"website", "organization", "webpage", "localbusiness", "service"},
}
_TITLE_CHARS = 4  # a shorter text is in a title by chance
_ABOUT_CHARS = 25  # so many first characters tell whether a text is the description's


def extract_features(tree: Tree, segments: list[Segment], tokens: Mapping[str, float]) -> Columns:
    """Return the features of *segments*, of which there must be some, by name.

    *tokens* has the log odds that what stands below an element with a token is content.
    """
    skeleton = Skeleton(tree, segments)
    return base_columns(tree, segments, skeleton) | token_columns(skeleton, tokens)


def base_columns(tree: Tree, segments: list[Segment], skeleton: Skeleton) -> Columns:
    """Return all features but those of tokens, which a training makes several times."""
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


def to_matrix(columns: Columns, count: int) -> NDArray[np.float32]:
    """Return *columns* as the rows of a matrix, for *count* segments."""
    matrix = np.empty((len(columns), count), np.float32)
    for row, column in zip(matrix, columns.values(), strict=True):
        row[:] = column
    return matrix


def kernel_facts() -> dict[str, object]:
    """Return what the kernel must know to fill the same columns: `kernel/` holds no constants."""
    return {
        "text_tag": TEXT,
        "flags": FLAGS,
        "marks": MARKS,
        "headings": HEADINGS,
        "block_kinds": _BLOCK_KINDS,
        "bits": {f"in_{name}": FLAGS[name] for name in _INSIDE}
        | {f"mark_{name}": MARKS[name] for name in _MARK_NAMES},
        "shares": {f"share_{name}": MARKS[name] for name in _MARK_NAMES},
        "types": {f"ld_{name}": types for name, types in _TYPES.items()},
        "kinds": kind_table(),
        "weights": WEIGHTS,
        "numbers": {
            "least": _LEAST,
            "far": _FAR,
            "sentence_length": _SENTENCE_LENGTH,
            "around": _AROUND,
            "levels": _LEVELS,
            "title_chars": _TITLE_CHARS,
            "about_chars": _ABOUT_CHARS,
            "alike": ALIKE,
            "fade": FADE,
            "max_value_chars": MAX_VALUE_CHARS,
            "cjk_beyond": CJK_BEYOND,
            "upper": UPPER,
            "cjk": CJK,
            "digit": DIGIT,
            "stop": STOP,
            "comma": COMMA,
            "symbol": SYMBOL,
        },
    }


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
        self.link = link = measures.link_lengths / np.maximum(length, _LEAST)
        is_good = (length >= _SENTENCE_LENGTH) & (link < 0.5)
        self.good = np.where(is_good, length - measures.link_lengths, 0)  # text, not labels
        self.visible = np.maximum(measures.counts[1:].sum(axis=0), 1)  # characters
        digits = measures.counts[DIGIT]
        is_date = (length < _SENTENCE_LENGTH) & (digits >= 3) & (digits > self.visible / 4)
        self.dates = is_date | measures.has_time
        stops = measures.counts[STOP] * (1 - link)
        self.sums = np.zeros((5, len(segments) + 1))  # over the segments before each
        summed = (length, measures.link_lengths, self.good, self.dates, stops)
        np.cumsum(np.stack(summed), axis=1, out=self.sums[:, 1:])
        # Over the segments that each element of the skeleton holds.
        self.held = self.sums[:, skeleton.lasts + 1] - self.sums[:, skeleton.firsts]
        self.total_length = max(float(self.sums[_LENGTH, -1]), _LEAST)
        self.total_good = max(float(self.sums[_GOOD, -1]), _LEAST)
        self.top = -1  # the segment with the page's title, when there is one


def _text_columns(scene: _Scene) -> Columns:
    """Return features of the segment alone: its text and its element."""
    counts, visible = scene.measures.counts, scene.visible
    depths = scene.tree.depths
    columns: Columns = {
        "length": scene.length,
        "link": scene.link,
        "links": scene.measures.link_counts,
        "stops": counts[STOP],
        "commas": counts[COMMA],
        "digits": counts[DIGIT],
        "digit_share": counts[DIGIT] / visible,
        "upper_share": counts[UPPER] / visible,
        "cjk_share": counts[CJK] / visible,
        "stop_share": counts[STOP] / visible,
        "words_a_stop": scene.length / (counts[STOP] + 1),
        "last_kind": scene.measures.last_kinds,
        "heading": scene.headings,
        "block_kind": np.array([_BLOCK_KINDS.get(tag, 0) for tag in scene.tags]),
        "depth": np.array([depths[segment.row] for segment in scene.segments]),
    }
    flags = np.array(scene.skeleton.flags)[scene.blocks]
    inside = (flags & _INSIDE_BITS) != 0
    marks = (flags & _MARK_BITS) != 0
    columns |= {f"in_{name}": row for name, row in zip(_INSIDE, inside, strict=True)}
    columns |= {f"mark_{name}": row for name, row in zip(_MARK_NAMES, marks, strict=True)}
    shares = marks.mean(axis=1).tolist()
    columns |= {f"share_{name}": share for name, share in zip(_MARK_NAMES, shares, strict=True)}
    return columns


def _title_columns(scene: _Scene, signals: Signals) -> Columns:
    """Return whether the texts are copies, titles, or known from the head of the page."""
    joined = scene.measures.joined
    ranges = zip(scene.measures.starts.tolist(), scene.measures.ends.tolist(), strict=True)
    texts = [joined[start:end].strip() for start, end in ranges]
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
        if _TITLE_CHARS <= len(text) <= longest:
            for title in titles:
                if text in title:
                    shares[number] = max(len(text) / len(title), shares[number])
    return shares


def _starts_in(texts: list[str], whole: str) -> Array:
    """Return for each text whether *whole* has its beginning; short texts are in nothing."""
    size = _ABOUT_CHARS
    starts = [text[:size] if len(text) > size else "" for text in texts]
    # One walk over it, for a search for each text would cost texts times its length.
    found = set(starts).intersection(whole[at : at + size] for at in range(len(whole) - size + 1))
    return np.array([start in found for start in starts])


def _find_top(scene: _Scene, in_title: NDArray[np.floating]) -> int:
    """Return the segment that shows the page's title, -1 when none does."""
    is_heading = scene.headings > 0
    rank = in_title + 0.3 * (is_heading & (in_title > 0)) + 0.2 * (scene.headings == 1)
    rank -= 0.3 * scene.link
    top = int(np.argmax(rank))
    return top if rank[top] > 0.1 else -1


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
        "since_good": order - _last(is_good, order, -_FAR),
        "until_good": _next(is_good, order, count + _FAR) - order,
        "since_date": order - _last(scene.dates, order, -_FAR),
    }
    first, behind = np.maximum(order - _AROUND, 0), np.minimum(order + _AROUND + 1, count)
    columns["good_around"] = sums[behind] - sums[first] - good
    paths = scene.skeleton.paths[scene.blocks]
    for by in (-2, -1, 1, 2):
        columns[f"length{by:+d}"] = _shifted(length, by)
        columns[f"link{by:+d}"] = _shifted(link, by)
        columns[f"alike{by:+d}"] = _shifted(paths, by) == paths
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
        "above_level": np.where(above < 0, 9, headings[above]),
        "above_link": np.where(above < 0, 0, scene.link[above]),
        "below": _next(is_heading, order, len(order)) - order,
        "since_h1": order - (firsts[0] if len(firsts) else _FAR),
    }
    large = np.cumsum(is_heading & (headings <= 3))
    known = top >= 0
    columns["since_top"] = order - (top if known else _FAR)
    columns["top_headings"] = large - (large[top] if known else _FAR)
    good = scene.sums[_GOOD]
    columns["top_good"] = (good[:-1] - good[max(top, 0)]) / scene.total_good
    return columns


def _container_columns(scene: _Scene) -> Columns:
    """Return features of the elements that hold the segment and ever more beside it."""
    skeleton, order, top = scene.skeleton, scene.order, scene.top
    place = np.where(skeleton.sizes[scene.blocks] > 1, scene.blocks, skeleton.wider[scene.blocks])
    columns: Columns = {"siblings": skeleton.repeats[scene.blocks]}
    top_level = np.full(len(order), _LEVELS + 1)
    top_share = np.ones(len(order))
    for level in range(1, _LEVELS + 1):
        held, size, first = scene.held[:, place], skeleton.sizes[place], skeleton.firsts[place]
        length = np.maximum(held[_LENGTH], _LEAST)
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
            holds = (first <= top) & (first + size > top) & (top_level > _LEVELS)
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
        columns[f"main_{percent}"] = np.clip((order - first) / (last - first + 1), -0.1, 1.1)
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
    length = np.maximum(held[_LENGTH], _LEAST)
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
        "items_most": masses[path] / max(float(masses.max()), _LEAST),
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
        "path_link": (link / np.maximum(length, _LEAST))[path],
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
        "page_cjk": float(counts[CJK].sum() / scene.visible.sum()),
        "page_about": len(signals.about),
        "page_body": min(len(signals.body), 9999),
        "og_article": "article" in signals.kind,
        "og_website": "website" in signals.kind,
        "og_product": "product" in signals.kind,
    }
    columns |= {f"ld_{name}": not types.isdisjoint(signals.types) for name, types in _TYPES.items()}
    return columns
