"""Whether a mark ends the Japanese sentence before it, or the sentence goes on behind it."""

from __future__ import annotations

import re

from zaru.corpus.sentences.marks import DIGITS, DRAWN, LATIN, LETTERS, Mark
from zaru.text.japanese import KANJI
from zaru.text.patterns import compile_once

# Characters before a mark that rules look at: enough for all of them, and no rule takes longer in
# a longer sentence.
_CONTEXT_CHARS = 200
_JAPANESE = f"[{LETTERS}]"
NOUN = re.compile(f"[{KANJI}ァ-ヺー]")

# Of と and a verb of saying; と言っても and と言うわけで begin sentences, as という does with them.
_SAYING = r"と(?!言(?:っても|う(?:こと|わけ|の|か))|思いきや)(?=[思言考書話聞答叫述感記語問])"
# After 。 the sentence goes on with a particle and a noun (モーニング娘。の新曲), or with what
# begins no sentence. で is not among the particles: で結局 begins many.
_AFTER_STOP = (
    r"[、，]|を|っ|という(?!こと[でも]|わけ|の[はも]|か)|とか(?!く)|など"
    rf"|[のにはもがな](?=[{KANJI}ァ-ヺ{LATIN}{DIGITS}])|{_SAYING}"
)
# After ！ and the like it also goes on with と (but for words that begin with it), the copula, and
# a last particle: すごい！と, 本当？です, だめ…よ？
_TO_WORDS = (
    "っ?ても|ころ|りあえず|にかく|くに|うとう|ある|はいえ|ん[でだと]|き|も[かあだに]|り|ことん|なり"
)
_AFTER_CRY = (
    rf"{_AFTER_STOP}|と(?!{_TO_WORDS})|です(?!から|が|け)|でし[たょ]|だ(?=った|ろう|[となねよし。！])"
    rf"|なの[だで]|みたい|よう[なに]|的な|にな[らりるっれ]|[くぐ]らい|[よねなかさわぞ][{DRAWN}]*(?=[。！？!?…♪])"
)
_AFTER_PAUSE = rf"{_AFTER_CRY}|が、|けれ?ど|ので|のに|し、|から"
_AFTER_REMARK = rf"{_AFTER_CRY}|[のにをがへ]|は(?![いじ])|や(?!は)|から|まで|より"
_GOES_ON = {
    kind: pattern
    for kinds, pattern in (
        ("stop point dot english", _AFTER_STOP),
        ("cry note", _AFTER_CRY),
        ("pause laugh face ornament", _AFTER_PAUSE),
        ("closer", _AFTER_REMARK),
    )
    for kind in kinds.split()
}

# Behind a blank most sentences begin anew, even with と: a word of saying must follow.
_BEHIND_BLANK = re.compile(
    rf"[ \u3000]+(?:と(?=、)|{_SAYING}|という(?!こと|わけ|の|か)"
    r"|って(?=[思言話聞書感い]))"
)

# A pause does not end what has only come to its subject or object: それは…違う. But まずいのでは…
# and 雨なのに… are complete.
_PAUSE_WITHIN = rf"(?:(?<![でと])は|を|(?<=[{KANJI}ァ-ヺ])が|(?<!の)に|、)\Z"
_NUMBER = re.compile(rf"\s*[{DIGITS}]")
# An ornament ends a sentence behind an ending: 行きました☆, but not つのだ☆ひろ.
_ENDING = re.compile(rf"(?:です|ます|した|せん|さい|しょう|たい|った|よう|[よねな])[{DRAWN}]*\Z")
_ITEM = re.compile(r"\s*(?:\S{1,2}|第\S{1,5})")  # what stands before the ．of ア．and 第三章．
_CODE = re.compile(r"\s?[\w/\\]")
_ASIDE = frozenset("()[]{}")

_LATIN_BEFORE = re.compile(f"[{LATIN}]\\Z")
_LATIN_NEXT = re.compile(f"\\s+[{LATIN}]")
_ONE_WORD = re.compile(rf"[\W_]*[{LATIN}{DIGITS}]+")
_NAME = re.compile(r"(?i:yahoo|ｙａｈｏｏ)\Z")
_MIN_ENGLISH_BLANKS = 2  # between the words of a sentence: less is a name
_ABBREVIATION = re.compile(
    r"\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Ss]t|[Nn]o|[Vv]ol|[Vv]er|[Ff]ig|vs|etc|[Ii]nc|[Ll]td"
    r"|[Cc]o|[Cc]orp|[JSjs]r|al|pp?|e\.?g|i\.?e)\Z"
)


def goes_on(line: str, end: int, kind: str) -> bool:
    """Say whether the sentence goes on at *end*, behind a mark of *kind*.

    >>> goes_on("雪だ！と言った。", 3, "cry"), goes_on("雪だ！とても寒い。", 3, "cry")
    (True, False)
    """
    return (
        compile_once(_GOES_ON[kind]).match(line, end) or _BEHIND_BLANK.match(line, end)
    ) is not None


def is_end(line: str, begin: int, mark: Mark) -> bool:
    """Say whether *mark*, no bracket, ends the sentence that began at *begin*."""
    before = line[max(begin, mark.begin - _CONTEXT_CHARS) : mark.begin]
    match mark.kind:
        case "cry":
            return _is_cry(line, mark, before)
        case "pause":
            return _is_pause(line, mark, before)
        case "ornament":
            return _ENDING.search(before) is not None
        case "point":
            return _ITEM.fullmatch(before) is None
        case "english":
            return _is_english(before)
    return True


def _is_cry(line: str, mark: Mark, before: str) -> bool:
    """Say whether ！ or ？ ends a sentence: not in Yahoo!ニュース, ?a=b and `if (!x)`."""
    following = line[mark.end : mark.end + 1]
    if following and following in "\"'":  # quotes that look the same on both sides
        return False
    if line[mark.end - 1].isascii():
        if before[-1].isspace() or "://" in before.rpartition(" ")[2]:
            return False
        if following.isascii() and not following.isspace() and following not in _ASIDE:
            return False
    return not _LATIN_BEFORE.search(before) or _is_latin_cry(line, mark.end, before)


def _is_latin_cry(line: str, end: int, before: str) -> bool:
    """Say whether a mark behind a Latin letter ends a sentence and is not part of a name."""
    following = line[end : end + 1]
    if _NAME.search(before) or (following and following in _ASIDE):
        return False
    if following.isspace():
        return not _LATIN_NEXT.match(line, end) or before.count(" ") >= _MIN_ENGLISH_BLANKS
    return not (NOUN.match(following) and _ONE_WORD.fullmatch(before))


def _is_pause(line: str, mark: Mark, before: str) -> bool:
    """Say whether … ends a sentence: not in それは…違う, 料金…500円, クロム…代謝 and `1..5`."""
    if compile_once(_PAUSE_WITHIN).search(before):
        return False
    if line[mark.begin] == ".":
        return not (before[-1].isascii() and _CODE.match(line, mark.end))
    if line[mark.begin] == "．":
        return True
    is_within = _NUMBER.match(line, mark.end) or NOUN.match(line, mark.end)
    return not (NOUN.match(before[-1]) and is_within)


def _is_english(before: str) -> bool:
    """Say whether the text before a period is an English sentence."""
    if before.count(" ") < _MIN_ENGLISH_BLANKS or compile_once(_JAPANESE).search(before):
        return False
    return not _ABBREVIATION.search(before)
