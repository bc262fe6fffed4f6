"""Everybody can use the studio: axe-core finds no serious problem on any view."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.node.tools import find_tool
from tests.unit.studio.conftest import make_page, make_workspace, open_page, serve_studio

ITEMS = "".join(
    f"<li><h3><a href=/{day}>Notes on sieve number {day}</a></h3><time>2026-11-0{day}</time>"
    f"<p>Bamboo of the {day}th kind holds more water than anybody would think at first.</p></li>"
    for day in range(1, 7)
)
PAGES = [
    make_page(
        f"<html lang=en><title>Sieves {number}</title><h1>Sieves {number}</h1><ul>{ITEMS}</ul>"
        f"<p>Price: <b>{number},200</b> yen.</p>",
        f"shop/{number}.html",
    )
    for number in range(1, 4)
]
VIEWS = {
    "home": "/studio/",
    "content": f"/studio/pages/{PAGES[0].id}/content",
    "labels": "/studio/content",
    "fields": "/studio/fields?folder=shop",
    "feed": f"/studio/pages/{PAGES[0].id}/feed",
    "preview": f"/studio/pages/{PAGES[0].id}/feed/preview",
    "source": f"/studio/pages/{PAGES[0].id}/source?span=50,5",
    "error": "/studio/nothing",
}
# The page in the frame is somebody else's; the frame itself is judged.
RUN = """async () => {
  const found = await axe.run({exclude: [["#frame"]]}, {iframes: false});
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ").slice(0, 500)}`);
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a studio with a few pages."""
    with serve_studio(make_workspace(tmp_path_factory.mktemp("studio"), PAGES)) as address:
        yield address


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_serious_problem(
    browser: Browser, address: str, view: str, width: int, scheme: str
) -> None:
    axe = Path(find_tool("axe-core/axe.min.js")).read_text(encoding="utf-8")
    options = {"locale": "en-GB", "color_scheme": scheme, "bypass_csp": True}
    with open_page(browser, address, width=width, **options) as visit:
        visit.goto(VIEWS[view])
        visit.wait_for_load_state("networkidle")
        visit.evaluate(axe)
        assert visit.evaluate(RUN) == []
