"""A corpus and a studio in one server: pages are opened from the search pages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, expect
from tests.corpora import make_corpus
from tests.unit.server.conftest import make_pages
from tests.unit.server.web.conftest import serve_app
from tests.unit.studio.conftest import WHO, browser, open_page

from zaru.io.corpus import Corpus
from zaru.search.indexing import index_corpus
from zaru.server.app import make_app
from zaru.server.settings import Serving, Settings
from zaru.studio.app import add_studio
from zaru.studio.studio import Studio
from zaru.studio.workspace import Workspace

__all__ = ["browser"]
TOKEN = "0123456789abcdef0123"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small corpus with its index."""
    folder = make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", make_pages())
    index_corpus(folder)
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace without a page."""
    opened = Workspace(tmp_path)
    yield opened
    opened.close()


@contextmanager
def ask(corpus: Path, workspace: Workspace, token: str | None = None) -> Iterator[TestClient]:
    app = make_app(Settings(str(corpus), serving=Serving(token=token)))
    add_studio(app, Studio(workspace, WHO))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        yield client


def test_a_page_is_copied_when_it_is_opened(corpus: Path, workspace: Workspace) -> None:
    page = next(iter(Corpus(corpus)))
    with ask(corpus, workspace) as client:
        shown = client.get(f"/pages/{page.id}").text
        assert f'action="/studio/corpus/{page.id}"' in shown
        assert len(workspace.pages) == 0
        opened = client.post(f"/studio/corpus/{page.id}")
        assert opened.status_code == 303
        assert client.get(opened.headers["location"]).status_code == 200
        client.post(f"/studio/corpus/{page.id}")
        [entry] = workspace.pages.entries()
        assert workspace.pages.page(entry.id).raw == Corpus(corpus).original(page).raw
        assert client.get("/studio/").text.count('href="/"') == 1


def test_looking_writes_nothing(corpus: Path, workspace: Workspace) -> None:
    page = next(iter(Corpus(corpus)))
    with ask(corpus, workspace) as client:
        assert client.get(f"/studio/corpus/{page.id}").status_code == 405
        assert client.post("/studio/corpus/ffffffff").status_code == 404
    assert len(workspace.pages) == 0


def test_search_pages_lead_to_the_studio_only_where_there_is_one(
    corpus: Path, workspace: Workspace
) -> None:
    with ask(corpus, workspace) as client:
        assert 'href="/studio/"' in client.get("/?q=朝市").text
    alone = make_app(Settings(str(corpus)))
    with TestClient(alone, base_url="http://localhost") as client:
        assert "/studio" not in client.get("/?q=朝市").text
        assert client.get("/studio/").status_code == 404


def test_errors_are_shown_by_the_side_on_which_they_happen(
    corpus: Path, workspace: Workspace
) -> None:
    with ask(corpus, workspace) as client:
        assert "zaru studio" in client.get("/studio/pages/none/feed").text
        assert "zaru studio" not in client.get("/pages/ffffffff").text
        assert "error" in client.get("/api/v1/studio/pages/none/feed/rule").json()


def test_token_and_origin_are_asked_for_as_everywhere(corpus: Path, workspace: Workspace) -> None:
    page = next(iter(Corpus(corpus)))
    address = f"/studio/corpus/{page.id}"
    with ask(corpus, workspace, TOKEN) as client:
        bearer = {"Authorization": f"Bearer {TOKEN}"}
        assert client.get("/studio/").status_code == 401
        assert client.get("/feeds/news.xml").status_code == 401
        assert client.post(address).status_code == 401
        other = {**bearer, "Origin": "https://evil.example"}
        assert client.post(address, headers=other).status_code == 403
        assert len(workspace.pages) == 0
        assert client.post(address, headers=bearer).status_code == 303


def test_a_reader_goes_from_the_search_to_the_studio_and_back(
    browser: Browser, corpus: Path, workspace: Workspace
) -> None:
    def make(port: int) -> FastAPI:
        app = make_app(Settings(str(corpus), serving=Serving(port=port)))
        add_studio(app, Studio(workspace, WHO))
        return app

    with serve_app(make) as address, open_page(browser, address, locale="en-GB") as visit:
        visit.goto("/?q=京都の寺")
        visit.locator(".result h2 a").first.click()
        visit.get_by_role("button", name="Open in the studio").click()
        expect(visit).to_have_url(
            f"{address}/studio/pages/{workspace.pages.entries()[0].id}/content"
        )
        expect(
            visit.frame_locator("#frame").get_by_role("heading", name="京都の寺")
        ).to_be_visible()
        visit.get_by_role("link", name="Feed").click()
        expect(visit.locator("#count")).to_be_visible()
        visit.get_by_role("link", name="Search", exact=True).click()
        visit.get_by_role("link", name="Studio").click()
        expect(visit.get_by_role("heading", name="Pages of this workspace")).to_be_visible()


def test_zaru_serve_has_a_studio_when_it_is_told_where(corpus: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels"
    command = [sys.executable, "-m", "zaru", "serve", corpus, "--port", "0", "--studio", labels]
    process = subprocess.Popen(
        [*map(str, command), "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        assert (labels / "studio.sqlite").is_file()
    finally:
        process.terminate()
        process.communicate(timeout=60)
