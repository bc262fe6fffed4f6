from __future__ import annotations

import time
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.text.dates import find_dates, find_month_first, find_url_date, find_url_year, parse_date

NOW = datetime(2026, 11, 16, 12, 30, 45)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        pytest.param("2009-01-16", "2009-01-16", id="iso"),
        pytest.param("2009-01-16T12:00:00+09:00", "2009-01-16T12:00:00+09:00", id="iso-zone"),
        pytest.param("2009-01-16T12:00:00.123Z", "2009-01-16T12:00:00+00:00", id="iso-fraction"),
        pytest.param("2009-01-16T12:00-05:00", "2009-01-16T12:00:00-05:00", id="iso-no-seconds"),
        pytest.param("20090116", "2009-01-16", id="compact"),
        pytest.param("20090116T120000Z", "2009-01-16T12:00:00+00:00", id="compact-time"),
        pytest.param("Fri, 16 Jan 2009 09:05:00 +0900", "2009-01-16T09:05:00+09:00", id="rfc-822"),
        pytest.param("Fri, 16 Jan 09 09:05:00 GMT", "2009-01-16T09:05:00+00:00", id="rfc-822-yy"),
        pytest.param("Fri Jan 16 09:05:00 2009", "2009-01-16T09:05:00", id="asctime"),
        pytest.param(
            "Fri Jan 16 2009 09:05:00 GMT+0900 (JST)", "2009-01-16T09:05:00+09:00", id="javascript"
        ),
        pytest.param("16/Jan/2009:12:00:00 +0900", "2009-01-16T12:00:00+09:00", id="apache"),
        pytest.param("2009年1月16日(金)", "2009-01-16", id="ja"),
        pytest.param(
            "２００９年１月１６日（金）１２時５分", "2009-01-16T12:05:00", id="ja-full-width"
        ),
        pytest.param("2009年1月16日 午後3時05分10秒", "2009-01-16T15:05:10", id="ja-afternoon"),
        pytest.param("令和8年11月15日", "2026-11-15", id="reiwa"),
        pytest.param("令和元年5月1日", "2019-05-01", id="reiwa-first"),
        pytest.param("平成21年1月16日", "2009-01-16", id="heisei"),
        pytest.param("昭和64年1月7日", "1989-01-07", id="showa"),
        pytest.param("H21.1.16", "2009-01-16", id="heisei-letter"),
        pytest.param("Ｒ８．１１．１５", "2026-11-15", id="reiwa-letter-full-width"),
        pytest.param("2009/1/16", "2009-01-16", id="slashes"),
        pytest.param("2009.1.16", "2009-01-16", id="dots"),
        pytest.param("2009. 1. 16.", "2009-01-16", id="ko-dots"),
        pytest.param("2009년 1월 16일 오후 3:05", "2009-01-16T15:05:00", id="ko"),
        pytest.param("Jan 16, 2009", "2009-01-16", id="en-short"),
        pytest.param("January 16th, 2009", "2009-01-16", id="en-ordinal"),
        pytest.param("16 January 2009", "2009-01-16", id="en-day-first"),
        pytest.param("Jan. 16, 2009 at 3:05 p.m. EST", "2009-01-16T15:05:00-05:00", id="en-time"),
        pytest.param("12:00 AM, no; Jan 16, 2009 12:05 AM", "2009-01-16T00:05:00", id="midnight"),
        pytest.param("16. Januar 2009", "2009-01-16", id="de"),
        pytest.param("16.01.2009 um 12:30 Uhr", "2009-01-16T12:30:00", id="de-numbers"),
        pytest.param("16 janvier 2009 à 12h30", "2009-01-16T12:30:00", id="fr"),
        pytest.param("1er août 2009", "2009-08-01", id="fr-first"),
        pytest.param("16 de enero de 2009", "2009-01-16", id="es"),
        pytest.param("16 gennaio 2009", "2009-01-16", id="it"),
        pytest.param("16 de março de 2009", "2009-03-16", id="pt"),
        pytest.param("16 maart 2009", "2009-03-16", id="nl"),
        pytest.param("16 października 2009", "2009-10-16", id="pl"),
        pytest.param("16 января 2009 г.", "2009-01-16", id="ru"),
        pytest.param("2009. január 16.", "2009-01-16", id="hu"),
        pytest.param("16 Ιανουαρίου 2009", "2009-01-16", id="el"),
        pytest.param("01/16/2009", "2009-01-16", id="month-first-by-validity"),
        pytest.param("02/01/2009", "2009-01-02", id="day-first-by-default"),
        pytest.param("2009-01-16 10:00-12:00", "2009-01-16T10:00:00", id="no-zone-in-a-range"),
        pytest.param("12 Comments 16 January 2009", "2009-01-16", id="number-before"),
        pytest.param("31.12.99", "1999-12-31", id="two-digits-that-are-clear"),
    ],
)
def test_form_is_read(text: str, iso: str) -> None:
    assert [found.iso for found in find_dates(text)] == [iso]


