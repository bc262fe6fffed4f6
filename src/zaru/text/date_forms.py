"""The forms of dates: the words of the calendar, and the patterns that `dates` reads.

Group 1 of a form is the whole, the others are its parts in the order in which they are written.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

# `calendar.json` has the names of the months in the languages of Europe, and Indonesian and Arabic:
# full, as they stand in dates (genitive), and short. Croatian is left out: its names are other
# months in Czech. Then the eras of East Asia, units and days of "3 hours ago" and "yesterday", and
# the zones of RFC 822 with those that are written where they are understood.
_WORDS: dict[str, Any] = json.loads(Path(__file__).with_name("calendar.json").read_bytes())
MONTHS = {
    name.casefold(): number
    for number, names in enumerate(_WORDS["months"], start=1)
    for name in names.split()
}
ERAS: dict[str, int] = _WORDS["eras"]  # the year before the first
UNIT_SECONDS: dict[str, int] = _WORDS["unit_seconds"]
DAY_WORDS: dict[str, int] = _WORDS["day_words"]  # how many days ago
ZONE_HOURS: dict[str, int] = _WORDS["zone_hours"]
# Where a date such as 1/2/2009 begins with the month, or (with two digits) with the year.
MONTH_FIRST = frozenset({"en", "en-us", "en-ca", "en-ph"})
YEAR_FIRST = frozenset({"ja", "zh", "ko"})

_FREE = r"(?<![0-9])(?<![0-9][-/.:,])"  # no number, and no part of a dotted one, before it
_YEAR, _DAY = "([12][0-9]{3})", "(3[01]|[12][0-9]|0?[1-9])"
_MONTH = "(1[0-2]|0?[1-9])"
_CLOCK = r"([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?"
_NAME = r"([^\W\d_]{3,14})\.?"
_LINK = r"[\s./,-]{0,3}(?:[^\W\d_]{1,3}[\s'’])?"  # of, de, d’, del
_ORDINAL = r"(?:st|nd|rd|th|er|º|°|ª|-?го)?"
_ZONE = rf"(?:GMT|UTC)?[+-](?:0[0-9]|1[0-4]):?(?:[0-5][0-9])?|{'|'.join(ZONE_HOURS)}"


def _compile(before: str, form: str) -> re.Pattern[str]:
    """Return a pattern that finds overlapping forms: it takes nothing, group 1 is the form.

    "12 posts 16 January" must not be lost because "12 posts 16" looks like a date at first.
    """
    return re.compile(f"{before}(?=({form}))", re.IGNORECASE)


YMD = _compile(
    _FREE,
    rf"{_YEAR}\s{{0,2}}([-/.])\s{{0,2}}{_MONTH}\s{{0,2}}\3\s{{0,2}}{_DAY}(?![0-9])(?!\3[0-9])",
)
# The same with its time of day and nothing else, as programs write it.
ISO = re.compile(
    rf"{_YEAR}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?:T([01][0-9]|2[0-3]):([0-5][0-9])"
    r"(?::([0-5][0-9]))?(Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?)?\Z"
)
DMY = _compile(
    _FREE,
    r"([0-9]{1,2})\s?([-/.])\s?([0-9]{1,2})\s?\3\s?([12][0-9]{3}|[0-9]{2})(?![0-9])(?!\3[0-9])",
)
COMPACT = _compile(
    r"(?<![\w/.-])",
    r"((?:19|20)[0-9]{2})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])"
    rf"(?:T?([01][0-9]|2[0-3])([0-5][0-9])([0-5][0-9])?({_ZONE})?)?(?![\w/-])(?!\.[0-9])",
)
CJK = _compile(
    _FREE, rf"{_YEAR}\s{{0,2}}[年년]\s{{0,2}}{_MONTH}\s?[月월]\s{{0,2}}{_DAY}\s?[日일号號]"
)
CJK_DAY = _compile(
    r"(?<![0-9年년/.-])(?<![年년]\s)", rf"{_MONTH}\s?[月월]\s{{0,2}}{_DAY}\s?[日일号號]"
)
_BEFORE_ERA, _ERA = r"(?<![0-9A-Za-z])", r"(明治|大正|昭和|平成|令和|民[國国]|[SHR]\.?)\s?"
ERA = _compile(
    _BEFORE_ERA,
    rf"{_ERA}(元|[0-9]{{1,3}})\s?[年./-]\s?{_MONTH}\s?[月./-]\s?{_DAY}日?(?![0-9])",
)
DAY_NAME_YEAR = _compile(
    _FREE,
    rf"([0-9]{{1,2}})\.?{_ORDINAL}{_LINK}{_NAME}"
    rf"(?:{_LINK}([12][0-9]{{3}}(?![0-9])|'?[0-9]{{2}}(?![0-9:])(?!,?\s?[0-9]{{4}}))|(?![^\W_]))",
)
# What every name of a month has: letters, none of them of East Asia.
NAME_LETTERS = re.compile("[^\\W\\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{3}")
_BEFORE_NAME = r"(?<![^\W\d_])"
NAME_DAY_YEAR = _compile(
    _BEFORE_NAME,
    rf"{_NAME}[\s-]{{1,2}}([0-9]{{1,2}}){_ORDINAL}(?:[\s,-]{{1,3}}{_YEAR}(?![0-9])|(?![^\W_]|:))",
)
YEAR_NAME_DAY = _compile(_FREE, rf"{_YEAR}[\s.,-]{{1,2}}{_NAME}[\s.,-]{{1,2}}{_DAY}(?![0-9])")
ASCTIME = _compile(
    _BEFORE_NAME, rf"{_NAME}\s{{1,2}}{_DAY}\s{_CLOCK}\s(?:({_ZONE})\s)?{_YEAR}(?![0-9])"
)
# What forms that begin with a name or an era have before their first number, and how long it is.
NAME_BEFORE, MAX_NAME_BEFORE = re.compile(rf"{_BEFORE_NAME}{_NAME}[\s-]{{1,2}}\Z"), 17
ERA_BEFORE, MAX_ERA_BEFORE = re.compile(rf"{_BEFORE_ERA}{_ERA}\Z", re.IGNORECASE), 3
ERA_ENDS = frozenset("治正和成國国SHRshrſ.")
SLASH_DAY = _compile(r"(?<![\w/.-])", r"([0-9]{1,2})/([0-9]{1,2})(?![\w/]|[.-][0-9])")
_UNITS = "|".join(sorted(UNIT_SECONDS, key=len, reverse=True))
AGO = _compile(
    _FREE + r"(?<![^\W\d_])", rf"([0-9]{{1,3}}|an?)\s?({_UNITS})s?\s?(?:前|전|ago(?!\w))"
)
DAY_WORD = _compile(
    "", rf"一?昨日|[今本]日|きのう|[今昨前]天|오늘|어제|(?<!\w)(?:{'|'.join(DAY_WORDS)})(?!\w)"
)
URL_DATE = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12][0-9]|3[01])(?![0-9])"
)
URL_YEAR = re.compile(r"[/=]((?:19|20)[0-9]{2})(?=[/?&#-]|$)")
# What may follow a date: the day of the week in brackets, then the time of day and its zone.
TIME = re.compile(
    r"(?:\s?[(\[][^()\[\]]{1,8}[)\]]|\s?[月火水木金土日]曜日?)?"
    r"([T\s,、|·・/@_:-]{0,3})(?:(?![午上下오])[^\W\d_]{1,3}\.?\s)?"
    r"(?:(午前|午後|上午|下午|오전|오후)\s?)?(?<![0-9])([01]?[0-9]|2[0-3])"
    r"(?::([0-5][0-9])(?::([0-5][0-9])(?:[.,][0-9]{1,9})?)?"
    r"|\s?[時时點点시h]\s?([0-5]?[0-9])(?:\s?[分분]\s?(?:([0-5]?[0-9])\s?[秒초])?)?)(?![0-9])"
    rf"(?:\s?([ap])\.?m(?![^\W_])\.?)?(?:\s?({_ZONE})(?![\w:]))?",
    re.IGNORECASE,
)
# What may stand beside a date in a text that is only a date.
BESIDE = re.compile(
    r"[\W\d_]+|[月火水木金土日祝]曜?日?|星期.|[週周][一二三四五六日]|更新|掲載"
    r"|(mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(day)?(?![a-z])",
    re.IGNORECASE,
)
# The day of the week beside a date, by its first letters from Monday on.
WEEKDAYS = {name: number % 7 for number, name in enumerate("月火水木金土日" + "월화수목금토일")} | {
    name: number for number, name in enumerate("mon tue wed thu fri sat sun".split())
}
WEEKDAY_BEHIND = re.compile(
    r"\s?[(\[]\s?([月火水木金土日월화수목금토일])|\s?([月火水木金土日])曜"
    r"|[\s,(\[]{1,3}(mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,3}day)?(?![^\W_])",
    re.IGNORECASE,
)
WEEKDAY_BEFORE = re.compile(
    r"(?<![^\W_])(mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,3}day)?[)\].,]{0,2}\s{0,2}\Z",
    re.IGNORECASE,
)
AFTERNOON = frozenset({"午後", "下午", "오후", "p", "P"})
