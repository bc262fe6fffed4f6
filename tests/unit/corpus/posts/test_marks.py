from __future__ import annotations

import pytest

from zaru.corpus.posts.marks import Role, lay_out, read_roles
from zaru.page import Page


@pytest.mark.parametrize(
    ("tag", "roles"),
    [
        pytest.param("<div class='hentry'>", Role.POST | Role.FEED, id="wordpress"),
        pytest.param("<div class='c-post2 x'>", Role.NAMED, id="word-of-a-name"),
        pytest.param("<div class='postal'>", 0, id="part-of-a-word"),
        pytest.param("<div class='hentry type-page'>", 0, id="page-of-wordpress"),
        pytest.param("<div class='entry_body'>", Role.BODY | Role.NAMED, id="underscore"),
        pytest.param("<div class='POST_BODY'>", Role.BODY | Role.NAMED, id="upper-case"),
        pytest.param("<div class='post__content'>", Role.BODY | Role.NAMED, id="bem"),
        pytest.param("<li id='comment-123'>", Role.COMMENT, id="numbered"),
        pytest.param("<a class='comment'>", 0, id="link-to-comments"),
        pytest.param(
            "<div itemtype='https://schema.org/BlogPosting'>", Role.POST | Role.WORK, id="microdata"
        ),
        pytest.param("<span property='schema:datePublished'>", Role.DATE, id="rdfa"),
        pytest.param("<a rel='author nofollow'>", Role.AUTHOR, id="rel"),
        pytest.param("<p class='intro'>", 0, id="nothing"),
    ],
)
def test_attributes_give_roles(tag: str, roles: int) -> None:
    tree = Page.from_bytes(f"<body>{tag}あ".encode()).tree
    row = next(row for row in range(len(tree)) if not tree.is_text(row) and tree.pairs(row))
    assert read_roles(tree)[row] == roles


def test_side_bars_are_no_part_of_the_main_size() -> None:
    html = "<body><p>本文<a href='/x'>他所</a></p><script>x</script><nav>欄外</nav>"
    tree = Page.from_bytes(html.encode()).tree
    assert lay_out(tree, read_roles(tree)).main_size == 4


def test_what_holds_most_of_the_prose_is_no_side_bar() -> None:
    html = "<body><div class=widget><p>本文は長い</p></div><div class=widget>欄外</div>"
    tree = Page.from_bytes(html.encode()).tree
    assert lay_out(tree, read_roles(tree)).main_size == 5
