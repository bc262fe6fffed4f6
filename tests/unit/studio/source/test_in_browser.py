"""The source view in a real browser: from the page to its bytes, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.unit.studio.conftest import make_page, make_workspace, open_page, serve_studio

TEXT = "竹で編んだざるは、そばを盛るのにも、野菜の水を切るのにも使われています。"
PAGE = make_page(
    f"<html lang=ja><head><title>ざる</title></head><body><h1>ざる</h1><p>{TEXT}</p>"
    "<p>&quot;夏&quot;には<b>枝豆</b>を盛ります。</p></body></html>",
    encoding="cp932",
)


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The source view of a page in Shift_JIS."""
    with (
        serve_studio(make_workspace(tmp_path, [PAGE])) as address,
        open_page(browser, address, locale="en-GB") as page,
    ):
        page.goto(f"/studio/pages/{PAGE.id}/source")
        yield page


def read_chosen(page: Page) -> bytes:
    expect(page.locator("#cells .codes .chosen").first).to_be_visible()
    return bytes.fromhex("".join(page.locator("#cells .codes .chosen").all_inner_texts()))


def test_a_click_on_the_page_shows_the_bytes_of_what_is_there(visit: Page) -> None:
    visit.frame_locator("#frame").locator("p .zaru-item").first.click()
    expect(visit.locator("#uses-here .use").first).to_contain_text("そばを盛る")
    assert read_chosen(visit).decode("cp932") == TEXT
    assert "span=" in visit.url
    visit.reload()
    assert read_chosen(visit).decode("cp932") == TEXT


def test_a_byte_leads_back_to_what_is_made_of_it(visit: Page) -> None:
    offset = PAGE.raw.index("枝豆".encode("cp932"))
    visit.locator("#offset").fill(str(offset))
    visit.keyboard.press("Enter")
    expect(visit.locator("#uses-here .use").first).to_contain_text("夏")
    assert read_chosen(visit) == PAGE.raw[offset : offset + 1]
    visit.locator("#cells .codes button").nth(0).click()
    expect(visit.locator("#bytes-place")).to_contain_text("+ 1")


def test_a_line_of_the_panel_is_shown_on_the_page_by_keys_alone(visit: Page) -> None:
    visit.locator(".uses .use", has_text="そばを盛る").first.focus()
    visit.keyboard.press("Enter")
    expect(visit.frame_locator("#frame").locator(".zaru-here").first).to_contain_text("そばを")


def test_a_byte_behind_the_end_is_told(visit: Page) -> None:
    visit.locator("#offset").fill("999999")
    visit.keyboard.press("Enter")
    expect(visit.locator("#status")).to_contain_text("not in a page of")


def test_fields_that_were_clicked_are_uses_of_their_bytes(visit: Page) -> None:
    visit.goto("/studio/fields?folder=.")
    visit.frame_locator("#frame").locator("h1 .zaru-item").first.click(position={"x": 4, "y": 8})
    expect(visit.locator("table")).to_contain_text("ざる")
    visit.goto(f"/studio/pages/{PAGE.id}/source")
    visit.locator("summary", has_text="Fields").click()
    visit.locator("details[open] .use", has_text="ざる").last.click()
    expect(visit.locator("#uses-here .use").first).to_contain_text("field")
    assert read_chosen(visit).decode("cp932") == "ざる"
