from __future__ import annotations

import pytest

import zaru
from zaru.content.comments import Wish, treat_comments

BODY = "<p>A sieve of bamboo is light, and it dries in an hour. It is older than metal.</p>"
COMMENT = "<li class=comment><cite>taro</cite><p>I dry mine for two hours, no. {0}.</p></li>"
PAGE = (
    f"<title>Sieves</title><article><h1>Sieves</h1>{BODY * 6}</article>"
    "<section class=comments-area><h2>3 comments</h2><ol class=comment-list>"
    f"{''.join(map(COMMENT.format, range(3)))}</ol>"
    "<form class=comment-form><p>Leave a comment</p></form></section>"
    f"<p>{BODY}</p>"
)


def test_all_comments_are_kept_in_their_order() -> None:
    lines = treat_comments(zaru.extract(PAGE), "on").text.split("\n")
    found = [line for line in lines if line.startswith("I dry mine")]
    assert found == [f"I dry mine for two hours, no. {number}." for number in range(3)]
    assert "Leave a comment" not in lines


def test_no_comment_is_left() -> None:
    everything = treat_comments(zaru.extract(PAGE, favour="recall"), "on")
    content = treat_comments(everything, "off")
    assert "I dry mine" not in content.text
    assert "comments" not in content.text
    assert content.text.count("older than metal") >= 6


@pytest.mark.parametrize("wish", ["auto", "on", "off"])
def test_spans_are_true_and_none_is_there_twice(wish: Wish) -> None:
    raw = PAGE.encode()
    content = treat_comments(zaru.extract(raw), wish)
    assert len(set(content.spans)) == len(content.spans)
    for one in content.kept:
        offset, length = one.segment.span
        assert raw[offset : offset + length].decode() == one.text
    assert content.to_json()["text"] == content.text


def test_what_is_left_alone_is_the_same_content() -> None:
    content = zaru.extract(PAGE)
    assert treat_comments(content, "auto") is content
    plain = zaru.extract(BODY)
    assert treat_comments(plain, "on").text == treat_comments(plain, "off").text == plain.text
