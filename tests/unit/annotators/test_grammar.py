"""JUMAN's numbers, against lines of the real JUMAN 7.0 and the dictionary's own names."""

from __future__ import annotations

import re
from pathlib import Path

import jumandic
import pytest

from zaru.annotators.grammar import FORM_IDS, POS_IDS, SUBPOS_IDS, TYPE_IDS, grammar_fields

# Written by juman 7.0.
REAL_LINES = """\
好きな すきな 好きだ 形容詞 3 * 0 ナ形容詞 21 ダ列基本連体形 3
あり あり ある 動詞 2 * 0 子音動詞ラ行 10 基本連用形 8
ます ます ます 接尾辞 14 動詞性接尾辞 7 動詞性接尾辞ます型 31 基本形 2
立 立 立 未定義語 15 その他 1 * 0 * 0
です です だ 判定詞 4 * 0 判定詞 25 デス列基本形 30
ん ん ぬ 助動詞 5 * 0 助動詞ぬ型 27 音便基本形 12
堂々と どうどうと 堂々 形容詞 3 * 0 タル形容詞 24 基本連用形 3
せ せ する 動詞 2 * 0 サ変動詞 16 文語未然形 19
様々の さまざまの 様々だ 形容詞 3 * 0 ナ形容詞特殊 23 ダ列特殊連体形 4
無き なき 無い 形容詞 3 * 0 イ形容詞アウオ段 18 文語連体形 21
　 　 　 特殊 1 空白 6 * 0 * 0
""".splitlines()


@pytest.mark.parametrize("line", REAL_LINES, ids=[line.split()[0] for line in REAL_LINES])
def test_fields_are_those_of_the_real_tool(line: str) -> None:
    pos, _, subpos, _, type_, _, form, _ = line.split(" ")[3:]
    assert line.endswith(f" {grammar_fields(pos, subpos, type_, form)}")


def test_grammar_is_complete() -> None:
    assert (len(POS_IDS), len(SUBPOS_IDS), len(TYPE_IDS), len(FORM_IDS)) == (15, 38, 32, 612)


def test_unknown_name_has_number_zero() -> None:
    assert grammar_fields("新詞", "新種") == "新詞 0 新種 0 * 0 * 0"


def test_every_kind_of_word_in_the_dictionary_has_its_number() -> None:
    data = Path(jumandic.DICDIR, "sys.dic").read_bytes()
    names = "|".join(POS_IDS).encode()
    kinds = set(re.findall(rb"\0((?:%b),[^,\0]+,[^,\0]+,[^,\0]+)," % names, data))
    assert len(kinds) > 1000
    for pos, subpos, type_, form in (kind.decode().split(",") for kind in kinds):
        assert subpos == "*" or (pos, subpos) in SUBPOS_IDS
        assert (type_, form) == ("*", "*") or (type_, form) in FORM_IDS
