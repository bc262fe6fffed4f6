from __future__ import annotations

import pytest

import zaru
from zaru.content.explanation import explain_kind
from zaru.content.extraction import build_content, judge
from zaru.page import Page

MENU = "<nav><ul>" + "".join(f"<li><a href=/{n}>Shelf {n}</a>" for n in range(3)) + "</ul></nav>"


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("You need to enable JavaScript to run this app.", "script"),
        ("JavaScript is disabled in your browser.", "script"),
        ("Bitte aktivieren Sie JavaScript in Ihrem Browser.", "script"),
        ("このサイトではJavaScriptを有効にしてください。", "script"),
        ("Sorry, the page that you are looking for does not exist.", "not found"),
        ("お探しのページは見つかりませんでした。", "not found"),
        ("Die Seite wurde nicht gefunden, oder sie ist umgezogen.", "not found"),
        ("Cette page est introuvable.", "not found"),
        ("Страница не найдена, или ее больше нет.", "not found"),
        ("Access denied. You have no permission to view this.", "refused"),
        ("Checking your browser before the shop opens.", "refused"),
        ("We and our partners use cookies. Accept all, or choose.", "consent"),
        ("このサイトではCookieの使用に同意していただきます。", "consent"),
    ],
)
def test_a_notice_is_no_content_and_says_why(text: str, notice: str) -> None:
    content = zaru.extract(f"<title>Shop</title>{MENU}<main><h1>Shop</h1><p>{text}</p></main>")
    assert (content.text, content.blocks, content.notice) == ("", (), notice)
    assert content.to_json()["notice"] == notice
    assert content.to_markdown() == "# Shop\n"  # what the page says of itself, as in all Markdown


@pytest.mark.parametrize(
    "text",
    [
        "Today I went to the lake. It was cold, and I found a page of an old book.",
        "The recipe needs flour, eggs and a sieve. The cookies are done in ten minutes.",
        "今日は湖に行きました。ページをめくる風が冷たかった。",
        "I have read 404 books, and none of them was about sieves.",
        "A small library for charts. It supports JavaScript and Python, and needs nothing else.",
        "The job requires JavaScript, and interactive maps in JavaScript are a plus.",
        "We bake the cookies ourselves, and our neighbours eat them.",
    ],
)
def test_a_short_text_is_a_content(text: str) -> None:
    content = zaru.extract(
        f"<title>My day</title><div class=post><h2>My day</h2><p>{text}</p></div>"
    )
    assert text in content.text
    assert content.notice is None


def test_a_long_text_may_speak_of_notices() -> None:
    text = "The page was not found, said the browser, and so we went to look for it ourselves. "
    content = zaru.extract(f"<title>Lost</title><article><h1>Lost</h1><p>{text * 6}</p></article>")
    assert content.notice is None
    assert "not found" in content.text


def test_an_explanation_says_that_nothing_is_kept() -> None:
    page = Page.from_bytes(b"<p>You need to enable JavaScript to run this app.")
    assert "a notice, script" in explain_kind(build_content(page, judge(page)))
