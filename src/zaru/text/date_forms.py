"""The forms of dates: the words of the calendar, and the patterns that `dates` reads.

Group 1 of a form is the whole, the others are its parts in the order in which they are written.
"""

from __future__ import annotations

import re

# The names of the months in the languages of Europe, and Indonesian and Arabic: full, as they
# stand in dates (genitive), and short. Croatian is left out: its names are other months in Czech.
_MONTH_NAMES = """
january jan januar jänner janvier janv enero ene gennaio gen janeiro januari stycznia styczeń
 sty января янв січня leden ledna ocak ianuarie január tammikuuta ιανουαρίου γενάρη ιαν януари
 يناير
february feb februar feber février fevrier févr fév febrero febbraio fevereiro fev februari
 lutego luty lut февраля фев лютого únor února şubat februarie február helmikuuta φεβρουαρίου
 φλεβάρη φεβ februári февруари فبراير
march mar märz mär mrz mars marzo março marco maart mrt marca marzec марта мар березня březen
 března mart martie március maaliskuuta μαρτίου μάρτη maret март مارس
april apr avril avr abril abr aprile kwietnia kwiecień kwi апреля апр квітня duben dubna nisan
 aprilie április huhtikuuta απριλίου απρίλη απρ април أبريل ابريل
may mai mayo maggio mag maio mei maja maj мая травня květen května mayıs május toukokuuta μαΐου
 μάη май مايو
june jun juni juin junio giugno giu junho czerwca czerwiec cze июня июн червня červen června
 haziran iunie június kesäkuuta ιουνίου ιούνη юни يونيو
july jul juli juillet juil julio luglio lug julho lipca lipiec lip июля июл липня červenec
 července temmuz iulie július heinäkuuta ιουλίου ιούλη юли يوليو
august aug août aout agosto ago augustus augusti sierpnia sierpień sie августа авг серпня srpen
 srpna ağustos augusztus elokuuta αυγούστου αυγ agustus август أغسطس
september sep sept septembre septiembre setiembre settembre set setembro września wrzesień wrz
 сентября сен сент вересня září eylül septembrie szeptember syyskuuta σεπτεμβρίου σεπτέμβρη σεπ
 септември سبتمبر
october oct oktober okt octobre octubre ottobre ott outubro out października październik paź
 октября окт жовтня říjen října ekim octombrie október lokakuuta οκτωβρίου οκτώβρη οκτ oktobra
 октомври أكتوبر
november nov novembre noviembre novembro listopada listopad lis ноября ноя нояб листопада kasım
 noiembrie marraskuuta νοεμβρίου νοέμβρη νοε ноември نوفمبر
december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des grudnia
 grudzień gru декабря дек грудня prosinec prosince aralık decembrie joulukuuta δεκεμβρίου
 δεκέμβρη δεκ декември ديسمبر
"""
MONTHS = {
    name.casefold(): number
    for number, names in enumerate(re.split(r"\n(?=\S)", _MONTH_NAMES.strip()), start=1)
    for name in names.split()
}
ERAS = {  # the year before the first
    "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911,
    "民国": 1911, "S": 1925, "H": 1988, "R": 2018,
}  # fmt: skip
UNIT_SECONDS = {
    "秒": 1, "초": 1, "second": 1, "sec": 1,
    "分": 60, "分钟": 60, "分鐘": 60, "분": 60, "minute": 60, "min": 60,
    "時間": 3600, "小时": 3600, "小時": 3600, "시간": 3600, "hour": 3600, "hr": 3600,
    "日": 86400, "天": 86400, "일": 86400, "day": 86400,
    "週間": 604800, "周": 604800, "주": 604800, "week": 604800,
}  # fmt: skip
DAY_WORDS = {
    "今日": 0, "本日": 0, "昨日": 1, "きのう": 1, "一昨日": 2, "今天": 0, "昨天": 1, "前天": 2,
    "오늘": 0, "어제": 1, "today": 0, "yesterday": 1, "heute": 0, "gestern": 1, "hoy": 0, "ayer": 1,
    "oggi": 0, "ieri": 1, "hoje": 0, "ontem": 1, "vandaag": 0, "gisteren": 1, "wczoraj": 1,
    "сегодня": 0, "вчера": 1,
}  # fmt: skip
ZONE_HOURS = {  # RFC 822's names, and those that are written where they are understood
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
    "MDT": -6, "PST": -8, "PDT": -7, "CET": 1, "CEST": 2, "MEZ": 1, "JST": 9, "KST": 9,
}  # fmt: skip
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
ERA = _compile(
    r"(?<![0-9A-Za-z])",
    r"(明治|大正|昭和|平成|令和|民[國国]|[SHR]\.?)\s?(元|[0-9]{1,3})\s?[年./-]\s?"
    rf"{_MONTH}\s?[月./-]\s?{_DAY}日?(?![0-9])",
)
DAY_NAME_YEAR = _compile(
    _FREE,
    rf"([0-9]{{1,2}})\.?{_ORDINAL}{_LINK}{_NAME}"
    rf"(?:{_LINK}([12][0-9]{{3}}(?![0-9])|'?[0-9]{{2}}(?![0-9:])(?!,?\s?[0-9]{{4}}))|(?![^\W_]))",
)
NAME_DAY_YEAR = _compile(
    r"(?<![^\W\d_])",
    rf"{_NAME}[\s-]{{1,2}}([0-9]{{1,2}}){_ORDINAL}(?:[\s,-]{{1,3}}{_YEAR}(?![0-9])|(?![^\W_]|:))",
)
YEAR_NAME_DAY = _compile(_FREE, rf"{_YEAR}[\s.,-]{{1,2}}{_NAME}[\s.,-]{{1,2}}{_DAY}(?![0-9])")
ASCTIME = _compile(
    r"(?<![^\W\d_])", rf"{_NAME}\s{{1,2}}{_DAY}\s{_CLOCK}\s(?:({_ZONE})\s)?{_YEAR}(?![0-9])"
)
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
AFTERNOON = frozenset({"午後", "下午", "오후", "p", "P"})
