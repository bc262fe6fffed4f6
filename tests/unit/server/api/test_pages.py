"""The JSON API of one page: what it says is what the corpus has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.corpora import forge, make_corpus
from tests.unit.server.conftest import make_page

from zaru.io.corpus import Corpus
from zaru.search.indexing import index_corpus
from zaru.server.app import make_app
from zaru.server.settings import Settings

PARTS = ("", "/sentences", "/links", "/links?direction=in", "/chunks", "/duplicates", "/original")


def read(client: TestClient, address: str) -> Any:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_page_is_its_row(client: TestClient, corpus: Path) -> None:
    for page in Corpus(corpus):
        assert read(client, f"pages/{page.id}") == page.row
        assert list(read(client, f"pages/{page.id[:20]}")) == list(page.row)


def test_sentences_are_their_rows(client: TestClient, corpus: Path) -> None:
    opened = Corpus(corpus)
    for page in opened:
        rows = opened.sentence_rows(page)
        answer = read(client, f"pages/{page.id}/sentences")
        assert answer == {"page": page.id, "total": len(rows), "offset": 0, "sentences": rows}
    part = read(client, f"pages/{page.id}/sentences?offset=1&limit=1")
    assert (part["total"], part["offset"], part["sentences"]) == (len(rows), 1, rows[1:2])


def test_links_lead_out_and_in(client: TestClient, corpus: Path) -> None:
    opened = Corpus(corpus)
    first, second = (opened.find(f"http://www.example.jp/{number}.html") for number in (1, 2))
    (out,) = read(client, f"pages/{first.id}/links")["links"]
    assert (out["from"], out["to"], out["anchor"]) == (first.id, second.id, "次の記事へ")
    raw = opened.original(first).raw
    assert str(raw[out["span"][0] : sum(out["span"])], "cp932") == "次の記事へ"
    assert read(client, f"pages/{second.id}/links?direction=in")["links"] == [out]


def test_an_original_is_its_bytes_for_no_browser(client: TestClient, corpus: Path) -> None:
    opened = Corpus(corpus)
    for page in opened:
        answer = client.get(f"/api/v1/pages/{page.id}/original")
        assert answer.content == opened.original(page).raw
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"].startswith("attachment")
        assert "sandbox" in answer.headers["content-security-policy"]


def test_chunks_can_be_sliced_out_of_the_original(client: TestClient, corpus: Path) -> None:
    opened = Corpus(corpus)
    page = opened.find("http://www.example.jp/20.html")
    answer = read(client, f"pages/{page.id}/chunks?max_characters=50")
    raw = opened.original(page).raw
    for chunk in answer["chunks"]:
        pieces = [str(raw[at : at + size], "cp932") for at, size in chunk["spans"]]
        assert chunk["text"] == "\n".join(pieces)
    assert answer["total"] == len(answer["chunks"]) > 1


def test_duplicates_are_found_from_each_of_them(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, [make_page(number, "記事", "記事です。") for number in range(3)])
    ids = [page.id for page in Corpus(folder)]
    forge(folder, "duplicate_of", ids[0])
    index_corpus(folder)
    with TestClient(make_app(Settings(str(folder))), base_url="http://localhost") as client:
        found = read(client, f"pages/{ids[1]}/duplicates")
    assert found["first"] == ids[0]
    assert {one["id"] for one in found["duplicates"]} == {ids[0], ids[2]}
    assert found["is_complete"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("name", "status"),
    [
        pytest.param("00000000", 404, id="absent"),
        pytest.param("x", 400, id="no-id"),
        pytest.param("0" * 33, 400, id="too-long"),
        pytest.param("..%2f..%2fetc%2fpasswd", 404, id="path"),
        pytest.param("%00", 400, id="nul"),
    ],
)
def test_a_page_that_is_not_there_is_said(
    client: TestClient, part: str, name: str, status: int
) -> None:
    answer = client.get(f"/api/v1/pages/{name}{part}")
    assert answer.status_code == status
    assert answer.json()["error"]["status"] == status


def test_a_damaged_corpus_is_a_fault_that_names_no_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = make_corpus(tmp_path / "corpus", [make_page(1, "記事", "記事です。")])
    index_corpus(folder)
    with TestClient(make_app(Settings(str(folder))), base_url="http://localhost") as client:
        page = next(iter(Corpus(folder)))
        for path in (folder / "originals").iterdir():
            path.write_bytes(b"no archive")
        answer = client.get(f"/api/v1/pages/{page.id}/original")
    assert answer.status_code == 500
    assert str(tmp_path) not in answer.text
    assert "cannot be read" in caplog.text


def test_a_corpus_that_goes_away_is_said_until_it_is_back(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path / "corpus", [make_page(1, "記事", "記事です。")])
    index_corpus(folder)
    about = folder / "corpus.json"
    with TestClient(make_app(Settings(str(folder))), base_url="http://localhost") as client:
        about.rename(tmp_path / "away.json")
        away = [client.get(path) for path in ("/api/v1/corpus", "/api.cgi?query=記事", "/")]
        (tmp_path / "away.json").rename(about)
        back = client.get("/api/v1/corpus")
    assert [answer.status_code for answer in away] == [503] * 3
    assert away[0].headers["retry-after"] == "5"
    assert str(tmp_path) not in "".join(answer.text for answer in away)
    assert back.status_code == 200
