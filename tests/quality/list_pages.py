"""List pages in shapes of all times: each function makes the markup of a list of articles.

Titles, addresses, dates and bodies come from outside; shapes without links are `NO_LINKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random

from tests.quality.prose import Prose

_MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split()


@dataclass(frozen=True, slots=True)
class Listed:
    """An article as a list shows it."""

    title: str
    link: str  # absolute
    day: tuple[int, int, int]
    shown: str  # the day as the language writes it
    body: str

    @property
    def path(self) -> str:
        """The link as pages write it."""
        return self.link.partition("//")[2].partition("/")[2].join(("/", ""))

    @property
    def date(self) -> str:
        """The day in ISO 8601."""
        return "{}-{:02}-{:02}".format(*self.day)


Shape = Callable[[Sequence[Listed], Prose, Random], str]


def _each(form: Callable[[Listed], str]) -> Callable[[Sequence[Listed]], str]:
    return lambda items: "".join(map(form, items))


def font_lines(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Dates in small grey letters, titles behind them, a break."""
    lines = _each(
        lambda one: (
            f'<font size=1 color="#666666">{one.shown}</font> '
            f'<a href="{one.path}"><font size=2>{one.title}</font></a><br>\n'
        )
    )
    return f"<table width=600><tr><td><font face=Verdana>{lines(items)}</font></td></tr></table>"


