"""Dates as people write them: a small parser for a closed set of forms.

Every pattern is bounded (no unbounded repeat, at most 14 digits), so the cost is linear in the
text, whatever it holds. Digits are ASCII or full-width; those of other scripts are no dates.
What cannot be known is left out: a form without a year needs a hint, and nothing means "now".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from typing import Literal, NamedTuple

from zaru.text import date_forms as forms

Precision = Literal["day", "time"]
ANY_YEAR = 2000  # as a hint: dates without a year count as dates


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
    month_first: bool | None


def find_dates(
    text: str,
    *,
    now: datetime | None = None,
    year: int | None = None,
    language: str | None = None,
    month_first: bool | None = None,
) -> list[Found]:
    """Return the dates in *text*, in order, none inside another.

    *now* is when the page was fetched: without it `3 hours ago` is no date. A date without a
    year takes *year*, else the last such day up to *now*, else it is none; so it is when a day of
    the week beside it contradicts. The day of the week, else *month_first*, else *language*
    (`de`, `en-GB`) tells 1/2/2009 from 2/1/2009; without any the day comes first.

    >>> [(found.iso, found.start) for found in find_dates("更新：2009年1月16日(金) 9時05分")]
    [('2009-01-16T09:05:00', 3)]
    """
    plain = _to_plain(text)
    matches = _match_forms(plain)
    if now is not None:
        matches += [(match, _from_ago) for match in forms.AGO.finditer(plain)]
        matches += [(match, _from_day_word) for match in forms.DAY_WORD.finditer(plain)]
    if not matches:
        return []
    hints = _Hints(now, year, (language or "").lower().replace("_", "-"), month_first)
    candidates = list(filter(None, [_read(match, read, hints) for match, read in matches]))
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
    if iso := forms.ISO.match(text):  # as most are
        return _read_iso(iso)
    dates = find_dates(text[:_MAX_VALUE], now=now, year=year, language=language)
    if len(dates) != 1 or len(text) > _MAX_VALUE:
        return None
    rest = text[: dates[0].start] + text[dates[0].end :]
    return None if _DIGIT.search(_to_plain(rest)) else dates[0]


def _read_iso(match: re.Match[str]) -> Found | None:
    """Return what `find_dates` makes of nothing but a date of ISO 8601."""
    day = _make_date(*match.group(1, 2, 3))
    if day is None:
        return None
    hour, minute, second, zone = match.group(4, 5, 6, 7)
    if hour is None:
        return Found(0, match.end(), day, "day")
    clock = time(int(hour), int(minute), int(second or 0), tzinfo=_zone(zone))
    return Found(0, match.end(), datetime.combine(day, clock), "time")


def stand_alone(dates: Sequence[Found], text: str) -> bool:
    """Say whether *text* is from the first to the last of its *dates*, but for the weekday.

    >>> [stand_alone(find_dates(text), text) for text in ("2009-01-16 (Fri)", "to 2009-01-16", "-")]
    [True, False, False]
    """
    rest = text[: dates[0].start] + text[dates[-1].end :] if dates else text
    return bool(dates) and not forms.BESIDE.sub("", rest)


def find_url_date(url: str) -> Found | None:
    """Return the day that a URL's path or query names; None when there is none.

    >>> find_url_date("http://example.com/2009/01/16/title").iso
    '2009-01-16'
    """
    for match in forms.URL_DATE.finditer(url[:_MAX_URL]):
        day = _make_date(match[1], match[2], match[3])
        if day:
            return Found(match.start(1), match.end(3), day, "day")
    return None


def find_url_year(url: str) -> int | None:
    """Return the year that is a part of a URL's path; None when there is none.

    >>> find_url_year("http://example.com/blog/2009/01/title")
    2009
    """
    match = forms.URL_YEAR.search(url[:_MAX_URL])
    return int(match[1]) if match else None


_MAX_VALUE = 200  # characters of a string that is a date
_MAX_URL = 2000
_MAX_WEEKDAY = 14  # characters of a day's name before a date: "Wednesday, "
# Full-width ASCII, the spaces and the dashes that stand for ASCII's; one character for one.
_PLAIN = (
    {chr(0xFF01 + place): chr(0x21 + place) for place in range(94)}
    | dict.fromkeys("\xa0\u2009\u202f\u3000", " ")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
)
_ODD = re.compile(f"[{''.join(_PLAIN)}]")
_DIGIT = re.compile("[0-9]")
_NUMBER = re.compile("[0-9]+")
_SIGN = re.compile("[-/.年년月월]|[0-9]{8}")  # a date without a name has one of them

_Reading = tuple[date | datetime, bool] | None  # the value, and whether it is inferred
# What a form begins with: one or two digits, four, eight and more, or no digit.
_Beginning = Literal["day", "year", "whole", "word"]
_Reader = Callable[[re.Match[str], _Hints], _Reading]


def _to_plain(text: str) -> str:
    """Return *text* in ASCII where that has a character of the same meaning."""
    return text if text.isascii() else _ODD.sub(lambda match: _PLAIN[match[0]], text)


def _match_forms(text: str) -> list[tuple[re.Match[str], _Reader]]:
    """Return what may be a date, form by form, and its reader."""
    numbers = [match.span() for match in _NUMBER.finditer(text)]
    has_name = bool(numbers) and forms.NAME_LETTERS.search(text) is not None
    if not has_name and not _SIGN.search(text):
        return []
    matches: list[tuple[re.Match[str], _Reader]] = []
    characters = set(text)
    is_worded = has_name or not forms.ERA_ENDS.isdisjoint(characters)
    starts = _group_numbers(numbers)
    if is_worded:
        starts["word"] = _find_words(text, [start for start, _ in numbers])
    for beginning, places in starts.items():
        for pattern, read, signs, is_named in _FORMS[beginning] if places else ():
            if has_name >= is_named and not signs.isdisjoint(characters):
                found = [pattern.match(text, start) for start in places]
                matches += [(match, read) for match in found if match]
    return matches


def _group_numbers(numbers: list[tuple[int, int]]) -> dict[_Beginning, list[int]]:
    """Return where numbers begin, by how many digits they have."""
    starts: dict[_Beginning, list[int]] = {"day": [], "year": [], "whole": [], "word": []}
    for start, end in numbers:
        if (size := end - start) <= 2:
            starts["day"].append(start)
        elif size == 4:
            starts["year"].append(start)
        elif size >= 8:
            starts["whole"].append(start)
    return starts


def _find_words(text: str, numbers: list[int]) -> list[int]:
    """Return where words begin that may be a month or an era: they stand right before numbers."""
    if "元" in text:  # the first year of an era
        numbers = sorted([*numbers, *(match.start() for match in re.finditer("元", text))])
    words: list[int] = []
    for number in numbers:
        before = text[max(0, number - 2) : number]
        if before[-1:] == "-" or before[-1:].isspace():
            name = forms.NAME_BEFORE.search(text, max(0, number - forms.MAX_NAME_BEFORE), number)
            words += [name.start()] if name else []
        if before.rstrip()[-1:] in forms.ERA_ENDS:
            era = forms.ERA_BEFORE.search(text, max(0, number - forms.MAX_ERA_BEFORE), number)
            words += [era.start()] if era else []
    return words


def _read(match: re.Match[str], read: _Reader, hints: _Hints) -> Found | None:
    """Return the date of one form, with the time of day that follows it; None when it is none."""
    reading = read(match, hints)
    if reading is None:
        return None
    value, is_inferred = reading
    text, end = match.string, match.end(1)
    is_checked = is_inferred and hints.year != ANY_YEAR
    if is_checked and _read_weekday(text, match) not in (None, value.weekday()):
        return None
    if not isinstance(value, datetime):
        value, end = _add_time(value, text, end)
    precision: Precision = "time" if isinstance(value, datetime) else "day"
    return Found(match.start(1), end, value, precision, is_inferred)


def _read_weekday(text: str, match: re.Match[str]) -> int | None:
    """Return the day of the week that stands beside a date, from 0 for Monday; None if none."""
    beside = forms.WEEKDAY_BEHIND.match(text, match.end(1)) or forms.WEEKDAY_BEFORE.search(
        text, max(0, match.start(1) - _MAX_WEEKDAY), match.start(1)
    )
    if beside is None:
        return None
    return forms.WEEKDAYS[next(filter(None, beside.groups())).lower()]


def _add_time(day: date, text: str, end: int) -> tuple[date | datetime, int]:
    """Return *day* with the time of day that stands at *end*, and the offset behind it."""
    match = forms.TIME.match(text, end)
    if match is None:
        return day, end
    link, before, hour_text, *clock, after, zone = match.groups()
    minute, second = int(clock[0] or clock[2]), int(clock[1] or clock[3] or 0)
    hour = int(hour_text)
    half = before or after
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in forms.AFTERNOON else 0)
    end = match.end()
    # In "10:00-12:00" the second half is no zone; ISO 8601 has a T before such a time.
    if zone and zone[0] == "-" and clock[1] is None and "T" not in link.upper():
        zone, end = None, match.start(9)
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=_zone(zone)), end


def _zone(text: str | None) -> timezone | None:
    """Return the zone that *text* names, None for None."""
    if not text:
        return None
    hours = forms.ZONE_HOURS.get(text.upper())
    if hours is not None:
        return timezone(timedelta(hours=hours))
    sign = -1 if "-" in text else 1
    digits = text.replace(":", "").upper().lstrip("GMTUC+-")
    return timezone(sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0)))


def _make_date(year: int | str, month: int | str, day: int | str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _certain(value: date | None) -> _Reading:
    return None if value is None else (value, False)


def _without_year(month: int | str, day: int | str, hints: _Hints) -> _Reading:
    """Return the day in the year that the hints allow; None when they say nothing."""
    if hints.year is not None:
        found = _make_date(hints.year, month, day)
    elif hints.now is not None:
        latest = hints.now.date()
        found = _make_date(latest.year, month, day)
        if found is None or found > latest:
            found = _make_date(latest.year - 1, month, day)
    else:
        return None
    return None if found is None else (found, True)


def _from_ymd(match: re.Match[str], _hints: _Hints) -> _Reading:
    return _certain(_make_date(match[2], match[4], match[5]))


def _from_cjk(match: re.Match[str], _hints: _Hints) -> _Reading:
    return _certain(_make_date(match[2], match[3], match[4]))


def _from_cjk_day(match: re.Match[str], hints: _Hints) -> _Reading:
    return _without_year(match[2], match[3], hints)


def _from_era(match: re.Match[str], hints: _Hints) -> _Reading:
    era = match[2].rstrip(".").upper()
    if era.isascii() and hints.language and not hints.language.startswith("ja"):
        return None  # a version or a road
    year = 1 if match[3] == "元" else int(match[3])
    return _certain(_make_date(forms.ERAS[era] + year, match[4], match[5]) if year else None)


def _from_dmy(match: re.Match[str], hints: _Hints) -> _Reading:
    """Read three numbers, the year last; with two digits for the year only when it is clear."""
    first, separator, second, third = match.group(2, 3, 4, 5)
    day_first = _make_date(_full_year(third), second, first)
    month_first = _make_date(_full_year(third), first, second)
    if len(third) == 2:
        year_first = _make_date(_full_year(first), second, third)
        if hints.language[:2] in forms.YEAR_FIRST:
            return _certain(year_first)
        if not hints.language and (year_first or (day_first and month_first)):
            return None
    if day_first and month_first and day_first != month_first:
        weekday = _read_weekday(match.string, match)
        right = [day for day in (day_first, month_first) if day.weekday() == weekday]
        if right:
            return _certain(right[0])
    if _begins_with_month(hints) and separator != ".":
        return _certain(month_first or day_first)
    return _certain(day_first or month_first)


def _begins_with_month(hints: _Hints) -> bool:
    """Say whether the month comes before the day in dates of numbers."""
    if hints.month_first is not None:
        return hints.month_first
    return hints.language in forms.MONTH_FIRST or hints.language[:2] in forms.YEAR_FIRST


def find_month_first(texts: Iterable[str]) -> bool | None:
    """Return whether dates such as 1/2/2009 in *texts* begin with the month.

    Those tell it that are a date in one order only: by their numbers, or the day of the week.
    None when there are none, or when they disagree.

    >>> find_month_first(["09/20/2006", "08/11/2006"])
    True
    """
    orders = set()
    for text in texts:
        plain = _to_plain(text)
        numbers = _NUMBER.finditer(plain) if "/" in plain or "-" in plain else ()
        matches = [forms.DMY.match(plain, number.start()) for number in numbers]
        for match in filter(None, matches):
            first, separator, second, third = match.group(2, 3, 4, 5)
            if separator == "." or len(third) == 2:
                continue
            weekday = _read_weekday(plain, match)
            days = _make_date(third, second, first), _make_date(third, first, second)
            fits = [day is not None and weekday in (None, day.weekday()) for day in days]
            if fits[0] != fits[1]:
                orders.add(fits[1])
    return orders.pop() if len(orders) == 1 else None


def _full_year(digits: str) -> int:
    """Return the year that two digits mean: 1970 to 2069; four digits mean themselves."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= 70 else 2000)


