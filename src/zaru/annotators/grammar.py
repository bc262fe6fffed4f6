"""JUMAN's grammar: the numbers of its parts of speech, conjugation types and forms.

The numbers are places in lists, as in JUMAN's own grammar files: the first sub-class of a part of
speech is 1, and 0 is "none", written `*`. They are those of JUMAN 7 and Juman++ 2.
"""

from __future__ import annotations

from functools import lru_cache

NONE = "*"

_SUBCLASSES: dict[str, str] = {
    "特殊": "句点 読点 括弧始 括弧終 記号 空白",
    "動詞": "",
    "形容詞": "",
    "判定詞": "",
    "助動詞": "",
    "名詞": ("普通名詞 サ変名詞 固有名詞 地名 人名 組織名 数詞 形式名詞 副詞的名詞 時相名詞"),
    "指示詞": "名詞形態指示詞 連体詞形態指示詞 副詞形態指示詞",
    "副詞": "",
    "助詞": "格助詞 副助詞 接続助詞 終助詞",
    "接続詞": "",
    "連体詞": "",
    "感動詞": "",
    "接頭辞": "名詞接頭辞 動詞接頭辞 イ形容詞接頭辞 ナ形容詞接頭辞",
    "接尾辞": (
        "名詞性述語接尾辞 名詞性名詞接尾辞 名詞性名詞助数辞 名詞性特殊接尾辞 "
        "形容詞性述語接尾辞 形容詞性名詞接尾辞 動詞性接尾辞"
    ),
    "未定義語": "その他 カタカナ アルファベット 未対応表現",
}

_VERB_WITHOUT_CONTRACTION = (
    "語幹 基本形 未然形 意志形 省略意志形 命令形 基本条件形 基本連用形 タ接連用形 タ形 "
    "タ系推量形 タ系省略推量形 タ系条件形 タ系連用テ形 タ系連用タリ形 タ系連用チャ形"
)
_VERB = f"{_VERB_WITHOUT_CONTRACTION} 音便条件形"
_SURU_VERB = f"{_VERB} 文語基本形 文語未然形 文語命令形"
_I_ADJECTIVE = (
    "語幹 基本形 命令形 基本推量形 基本省略推量形 基本条件形 基本連用形 タ形 タ系推量形 "
    "タ系省略推量形 タ系条件形 タ系連用テ形 タ系連用タリ形 タ系連用チャ形 タ系連用チャ形２ "
    "音便条件形 音便条件形２ 文語基本形 文語未然形 文語連用形 文語連体形 文語命令形 エ基本形"
)
_DA_GUESS = "ダ列基本推量形 ダ列基本省略推量形 ダ列基本条件形"
_DA_PAST = (
    "ダ列タ形 ダ列タ系推量形 ダ列タ系省略推量形 ダ列タ系条件形 ダ列タ系連用テ形 "
    "ダ列タ系連用タリ形 ダ列タ系連用ジャ形 ダ列文語基本形 ダ列文語連体形 ダ列文語条件形 "
    "デアル列基本形 デアル列命令形 デアル列基本推量形 デアル列基本省略推量形 "
    "デアル列基本条件形 デアル列基本連用形 デアル列タ形 デアル列タ系推量形 "
    "デアル列タ系省略推量形 デアル列タ系条件形 デアル列タ系連用テ形 デアル列タ系連用タリ形 "
    "デス列基本形 デス列音便基本形 デス列基本推量形 デス列音便基本推量形 "
    "デス列基本省略推量形 デス列音便基本省略推量形 デス列タ形 デス列タ系推量形 "
    "デス列タ系省略推量形 デス列タ系条件形 デス列タ系連用テ形 デス列タ系連用タリ形"
)
_YA = (
    "ヤ列基本形 ヤ列基本推量形 ヤ列基本省略推量形 ヤ列タ形 ヤ列タ系推量形 ヤ列タ系省略推量形 "
    "ヤ列タ系条件形 ヤ列タ系連用タリ形"
)

