"""Pages whose every field is an attack: all views show them, and nothing of them runs or loads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as Visit
from tests.unit.content.test_explanation import ATTACKS, SPY
from tests.unit.server.web.test_attacks import ADDRESS, FIELD, RAN
from tests.unit.studio.conftest import WHO, ask, make_workspace, open_page, serve_studio

from zaru.page import Origin, Page
from zaru.studio.workspace import Workspace

WRITTEN = escape(FIELD)
SHEET = "attack.css"
# What a sheet could reach, and what could end the element that holds it.
SHEETS = {
    "url.css": f"@import url({SPY}/sheet); p{{background:url({SPY}/sheet-url)}}",
    SHEET: f"p{{}}</style><script>{RAN}</script><img src={SPY}/sheet-end onerror={RAN}>",
}


def make_article(number: int) -> str:
    return (
        f'<li class="row" onmouseover="{RAN}"><h3><a href="{ADDRESS}{number}" target=_top>'
        f"Number {number} {WRITTEN}</a></h3><time>2026-11-0{number}</time>"
        f'<p style="background:url({SPY}/style)">A text of kind {number} that is long enough to be'
        f" read. {WRITTEN}</p></li>"
    )


def make_attack(number: int) -> Page:
    """Return a page that attacks: what it says, what it is called, where it comes from."""
    attacks = "".join(ATTACKS.values())
    links = "".join(f"<link rel=stylesheet href={name}>" for name in SHEETS)
    articles = "".join(map(make_article, range(1, 7)))
    html = (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{number} {WRITTEN}</title>"
        f'<meta name=author content="{WRITTEN}">{links}'
        f'<link rel=alternate type="application/rss+xml" href="{ADDRESS}">'
        f'{attacks}</head><body onload="{RAN}"><h1>Attack {number} {WRITTEN}</h1>'
        f"<ul>{articles}</ul>"
        f'<p class="zaru-item zaru-0" data-zaru="1">Price {number}: {number},200 yen {WRITTEN}</p>'
        f"<form action={SPY}/form target=_top><button>Send</button></form>{attacks}</body></html>"
    )
    return Page(html.encode(), Origin(f"{FIELD}/{number}{FIELD}.html"), charset=FIELD)


PAGES = [make_attack(number) for number in range(3)]
STRANGE = Page(PAGES[0].raw, Origin("a.html", 7), url=f"http://a.example/{FIELD}/x", time=FIELD)
FIRST = PAGES[0].id


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the pages, their style sheets, and actions that quote them."""
    folder = make_workspace(tmp_path_factory.mktemp("attacks"), [*PAGES, STRANGE])
    opened = Workspace(folder)
    beside = str(Path(PAGES[0].origin.source).parent)
    opened.styles.add((f"{beside}/{name}", text) for name, text in SHEETS.items())
    opened.close()
    with ask(folder) as client:
        address = f"/api/v1/studio/pages/{FIRST}/feed"
        client.post(address, json={"version": 0, "name": "attack", "words": FIELD})
        state = client.post(address, json={"version": 1, "pick": 1, "words": FIELD}).json()
        drop = {"version": 2, "drop": state["articles"][0]["span"], "words": FIELD}
        assert client.post(address, json=drop).status_code == 200
    return folder


@pytest.fixture(scope="module")
def client(workspace: Path) -> Iterator[TestClient]:
    """What asks a studio over it."""
    with ask(workspace) as client:
        yield client


def find_addresses(workspace: Path) -> list[str]:
    """Return addresses at which something of the pages is shown to people."""
    opened = Workspace(workspace)
    entries = opened.pages.entries()
    opened.close()
    views = [
        f"/studio/pages/{entry.id}/{view}"
        for entry in entries
        for view in ("content", "feed", "feed/preview", "source", "source?span=100,20")
    ]
    folders = sorted({entry.folder for entry in entries})
    fields = [f"/studio/fields?{urlencode({'folder': folder})}" for folder in folders]
    asked = [f"/studio/?lang={quote(FIELD)}", f"/studio/pages/{quote(FIELD, safe='')}/feed"]
    return ["/studio/", "/studio/content", *views, *fields, *asked]


def test_no_field_becomes_markup(client: TestClient, workspace: Path) -> None:
    seen = 0
    for address in find_addresses(workspace):
        html = client.get(address, headers={"Cookie": f"zaru_who={quote(FIELD)}"}).text
        html = re.sub(r'<script type="application/json"[^>]*>[^<]*</script>', "", html)
        assert "<script>" not in html, address
        assert "<img src=http" not in html, address
        assert "<svg onload" not in html, address
        assert not re.search(r"(?:href|src|action)=[\"']?\s*(?:javascript|data):", html), address
        assert not re.search(r"<[^>]+\son\w+=", re.sub(r'"[^"]*"', '""', html)), address
        seen += "&lt;script&gt;" in html
    assert seen > 10  # they are shown as what they are