def _from_compact(match: re.Match[str], _hints: _Hints) -> _Reading:
    day = _make_date(match[2], match[3], match[4])
    if day is None or match[5] is None:
        return _certain(day)
    hour, minute, second = int(match[5]), int(match[6]), int(match[7] or 0)
    zone = _zone(match[8])
    return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=zone), False


def _from_names(day: str, name: str, year: str | None, hints: _Hints) -> _Reading:
    month = forms.MONTHS.get(name.casefold())
    if month is None:
        return None
    if year is None:
        return _without_year(month, day, hints)
    return _certain(_make_date(_full_year(year.lstrip("'")), month, day))


def _from_day_name_year(match: re.Match[str], hints: _Hints) -> _Reading:
    return _from_names(match[2], match[3], match[4], hints)


def _from_name_day_year(match: re.Match[str], hints: _Hints) -> _Reading:
    return _from_names(match[3], match[2], match[4], hints)


def _from_year_name_day(match: re.Match[str], hints: _Hints) -> _Reading:
    return _from_names(match[4], match[3], match[2], hints)


def _from_asctime(match: re.Match[str], hints: _Hints) -> _Reading:
    name, day, hour, minute, second, zone, year = match.group(2, 3, 4, 5, 6, 7, 8)
    reading = _from_names(day, name, year, hints)
    if reading is None:
        return None
    value = reading[0]
    clock = int(hour), int(minute), int(second or 0)
    return datetime(value.year, value.month, value.day, *clock, tzinfo=_zone(zone)), False


