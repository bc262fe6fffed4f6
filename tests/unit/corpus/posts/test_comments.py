from __future__ import annotations

import pytest

from zaru.corpus.posts.comments import find_comment_rows
from zaru.corpus.posts.dates import Sheet
from zaru.corpus.posts.marks import lay_out, read_roles
from zaru.layout.lines import read_lines
from zaru.page import Page


def comments_of(body: str) -> list[str]:
    tree = Page.from_bytes(f"<body><p>本文です。</p>{body}".encode()).tree
    sheet = Sheet(lay_out(tree, read_roles(tree)), read_lines(tree), language="ja")
    return [
        "".join(tree.text(row).strip() for row in rows if tree.is_text(row))
        for rows in find_comment_rows(sheet)
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
