"""The fields view in a real browser: values clicked on a page, and read from all others."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect
from tests.unit.studio.conftest import make_page, make_workspace, open_page, serve_studio

from zaru.cli import cli
from zaru.page import Page as WebPage
from zaru.wrappers.wrapper import Wrapper

NAMES = "煎茶 玉露 ほうじ茶 番茶 抹茶 玄米茶 麦茶 そば茶 昆布茶 紅茶 烏龍茶".split()
SHOP = [
    make_page(
        f"<html lang=ja><title>{name} – 茶店</title><p class=menu>お茶 器 本</p><h1>{name}</h1>"
        f"<p class=price>価格: <b>{number},200</b>円 (税込)</p>"
        f"<dl><dt>産地</dt><dd>静岡{number}</dd><dt>重さ</dt><dd>{number}00g</dd></dl>"
        f"<p><a href='/order/{number}'>注文する</a> <img src='/{number}.png' alt='写真'></p>",
        f"shop/{number}.html",
    )
    for number, name in enumerate(NAMES, 1)
]
ROWS = "".join(
    f"<li><a href=/n/{day}>Notes of day {day}</a> <time>2026-11-{day:02}</time></li>"
    for day in range(1, 13)
)
LIST = make_page(f"<html lang=en><title>Notes</title><h1>Notes</h1><ul>{ROWS}</ul>", "list/a.html")


@contextmanager
def open_fields(
    browser: Browser, folder: Path, pages: list[WebPage], *, width: int = 1280, name: str = "shop"
) -> Iterator[Page]:
    """Open the fields view of the first page."""
    with (
        serve_studio(make_workspace(folder / "workspace", pages)) as address,
        open_page(browser, address, width=width, locale="en-GB", accept_downloads=True) as visit,
    ):
        visit.goto(f"/studio/fields?folder={name}")
        yield visit


@pytest.fixture
def visit(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The fields view of a shop with eleven pages, of which the first is shown."""
    with open_fields(browser, tmp_path, SHOP) as visit:
        yield visit


def frame(visit: Page) -> FrameLocator:
    return visit.frame_locator("#frame")


def click_text(visit: Page, text: str) -> None:
    frame(visit).locator(".zaru-item", has_text=text).first.click()


def names(visit: Page) -> Locator:
    return visit.locator("#field-list input")


def wait_for_result(visit: Page) -> None:
    expect(visit.locator("#step")).to_have_attribute("aria-busy", "false")


def read_table(visit: Page) -> list[list[str]]:
    wait_for_result(visit)
    rows = visit.locator("#table tbody tr").all()
    return [[cell.inner_text() for cell in row.locator("td").all()] for row in rows]


def download(visit: Page, name: str, folder: Path) -> Path:
    wait_for_result(visit)
    with visit.expect_download() as waiting:
        visit.locator(f"[data-file='{name}']").click()
    waiting.value.save_as(folder / name)
    return folder / name


def write_pages(folder: Path, pages: list[WebPage]) -> None:
    for page in pages:
        path = folder / page.origin.source
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(page.raw)


def run(*arguments: str | Path) -> str:
    done = CliRunner().invoke(cli, list(map(str, arguments)))
    assert done.exit_code == 0, done.output
    return done.stdout


def apply_wrapper(wrapper: Path, pages: Path) -> list[dict[str, list[str]]]:
    """Return the records that the command reads, values without their spans."""
    lines = map(json.loads, run("apply", wrapper, pages).splitlines())
    return [
        {name: [value["value"] for value in values] for name, values in line["fields"].items()}
        for line in lines
    ]


def test_two_clicks_on_one_page_are_a_wrapper_for_ten_others(visit: Page, tmp_path: Path) -> None:
    click_text(visit, "煎茶")
    expect(names(visit)).to_have_count(1)
    click_text(visit, "100g")
    expect(names(visit)).to_have_count(2)
    expect(names(visit).nth(0)).to_have_value("title")
    expect(names(visit).nth(1)).to_have_value("重さ")
    expect(visit.locator("#field-list .field-head .note").nth(1)).to_have_text("11 of 11 pages")
    wanted = [[name, f"{number}00g"] for number, name in enumerate(NAMES, 1)]
    assert sorted(read_table(visit)) == sorted(wanted)
    expect(frame(visit).locator("h1 .zaru-label")).to_have_text("煎茶")
    write_pages(tmp_path, SHOP)
    wrapper = download(visit, "wrapper.json", tmp_path)
    records = apply_wrapper(wrapper, tmp_path / "shop")
    assert {record["重さ"][0] for record in records} == {f"{n}00g" for n in range(1, 12)}
    assert Wrapper.loads(wrapper.read_bytes()).made["others"] == 10


