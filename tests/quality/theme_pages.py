"""List pages as blog programs of today make them: their themes, with tags, archives and bodies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

from tests.quality.list_pages import Listed, Shape
from tests.quality.prose import Prose

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def _cloud(prose: Prose, random: Random, count: int = 60) -> str:
    """Return a cloud of tags: the longer the words, the more it looks like titles."""
    tags = (f"{prose.thing(random)} {prose.thing(random)}" for _ in range(count))
    return "".join(
        f'<a href="/tags/{n}/" style="font-size:{random.randint(10, 30)}px">{tag} ({n})</a> '
        for n, tag in enumerate(tags)
    )


def metadata_above(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A list whose entries have a small line with the date above a linked heading."""
    rows = "".join(
        f"<li><span class=post-meta>{one.shown}</span><h3><a class=post-link "
        f'href="{one.path}">{one.title}</a></h3></li>'
        for one in items
    )
    return f"<h2 class=post-list-heading>Posts</h2><ul class=post-list>{rows}</ul>"


def covering_links(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Cards with an empty link over all of them: the title itself is none."""
    return "".join(
        f"<article class=post-entry><header class=entry-header><h2>{one.title}</h2></header>"
        f"<div class=entry-content><p>{one.body}</p></div><footer class=entry-footer><span>"
        f"{one.shown}</span>&nbsp;·&nbsp;3 min</footer><a class=entry-link "
        f'aria-label="post link to {one.title}" href="{one.path}"></a></article>'
        for one in items
    )


def sections_in_bodies(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Whole posts, whose bodies have headings of the same rank, code and lists."""
    return "".join(
        f'<div class=post><h2><a href="{one.path}">{one.title}</a></h2><p><small>{one.shown}'
        f"</small></p><p>{one.body}</p>"
        + "".join(
            f"<h2>{prose.title(random)}</h2><p>{prose.paragraph(random)}</p><ul><li>"
            f"{prose.thing(random)}<li>{prose.thing(random)}</ul><pre>a = {n}</pre>"
            for n in range(random.randint(1, 4))
        )
        + "</div>"
        for one in items
    )


def archive_beside_tags(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Lines with dates, below a cloud of tags that is longer than they are."""
    rows = "".join(
        f'<li><time datetime="{one.date}">{one.date}</time> » <a href="{one.path}">{one.title}</a>'
        for one in items
    )
    return f"<div>{_cloud(prose, random)}</div><ul>{rows}</ul>"


def archive_by_year(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Year headings, linked titles, days in pieces, categories."""
    parts = []
    for year, group in groupby(items, key=lambda one: one.day[0]):
        parts.append(f"<h2>{year}</h2>")
        parts += [
            f'<article><h1><a href="{one.path}">{one.title}</a></h1><time datetime="{one.date}">'
            f"<span class=month>{_MONTHS[one.day[1] - 1]}</span> "
            f"<span class=day>{one.day[2]}</span></time><footer><span class=categories>"
            f"<a class=category href=/c/{n}>{prose.thing(random)}</a></span></footer></article>"
            for n, one in enumerate(group)
        ]
    return f"<div id=blog-archives>{''.join(parts)}</div>"


def two_times(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """A line with the times of publishing and of the last change, a name, a link to the rest."""
    return "".join(
        f'<article class="post type-post"><header><h2 class=entry-title><a href="{one.path}" '
        f'rel=bookmark>{one.title}</a></h2><div class=entry-meta><a href="{one.path}" rel=bookmark>'
        f'<time class=published datetime="{one.date}T10:00:00">{one.shown}</time><time '
        f'class=updated datetime="2024-11-01T09:00:00">2024-11-01</time></a> <span class=byline>'
        f"<a class=url href=/author/a/>{prose.name(random)}</a></span></div></header>"
        f'<div class=entry-content><p>{one.body} <a href="{one.path}" class=more-link>…</a></p>'
        f"</div><footer><span class=tags><a href=/tag/x>{prose.thing(random)}</a></span></footer>"
        "</article>"
        for one in items
    )


def made_class_names(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Classes that a program made up, with words in them by accident."""
    return "".join(
        f'<div class="css-2ad3a4 e1nav7x0"><div class=css-1ad8b2><h2 class=css-9ad1f>'
        f'<a href="{one.path}">{one.title}</a></h2><div class=css-4b2ad7>{one.shown}</div>'
        f"<p class=css-7menu1>{one.body}</p></div></div>"
        for one in items
    )


def hollow_headings(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A heading without text in each link, for an icon."""
    return "".join(
        f'<div class=item><a href="{one.path}"><h3 class=icon></h3>{one.title}</a>'
        f"<span class=when>{one.shown}</span><p>{one.body}</p></div>"
        for one in items
    )


def numbered_topics(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Messages with numbers that look like years."""
    return "".join(
        f'<div class=topic><p>#{19974 + n}</p><h4><a href="{one.path}">{one.title}</a></h4>'
        f"<p>{prose.name(random)} {one.shown}</p><p>{one.body}</p></div>"
        for n, one in enumerate(items)
    )


def categories_of_links(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """A front page: a linked heading for each category, below it cards with headings."""
    parts = []
    for number in range(0, len(items), 3):
        parts.append(f"<section><h2><a href=/c/{number}/>{prose.thing(random)}</a></h2>")
        parts += [
            f'<div class=card><a href="{one.path}"><h3>{one.title}</h3></a><p>{one.body}</p>'
            f"<time>{one.shown}</time></div>"
            for one in items[number : number + 3]
        ]
        parts.append("</section>")
    return "".join(parts)


def diary_with_marks(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A day for each part of the page; entries begin with a mark that is their address."""
    parts = []
    for shown, group in groupby(items, key=lambda one: one.shown):
        parts.append(f"<div class=day><h2><span class=date>{shown}</span></h2><div class=body>")
        parts += [
            f'<div class=section><h3><a href="{one.path}">■</a> {one.title}</h3>'
            f"<p>{one.body}</p></div>"
            for one in group
        ]
        parts.append("</div></div>")
    return "".join(parts)


def only_two(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Titles in bold, the day and the address at the end of each."""
    return "".join(
        f"<div class=entry><b class=subject>{one.title}</b><p>{one.body}</p><p class=posted>"
        f'<a href="{one.path}">{one.shown} 10:20</a></p></div>'
        for one in items
    )


def cells_with_counts(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """A board: a link and the number of answers in a cell, who, when and how often read."""
    rows = "".join(
        f"<tr><td>{90 - n}</td><td class=subject><a href='{one.path}'>{one.title}</a> "
        f"<span>[{n}]</span></td><td>admin</td><td>{one.date}</td><td>{random.randint(9, 999)}</td>"
        for n, one in enumerate(items)
    )
    return f"<table class=board>{rows}</table><p>{prose.thing(random)}</p>"


def labelled_terms(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """News of an office: the day as a term, a label of the department before the link."""
    rows = "".join(
        f"<dt>{one.shown}</dt><dd><span class=cat>{prose.thing(random)}</span>"
        f"<a href='{one.path}'>{one.title}</a></dd>"
        for one in items
    )
    return f"<h2>News</h2><dl class=news>{rows}</dl>"


def texts_in_links(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Cards that are links, whose texts only styles tell apart."""
    return "".join(
        f"<a href='{one.path}' class='group rounded'><img src=/{n}.webp alt=''><div class='mt-2'>"
        f"{one.shown}</div><div class='text-xl'>{one.title}</div><div class='line-clamp'>"
        f"{one.body}</div></a>"
        for n, one in enumerate(items)
    )


def rows_below_days(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A table with a row for each day, and below it one with time and title for each article."""
    parts = []
    for _, group in groupby(items, key=lambda one: one.day):
        day = list(group)
        parts.append(f"<tr><th colspan=2>{day[0].shown}</th></tr>")
        parts += [
            f"<tr><td>{9 + n}:00</td><td><a href='{one.path}'>{one.title}</a></td></tr>"
            for n, one in enumerate(day)
        ]
    return f"<table>{''.join(parts)}</table>"


def statuses(items: Sequence[Listed], _prose: Prose, random: Random) -> str:
    """Short messages without titles, below the name of who wrote them all."""
    return "".join(
        f"<div class=status><div class=who><a href=/@me>Me</a></div><div class=text><p>{one.title}"
        f"</p></div><a class=time href='{one.path}'>{one.shown}</a> ★ {random.randint(1, 9)}</div>"
        for one in items
    )


def links_without_blocks(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Rows that only styles make rows of: links one behind the other, two texts in each."""
    rows = "".join(
        f"<a class=row href='{one.path}'><span>{one.title}</span><span>{one.shown}</span></a>"
        for one in items
    )
    about = f"<section><h2>About</h2><p>{prose.paragraph(random)}</p></section>"
    return f"{about}<section><h2>Blog</h2>{rows}</section>"


THEMES: tuple[Shape, ...] = (
    metadata_above,
    covering_links,
    sections_in_bodies,
    archive_beside_tags,
    archive_by_year,
    two_times,
    made_class_names,
    hollow_headings,
    numbered_topics,
    categories_of_links,
    diary_with_marks,
    only_two,
    cells_with_counts,
    labelled_terms,
    texts_in_links,
    rows_below_days,
    statuses,
    links_without_blocks,
)
