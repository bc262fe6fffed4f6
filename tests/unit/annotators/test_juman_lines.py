"""JUMAN's and KNP's lines, read back."""

from __future__ import annotations

import pytest

from zaru.annotators.juman_lines import read_text
from zaru.errors import ToolCrashed

TAIL = "名詞 6 普通名詞 1 * 0 * 0 NIL"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        pytest.param([], "", id="no-words"),
        pytest.param([f"雨 あめ 雨 {TAIL}"], "雨", id="word"),
        pytest.param([f"雨 あめ 雨 {TAIL}", f"@ 雨 う 雨 {TAIL}"], "雨", id="other-reading"),
        pytest.param(
            ["# S-ID:1", "* -1D", "+ -1D <文頭>", f"雨 あめ 雨 {TAIL} <自立>"], "雨", id="knp"
        ),
        pytest.param([r"\  \  \  特殊 1 空白 6 * 0 * 0 NIL"], "", id="blank-of-juman"),
        pytest.param([r"\␣ \␣ \␣ 特殊 1 空白 6 * 0 * 0 NIL"], "", id="blank-of-jumanpp"),
        pytest.param(["　 　 　 特殊 1 空白 6 * 0 * 0 NIL"], "", id="wide-blank"),
        pytest.param([r"\ \ \ 特殊 1 記号 5 * 0 * 0 NIL"], "\\", id="backslash"),
        pytest.param([f"EOS EOS EOS {TAIL}"], "EOS", id="the-word-EOS"),
        pytest.param([f"# # # {TAIL}", f"* * * {TAIL}", f"@ @ @ {TAIL}"], "#*@", id="signs"),
        pytest.param(
            ["有る ある 有る 動詞 2 * 0 子音動詞ラ行 10 基本形 2"], "有る", id="no-meaning"
        ),
    ],
)
def test_text_is_read(lines: list[str], text: str) -> None:
    assert read_text("\n".join([*lines, "EOS", ""])) == text


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("", id="empty"),
        pytest.param(f"雨 あめ 雨 {TAIL}\n", id="no-end"),
        pytest.param("Segmentation fault\nEOS\n", id="message"),
        pytest.param("雨\nEOS\n", id="one-field"),
        pytest.param("雨 あめ 雨 noun 6 common 1 * 0 * 0 NIL\nEOS\n", id="unknown-part-of-speech"),
        pytest.param(f"EOS\n雨 あめ 雨 {TAIL}\nEOS\n", id="two-answers"),
    ],
)
def test_what_is_not_juman_is_refused(answer: str) -> None:
    with pytest.raises(ToolCrashed):
        read_text(answer)