@pytest.mark.parametrize("view", ["content", "feed", "source"])
def test_frames_have_locks_of_their_own(client: TestClient, view: str) -> None:
    answer = client.get(f"/studio/pages/{FIRST}/{view}/frame")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-same-origin; default-src 'none'")
    assert "script" not in policy
    assert "<script" not in answer.text
    tags = re.findall(r"<[a-z][^>]*>", re.sub(r'"[^"]*"', '""', answer.text))
    assert not [tag for tag in tags if re.search(r" (?:href|src|srcset|action|content)=", tag)][1:]


def test_feeds_lead_nowhere_but_to_the_web(client: TestClient) -> None:
    for end in ("xml", "atom"):
        text = client.get(f"/feeds/attack.{end}").text
        assert "javascript:" not in text
        assert "<script>" not in text
    feed = client.get("/feeds/attack.json").json()  # whose texts are no markup
    assert len(feed["items"]) == 5
    assert not [item for item in feed["items"] if "url" in item or "content_html" in item]


def test_a_browser_runs_and_loads_nothing_of_them(browser: Browser, workspace: Path) -> None:
    with serve_studio(workspace) as address, open_page(browser, address) as visit:
        for start in find_addresses(workspace):
            visit.goto(start)
            visit.wait_for_load_state("networkidle")
            check_calm(visit, address, start)


@pytest.mark.parametrize("view", ["content", "feed", "source", "fields"])
def test_clicks_on_the_page_run_and_load_nothing(
    browser: Browser, workspace: Path, view: str
) -> None:
    folder = urlencode({"folder": str(Path(PAGES[0].origin.source).parent)})
    start = f"/studio/fields?{folder}" if view == "fields" else f"/studio/pages/{FIRST}/{view}"
    with serve_studio(workspace, f"{WHO}-{view}") as address, open_page(browser, address) as visit:
        visit.goto(start)
        frame = visit.frame_locator("#frame")
        expect(frame.locator("h3 .zaru-item").first).to_be_visible()
        for target in (frame.locator("h3 a .zaru-item"), frame.get_by_text("a link to press")):
            target.first.click(force=True)
        frame.locator("button").first.click(force=True)
        for button in visit.locator(".panel button:visible").all()[:12]:
            button.hover(force=True)
        visit.wait_for_timeout(300)  # for what an attack would need to be loaded
        check_calm(visit, address, start)


def check_calm(visit: Visit, address: str, start: str) -> None:
    """Nothing has run, and nobody has been led away; requests are watched by `open_page`."""
    assert visit.title() not in ("ran", "1"), start
    assert visit.url.startswith(f"{address}/studio/"), start
    assert all(one.url.startswith((address, "about:")) for one in visit.frames), start
    assert len(visit.context.pages) == 1, start
    titles = [one.evaluate("document.title") for one in visit.frames[1:]]
    assert not {"ran", "1"} & set(titles), start


@pytest.mark.parametrize(
    "address",
    [
        "/studio/who",
        "/studio/content",
        f"/api/v1/studio/pages/{FIRST}/content",
        f"/api/v1/studio/pages/{FIRST}/content/undo",
        f"/api/v1/studio/pages/{FIRST}/feed",
        f"/api/v1/studio/pages/{FIRST}/feed/undo",
        "/api/v1/studio/fields/label?folder=x",
        "/api/v1/studio/fields/turn?folder=x",
    ],
)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://localhost.evil.example"},
    ],
    ids=["other", "null", "null-cross-site", "cross-site", "looks-like-ours"],
)
def test_writes_from_elsewhere_are_refused(
    client: TestClient, address: str, headers: dict[str, str]
) -> None:
    before = client.get(f"/studio/pages/{FIRST}/feed").text
    answer = client.post(address, json={"version": 3, "name": "evil"}, headers=headers)
    assert answer.status_code == 403
    assert client.get(f"/studio/pages/{FIRST}/feed").text == before


def test_a_page_elsewhere_cannot_make_a_browser_write(browser: Browser, workspace: Path) -> None:
    with serve_studio(workspace) as address:
        context = browser.new_context()
        visit = context.new_page()
        visit.route("http://evil.example/*", lambda route: route.fulfill(
            content_type="text/html",
            body=f'<form method=post action="{address}/studio/who"><input name=who value=x></form>',
        ))  # fmt: skip
        visit.goto("http://evil.example/")
        with visit.expect_response(f"{address}/studio/who") as told:
            visit.evaluate("document.forms[0].submit()")
        assert told.value.status == 403
        assert context.cookies(address) == []
        context.close()
