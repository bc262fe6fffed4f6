from __future__ import annotations

import pytest

from zaru.content import template
from zaru.content.template import read_template
from zaru.page import Page


def read(html: str) -> template.Template:
    return read_template(Page.from_bytes(html.encode()).tree)


@pytest.mark.parametrize("has_kernel", [True, False])
def test_numbers_and_what_stands_before_a_path_do_not_count(
    monkeypatch: pytest.MonkeyPatch, *, has_kernel: bool
) -> None:
    if not has_kernel:
        monkeypatch.setattr(template, "_kernel", None)
    one = read("<p class='post-12 wide' id=a><a href='../x.html?b#c'></a><img src=./y.png>")
    other = read("<p class='post-3' id='wide a'><a href=x.html></a><img src='../../y.png#z'>")
    assert one == other
    assert (len(one.names), len(one.addresses)) == (3, 2)
    assert read("<a href='#top'></a><a href></a><a href='?a'>").addresses == frozenset()


def test_pages_of_one_theme_are_of_one_site_when_they_lead_to_the_same_places() -> None:
    theme = "".join(f"<div class={name}>" for name in ("top", "menu", "main", "text", "side"))
    links = "".join(f"<a href={name}.html>" for name in "abcd")
    assert read(theme + links).is_like(read(theme + links + "<a href=e.html>"))
    assert not read(theme + links).is_like(read(theme + "<a href=e.html><a href=f.html>"))
    assert not read(links).is_like(read(links))
