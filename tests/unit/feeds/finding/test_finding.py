from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.unit.feeds.list_pages import BODY, NO_LISTS, SHAPES, URL, Shape

from zaru.errors import InputError, UsageError
from zaru.feeds.finding.finding import find_articles
from zaru.layout.value import Part
from zaru.page import Page


def page_of(shape: Shape) -> Page:
    return Page.from_bytes(shape.raw, source="list.html", url=shape.url)


def written(page: Page, part: Part | None) -> str:
    """Return what the bytes of a part's span say."""
    assert part is not None
    assert part.span is not None
    offset, length = part.span
    return page.raw[offset : offset + length].decode(page.decoded.codec)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_articles_of_a_list_page_are_found(shape: Shape) -> None:
    found = find_articles(page_of(shape))
    assert tuple(article.title.text for article in found) == shape.titles, found.reasons
    if shape.links:
        links = tuple(article.link.text if article.link else None for article in found)
        assert links == shape.links
    if shape.dates:
        dates = tuple(article.date.text if article.date else None for article in found)
        assert dates == shape.dates


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_spans_show_what_is_written(shape: Shape) -> None:
    page = page_of(shape)
    for article in find_articles(page):
        assert written(page, article.title) == article.title.text
        if article.link is not None:
            assert article.link.text.endswith(written(page, article.link))
        if article.date is not None and article.date.span is not None:
            assert any(sign.isdigit() for sign in written(page, article.date))
            assert len(written(page, article.date)) < 30
        offset, length = article.span
        assert offset <= (article.title.span or (0, 0))[0] < offset + length


@pytest.mark.parametrize("html", NO_LISTS.values(), ids=NO_LISTS.keys())
def test_page_without_a_list_gives_nothing(html: str) -> None:
    found = find_articles(Page.from_bytes(f"<title>頁</title>{html}".encode(), url=URL))
    assert [article.title.text for article in found] == []


def test_date_is_the_written_date() -> None:
    page = page_of(SHAPES["table"])
    assert written(page, find_articles(page).articles[0].date) == "2009年7月1日"


def test_body_is_what_follows_the_title() -> None:
    found = find_articles(page_of(SHAPES["flat-headings"]))
    assert [article.body and article.body.text for article in found] == [f"{BODY}\n{BODY}"] * 4


def test_author_and_image_are_read() -> None:
    first = find_articles(page_of(SHAPES["english"])).articles[0]
    assert first.author is not None
    assert first.author.text == "Alice"
    page = page_of(SHAPES["cards"])
    image = find_articles(page).articles[0].image
    assert image is not None
    assert image.text == "http://www.example.jp/news/t.jpg"
    assert written(page, image) == "t.jpg"


def test_relative_dates_need_the_time_of_fetching() -> None:
    items = "".join(
        f'<li><a href="/{n}">題名はこのようなものです{sign}</a> {n}時間前</li>'
        for n, sign in enumerate("甲乙丙丁", start=1)
    )
    page = Page.from_bytes(f"<ul>{items}</ul>".encode(), url=URL)
    now = datetime(2009, 7, 1, 12, tzinfo=UTC)
    assert [article.date for article in find_articles(page)] == [None] * 4
    first = find_articles(page, now=now).articles[0]
    assert first.date is not None
    assert first.date.text == "2009-07-01T11:00:00+00:00"


def test_links_are_resolved_against_the_base_element() -> None:
    html = "<base href='http://other.example/x/'>" + SHAPES["table"].html
    found = find_articles(Page.from_bytes(html.encode(), url=URL))
    assert found.articles[0].link is not None
    assert found.articles[0].link.text == "http://other.example/x/n1.html"


def test_links_stay_as_written_without_an_address() -> None:
    found = find_articles(Page.from_bytes(SHAPES["table"].raw))
    assert found.articles[0].link is not None
    assert found.articles[0].link.text == "n1.html"


def test_links_to_places_of_the_page_are_found_by_their_names() -> None:
    names = "甲乙丙丁戊己庚"
    index = "".join(f'<a href="#q{n}">質問{sign}</a> ' for n, sign in enumerate(names))
    body = "".join(
        f'<h3><a name="q{n}"></a>質問の題名{sign}は何ですか</h3><p>{BODY}</p>'
        for n, sign in enumerate(names)
    )
    found = find_articles(Page.from_bytes(f"{index}{body}".encode(), url=URL))
    assert [article.link and article.link.text for article in found] == [
        f"{URL}#q{n}" for n in range(7)
    ]