def test_two_rows_of_a_list_are_all_rows(browser: Browser, tmp_path: Path) -> None:
    with open_fields(browser, tmp_path, [LIST], name="list") as visit:
        click_text(visit, "Notes of day 1")
        expect(names(visit)).to_have_count(1)
        click_text(visit, "Notes of day 2")
        wait_for_result(visit)
        expect(names(visit)).to_have_count(1)
        expect(visit.locator("#picked-how")).to_contain_text("one more row")
        expect(frame(visit).locator("li .zaru-tint-0")).to_have_count(12)
        click_text(visit, "2026-11-01")
        click_text(visit, "2026-11-02")
        wait_for_result(visit)
        expect(names(visit)).to_have_count(2)
        expect(visit.locator("#table tbody tr")).to_have_count(12)
        assert read_table(visit)[11] == ["Notes of day 12", "2026-11-12"]


def test_a_guess_is_set_right_with_one_click(browser: Browser, tmp_path: Path) -> None:
    with open_fields(browser, tmp_path, [LIST], name="list") as visit:
        click_text(visit, "Notes of day 1")
        expect(names(visit)).to_have_count(1)
        click_text(visit, "Notes of day 2")
        visit.get_by_role("button", name="A field of its own").click()
        expect(names(visit)).to_have_count(2)
        visit.get_by_role("button", name="Add it to").click()
        expect(names(visit)).to_have_count(1)


def test_fields_that_were_found_are_kept_and_renamed(visit: Page, tmp_path: Path) -> None:
    visit.get_by_role("checkbox", name="Keep 産地").check()
    visit.get_by_role("checkbox", name="Keep 重さ").check()
    expect(names(visit)).to_have_count(2)
    wait_for_result(visit)
    names(visit).nth(0).fill("place")
    names(visit).nth(0).press("Enter")
    expect(visit.locator("#table thead th").nth(1)).to_have_text("place")
    write_pages(tmp_path, SHOP)
    wrapper = download(visit, "wrapper.json", tmp_path)
    assert apply_wrapper(wrapper, tmp_path / "shop")[0].keys() == {"place", "重さ"}
    assert "place" in download(visit, "records.csv", tmp_path).read_text(encoding="utf-8")
    visit.get_by_role("checkbox", name="Keep 重さ").uncheck()
    expect(names(visit)).to_have_count(1)
    visit.reload()
    expect(names(visit).nth(0)).to_have_value("place")
    expect(visit.locator("#found")).not_to_have_attribute("open", "")


def test_a_click_takes_the_line_and_is_made_narrower_and_wider(visit: Page) -> None:
    click_text(visit, "1,200")
    expect(visit.locator("#choices input:checked ~ .value")).to_have_text("価格: 1,200円 (税込)")
    wait_for_result(visit)
    visit.locator("#choices label", has_text="its element").click()
    wait_for_result(visit)
    assert read_table(visit)[0] == ["1,200"]
    visit.keyboard.press("]")
    expect(visit.locator("#choices input:checked ~ .value")).to_have_text("価格: 1,200円 (税込)")
    visit.keyboard.press("[")
    expect(visit.locator("#choices input:checked ~ .value")).to_have_text("1,200")
    visit.keyboard.press("x")
    expect(names(visit)).to_have_count(0)