def font_marks(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A red square, a bold title, text, blank lines; no links."""
    return _each(
        lambda one: (
            f"<font color=red>■</font><b>{one.title}</b>（{one.shown}）<br>"
            f"<font size=-1>{one.body}</font><br><br>"
        )
    )(items)


def bare_lines(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Lines without any markup of their own; a mark begins those that are titles."""
    return _each(lambda one: f"■{one.title}<br>{one.shown}<br>{one.body}<br><br>")(items)


def ruled_lines(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Lines with rows of hyphens between the entries."""
    parts = (f"{one.title}<br>{one.shown}<br>{one.body}" for one in items)
    return "<p>" + f"<br>{'-' * 20}<br>".join(parts) + "</p>"


def table_for_each(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A bordered table for each entry: the title on a dark ground, the text below."""
    return _each(
        lambda one: (
            "<center><table border=1 width=500><tr><td bgcolor=#000080><font color=white><b>"
            f"{one.title}</b></font></td></tr><tr><td>{one.body}<div align=right>{one.shown}"
            "</div></td></tr></table></center><br>"
        )
    )(items)


def alternating_rows(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A row with the title, then one with the text."""
    rows = _each(
        lambda one: (
            f'<tr class=h><td><a href="{one.path}">{one.title}</a></td><td>{one.shown}</td></tr>'
            f"<tr class=b><td colspan=2>{one.body}</td></tr>"
        )
    )
    return f"<table>{rows(items)}</table>"


def shared_date_cells(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A cell with the date beside all articles of that day."""
    rows = []
    for shown, group in groupby(items, key=lambda one: one.shown):
        ones = list(group)
        for number, one in enumerate(ones):
            day = f"<td rowspan={len(ones)}>{shown}</td>" if number == 0 else ""
            rows.append(f'<tr>{day}<td><a href="{one.path}">{one.title}</a></td></tr>')
    return f"<table border=0>{''.join(rows)}</table>"


def grid(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Three articles in a row of a table, picture first."""
    cells = [
        f'<td><a href="{one.path}"><img src=t.gif width=120 height=90></a><br>'
        f'<a href="{one.path}">{one.title}</a><br><small>{one.shown}</small></td>'
        for one in items
    ]
    rows = ("".join(cells[start : start + 3]) for start in range(0, len(cells), 3))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def weblog(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Posts with a footer line: who, when, comments."""
    return _each(
        lambda one: (
            f'<div class="post hentry"><h2 class=entry-title><a href="{one.path}" rel=bookmark>'
            f"{one.title}</a></h2><div class=entry><p>{one.body}</p></div><p class=postmetadata>"
            f"{prose.label('by')} {prose.name(random)} | {one.shown} | "
            f'<a href="{one.path}#respond">{prose.label("comments")} (3)</a></p></div>'
        )
    )(items)


def days_with_posts(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Day headings over posts; the address is in the line below."""
    parts = []
    for shown, group in groupby(items, key=lambda one: one.shown):
        parts.append(f"<h2 class=date-header>{shown}</h2>")
        parts += [
            f"<h3>{one.title}</h3><div class=body>{one.body}</div><div class=posted>"
            f'{prose.name(random)} <a href="{one.path}">Permalink</a></div>'
            for one in group
        ]
    return "".join(parts)


def anchored_diary(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A diary: rules between entries, names of places in the page, no links out."""
    return _each(
        lambda one: (
            f'<a name="{one.date}"></a><p><b>{one.shown}</b> 　{one.title}</p>'
            f"<p>{one.body}</p><p>{one.body}</p><hr>"
        )
    )(items)


def linked_cards(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Everything of an entry inside one link."""
    return _each(
        lambda one: (
            f'<a class=card href="{one.path}"><img src=c.webp><div class=meta><time datetime='
            f'"{one.date}">{one.shown}</time></div><div class=headline>{one.title}</div>'
            f"<div class=kicker>{one.body}</div></a>"
        )
    )(items)


def forum_threads(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Threads with numbers of answers and who wrote last."""
    rows = _each(
        lambda one: (
            f'<tr><td><img src=folder.gif></td><td><a href="{one.path}">{one.title}</a></td>'
            f"<td>{random.randint(0, 99)}</td><td>{prose.name(random)}</td><td>{one.shown} 10:20"
            "</td></tr>"
        )
    )
    return f"<table class=forumline>{rows(items)}</table>"


def search_results(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A title, an address in green, a snippet with marked words."""
    return _each(
        lambda one: (
            f'<div><p><a href="{one.path}">{one.title}</a></p><cite>{one.link}</cite>'
            f"<p>{one.shown} — {one.body.replace(' ', ' <em>', 1)}</em></p></div>"
        )
    )(items)


def years_and_days(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """The year in a heading, month and day before each title."""
    parts = []
    for year, group in groupby(items, key=lambda one: one.day[0]):
        lines = "".join(
            f'<li>{one.day[1]}/{one.day[2]} <a href="{one.path}">{one.title}</a></li>'
            for one in group
        )
        parts.append(f"<h3>{year}</h3><ul>{lines}</ul>")
    return "".join(parts)


def day_boxes(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Events: day, month and year in boxes of their own."""
    return _each(
        lambda one: (
            f"<div class=event><div class=box><span>{one.day[2]:02}</span><span>"
            f"{_MONTHS[one.day[1] - 1]}</span><span>{one.day[0]}</span></div>"
            f'<div><h4><a href="{one.path}">{one.title}</a></h4><p>{one.body}</p></div></div>'
        )
    )(items)


def magazine(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """The first article is large, two are middling, the others are lines."""
    forms = [
        "<div class=hero><h2><a href={path}>{title}</a></h2><p>{body}</p><i>{shown}</i></div>",
        "<div class=mid><h3><a href={path}>{title}</a></h3><p>{body}</p><i>{shown}</i></div>",
        "<div class=small><a href={path}>{title}</a> <i>{shown}</i></div>",
    ]
    return "".join(
        forms[min((number + 1) // 2, 2)].format(
            path=one.path, title=one.title, body=one.body, shown=one.shown
        )
        for number, one in enumerate(items)
    )


def terms(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A list of terms with two descriptions each."""
    rows = _each(
        lambda one: (
            f'<dt><a href="{one.path}">{one.title}</a></dt><dd>{one.shown}</dd><dd>{one.body}</dd>'
        )
    )
    return f"<dl>{rows(items)}</dl>"


def one_paragraph(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Lines of one paragraph: a dot, a title, the date behind it, a badge here and there."""
    lines = [
        f'・<a href="{one.path}">{one.title}</a> ({one.shown})'
        + ("<img src=new.gif alt=NEW>" if number < 2 else "")
        for number, one in enumerate(items)
    ]
    return f"<p>{'<br>'.join(lines)}</p>"


def sections_of_links(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """A portal: the news between boxes of links that are longer."""
    box = "".join(f"<li><a href=/l/{n}>{prose.thing(random)} {n}</a></li>" for n in range(14))
    rows = _each(
        lambda one: f'<li><span>{one.shown}</span><br><a href="{one.path}">{one.title}</a></li>'
    )
    return (
        f"<div class=box><ul>{box}</ul></div><div class=box><ul>{rows(items)}</ul></div>"
        f"<div class=box><ul>{box.replace('/l/', '/m/')}</ul></div>"
    )


def release_notes(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Versions with their changes as a list of their own."""
    changes = "".join(f"<li>{prose.sentence(random)}</li>" for _ in range(4))
    return _each(lambda one: f"<h2>{one.title}</h2><p>{one.shown}</p><ul>{changes}</ul>")(items)


def inline_teasers(items: Sequence[Listed], prose: Prose, _random: Random) -> str:
    """Title, text and link to more in one paragraph each."""
    return _each(
        lambda one: (
            f"<p><strong>{one.title}</strong> – {one.body} "
            f'<a href="{one.path}">{prose.label("more")}</a> <em>{one.shown}</em></p>'
        )
    )(items)


def mixed_hands(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """A page that many hands wrote: each entry is marked up in another way."""
    forms = [
        "<p><b><a href={path}>{title}</a></b><br>{shown}<br>{body}</p>",
        "<p>{shown}<br><a href={path}><b>{title}</b></a></p><p>{body}</p>",
        "<div><strong>{shown}</strong> <a href={path}>{title}</a> {body}</div>",
    ]
    return "".join(
        forms[number % 3].format(path=one.path, title=one.title, body=one.body, shown=one.shown)
        for number, one in enumerate(items)
    )


def preformatted(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Lines of a <pre>."""
    lines = (f'{one.shown:18} <a href="{one.path}">{one.title}</a>' for one in items)
    return "<pre>\n" + "\n".join(lines) + "\n</pre>"


def two_columns(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Half of the list on the left, half on the right, an advert between them."""
    rows = _each(lambda one: f'<li><a href="{one.path}">{one.title}</a> {one.shown}</li>')
    half = len(items) // 2
    return (
        f"<table><tr><td><ul>{rows(items[:half])}</ul></td><td>{prose.paragraph(random)}</td>"
        f"<td><ul>{rows(items[half:])}</ul></td></tr></table>"
    )


def with_answers(items: Sequence[Listed], prose: Prose, random: Random) -> str:
    """Entries with categories before and the newest comments below, all of them links."""
    return _each(
        lambda one: (
            f"<div class=entry><a href=/c/{len(one.body) % 3}>{prose.menu[2]}</a> "
            f'<span class=t><a href="{one.path}">{one.title}</a></span> <small>{one.shown}</small>'
            f"<div>{one.body}</div><ul>"
            + "".join(
                f'<li><a href="{one.path}#c{n}">{prose.name(random)}</a>: '
                f"{prose.sentence(random)}</li>"
                for n in range(2)
            )
            + "</ul></div>"
        )
    )(items)


def chronicle(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Year, month and event in cells; the year only where it changes."""
    rows, before = [], 0
    for one in items:
        year = str(one.day[0]) if one.day[0] != before else ""
        before = one.day[0]
        cells = (year, f"{one.day[1]}.{one.day[2]}", one.title)
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table>{''.join(rows)}</table>"


def scripted_links(items: Sequence[Listed], _prose: Prose, _random: Random) -> str:
    """Titles that a script opens, pictures for bullets, breaks."""
    return _each(
        lambda one: (
            f'<img src=dot.gif width=8 height=8> <a href="javascript:open_{len(one.title)}()">'
            f"{one.title}</a>　{one.shown}<br>"
        )
    )(items)


GROUPS: dict[str, tuple[Shape, ...]] = {
    "font and breaks": (
        font_lines,
        font_marks,
        table_for_each,
        one_paragraph,
        anchored_diary,
        bare_lines,
        ruled_lines,
    ),
    "tables": (alternating_rows, shared_date_cells, grid, forum_threads),
    "blogs": (weblog, days_with_posts, inline_teasers, release_notes),
    "cards": (linked_cards, day_boxes, magazine, search_results),
    "lists": (years_and_days, terms, sections_of_links),
    "irregular": (
        mixed_hands,
        preformatted,
        two_columns,
        with_answers,
        chronicle,
        scripted_links,
    ),
}
NO_LINKS = (
    font_marks,
    table_for_each,
    anchored_diary,
    bare_lines,
    ruled_lines,
    release_notes,
    chronicle,
    scripted_links,
)
