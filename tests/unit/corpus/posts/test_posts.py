from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest

from zaru.corpus.posts.posts import Post, find_posts
from zaru.layout.value import Part
from zaru.page import Page

PAGES = Path(__file__).parents[3] / "pages" / "posts"
SLUGS = sorted(folder.name for folder in PAGES.iterdir())
HEAD = '<html lang="ja"><title>縁側ブログ</title><meta name="generator" content="Blogger"><body>'
DIARY = HEAD.replace("縁側ブログ", "春の畑 | 縁側ブログ")  # of the page of a post
TEXT = "縁側で本を読んでいたら、いつのまにか夕方になっていた。" * 3
SECONDS = 20.0  # for up to 100,000 elements; three where nothing else runs


def page_of(slug: str, encoding: str = "utf-8") -> Page:
    text = (PAGES / slug / "source.html").read_text(encoding="utf-8")
    return Page.from_bytes(text.encode(encoding, "xmlcharrefreplace"), charset=encoding)


def expected_of(slug: str) -> list[dict[str, str | None]]:
    found: list[dict[str, str | None]] = json.loads((PAGES / slug / "expected.json").read_text())
    return found


def text_of(page: Page, post: Post) -> str:
    tree = page.tree
    return "".join(tree.text(row) for row in post.rows if tree.is_text(row))


def said(part: Part | None) -> str | None:
    return part.text if part else None


def summary(post: Post) -> tuple[str, str | None, str | None, str | None]:
    return post.type, said(post.author), said(post.date), said(post.title)