_FORMS: dict[str, str] = {
    "母音動詞": f"{_VERB} 文語命令形",
    "子音動詞カ行": _VERB,
    "子音動詞カ行促音便形": _VERB,
    "子音動詞ガ行": _VERB,
    "子音動詞サ行": _VERB,
    "子音動詞タ行": _VERB,
    "子音動詞ナ行": _VERB,
    "子音動詞バ行": _VERB,
    "子音動詞マ行": _VERB,
    "子音動詞ラ行": _VERB,
    "子音動詞ラ行イ形": _VERB,
    "子音動詞ワ行": _VERB_WITHOUT_CONTRACTION,
    "子音動詞ワ行文語音便形": _VERB_WITHOUT_CONTRACTION,
    "カ変動詞": _VERB,
    "カ変動詞来": _VERB,
    "サ変動詞": _SURU_VERB,
    "ザ変動詞": _SURU_VERB,
    "イ形容詞アウオ段": _I_ADJECTIVE,
    "イ形容詞イ段": _I_ADJECTIVE,
    "イ形容詞イ段特殊": _I_ADJECTIVE,
    "ナ形容詞": (f"語幹 基本形 ダ列基本連体形 {_DA_GUESS} ダ列基本連用形 {_DA_PAST} {_YA}"),
    "ナノ形容詞": (
        f"語幹 基本形 ダ列基本連体形 ダ列特殊連体形 {_DA_GUESS} ダ列基本連用形 {_DA_PAST} {_YA}"
    ),
    "ナ形容詞特殊": (
        f"語幹 基本形 ダ列基本連体形 ダ列特殊連体形 {_DA_GUESS} ダ列基本連用形 ダ列特殊連用形 "
        f"{_DA_PAST} {_YA}"
    ),
    "タル形容詞": "語幹 基本形 基本連用形",
    "判定詞": f"語幹 基本形 ダ列基本連体形 ダ列特殊連体形 {_DA_GUESS} {_DA_PAST}",
    "無活用型": "語幹 基本形",
    "助動詞ぬ型": (
        "語幹 基本形 基本条件形 基本連用形 基本推量形 基本省略推量形 タ形 タ系条件形 "
        "タ系連用テ形 タ系推量形 タ系省略推量形 音便基本形 音便推量形 音便省略推量形 "
        "文語連体形 文語条件形 文語音便条件形"
    ),
    "助動詞だろう型": (
        "語幹 基本形 ダ列基本省略推量形 ダ列基本条件形 デアル列基本推量形 "
        "デアル列基本省略推量形 デス列基本推量形 デス列音便基本推量形 デス列基本省略推量形 "
        "デス列音便基本省略推量形 ヤ列基本推量形 ヤ列基本省略推量形"
    ),
    "助動詞そうだ型": ("語幹 基本形 ダ列タ系連用テ形 デアル列基本形 デス列基本形 デス列音便基本形"),
    "助動詞く型": "語幹 基本形 基本連用形 文語未然形 文語連体形",
    "動詞性接尾辞ます型": (
        "語幹 基本形 未然形 意志形 省略意志形 命令形 タ形 タ系条件形 タ系連用テ形 タ系連用タリ形"
    ),
    "動詞性接尾辞うる型": "語幹 基本形 基本条件形",
}

POS_IDS: dict[str, int] = {name: number for number, name in enumerate(_SUBCLASSES, 1)}
SUBPOS_IDS: dict[tuple[str, str], int] = {
    (pos, name): number
    for pos, names in _SUBCLASSES.items()
    for number, name in enumerate(names.split(), 1)
}
TYPE_IDS: dict[str, int] = {name: number for number, name in enumerate(_FORMS, 1)}
FORM_IDS: dict[tuple[str, str], int] = {
    (type_, name): number
    for type_, names in _FORMS.items()
    for number, name in enumerate(names.split(), 1)
}


# 53 kinds of word and 612 kinds of conjugation: everything that the grammar can say fits.
@lru_cache(maxsize=2048)
def grammar_fields(pos: str, subpos: str = NONE, type_: str = NONE, form: str = NONE) -> str:
    """Return the eight fields of a JUMAN line that say what kind of word it is.

    A name that the grammar does not know keeps its name and has the number 0.

    >>> grammar_fields("動詞", "*", "子音動詞ラ行", "基本連用形")
    '動詞 2 * 0 子音動詞ラ行 10 基本連用形 8'
    """
    return (
        f"{pos} {POS_IDS.get(pos, 0)} {subpos} {SUBPOS_IDS.get((pos, subpos), 0)} "
        f"{type_} {TYPE_IDS.get(type_, 0)} {form} {FORM_IDS.get((type_, form), 0)}"
    )
