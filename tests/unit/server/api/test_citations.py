"""Citations and quotations over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from zaru.io.corpus import Corpus


def cite_first(client: TestClient, corpus: Path) -> Any:
    page = Corpus(corpus).find("http://www.example.jp/20.html")
    sentence = Corpus(corpus).sentences(page)[-2]
    offset, length = sentence.span
    answer = client.get(f"/api/v1/cite?page={page.id}&offset={offset}&length={length}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def verify(client: TestClient, quote: str, page: str | None) -> Any:
    answer = client.post("/api/v1/verify", json={"quote": quote, "page": page})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_citation_can_be_sliced_out_and_verified(client: TestClient, corpus: Path) -> None:
    citation = cite_first(client, corpus)
    raw = client.get(f"/api/v1/pages/{citation['page']}/original").content
    offset, length = citation["span"]
    assert str(raw[offset : offset + length], citation["codec"]) == citation["quote"]
    assert citation["link"].startswith("http://www.example.jp/20.html#:~:text=")
    for page in (citation["page"], citation["page"][:20], None):
        found = verify(client, citation["quote"], page)
        assert found["status"] == "proven"
        spans = {finding["page"]: finding["spans"] for finding in found["findings"]}
        assert spans[citation["page"]] == [citation["span"]]


def test_a_changed_quotation_is_not_proven(client: TestClient, corpus: Path) -> None:
    citation = cite_first(client, corpus)
    verdict = verify(client, citation["quote"].replace("朝市", "夜市"), citation["page"])
    assert verdict["status"] == "changed"
    assert verdict["findings"][0]["differences"] == [{"quoted": "夜", "standing": "朝"}]
    for page in (citation["page"], None):
        absent = verify(client, "どこにも書かれていない言葉", page)
        assert (absent["status"], absent["findings"]) == ("absent", [])


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("page=00&offset=0&length=5", 404), ("page=00&offset=-1&length=5", 400),
        ("page=00&offset=0&length=0", 400), ("page=00&offset=0", 400), ("offset=0&length=5", 400),
    ],
)  # fmt: skip
def test_bytes_that_are_not_there_are_said(client: TestClient, query: str, status: int) -> None:
    answer = client.get(f"/api/v1/cite?{query}")
    assert answer.status_code == answer.json()["error"]["status"] == status


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"quote": ""}', b'{"quote": "a", "x": 1}', b'{"quote": "\\ud800"}']
)
def test_a_body_that_makes_no_sense_is_said(client: TestClient, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/api/v1/verify", content=body, headers=headers)
    assert answer.status_code == answer.json()["error"]["status"] == 400
