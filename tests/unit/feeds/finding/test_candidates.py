"""Candidates: any list of a page, and any titles on it, can be read as articles."""

from __future__ import annotations

import pytest

from zaru.errors import UsageError
from zaru.feeds.finding.candidates import Candidates, find_candidates
from zaru.feeds.finding.finding import find_articles
from zaru.page import Page

NEWS = "".join(
    f"<li><h3><a href=/news/{day}>Notes on sieve number {day}</a></h3><time>2026-11-0{day}</time>"
    f"<p>Bamboo of the {day}th kind holds more water than anybody would think.</p></li>"
    for day in range(1, 7)
)
MENU = "".join(f"<li><a href=/{name}>About {name} and more</a></li>" for name in "abcdef")
HTML = f"""<html lang=en><title>Sieves</title><h1>Sieves</h1><ul class=news>{NEWS}</ul>
<p>Also read: a visit to the workshop</p><nav><ul>{MENU}</ul></nav>"""
PAGE = Page.from_bytes(HTML.encode(), url="https://www.example.org/")


@pytest.fixture(scope="module")
def candidates() -> Candidates:
    """The lists of a page with news and a menu."""
    return find_candidates(PAGE)


def test_every_list_is_read_as_when_it_is_picked(candidates: Candidates) -> None:
    assert len(candidates.named) > 2
    for number, one in enumerate(candidates.named, 1):
        assert candidates.read(one) == find_articles(PAGE, pick=number, explain=False)


def test_titles_of_a_list_give_its_articles(candidates: Candidates) -> None:
    titles = candidates.titles(candidates.main)
    assert len(titles) == 6
    assert candidates.read_titles(titles).articles == find_articles(PAGE).articles


def test_a_line_becomes_an_article_when_it_is_said_to_be_a_title(candidates: Candidates) -> None:
    line = b"Also read: a visit to the workshop"
    title = PAGE.raw.index(line), len(line)
    assert title in candidates.places
    found = candidates.read_titles([*candidates.titles(candidates.main), title])
    assert [article.title.text for article in found][-2:] == [
        "Notes on sieve number 6",
        "Also read: a visit to the workshop",
    ]


def test_no_titles_are_no_articles(candidates: Candidates) -> None:
    assert len(candidates.read_titles(())) == 0
    assert candidates.titles(None) == ()


@pytest.mark.parametrize("span", [(0, 4), (10**9, 1), (-1, 5)])
def test_bytes_without_a_text_are_no_title(candidates: Candidates, span: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="no text of the page"):
        candidates.read_titles([span])


def test_a_title_inside_of_another_is_refused() -> None:
    page = Page.from_bytes(b"<p>one <a href=/a>two three</a> four</p><p>five</p>")
    found = find_candidates(page)
    outer, inner = sorted(found.places, key=lambda span: -span[1])[:2]
    with pytest.raises(UsageError, match="inside of another"):
        found.read_titles([outer, inner])


def test_titles_that_another_version_knew_are_read_by_their_bytes(candidates: Candidates) -> None:
    start, size = candidates.titles(candidates.main)[0]
    other = start - 4, size + 4  # a part of the tag before it
    assert other not in candidates.places
    [article] = candidates.read_titles([other])
    assert article.title.text == "Notes on sieve number 1"
