from __future__ import annotations

import pytest

from zaru.layout.roles import Role, read_roles
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
