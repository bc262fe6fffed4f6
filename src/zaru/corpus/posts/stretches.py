"""Stretches: the rows of a page that may be one blog post each, and what tells them apart."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from zaru.corpus.posts.comments import find_comment_rows, find_ends, find_regions
from zaru.corpus.posts.parts import find_title, names_page
from zaru.layout.bylines import read_labelled_name
from zaru.layout.lines import Line, lines_between
from zaru.layout.outline import Outline
from zaru.layout.roles import Role
from zaru.layout.sizes import find_median
from zaru.layout.value import Value

# The numbers of this module were set by hand while reading what was found on the 100 list pages
# (feeds) and the 165 old Japanese pages (japanese, feeds/hard) of the bench (2026-11).
MIN_CHARS = 40  # of a post beside its title; a list of titles is no list of posts
MAX_LINK_SHARE = 0.7  # of a post's text in links
_MIN_LINKS = 3  # headings that are links and make a list
_HALF = 0.5
_ABOVE = 2  # lines above a title that may be its byline: a date, a name
_MIN_DATED = 0.6  # share of the posts of a page that have a date
# Of the page's text outside of side bars in posts, where there are several: pages of companies
# and shops show the latest posts of their blogs in a corner.
_MIN_PAGE_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rows of one post."""

    start: int
    end: int
    day: Value | None = None  # of the heading above it that is a date


def is_dated(outline: Outline, stretch: Stretch) -> bool:
    """Say whether a stretch has a date, or a day above it."""
    return bool(stretch.day or outline.credits.find_date(stretch.start, stretch.end))


def has_substance(outline: Outline, stretch: Stretch) -> bool:
    """Say whether a stretch has text of its own: a list of links has not, nor a card of a post.

    What has the title of the page may be short.
    """
    start, end = stretch.start, stretch.end
    if outline.sizes.link_share(start, end) > MAX_LINK_SHARE:
        return False
    title = find_title(outline, start, end)
    is_titled = title is not None and names_page(outline, title.text)
    return is_titled or outline.sizes.size(start, end) >= MIN_CHARS


def lists_links(outline: Outline, stretch: Stretch) -> bool:
    """Say whether most headings of a stretch lead elsewhere: a list of posts, not a post.

    Below a title that names the page they lead to other posts.
    """
    title = find_title(outline, stretch.start, stretch.end)
    if title and names_page(outline, title.text):
        return False
    headings = outline.headings_between(stretch.start, stretch.end)
    linked = sum(outline.sizes.link_share(row, outline.ends[row]) > _HALF for row in headings)
    return linked >= _MIN_LINKS and linked > _HALF * len(headings)


def lists_dates(outline: Outline, stretch: Stretch) -> bool:
    """Say whether a stretch is a list of other posts, with the date of each."""
    if len(outline.find(Role.DATE, stretch.start, stretch.end)) < _MIN_LINKS:
        return False
    lines = outline.lines_between(stretch.start, stretch.end)
    dated = sum(outline.credits.read_line_date(line) is not None for line in lines)
    return dated >= _MIN_LINKS and dated > _HALF * len(lines)


def is_list_of_posts(outline: Outline, stretches: list[Stretch]) -> bool:
    """Say whether several stretches are the posts of a blog's page, not a list of links."""
    sizes, dated = [], 0
    for one in stretches:
        title = find_title(outline, one.start, one.end)
        sizes.append(outline.sizes.size(one.start, one.end) - (len(title.text) if title else 0))
        dated += is_dated(outline, one)
    if not stretches or find_median(sizes) < MIN_CHARS or dated < _MIN_DATED * len(stretches):
        return False
    held = sum(outline.sizes.size(one.start, one.end) for one in stretches)
    return held >= _MIN_PAGE_SHARE * outline.main_size


def is_inside(outline: Outline, row: int) -> bool:
    """Say whether *row* is in a comment."""
    comments = find_comment_rows(outline)
    place = bisect_right(comments, row, key=lambda rows: rows.start)
    return place > 0 and row in comments[place - 1]


def cut(outline: Outline, start: int, end: int) -> int:
    """Return where the post from *start* ends: before its comments, their form, its trackbacks."""
    comments = find_comment_rows(outline)
    place = bisect_right(comments, start, key=lambda rows: rows.start)
    end = min(end, comments[place].start) if place < len(comments) else end
    bodies = outline.find(Role.BODY, start + 1, end)
    behind = outline.ends[bodies[0]] if bodies else start + (end - start) // 3
    end = next(iter(outline.find(Role.COMMENTS | Role.BEHIND, behind, end)), end)
    lines = lines_between(find_ends(outline), behind, end)
    return lines[0].start if lines else end


def add_days(outline: Outline, stretches: list[Stretch]) -> list[Stretch]:
    """Return the stretches with the day that stands as a heading before them.

    Posts of one day share its heading; the first takes its rows.
    """
    result: list[Stretch] = []
    day: Value | None = None
    before = day_end = 0
    for stretch in stretches:
        above = _find_day(outline, before, stretch.start)
        start = stretch.start
        if above:
            day = outline.credits.read_line_date(above)
            day_end = _shared_end(outline, above.start, start)
            start = above.start
        elif start >= day_end:
            day = None
        result.append(replace(stretch, start=start, day=day))
        before = stretch.end
    return result


def _find_day(outline: Outline, start: int, end: int) -> Line | None:
    """Return the line that is a date and stands right before *end*, or above a name there."""
    for line in reversed(outline.lines_between(start, end)[-_ABOVE:]):
        if outline.aside[line.start]:
            break
        if outline.credits.is_date(line.spaced):
            return line
        if read_labelled_name(line.spaced) is None:
            break
    return None


def _shared_end(outline: Outline, row: int, other: int) -> int:
    """Return the end of the innermost element that holds both rows."""
    while row > 0 and outline.ends[row] <= other:
        row = outline.tree.parents[row]
    return outline.ends[row]


def leave_comments(outline: Outline, stretches: list[Stretch]) -> list[Stretch]:
    """Return the stretches without those that look like posts, but stand where comments do.

    That is behind a heading of comments, or behind the form for them, with one post before it.
    """
    tree = outline.tree
    if len(stretches) < 2:
        return stretches
    borders = [region.start for region in find_regions(outline)]
    borders += tree.rows_of("textarea")
    first = min((row for row in borders if row >= stretches[0].end), default=len(tree))
    kept = [one for one in stretches if one.start < first]
    return kept if len(kept) == 1 else stretches
