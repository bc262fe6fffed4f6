"""The content view in a real browser: labelled by mouse and by keys, kept, undone, exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.unit.studio.conftest import WHO, make_page, make_workspace, open_page, serve_studio
from tests.unit.studio.content.pages import TEXT, make_pages, write_article

from zaru.studio.actions import Subject
from zaru.studio.content.labels import read_roles
from zaru.studio.workspace import Workspace

PAGES = make_pages(5)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace of five pages of one template."""
    return make_workspace(tmp_path / "workspace", PAGES)


@pytest.fixture
def visit(browser: Browser, workspace: Path) -> Iterator[Page]:
    """A person's page of a studio over `workspace`."""
    with (
        serve_studio(workspace) as address,
        open_page(browser, address, locale="en-GB") as page,
    ):
        yield page


def go(page: Page, number: int = 0, pages: list[str] | None = None) -> None:
    """Open the content of a page, and wait until it can be labelled."""
    ids = pages or [one.id for one in PAGES]
    page.goto(f"/studio/pages/{ids[number]}/content")
    expect(page.locator("body[data-ready]")).to_be_attached()


def on_page(page: Page, text: str) -> Locator:
    """Return the first piece of the block that says *text* on the page in the frame."""
    return page.frame_locator("#frame").locator(".zaru-item", has_text=text).first


def in_list(page: Page, text: str) -> Locator:
    """Return the block that says *text* in the panel."""
    return page.locator("#blocks button", has_text=text).first


def save(page: Page) -> None:
    """Save the page; another one comes."""
    before = page.url
    with action(page):
        page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)


