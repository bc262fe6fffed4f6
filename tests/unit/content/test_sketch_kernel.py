"""The kernel in C and its reference in Python make the same sketches and templates."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.soup import encoded_soups

from zaru.content import sketch, template
from zaru.content.segments import find_segments
from zaru.dom import BLOCK_TAGS, UNREAD_TAGS, Tree
from zaru.layout.head import Head
from zaru.page import Page

kernel = pytest.importorskip("zaru.content._kernel", reason="the kernel is not compiled")

EXAMPLES = Path(__file__).parents[3] / "examples"
PAGES = sorted(EXAMPLES.rglob("*.html"))
CASES = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
ODD = {
    "no-text": "<p class=a>",
    "white": "<p>a\u3000\u3000b\xa0 c\x1cd\u2028e\x85f<pre> g\n\n h </pre>",
    "capitals": "<p>ÀÉÎ ТОВАР ＡＢ Ⱥ \u212a Ǆ<p>ΟΔΥΣΣΕΥΣ ΚΑΙ ΣΙΑ<p>İSTANBUL  İ\nΣ",
    "digits": "<p>" + "A long text with 12 numbers in it, 3 of them alone, and 007. " * 3,
    "one-digit": "<p>" + "A long text with the number 0 in it, which stays what it is. " * 2,
    "blocks": "".join(f"<p>{'x' * size}" for size in (59, 60, 61, 127, 128, 129, 255, 256, 257)),
    "title": "<title>A Sieve  of Bamboo | Shop</title><h1> a sieve of bamboo </h1><p>Shop<p>shop |",
    "long-title": "<title>Sieve</title><p>Sieves and more<p>sieve<p>\u3000sieve",
    "labels": "<h2 id=part-1 class=x9>a</h2><div class='a１２ b' id=é7>b</div><x-y id=4>c",
    "long-values": f"<div class='{'a1 ' * 40000}' id='{'b2' * 40000}'>a<p class='{'é' * 70000}'>b",
    "references": "<p class='a&amp;b' id='&#49;2'>a<p class='a&amp;b' id='12'>b",
    "names": "<p class=' a\tb\x1cc\xa0d\u3000e １２ é9 '>x<p class=a id='a a'>",
    "addresses": "<a href='./../.../x'><a href='..'><a href='../'><a href='a/../b?c#d'>"
    "<a href='/é#?'><img src='#'><img src='.x/y'><a href=x src='x?'>",
    "many": "".join(f"<p class=c{chr(97 + n % 26)}{chr(97 + n // 26)} id=i>" for n in range(400)),
    "svg": "<svg class=a><text id=b>x</text></svg><math><mi class=c>y</math>",
    "xml": "<?xml version='1.0'?><body class='a'><p id='b1' class='é'>x ΑΣ</p><p>Y</p></body>",
}


def tree_of(raw: bytes, charset: str | None = None) -> Tree:
    return Page.from_bytes(raw, charset=charset).tree


def assert_same(tree: Tree) -> None:
    limit = tree.limits.max_attribute_chars
    make_label = partial(sketch._make_label, limit)
    title = next(map(tree.text, Head(tree).titles), "")
    asked = tree.columns, BLOCK_TAGS, UNREAD_TAGS, title, make_label, limit
    assert kernel.sketch_page(*asked) == sketch._sketch_page(tree, title, make_label)
    own = template.read_template(tree)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(template, "_kernel", None)
        assert own == template.read_template(tree)


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(EXAMPLES)) for path in PAGES])
def test_example_page_is_the_same(path: Path) -> None:
    assert_same(tree_of(path.read_bytes()))


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("charset", ["utf-8", "shift_jis", "utf-16-le"])
def test_odd_page_is_the_same(name: str, charset: str) -> None:
    assert_same(tree_of(ODD[name].encode(charset, "xmlcharrefreplace"), charset))


@settings(max_examples=200, deadline=None)
@given(encoded_soups())
def test_soup_is_the_same(soup: tuple[bytes, str]) -> None:
    assert_same(tree_of(*soup))


def test_every_character_is_folded_in_the_same_way() -> None:
    lines = "".join(f"<p>x{CASES[at : at + 500]}x" for at in range(0, len(CASES), 500))
    assert_same(tree_of(lines.encode()))


@given(st.text(max_size=300))
def test_digests_are_those_of_hashlib(text: str) -> None:
    tree = tree_of(f"<p>{text}".encode("utf-8", "replace"))
    scores = np.zeros(len(find_segments(tree)))
    folded = [sketch._fold(segment.text) for segment in find_segments(tree)]
    assert sketch.sketch_tree(tree, scores).texts == b"".join(map(sketch._digest, folded))


def test_a_function_that_fails_costs_the_sketch() -> None:
    def fail(*_: str) -> str:
        raise KeyError

    columns = tree_of("<p class=é>a".encode()).columns
    with pytest.raises(KeyError):
        kernel.sketch_page(columns, BLOCK_TAGS, UNREAD_TAGS, "", fail, 99)
    with pytest.raises(KeyError):
        kernel.read_template(columns, fail, 9, 9)
    with pytest.raises(TypeError):
        kernel.read_template("", fail, 9, 9)
