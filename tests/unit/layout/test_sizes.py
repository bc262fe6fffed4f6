from __future__ import annotations

from zaru.layout.sizes import read_sizes
from zaru.page import Page


def test_white_space_and_what_is_not_read_do_not_count() -> None:
    tree = Page.from_bytes(b"<p>a b<script>var x</script>\n<b>c</b>").tree
    assert read_sizes(tree).size(0, len(tree)) == 3


def test_text_in_links_is_counted_apart() -> None:
    tree = Page.from_bytes(b"<p>abc<a href=/x>d<b>ef</b></a><a name=y>g</a>").tree
    sizes = read_sizes(tree)
    assert sizes.link_size(0, len(tree)) == 3
    assert sizes.link_share(0, len(tree)) == 3 / 7
    assert sizes.link_share(0, 1) == 0.0


def test_sizes_are_measured_once() -> None:
    tree = Page.from_bytes(b"<p>abc").tree
    assert read_sizes(tree) is read_sizes(tree)
