from __future__ import annotations

import pytest

from zaru.layout.bylines import (
    clean_name,
    read_beside,
    read_clock,
    read_date,
    read_labelled_name,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("投稿者：花子", "花子", id="label"),
        pytest.param("投稿者 花子 時刻 23時17分", "花子", id="time-behind"),
        pytest.param("投稿: みずき | 2006年8月5日", "みずき", id="bar"),
        pytest.param("Posted by 太郎 at 2006-08-04", "太郎", id="posted-by"),
        pytest.param("花子 より:", "花子", id="from"),
        pytest.param("花子さんのコメント", "花子", id="san"),
        pytest.param("次郎 says:", "次郎", id="says"),
        pytest.param("By Jane Doe", "Jane Doe", id="by"),
        pytest.param("文＝山田太郎", "山田太郎", id="any-label"),
        pytest.param("id:tsukue", "id:tsukue", id="name-with-a-colon"),
        pytest.param("■次郎（東京）", "次郎", id="place-behind"),
        pytest.param("Katie Baldwin Published on Thursday", "Katie Baldwin", id="published"),
        pytest.param("View all posts by Jane Doe", "Jane Doe", id="all-posts-by"),
        pytest.param("View all posts", None, id="all-posts"),
        pytest.param("Find this author", None, id="find"),
        pytest.param("3d23d65a-ddc6-4ce5-9f00-1", None, id="identifier"),
        pytest.param("The Associated Press", "The Associated Press", id="the"),
        pytest.param("the lack of it", None, id="in-a-sentence"),
        pytest.param("because we never met him", None, id="small-letters"),
        pytest.param("jan van den berg", "jan van den berg", id="particles"),
        pytest.param("Anna Maria van der Berg", "Anna Maria van der Berg", id="long-name"),
        pytest.param("bell hooks", "bell hooks", id="small-name"),
        pytest.param("Sunday Adeyemi", "Sunday Adeyemi", id="name-as-weekday"),
        pytest.param("Satya Nadella (CEO)", "Satya Nadella", id="rank-in-brackets"),
        pytest.param("[Fri", None, id="weekday"),
        pytest.param("2 days ago", None, id="days-ago"),
        pytest.param("http://example.jp/", None, id="address"),
        pytest.param("23:17", None, id="time"),
        pytest.param("返信", None, id="reply"),
        pytest.param("まだ決めていない。また今度", None, id="prose"),
        pytest.param("あ" * 100, None, id="too-long"),
        pytest.param("", None, id="empty"),
    ],
)
def test_names_are_without_the_words_around_them(text: str, name: str | None) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("| Posted by 花子 at 23:17 |", "花子", id="posted-by"),
        pytest.param("2006年8月4日 投稿者：花子", "花子", id="behind-the-date"),
        pytest.param("投稿日：2006年8月4日", None, id="day-of-posting"),
        pytest.param("名前はまだ決めていない", None, id="prose"),
        pytest.param("花子", None, id="no-label"),
    ],
)
def test_label_tells_a_name(text: str, name: str | None) -> None:
    assert read_labelled_name(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("otsu at 2006/09/27 20:58", "otsu", id="at"),
        pytest.param("1. 名無しさん(2006-01-03 02:31)", "名無しさん", id="number"),
        pytest.param("2006/08/04 23:17 花子", "花子", id="behind"),
        pytest.param("2006/08/04 23:17", None, id="no-name"),
    ],
)
def test_name_stands_beside_the_date_of_a_byline(text: str, name: str | None) -> None:
    found = read_date(text)
    assert found is not None
    assert read_beside(text, found) == name


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        pytest.param("Posted at 23時17分", "23:17:00", id="kanji"),
        pytest.param("11:17 PM", "23:17:00", id="afternoon"),
        pytest.param("午後 11時17分", "23:17:00", id="gogo"),
        pytest.param("9:05:30", "09:05:30", id="seconds"),
        pytest.param("10/11/12", None, id="date"),
    ],
)
def test_time_of_day_is_read(text: str, clock: str | None) -> None:
    assert read_clock(text) == clock