def _from_slash_day(match: re.Match[str], hints: _Hints) -> _Reading:
    """Read 11/15: the month comes first in East Asia and North America, else the day."""
    first, second = match[2], match[3]
    if not hints.language or _begins_with_month(hints):
        return _without_year(first, second, hints)
    return _without_year(second, first, hints)


def _from_ago(match: re.Match[str], hints: _Hints) -> _Reading:
    if hints.now is None:
        return None
    count = int(match[2]) if match[2].isdigit() else 1
    seconds = forms.UNIT_SECONDS[match[3].lower()]
    value = hints.now - timedelta(seconds=count * seconds)
    return (value.replace(second=0, microsecond=0) if seconds < 86400 else value.date()), True


def _from_day_word(match: re.Match[str], hints: _Hints) -> _Reading:
    if hints.now is None:
        return None
    return hints.now.date() - timedelta(days=forms.DAY_WORDS[match[1].lower()]), True


_DIGITS = frozenset("0123456789")


class _Form(NamedTuple):
    pattern: re.Pattern[str]
    read: _Reader
    signs: frozenset[str]  # it has at least one of them: most texts have few
    is_named: bool = False  # it has the name of a month


_FORMS: dict[_Beginning, tuple[_Form, ...]] = {
    "day": (
        _Form(forms.CJK_DAY, _from_cjk_day, frozenset("月월")),
        _Form(forms.DMY, _from_dmy, frozenset("-/.")),
        _Form(forms.DAY_NAME_YEAR, _from_day_name_year, _DIGITS, is_named=True),
        _Form(forms.SLASH_DAY, _from_slash_day, frozenset("/")),
    ),
    "year": (
        _Form(forms.YMD, _from_ymd, frozenset("-/.")),
        _Form(forms.CJK, _from_cjk, frozenset("年년")),
        _Form(forms.YEAR_NAME_DAY, _from_year_name_day, frozenset("12"), is_named=True),
    ),
    "whole": (_Form(forms.COMPACT, _from_compact, frozenset("12")),),
    "word": (
        _Form(forms.ERA, _from_era, frozenset("年./-")),
        _Form(forms.NAME_DAY_YEAR, _from_name_day_year, frozenset(" -\n\t"), is_named=True),
        _Form(forms.ASCTIME, _from_asctime, frozenset(":"), is_named=True),
    ),
}
