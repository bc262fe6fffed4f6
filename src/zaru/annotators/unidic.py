"""UniDic's tags, as GiNZA and Sudachi use them, as the nearest kinds of word of JUMAN's grammar.

The units differ: UniDic cuts 好き|な and 食べ|た where JUMAN has one word, so a form is the nearest
one that JUMAN has a name for, and た is an auxiliary of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from zaru.annotators.grammar import FORM_IDS, NONE, grammar_fields

Value = TypeVar("Value")

_TABLES: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("unidic.json").read_bytes()
)
# Part of speech and sub-class of JUMAN; the longest beginning of a tag decides.
_KINDS = {tag: names.partition(" ")[::2] for tag, names in _TABLES["kinds"].items()}
# For a form of UniDic the names to try; the first one that the type has is taken.
_FORMS = {form: tuple(names.split()) for form, names in _TABLES["forms"].items()}
# Words that JUMAN classes by themselves: demonstratives, formal nouns, endings.
_WORDS: dict[tuple[str, str], tuple[str, str]] = {
    **{
        ("代名詞", base): ("指示詞", "名詞形態指示詞")
        for base in "これ それ あれ どれ ここ そこ どこ こちら そちら あちら どちら 何".split()
    },
    **{
        ("連体詞", base): ("指示詞", "連体詞形態指示詞")
        for base in "この その あの どの こんな そんな あんな どんな".split()
    },
    **{("副詞", base): ("指示詞", "副詞形態指示詞") for base in "こう そう ああ どう".split()},
    **{("名詞", base): ("名詞", "形式名詞") for base in "こと もの はず わけ つもり".split()},
    **{("助動詞", base): ("判定詞", NONE) for base in "だ です".split()},
    **{
        ("助動詞", base): ("接尾辞", "動詞性接尾辞")
        for base in "ます れる られる せる させる".split()
    },
    **{("助動詞", base): ("接尾辞", "形容詞性述語接尾辞") for base in "ない たい".split()},
}

_ROWS = "カ ガ サ タ ナ バ マ ラ ワ".split()
_TYPES: dict[str, str] = {
    **{f"五段-{row}行": f"子音動詞{row}行" for row in _ROWS},
    "五段-ワア行": "子音動詞ワ行",
    "上一段": "母音動詞",
    "下一段": "母音動詞",
    "カ行変格": "カ変動詞",
    "サ行変格": "サ変動詞",
    "形容詞": "イ形容詞アウオ段",
    "助動詞-ダ": "判定詞",
    "助動詞-デス": "判定詞",
    "助動詞-マス": "動詞性接尾辞ます型",
    "助動詞-レル": "母音動詞",
    "助動詞-ナイ": "イ形容詞アウオ段",
    "助動詞-タイ": "イ形容詞アウオ段",
    "助動詞-ラシイ": "イ形容詞イ段",
    "助動詞-ヌ": "助動詞ぬ型",
    "助動詞-タ": "無活用型",
}
_POLITE = {
    "基本形": "デス列基本形",
    "ダ列基本推量形": "デス列基本推量形",
    "ダ列タ系連用テ形": "デス列タ形",
    "ダ列タ形": "デス列タ形",
    "ダ列基本連体形": "デス列基本形",
}


@lru_cache(maxsize=8192)
def juman_fields(tag: str, inflection: str, base: str, *, is_auxiliary: bool = False) -> str:
    """Return the eight fields of JUMAN's grammar for a word with UniDic's *tag*.

    *inflection* is type and form with a semicolon between them, or empty. *is_auxiliary* says that
    a verb stands behind another one, as いる in 食べている: a suffix, for JUMAN.

    >>> juman_fields("動詞-一般", "五段-ラ行;連用形-促音便", "走る")
    '動詞 2 * 0 子音動詞ラ行 10 タ接連用形 9'
    >>> juman_fields("助動詞", "助動詞-デス;終止形-一般", "です")
    '判定詞 4 * 0 判定詞 25 デス列基本形 30'
    """
    major = tag.partition("-")[0]
    pos, subpos = _WORDS.get((major, base)) or _longest(_KINDS, tag, ("未定義語", "その他"))
    if is_auxiliary and pos == "動詞" and base != "する":
        pos, subpos = "接尾辞", "動詞性接尾辞"
    if major == "形状詞" or tag == "接尾辞-形状詞的":
        type_ = "タル形容詞" if tag == "形状詞-タリ" else "ナ形容詞"
        return grammar_fields(pos, subpos, type_, "語幹")
    return grammar_fields(pos, subpos, *_conjugation(inflection, base))


def _conjugation(inflection: str, base: str) -> tuple[str, str]:
    """Return JUMAN's type and form, `*` for both when the word has none that JUMAN knows."""
    unidic_type, _, unidic_form = inflection.partition(";")
    type_ = _longest(_TYPES, unidic_type, NONE)
    if type_ == "子音動詞カ行" and base.endswith(("行く", "いく", "ゆく")):
        type_ = "子音動詞カ行促音便形"
    elif type_ == "カ変動詞" and base.endswith("来る"):
        type_ = "カ変動詞来"
    elif type_ == "サ変動詞" and base.endswith("ずる"):
        type_ = "ザ変動詞"
    elif type_ == "イ形容詞アウオ段" and base.endswith(("しい", "いい", "きい")):
        type_ = "イ形容詞イ段"
    elif unidic_form == "連用形-ニ":  # 静か|に: for JUMAN a form of the adjective
        type_ = "ナ形容詞"
    candidates = [
        _POLITE.get(form, form) if base == "です" else form
        for form in _longest(_FORMS, unidic_form, ())
    ]
    form = next((form for form in candidates if (type_, form) in FORM_IDS), None)
    return (NONE, NONE) if form is None else (type_, form)


def _longest(table: Mapping[str, Value], name: str, default: Value) -> Value:
    """Return what *table* has for the longest beginning of *name*."""
    keys = [key for key in table if name.startswith(key)]
    return table[max(keys, key=len)] if keys else default
