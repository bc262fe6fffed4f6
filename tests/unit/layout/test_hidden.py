from __future__ import annotations

import pytest

from zaru.layout.hidden import find_hidden
from zaru.page import Page


@pytest.mark.parametrize(
    ("markup", "hidden"),
    [
        pytest.param("<p style='display: none'>竹<p>笊", ["竹"], id="style"),
        pytest.param("<p style='color:red; DISPLAY:none'>竹", ["竹"], id="upper-case"),
        pytest.param("<div hidden><p>竹<b>細工</b></div>笊", ["竹", "細工"], id="attribute"),
        pytest.param("<p style='x-display:none'>竹", [], id="other-property"),
        pytest.param("<p>display:none <b>竹</b>", [], id="words"),
        pytest.param("<body style='display:none'><p>竹", [], id="all-of-the-page"),
        pytest.param("<?xml version='1.0'?><a hidden='1'>竹</a>", [], id="xml"),
    ],
)
def test_hidden_texts(markup: str, hidden: list[str]) -> None:
    tree = Page.from_bytes(markup.encode()).tree
    assert [tree.text(row) for row in sorted(find_hidden(tree)) if tree.is_text(row)] == hidden
