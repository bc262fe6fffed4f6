"""Pages that end inside of a comment or of raw text, and have no text but that."""

from __future__ import annotations

import pytest

from zaru.dom.unclosed import find_unclosed, noscript_end, undo_unclosed
from zaru.page import Page


@pytest.mark.parametrize(
    ("page", "text"),
    [
        pytest.param("<title>A zaru\n<body><p>ざる is a sieve.", "ざる is a sieve.", id="title"),
        pytest.param("<TITLE lang=ja>A</titlevalue><p>A sieve.", "A sieve.", id="broken end tag"),
        pytest.param("<body><textarea rows=2>\n<p>A sieve.", "A sieve.", id="textarea"),
        pytest.param("<!-- menu <a>\n<p>A sieve.</p>", "A sieve.", id="comment"),
        pytest.param("<script>var a;\n<p>A sieve.</p>", "A sieve.", id="script"),
        pytest.param("<title>A\n<p>A sieve.<!-- b\n c", "A sieve.", id="one in the other"),
        pytest.param("<!-- a\n<!-- b\n<p>A sieve.", "A sieve.", id="two comments"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp"])
def test_swallowed_text_is_read_at_its_bytes(page: str, text: str, encoding: str) -> None:
    raw = f"<meta charset={encoding}>{page}".encode(encoding)
    made = Page.from_bytes(raw)
    blocks = [block for block in made.tree.blocks if block.text == text]
    assert blocks, [block.text for block in made.tree.blocks]
    offset, length = blocks[-1].span or (0, 0)
    assert raw[offset : offset + length].decode(encoding) == text


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("<title>A zaru</title><p>A sieve.<!-- and <p>more", id="other text"),
        pytest.param("<p>A sieve.<script>var a;\n<p>more", id="a script behind text"),
    ],
)
def test_a_page_with_text_is_read_as_the_standard_says(page: str) -> None:
    assert [block.text for block in Page.from_bytes(page.encode()).tree.blocks if block.text] == [
        "A sieve."
    ]


@pytest.mark.parametrize(
    "inside", ["<iframe src=/t />", "<IFRAME>", "<!-- a", "<style>p {", "<title>"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis"])
def test_nothing_in_a_noscript_swallows_what_is_behind_it(inside: str, encoding: str) -> None:
    raw = f"<p>Menu<noscript>{inside}</noscript><p>ざる is <b>a sieve</b>.".encode(encoding)
    made = Page.from_bytes(b"<meta charset=%b>%b" % (encoding.encode(), raw))
    blocks = [block for block in made.tree.blocks if block.text]
    assert [block.text for block in blocks] == ["Menu", "ざる is a sieve."]
    offset, length = blocks[1].span or (0, 0)
    said = made.raw[offset : offset + length].decode(encoding)
    assert said == "ざる is <b>a sieve</b>."


def test_what_stands_behind_a_noscript_is_not_in_it() -> None:
    source = b"<noscript>a</noscript><noscripts><NOSCRIPT >b<iframe></noscript\n>c<iframe>"
    assert noscript_end(source, source.find(b"<iframe")) == source.find(b"</noscript\n")
    assert noscript_end(source, source.rfind(b"<iframe")) == -1
    assert noscript_end(b"<noscript><iframe>", 10) == -1


def test_a_page_without_any_text_stays_empty() -> None:
    for page in (b"<title>A zaru</title><!-- nothing -->", b"<!-- -->", b"", b"<script>"):
        assert not any(block.text for block in Page.from_bytes(page).tree.blocks)


def test_a_comment_that_ends_with_the_file_swallows_nothing() -> None:
    assert undo_unclosed(b"<!-- a -->", 0) is None


def test_what_is_unclosed_is_found_by_names() -> None:
    assert find_unclosed(b"<TITLE>a</title><style>") == 16
    assert find_unclosed(b"<title>a</title><p>b") == -1
