"""Choices: lists are picked, articles dropped and added, and the rule follows."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from tests.unit.studio.conftest import ask, make_workspace
from tests.unit.studio.feed.pages import MONDAY, TUESDAY, make_news

from zaru.errors import UsageError
from zaru.feeds.article import Span
from zaru.page import Page
from zaru.studio.feed.choice import Choice
from zaru.studio.feed.list_wrapper import read_list
from zaru.studio.feed.lists import PageLists, look
from zaru.studio.feed.rule import find_rule, read_choice


@pytest.fixture
def lists() -> PageLists:
    """The lists of Monday's page."""
    return look(MONDAY)


@pytest.fixture
def choice(lists: PageLists) -> Choice:
    """What is chosen before anybody has chosen."""
    return Choice.of({}, lists)


def find_title(page: Page, text: str) -> Span:
    byte = page.raw.index(text.encode())
    around = (span for span in look(page).candidates.places if span[0] <= byte < sum(span))
    return min(around, key=lambda span: span[1])


def read_titles(page: Page, choice: Choice) -> list[str]:
    return [article.title.text for article in read_choice(page, choice).articles]


def test_the_first_choice_is_the_list_that_zaru_finds(lists: PageLists, choice: Choice) -> None:
    titles = [f"Notes on sieve {day}" for day in (6, 5, 4, 3, 2, 1)]
    assert read_titles(MONDAY, choice) == titles
    assert lists.find_picked(choice.titles) == lists.main_number == 1


def test_a_choice_comes_back_from_its_labels(lists: PageLists, choice: Choice) -> None:
    made = choice.drop(lists, choice.titles[2]).call("news")
    assert Choice.of(made.to_labels(), lists) == made
    assert Choice.of({}, lists).to_labels()["dropped"] is None


def test_a_dropped_article_is_left_out_and_can_be_added_again(
    lists: PageLists, choice: Choice
) -> None:
    title = choice.titles[1]
    dropped = choice.drop(lists, title)
    assert "Notes on sieve 5" not in read_titles(MONDAY, dropped)
    assert len(read_titles(MONDAY, dropped)) == 5
    assert dropped.add(lists, [title]) == choice
    with pytest.raises(UsageError, match="not in the list"):
        dropped.drop(lists, title)


def test_a_line_is_added_and_dropped_without_a_trace(lists: PageLists, choice: Choice) -> None:
    title = find_title(MONDAY, "A visit to")
    added = choice.add(lists, [title])
    assert read_titles(MONDAY, added)[-1] == "A visit to the old workshop"
    assert lists.find_picked(added.titles) == 1
    assert added.drop(lists, title) == choice


def test_what_is_no_text_is_not_added(lists: PageLists, choice: Choice) -> None:
    with pytest.raises(UsageError, match="no text of the page"):
        choice.add(lists, [(0, 3)])


def test_another_list_is_picked_whole(lists: PageLists, choice: Choice) -> None:
    numbers = range(1, len(lists.candidates.named) + 1)
    number = next(
        one for one in numbers if find_title(MONDAY, "Letter of Aoki") in lists.titles(one)
    )
    picked = choice.drop(lists, choice.titles[0]).pick(lists, number)
    assert read_titles(MONDAY, picked)[0] == "Letter of Aoki about sieves"
    assert (picked.dropped, lists.find_picked(picked.titles)) == (frozenset(), number)
    for wrong in (0, len(numbers) + 1):
        with pytest.raises(UsageError, match=f"no list {wrong}"):
            choice.pick(lists, wrong)


@pytest.mark.parametrize("name", ["../etc", "a.b", "é", "a b", "a" * 61, "a\n", "%2e"])
def test_names_are_checked(choice: Choice, name: str) -> None:
    with pytest.raises(UsageError, match="the name of a feed"):
        choice.call(name)


def test_a_name_can_be_taken_away(choice: Choice) -> None:
    assert choice.call("Sieve-news_1").name == "Sieve-news_1"
    assert choice.call("Sieve-news_1").call("") == choice


def test_the_rule_of_a_list_reads_the_next_page_with_texts(choice: Choice) -> None:
    rule = find_rule(MONDAY, choice)
    assert rule.is_exact
    assert rule.wrapper is not None
    found = read_list(TUESDAY, rule.wrapper)
    assert [article.title.text for article in found] == [
        f"Notes on sieve {day}" for day in (8, 7, 6, 5, 4, 3, 2)
    ]
    assert found.articles[0].body is not None
    assert found.articles[0].body.text.startswith("Bamboo of kind 8")


def test_what_no_rule_tells_apart_is_said_and_the_whole_list_has_one(
    lists: PageLists, choice: Choice
) -> None:
    rule = find_rule(MONDAY, choice.drop(lists, choice.titles[2]))
    assert rule.wrapper is not None
    assert not rule.is_exact


def test_two_articles_teach_the_others_that_look_like_them(lists: PageLists) -> None:
    letters = [find_title(MONDAY, f"Letter of {name}") for name in ("Aoki", "Doi")]
    rule = find_rule(MONDAY, Choice(tuple(letters)))
    assert rule.wrapper is None
    texts = [lists.candidates.read_text(title) for title in rule.more]
    assert texts == ["Letter of Baba about sieves", "Letter of Chiba about sieves"]


def test_articles_without_anything_in_common_have_no_rule(lists: PageLists, choice: Choice) -> None:
    odd = choice.add(
        lists, [find_title(MONDAY, "A visit to"), find_title(MONDAY, "Sieve news</h1")]
    )
    rule = find_rule(MONDAY, odd)
    assert (rule.wrapper, rule.more) == (None, ())
    assert find_rule(MONDAY, Choice(())).wrapper is None


def test_a_page_without_a_list_has_an_empty_choice() -> None:
    page = Page.from_bytes(b"<p>Just one sentence stands on this page.</p>")
    choice = Choice.of({}, look(page))
    assert read_titles(page, choice) == []
    one = choice.add(look(page), [find_title(page, "Just")])
    assert read_titles(page, one) == ["Just one sentence stands on this page."]


def test_an_item_of_the_page_belongs_to_one_article() -> None:
    page = make_news(range(1, 4))
    lists = look(page)
    ranges = [
        lists.find_items(article.span)
        for article in read_choice(page, Choice.of({}, lists)).articles
    ]
    assert all(first < last for first, last in ranges)
    assert all(one[1] <= other[0] for one, other in pairwise(ranges))


def test_a_click_on_a_large_page_is_little_work(tmp_path: Path) -> None:
    page = make_news(range(1, 1650))
    with ask(make_workspace(tmp_path, [page])) as client:
        address = f"/api/v1/studio/pages/{page.id}/feed"
        state = client.post(address, json={"version": 0, "name": "large"}).json()
        action = {"version": 1, "key": state["key"], "drop": state["articles"][7]["span"]}
        start = process_time()
        answer = client.post(address, json=action)
        assert process_time() - start < 0.2  # measured: 0.007 s of 0.1 s
        assert answer.json()["dropped"] == [state["articles"][7]["item"]]
        assert len(answer.content) < 1000  # articles that the script has are not sent again
