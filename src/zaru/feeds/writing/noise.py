"""What changes on a page while its articles do not: badges, counters, ranks, "3 hours ago".

The keys made here are compared and hashed, never shown. A word too many that is taken away only
matters when two articles then look the same, and `identity` tells those apart by other means.
"""

from __future__ import annotations

import re
import unicodedata

from zaru.text.date_forms import AGO

MAX_TITLE_KEY_CHARS = 1_000
MAX_TEXT_KEY_CHARS = 50_000
_ROUNDS = 4  # badges and counters that may stand beside each other

_INVISIBLE = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF))
_OPEN = r"[\s(\[<{【〔《〈「『≪★☆!●◆■*|/:・-]"
_CLOSE = r"[\s)\]>}】〕》〉」』≫★☆!●◆■*|/:・-]"
_LATIN = "new|newly|neu|nouveau|nuevo|novo|hot|up|updated?|pinned|sticky|unread|breaking"
_CJK = "新着|新規|更新|最新|追記|未読|既読|注目|急上昇|人気|速報|固定|置顶|热门|新|공지|새글"
_SIGN = "[🆕🔥📌🔴]"
# Japanese has no spaces: there a badge is a badge between brackets, marks or spaces only.
_FIRST_BADGE = re.compile(
    rf"{_OPEN}{{0,6}}(?:(?:{_LATIN})(?![a-z0-9])|{_SIGN}|(?:{_CJK})(?={_CLOSE}|$)){_CLOSE}{{0,6}}"
)
_LAST_BADGE = re.compile(
    rf"{_OPEN}{{0,6}}(?:(?<![a-z0-9])(?:{_LATIN})|{_SIGN}|(?<={_OPEN})(?:{_CJK})){_CLOSE}{{0,6}}$"
)
_RANK = re.compile(r"(?:no\.?\s?)?[0-9]{1,4}(?:\s?[.:)、]\s|位[\s:]?)\s?")
_NUMBER = r"[0-9][0-9,.]{0,11}[km万千]?"
_COUNTED = (
    r"コメント(?:数)?|トラックバック|閲覧数?|再生(?:回数|数)?|アクセス(?:数)?|返信数?|返事|レス(?:数)?"
    r"|いいね!?|はてブ|ブックマーク|ビュー|お気に入り|回答(?:数)?|投稿数|件数|評価|拍手|評論|评论|阅读|浏览"
    r"|回复|点赞|댓글|조회|추천|comments?|replies|reply|views?|reads?|likes?|shares?|votes?|points?"
    r"|hits?|answers?|retweets?|users?|pv|kommentare?|aufrufe|antworten|commentaires?|comentarios?"
    r"|trackbacks?|posts?"
)
_HEART = "[♥♡❤👍👁💬★☆]"
_COUNTER = re.compile(
    rf"[(\[]?\s?(?:{_COUNTED}|{_HEART})\s?[:：=]?\s?[(\[]?\s?{_NUMBER}\s?[件回人]?\s?[)\]]?"
    rf"|[(\[]?(?<![0-9]){_NUMBER}\s?(?:件の|回の|個の|人の|\+)?\s?(?:{_COUNTED})(?![a-z])\s?[)\]]?"
    rf"|(?<![0-9]){_NUMBER}\s?回(?:閲覧|再生)"
)
_LAST_COUNT = re.compile(r"\s?[(\[【<]\s?[0-9][0-9,]{0,8}\s?[件回人]?\+?\s?[)\]】>]$")
_CHANGED = re.compile(
    r"[(\[【]?\s?(?:最終更新日?|更新日?時?|last (?:updated|modified)|updated|stand)\s?[:：]?\s?"
    r"[0-9]{1,4}[-/.年][0-9]{1,2}(?:[-/.月][0-9]{0,4}日?)?(?:\s?[0-9]{1,2}:[0-9]{2})?\s?[)\]】]?"
    r"|[(\[【]\s?[0-9]{1,4}[-/.年月][0-9]{1,2}(?:[-/.月日][0-9]{0,4}日?)?\s?(?:更新|追記|updated)"
    r"\s?[)\]】]"
)
_DIGIT = re.compile("[0-9]")
_SPACES = re.compile(r"\s+")
_MAX_MARKS = 30  # on one letter: https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
_LONG_RUN = re.compile(rf"[^\w\s]{{{_MAX_MARKS + 1},}}+")


def title_key(title: str) -> str:
    """Return what of *title* identifies its article; the whole when all of it is noise.

    Dates stay, unless they say when something changed or how long ago: they tell diary
    entries apart.

    >>> title_key("【NEW】 京都の紅葉（3）"), title_key("京都の紅葉 コメント(12)")
    ('京都の紅葉', '京都の紅葉')
    >>> title_key("NEW")
    'new'
    """
    plain = _normalise(title, MAX_TITLE_KEY_CHARS)
    key = _strip_ends(_without_counters(plain))
    return key or plain


def text_key(text: str) -> str:
    """Return *text* without counters and "3 hours ago", for telling whether it changed.

    >>> text_key("もみじが赤い。  閲覧 1,204") == text_key("もみじが赤い。 閲覧 98")
    True
    """
    return _without_counters(_normalise(text, MAX_TEXT_KEY_CHARS))


def plain_key(text: str) -> str:
    """Return *text* with one spelling for each character and single spaces, and nothing less."""
    return _normalise(text, MAX_TEXT_KEY_CHARS)


def _normalise(text: str, max_chars: int) -> str:
    """Return *text* in one spelling, cut before and after: one character may become 18."""
    safe = _LONG_RUN.sub(_without_marks, text[:max_chars])
    normal = unicodedata.normalize("NFKC", safe)[:max_chars]
    return _SPACES.sub(" ", normal.translate(_INVISIBLE).casefold()).strip()


def _without_marks(run: re.Match[str]) -> str:
    """Return a run without its end when it has marks, which are sorted in quadratic time."""
    return run[0][:_MAX_MARKS] if any(map(unicodedata.combining, run[0])) else run[0]


def _without_counters(text: str) -> str:
    if _DIGIT.search(text):
        text = _COUNTER.sub(" ", _without_ages(_CHANGED.sub(" ", text)))
    return _SPACES.sub(" ", text).strip()


def _without_ages(text: str) -> str:
    """Return *text* without "3 hours ago"; the pattern takes nothing, its first group is that."""
    kept, place = [], 0
    for age in AGO.finditer(text):
        kept.append(text[place : age.start(1)])
        place = max(place, age.end(1))
    return "".join([*kept, text[place:]])


def _strip_ends(text: str) -> str:
    """Return *text* without badges, ranks and counts at its ends; the whole when that is all."""
    for _ in range(_ROUNDS):
        rest = text
        for pattern in (_FIRST_BADGE, _RANK):
            rest = pattern.sub("", rest, count=1) if pattern.match(rest) else rest
        for pattern in (_LAST_BADGE, _LAST_COUNT):
            if found := pattern.search(rest):
                rest = rest[: found.start()]
        rest = rest.strip(" |/:・-")
        if rest in (text, ""):
            break
        text = rest
    return text
