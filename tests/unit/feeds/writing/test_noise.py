"""Badges, counters, ranks and ages do not change a key; what names an article does."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.unit.feeds.made import ANY_TEXT

from zaru.feeds.writing.noise import plain_key, text_key, title_key


@pytest.mark.parametrize(
    "title",
    [
        "京都の紅葉",
        "  京都の\u200b紅葉\u3000",
        "【NEW】京都の紅葉",
        "NEW! 京都の紅葉",
        "京都の紅葉NEW",
        "京都の紅葉 🆕",
        "★新着★ 京都の紅葉",
        "京都の紅葉【更新】",
        "京都の紅葉（3）",
        "京都の紅葉 [1,204件]",
        "京都の紅葉 コメント(12)",
        "京都の紅葉 3件のコメント",
        "京都の紅葉 ♥ 12 💬 3",
        "京都の紅葉 閲覧数：1,024",
        "京都の紅葉 | 1.2k views",
        "1位 京都の紅葉",
        "12. 京都の紅葉 (5) NEW",
        "京都の紅葉 3時間前",
        "京都の紅葉 (11/15更新)",
        "京都の紅葉 最終更新：2026/11/15 10:00",
    ],
)
def test_noise_does_not_change_the_key(title: str) -> None:
    assert title_key(title) == "京都の紅葉"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("2009年1月16日(金)", "2009年1月17日(土)", id="diary-days"),
        pytest.param("1月16日の日記", "1月17日の日記", id="days-in-titles"),
        pytest.param("第1回 京都", "第2回 京都", id="episodes"),
        pytest.param("iPhone 12", "iPhone 13", id="numbers"),
        pytest.param("サイト更新", "サイト", id="words-inside"),
        pytest.param("新しい本", "しい本", id="beginnings-of-words"),
        pytest.param("(3)", "(4)", id="nothing-but-a-number"),
        pytest.param("NEW", "UP", id="nothing-but-a-badge"),
    ],
)
def test_what_names_an_article_stays(one: str, other: str) -> None:
    assert title_key(one) != title_key(other)


def test_text_key_ignores_counters_and_ages() -> None:
    assert text_key("赤い。 閲覧 12  3分前") == text_key("赤い。 閲覧 1,300 2時間前")
    assert text_key("赤い。") != text_key("青い。")


@given(ANY_TEXT)
def test_key_is_empty_only_for_blank_titles(title: str) -> None:
    assert bool(title_key(title)) == bool(plain_key(title))


def test_marks_on_one_letter_are_bounded() -> None:
    marked = "a" + "\u0316\u0301" * 20
    assert plain_key(marked) == plain_key(marked + "\u0316\u0301" * 1000)
    assert plain_key("a" + "-" * 100) == "a" + "-" * 100
