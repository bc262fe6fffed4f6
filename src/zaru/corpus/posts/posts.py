"""Posts of a blog and readers' comments on them: where they stand, who wrote them and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from zaru.content.metadata import find_metadata
from zaru.corpus.posts.comments import find_comment_rows
from zaru.corpus.posts.parts import find_title, is_strong_title
from zaru.corpus.posts.search import find_lone, find_stretches, reach_title
from zaru.corpus.posts.signs import LIST_WEIGHT, MIN_WEIGHT, read_manner, weigh
from zaru.corpus.posts.stretches import Stretch
from zaru.layout.authors import find_author
from zaru.layout.credits import to_text
from zaru.layout.head import Head
from zaru.layout.outline import Outline
from zaru.layout.roles import read_roles
from zaru.layout.value import Part, Value
from zaru.page import Page
from zaru.text.dates import find_url_year


@dataclass(frozen=True, slots=True)
class Post:
    """A blog post, or a reader's comment on one."""

    type: Literal["blog", "comment"]
    rows: range  # the rows of the tree that it takes: one stretch in document order
    author: Part | None
    date: Part | None  # `2006-08-04` or `2006-08-04 23:17:00`; the span is what the page says
    title: Part | None


def find_posts(page: Page) -> list[Post]:
    """Return the posts and comments of a page in document order, not overlapping.

    Empty for a page that is of no blog. A post ends where its comments begin.
    """
    manner = read_manner(page.tree, page.url)
    if manner.is_of_others:
        return []
    roles = read_roles(page.tree)
    weight = weigh(page, manner, roles)
    if weight + LIST_WEIGHT < MIN_WEIGHT:
        return []
    outline = lay_out(page)
    stretches = find_stretches(outline)
    if weight + LIST_WEIGHT * (len(stretches) > 1) < MIN_WEIGHT:
        return []
    if len(stretches) > 1:
        posts = [_read_post(outline, stretch) for stretch in stretches]
    else:
        posts = _read_lone_post(page, outline, stretches)
    if posts:
        posts += [_read_comment(outline, rows) for rows in find_comment_rows(outline)]
    return sorted(posts, key=lambda post: post.rows.start)


def lay_out(page: Page) -> Outline:
    """Return the outline of *page*.

    Its dates are in the language that it declares, or in Japanese where it has a の.
    """
    declared = Head(page.tree).language
    language = declared.text if declared else "ja" if "の" in page.html else None
    return Outline(page.tree, language=language, year=find_url_year(page.url or ""))


def _read_post(outline: Outline, stretch: Stretch) -> Post:
    start, end = stretch.start, stretch.end
    author, title = find_author(outline.tree, start, end), find_title(outline, start, end)
    return _make("blog", range(start, end), author, _date_of(outline, stretch), title)


def _date_of(outline: Outline, stretch: Stretch) -> Value | None:
    """Return the date that a post says, else the day above it."""
    date = outline.credits.find_date(stretch.start, stretch.end)
    if date is None and stretch.day is not None:
        date = outline.credits.add_clock(stretch.day, stretch.start, stretch.end)
    return date


def _read_comment(outline: Outline, rows: range) -> Post:
    start, end, said = rows.start, rows.stop, outline.credits
    return _make("comment", rows, said.find_writer(start, end), said.find_date(start, end), None)


def _read_lone_post(page: Page, outline: Outline, stretches: list[Stretch]) -> list[Post]:
    """Return the one post of a page with what only the page says; empty when there is none.

    A post that only the page's title tells must have a date.
    """
    known = find_metadata(page.tree, url=page.url)
    stretch = stretches[0] if stretches else find_lone(outline, known.title)
    if stretch is None:
        return []
    title = find_title(outline, stretch.start, stretch.end)
    if known.title and not is_strong_title(outline, title, known.title):
        title = known.title
        stretch = reach_title(outline, stretch, title)
    start, end = stretch.start, stretch.end
    date = _date_of(outline, stretch)
    if date is None and known.date:
        date = replace(known.date, text=to_text(known.date.text))
    if date is None and not stretches:
        return []
    author = find_author(outline.tree, start, end) or known.author
    return [_make("blog", range(start, end), author, date, title)]


def _make(type_: Literal["blog", "comment"], rows: range, *said: Value | None) -> Post:
    """Return a post with its author, date and title."""
    return Post(type_, rows, *(value.part if value else None for value in said))
