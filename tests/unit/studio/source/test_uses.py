"""From a byte to what uses it."""

from __future__ import annotations

import pytest

from zaru.page import Page
from zaru.studio.source.uses import find_fields, find_uses
from zaru.wrappers.learning import learn

TEXT = "竹で編んだざるは、そばを盛るのにも、野菜の水を切るのにも使われています。"
HTML = (
    "<html lang=ja><head><title>ざる</title></head><body><h1>ざる</h1>"
    f"<p>{TEXT}</p><p>夏には<ruby>枝豆<rt>えだまめ</rt></ruby>を盛ります。とても涼しげです。</p>"
    "<p>値段は<b>1,200</b>円です。</p></body></html>"
)


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp"])
def test_every_use_can_be_sliced_out_of_the_file(encoding: str) -> None:
    page = Page.from_bytes(HTML.encode(encoding), source="a.html")
    uses = find_uses(page)
    assert {use.kind for use in uses} == {"block", "metadata", "sentence"}
    for use in uses:
        if "<" not in page.source(use.span):
            assert page.source(use.span) == use.text


def test_a_byte_belongs_to_the_block_and_to_its_sentence() -> None:
    page = Page.from_bytes(HTML.encode())
    byte = page.raw.index("とても".encode())
    kinds = {(use.kind, use.text) for use in find_uses(page) if use.covers(byte)}
    assert ("sentence", "とても涼しげです。") in kinds
    assert any(kind == "block" and "枝豆" in text for kind, text in kinds)


def test_fields_of_a_wrapper_are_uses() -> None:
    page = Page.from_bytes(HTML.encode(), source="a.html")
    wrapper = learn([page], [{"page": "a.html", "field": "price", "values": ["1,200"]}])
    (use,) = find_fields(wrapper.apply(page))
    assert (use.name, use.text, page.source(use.span)) == ("price", "1,200", "1,200")
