"""Dates as people write them: a small parser for a closed set of forms.

Every pattern is bounded (no unbounded repeat, at most 14 digits), so the cost is linear in the
text, whatever it holds. Digits are ASCII or full-width; those of other scripts are no dates.
What cannot be known is left out: a form without a year needs a hint, and nothing means "now".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from typing import Literal, NamedTuple

Precision = Literal["day", "minute", "second"]


@dataclass(frozen=True, slots=True)
class Found:
    """A date in a text: where it stands, and what it says."""

    start: int
    end: int
    value: date | datetime
    precision: Precision
    is_inferred: bool = False  # the year comes from a hint, or the whole from `now`

    @property
    def iso(self) -> str:
        """The value as ISO 8601: `2009-01-16`, with time and zone when they are known."""
        return self.value.isoformat()

    @property
    def day(self) -> date:
        """The value without its time."""
        return self.value.date() if isinstance(self.value, datetime) else self.value


class _Hints(NamedTuple):
    now: datetime | None
    year: int | None
    language: str


def find_dates(
    text: str,
    *,
    now: datetime | None = None,
    year: int | None = None,
    language: str | None = None,
) -> list[Found]:
    """Return the dates in *text*, in order, none inside another.

    *now* is when the page was fetched: without it `3 hours ago` is no date. A date without a
    year takes *year*, else the last such day up to *now*, else it is none. *language* (`de`,
    `en-GB`) tells 1/2/2009 from 2/1/2009; without it the day comes first.

    >>> [(found.iso, found.start) for found in find_dates("更新：2009年1月16日(金) 9時05分")]
    [('2009-01-16T09:05:00', 3)]
    """
    plain = text if text.isascii() else text.translate(_PLAIN)
    hints = _Hints(now, year, (language or "").lower().replace("_", "-"))
    candidates: list[Found] = []
    if _DIGIT.search(plain):
        for pattern, read in _FORMS:
            candidates += _read_form(plain, pattern, read, hints)
    if now is not None:
        candidates += _read_form(plain, _DAY_WORD, _from_day_word, hints)
    candidates.sort(key=lambda found: (found.start, -found.end, found.is_inferred))
    dates: list[Found] = []
    for found in candidates:
        if not dates or found.start >= dates[-1].end:
            dates.append(found)
    return dates


def parse_date(
    text: str,
    *,
    now: datetime | None = None,
    year: int | None = None,
    language: str | None = None,
) -> Found | None:
    """Return the date that *text* is (an attribute's value, a table cell); None when it is none.

    Words around the date are passed over, other digits and other dates are not.

    >>> parse_date("Fri, 16 Jan 2009 09:05:00 +0900").iso
    '2009-01-16T09:05:00+09:00'
    >>> parse_date("from 2009-01-16 to 2009-01-20") is None
    True
    """
    dates = find_dates(text[:_MAX_VALUE], now=now, year=year, language=language)
    if len(dates) != 1 or len(text) > _MAX_VALUE:
        return None
    rest = text[: dates[0].start] + text[dates[0].end :]
    return None if _DIGIT.search(rest.translate(_PLAIN)) else dates[0]


def find_url_date(url: str) -> Found | None:
    """Return the day that a URL's path or query names; None when there is none.

    >>> find_url_date("http://example.com/2009/01/16/title").iso
    '2009-01-16'
    """
    for match in _URL_DATE.finditer(url[:_MAX_URL]):
        day = _make_date(match[1], match[3], match[4])
        if day:
            return Found(match.start(1), match.end(4), day, "day")
    return None


def find_url_year(url: str) -> int | None:
    """Return the year that is a part of a URL's path; None when there is none.

    >>> find_url_year("http://example.com/blog/2009/01/title")
    2009
    """
    match = _URL_YEAR.search(url[:_MAX_URL])
    return int(match[1]) if match else None


_MAX_VALUE = 200  # characters of a string that is a date
_MAX_URL = 2000
# Full-width ASCII, the spaces and the dashes that stand for ASCII's; one character for one.
_PLAIN = (
    {0xFF01 + place: 0x21 + place for place in range(94)}
    | dict.fromkeys((0xA0, 0x2009, 0x202F, 0x3000), " ")
    | dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212), "-")
)
_DIGIT = re.compile("[0-9]")

# The names of the months in the languages of Europe, and Indonesian and Arabic: full, as they
# stand in dates (genitive), and short. Croatian is left out: its names are other months in Czech.
_MONTH_NAMES = """
january jan januar jänner janvier janv enero ene gennaio gen janeiro januari stycznia styczeń sty
 января янв січня leden ledna ocak ianuarie január tammikuuta ιανουαρίου ιαν януари يناير
february feb februar feber février fevrier févr fév febrero febbraio fevereiro fev februari lutego
 luty lut февраля фев лютого únor února şubat februarie február helmikuuta φεβρουαρίου φεβ februári
 февруари فبراير
march mar märz mär mrz mars marzo março marco maart mrt marca marzec марта мар березня březen března
 mart martie március maaliskuuta μαρτίου maret март مارس
april apr avril avr abril abr aprile kwietnia kwiecień kwi апреля апр квітня duben dubna nisan
 aprilie április huhtikuuta απριλίου απρ април أبريل ابريل
may mai mayo maggio mag maio mei maja maj мая травня květen května mayıs május toukokuuta μαΐου май
 مايو
june jun juni juin junio giugno giu junho czerwca czerwiec cze июня июн червня červen června haziran
 iunie június kesäkuuta ιουνίου юни يونيو
july jul juli juillet juil julio luglio lug julho lipca lipiec lip июля июл липня červenec července
 temmuz iulie július heinäkuuta ιουλίου юли يوليو
august aug août aout agosto ago augustus augusti sierpnia sierpień sie августа авг серпня srpen srpna
 ağustos augusztus elokuuta αυγούστου αυγ agustus август أغسطس
september sep sept septembre septiembre setiembre settembre set setembro września wrzesień wrz
 сентября сен сент вересня září eylül septembrie szeptember syyskuuta σεπτεμβρίου σεπ септември سبتمبر
october oct oktober okt octobre octubre ottobre ott outubro out października październik paź октября
 окт жовтня říjen října ekim octombrie október lokakuuta οκτωβρίου οκτ oktobra октомври أكتوبر
november nov novembre noviembre novembro listopada listopad lis ноября ноя нояб листопада kasım
 noiembrie marraskuuta νοεμβρίου νοε ноември نوفمبر
december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des grudnia grudzień
 gru декабря дек грудня prosinec prosince aralık decembrie joulukuuta δεκεμβρίου δεκ декември ديسمبر
"""
_MONTHS = {
    name.casefold(): number
    for number, names in enumerate(re.split(r"\n(?=\S)", _MONTH_NAMES.strip()), start=1)
    for name in names.split()
}
_ERAS = {  # the year before the first
    "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911,
    "S": 1925, "H": 1988, "R": 2018,
}  # fmt: skip
_UNIT_SECONDS = {
    "秒": 1, "초": 1, "second": 1, "sec": 1,
    "分": 60, "分钟": 60, "分鐘": 60, "분": 60, "minute": 60, "min": 60,
    "時間": 3600, "小时": 3600, "小時": 3600, "시간": 3600, "hour": 3600, "hr": 3600,
    "日": 86400, "天": 86400, "일": 86400, "day": 86400,
    "週間": 604800, "周": 604800, "주": 604800, "week": 604800,
}  # fmt: skip
_DAY_WORDS = {
    "今日": 0, "本日": 0, "昨日": 1, "きのう": 1, "一昨日": 2, "今天": 0, "昨天": 1, "前天": 2,
    "오늘": 0, "어제": 1, "today": 0, "yesterday": 1, "heute": 0, "gestern": 1, "hoy": 0, "ayer": 1,
    "oggi": 0, "ieri": 1, "hoje": 0, "ontem": 1, "vandaag": 0, "gisteren": 1, "wczoraj": 1,
    "сегодня": 0, "вчера": 1,
}  # fmt: skip
_ZONE_HOURS = {  # RFC 822's names, and those that are written where they are understood
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7, "CET": 1, "CEST": 2, "MEZ": 1, "JST": 9, "KST": 9,
}  # fmt: skip
# Where a date such as 1/2/2009 begins with the month, or (with two digits) with the year.
_MONTH_FIRST = frozenset({"en", "en-us", "en-ca", "en-ph"})
_YEAR_FIRST = frozenset({"ja", "zh", "ko"})

_FREE = r"(?<![0-9])(?<![0-9][-/.:,])"  # no number, and no part of a dotted one, before it
_YEAR, _DAY = "([12][0-9]{3})", "(3[01]|[12][0-9]|0?[1-9])"
_MONTH = "(1[0-2]|0?[1-9])"
_CLOCK = r"([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?"
_NAME = r"([^\W\d_]{3,14})\.?"
_LINK = r"[\s./,-]{0,3}(?:[^\W\d_]{1,3}[\s'’])?"  # of, de, d’, del
_ORDINAL = r"(?:st|nd|rd|th|er|º|°|ª|-?го)?"
_ZONE = rf"(?:GMT|UTC)?[+-](?:0[0-9]|1[0-4]):?(?:[0-5][0-9])?|{'|'.join(_ZONE_HOURS)}"


def _compile(before: str, form: str) -> re.Pattern[str]:
    """Return a pattern that finds overlapping forms: it takes nothing, group 1 is the form.

    "12 posts 16 January" must not be lost because "12 posts 16" looks like a date at first.
    """
    return re.compile(f"{before}(?=({form}))", re.IGNORECASE)


_YMD = _compile(
    _FREE,
    rf"{_YEAR}\s{{0,2}}([-/.])\s{{0,2}}{_MONTH}\s{{0,2}}\3\s{{0,2}}{_DAY}(?![0-9])(?!\3[0-9])",
)
_DMY = _compile(
    _FREE,
    r"([0-9]{1,2})\s?([-/.])\s?([0-9]{1,2})\s?\3\s?([12][0-9]{3}|[0-9]{2})(?![0-9])(?!\3[0-9])",
)
_COMPACT = _compile(
    r"(?<![\w/.-])",
    r"((?:19|20)[0-9]{2})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])"
    rf"(?:T?([01][0-9]|2[0-3])([0-5][0-9])([0-5][0-9])?({_ZONE})?)?(?![\w/-])(?!\.[0-9])",
)
_CJK = _compile(
    _FREE, rf"{_YEAR}\s{{0,2}}[年년]\s{{0,2}}{_MONTH}\s?[月월]\s{{0,2}}{_DAY}\s?[日일号號]"
)
_CJK_DAY = _compile(
    r"(?<![0-9年년/.-])(?<![年년]\s)", rf"{_MONTH}\s?[月월]\s{{0,2}}{_DAY}\s?[日일号號]"
)
_ERA = _compile(
    r"(?<![0-9A-Za-z])",
    r"(明治|大正|昭和|平成|令和|民[國国]|[SHR]\.?)\s?(元|[0-9]{1,3})\s?[年./-]\s?"
    rf"{_MONTH}\s?[月./-]\s?{_DAY}日?(?![0-9])",
)
_DAY_NAME_YEAR = _compile(
    _FREE,
    rf"([0-9]{{1,2}})\.?{_ORDINAL}{_LINK}{_NAME}"
    rf"(?:{_LINK}([12][0-9]{{3}}(?![0-9])|'?[0-9]{{2}}(?![0-9:])(?!,?\s?[0-9]))|(?![^\W_]))",
)
_NAME_DAY_YEAR = _compile(
    r"(?<![^\W\d_])",
    rf"{_NAME}[\s-]{{1,2}}([0-9]{{1,2}}){_ORDINAL}(?:[\s,-]{{1,3}}{_YEAR}(?![0-9])|(?![^\W_]|:))",
)
_YEAR_NAME_DAY = _compile(_FREE, rf"{_YEAR}[\s.,-]{{1,2}}{_NAME}[\s.,-]{{1,2}}{_DAY}(?![0-9])")
_ASCTIME = _compile(
    r"(?<![^\W\d_])", rf"{_NAME}\s{{1,2}}{_DAY}\s{_CLOCK}\s(?:({_ZONE})\s)?{_YEAR}(?![0-9])"
)
_SLASH_DAY = _compile(r"(?<![\w/.-])", r"([0-9]{1,2})/([0-9]{1,2})(?![\w/]|[.-][0-9])")
_AGO = _compile(
    _FREE + r"(?<![^\W\d_])",
    rf"([0-9]{{1,3}}|an?)\s?({'|'.join(sorted(_UNIT_SECONDS, key=len, reverse=True))})s?\s?(?:前|전|ago)",
)
_DAY_WORD = _compile(
    "", rf"一?昨日|[今本]日|きのう|[今昨前]天|오늘|어제|(?<!\w)(?:{'|'.join(_DAY_WORDS)})(?!\w)"
)
_URL_DATE = re.compile(
    r"(?<![0-9])((?:19|20)[0-9]{2})([-/_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12][0-9]|3[01])(?![0-9])"
)
_URL_YEAR = re.compile(r"[/=]((?:19|20)[0-9]{2})(?=[/?&#-]|$)")
# What may follow a date: the day of the week in brackets, then the time of day and its zone.
_TIME = re.compile(
    r"(?:\s?[(\[][^()\[\]]{1,8}[)\]]|\s?[月火水木金土日]曜日?)?"
    r"([T\s,、|·・/@_:-]{0,3})(?:[^\W\d_]{1,3}\.?\s)?"
    r"(?:(午前|午後|上午|下午|오전|오후)\s?)?(?<![0-9])([01]?[0-9]|2[0-3])"
    r"(?::([0-5][0-9])(?::([0-5][0-9])(?:[.,][0-9]{1,9})?)?"
    r"|\s?[時时點点시h]\s?([0-5]?[0-9])(?:\s?[分분]\s?(?:([0-5]?[0-9])\s?[秒초])?)?)(?![0-9])"
    rf"(?:\s?([ap])\.?m(?![^\W_])\.?)?(?:\s?({_ZONE})(?![\w:]))?",
    re.IGNORECASE,
)
_AFTERNOON = frozenset({"午後", "下午", "오후", "p", "P"})
