"""Lists: the articles of list pages, with their links and dates; silence where there is no list."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from html import escape
from random import Random

from tests.quality.content_pages import KINDS
from tests.quality.drafts import URL, begin
from tests.quality.figures import f1, fold, mean
from tests.quality.list_pages import GROUPS, NO_LINKS, Listed, Shape
from tests.quality.prose import Prose, read_prose
from tests.quality.theme_pages import THEMES

from zaru import Article, Page, find_articles

LANGUAGES = ("de", "en", "ja", "zh")
ITEMS = 9
NOW = datetime(2024, 11, 15, tzinfo=UTC)
WITHOUT_LISTS = ("article", "product", "documentation")  # kinds of content pages


def measure_lists() -> dict[str, float]:
    """Return the mean F1 of articles by group of shapes, and for how many their parts are right."""
    scores = defaultdict(list)
    for group, shapes in (*GROUPS.items(), ("themes", THEMES)):
        for shape in shapes:
            for language in LANGUAGES:
                items, page = make_page(shape, read_prose(language))
                found = list(find_articles(page, now=NOW))
                score = f1(
                    (fold(one.title.text) for one in found), (fold(one.title) for one in items)
                )
                scores[f"lists: {group}"].append(score)
                scores["lists: wholly right"].append(float(score == 1))
                _compare_parts(items, found, shape not in NO_LINKS, scores)
    for kind in WITHOUT_LISTS:
        for make in KINDS[kind]:
            draft = begin(read_prose("en"), make.__name__)
            make(draft)
            found = list(find_articles(Page.from_bytes(draft.html.encode(), url=URL), now=NOW))
            scores["lists: silent where there is none"].append(float(not found))
    return {name: mean(values) for name, values in scores.items()}


def _compare_parts(
    items: list[Listed], found: list[Article], has_links: bool, scores: dict[str, list[float]]
) -> None:
    """Add for each article of the page whether what was found of it is right."""
    by_title = {fold(article.title.text): article for article in found}
    for one in items:
        article = by_title.get(fold(one.title))
        date = article.date.text[:10] if article and article.date else None
        scores["lists: dates"].append(float(date == one.date))
        body = article.body.text if article and article.body else ""
        is_own = article is not None and not any(
            other.body in body for other in items if other is not one
        )
        scores["lists: bodies are not another's"].append(float(is_own))
        if has_links:
            link = article.link.text if article and article.link else None
            scores["lists: links"].append(float(link == one.link))


def make_page(shape: Shape, prose: Prose) -> tuple[list[Listed], Page]:
    """Return the articles of a page of this shape, and the page."""
    random = Random(f"{shape.__name__}/{prose.language}")
    items = []
    year, month = 2024, 8
    for number, title in enumerate(prose.titles(random, ITEMS)):
        day = (year, month, 25 - number // 2 * 2)  # two on each day
        if number == ITEMS // 2:
            year, month = 2023, 12
        link = f"{URL}/news/{random.randrange(10_000)}.html"
        body = escape(prose.paragraph(random, 1, 2), quote=False)
        items.append(Listed(title, link, day, prose.date(*day), body))
    menu = "".join(f"<li><a href=/{n}/>{word}</a></li>" for n, word in enumerate(prose.menu))
    most_read = "".join(f"<li><a href=/r/{n}>{prose.title(random)}</a></li>" for n in range(10))
    html = (
        f'<html lang="{prose.language}"><meta charset="utf-8"><title>{prose.menu[1]}</title>'
        f"<body><ul id=menu>{menu}</ul><div id=main>{shape(items, prose, random)}</div>"
        f"<div id=side><h4>{prose.label('top')}</h4><ol>{most_read}</ol></div>"
        f"<p>© 2024 {prose.label('rights')}</p></body></html>"
    )
    return items, Page.from_bytes(html.encode(), url=f"{URL}/news/")
