"""Bylines: the dates and names that short lines give.

"Posted by 花子 at 23:17", "投稿者：花子", "1. 名無しさん(2006-01-03 02:31)".
"""

from __future__ import annotations

import re

from zaru.text.dates import Found, find_dates

MAX_BYLINE = 160  # characters of a line that may be a byline; longer ones are prose
_FIRST_YEAR, _LAST_YEAR = 1990, 2100  # of a date that may be a post's
_MAX_NAME = 60
_MAYBE_DATE = re.compile(r"[0-9０-９]")
_CLOCK = re.compile(
    r"(?<![0-9:/.-])(?:(午前|午後)\s?)?([01]?[0-9]|2[0-3])(?::|\s?時\s?)([0-5][0-9])"
    r"(?:(?::|\s?分\s?)([0-5][0-9])秒?)?(?![0-9/:-])分?(?:\s?([AaPp])\.?[Mm]\.?)?"
)
# What stands before a name.
LABEL = re.compile(
    r"(?:\A|(?<=[\s|｜（(「\]】/／,、]))(?:[0-9]{1,4}[.:：]\s?)?(?:"
    r"(?:comment|kommentar|post|submitt|writt|publish|creat)(?:ed|en)?\s(?:by|from|von)\s?[:：]?"
    r"|(?:投稿者|投稿(?![日時す])|筆者|著者|書いた人|作成者|記入者|発言者|ライター)(?:名)?\s?[:：＝=]?"
    r"|お?名前\s?[:：＝=]"
    r"|(?:author|name|from)\s?[:：]|by\s?[:：]?(?=\s)"
    r")\s*",
    re.IGNORECASE,
)
# One of these is in all that does: most lines have none, and are not looked at any further.
_LABEL_WORDS = (
    "by", "from", "von", "author", "name", "名前", "投稿", "筆者", "著者", "書いた人", "作成者",
    "記入者", "発言者", "ライター",
)  # fmt: skip
# The same before what is nothing but a name: with a colon any word, without one those of the
# larger languages.
_ANY_LABEL = re.compile(
    r"(?!id:)[^\W\d_]{1,15}[:：=＝]\s?(?=[^\W\d_])|(?:by|von|par|por|de|di|door|av|af)\s"
    r"|(?:view\s|see\s)?all\s\w+\s(?:by|from)\s",
    re.IGNORECASE,
)
# What stands behind a name.
_BEHIND = re.compile(
    r"\s*(?:[|｜•·»\n<>＜＞]|\s[-–—/／@]\s|\s(?:at|on|in|am|said|says|wrote|writes|published|updated)\b|\s時刻|\s?[:：]\s?[0-9]|さんの?(?:投稿|コメント|発言|より)"
    r"|さん\s*[:：]|(?:より|から|の(?:コメント|発言|投稿))\s?[:：]?\s*\Z|日時\s?[:：]|(?<=\w)\s?[（(]|\s@|[（(]\s?(?:URL|HP|Mail|[0-9])|\s+URL\b"
    r"|が?\s?(?:投稿日時|投稿日|[にが]投稿)|[:：]\s*\Z|…|\.\.\.|,\s*\Z)",
    re.IGNORECASE,
)
_EDGES = " \t\n　,.;:：、。-–—・|｜[]【】()（）<>＜＞「」『』■□◆◇●○★☆▼▲▶►※#/／~〜«»@＠…✎"
# Three words that begin with small letters, or one behind "the": "jan van den berg" has two, for
# what stands between the parts of a name does not count.
_PARTICLES = r"(?!(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|bin|ibn|al|el)\b)"
_IN_SENTENCE = rf"(?:(?:\A|\s){_PARTICLES}(?-i:[a-z])[^\s.]+){{3}}|\Athe\s(?-i:[a-z])"
_NO_NAME = re.compile(
    r"\A[\W\d_]+\Z|\s(?:19|20)[0-9]{2}\b|。|[0-9]:[0-9]{2}|\A[日時]\Z|\A午[前後]\Z|://|www\.|[<>{}=]|\S@\S|\A(?:日時|コメント|トラックバック|編集|削除|返信|reply|antworten|répondre|edit|url|"
    r"permalink|固定リンク|comments?|trackbacks?|この記事|記事|カテゴリ|category|posted|at|on|in|[0-9]+\s\w+\sago|"
    r"admin(?:istrator)?\s?only|leave|posts?|view|all|find|[0-9a-f]{6,8}-[0-9a-f]{4}|joined|registered|[0-9]+\s(?:posts|messages|answers)|topic\s(?:author|starter))\b"
    r"|\A(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?|[0-9]+\s?[ap]m|year)\Z"
    rf"|{_IN_SENTENCE}"
    r"|\A(?:published|by|from|von|par|por|author|autor|likes?|share|updated?|edited|e?-?mail|print|member|participant|moderator|administrator)\Z",
    re.IGNORECASE,
)