def test_feeds_that_the_page_names_are_listed() -> None:
    head = '<link rel="alternate" type="application/rss+xml" href="/index.xml">'
    found = find_articles(Page.from_bytes((head + SHAPES["table"].html).encode(), url=URL))
    assert found.feeds == ("http://www.example.jp/index.xml",)


def test_page_that_says_it_is_an_article_has_no_list() -> None:
    shape = SHAPES["table"]
    head = '<meta property="article:published_time" content="2009-07-01T10:00:00+09:00">'
    html = f"{head}<h1>一つの記事</h1><p>{BODY * 3}</p>{shape.html}"
    found = find_articles(Page.from_bytes(html.encode(), url=URL))
    assert not found.articles
    assert any("one article" in reason for reason in found.reasons)


def test_reasons_tell_which_list_was_chosen() -> None:
    found = find_articles(page_of(SHAPES["side-bar-longer-than-the-list"]))
    assert sum("chosen" in reason for reason in found.reasons) == 1
    assert "4 articles" in next(reason for reason in found.reasons if "chosen" in reason)


def test_articles_of_unclosed_nested_elements_are_found() -> None:
    item = '<div class="e"><h3>題名はこのようなもの{}です</h3><p>2009年7月{}日</p><p>{}</p>'
    html = "".join(item.format(sign, n, BODY) for n, sign in enumerate("甲乙丙丁戊己", start=1))
    found = find_articles(Page.from_bytes(html.encode(), url=URL))
    assert len(found) == 6
    assert [article.date and article.date.text for article in found] == [
        f"2009-07-0{n}" for n in range(1, 7)
    ]


def test_title_of_an_untitled_article_is_its_first_sentence() -> None:
    days = "".join(
        f"<h3>2009年7月{n}日（水）</h3><p>{sign}の花が咲いた。{BODY}</p>"
        for n, sign in enumerate(("梅", "桃", "桜", "藤", "菊"), start=1)
    )
    page = Page.from_bytes(days.encode(), url=URL)
    found = find_articles(page)
    assert [article.title.text for article in found][:2] == ["梅の花が咲いた。", "桃の花が咲いた。"]
    assert [written(page, article.date) for article in found][:1] == ["2009年7月1日"]
    assert written(page, found.articles[4].title) == "菊の花が咲いた。"


def test_name_above_all_articles_is_the_title_of_none() -> None:
    parts = "".join(
        f"<div class=s><div><a href=/@me>梅子</a></div><p>{sign}の花が咲いた</p>"
        f"<a class=t href=/{n}>2009年7月{n}日</a></div>"
        for n, sign in enumerate(("梅", "桃", "桜", "藤", "菊"), start=1)
    )
    found = find_articles(Page.from_bytes(parts.encode(), url=URL))
    assert [article.title.text for article in found][:2] == ["梅の花が咲いた", "桃の花が咲いた"]
    assert [article.body and article.body.text for article in found][:1] == ["梅の花が咲いた"]


def test_link_to_the_comments_names_the_page_of_an_article() -> None:
    posts = "".join(
        f'<div class="post"><div class="ttl">記事の題名{sign}</div><p>{BODY}</p>'
        f'<p>2009年7月{n}日 | <a href="entry-{n}.html#comment">Comment (0)</a></p></div>'
        for n, sign in enumerate("甲乙丙丁", start=1)
    )
    found = find_articles(Page.from_bytes(posts.encode(), url=URL))
    assert [article.link and article.link.text for article in found] == [
        f"http://www.example.jp/news/entry-{n}.html" for n in range(1, 5)
    ]


def test_messages_of_a_thread_are_articles() -> None:
    messages = "".join(
        f"<table><tr><td><b>[{n}] Re: 年金の話</b> 投稿者：{name} 投稿日：2009/07/0{n}(水) 10:0{n}"
        f"</td></tr><tr><td>{BODY}</td></tr></table>"
        for n, name in enumerate(("太郎", "花子", "次郎", "三郎"), start=1)
    )
    found = find_articles(Page.from_bytes(messages.encode(), url=URL))
    assert [article.title.text for article in found] == [f"[{n}] Re: 年金の話" for n in range(1, 5)]
    assert [article.date and article.date.text for article in found] == [
        f"2009-07-0{n}T10:0{n}:00" for n in range(1, 5)
    ]


def test_list_of_two_thousand_articles_is_whole() -> None:
    items = "".join(f'<li>2009/07/01 <a href="/{n}">記事の題名 {n}</a></li>' for n in range(2000))
    assert len(find_articles(Page.from_bytes(f"<ul>{items}</ul>".encode(), url=URL))) == 2000