@pytest.mark.parametrize(
    ("text", "language", "iso"),
    [
        pytest.param("02/01/2009", "en", "2009-02-01", id="en"),
        pytest.param("02/01/2009", "en-GB", "2009-01-02", id="en-gb"),
        pytest.param("02.01.2009", "en", "2009-01-02", id="dots-are-day-first"),
        pytest.param("09.1.16", "ja", "2009-01-16", id="ja-two-digits"),
        pytest.param("09.01.16", "de_DE", "2016-01-09", id="de-two-digits"),
        pytest.param("1/2/09", "en-US", "2009-01-02", id="en-two-digits"),
    ],
)
def test_language_decides_the_order(text: str, language: str, iso: str) -> None:
    assert [found.iso for found in find_dates(text, language=language)] == [iso]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("2009-13-45", id="no-such-day"),
        pytest.param("2009-02-30", id="no-such-day-of-the-month"),
        pytest.param("192.168.10.1", id="address"),
        pytest.param("2009.1.16.5", id="version"),
        pytest.param("03-2009-1116", id="phone"),
        pytest.param("１２３４５６７８９０１２３", id="long-number"),
        pytest.param("١٦/٠١/٢٠٠٩", id="arabic-digits"),
        pytest.param("²⁰⁰⁹-⁰¹-¹⁶", id="superscripts"),
        pytest.param("25.12.09", id="ambiguous-two-digits"),
        pytest.param("11/15", id="no-year"),
        pytest.param("1月16日", id="no-year-ja"),
        pytest.param("21年1月16日", id="year-of-which-era"),
        pytest.param("May 5", id="no-year-en"),
        pytest.param("3 hours ago, yesterday, 3時間前, 昨日", id="relative-without-now"),
    ],
)
def test_unknown_is_left_out(text: str) -> None:
    assert find_dates(text) == []


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        pytest.param("3時間前", "2026-11-16T09:30:00", id="hours-ja"),
        pytest.param("５分前", "2026-11-16T12:25:00", id="minutes-ja"),
        pytest.param("昨日 23:10", "2026-11-15T23:10:00", id="yesterday-ja"),
        pytest.param("一昨日", "2026-11-14", id="day-before-yesterday"),
        pytest.param("3 hours ago", "2026-11-16T09:30:00", id="hours-en"),
        pytest.param("an hour ago", "2026-11-16T11:30:00", id="one-hour"),
        pytest.param("2 days ago", "2026-11-14", id="days-en"),
        pytest.param("Yesterday", "2026-11-15", id="yesterday-en"),
        pytest.param("3天前", "2026-11-13", id="days-zh"),
        pytest.param("3시간 전", "2026-11-16T09:30:00", id="hours-ko"),
        pytest.param("11/15", "2026-11-15", id="this-year"),
        pytest.param("12/15", "2025-12-15", id="last-year"),
        pytest.param("1月16日", "2026-01-16", id="no-year-ja"),
    ],
)
def test_now_settles_the_rest(text: str, iso: str) -> None:
    (found,) = find_dates(text, now=NOW)
    assert (found.iso, found.is_inferred) == (iso, True)


@pytest.mark.parametrize("text", ["11/15", "11月15日", "15 November", "Nov. 15"])
def test_year_hint_settles_the_year(text: str) -> None:
    assert [found.iso for found in find_dates(text, year=2009, now=NOW)] == ["2009-11-15"]


def test_offsets_are_those_of_the_text() -> None:
    text = "公開：２００９年１月１６日、更新：平成２１年２月１日。"
    assert [text[found.start : found.end] for found in find_dates(text)] == [
        "２００９年１月１６日",
        "平成２１年２月１日",
    ]


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        pytest.param(" Published: 2009-01-16 ", True, id="words-around"),
        pytest.param("2009-01-16 (3 comments)", False, id="other-numbers"),
        pytest.param("2009-01-16/2009-01-20", False, id="two-dates"),
        pytest.param("2009-01-16" + " " * 500, False, id="too-long"),
        pytest.param("9" * 5000, False, id="only-digits"),
    ],
)
def test_value_must_be_one_date(text: str, is_date: bool) -> None:
    assert (parse_date(text) is not None) == is_date


