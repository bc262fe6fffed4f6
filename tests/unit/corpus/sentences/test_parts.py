"""The sentences of a passage that are Japanese enough, in C as in Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.corpus.sentences.parts import find_parts, split_text

kernel = pytest.importorskip("zaru.text._kernel", reason="the kernel is not compiled")

# Marks, what stands around them, and what rules look at behind them: so that they meet each other.
WORDS = """
    雪 が 降る です ました と言った とても でも なので の も は に を っ て かな よね だった だろう
    みたい くらい ので から けど し、 まで より へ や いる という とか など の新曲 が、 山 テレビ カ
    ー ヺ ヵ ヽ 々 〇 a B z x 。 ． ！ ？ ! ? … ‥ ・・・ ・ ... .. . ♪ ☆ ★ ♡ ｡ 、 ， 〜 ～ 笑 爆
    汗 ｗｗｗ w orz ^ ＾ _ ＿ ; T 1 ２ 「 」 『 』 （ ） ( ) 【 】 “ ” " ' [ ] { } ≪ 〈 〔 (笑)
    （爆） (^_^) (^^) m(_ _)m (T_T) (´・ω・｀) ^^; >_< Yahoo! Word Mr. e.g. No. ab http://a.b/?c=d
    😊 𠮷 � ️ ﾟ ㍿ 한
""".split()
ODD = [" ", "　", "\n", "\t", "\r", "\x00", "\x1f", "\x85", "\xa0", "\u2028", "\u200b", "\ud800"]
SOUPS = st.lists(st.sampled_from([*WORDS, *ODD]), max_size=40).map("".join)
MANY = settings(max_examples=1000, deadline=None)


@given(text=SOUPS | st.text(max_size=60), least=st.sampled_from([0.0, 0.4, 0.6, 1.0]))
@MANY
def test_parts_are_found_as_in_python(text: str, least: float) -> None:
    assert find_parts(text, least) == split_text(text, least)


@pytest.mark.parametrize("inner", [195, 199, 200, 201, 230])
def test_far_brackets_are_left_as_in_python(inner: int) -> None:
    for text in (
        "「" + "雪" * inner + "。」と言う。",
        "（雪。" + "a" * inner + "。）雪。山！」雪。",
    ):
        assert find_parts(text, 0.0) == split_text(text, 0.0)


@pytest.mark.parametrize("around", ["竹{}竹", "竹{}", "{}竹", "竹。{}雪", "竹！{}ト", "（{}竹）。"])
def test_every_character_is_judged_as_in_python(around: str) -> None:
    for first in range(0, 0x110000, 1 if around == "竹{}竹" else 0x101):
        text = around.format(chr(first))
        assert find_parts(text, 0.0) == split_text(text, 0.0), hex(first)


@pytest.mark.parametrize("around", ["竹{}竹。", "竹。{}雪", "竹！{}ト", "（{}竹）。"])
def test_characters_of_japanese_text_are_judged_as_in_python(around: str) -> None:
    for first in (
        *range(0x100),
        *range(0x2000, 0x2800),
        *range(0x3000, 0x3100),
        *range(0xFF00, 0xFFF0),
    ):
        text = around.format(chr(first))
        assert find_parts(text, 0.0) == split_text(text, 0.0), hex(first)


def test_long_texts_are_read_whole() -> None:
    text = "\n".join(["「雪だ。」と言った！ It is snow. 寒い…" * 20] * 20)
    assert find_parts(text, 0.6) == split_text(text, 0.6)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda: kernel.find_parts(b"a", 0.0, None, None, None), id="bytes"),
        pytest.param(lambda: kernel.find_parts("a", "b", None, None, None), id="no-share"),
        pytest.param(lambda: kernel.find_parts("a", 0.0), id="no-rules"),
        pytest.param(lambda: kernel.find_parts("竹w。", 0.0, None, None, None), id="no-function"),
        pytest.param(
            lambda: kernel.find_parts("竹w。", 0.0, lambda *_: "ab", None, None), id="no-mark"
        ),
        pytest.param(
            lambda: kernel.find_parts("竹。と。", 0.0, None, None, lambda *_: 1 / 0), id="raises"
        ),
    ],
)
def test_the_kernel_refuses_what_it_cannot_use(call: Callable[[], object]) -> None:
    with pytest.raises((TypeError, ZeroDivisionError)):
        call()


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of marks: x"):
        kernel.find_parts("竹w。", 0.0, lambda *_: ("x", 1, 2), None, None)
