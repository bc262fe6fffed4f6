"""The feed view in a real browser: numbered articles, other lists, dropped and added ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import feedparser
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.unit.studio.conftest import make_page, make_workspace, open_page, serve_studio
from tests.unit.studio.feed.pages import ADDRESS, MONDAY, TUESDAY

VIEW = f"/studio/pages/{MONDAY.id}/feed"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a studio with Monday's page."""
    with serve_studio(make_workspace(tmp_path / "workspace", [MONDAY])) as address:
        yield address


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Page]:
    """The feed view of that page."""
    with open_page(browser, address, locale="en-GB") as page:
        open_view(page)
        yield page


def open_view(page: Page, address: str = VIEW) -> None:
    page.goto(address)
    expect(page.locator("body")).to_have_attribute("data-ready", "true")


def on_page(page: Page, selector: str) -> Locator:
    return page.frame_locator("#frame").locator(selector)


def read_numbers(page: Page) -> list[tuple[str, str]]:
    """Return the badges on the page, each with its title."""
    found = on_page(page, "[data-zaru]").evaluate_all(
        "pieces => pieces.map((one) => [one.dataset.zaru, one.textContent.trim()])"
    )
    return [(number, text) for number, text in found]


def pick_letters(page: Page) -> Locator:
    return page.locator("#lists .pick", has_text="Letter of Aoki about sieves ·").first


def test_articles_are_numbered_on_the_page_and_in_the_panel(visit: Page) -> None:
    expect(visit.locator("#count")).to_have_text("6 articles")
    assert read_numbers(visit) == [(str(n), f"Notes on sieve {7 - n}") for n in range(1, 7)]
    badge = on_page(visit, "[data-zaru='1']").evaluate(
        "one => getComputedStyle(one, '::before').content"
    )
    assert badge == '"1"'
    first = visit.locator("#articles li").first
    expect(first).to_contain_text("Notes on sieve 6")
    expect(first).to_contain_text("2026-11-06")
    expect(first).to_contain_text("Bamboo of kind 6")
    expect(first.get_by_role("link")).to_have_attribute("href", "https://news.example/sieves/6")
    expect(visit.locator("#rule")).to_contain_text("A rule finds just these articles")


def test_another_list_is_picked_with_a_click_and_seen_on_the_page(visit: Page) -> None:
    pick_letters(visit).click()
    expect(visit.locator("#count")).to_have_text("4 articles")
    expect(pick_letters(visit)).to_have_attribute("aria-pressed", "true")
    assert [text for _, text in read_numbers(visit)] == [
        f"Letter of {name} about sieves" for name in ("Aoki", "Baba", "Chiba", "Doi")
    ]
    visit.reload()
    expect(visit.locator("#count")).to_have_text("4 articles")


def test_an_article_is_dropped_and_added_again_undone_and_done_again(visit: Page) -> None:
    visit.locator("#articles .act").nth(1).click()
    expect(visit.locator("#count")).to_have_text("5 articles")
    expect(visit.locator("#dropped li:not([hidden])")).to_contain_text("Notes on sieve 5")
    expect(visit.locator("#rule")).to_contain_text("No rule tells what you dropped")
    assert ("×", "Notes on sieve 5") in read_numbers(visit)
    on_page(visit, "[data-zaru='×']").click()
    expect(visit.locator("#count")).to_have_text("6 articles")
    visit.get_by_role("button", name="Undo").first.click()
    expect(visit.locator("#count")).to_have_text("5 articles")
    visit.reload()
    expect(visit.locator("#count")).to_have_text("5 articles")
    visit.get_by_role("button", name="Redo").first.click()
    expect(visit.locator("#count")).to_have_text("6 articles")
    visit.get_by_role("button", name="Drop: Notes on sieve 6").click()
    visit.get_by_role("button", name="Add again: Notes on sieve 6").click()
    expect(visit.locator("#count")).to_have_text("6 articles")


def test_a_text_in_no_article_becomes_one_when_it_is_clicked(visit: Page) -> None:
    on_page(visit, ".also .zaru-item").first.click()
    expect(visit.locator("#count")).to_have_text("7 articles")
    added = visit.locator("#articles li:not(.empty)").last
    expect(added).to_contain_text("A visit to the old workshop")
    expect(added).to_contain_text("added by hand")
    assert read_numbers(visit)[-1] == ("7", "A visit to the old workshop")


def test_a_page_without_a_list_gets_one_by_two_clicks(browser: Browser, tmp_path: Path) -> None:
    text = "<p>" + "One long story about a sieve that nobody ever lists anywhere. " * 30 + "</p>"
    links = "".join(f"<a href=/{name}>See {name}</a> " for name in ("one", "two", "three", "four"))
    story = make_page(f"<html lang=en><title>Story</title>{text}<footer>{links}</footer>")
    with (
        serve_studio(make_workspace(tmp_path, [story])) as address,
        open_page(browser, address, locale="en-GB") as visit,
    ):
        open_view(visit, f"/studio/pages/{story.id}/feed")
        expect(visit.locator("#articles")).to_contain_text("No list of articles was found")
        for place in (0, 2):
            on_page(visit, "footer a .zaru-item").nth(place).click()
        expect(visit.locator("#count")).to_have_text("2 articles")
        visit.get_by_role("button", name="Add all 2").click()
        expect(visit.locator("#count")).to_have_text("4 articles")
        assert [text for _, text in read_numbers(visit)] == [
            f"See {name}" for name in ("one", "two", "three", "four")
        ]


