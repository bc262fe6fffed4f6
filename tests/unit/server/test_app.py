"""The application as a whole: a page whose every field is an attack, the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from tests.corpora import forge, make_corpus
from tests.unit.server.conftest import ATTACK, make_page

from zaru.io.corpus import Corpus
from zaru.io.schema import PAGES
from zaru.search.indexing import index_corpus
from zaru.server.app import make_app
from zaru.server.settings import Settings

KEPT = ("id", "encoding", "codec", "charset", "text", "duplicate_of")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str]]:
    """A client of a corpus with one page whose every field is an attack, and the page's id."""
    folder = tmp_path_factory.mktemp("attacked")
    make_corpus(folder, [make_page(1, f"攻撃 {ATTACK}", f"攻撃の文章です。{ATTACK}")], files=1)
    for name, kind in PAGES.items():
        if kind is str and name not in KEPT:
            forge(folder, name, f"javascript:攻撃 {ATTACK}")
    forge(folder, "head_title", {"text": ATTACK, "span": None, "annotations": []})
    index_corpus(folder)
    with TestClient(make_app(Settings(str(folder))), base_url="http://localhost") as client:
        yield client, next(iter(Corpus(folder))).id


class Watcher(HTMLParser):
    """Notes what a page would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.found += [f"{tag} {name}" for name in values if name.startswith("on")]
        for name in ("src", "href", "action"):
            address = (values.get(name) or "").strip().lower()
            if address.startswith(("javascript:", "data:text", "vbscript:")):
                self.found.append(f"{tag} {name}={address}")
        if tag == "script" and not (values.get("src") or "").startswith("/static/"):
            self.found.append("script")
        if tag == "img" and values.get("src") == "x":
            self.found.append("img")


def test_no_field_of_a_page_reaches_a_browser_as_markup(attacked: tuple[TestClient, str]) -> None:
    client, page = attacked
    attack = quote(ATTACK)
    addresses = [
        "/", "/docs", "/?q=攻撃", f"/?q={attack}", f"/?q=攻撃&site={attack}&lang={attack}",
        f"/pages/{page}", *(f"/pages/{page}?tab={tab}&q=攻撃" for tab in ("content", "sentences")),
        *(f"/pages/{page}?tab={tab}&q={attack}" for tab in ("links", "about")),
        f"/cached/{page}?q=攻撃", f"/pages/{attack}", f"/{attack}", f"/?q=攻撃&page={attack}",
    ]  # fmt: skip
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code in (200, 400, 404), address
        watcher = Watcher()
        watcher.feed(answer.text)
        assert watcher.found == [], address


def test_no_field_of_a_page_breaks_data(attacked: tuple[TestClient, str]) -> None:
    client, page = attacked
    answer = client.get("/api.cgi?query=攻撃&snippets=1")
    assert [part.tag for part in ElementTree.fromstring(answer.content)] == ["Result"]
    parts = ("", "/sentences", "/links", "/chunks", "/duplicates")
    for address in ("search?q=攻撃", *(f"pages/{page}{part}" for part in parts)):
        answer = client.get(f"/api/v1/{address}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
        answer.json()
    for address in (f"/api/v1/pages/{page}/original", f"/api.cgi?id={page}&format=html"):
        headers = client.get(address).headers
        assert headers["content-disposition"] == f'attachment; filename="{page}.html"'


def test_openapi_has_one_shape_for_errors_and_an_example_for_each_answer(
    client: TestClient,
) -> None:
    about = client.get("/api/v1/openapi.json").json()
    assert about["openapi"].startswith("3.")
    for path, methods in about["paths"].items():
        for method in methods.values():
            assert set(method["responses"]) == {"200", "default"}, path
            fault = method["responses"]["default"]["content"]["application/json"]["schema"]
            assert fault == {"$ref": "#/components/schemas/FaultAnswer"}
            assert method["description"]
            answer = method["responses"]["200"]["content"].get("application/json")
            assert answer is None or "example" in answer, path


def test_the_links_of_the_documentation_run(client: TestClient) -> None:
    class Links(HTMLParser):
        found: list[str] = []  # noqa: RUF012

        def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found += [value for name, value in attrs if name == "href" and value]

    links = Links()
    links.feed(client.get("/docs").text)
    runs = [address for address in links.found if address.startswith("/api")]
    assert len(runs) > 10
    for address in runs:
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_documentation_needs_nothing_from_elsewhere(client: TestClient, language: str) -> None:
    text = client.get("/docs", headers={"accept-language": language}).text
    assert f'<html lang="{language}">' in text
    assert "https://" not in text
    assert "//cdn" not in text


def test_the_beginning_of_the_api_leads_to_its_documentation(client: TestClient) -> None:
    answer = client.get("/api/v1", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/docs")


def test_a_corpus_without_an_index_says_what_to_do(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, [make_page(1, "記事", "記事です。")])
    with pytest.raises(Exception, match="no index; make one with: zaru index"):
        make_app(Settings(str(folder)))
