"""Marks of a line of Japanese text: brackets, and all that may end a sentence."""

from __future__ import annotations

import re
from typing import NamedTuple

from zaru.text.japanese import KANA, KANJI
from zaru.text.patterns import compile_once


class Mark(NamedTuple):
    """A mark: its kind, where it begins and ends."""

    kind: str
    begin: int
    end: int


# Openers and closers; a full-width one and its ASCII form are one kind, for pages mix them.
_BRACKETS = (
    "「｢ 」｣",
    "『 』",
    "（( ）)",
    "【 】",
    "［[ ］]",
    "｛{ ｝}",
    "〈 〉",
    "《≪ 》≫",
    "〔 〕",
    "“〝 ”〟",
)
BRACKET_KINDS = {
    character: kind for kind, both in enumerate(_BRACKETS) for character in both.replace(" ", "")
}
_OPENERS = "".join(both.split()[0] for both in _BRACKETS)
_CLOSERS = "".join(both.split()[1] for both in _BRACKETS)

LATIN = "A-Za-zＡ-Ｚａ-ｚ"
DIGITS = "0-9０-９"
HIRAGANA = "ぁ-ゖ"
DRAWN = "ー〜～っッ"  # sounds that are drawn out or cut off: ですよ〜, すごいっ
LETTERS = f"{KANA}{KANJI}"

# A face is drawn with few characters, and its eyes or its mouth are no part of words. What is
# before the bracket, as in m(_ _)m, needs no care: a face belongs to the sentence before it.
_FACE_CHARACTERS = (
    r" \u3000^＾´｀`'><＞＜_＿ωДд∀▽∇□◇≧≦￣°ﾟ゜;；:：TＴ・･*＊@＠oO0ー―－\-=＝~〜～"
    r"!！?？.。,、εзЗ3vuxX×+#＃|｜/／\\＼●○◎皿艸ノﾉ⌒‿ﾛロQ"
)
_EYE = r"[;；><＞＜TＴ\-－・･@＠oO=x× ]"
_BARE_FACE = r"[\^＾][_＿oωー-]?[\^＾][*＊]?[;；ゞ]?A?"
_FACE_PARTS = r"\^＾´｀ω∀▽∇≧≦￣⌒‿Дд"
_FACE = (
    rf"(?=.[^（()）]{{0,10}}(?:[{_FACE_PARTS}]|{_EYE}[_＿]{_EYE}|_ _))"
    rf".[{_FACE_CHARACTERS}]{{2,14}}[）)][mｍノﾉゞ/／bｂ;；]{{0,2}}(?:-[☆★])?"
    rf"|.{_BARE_FACE}"
)
_MOOD = r"(?:[大苦爆失微冷滝核照泣]?[笑爆汗泣涙照怒謎嘘死哀悲殴]|[wｗ]{1,5}|ぇ|おい|オイ|ヲイ|マテ)"
_AFTER_SPEECH = rf"(?<=[{HIRAGANA}{DRAWN}！？!?。…])"
_NO_WORD = rf"(?![{LATIN}{DIGITS}.:/@_-])"

