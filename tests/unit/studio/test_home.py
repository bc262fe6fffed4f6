"""The first page: folders, their pages, what is done, and who works."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.unit.studio.conftest import ask, make_page, make_workspace, open_page, serve_studio

PAGES = [
    make_page(f"<title>朝市 {n}</title><p>港の朝市が二年ぶりに始まりました。</p>", f"{n}.html")
    for n in range(3)
]


def test_all_pages_are_listed_and_nothing_is_done_yet(tmp_path: Path) -> None:
    with ask(make_workspace(tmp_path, PAGES)) as client:
        said = client.get("/studio/", headers={"accept-language": "en"}).text
    assert "0 of 3 pages labelled" in said
    assert all(f"/studio/pages/{page.id}/content" in said for page in PAGES)


def test_a_name_of_any_letters_is_kept_by_the_browser(tmp_path: Path, browser: Browser) -> None:
    with (
        serve_studio(make_workspace(tmp_path, PAGES)) as address,
        open_page(browser, address, locale="ja-JP") as visit,
    ):
        visit.goto("/studio/")
        expect(visit.locator("#who")).to_have_value("hanako")
        visit.locator("#who").fill("花子 2")
        with visit.expect_navigation():
            visit.locator("#who").press("Enter")
        expect(visit.locator("#who")).to_have_value("花子 2")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"origin": "http://localhost"}, 303),
        ({"origin": "http://elsewhere.example"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 303),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "null"}, 403),
    ],
    ids=["a program", "our page", "another site", "our form", "a frame of another site", "nobody"],
)
def test_only_pages_of_the_studio_may_change_something(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    with ask(make_workspace(tmp_path, PAGES)) as client:
        answer = client.post(
            "/studio/who", data={"who": "tarō"}, headers=headers, follow_redirects=False
        )
    assert answer.status_code == status
