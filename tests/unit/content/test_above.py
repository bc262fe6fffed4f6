from __future__ import annotations

import pytest

import zaru
from zaru.content.markdown import write_line

BODY = "<p>A sieve of bamboo is light, and it dries in an hour. It is older than metal.</p>" * 6
HEAD = (
    "<title>How to dry a sieve - Kitchen</title><meta name=author content='Taro *Take*'>"
    "<meta property=article:published_time content=2024-05-06>"
)


def test_what_the_page_says_stands_above_in_the_order_that_was_asked_for() -> None:
    content = zaru.extract(HEAD + BODY)
    assert content.title is not None
    text = content.to_text("date", "title", "author")
    assert text.split("\n")[:3] == ["2024-05-06", content.title, "Taro *Take*"]
    assert text.endswith(content.text)


def test_markdown_has_a_title_and_no_marks_of_the_page() -> None:
    content = zaru.extract(HEAD + BODY)
    title, author, *rest = content.to_markdown("title", "author").split("\n\n")
    assert (title, author) == (f"# {content.title}", r"Taro \*Take\*")
    assert "\n\n".join([title, *rest]) == content.to_markdown()


@pytest.mark.parametrize("heading", ["How to dry a sieve", "How to<br>dry a sieve"])
def test_a_title_that_the_content_has_is_not_said_twice(heading: str) -> None:
    content = zaru.extract(f"{HEAD}<article><h1>{heading}</h1>{BODY}</article>", favour="recall")
    assert content.blocks[0].role == "title"
    text = content.to_text("title", "date")
    assert text.replace("\n", " ").count("How to dry a sieve") == 1
    assert text == content.text.replace(
        content.blocks[0].text, f"{content.blocks[0].text}\n2024-05-06", 1
    )
    assert content.to_markdown("title", "date").split("\n\n")[1] == "2024-05-06"


def test_what_the_page_does_not_say_is_left_out() -> None:
    content = zaru.extract(BODY)
    assert content.to_text("author", "date") == content.text
    assert content.to_markdown("author", "date") == content.to_markdown()


@pytest.mark.parametrize(
    ("text", "line"),
    [("# no heading", r"\# no heading"), ("1. no list", r"1\. no list"), ("<b>", r"\<b\>")],
)
def test_an_author_is_a_line_of_text(text: str, line: str) -> None:
    assert write_line(text) == line
