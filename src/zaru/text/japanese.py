"""Japanese writing: which characters are Japanese, and how much of a text they are."""

from __future__ import annotations

import re

from zaru.text.patterns import compile_once

# Hiragana with its marks and iteration marks, katakana (small ones for Ainu, half-width ones), ー,
# kana of old texts.
KANA = (
    "\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
    "\U0001aff0-\U0001b16f"
)
# Ideographs with their extensions and compatibility forms, 々 〆 〇; ㍿ and ㌔ are words of them.
KANJI = (
    "\u3005-\u3007\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3300-\u3357\u337b-\u337f"
    "\U00020000-\U000323af"
)
# Marks that only Japanese text has in number, though Chinese shares some of them.
MARKS = "、。｡､「」『』｢｣"
# Characters that are written without blanks between them: a line end of the source says nothing.
WIDE = re.compile("[\u3000-\u9fff\uf900-\ufaff\uff01-\uffef\U00020000-\U0003ffff…‥“”‘’―→↓○●◎■□★☆]")
# The share of a sentence that must be Japanese: paper 1, §3.1, step 4.
MIN_SENTENCE_SHARE = 0.6

_LETTER = f"(?![ー゛゜])[{KANA}{KANJI}]"  # what is no ー: lines are drawn with them
_JAPANESE = f"[{KANA}{KANJI}{MARKS}]+"
# White space, punctuation of any script, characters without a form of their own. Symbols (○ ＞ ♪)
# are not among them.
_NEUTRAL_CHARACTERS = (
    r"\s!-#%-*,-/:;?@\[-\]_{}\u00a1\u00a7\u00ab\u00ad\u00b6\u00b7\u00bb\u00bf"
    r"\u200b-\u2027\u202a-\u205e\u2060-\u206f\u2212\u3003\u3008-\u300b\u3010\u3011\u3014-\u301f"
    r"\u3030\u303d\u30fb\ufe00-\ufe0f\ufe30-\ufe4f\ufeff"
    r"！-＃％-＊，-／：；？＠［-］＿｛｝～｟｠･"
)
_NEUTRAL = f"[{_NEUTRAL_CHARACTERS}]+"
_PURE = f"[{KANA}{KANJI}{MARKS}{_NEUTRAL_CHARACTERS}]*"


def japanese_share(text: str) -> float:
    """Return the share of kana, kanji and 、。「」 among what is written, from 0.0 to 1.0.

    White space and other punctuation count for nothing; letters, digits and symbols count against.
    A text without kana and kanji has no share, whatever its punctuation.

    >>> japanese_share("座右の銘は「無信不立（信無くば立たず）」です。")
    1.0
    >>> japanese_share("竹のざる 2 kg")
    0.5714285714285714
    """
    if not compile_once(_LETTER).search(text):
        return 0.0
    if compile_once(_PURE).fullmatch(text):  # as most sentences
        return 1.0
    rest = compile_once(_JAPANESE).sub("", text)
    others = len(compile_once(_NEUTRAL).sub("", rest)) if rest else 0
    japanese = len(text) - len(rest)
    return japanese / (japanese + others)