@pytest.mark.parametrize(
    ("url", "iso"),
    [
        pytest.param("http://e.com/2009/01/16/x", "2009-01-16", id="folders"),
        pytest.param("http://e.com/a-20090116.html", "2009-01-16", id="compact"),
        pytest.param("http://e.com/?d=2009-01-16", "2009-01-16", id="query"),
        pytest.param("http://e.com/120090116/", None, id="id"),
        pytest.param("http://e.com/2009/13/16", None, id="no-month"),
        pytest.param("http://e.com/2009/02/31", None, id="no-day"),
    ],
)
def test_url_date(url: str, iso: str | None) -> None:
    found = find_url_date(url)
    assert (found and found.iso) == iso


def test_url_year() -> None:
    assert find_url_year("http://e.com/2009/a") == 2009
    assert find_url_year("http://e.com/12009/a") is None


WORDS = ["2009", "2009年", "平成", "Jan", "mai", "de", "午後", "昨日", "ago", "hour", "GMT", "PM"]
DATE_LIKE = st.lists(
    st.one_of(st.sampled_from(WORDS), st.text("0123619年月日-/.,:TZ+ (金)時H元前２\n", max_size=4)),
    max_size=14,
).map("".join)


@given(st.one_of(st.text(), DATE_LIKE), st.sampled_from([None, "en", "de", "ja"]))
def test_dates_lie_in_the_text_and_read_the_same_alone(text: str, language: str | None) -> None:
    end = 0
    for found in find_dates(text, now=NOW, language=language):
        assert end <= found.start < found.end <= len(text)
        end = found.end
        alone = find_dates(text[found.start : found.end], now=NOW, language=language)
        assert [item.iso for item in alone] == [found.iso]
    parse_date(text, now=NOW, language=language)
    find_url_date(text)
    find_url_year(text)


@pytest.mark.parametrize("unit", ["1", " ", "１", "2009 ", "1/", "16 jan ", "2009-1-", "a ", "昨"])
def test_cost_is_linear(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            find_dates(text, now=NOW)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(80_000) < 8 * seconds(20_000) + 0.02  # 4 when linear, 16 when quadratic


def test_day_of_the_week_tells_the_order_of_day_and_month() -> None:
    assert [found.iso for found in find_dates("03/02/2007 (Fri)", language="de")] == ["2007-03-02"]
    assert [found.iso for found in find_dates("Saturday, 03/02/2007")] == ["2007-02-03"]


def test_order_of_day_and_month_can_be_given() -> None:
    assert find_dates("03/02/2007", month_first=True)[0].iso == "2007-03-02"
    assert find_dates("03/02/2007", language="en", month_first=False)[0].iso == "2007-02-03"


def test_month_comes_first_in_east_asia() -> None:
    assert find_dates("03/02/2007", language="ja")[0].iso == "2007-03-02"


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        pytest.param(["08/11/2006", "09/20/2006"], True, id="month"),
        pytest.param(["08/11/2006", "20/09/2006"], False, id="day"),
        pytest.param(["03/02/2007 (金)"], True, id="weekday"),
        pytest.param(["08/11/2006", "2006/09/20", "1.13.2006"], None, id="nothing-tells"),
        pytest.param(["09/20/2006", "20/09/2006"], None, id="disagree"),
    ],
)
def test_order_of_day_and_month_is_found(texts: list[str], order: bool | None) -> None:
    assert find_month_first(texts) is order


def test_year_that_the_day_of_the_week_contradicts_is_not_taken() -> None:
    assert find_dates("7月1日(水)", year=2008) == []
    assert find_dates("7月1日(水)", year=2009)[0].iso == "2009-07-01"
    assert find_dates("Wed, Jul 1", now=datetime(2008, 8, 1, tzinfo=UTC)) == []


@given(
    st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)),
    st.sampled_from(["", "T09:05", "T23:59:59", "T00:00", "T1:00", "T24:00", " 09:05"]),
    st.sampled_from(["", "Z", "z", "+09:00", "-00:00", "-05:30", "+14:59", "+15:00", "+0900", "x"]),
)
def test_date_of_iso_8601_is_what_is_found_in_a_text(day: date, clock: str, zone: str) -> None:
    text = f"{day.isoformat()}{clock}{zone}"
    found = find_dates(f"{text} ")  # no ISO 8601, and read form by form
    value = parse_date(text)
    assert value is None or [value] == found


def test_day_that_is_none_is_no_date_of_iso_8601() -> None:
    assert parse_date("2021-02-29T10:00") is None
