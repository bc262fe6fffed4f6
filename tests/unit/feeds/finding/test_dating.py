from __future__ import annotations

from datetime import UTC, datetime

import pytest

from zaru.feeds.finding.finding import find_articles
from zaru.layout.date_marks import Calendar, find_date_marks
from zaru.layout.outline import Outline
from zaru.page import Page

URL = "http://www.example.jp/list.html"
BODY = "本文はここにあり、しばらく続いて、そして終わる。" * 3


def marks_of(html: str, *, url: str | None = None, now: datetime | None = None) -> list[str]:
    outline = Outline(Page.from_bytes(html.encode()).tree)
    return [mark.found.iso for mark in find_date_marks(outline, Calendar(url, now, "ja"))]


def dates_of(html: str) -> list[str | None]:
    found = find_articles(Page.from_bytes(html.encode(), url=URL))
    return [article.date.text if article.date else None for article in found]


@pytest.mark.parametrize(
    ("html", "dates"),
    [
        pytest.param("<p>2009年7月1日</p>", ["2009-07-01"], id="alone"),
        pytest.param(f"<p>{BODY}それは2009年7月1日のこと。{BODY}</p>", [], id="in-prose"),
        pytest.param(f"<p>2009年7月1日 {BODY}</p>", ["2009-07-01"], id="before-prose"),
        pytest.param('<time datetime="2009-07-01">きょう</time>', ["2009-07-01"], id="time"),
        pytest.param("<h2>2008年</h2><p>7月1日</p>", ["2008-07-01"], id="year-above"),
        pytest.param("<a>題名</a><span>May 9, 2009</span>", ["2009-05-09"], id="behind-a-word"),
        pytest.param(
            f"<p>京都発: <span>2009年7月1日</span> {BODY}</p>",
            ["2009-07-01"],
            id="in-its-own-element",
        ),
        pytest.param("<p>#19974</p><p>7月1日</p>", ["2000-07-01"], id="number-is-no-year"),
        pytest.param(
            "".join(f"<a><b>{BODY}</b><i>2009-07-0{n}</i></a>" for n in range(1, 8)),
            [f"2009-07-0{n}" for n in range(1, 8)],
            id="links-one-behind-the-other",
        ),
    ],
)
def test_dates_outside_of_prose_are_marked(html: str, dates: list[str]) -> None:
    assert marks_of(html) == dates


def test_year_comes_from_the_address_or_the_time_of_fetching() -> None:
    assert marks_of("<p>7/1</p>", url="http://example.jp/month_200807.html") == ["2008-07-01"]
    assert marks_of("<p>7/1</p>", now=datetime(2009, 8, 1, tzinfo=UTC)) == ["2009-07-01"]


def test_year_comes_from_the_same_day_in_the_link() -> None:
    items = "".join(
        f'<li>7月{day}日 <a href="/a?id=P200607{day}000{day}">京都の祭りの記事{day}</a></li>'
        for day in (24, 23, 22, 21)
    )
    assert dates_of(f"<ul>{items}</ul>") == [f"2006-07-{day}" for day in (24, 23, 22, 21)]


def test_day_in_the_address_of_an_article_is_its_date() -> None:
    items = "".join(
        f'<li><a href="/2009/07/0{day}/a.html">記事の題名はこのとおり{day}</a></li>'
        for day in range(1, 6)
    )
    assert dates_of(f"<ul>{items}</ul>") == [f"2009-07-0{day}" for day in range(1, 6)]


def test_date_in_the_footer_line_wins_over_dates_in_the_text() -> None:
    posts = "".join(
        f"<div class=post><h3><a href=/{n}>記事の題名{n}</a></h3><p>（新聞 2005/01/0{n}）</p>"
        f"<p>{BODY}</p><p>（雑誌 2005/02/0{n}）</p><p class=foot>2009/07/0{n} 10:00</p></div>"
        for n in range(1, 5)
    )
    assert dates_of(posts) == [f"2009-07-0{n}T10:00:00" for n in range(1, 5)]


def test_order_of_day_and_month_is_one_for_a_list() -> None:
    posts = "".join(
        f"<div><h3><a href=/{n}>記事の題名{n}です</a></h3><p>{date}</p><p>{BODY}</p></div>"
        for n, date in enumerate(("09/20/2006", "09/11/2006", "08/09/2006", "08/01/2006"))
    )
    assert dates_of(posts) == ["2006-09-20", "2006-09-11", "2006-08-09", "2006-08-01"]


def test_article_that_shows_no_date_has_none() -> None:
    dated = "".join(
        f"<h3><a href=/{n}>記事の題名{n}です</a></h3><p>{BODY}</p><p>速報 2009年7月{n}日</p>"
        for n in (3, 2, 1)
    )
    others = "".join(f"<h3><a href=/x{n}>記事の題名{n}</a></h3><p>{BODY}</p>" for n in "甲乙")
    assert dates_of(dated + others) == ["2009-07-03", "2009-07-02", "2009-07-01", None, None]


def test_dates_between_texts_do_not_date_what_is_below_them() -> None:
    posts = [f"<h3><a href=/{n}>記事の題名{n}です</a></h3><p>{BODY}</p>" for n in "甲乙丙丁戊己"]
    notes = [f"<div><b>2009年7月{n}日</b></div><p>お知らせ。{BODY}</p>" for n in (1, 2)]
    html = f"{notes[0]}{''.join(posts[:3])}{notes[1]}{''.join(posts[3:])}"
    assert dates_of(html) == [None] * 6


def test_days_of_one_and_of_two_articles_date_them_all() -> None:
    form = "<div class=section><h3>記事の題名{}です</h3><p>{}</p></div>"
    days = "".join(
        f"<div class=day><h2>2009年7月{day}日</h2>"
        + "".join(form.format(f"{day}{mark}", BODY) for mark in marks)
        + "</div>"
        for day, marks in ((4, "甲乙"), (3, "甲"), (2, "甲乙"), (1, "甲乙"))
    )
    assert dates_of(days) == [f"2009-07-0{day}" for day in (4, 4, 3, 2, 2, 1, 1)]


def test_time_before_a_title_does_not_part_it_from_its_day() -> None:
    rows = "".join(
        f"<tr><th colspan=2>2009年7月{day}日</th></tr>"
        + "".join(f"<tr><td>{n}9:30<td><a href=/{day}{n}>記事の題{day}{n}</a></tr>" for n in (0, 1))
        for day in (4, 3, 2)
    )
    assert dates_of(f"<table>{rows}</table>") == [f"2009-07-0{n}" for n in (4, 4, 3, 3, 2, 2)]


def test_first_article_without_a_date_is_an_article() -> None:
    days = "".join(
        f"<p>2009年7月{day}日</p><div><a href=/{day}>祭りの記事の題名{day}</a></div>"
        for day in range(30, 10, -1)
    )
    html = f"<div><div><a href=/top>いつもここにある記事の題名</a></div>{days}</div>"
    assert dates_of(html) == [None, *(f"2009-07-{day}" for day in range(30, 10, -1))]


def test_breadcrumb_before_the_first_date_of_a_dated_list_is_no_article() -> None:
    days = "".join(
        f"<font size=1>2009年7月{day}日</font><br>・<a href=/{day}>祭りの記事の題名{day}</a><br>"
        for day in range(30, 10, -1)
    )
    html = f"<div><a href=/top>新聞の電子版</a> &gt; 観光<br>{days}</div>"
    assert dates_of(html) == [f"2009-07-{day}" for day in range(30, 10, -1)]
