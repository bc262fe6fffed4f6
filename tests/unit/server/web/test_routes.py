"""The pages as they are sent: all that a visitor is told, and what is refused."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from lxml import html
from starlette.testclient import TestClient
from tests.unit.server.conftest import TEXT

from zaru.io.corpus import Corpus
from zaru.server.app import make_app
from zaru.server.settings import Settings


def find_page(corpus: Path, title: str) -> str:
    return next(page.id for page in Corpus(corpus) if page.title == title)


def test_the_start_says_what_there_is(client: TestClient) -> None:
    page = client.get("/?lang=ja")
    assert page.headers["content-language"] == "ja"
    words = html.fromstring(page.text).text_content()
    for word in ("14", "www.example.jp", "日本語", "検索例"):
        assert word in words


def test_results_have_titles_sites_dates_languages_and_excerpts(client: TestClient) -> None:
    found = html.fromstring(client.get("/?q=京都&lang=en").text).cssselect(".result")
    assert len(found) == 1
    words = " ".join(found[0].text_content().split())
    assert "example.jp 16 January 2009 日本語 京都の寺 京都の古い寺で行事がありました。" in words
    assert [mark.text for mark in found[0].cssselect("mark")] == ["京都", "京都"]


def test_results_go_on_in_pages(client: TestClient) -> None:
    first, second = (client.get(f"/?q=朝市&page={number}").text for number in (1, 2))
    assert len(re.findall('class="result"', first)) == 10
    assert len(re.findall('class="result"', second)) == 4
    assert '<ol class="results" start="11">' in second


@pytest.mark.parametrize(
    ("query", "words"),
    [("-x", "cannot be searched"), ("a " * 90, "leave some out"), ("x" * 1001, "at most 1000"),
     ("a&from=soon", "is no day"), ("a&page=9999", "at most 100 pages")],
)  # fmt: skip
def test_what_cannot_be_searched_is_said(client: TestClient, query: str, words: str) -> None:
    answer = client.get(f"/?q={query}&lang=en")
    assert answer.status_code == 400
    assert words in answer.text
    assert 'role="alert"' in answer.text


def test_nothing_found_comes_with_a_way_on(client: TestClient) -> None:
    answer = client.get("/?q=xyzzy&site=example.jp&lang=en")
    assert answer.status_code == 200
    assert "No page has all of these words" in answer.text
    assert "leave the filters out" in answer.text


def test_a_stale_index_is_said(corpus: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(corpus, tmp_path / "corpus")
    about = copy / "corpus.json"
    about.write_text(about.read_text().replace('"digest": "0"', '"digest": "1"'))
    with TestClient(make_app(Settings(str(copy))), base_url="http://localhost") as client:
        assert "zaru index" in client.get("/?q=朝市").text
        assert "zaru index" in client.get("/").text


def test_a_page_has_all_its_parts(client: TestClient, corpus: Path) -> None:
    page = find_page(corpus, "京都の寺")
    tabs = {tab: client.get(f"/pages/{page}?tab={tab}&lang=en").text for tab in
            ("content", "sentences", "links", "about")}  # fmt: skip
    assert TEXT in tabs["content"]
    assert TEXT in tabs["sentences"]
    assert "次の記事へ" in tabs["links"]
    for word in ("Shift_JIS", "20.html", page, f"/api/v1/pages/{page}/original", "format=xml"):
        assert word in tabs["about"]
    for tab in tabs.values():
        frame = html.fromstring(tab).cssselect("iframe")[0]
        assert frame.get("sandbox") == ""


def test_a_span_is_shown_whatever_it_is(client: TestClient, corpus: Path) -> None:
    page = find_page(corpus, "京都の寺")
    size = Corpus(corpus)[page]["size"]
    for span in ("0,1", f"0,{size}", f"{size - 1},1", "5,3", "40,7"):
        for tab in ("content", "sentences"):
            answer = client.get(f"/pages/{page}?span={span}&tab={tab}")
            assert answer.status_code == 200
            assert answer.text.count('class="evidence"') == 1, (span, tab)
            assert client.get(f"/cached/{page}?span={span}").status_code == 200
    assert client.get(f"/pages/{page}?span={size},1").status_code == 400
    assert client.get(f"/pages/{page}?span=x").status_code == 400


@pytest.mark.parametrize("address", ["/pages/0123", "/cached/xyz", "/static/x.css",
                                     "/static/..%2frouts.py", "/nothing"])  # fmt: skip
def test_what_is_not_there_is_said_without_places_of_this_machine(
    client: TestClient, corpus: Path, address: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
    assert str(corpus) not in answer.text


def test_every_file_of_the_pages_is_served(client: TestClient) -> None:
    for address in ("/", "/?q=朝市", "/nothing"):
        for name in re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get(address).text):
            answer = client.get(name)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]


def test_pages_have_landmarks_labels_and_languages(client: TestClient, corpus: Path) -> None:
    page = find_page(corpus, "京都の寺")
    for address in ("/", "/?q=朝市", "/?q=xyzzy", f"/pages/{page}?q=寺&span=5,3", "/nothing"):
        tree = html.fromstring(client.get(address).text)
        assert tree.get("lang") in ("en", "ja")
        assert len(tree.cssselect("main")) == len(tree.cssselect("h1")) == 1
        assert tree.cssselect("header")
        assert tree.cssselect("footer")
        assert tree.cssselect("a.skip")[0].get("href") == "#main"
        for field in tree.cssselect("input:not([type=hidden]), select"):
            labelled = tree.cssselect(f"label[for={field.get('id')}]") if field.get("id") else []
            assert labelled or next(field.iterancestors("label"), None) is not None
        assert all(image.get("alt") is not None for image in tree.cssselect("img"))
        assert all(frame.get("title") for frame in tree.cssselect("iframe"))
        assert all(link.text_content().strip() for link in tree.cssselect("a, button"))
        ids = [one.get("id") for one in tree.cssselect("[id]")]
        assert len(ids) == len(set(ids))
        assert not tree.cssselect("script:not([src]), style, [style]")