def drag(visit: Page, item: Locator, begin: int, end: int) -> None:
    """Drag with the mouse over some characters of the text of an item."""
    box = item.evaluate(
        """(element, [begin, end]) => {
          const range = element.ownerDocument.createRange();
          range.setStart(element.firstChild, begin);
          range.setEnd(element.firstChild, end);
          const {left, right, top, height} = range.getBoundingClientRect();
          return [left, right, top + height / 2];
        }""",
        [begin, end],
    )
    around = visit.locator("#frame").bounding_box()
    assert around is not None
    left, right, middle = box
    x, y = around["x"] + 1, around["y"] + 1 + middle  # the border of the frame
    # Playwright's own mouse waits for a script of its own in the frame, where none may run.
    mouse = visit.context.new_cdp_session(visit)
    for kind, place in (
        ("mousePressed", left), ("mouseMoved", (left + right) / 2), ("mouseMoved", right),
        ("mouseReleased", right),
    ):  # fmt: skip
        event = {"type": kind, "x": x + place, "y": y, "button": "left", "clickCount": 1}
        mouse.send("Input.dispatchMouseEvent", event)


def test_a_part_of_a_text_is_dragged_over(visit: Page) -> None:
    expect(frame(visit).locator("dd .zaru-item").first).to_be_visible()
    drag(visit, frame(visit).locator("dd .zaru-item", has_text="100g"), 0, 3)
    expect(visit.locator("#choices input:checked ~ .value")).to_have_text("100")
    expect(frame(visit).locator(".zaru-label")).to_have_text("100")
    assert sorted(read_table(visit)) == sorted([f"{n}00"] for n in range(1, 12))


def test_an_address_and_a_picture_are_values(visit: Page) -> None:
    click_text(visit, "注文する")
    expect(names(visit)).to_have_count(1)
    visit.locator("#choices label", has_text="attribute href").click()
    wait_for_result(visit)
    expect(visit.locator("#choices input:checked ~ .value")).to_have_text("/order/1")
    frame(visit).locator("img").click()
    expect(names(visit)).to_have_count(2)
    rows = read_table(visit)
    assert ["/order/7", "/7.png"] in rows


def test_a_page_without_the_value_is_said_so_and_taken_back(visit: Page) -> None:
    click_text(visit, "静岡1")
    wait_for_result(visit)
    visit.locator("#page-next").click()
    expect(visit.locator("h1 .note")).to_have_text("2.html")
    wait_for_result(visit)
    visit.get_by_role("button", name="Not here").click()
    expect(visit.locator(".field-here .value")).to_have_text("not on this page")
    visit.get_by_role("button", name="Clear").click()
    expect(visit.locator(".field-here .value")).to_have_text("静岡2")
    visit.get_by_role("button", name="Right", exact=True).click()
    expect(frame(visit).locator(".zaru-label")).to_have_text("静岡2")


def test_the_page_that_decides_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    sale = make_page(
        SHOP[4].html.replace("<b>5,200</b>", "<s>5,200</s> <b>4,900</b>"), "shop/5.html"
    )
    pages = [*SHOP[:4], sale, *SHOP[5:]]
    with open_fields(browser, tmp_path, pages) as visit:
        click_text(visit, "1,200")
        visit.locator("#choices label", has_text="its element").click()
        wait_for_result(visit)
        visit.locator("#undo").click()
        visit.locator("#redo").click()
        wait_for_result(visit)
        visit.get_by_role("link", name="5.html").first.click()
        expect(visit.locator("h1 .note")).to_have_text("5.html")
        wait_for_result(visit)
        expect(frame(visit).locator(".zaru-tint-0").first).to_be_visible()


def test_all_is_undone_redone_and_there_after_a_reload(visit: Page) -> None:
    click_text(visit, "煎茶")
    expect(names(visit)).to_have_count(1)
    click_text(visit, "静岡1")
    expect(names(visit)).to_have_count(2)
    visit.keyboard.press("u")
    expect(names(visit)).to_have_count(1)
    visit.locator("#redo").click()
    expect(names(visit)).to_have_count(2)
    visit.reload()
    expect(names(visit)).to_have_count(2)
    expect(frame(visit).locator(".zaru-label")).to_have_count(2)
    for _ in range(2):
        visit.locator("#undo").click()
    expect(names(visit)).to_have_count(0)
    expect(frame(visit).locator(".zaru-label")).to_have_count(0)


def test_two_tabs_get_a_conflict_and_no_overwriting(visit: Page) -> None:
    other = visit.context.new_page()
    other.goto(visit.url)
    click_text(visit, "煎茶")
    expect(names(visit)).to_have_count(1)
    click_text(other, "静岡1")
    expect(other.locator("#conflict")).to_be_visible()
    other.get_by_role("button", name="Load them again").click()
    expect(names(other)).to_have_count(1)
    expect(names(other).first).to_have_value("title")


