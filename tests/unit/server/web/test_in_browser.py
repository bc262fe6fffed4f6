"""The pages in a real browser: found, opened, shown in the page and in the bytes, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.unit.server.web.conftest import open_page, serve

SENTENCE = "京都の古い寺で行事がありました。"
TOKEN = "a-token-of-our-tests"


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Page]:
    """A visitor's page."""
    with open_page(browser, address, locale="en-GB") as page:
        yield page


def read_chosen(page: Page) -> tuple[str, str]:
    """Return what is marked in the cached page, and the bytes that are marked below it."""
    frame = page.frame_locator("#frame")
    expect(frame.locator("#zaru-chosen").first).to_be_in_viewport()
    said = "".join(frame.locator(".zaru-chosen").all_inner_texts())
    codes = "".join(page.locator(".evidence .codes .chosen").all_inner_texts())
    return said, str(bytes.fromhex(codes), "cp932")


def has_no_sideways_scroll(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def test_a_sentence_is_found_and_shown_in_the_page_and_in_the_bytes(visit: Page) -> None:
    visit.goto("/")
    visit.keyboard.press("/")
    visit.keyboard.type("京都 寺")
    visit.keyboard.press("Enter")
    expect(visit.locator(".result")).to_have_count(1)
    assert visit.locator(".excerpt mark").all_inner_texts() == ["京都", "寺"]
    results = visit.url
    visit.locator("h2 a").click()
    words = visit.frame_locator("#frame").locator(".zaru-word")
    expect(words.first).to_be_in_viewport()
    assert words.all_inner_texts() == ["京都", "寺", "京都", "寺"]
    expect(visit.locator(".evidence")).to_have_count(0)
    opened = visit.url
    visit.locator(".line > a", has_text=SENTENCE).click()
    expect(visit.locator(".evidence")).to_be_visible()
    assert read_chosen(visit) == (SENTENCE, SENTENCE)
    assert "span=" in visit.url
    visit.go_back()
    expect(visit.locator(".evidence")).to_have_count(0)
    assert visit.url == opened
    visit.go_back()
    expect(visit).to_have_url(results)
    expect(visit.locator("#q")).to_have_value("京都 寺")


def test_an_excerpt_leads_to_its_sentence(visit: Page) -> None:
    visit.goto("/?q=行事&lang=ja")
    visit.locator(".excerpt a").click()
    assert read_chosen(visit) == (SENTENCE, SENTENCE)
    expect(visit.locator(".citation .one-line")).to_have_attribute(
        "href", re.compile(r"^http://www\.example\.jp/20\.html#:~:text=")
    )


def test_keys_go_from_result_to_result_and_from_line_to_line(visit: Page) -> None:
    visit.goto("/?q=朝市")
    for key, number in (("j", 0), ("j", 1), ("j", 2), ("k", 1)):
        visit.keyboard.press(key)
        expect(visit.locator(".result h2 a").nth(number)).to_be_focused()
    visit.keyboard.press("Enter")
    visit.wait_for_url(re.compile("/pages/"))
    visit.keyboard.press("j")
    visit.keyboard.press("j")
    visit.keyboard.press("Enter")
    expect(visit.locator(".evidence")).to_be_visible()
    expect(visit.locator(".line > a").nth(1)).to_have_attribute("aria-current", "true")


def test_tabs_filters_and_languages_work_with_scripts(visit: Page) -> None:
    visit.goto("/?q=朝市")
    visit.locator(".filters summary").click()
    visit.locator("[name=language]").select_option("ja")
    expect(visit).to_have_url(re.compile("language=ja"))
    visit.locator(".chips a").click()
    visit.locator("a[rel=next]").click()
    expect(visit).to_have_url(re.compile("page=2"))
    visit.locator(".switch").click()
    expect(visit.locator("html")).to_have_attribute("lang", "ja")
    visit.locator(".result h2 a").first.click()
    for tab in ("links", "about", "sentences"):
        visit.locator(f".tabs a[href*='tab={tab}']").click()
        expect(visit.locator(f"#panel.{tab}")).to_be_visible()
    visit.go_back()
    expect(visit.locator("#panel.about")).to_be_visible()


def test_all_of_it_works_without_scripts(browser: Browser, address: str) -> None:
    with open_page(browser, address, java_script_enabled=False) as page:
        go_through(page)


def go_through(page: Page) -> None:
    page.goto("/?lang=en")
    page.locator("#q").fill("京都")
    page.locator("#q").press("Enter")
    page.locator(".filters summary").click()
    page.locator(".fields [name=site]").fill("www.example.jp")
    page.locator(".fields button").click()
    page.locator(".result h2 a").click()
    page.locator(".line > a", has_text=SENTENCE).click()
    assert read_chosen(page) == (SENTENCE, SENTENCE)
    page.locator(".tabs a[href*='tab=about']").click()
    expect(page.locator(".downloads a")).to_have_count(3)
    page.locator(".back").click()
    assert page.locator(".fields [name=site]").input_value() == "www.example.jp"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_needs_no_sideways_scroll(
    browser: Browser, address: str, scheme: Literal["light", "dark"]
) -> None:
    with open_page(browser, address, width=360, color_scheme=scheme) as page:
        for start in ("/", "/?q=朝市&site=example.jp&lang=ja", "/?q=攻撃", "/?q=-x", "/nothing"):
            page.goto(start)
            assert has_no_sideways_scroll(page), start
        page.goto("/?q=攻撃")
        page.locator(".excerpt a").first.click()
        for tab in ("content", "sentences", "links", "about"):
            page.locator(f".tabs a[href*='tab={tab}']").click()
            expect(page.locator(f"#panel.{tab}")).to_be_visible()
            assert has_no_sideways_scroll(page), tab


def test_cached_pages_and_files_come_behind_a_token_too(browser: Browser, corpus: Path) -> None:
    with serve(corpus, TOKEN) as address, open_page(browser, address) as page:
        page.goto(f"/?token={TOKEN}")
        page.goto("/?q=京都")
        page.locator(".result h2 a").click()
        expect(page.frame_locator("#frame").locator(".zaru-word").first).to_be_visible()
