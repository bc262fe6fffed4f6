"""Which list of a page is its main one, and which pages have none."""

from __future__ import annotations

import pytest
from tests.unit.feeds.list_pages import BODY, URL

from zaru.feeds.article import ArticleList
from zaru.feeds.finding.finding import find_articles
from zaru.page import Page

MARKS = "甲乙丙丁戊己庚"


def find(html: str) -> ArticleList:
    return find_articles(Page.from_bytes(f"<title>頁の題の一つ</title>{html}".encode(), url=URL))


def titles_of(html: str) -> list[str]:
    return [article.title.text for article in find(html)]


def posts(form: str, marks: str = MARKS) -> str:
    return "".join(form.format(n=n, mark=mark, body=BODY) for n, mark in enumerate(marks, start=1))


def test_linked_and_dated_list_comes_before_a_cloud_of_tags() -> None:
    tags = "".join(
        f'<a href="/tags/{n}">とても長い名前の札の第{n}番目のもの</a> ' for n in range(1, 60)
    )
    rows = posts('<li><a href="/{n}">{mark}の話</a> <span>2009-07-0{n}</span></li>')
    html = f"<ul>{rows}</ul><div>{tags}</div>"
    assert titles_of(html) == [f"{mark}の話" for mark in MARKS]


def test_two_posts_without_headings_are_a_list_when_each_has_its_date() -> None:
    form = "<div class=title>{mark}の記事の題名</div><div>2009年7月{n}日</div><div>{body}</div>"
    assert titles_of(posts(form, "甲乙")) == ["甲の記事の題名", "乙の記事の題名"]


def test_permalinks_are_evidence() -> None:
    form = (
        "<h3>{mark}の記事の題名</h3><p>{body}</p>"
        '<p><a href="/{n}.html">固定リンク</a> | <a href="/{n}.html#c">コメント (0)</a></p>'
    )
    assert titles_of(posts(form, "甲乙丙丁")) == [f"{mark}の記事の題名" for mark in "甲乙丙丁"]


def test_first_post_alone_may_have_comments() -> None:
    form = '<h3><a href="/{n}">{mark}の記事の題名</a></h3><p>2009年7月{n}日</p><p>{body}</p>'
    html = posts(form, "甲") + "<p>コメント(3)</p>" + posts(form, "乙丙丁")
    assert titles_of(html) == [f"{mark}の記事の題名" for mark in "甲乙丙丁"]


def test_three_questions_with_answers_are_a_list() -> None:
    form = "<p class=q>{mark}はどのように行われていますか？</p><p>{body}</p>"
    assert len(find(posts(form, "甲乙丙"))) == 3


@pytest.mark.parametrize(
    "form",
    [
        '<div><p class=title><a href="/{n}">{mark}の話</a> <i>[{n}]</i></p>2009-07-0{n}</div>',
        '<div>2009-07-0{n}<p><em>お知らせ</em><a href="/{n}">{mark}の話</a></p></div>',
    ],
)
def test_text_beside_the_links_of_titles_is_no_title(form: str) -> None:
    assert titles_of(posts(form)) == [f"{mark}の話" for mark in MARKS]


def test_heading_is_a_title_as_a_whole() -> None:
    form = '<h3>第{n}回 <a href="/{n}">{mark}の記事の題名</a></h3><p>{body}</p>'
    assert titles_of(posts(form))[0] == "第1回 甲の記事の題名"


def test_sentence_behind_another_text_of_a_link_is_no_title() -> None:
    form = (
        "<a class=card href=/{n}><div>2009年7月{n}日</div><div class=x>{mark}の話</div>"
        "<div class=y>{mark}が出た。{body}{body}</div></a>"
    )
    assert titles_of(posts(form)) == [f"{mark}の話" for mark in MARKS]


def test_list_of_links_is_believed_before_a_page_that_calls_itself_an_article() -> None:
    head = (
        '<meta property="og:type" content="article"><script type="application/ld+json">'
        '{"@type": "Article", "headline": "頁"}</script>'
    )
    form = '<div><h4>{mark}の記事の題名</h4><p>{body}</p><a href="/{n}">続きを読む</a></div>'
    assert len(find(head + posts(form))) == len(MARKS)


def test_text_in_a_link_that_is_called_the_title_is_the_title() -> None:
    form = (
        "<a class=card href=/{n}><div>2009年7月{n}日</div><div class=headline>{mark}の話</div>"
        "<div class=kicker>{body}</div></a>"
    )
    assert titles_of(posts(form)) == [f"{mark}の話" for mark in MARKS]


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(
            f"<h1>記事の題名はこのようなもの</h1><p>{BODY * 3}</p><h2>この記事へのコメント</h2>"
            + posts("<div><b>{mark}さん</b> 2009年7月{n}日<p>{body}</p></div>"),
            id="comments",
        ),
        pytest.param(
            f"<h2>記事の題名はこのようなもの</h2><p>2009年7月9日</p><p>{BODY}</p><p>コメント(7)</p>"
            + posts("<h2>{mark}の意見</h2><p>2009年7月{n}日</p><p>{body}</p>"),
            id="post-and-comments",
        ),
        pytest.param(
            "<h2>目次</h2>" + posts("<h3>{mark}について</h3><p>{body}</p><p>{body}</p>"),
            id="many-sections",
        ),
        pytest.param(
            posts('<section><h2 id=s{n}><a href="#s{n}">{mark}について</a></h2>')
            + posts(
                '<section><h2 id=t{n}><a href="#t{n}">{mark}の例</a></h2><p>{body}</p></section>'
            ),
            id="headings-that-lead-to-themselves",
        ),
        pytest.param(
            "<h1>胃の病気</h1>" + posts("<p><b>{mark}は？</b></p><p>{body}</p>", "甲乙丙"),
            id="labels-with-question-marks",
        ),
        pytest.param(
            f"<main><h1>題名</h1><p>{BODY}</p></main><div id=cookie-consent>"
            + posts("<div class=c><h4>{mark}のクッキー</h4><p class=d>{body}</p></div>")
            + "</div>",
            id="overlay-longer-than-the-page",
        ),
        pytest.param(
            f"<ul id=menu>{posts('<li><a href=/{n}/>{mark}のご案内とお問い合わせ</a></li>')}</ul>"
            "<h1>写真</h1><a href=/1.jpg><img src=/1.jpg></a><a href=/2.jpg><img src=/2.jpg></a>",
            id="menu-of-a-page-without-text",
        ),
        pytest.param(
            f"<h1>頁の題の一つ</h1><p>2009年7月9日</p><p>{BODY * 9}</p>"
            + posts('<li><a href="/{n}">{mark}の記事の題名</a> 2009年6月{n}日</li>'),
            id="one-article-with-a-short-title",
        ),
    ],
)
def test_page_has_no_list(html: str) -> None:
    found = find(html)
    assert [article.title.text for article in found] == [], found.reasons[:1]
