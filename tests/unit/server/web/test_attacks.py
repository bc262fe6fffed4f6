"""A page whose every field is an attack: it is shown, and nothing of it runs or is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from starlette.testclient import TestClient
from tests.corpora import forge, make_corpus
from tests.unit.content.test_explanation import ATTACKS, SPY
from tests.unit.server.web.conftest import open_page, serve

from zaru.io.corpus import Corpus
from zaru.page import Origin, Page
from zaru.search.indexing import index_corpus
from zaru.server.app import make_app
from zaru.server.settings import Settings

RAN = "document.title='ran'"
# Out of attributes with either quotation mark, out of tags, raw texts and comments.
FIELD = (
    f"\"'><script>{RAN}</script><img src={SPY}/field onerror={RAN}>"
    f"</title></style></textarea>-->{{{{7*7}}}}<svg onload={RAN}>"
)
ADDRESS = f"javascript:{RAN}//"
TEXT = "攻撃の文章です。港の朝市が二年ぶりに始まり、大勢の人が魚を買いに来ました。"
HTML = f"""<!doctype html><html lang=ja><head><meta charset=utf-8><title>攻撃</title>
<meta name=author content="x">{"".join(ATTACKS.values())}</head><body onload="{RAN}">
<h1>攻撃</h1><p id=zaru-chosen class=zaru-chosen>{TEXT}</p>
<p><a href="{SPY}/link" target=_top>外へのリンクです。</a>
<a href="{ADDRESS}">実行するリンクです。</a>
<a href="#x" ping="{SPY}/ping">ここへのリンクです。</a></p>
<form action="{SPY}/form" target=_top><input name=q><button>送信するボタンです</button></form>
{"".join(ATTACKS.values())}<p>{TEXT}</p></body></html>"""
CLICKED = (
    "外へのリンクです。",
    "実行するリンクです。",
    "ここへのリンクです。",
    "送信するボタンです",
)
FORGED = {
    "title": f"攻撃 {FIELD}",
    "author": FIELD,
    "site": FIELD,
    "site_name": FIELD,
    "language": FIELD,
    "date": FIELD,
    "updated": FIELD,
    "canonical": ADDRESS,
    "url": ADDRESS,
    "encoding": FIELD,
    "page": FIELD,
    "duplicate_of": FIELD,
    "marks": [{"kind": FIELD, "span": [0, 1], "pages": None}],
}


@pytest.fixture(scope="module")
def attacking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of a page that attacks, and of one that links to it; all their fields attack."""
    other = (
        f"<html lang=ja><body><h1>攻撃2</h1><p>{TEXT}</p><a href=1.html>{TEXT}</a></body></html>"
    )
    pages = [
        Page(text.encode(), Origin(f"{number}.html", 0), url=f"http://a.example/{number}.html")
        for number, text in enumerate((HTML, other), start=1)
    ]
    folder = make_corpus(tmp_path_factory.mktemp("attacks") / "corpus", pages)
    for name, value in FORGED.items():
        forge(folder, name, value)
    index_corpus(folder)
    return folder


@pytest.fixture(scope="module")
def attacked(attacking: Path) -> Iterator[TestClient]:
    """A client of a server for that corpus."""
    with TestClient(make_app(Settings(str(attacking))), base_url="http://localhost") as client:
        yield client


def find_addresses(corpus: Path) -> list[str]:
    """Return addresses at which something of the pages is shown."""
    pages = [page.id for page in Corpus(corpus)]
    start = ["/", "/?q=攻撃&duplicates=1", "/?q=攻撃&duplicates=1&lang=ja", "/?q=nothing"]
    tabs = [f"/pages/{page}?q=攻撃&tab={tab}" for page in pages for tab in
            ("content", "sentences", "links", "about")]  # fmt: skip
    return [*start, *tabs, find_chosen(corpus), *(f"/?{name}={FIELD}&q=攻撃" for name in
            ("q", "site", "language", "from", "to", "page", "lang"))]  # fmt: skip


def find_chosen(corpus: Path) -> str:
    """Return the address of the attacking page with a sentence of it chosen."""
    opened = Corpus(corpus)
    page = next(page.id for page in opened if b"zaru-chosen" in opened.original(page).raw)
    sentence = next(one for one in opened.sentences(page) if "二年ぶり" in one.text)
    return f"/pages/{page}?q=攻撃&span={sentence.span[0]},{sentence.span[1]}"


def test_no_field_becomes_markup(attacked: TestClient, attacking: Path) -> None:
    seen = 0
    for address in find_addresses(attacking):
        html = attacked.get(address).text
        assert "<script>" not in html, address
        assert "<img src=http" not in html, address
        assert "<svg onload" not in html, address
        assert not re.search(r"(?:href|src|action)=[\"']?\s*(?:javascript|data):", html), address
        assert not re.search(r"<[^>]+\son\w+=", re.sub(r'"[^"]*"', '""', html)), address
        seen += "&lt;script&gt;" in html
    assert seen > 10  # they are shown as what they are


def test_a_cached_page_has_its_own_policy(attacked: TestClient, attacking: Path) -> None:
    page = next(iter(Corpus(attacking))).id
    headers = attacked.get(f"/cached/{page}?q=朝市").headers
    policy = headers["content-security-policy"]
    assert policy.startswith(
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    )
    assert "script" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_every_link_to_elsewhere_tells_nobody(attacked: TestClient, attacking: Path) -> None:
    for address in find_addresses(attacking):
        for link in re.findall(r'<a [^>]*href="https?:[^>]*>', attacked.get(address).text):
            assert 'rel="noreferrer noopener nofollow"' in link


def test_a_browser_runs_and_fetches_nothing_of_it(browser: Browser, attacking: Path) -> None:
    with serve(attacking) as address, open_page(browser, address) as page:
        for start in find_addresses(attacking):
            page.goto(start)
            assert page.title() != "ran", start
            assert page.url.startswith(address), start
        page.goto(find_chosen(attacking))
        frame = page.frame_locator("#frame")
        expect(frame.locator(".zaru-chosen").first).to_be_visible()
        for text in CLICKED:
            frame.get_by_text(text).first.click()
        page.wait_for_timeout(300)  # for what an attack would need to be fetched
        assert page.title() != "ran"
        assert all(one.url.startswith((address, "about:")) for one in page.frames)
        assert len(page.context.pages) == 1


def test_the_same_attacks_work_where_nobody_wards_them_off(browser: Browser) -> None:
    asked: list[str] = []

    def note(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    context = browser.new_context()
    page = context.new_page()
    page.route("**", note)
    html = HTML.replace(ATTACKS["refresh"], "").replace(ATTACKS["noscript"], "")  # which leave it
    page.set_content(html, wait_until="commit")
    page.wait_for_function("['ran', '1'].includes(document.title)")  # by scripts, or by a handler
    page.wait_for_load_state("load")
    context.close()
    assert {f"{SPY}/script", f"{SPY}/picture", f"{SPY}/sheet", f"{SPY}/frame"} <= set(asked)