# Marks by kind: their first characters, and the pattern of the whole mark. Of the kinds that share
# a first character, the one that is named first and fits is taken.
_KINDS = (
    ("face", "（(", _FACE),
    ("face", "^＾", rf"(?<=[{LETTERS}{DRAWN}！？!?。…*＊;；]){_BARE_FACE}"),
    ("face", "_＿", rf"(?<=[;；>＞TＴ]).[;；<＜TＴ]{_NO_WORD}"),
    ("face", "zｚ", rf"(?<=[oｏ][rｒ])(?<![{LATIN}][oｏ][rｒ]).{_NO_WORD}"),
    ("laugh", "（(", rf".{_MOOD}[!！?？…。]{{0,2}}[）)]|.[笑爆汗泣](?=\s|\Z)"),
    ("laugh", "笑爆汗泣", rf"{_AFTER_SPEECH}.(?=\s|\Z)"),
    ("laugh", "wｗ", rf"{_AFTER_SPEECH}[wｗ]+{_NO_WORD}|(?<=[{LETTERS}])[wｗ]{{2,}}{_NO_WORD}"),
    ("opener", _OPENERS, "."),
    ("closer", _CLOSERS, "."),
    ("stop", "。｡", "[。｡]+"),
    ("cry", "！？!?‼⁇⁈⁉❗❓", "[！？!?‼⁇⁈⁉❗❓]+"),
    ("pause", "…‥⋯", "[…‥⋯]+"),
    ("pause", "・･．.", r"・・+|･･+|．．+|\.\.+(?![/\\])"),
    ("note", "♪♫♬♩", "[♪♫♬♩]+"),
    ("point", "．", rf"(?<=[{LETTERS}{re.escape(_CLOSERS)}])．(?![a-zａ-ｚ0-9０-９])"),
    ("dot", ".", rf"(?<=[{HIRAGANA}])\.(?=[\s{LETTERS}]|\Z)"),
    ("english", ".", rf"(?<=[a-z])\.(?=\s+[“「『（(A-Z{LETTERS}])"),
)
_EMOJI = "☀-☄☹-☻❣✨\U0001f300-\U0001faff"
_ORNAMENTS = f"☆★♡♥❤{_EMOJI}"
_ORNAMENT_ONLY = [("ornament", f"[{_ORNAMENTS}\ufe0f\u200d]+")]
_PATTERNS: dict[str, list[tuple[str, str]]] = {}
for _kind, _firsts, _pattern in _KINDS:
    for _character in _firsts:
        _PATTERNS.setdefault(_character, []).append((_kind, _pattern))
# Brackets that are nothing else: a round one may begin a face.
_BRACKETS_ONLY = {
    character: patterns[0][0] for character, patterns in _PATTERNS.items()
    if character in BRACKET_KINDS and len(patterns) == 1
}  # fmt: skip
_FIRST = re.compile(f"[{re.escape(''.join(_PATTERNS))}{_ORNAMENTS}]")
_MARKED = "".join(sorted(_PATTERNS.keys() - BRACKET_KINDS.keys()))
_ENDERS = re.compile(f"[{re.escape(_MARKED)}{_ORNAMENTS}]")
# What every face and laugh in round brackets has; few remarks have it.
_MAYBE_FACE = re.compile(
    rf"[（(](?:[大苦爆失微冷滝核照泣笑汗涙怒謎嘘死哀悲殴wｗぇおオヲマ]|[^（()）]{{0,11}}[{_FACE_PARTS}_＿])"
)


def may_end(text: str) -> bool:
    """Say whether *text* may have marks that end a sentence; most of menus and headings have none.

    Brackets do not, where there is nothing else but what is no face.

    >>> may_end("最近の「記事」（1）"), may_end("秋。"), may_end("秋（怒）")
    (False, True, True)
    """
    return (_ENDERS.search(text) or _MAYBE_FACE.search(text)) is not None


def find_marks(line: str) -> list[Mark]:
    """Return the marks of *line*, in order; they do not overlap.

    >>> [(mark.kind, line[mark.begin:mark.end]) for line in ["「秋」です！？(笑)"]
    ...  for mark in find_marks(line)]
    [('opener', '「'), ('closer', '」'), ('cry', '！？'), ('laugh', '(笑)')]
    """
    marks: list[Mark] = []
    end = 0
    for first in _FIRST.finditer(line):
        begin = first.start()
        if begin < end:
            continue
        character = first[0]
        if bracket := _BRACKETS_ONLY.get(character):
            marks.append(Mark(bracket, begin, begin + 1))
        elif mark := read_mark(line, begin):
            marks.append(mark)
            end = mark.end
    return marks


def read_mark(line: str, begin: int) -> Mark | None:
    """Return the mark that begins with the character at *begin*; None where it is none."""
    for kind, pattern in _PATTERNS.get(line[begin], _ORNAMENT_ONLY):
        if found := compile_once(pattern).match(line, begin):
            return Mark(kind, begin, found.end())
    return None