def bytes_of(page: Page, part: Part) -> str:
    assert part.span is not None
    offset, length = part.span
    return page.raw[offset : offset + length].decode(page.decoded.codec)


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc-jp", "iso-2022-jp"])
@pytest.mark.parametrize("slug", SLUGS)
def test_posts_of_made_pages_are_those_that_a_reader_sees(slug: str, encoding: str) -> None:
    posts = find_posts(page_of(slug, encoding))
    assert [summary(post) for post in posts] == [
        (one["type"], one["author"], one["date"], one["title"]) for one in expected_of(slug)
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_rows_hold_the_text_of_a_post_and_no_other(slug: str) -> None:
    page = page_of(slug)
    for post, one in zip(find_posts(page), expected_of(slug), strict=True):
        text = text_of(page, post)
        assert str(one["holds"]) in text
        assert str(one["lacks"]) not in text


@pytest.mark.parametrize("slug", SLUGS)
def test_rows_are_in_order_and_do_not_overlap(slug: str) -> None:
    rows = [post.rows for post in find_posts(page_of(slug))]
    assert all(one.start < one.stop for one in rows)
    assert all(before.stop <= after.start for before, after in pairwise(rows))


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc-jp"])
@pytest.mark.parametrize("slug", SLUGS)
def test_spans_are_bytes_of_the_file(slug: str, encoding: str) -> None:
    page = page_of(slug, encoding)
    for post in find_posts(page):
        for part in filter(None, (post.author, post.title)):
            assert part.text in bytes_of(page, part)
        if post.date:
            year = post.date.text[:4]
            assert year in bytes_of(page, post.date) or "令和" in bytes_of(page, post.date)


@pytest.mark.parametrize(
    ("line", "date"),
    [
        pytest.param("2006年08月04日（金）", "2006-08-04", id="day-of-the-week"),
        pytest.param("August 4, 2006 11:17 PM", "2006-08-04 23:17:00", id="english"),
        pytest.param("2006-08-04 23:17", "2006-08-04 23:17:00", id="iso"),
        pytest.param("08/04/2006", "2006-08-04", id="american-engine"),
        pytest.param("令和2年5月1日 12:30", "2020-05-01 12:30:00", id="era"),
        pytest.param("２００６年８月４日", "2006-08-04", id="full-width"),
    ],
)
def test_date_lines_of_posts_are_read(line: str, date: str) -> None:
    html = f'{HEAD}<div class="post"><h3>夕方</h3><p class="date">{line}</p><p>{TEXT}</p></div>'
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert said(post.date) == date


def test_time_in_utc_is_not_the_time_of_the_readers() -> None:
    html = f"""{HEAD}<div class="post"><h3>夕方</h3><p>{TEXT}</p>
    <time datetime="2006-08-04T14:17:00Z">2006-08-04</time></div>"""
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert said(post.date) == "2006-08-04"


def test_what_the_post_does_not_say_comes_from_the_page() -> None:
    html = f"""<html lang="ja"><head><title>夕方まで | 縁側ブログ</title>
    <meta name="author" content="縁側 守"></head><body>
    <h1>夕方まで</h1><div class="post hentry"><div class="entry-content">{TEXT}</div></div>"""
    page = Page.from_bytes(html.encode(), url="http://example.jp/blog/2006/08/04/post.html")
    (post,) = find_posts(page)
    assert summary(post) == ("blog", "縁側 守", "2006-08-04", "夕方まで")
    assert post.date == Part("2006-08-04", None)  # only the address says it
    assert "夕方まで" in text_of(page, post)


def test_links_to_posts_are_no_posts() -> None:
    items = "".join(
        f'<article class="post"><h2><a href="{day}.html">{day}日の話</a></h2>'
        f"<time>2006-08-{day:02}</time></article>"
        for day in range(1, 20)
    )
    assert find_posts(Page.from_bytes(f"{HEAD}{items}".encode())) == []


def test_latest_posts_in_a_corner_do_not_make_a_blog() -> None:
    cards = "".join(
        f'<div class="post"><h3>{day}日の話</h3><p>2006年8月{day}日</p><p>{TEXT}</p></div>'
        for day in (1, 2)
    )
    page = f"{HEAD}<h1>会社の案内</h1><div>{TEXT * 20}</div>{cards}"
    assert find_posts(Page.from_bytes(page.encode())) == []


def test_comments_in_a_side_bar_are_not_comments_on_the_post() -> None:
    html = f"""{HEAD}<div class="post"><h3>夕方</h3><p>2006-08-04</p><p>{TEXT}</p></div>
    <div class="sidebar"><div class="comment"><p class="author">次郎</p>
    <p>2006-08-05</p><p>そうですね。</p></div></div>"""
    assert [post.type for post in find_posts(Page.from_bytes(html.encode()))] == ["blog"]


def test_form_for_comments_is_no_comment() -> None:
    html = f"""{HEAD}<div class="post"><h3>夕方</h3><p>2006-08-04</p><p>{TEXT}</p></div>
    <div class="comment"><p class="comment-author">名前</p><p>本文</p><textarea></textarea></div>"""
    assert [post.type for post in find_posts(Page.from_bytes(html.encode()))] == ["blog"]


def test_posts_of_a_page_in_utf_16_are_found() -> None:
    assert len(find_posts(page_of("wordpress", "utf-16"))) == 4


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("", id="empty"),
        pytest.param("<title>ブログ</title>", id="only-a-title"),
        pytest.param(HEAD, id="only-signs"),
        pytest.param(
            "<?xml version='1.0'?><rss><channel><title>blog</title></channel></rss>", id="feed"
        ),
    ],
)
def test_page_without_posts_has_none(html: str) -> None:
    assert find_posts(Page.from_bytes(html.encode())) == []


COMMENT = '<div class="comment"><b class="author">次郎</b> 2006-08-04 10:00<p>はい。</p>'


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('<div class="comment">' * 100_000, id="nested-comments"),
        pytest.param('<div class="comment">あ</div>' * 100_000, id="comments-without-names"),
        pytest.param(f"{COMMENT}</div>" * 3_000, id="comments"),
        pytest.param(COMMENT * 3_000, id="nested-comments-with-names"),
        pytest.param('<div class="post">' * 20_000, id="nested-posts"),
        pytest.param('<p class="post">あ' * 10_000, id="posts-without-text"),
        pytest.param('<span class="author date title">あ' * 20_000, id="parts"),
        pytest.param("<h3>コメント</h3>" * 10_000, id="headings-of-comments"),
        pytest.param("<h3>題</h3><p>2006-08-04</p>" * 8_000, id="titles"),
        pytest.param("<p>投稿者 " * 20_000, id="labels"),
        pytest.param("投稿者" * 100_000 + "Posted by " * 50_000, id="one-line-of-labels"),
    ],
)
def test_hostile_pages_cost_time_in_proportion_to_their_size(body: str) -> None:
    html = f'{HEAD}<div class="post"><h3>夕方</h3><p>2006-08-04</p><p>{TEXT}</p></div>{body}'
    page = Page.from_bytes(html.encode())
    assert len(page.tree) > 0  # not what is measured
    start = time.perf_counter()
    posts = find_posts(page)
    assert time.perf_counter() - start < SECONDS
    ends = [0, *(post.rows.stop for post in posts)]
    assert all(end <= post.rows.start for end, post in zip(ends, posts, strict=False))


