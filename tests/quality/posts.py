"""Posts: what a blog's page holds of posts and comments, with their titles, dates and authors."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from tests.quality.blogs import (
    ENGINES,
    NO_AUTHORS,
    ONE_POST,
    WITH_COMMENTS,
    Engine,
    Written,
    reader,
)
from tests.quality.content_pages import KINDS
from tests.quality.drafts import URL, Draft, begin
from tests.quality.figures import mean
from tests.quality.prose import read_prose

from zaru import Page
from zaru.corpus.posts.posts import Post, find_posts

LANGUAGES = ("de", "en", "ja")
POSTS, COMMENTS = 4, 3
# What a page says of itself, or shows around its posts.
HINTS = ("a program named", "called a blog", "shelves and a feed", "nothing said")
NAMES = {"de": "Gartenblog", "en": "Harbour Weblog", "ja": "縁側ブログ"}
GENERATOR = (
    '<meta name="generator" content="WordPress 5.2"><link rel="alternate" '
    'type="application/rss+xml" href="/feed">'
)
FEED = '<link rel="alternate" type="application/atom+xml" href="/atom.xml">'
SHELVES = "<li><a href=/2012/06/>06</a><li><a href=/2012/05/>05</a><li><a href=/tags/a/>a</a>"
NO_BLOGS = ("forum", "product", "documentation", "listing")  # kinds of content pages


def measure_posts() -> dict[str, float]:
    """Return the F1 of posts and comments, and for how many what is said of them is right."""
    scores = defaultdict(list)
    for engine, language, hint in product(ENGINES, LANGUAGES, HINTS):
        page, wanted = _make(engine, language, hint)
        found = find_posts(page)
        pairs = _pair(page, found, wanted)
        for kind in ("blog", "comment"):
            total = sum(one.kind == kind for one in wanted)
            total += sum(one.type == kind for one in found)
            both = sum(one.type == other.kind == kind for one, other in pairs)
            if total:
                scores[f"posts: {kind}, {hint}"].append(2 * both / total)
        for name in ("title", "author", "date"):
            right = sum(_says(post, name) == getattr(one, name) for post, one in pairs)
            scores[f"posts: {name}"].append(right / len(wanted))
    for kind in NO_BLOGS:
        for make in KINDS[kind]:
            for language in LANGUAGES:
                draft = begin(read_prose(language), make.__name__)
                make(draft)
                found = find_posts(Page.from_bytes(draft.html.encode(), url=f"{URL}/"))
                scores["posts: silent where there is none"].append(float(not found))
    return {name: mean(values) for name, values in scores.items()}


def _says(post: Post, name: str) -> str | None:
    part = getattr(post, name)
    return None if part is None else part.text[:10] if name == "date" else part.text


def _pair(page: Page, found: list[Post], wanted: list[Written]) -> list[tuple[Post, Written]]:
    """Return each post that was found with what it is, if it holds the text of one and no other."""
    tree, pairs = page.tree, []
    for post in found:
        text = "".join(tree.text(row) for row in post.rows if tree.is_text(row))
        held = [one for one in wanted if one.body in text]
        if len(held) == 1:
            pairs.append((post, held[0]))
    return pairs


def _make(engine: Engine, language: str, hint: str) -> tuple[Page, list[Written]]:
    draft = begin(read_prose(language), "blog", engine.__name__)
    posts, comments = _write(draft, "blog", POSTS), _write(draft, "comment", COMMENTS)
    name = NAMES[language] if hint in HINTS[:2] else draft.prose.menu[2]
    draft.title = f"{posts[0].title} - {name}" if engine in ONE_POST else name
    draft.add(f"<div id=header><h1><a href=/>{name}</a></h1></div><div id=main>")
    engine(draft, posts, comments)
    draft.add("</div><div id=sidebar><h3>Archive</h3><ul>")
    draft.links(8)
    draft.add(SHELVES if hint == "shelves and a feed" else "", "</ul></div>")
    shown = posts[:1] if engine in ONE_POST else posts
    wanted = shown + (comments if engine in WITH_COMMENTS else [])
    if engine in NO_AUTHORS or engine is reader:
        wanted = [_without_author(one) if one.kind == "blog" else one for one in wanted]
    # The site of a draft is called news, which no blog is.
    html = draft.html.replace(f" | {draft.prose.menu[1]}</title>", "</title>", 1)
    says = {"a program named": GENERATOR, "shelves and a feed": FEED}.get(hint, "")
    html = html.replace("</head>", f"{says}</head>", 1)
    return Page.from_bytes(html.encode(), url=f"{URL}/2012/"), wanted


def _without_author(post: Written) -> Written:
    return Written(post.kind, post.title, None, post.day, post.shown, post.body)


def _write(draft: Draft, kind: str, count: int) -> list[Written]:
    prose, random = draft.prose, draft.random
    titles = prose.titles(random, count)
    written = []
    for number, title in enumerate(titles):
        day = (2012, 6 if kind == "blog" else 7, 20 - number)
        body = prose.paragraph(random, 2, 4)
        of_post = title if kind == "blog" else None
        written.append(Written(kind, of_post, prose.name(random), day, prose.date(*day), body))
    return written
