"""Content: the text of single pages, of made page sets, and what pages say about themselves."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from bench.generated_sites import MadeSite
from bench.page_sets import Offsets, extract_site
from tests.quality.content_pages import KINDS
from tests.quality.drafts import Draft, begin
from tests.quality.figures import mean, token_f1
from tests.quality.prose import LANGUAGES, read_prose

from zaru import extract
from zaru.content.evaluation import evaluate_blocks

WRITTEN = Path(__file__).parent / "pages"
SITE_SIZES = ((100, 12), (200, 5))  # first seed and pages of the made sites
SITES = 4  # of each size; odd seeds are Japanese, even ones English
HEADS = ("meta", "jsonld", "visible", "bare")


def measure_content() -> dict[str, float]:
    """Return the token F1 of made pages by kind and by language, and of pages written by hand."""
    scores = defaultdict(list)
    for kind, makers in KINDS.items():
        for make in makers:
            for language in LANGUAGES:
                page = begin(read_prose(language), make.__name__)
                make(page)
                score = token_f1(extract(page.html).text, "\n".join(page.truth))
                scores[f"content: {kind}"].append(score)
                scores[f"content: {language}"].append(score)
    for folder in sorted(WRITTEN.iterdir()):
        text = extract((folder / "source.html").read_bytes()).text
        wanted = (folder / "expected.txt").read_text(encoding="utf-8")
        scores["content: written by hand"].append(token_f1(text, wanted))
    return {name: mean(values) for name, values in scores.items()}


def measure_page_sets() -> dict[str, float]:
    """Return F and perfect match of blocks on made sites, by method and size (paper 5, §4.1)."""
    scores = {}
    for seed, size in SITE_SIZES:
        results: defaultdict[str, list[tuple[Offsets, Offsets]]] = defaultdict(list)
        for number in range(seed, seed + SITES):
            for method, pages in extract_site(MadeSite(number, size)).items():
                results[method] += pages
        for method, pages in results.items():
            found = evaluate_blocks(pages)
            scores[f"page set of {size}: {method}, F"] = found.f_measure
            if method == "set, credits":  # the truth has dates and bylines; others leave them out
                scores[f"page set of {size}: perfect"] = found.perfect_match
    return scores


def measure_metadata() -> dict[str, float]:
    """Return how often titles, authors, dates and languages are right, by where pages say them."""
    scores = defaultdict(list)
    for language in LANGUAGES:
        for head in HEADS:
            for number in range(3):
                page = begin(read_prose(language), "metadata", head, number)
                truth = _write_described(page, head, number)
                content = extract(_with_head(page, head, truth))
                for name, value in truth.items():
                    said = str(getattr(content, name) or "")
                    said = said[:10] if name == "date" else said
                    scores[f"metadata: {name}"].append(float(said == value))
    return {name: mean(values) for name, values in scores.items()}


def _write_described(page: Draft, head: str, number: int) -> dict[str, str]:
    """Write an article; return what it says about itself."""
    prose, random = page.prose, page.random
    year, month, day = 2010 + number, random.randint(1, 12), random.randint(13, 28)
    author, date = prose.name(random), f"{year}-{month:02}-{day:02}"
    page.menu()
    page.heading()
    if head in ("visible", "bare"):
        by, shown = prose.label("by"), prose.date(year, month, day, number)
        page.add(
            *(
                f"<p class=meta>{by} {author} | {shown}</p>",
                f"<div>{shown}</div><div>{by} {author}</div>",
                f"<span class=author>{author}</span> <span class=date>{shown}</span>",
            )[number : number + 1]
        )
    page.paragraphs(4)
    page.label("related", "<h3>{}</h3>")
    page.add(f"<ul><li>{prose.date(2019, 1, 30)} ")
    page.links(4)
    page.add("</ul>")
    page.footer()
    return {"title": page.title, "author": author, "date": date, "language": prose.language}


def _with_head(page: Draft, head: str, truth: dict[str, str]) -> str:
    html = page.html
    if head == "meta":
        more = (
            f'<meta name=author content="{truth["author"]}">'
            f'<meta property=article:published_time content="{truth["date"]}T08:00:00Z">'
        )
    elif head == "jsonld":
        thing = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": truth["title"],
            "author": [{"@type": "Person", "name": truth["author"]}],
            "datePublished": truth["date"],
        }
        more = f'<script type="application/ld+json">{json.dumps(thing)}</script>'
    elif head == "bare":  # no word about the language, and a title that begins with the site
        html = html.replace(f'<html lang="{truth["language"]}"', "<html")
        site = page.prose.menu[1]
        return html.replace(f"{truth['title']} | {site}", f"{site} - {truth['title']}", 1)
    else:
        more = ""
    return html.replace("</head>", f"{more}</head>", 1)