@contextmanager
def action(page: Page) -> Iterator[None]:
    """Wait until what is done inside is confirmed."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        yield
    assert answer.value.ok


def read_saved(workspace: Path, page: str, who: str = WHO) -> dict[str, str]:
    """Return the roles that are on the disk."""
    opened = Workspace(workspace)
    try:
        return read_roles(opened.actions.read(Subject("content", page, who)).labels)
    finally:
        opened.close()


def test_a_page_is_labelled_with_the_mouse_alone(visit: Page, workspace: Path) -> None:
    go(visit)
    with action(visit):
        on_page(visit, "関連記事").click()
    expect(on_page(visit, "関連記事")).to_have_class(re.compile("zaru-is-heading"))
    with action(visit):
        on_page(visit, "0の2。").click()
    expect(on_page(visit, "0の2。")).not_to_have_class(re.compile("zaru-is-"))
    with action(visit):
        visit.get_by_role("button", name="quote").click()  # the block that was clicked last
    with action(visit):
        visit.get_by_role("button", name="save and next page").click()
    expect(visit.locator("#progress-words")).to_have_text("1 of 5 pages labelled")
    assert PAGES[0].id not in visit.url
    saved = read_saved(workspace, PAGES[0].id)
    assert sorted(saved.values()) == ["heading", *["paragraph"] * 5, "quote", "title"]


def test_a_page_is_labelled_with_keys_alone(visit: Page, workspace: Path) -> None:
    go(visit)
    here = visit.locator("#here")
    expect(here).to_contain_text("始まる（0）")
    visit.keyboard.press("j")
    expect(here).to_contain_text("2009年1月1日")
    with action(visit):
        visit.keyboard.press("9")
    visit.keyboard.press("j")
    with action(visit):
        visit.keyboard.press("Space")
    visit.keyboard.press("k")
    visit.keyboard.press("k")
    with action(visit):
        visit.keyboard.press("2")
    with action(visit):
        visit.keyboard.press("Enter")
    expect(visit.locator("#progress-words")).to_have_text("1 of 5 pages labelled")
    saved = read_saved(workspace, PAGES[0].id)
    assert sorted(saved.values()) == ["date", "heading", *["paragraph"] * 5]


def test_keys_work_after_a_click_into_the_page_and_with_the_focus_on_the_list(visit: Page) -> None:
    go(visit)
    with action(visit):
        on_page(visit, "関連記事").click()
    with action(visit):
        visit.keyboard.press("6")
    expect(in_list(visit, "関連記事")).to_have_attribute("data-role", "code")
    in_list(visit, "メニュー3").focus()
    visit.keyboard.press("Enter")  # shows it
    expect(in_list(visit, "メニュー3")).to_have_attribute("aria-current", "true")
    with action(visit):
        visit.keyboard.press("Enter")  # does what a click on the page does
    expect(in_list(visit, "メニュー3")).to_have_attribute("data-role", "list")


def test_labels_are_there_after_a_reload(visit: Page) -> None:
    go(visit)
    expect(visit.locator("#state")).to_contain_text("Suggested by zaru")
    with action(visit):
        on_page(visit, "メニュー1").click()
    visit.reload()
    expect(visit.locator("body[data-ready]")).to_be_attached()
    expect(in_list(visit, "メニュー1")).to_have_attribute("data-role", "list")
    expect(on_page(visit, "メニュー1")).to_have_class(re.compile("zaru-is-list"))
    expect(visit.locator("#state")).to_contain_text("every action is saved")


def test_actions_are_undone_and_done_again(visit: Page) -> None:
    go(visit)
    undo = visit.locator('[data-command="undo"]')
    expect(undo).to_be_disabled()
    with action(visit):
        on_page(visit, "0の1。").click()
    with action(visit):
        on_page(visit, "0の3。").click()
    expect(visit.locator("#kept")).to_have_text("5 of 26 are content")
    with action(visit):
        visit.keyboard.press("u")
    expect(in_list(visit, "0の3。")).to_have_attribute("data-role", "paragraph")
    with action(visit):
        undo.click()
    expect(visit.locator("#kept")).to_have_text("7 of 26 are content")
    expect(visit.locator("#status")).to_contain_text("undone: no content: 0の1。")
    expect(undo).to_be_disabled()
    with action(visit):
        visit.keyboard.press("U")
    expect(in_list(visit, "0の1。")).to_have_attribute("data-role", "")
    expect(on_page(visit, "0の3。")).to_have_class(re.compile("zaru-is-paragraph"))


def test_all_blocks_between_two_get_what_the_first_has(visit: Page) -> None:
    go(visit)
    with action(visit):
        on_page(visit, "ほかの記事1").click()
    with action(visit):
        on_page(visit, "ほかの記事6").click(modifiers=["Shift"])
    expect(visit.locator('#blocks [data-role="list"]')).to_have_count(6)
    with action(visit):
        visit.keyboard.press("u")
    expect(visit.locator('#blocks [data-role="list"]')).to_have_count(1)


def test_the_second_of_two_tabs_is_told_and_overwrites_nothing(
    visit: Page, workspace: Path
) -> None:
    other = visit.context.new_page()
    go(visit)
    go(other)
    with action(visit):
        on_page(visit, "0の1。").click()
    before = read_saved(workspace, PAGES[0].id)
    on_page(other, "0の2。").click()
    dialog = other.get_by_role("dialog", name="Changed elsewhere")
    expect(dialog).to_be_visible()
    expect(in_list(other, "0の2。")).to_have_attribute("data-role", "paragraph")  # taken back
    assert read_saved(workspace, PAGES[0].id) == before
    dialog.get_by_role("button", name="Load them again").click()
    expect(other.locator("body[data-ready]")).to_be_attached()
    expect(in_list(other, "0の1。")).to_have_attribute("data-role", "")
    with action(other):
        on_page(other, "0の2。").click()


def test_figures_follow_the_labels(visit: Page) -> None:
    go(visit)
    page, everything = visit.locator("#figures-page td"), visit.locator("#figures-all")
    expect(page).to_have_text(["–", "–", "–", "–"])
    with action(visit):
        on_page(visit, "関連記事").click()
    visit.locator("#method").select_option("set")
    expect(page).to_have_text(["1.0000", "0.8750", "0.9333", "0.0000"])
    with action(visit):
        visit.keyboard.press("u")
    expect(page).to_have_text(["–", "–", "–", "–"])
    save(visit)
    expect(everything.locator("th")).to_have_text("all 1 labelled")
    visit.locator("#method").select_option("set")
    expect(everything.locator("td")).to_have_text(["1.0000"] * 4)


def test_keys_are_shown_and_can_be_changed(visit: Page) -> None:
    go(visit)
    change = visit.get_by_role("button", name="Change keys")
    change.click()
    visit.locator('[data-command="role-code"]').click()
    visit.keyboard.press("p")
    change.click()
    expect(visit.locator('[data-command="role-code"] kbd')).to_have_text("p")
    visit.reload()
    expect(visit.locator("body[data-ready]")).to_be_attached()
    with action(visit):
        visit.keyboard.press("p")
    expect(visit.locator('[data-command="role-code"]')).to_have_attribute("aria-pressed", "true")


def test_a_mostly_right_page_of_60_blocks_takes_few_actions(
    browser: Browser, tmp_path: Path
) -> None:
    comments = "".join(f"<li>コメント{n}。" + TEXT[:20] for n in range(6))
    html = write_article(
        0, 34, 8, tail=f"<h2>読者のコメント</h2><ul class=comments>{comments}</ul>"
    )
    page = make_page(html)
    workspace = make_workspace(tmp_path, [page])
    # Right is: the title, the date, all paragraphs, no comment of a reader.
    with serve_studio(workspace) as address, open_page(browser, address) as visit:
        actions: list[str] = []
        visit.on("request", lambda request: actions.append(request.method))
        go(visit, 0, [page.id])
        assert visit.locator("#blocks button").count() >= 60
        for text in ("始まる（0）", "2009年1月1日"):  # their roles are known
            if in_list(visit, text).get_attribute("data-role") == "":
                with action(visit):
                    on_page(visit, text).click()
        wrong = visit.locator('#blocks button[data-role]:not([data-role=""])', has_text="コメント")
        if wrong.count():
            first, last = (one.inner_text().split()[1][:6] for one in (wrong.first, wrong.last))
            with action(visit):
                on_page(visit, first).click()
            with action(visit):
                on_page(visit, last).click(modifiers=["Shift"])
        save(visit)
        assert actions.count("POST") <= 5
    saved = read_saved(workspace, page.id).values()
    assert sorted(saved) == ["date", *["paragraph"] * 34, "title"]


def test_labels_go_into_another_workspace(
    visit: Page, browser: Browser, workspace: Path, tmp_path: Path
) -> None:
    go(visit)
    with action(visit):
        on_page(visit, "関連記事").click()
    save(visit)
    visit.goto("/studio/content")
    expect(visit.locator("#method-figures tr[data-method=paper] td").first).to_have_text("1")
    saved = read_saved(workspace, PAGES[0].id)
    changed = make_page(write_article(1).replace("関連", "<b>関</b>連"), "news/1.html")
    for number, name in enumerate(("zaru", "Label Studio", "doccano")):
        visit.goto("/studio/content")
        with visit.expect_download() as download:
            visit.locator("#download + p a, .files a", has_text=name).first.click()
        other = make_workspace(tmp_path / str(number), [PAGES[0], changed])
        with serve_studio(other, "jirō") as address, open_page(browser, address) as there:
            there.goto("/studio/content?lang=en")
            file = tmp_path / download.value.suggested_filename
            download.value.save_as(file)
            there.locator("#file").set_input_files(file)
            there.get_by_role("button", name="Bring").click()
            expect(there.locator(".outcomes li")).to_contain_text(["labelled, 8 blocks"])
        assert read_saved(other, PAGES[0].id) == saved


def test_people_who_labelled_the_same_page_are_compared(visit: Page) -> None:
    for name, text in (("hanako", "関連記事"), ("tarō", "ほかの記事2")):
        visit.goto("/studio/")
        with visit.expect_navigation():
            visit.locator("#who").fill(name)
            visit.locator("#who").press("Enter")
        go(visit)
        with action(visit):
            on_page(visit, text).click()
        save(visit)
    visit.goto("/studio/content")
    visit.locator("#correct").select_option("hanako")
    row = visit.locator("#people-figures tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator("th")).to_have_text("tarō")
    figures = ["1", "0.8750", "0.8750", "0.8750", "0.0000", "1.0000"]
    expect(row.locator("td")).to_have_text(figures)


def test_a_narrow_screen_shows_the_page_above_and_does_not_scroll_sideways(
    browser: Browser, workspace: Path
) -> None:
    with serve_studio(workspace) as address, open_page(browser, address, width=390) as page:
        go(page)
        for address in (page.url, "/studio/content", "/studio/"):
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        go(page)
        with action(page):
            on_page(page, "始まる（0）").click()
        expect(in_list(page, "始まる（0）")).to_have_attribute("data-role", "")


def test_a_page_that_cannot_be_read_can_still_be_passed(browser: Browser, tmp_path: Path) -> None:
    page = make_page("", "empty.html")
    with (
        serve_studio(make_workspace(tmp_path, [page])) as address,
        open_page(browser, address, locale="en-GB") as visit,
    ):
        go(visit, 0, [page.id])
        expect(visit.locator(".problem")).to_contain_text("cannot be read")
        with action(visit):
            visit.keyboard.press("Enter")
        expect(visit.locator(".progress")).to_contain_text("All pages are labelled")


def test_a_large_page_opens_soon_and_clicks_are_answered_at_once(
    browser: Browser, tmp_path: Path
) -> None:
    html = write_article(0, 5_000).replace(TEXT, TEXT * 3)
    html = html.replace("<ruby>市<rt>いち</rt></ruby>", "市")  # slow to lay out for any browser
    page = make_page(html)
    assert len(page.raw) > 2_000_000
    with (
        serve_studio(make_workspace(tmp_path, [page])) as address,
        open_page(browser, address) as visit,
    ):
        clock = Clock(visit)
        go(visit, 0, [page.id])
        opened = clock.lap()
        assert visit.locator("#blocks li").count() > 5_000
        clicks = []
        for number in range(300, 307):
            clock.lap()
            visit.evaluate(CLICK, number)
            clicks.append(clock.lap())
    # The bars are 3 s and 0.1 s, of a machine that does nothing else.
    assert opened < 6, (opened, clicks)
    assert sorted(clicks)[3] < 0.2, (opened, clicks)


class Clock:
    """What the server and the browser's page work, one after the other, in seconds of a processor.

    The machine that tests does other things, too: what the clock on the wall says would be theirs.
    """

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.before = self.read()

    def read(self) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        (thread,) = (one["value"] for one in metrics if one["name"] == "ThreadTime")
        return process_time() + float(thread)

    def lap(self) -> float:
        before, self.before = self.before, self.read()
        return self.before - before


# Waits from a click on a block to its confirmation by the server, painted.
CLICK = """
async (number) => {
  const frame = document.querySelector("#frame").contentDocument;
  const piece = frame.querySelector(`.zaru-${number}`);
  const answered = new Promise((resolve) => {
    const seen = new PerformanceObserver((list) => {
      if (list.getEntries().some((entry) => entry.name.endsWith("/content"))) {
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
      }
    });
    seen.observe({ type: "resource" });
  });
  piece.click();
  await answered;
}
"""