def test_keys_alone_are_enough(visit: Page) -> None:
    expect(frame(visit).locator(".zaru-item").first).to_be_visible()
    expect(visit.locator("#keys button").first).to_be_visible()
    visit.keyboard.press("j")
    visit.keyboard.press("j")
    visit.keyboard.press("Enter")
    expect(names(visit)).to_have_count(1)
    expect(visit.locator(".field-here .value").first).to_have_text("煎茶")


def test_a_narrow_screen_has_all_of_it(browser: Browser, tmp_path: Path) -> None:
    with open_fields(browser, tmp_path, SHOP, width=390) as visit:
        click_text(visit, "煎茶")
        expect(names(visit)).to_have_count(1)
        assert len(read_table(visit)) == 11
        visit.locator("#table").scroll_into_view_if_needed()
        assert visit.evaluate("document.documentElement.scrollWidth") <= 390


PARTS: dict[str, Callable[[int], str]] = {
    "entities": lambda n: f"お茶 &amp; 菓子 &#x2116;{n}&copy;",
    "ruby": lambda n: f"<ruby>煎茶<rp>(</rp><rt>せんちゃ</rt><rp>)</rp></ruby>の{n}号",
    "nested": lambda n: f"<i>静<b>岡<u>県</u></b></i>の<em>山{n}</em>",
    "lines": lambda n: f"一行目\r\n 二行目{n}\r\n<br>三行目",
}


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp"])
def test_labels_of_the_browser_teach_the_command_line(
    browser: Browser, tmp_path: Path, encoding: str
) -> None:
    """Labels → file → `zaru learn` → `zaru apply` gives what was clicked."""
    pages = [
        make_page(
            f"<html lang=ja>\r\n<meta charset={encoding}><title>頁{n}</title>\r\n"
            + "".join(f"<p class={name}>{part(n)}</p>\r\n" for name, part in PARTS.items()),
            f"shop/{n}.html",
            encoding=encoding,
        )
        for n in range(1, 5)
    ]
    write_pages(tmp_path, pages)
    with open_fields(browser, tmp_path, pages) as visit:
        for number, name in enumerate(PARTS, 1):
            frame(visit).locator(f"p.{name} .zaru-item").first.click()
            expect(names(visit)).to_have_count(number)
        shown = visit.locator(".field-here .value").all_inner_texts()
        labels = download(visit, "labels.jsonl", tmp_path)
    wrapper = tmp_path / "learnt.json"
    run("learn", tmp_path / "shop", "--labels", labels, "-o", wrapper)
    first, *others = apply_wrapper(wrapper, tmp_path / "shop")
    assert list(first) == list(PARTS)
    assert [values[0] for values in first.values()] == shown
    assert first["entities"] == ["お茶 & 菓子 №1©"]
    assert first["ruby"] == ["煎茶(せんちゃ)の1号"]
    assert first["nested"] == ["静岡県の山1"]
    assert first["lines"] == ["一行目 二行目1 三行目"]
    assert [record["nested"] for record in others] == [[f"静岡県の山{n}"] for n in (2, 3, 4)]


def test_labels_come_back_from_a_file(visit: Page, tmp_path: Path) -> None:
    click_text(visit, "煎茶")
    expect(names(visit)).to_have_count(1)
    labels = download(visit, "labels.jsonl", tmp_path)
    visit.locator("#undo").click()
    expect(names(visit)).to_have_count(0)
    visit.locator("#import-file").set_input_files(labels)
    expect(names(visit)).to_have_count(1)
    expect(frame(visit).locator("h1 .zaru-label")).to_have_text("煎茶")


def test_the_wrapper_is_copied_for_other_tools(visit: Page) -> None:
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    click_text(visit, "煎茶")
    wait_for_result(visit)
    for form, words in (("CSS", "title: "), ("XPath", "title: //"), ("Python", "from lxml")):
        visit.get_by_role("button", name=f"Copy {form}").click()
        visit.wait_for_function(
            "async (words) => (await navigator.clipboard.readText()).includes(words)", arg=words
        )
        expect(visit.locator("#status")).to_have_text("Copied.")
