"""Words of MeCab's answer with JUMAN's dictionary, cut and written as JUMAN cuts and writes them.

A word of the answer is one line, `surface TAB fields`: blanks before the word belong to its
surface, and a `?` before the fields marks a word that the dictionary does not know.
"""

from __future__ import annotations

import re
from functools import lru_cache

from zaru.annotators.grammar import NONE, grammar_fields

# Words with their fields, from MeCab to a finished line: about 15 MB when full. On the 4,500
# sentences of the reference pages 6 of 7 words are found in it, though it starts empty.
LINES_KEPT = 32_768

# The output format of MeCab that this module reads, as options of its command line.
MECAB_FORMAT = r'-F "%M\t%H\n" -U "%M\t?%H\n" -E ""'

_UNKNOWN = "?未定義語"  # fields of a word that is made here, not by the dictionary
BLANK_LINE = r"\␣ \␣ \␣ " + grammar_fields("特殊", "空白") + " NIL\n"

_LETTER = "A-Za-zＡ-Ｚａ-ｚÀ-ÖØ-öø-ɏΑ-ωЀ-ӿ"
_LETTERS = re.compile(f"[{_LETTER}．]+")
_KATAKANA = re.compile("[ァ-ヿｦ-ﾟ]+")
_HIRAGANA = re.compile("[ぁ-ゖー]+")
_OPENING = "（〔［｛〈《「『【“‘＜"
_CLOSING = "）〕］｝〉》」』】”’＞"

_DIGIT_READINGS = dict(
    zip(
        "０１２３４５６７８９．一二三四五六七八九十百千万億兆",
        "ぜろ いち に さん よん ご ろく なな はち きゅう てん "
        "いち に さん よん ご ろく なな はち きゅう じゅう ひゃく せん まん おく ちょう".split(),
        strict=True,
    )
)
# JUMAN makes one word of a number: １２ and ３．５, 四十八, ２１００万.
_NUMBER_WORD = r"[^ \t\n]+\t\??名詞,数詞,[^\n]*"
_NUMBER = re.compile(
    rf"^(?P<blanks> *)(?P<words>{_NUMBER_WORD}(?:\n(?:．\t[^\n]*\n(?=[０-９]))?{_NUMBER_WORD})*)"
    r"(?P<native>\nつ\t)?",
    re.MULTILINE,
)
# And of an abbreviation or a host name: Ｔｅｌ．, ｗｗｗ．ｅｘａｍｐｌｅ．ｊｐ.
_DOTTED = re.compile(
    rf"^ *[{_LETTER}]+\t\?[^\n]*\n．\t[^\n]*(?:\n[{_LETTER}．]+\t[^\n]*)*", re.MULTILINE
)


def mend_answer(answer: bytes) -> str:
    """Return an answer in which characters are cut in two, with unknown words in their place.

    JUMAN's dictionary for MeCab has a word of で and two of the three bytes of っ: でっしゃろ.
    """
    words: list[str] = []
    cut = b""  # the surfaces since the last whole word
    for line in answer.rstrip(b"\n").split(b"\n"):
        surface, _, feature = line.partition(b"\t")
        cut += surface
        try:
            whole = cut.decode()
        except UnicodeDecodeError:
            continue
        is_known = cut == surface
        words.append(f"{whole}\t{feature.decode(errors='replace') if is_known else _UNKNOWN}")
        cut = b""
    return "\n".join(words)


def join_words(answer: str) -> str:
    """Return MeCab's answer with one word for each number, abbreviation and host name."""
    if "数詞" in answer:
        answer = _NUMBER.sub(_join_number, answer)
    if "\n．" in answer:
        answer = _DOTTED.sub(_join_dotted, answer)
    return answer


@lru_cache(maxsize=LINES_KEPT)
def to_lines(word: str) -> str:
    """Return JUMAN's line for one word, after a line for each half-width blank before it."""
    written, _, feature = word.partition("\t")
    surface = written.lstrip(" ")
    blanks = BLANK_LINE * (len(written) - len(surface))
    if feature.startswith("?"):
        return blanks + _unknown_lines(surface, feature[1:])
    pos, subpos, type_, form, base, reading, meaning = feature.split(",", 6)
    fields = grammar_fields(pos, subpos, type_, form)
    meaning = _with_canonical_form(meaning, base, reading, is_inflected=type_ != NONE)
    return f"{blanks}{surface} {reading} {base} {fields} {meaning}\n"


def _join_number(match: re.Match[str]) -> str:
    """Return the words of one number as one word, read as JUMAN reads it: digit by digit."""
    native = match["native"] or ""
    words = [word.partition("\t")[::2] for word in match["words"].split("\n")]
    if len(words) == 1 and native:  # 一つ, 二つ: the dictionary's ひと, ふた are right
        return match[0]
    surface = "".join(surface for surface, _ in words)
    reading = "".join(_read_number(surface, feature) for surface, feature in words)
    feature = f"名詞,数詞,*,*,{surface},{reading},カテゴリ:数量"
    return f"{match['blanks']}{surface}\t{feature}{native}"


def _read_number(surface: str, feature: str) -> str:
    if all(character in _DIGIT_READINGS for character in surface):
        return "".join(_DIGIT_READINGS[character] for character in surface)
    return surface if feature.startswith("?") else feature.split(",", 6)[5]


def _join_dotted(match: re.Match[str]) -> str:
    words = [word.partition("\t")[::2] for word in match[0].split("\n")]
    surface = "".join(surface for surface, _ in words)
    feature = words[0][1]
    return f"{surface}\t{feature}"


def _unknown_lines(surface: str, feature: str) -> str:
    """Return the lines of a word that the dictionary does not know, classed as JUMAN does.

    MeCab makes one word of a run of signs; JUMAN makes a word of each.
    """
    if _LETTERS.fullmatch(surface):
        fields = grammar_fields("未定義語", "アルファベット")
    elif _KATAKANA.fullmatch(surface):
        fields = grammar_fields("未定義語", "カタカナ")
    elif feature.startswith("特殊"):
        return "".join(f"{sign} {sign} {sign} {_sign_fields(sign)} NIL\n" for sign in surface)
    else:
        fields = grammar_fields("未定義語", "その他")
    return f"{surface} {surface} {surface} {fields} NIL\n"


def _sign_fields(sign: str) -> str:
    """Return the kind of a sign that MeCab did not look up; outside JIS X 0208 JUMAN knows none."""
    if sign == "\u3000":
        return grammar_fields("特殊", "空白")
    if sign in _OPENING:
        return grammar_fields("特殊", "括弧始")
    if sign in _CLOSING:
        return grammar_fields("特殊", "括弧終")
    try:
        sign.encode("shift_jis")
    except UnicodeEncodeError:
        return grammar_fields("未定義語", "その他")
    return grammar_fields("特殊", "記号")


def _with_canonical_form(meaning: str, base: str, reading: str, *, is_inflected: bool) -> str:
    """Return the last field, with the 代表表記 that JUMAN gives to words that have none.

    The reading is that of the form as it stands, so an inflected word with kanji gets none. A lone
    連語 comes from taking JUMAN's idioms apart for MeCab, and says nothing of the word here.
    """
    meaning = "" if meaning in (NONE, "連語") else meaning
    if not meaning.startswith("代表表記:"):
        if is_inflected:
            reading = base if _HIRAGANA.fullmatch(base) else ""
        if reading:
            meaning = f"代表表記:{base}/{reading} {meaning}".rstrip(" ")
    return f'"{meaning}"' if meaning else "NIL"