def test_a_post_without_a_date_does_not_take_that_of_a_comment() -> None:
    comment = f'<div class="comment"><p>太郎 2006年08月04日 23:17</p><p>{TEXT}</p></div>'
    html = f'{HEAD}<div class="entry"><h3>夕方</h3><p>{TEXT}</p></div>{comment}'
    posts = find_posts(Page.from_bytes(html.encode()))
    assert [(post.type, post.date and post.date.text) for post in posts] == [
        ("blog", None), ("comment", "2006-08-04 23:17:00"),
    ]  # fmt: skip
    assert posts[0].rows.stop <= posts[1].rows.start


def test_title_of_the_page_is_before_a_heading_of_the_text() -> None:
    html = (
        f"{DIARY}<header><h1>春の畑</h1><p>2020-03-26</p></header>"
        f"<article><h1>はじめに</h1><p>{TEXT}</p></article>"
    )
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert said(post.title) == "春の畑"


def test_titles_of_other_posts_below_a_post_make_no_list_of_it() -> None:
    others = "".join(f"<h3><a href=/{n}>別の記事{n}</a></h3>" for n in range(4))
    html = (
        f"{DIARY}<div class=post><h2><a href=/p>春の畑</a></h2>"
        f"<p>2020-03-26</p><p>{TEXT}</p>{others}</div>"
    )
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert said(post.title) == "春の畑"


def test_bar_between_title_and_text_does_not_end_the_post() -> None:
    html = (
        f"{DIARY}<div><h1>春の畑</h1><p>2020-03-26</p>"
        f"<div class=breadcrumb><a href=/>一覧</a></div><p>{TEXT}</p><p>{TEXT}</p></div>"
        "<div class=sidebar>欄外の案内</div>"
    )
    page = Page.from_bytes(html.encode())
    (post,) = find_posts(page)
    assert TEXT in text_of(page, post)
    assert "欄外" not in text_of(page, post)


def test_posts_of_a_day_share_its_date_with_lines_between_them() -> None:
    posts = "".join(
        f"<div class=entry><h3>{title}</h3><p>{TEXT}</p></div><p>固定リンク</p>"
        for title in "朝昼晩"
    )
    days = f"<div><h2>2006年8月4日</h2>{posts}</div><div><h2>2006年8月3日</h2>{posts}</div>"
    found = find_posts(Page.from_bytes(f"{HEAD}{days}".encode()))
    assert [said(post.date) for post in found] == ["2006-08-04"] * 3 + ["2006-08-03"] * 3


def test_date_and_name_above_the_title_are_of_the_post() -> None:
    html = (
        f"{DIARY}<h1>縁側ブログ</h1><p>2006.10.06 Friday</p><p>author : 花子</p>"
        f"<div class=entry_title>春の畑</div><p>{TEXT}</p><p>{TEXT}</p>"
    )
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert summary(post) == ("blog", "花子", "2006-10-06", "春の畑")


def test_title_of_a_post_may_have_the_mark_that_parts_titles() -> None:
    html = (
        "<title>畑: 春 | 縁側ブログ</title><h1><a href=/>縁側ブログ</a></h1>"
        f"<link rel=alternate type=application/rss+xml href=/f><h2>畑: 春</h2><p>2020-03-26</p>"
        f"<p>{TEXT}</p><p>{TEXT}</p>"
    )
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert said(post.title) == "畑: 春"


def test_post_with_the_title_of_the_page_may_be_short() -> None:
    html = (
        f"{DIARY}<article><span class=date>2014-01-01</span><h1>春の畑</h1>"
        "<p>まだ雪です。</p></article>"
    )
    (post,) = find_posts(Page.from_bytes(html.encode()))
    assert summary(post) == ("blog", None, "2014-01-01", "春の畑")