def test_another_list_of_the_reasons_can_be_picked() -> None:
    page = page_of(SHAPES["side-bar-longer-than-the-list"])
    found = find_articles(page)
    picked = find_articles(page, pick=2)
    assert picked.articles
    assert [one.title for one in picked] != [one.title for one in found]
    assert picked.reasons[1].endswith("; chosen")
    assert not picked.reasons[0].endswith("; chosen")
    assert find_articles(page, pick=1).articles == found.articles


def test_list_that_the_page_does_not_have_is_told() -> None:
    page = Page.from_bytes(b"<p>one", source="one.html")
    with pytest.raises(InputError, match=r"one.html: no list 3: the page has 0"):
        find_articles(page, pick=3)
    with pytest.raises(UsageError):
        find_articles(page, pick=0)


def titles_of(html: str) -> list[str]:
    found = find_articles(Page.from_bytes(html.encode(), url=URL))
    return [article.title.text for article in found]


def test_empty_heading_in_a_link_does_not_hide_the_title() -> None:
    cards = "".join(
        f"<div class=card><a href=/{n}><h3></h3>記事の題名{n}はこれ</a><p>{BODY}</p></div>"
        for n in "甲乙丙丁"
    )
    assert titles_of(cards) == [f"記事の題名{n}はこれ" for n in "甲乙丙丁"]


def test_headings_in_bodies_are_no_articles() -> None:
    posts = "".join(
        f"<h2><a href=/{n}>記事の題名{n}はこれ</a></h2><p>{BODY}</p><h2>準備{n}</h2><p>{BODY}</p>"
        f"<h2>手順{n}</h2><p>{BODY}</p>"
        for n in "甲乙丙丁"
    )
    assert titles_of(posts) == [f"記事の題名{n}はこれ" for n in "甲乙丙丁"]


@pytest.mark.parametrize(
    ("title", "rest"),
    [
        pytest.param("(7/{n}/2009)「京都」の祭り{n}", "「京都」の祭り{n}", id="quotes-stay"),
        pytest.param("2009年7月{n}日【速報】祭り{n}", "【速報】祭り{n}", id="brackets-stay"),
        pytest.param("祭りの話{n}（続）[2009-07-0{n}]", "祭りの話{n}（続）", id="brackets-before"),
        pytest.param("2009年7月{n}日の日記", "2009年7月{n}日の日記", id="dates-tell-them-apart"),
    ],
)
def test_title_loses_only_a_date(title: str, rest: str) -> None:
    rows = "".join(f"<li><a href=/{n}>{title.format(n=n)}</a></li>" for n in range(1, 7))
    assert titles_of(f"<ul>{rows}</ul>") == [rest.format(n=n) for n in range(1, 7)]


def test_authors_are_names_behind_a_whole_word() -> None:
    posts = "".join(
        f"<div><h3><a href=/{n}>Title of post {n}</a></h3><p>By Jane Doe | Jul {n}, 2009</p>"
        f"<p>{'Some text of this post. ' * 9}</p><p>Particle {n} is here.</p></div>"
        for n in range(1, 5)
    )
    found = find_articles(Page.from_bytes(posts.encode(), url=URL))
    assert [article.author and article.author.text for article in found] == ["Jane Doe"] * 4
    others = posts.replace("By Jane Doe |", "Parable,")
    found = find_articles(Page.from_bytes(others.encode(), url=URL))
    assert [article.author for article in found] == [None] * 4


def test_body_has_no_date_no_byline_and_no_link_to_the_rest() -> None:
    posts = "".join(
        f"<div><h3><a href=/{n}>Title of post {n}</a></h3><p>July {n}, 2009</p><p>by Jane Doe</p>"
        f"<p>{BODY}</p><p><a href=/{n}>Read more →</a></p><p>Comments (3) | Permalink</p></div>"
        for n in range(1, 5)
    )
    page = Page.from_bytes(posts.encode(), url=URL)
    for article in find_articles(page):
        assert article.body is not None
        assert article.body.text == BODY
        assert written(page, article.body) == BODY


@pytest.mark.parametrize("title", ["Posts", "Archive", "Blog", "記事一覧"])
def test_feed_of_a_list_is_named_after_its_site(title: str) -> None:
    head = f"<title>{title} | 京の四季</title><meta property=og:site_name content=京の四季>"
    html = f"{head}<h1>{title}</h1>{SHAPES['table'].html}"
    assert find_articles(Page.from_bytes(html.encode(), url=URL)).title == "京の四季"
