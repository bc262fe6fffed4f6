from __future__ import annotations

import pytest

from zaru.corpus.posts.comments import find_comment_rows
from zaru.corpus.posts.posts import find_posts, lay_out
from zaru.page import Page


def comments_of(body: str) -> list[str]:
    page = Page.from_bytes(f"<html lang=ja><body><p>本文です。</p>{body}".encode())
    tree = page.tree
    outline = lay_out(page)
    return [
        "".join(tree.text(row).strip() for row in rows if tree.is_text(row))
        for rows in find_comment_rows(outline)
    ]


@pytest.mark.parametrize(
    ("body", "comments"),
    [
        pytest.param(
            "<h3>コメント</h3><p>次郎 2006/08/04</p><p>はい</p><p>花子 2006/08/05</p><p>いいえ</p>",
            ["次郎 2006/08/04はい", "花子 2006/08/05いいえ"],
            id="bylines-before",
        ),
        pytest.param(
            "<h3>コメント(2)</h3><p>はい</p><p>投稿: 次郎 | 2006/08/04</p>"
            "<p>いいえ</p><p>投稿: 花子 | 2006/08/05</p>",
            ["はい投稿: 次郎 | 2006/08/04", "いいえ投稿: 花子 | 2006/08/05"],
            id="bylines-behind",
        ),
        pytest.param(
            "<dl><dt>この記事へのコメント</dt><dt>1.次郎(2006-01-03 02:31)</dt><dd>はい</dd></dl>",
            ["1.次郎(2006-01-03 02:31)はい"],
            id="list-of-terms",
        ),
        pytest.param(
            "<h3>コメント</h3><h3>関連記事</h3><p>次郎 2006/08/04</p><p>はい</p>",
            [],
            id="next-heading-ends-them",
        ),
        pytest.param(
            "<h3>コメント</h3><p>2006/08/04</p><p>はい</p><p>2006/08/05</p><p>いいえ</p>",
            [],
            id="no-names",
        ),
        pytest.param(
            "<p><a href='#c'>コメント</a></p><p>次郎 2006/08/04</p><p>はい</p>",
            [],
            id="only-a-link",
        ),
        pytest.param(
            "<h3>トラックバック</h3><p>Tracked from 次郎 at 2006/08/04</p><p>はい</p>",
            [],
            id="trackbacks",
        ),
        pytest.param(
            "<div class='comment'><p class='author'>次郎</p><p>はい</p>"
            "<div class='comment'><p class='author'>花子</p><p>いいえ</p></div></div>",
            ["次郎はい", "花子いいえ"],
            id="reply-inside",
        ),
        pytest.param(
            "<div class='comment'><p>3 件のコメント</p></div>", [], id="number-of-comments"
        ),
    ],
)
def test_comments_are_found(body: str, comments: list[str]) -> None:
    assert comments_of(body) == comments


FIRST, SECOND = ("次郎", "2006-08-04"), ("花子", "2006-08-05")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "<p class=t>はい、そう思います。</p><p class=b>投稿: 次郎 | 2006/08/04</p>"
            "<p class=t>いいえ、違います。</p><p class=b>投稿: 花子 | 2006/08/05</p>"
            "<p>承認されたものだけが載ります。</p>",
            id="behind-with-a-notice-below",
        ),
        pytest.param(
            "<p>承認されたものだけが載ります。</p><p class=b>次郎 2006/08/04</p>"
            "<p class=t>はい、そう思います。</p><p class=b>花子 2006/08/05</p>"
            "<p class=t>いいえ、違います。</p>",
            id="before-with-a-notice-above",
        ),
        pytest.param(
            "<p class=n>投稿者：次郎</p><p class=d>2006/08/04</p><p>はい、そう思います。</p>"
            "<p class=n>投稿者：花子</p><p class=d>2006/08/05</p><p>いいえ、違います。</p>",
            id="name-above-the-date",
        ),
        pytest.param(
            "<ul><li><p>1 ■<b>次郎</b><p>はい、そう思います。<p>2006/08/04 21:30"
            "<li><p>2 ■<b>花子</b><p>いいえ、違います。<p>2006/08/05 8:10</ul>",
            id="name-above-and-date-below-in-items",
        ),
        pytest.param(
            "<dl><dt>次郎 2006/08/04</dt><dd>はい、そう思います。</dd>"
            "<dt>花子 2006/08/05</dt><dd>いいえ、違います。</dd></dl>",
            id="terms-before",
        ),
        pytest.param(
            "<dl><dt>はい、そう思います。</dt><dd>次郎 (2006/08/04)</dd>"
            "<dt>いいえ、違います。</dt><dd>花子 (2006/08/05)</dd></dl><p>戻る</p>",
            id="terms-behind",
        ),
        pytest.param(
            "<table><tr><th>次郎 2006/08/04<tr><td>はい、そう思います。"
            "<tr><th>花子 2006/08/05<tr><td>いいえ、違います。</table>",
            id="rows-before",
        ),
        pytest.param(
            "<table><tr><td>はい、そう思います。<tr><td align=right class=b>次郎 (2006/08/04)"
            "<tr><td>いいえ、違います。<tr><td align=right class=b>花子 (2006/08/05)</table>",
            id="rows-behind",
        ),
        pytest.param(
            "<table><tr><td>次郎<br>2006/08/04<td>はい、そう思います。"
            "<tr><td>花子<br>2006/08/05<td>いいえ、違います。</table>",
            id="cells",
        ),
        pytest.param(
            "<div><p>はい、そう思います。</p><p>次郎 at 2006/08/04</p></div>"
            "<div><p>いいえ、違います。</p><p>花子 at 2006/08/05</p></div><p>またどうぞ。</p>",
            id="boxes",
        ),
    ],
)
def test_each_comment_has_its_own_author_and_date(body: str) -> None:
    html = (
        "<title>縁側ブログ</title><meta name=generator content=Blogger><div class=post>"
        f"<h2>春の畑</h2><p>2006/08/01</p><p>{'種をまきました。' * 20}</p></div>"
        f"<h3>コメント</h3>{body}"
    )
    page = Page.from_bytes(html.encode())
    comments = [post for post in find_posts(page) if post.type == "comment"]
    said = [(one.author and one.author.text, one.date and one.date.text[:10]) for one in comments]
    assert said == [FIRST, SECOND]
    for one, text in zip(comments, ("はい、そう思います。", "いいえ、違います。"), strict=True):
        held = "".join(page.tree.text(row) for row in one.rows if page.tree.is_text(row))
        assert text in held


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            "<li id=comment-1 class=pingback><cite>次郎の日記</cite><p>2006/08/04<p>引用</li>",
            id="class",
        ),
        pytest.param(
            "<li id=comment-1><cite>次郎の日記</cite><p>ピンバック: 2006/08/04<p>引用</li>",
            id="word",
        ),
        pytest.param(
            "<h3>トラックバック</h3><div class=comment><cite>次郎の日記</cite><p>2006/08/04</p>"
            "<p>引用</p></div><h3>コメント</h3>",
            id="heading",
        ),
    ],
)
def test_trackbacks_are_no_comments(body: str) -> None:
    comment = "<div class=comment><cite>花子</cite><p>2006/08/05</p><p>いいえ</p></div>"
    assert comments_of(body + comment) == ["花子2006/08/05いいえ"]


def test_comments_below_trackbacks_without_a_heading_of_their_own_are_found() -> None:
    comment = "<div class=comment><cite>花子</cite><p>2006/08/05</p><p>いいえ</p></div>"
    assert comments_of(f"<h3>トラックバック(0)</h3>{comment}") == ["花子2006/08/05いいえ"]
