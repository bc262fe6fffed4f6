"""Pages with lists, made for the tests of the feed view."""

from __future__ import annotations

from zaru.page import Origin, Page

ADDRESS = "https://news.example/sieves/"
MENU = "".join(
    f"<li><a href=/{name}>All about {name}</a></li>" for name in ("bamboo", "reed", "wire")
)
READERS = ("Aoki", "Baba", "Chiba", "Doi")


def make_article(day: int, title: str | None = None) -> str:
    return (
        f'<li class="news"><h3><a href="/sieves/{day}">{title or f"Notes on sieve {day}"}</a></h3>'
        f"<time>2026-11-{day:02}</time><p>Bamboo of kind {day} holds more water than one thinks,"
        " says the maker, who has made sieves for forty years.</p></li>"
    )


def make_news(days: range, *, extra: str = "", time: str | None = None) -> Page:
    """Return a page with an article for each of *days*, the newest first."""
    articles = "".join(map(make_article, reversed(days)))
    letters = "".join(
        f'<div class="letter"><b>Letter of {name} about sieves</b><span>I like sieves, and so does'
        f" my neighbour {name}.</span></div>"
        for name in READERS
    )
    html = (
        '<html lang="en"><head><meta charset="utf-8"><title>Sieve news</title></head><body>'
        f"<nav><ul>{MENU}</ul></nav><h1>Sieve news</h1><ul>{articles}</ul>{extra}"
        f'<p class="also">A visit to the old workshop</p><section>{letters}</section></body></html>'
    )
    return Page(html.encode(), Origin("news.html"), url=ADDRESS, time=time)


MONDAY = make_news(range(1, 7), time="2026-11-09T08:00:00Z")
TUESDAY = make_news(range(2, 9), time="2026-11-10T08:00:00Z")
CHANGED = Page(
    b"<html><title>New</title><body><div>Nothing is as it was.</div></body></html>",
    Origin("new.html"), url=ADDRESS, time="2026-11-11T08:00:00Z",
)  # fmt: skip