def test_a_feed_is_named_and_read_with_feedparser(visit: Page, address: str) -> None:
    visit.locator("#articles .act").first.click()
    expect(visit.locator("#count")).to_have_text("5 articles")
    visit.get_by_label("Name of the feed").fill("sieve-news")
    visit.get_by_role("button", name="Save").click()
    expect(visit.get_by_role("link", name="RSS")).to_have_attribute("href", "/feeds/sieve-news.xml")
    with urlopen(f"{address}/feeds/sieve-news.xml", timeout=20) as answer:
        tag = answer.headers["ETag"]
        feed = feedparser.parse(answer.read())
    assert [entry.title for entry in feed.entries] == [
        f"Notes on sieve {day}" for day in (5, 4, 3, 2, 1)
    ]
    known = feedparser.parse(f"{address}/feeds/sieve-news.xml", etag=tag)
    assert known.status == 304
    head = Request(f"{address}/feeds/sieve-news.json", method="HEAD")
    with urlopen(head, timeout=20) as answer:
        assert answer.headers["Content-Type"] == "application/feed+json; charset=utf-8"
    visit.get_by_role("link", name="Preview").click()
    expect(visit.get_by_role("heading", name="Sieve news")).to_be_visible()
    expect(visit.locator("article")).to_have_count(5)
    visit.get_by_role("link", name="Back to the articles").click()
    expect(visit.get_by_label("Name of the feed")).to_have_value("sieve-news")


def test_a_name_that_cannot_be_one_is_told(visit: Page) -> None:
    name = visit.get_by_label("Name of the feed")
    name.evaluate("one => one.removeAttribute('pattern')")
    name.fill("../x")
    visit.keyboard.press("Enter")
    expect(visit.locator("#status")).to_contain_text("the name of a feed has")
    expect(visit.locator("#addresses li")).to_have_count(0)


def test_the_downloaded_rule_reads_tomorrows_page(visit: Page, tmp_path: Path) -> None:
    with visit.expect_download() as begun:
        visit.get_by_role("link", name="Download the rule").click()
    rule, tomorrow = tmp_path / "list.json", tmp_path / "tomorrow.html"
    begun.value.save_as(rule)
    tomorrow.write_bytes(TUESDAY.raw)
    read = subprocess.run(
        [sys.executable, "-m", "zaru", "feed", tomorrow, "--url", ADDRESS, "--by", rule],
        capture_output=True, check=True,
    )  # fmt: skip
    titles = [entry.title for entry in feedparser.parse(read.stdout).entries]
    assert titles == [f"Notes on sieve {day}" for day in (8, 7, 6, 5, 4, 3, 2)]


def test_everything_is_done_by_keys_alone(visit: Page) -> None:
    for key in "jjx":  # drop the second
        visit.keyboard.press(key)
    expect(visit.locator("#count")).to_have_text("5 articles")
    visit.keyboard.press("u")
    expect(visit.locator("#count")).to_have_text("6 articles")
    visit.keyboard.press("r")
    expect(visit.locator("#count")).to_have_text("5 articles")
    while "old workshop" not in visit.locator("#status").inner_text():
        visit.keyboard.press("n")
    expect(on_page(visit, ".zaru-here")).to_have_text("A visit to the old workshop")
    visit.keyboard.press("a")
    expect(visit.locator("#articles li:not(.empty)").last).to_contain_text(
        "A visit to the old workshop"
    )
    visit.keyboard.press("]")
    expect(visit.locator("#lists .pick").nth(1)).to_have_attribute("aria-pressed", "true")
    visit.keyboard.press("[")
    expect(visit.locator("#count")).to_have_text("6 articles")
    visit.get_by_label("Name of the feed").focus()
    visit.keyboard.type("jx")
    visit.keyboard.press("Enter")
    expect(visit.get_by_role("link", name="JSON Feed")).to_be_visible()
    expect(visit.locator("#count")).to_have_text("6 articles")


def test_two_tabs_do_not_overwrite_each_other(visit: Page) -> None:
    other = visit.context.new_page()
    open_view(other)
    visit.locator("#articles .act").first.click()
    expect(visit.locator("#count")).to_have_text("5 articles")
    other.locator("#articles .act").last.click()
    dialog = other.get_by_role("dialog")
    expect(dialog).to_contain_text("Changed elsewhere")
    dialog.get_by_role("button").click()
    expect(other.locator("#count")).to_have_text("5 articles")
    expect(other.locator("#dropped li:not([hidden])")).to_contain_text("Notes on sieve 6")


def test_all_of_it_works_on_a_narrow_screen_in_japanese(browser: Browser, address: str) -> None:
    with open_page(browser, address, width=390, locale="ja-JP") as visit:
        open_view(visit)
        expect(visit.locator("#count")).to_have_text("6 件の記事")
        visit.get_by_role("button", name="「Notes on sieve 5」を外す").click()
        expect(visit.locator("#count")).to_have_text("5 件の記事")
        pick_letters(visit).click()
        expect(visit.locator("#count")).to_have_text("4 件の記事")
        width = visit.evaluate("document.documentElement.scrollWidth")
        assert width <= 390
