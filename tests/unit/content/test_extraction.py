"""From a page to its content."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import zaru
from zaru.content.content import ROLES, ContentBlock
from zaru.content.extraction import Choice, extract_chosen, restore_content
from zaru.errors import FormatError

EXAMPLES = Path(__file__).parents[3] / "examples"


def read_example(name: str) -> zaru.Page:
    (page,) = zaru.read([EXAMPLES / name])
    assert isinstance(page, zaru.Page)
    return page


def test_an_article_keeps_its_body_and_loses_menus_and_footer() -> None:
    content = zaru.extract(read_example("shinbun/news/local/20090116_01.html"))
    assert "後継者不足などを理由に" in content.text
    assert "問い合わせは同漁協" in content.text
    assert "購読のご案内" not in content.text
    assert "無断転載" not in content.text
    assert content.language == "ja"
    assert content.date is not None
    assert content.date.startswith("2009-01-16")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("shinbun/news/local/20090116_01.html", id="shift_jis"),
        pytest.param("shinbun/news/economy/20090113_01.html", id="crlf"),
        pytest.param("blog/2015/04/fuenf-tomaten-fuer-den-balkon/index.html", id="entities"),
        pytest.param("shop/products/gillside-cool-box-22l.html", id="broken"),
    ],
)
def test_every_block_says_where_it_stands(name: str) -> None:
    page = read_example(name)
    content = zaru.extract(page)
    assert content.blocks
    for block in content.blocks:
        offset, length = block.span
        written = page.raw[offset : offset + length].decode(page.decoded.codec, "replace")
        assert block.role in ROLES
        if block.role == "image":
            assert written.startswith("<img")
        else:
            assert written[:1] in (block.text[:1], "&")
            assert written[-1:] in (block.text[-1:], ";") or written.endswith(block.text[-1])


def test_metadata_say_where_they_stand() -> None:
    page = read_example("blog/2015/04/fuenf-tomaten-fuer-den-balkon/index.html")
    content = zaru.extract(page)
    assert content.metadata.title is not None
    assert content.metadata.title.span is not None
    offset, length = content.metadata.title.span
    assert page.raw[offset : offset + length].decode() == content.title


def test_roles_are_what_the_markup_says() -> None:
    page = read_example("blog/2015/04/fuenf-tomaten-fuer-den-balkon/index.html")
    content = zaru.extract(page, favour="recall")  # the caption is a close call
    roles = [block.role for block in content.blocks]
    assert roles.count("title") == 1
    assert roles.count("table") > 10
    assert {"paragraph", "caption", "image"} <= set(roles)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param("<p>A sieve of bamboo holds rice.</p>", id="text"),
        pytest.param(b"<p>A sieve of bamboo holds rice.</p>", id="bytes"),
    ],
)
def test_bytes_and_texts_are_pages_too(given: str | bytes) -> None:
    content = zaru.extract(given, url="https://zaru.example/a")
    assert content.text == "A sieve of bamboo holds rice."
    assert content.url == "https://zaru.example/a"


@pytest.mark.parametrize("html", ["", "<p>", "<script>1</script>", "<!-- x -->"])
def test_a_page_without_text_has_no_blocks(html: str) -> None:
    content = zaru.extract(html)
    assert content.blocks == ()
    assert content.text == ""


def test_a_page_with_text_keeps_at_least_one_block() -> None:
    assert zaru.extract("<nav><a href=/>Home</a></nav>").blocks


def test_recall_keeps_what_precision_keeps() -> None:
    page = read_example("shop/products/larkrise-2-tent.html")
    precise = {block.span for block in zaru.extract(page, favour="precision").blocks}
    generous = {block.span for block in zaru.extract(page, favour="recall").blocks}
    assert precise < generous


def test_json_has_all_keys_in_order() -> None:
    keys = list(zaru.extract("<p>x").to_json())
    assert keys[:12] == [
        "page", "offset", "url", "encoding", "codec", "language", "title", "author", "date",
        "text", "markdown", "blocks",
    ]  # fmt: skip
    json.dumps(zaru.extract("<p>x").to_json())


def test_a_large_page_is_fine() -> None:
    html = "<body>" + "<div><p>Many words in a row make a page long.</p></div>" * 90_000
    content = zaru.extract(html)
    assert len(content.blocks) > 1000


@pytest.mark.parametrize("site", ["blog", "shinbun", "shop"])
def test_a_content_is_restored_from_its_blocks(site: str) -> None:
    pages = [page for page in zaru.read([EXAMPLES / site]) if isinstance(page, zaru.Page)]
    for content in zaru.PageSet(pages).contents():
        blocks = [ContentBlock(one.role, one.text, one.span) for one in content.blocks]
        restored = restore_content(content.page, blocks, content.text)
        assert restored.blocks == content.blocks
        assert restored.to_json() == content.to_json()


CREDITED = "<body><h2>a</h2><p>by Ann</p><p>ann was here</p><p>ann was here</p>"


def test_credits_stay_beside_the_text_of_a_restored_content() -> None:
    page = zaru.Page.from_bytes(CREDITED.encode())
    blocks = [
        ContentBlock("credit", "by Ann", (19, 6)),
        ContentBlock("paragraph", "ann was here", (51, 12)),
    ]
    restored = restore_content(page, blocks, "ann was here")
    assert restored.text == "ann was here"
    assert [block.role for block in restored.blocks] == ["credit", "paragraph"]
    assert [block.span for block in restored.blocks] == [(19, 6), (51, 12)]


def test_masked_texts_stay_masked_in_a_restored_content() -> None:
    page = zaru.Page.from_bytes(b"<p>Call 03-1234-5678 now.")
    masked = "Call ████████████ now."
    restored = restore_content(page, [ContentBlock("paragraph", masked, (3, 22))], masked)
    assert restored.text == masked
    assert restored.blocks[0].text == masked


@pytest.mark.parametrize("span", [(3, 2), (500, 4)], ids=["part", "outside"])
def test_blocks_of_another_page_are_refused(span: tuple[int, int]) -> None:
    page = zaru.Page.from_bytes(b"<p>text", source="a.html")
    with pytest.raises(FormatError, match=r"a.html at byte \d+: the block .* is not on the page"):
        restore_content(page, [ContentBlock("paragraph", "text", span)], "text")


def test_a_trail_of_sections_is_no_credit() -> None:
    page = zaru.Page.from_bytes(
        b"<p><a href=/>Home</a> &gt; <a href=/n>News</a> &gt; Sieves</p>"
        b"<p>By <a href=/ann>Ann Reed</a>, 3 May</p><p>A sieve of bamboo holds rice.</p>"
    )
    marks = np.array([True, True, False])
    content = extract_chosen(page, Choice(~marks, marks, np.zeros(3, np.bool_)))
    assert [block.text for block in content.blocks] == [
        "By Ann Reed, 3 May",
        "A sieve of bamboo holds rice.",
    ]
