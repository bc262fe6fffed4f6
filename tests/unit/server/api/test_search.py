"""The JSON API's search: results, cursors, filters, and what is refused."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.corpora import make_corpus
from tests.unit.server.conftest import make_page, make_pages

from zaru.io.corpus import Corpus
from zaru.search.chunks import find_chunks
from zaru.search.indexing import index_corpus
from zaru.search.searching import Searcher, to_row
from zaru.server.app import make_app
from zaru.server.settings import Settings


def search(client: TestClient, **values: object) -> Any:
    answer = client.get("/api/v1/search", params={k: str(v) for k, v in values.items()})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_results_have_the_keys_of_zaru_search(client: TestClient, corpus: Path) -> None:
    found = Searcher(corpus)
    expected = [to_row(found.corpus, hit) for hit in found.search("京都 寺").hits]
    assert search(client, q="京都 寺")["results"] == expected


def test_marks_are_the_words_in_the_text_and_in_the_bytes(client: TestClient, corpus: Path) -> None:
    for result in search(client, q="朝市 記事", limit=100)["results"]:
        raw = Corpus(corpus).original(result["id"]).raw
        for excerpt in result["excerpts"]:
            words = [excerpt["text"][begin:end] for begin, end in excerpt["marks"]]
            spans = excerpt["mark_spans"]
            assert words == [str(raw[at : at + size], "cp932") for at, size in spans]
            assert set(words) <= {"朝市", "記事"}


def test_spans_can_be_left_out(client: TestClient) -> None:
    for result in search(client, q="朝市", spans="false")["results"]:
        assert all(excerpt["mark_spans"] is None for excerpt in result["excerpts"])
        assert any(excerpt["marks"] for excerpt in result["excerpts"])


def test_cursors_lead_through_all_results(client: TestClient) -> None:
    every = [one["id"] for one in search(client, q="朝市", limit=100)["results"]]
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        answer = search(client, q="朝市", limit=4, **cursor)
        assert answer["offset"] == len(found)
        found += [one["id"] for one in answer["results"]]
        if answer["next"] is None:
            break
        cursor = {"cursor": answer["next"]}
    assert found == every
    assert len(every) == answer["total"] == 14


def test_a_cursor_of_another_query_is_refused(client: TestClient) -> None:
    cursor = search(client, q="朝市", limit=4)["next"]
    for other in ({"q": "寺"}, {"q": "朝市", "any": "true"}, {"q": "朝市", "site": "example.jp"}):
        answer = client.get("/api/v1/search", params={**other, "cursor": cursor})
        assert answer.status_code == 400
        assert "of another query" in answer.json()["error"]["message"]


@pytest.mark.parametrize("cursor", ["x", "A" * 20, "é" * 20, "A" * 19 + "="])
def test_a_cursor_that_nobody_gave_is_refused(client: TestClient, cursor: str) -> None:
    answer = client.get("/api/v1/search", params={"q": "朝市", "cursor": cursor})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith("cursor: ")


def test_a_cursor_of_an_older_index_is_gone(corpus: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(corpus, tmp_path / "corpus")
    with TestClient(make_app(Settings(str(copy))), base_url="http://localhost") as client:
        cursor = search(client, q="朝市", limit=4)["next"]
        grow(copy)
        index_corpus(copy)
        answer = client.get("/api/v1/search", params={"q": "朝市", "cursor": cursor})
    assert answer.status_code == 410
    assert answer.json() == {
        "error": {
            "status": 410,
            "message": "cursor: the index has changed since; search again without it",
        }
    }


def test_what_is_made_anew_while_serving_is_seen_and_said(corpus: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(corpus, tmp_path / "corpus")
    with TestClient(make_app(Settings(str(copy))), base_url="http://localhost") as client:
        before = client.get("/api/v1/search", params={"q": "新着"})
        grow(copy)
        stale = client.get("/api/v1/search", params={"q": "朝市"})
        index_corpus(copy)
        after = client.get("/api/v1/search", params={"q": "新着"})
    assert (before.json()["total"], before.json()["stale"]) == (0, False)
    assert (stale.json()["stale"], stale.headers["zaru-index"]) == (True, "stale")
    assert (after.json()["total"], after.json()["stale"]) == (1, False)
    assert after.headers["zaru-index"] == "current"


def test_a_stale_index_gives_no_bytes_of_other_pages(corpus: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(corpus, tmp_path / "corpus")
    old = {page.id: Corpus(corpus).original(page).raw for page in Corpus(corpus)}
    with TestClient(make_app(Settings(str(copy))), base_url="http://localhost") as client:
        grow(copy, before=True)
        results = search(client, q="朝市", limit=100)["results"]
    for result in results:
        for excerpt in result["excerpts"]:
            for (begin, end), span in zip(
                excerpt["marks"], excerpt["mark_spans"] or (), strict=False
            ):
                data = old[result["id"]][span[0] : sum(span)]
                assert str(data, "cp932") == excerpt["text"][begin:end]
    assert any(excerpt["mark_spans"] is None for one in results for excerpt in one["excerpts"])


def grow(folder: Path, *, before: bool = False) -> None:
    """Make a corpus anew with one page more, as `zaru build` does: its tables, then its digest."""
    more = [make_page(40, "新着の記事", "新着です。")]
    pages = [*more, *make_pages()] if before else [*make_pages(), *more]
    for name in ("pages", "sentences", "links", "originals"):
        shutil.rmtree(folder / name)
    make_corpus(folder, pages)
    about = folder / "corpus.json"
    about.write_text(about.read_text().replace('"digest": "0"', '"digest": "1"'))


@pytest.mark.parametrize(
    ("more", "total"),
    [
        pytest.param({"site": "www.example.jp"}, 13, id="site"),
        pytest.param({"site": "example.jp"}, 14, id="sites-below"),
        pytest.param({"language": "ja"}, 14, id="language"),
        pytest.param({"language": "de"}, 0, id="other-language"),
        pytest.param({"since": "2009-01-17"}, 0, id="since"),
        pytest.param({"duplicates": "true"}, 14, id="duplicates"),
    ],
)
def test_filters_leave_pages_out(client: TestClient, more: dict[str, str], total: int) -> None:
    assert search(client, q="朝市", **more)["total"] == total


def test_any_needs_one_of_the_words(client: TestClient) -> None:
    assert search(client, q="京都 攻撃")["total"] == 0
    assert search(client, q="京都 攻撃", any="true")["total"] == 2


def test_chunks_by_words_can_be_sliced_out_of_the_original(
    client: TestClient, corpus: Path
) -> None:
    answer = client.get("/api/v1/search/chunks", params={"q": "京都 寺", "limit": "3"})
    found = Searcher(corpus)
    hits = find_chunks(found, "京都 寺", limit=3)
    assert answer.json()["chunks"] == [hit.to_json() for hit in hits]
    for chunk in answer.json()["chunks"]:
        raw = found.corpus.original(chunk["id"]).raw
        words = [chunk["text"][begin:end] for begin, end in chunk["marks"]]
        assert words == [str(raw[at : at + size], "cp932") for at, size in chunk["mark_spans"]]


def test_chunks_of_pages_that_are_gone_are_told(corpus: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(corpus, tmp_path / "corpus")
    with TestClient(make_app(Settings(str(copy))), base_url="http://localhost") as client:
        grow(copy, before=True)
        answer = client.get("/api/v1/search/chunks", params={"q": "京都"})
    assert (answer.status_code, answer.headers["zaru-index"]) == (503, "stale")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        pytest.param("", "q: Field required", id="no-query"),
        pytest.param("q=", "q: String should have at least 1", id="empty"),
        pytest.param("q=a&x=1", "x: no such parameter", id="unknown"),
        pytest.param("q=a&limit=0", "limit: ", id="limit"),
        pytest.param("q=a&limit=x", "limit: ", id="no-number"),
        pytest.param("q=a&since=yesterday", "since: ", id="no-day"),
        pytest.param("q=-a", "a query needs a word", id="minus"),
    ],
)
def test_what_makes_no_sense_has_one_shape(client: TestClient, query: str, words: str) -> None:
    answer = client.get(f"/api/v1/search?{query}")
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert answer.json()["error"]["status"] == 400
    assert answer.json()["error"]["message"].startswith(words)