def read_date(text: str, *, language: str | None = None, year: int | None = None) -> Found | None:
    """Return the first date in *text* that may be a post's; None without one."""
    if not _MAYBE_DATE.search(text):
        return None
    dates = find_dates(text[:MAX_BYLINE], language=language, year=year)
    return next((one for one in dates if _FIRST_YEAR <= one.day.year <= _LAST_YEAR), None)


def read_clock(text: str) -> str | None:
    """Return the time of day in *text* as `23:17:00`; None without one.

    >>> read_clock("| Posted at 23時17分 |")
    '23:17:00'
    """
    match = _CLOCK.search(text)
    if match is None:
        return None
    half = match[1] or (match[5] or "").lower()
    hour = int(match[2])
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in ("午後", "p") else 0)
    return f"{hour:02}:{match[3]}:{match[4] or '00'}"


def read_labelled_name(text: str) -> str | None:
    """Return the name that follows a word such as "Posted by" or 投稿者; None without one.

    >>> read_labelled_name("投稿者：花子 日時：2006年08月04日 23:17")
    '花子'
    """
    lowered = text.lower()
    match = LABEL.search(text) if any(map(lowered.__contains__, _LABEL_WORDS)) else None
    return clean_name(text[match.end() :]) if match and match.end() < len(text) else None


def read_beside(text: str, found: Found) -> str | None:
    """Return the name that stands in a byline before its date, or behind it; None without one.

    >>> text = "3. 名無しさん(2006-01-03 02:40)"
    >>> read_beside(text, find_dates(text)[0])
    '名無しさん'
    """
    before = _NUMBERED.sub("", text[: found.start]).rstrip(" (（[|｜/／-:：")
    if before.strip(_EDGES):
        return clean_name(_AT_END.sub("", before))
    return clean_name(text[found.end :].strip(" )）]|｜/／-:："))


_NUMBERED = re.compile(r"\A\W*[0-9]{1,4}\s?[.:：)）番、]\s*")
_AT_END = re.compile(r"\s(?:at|on|wrote|said)\W*\Z|[のが]?(?:コメント|投稿)\W*\Z", re.IGNORECASE)


def clean_name(text: str) -> str | None:
    """Return the name in a text that is hardly more than a name; None when it is none.

    >>> clean_name("Posted by 太郎 at 2006年08月04日 23:17"), clean_name("花子 より:")
    ('太郎', '花子')
    >>> clean_name("By Jane Doe | Jan 16, 2009"), clean_name("文＝山田太郎")
    ('Jane Doe', '山田太郎')
    """
    text = text[:MAX_BYLINE].strip().lstrip(_EDGES)
    if label := LABEL.match(text) or _ANY_LABEL.match(text):
        text = text[label.end() :]
    if found := read_date(text):
        text = text[: found.start]
    text = _BEHIND.split(text, maxsplit=1)[0].strip(_EDGES)
    if not text or len(text) > _MAX_NAME or _NO_NAME.search(text) or text.count(" ") > 6:
        return None
    return text
