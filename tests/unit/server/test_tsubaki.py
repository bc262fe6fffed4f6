"""The TSUBAKI API: the paper's requests, its ResultSet, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient
from tests.unit.server.conftest import ATTACK

from zaru.io.corpus import Corpus

# Figure 4 of the paper, as far as it does not depend on what is searched.
RESULT_SET = re.compile(
    r"""<\?xml version="1\.0" encoding="utf-8"\?>
<ResultSet time="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d" query="京都"
 totalResultsAvailable="1" totalResultsReturned="1"
 firstResultPosition="1" rankingMethod="OKAPI"
 logicalCond="AND">
<Result Id="(\w{32})" Score="\d+\.\d{5}">
<Title>京都の寺</Title>
<Url>http://www\.example\.jp/20\.html</Url>
<Cache>
<Url>http://localhost/cached/\1\?q=%E4%BA%AC%E9%83%BD</Url>
<Size>\d+</Size>
</Cache>
</Result>
</ResultSet>
""".replace("\n ", " ")
)


def test_example_1_of_the_paper_works_as_printed(client: TestClient) -> None:
    answer = client.get("/api.cgi?query=%E4%BA%AC%E9%83%BD&starts=1&results=20")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    assert RESULT_SET.fullmatch(answer.text)


def test_example_2_of_the_paper_names_a_page_that_is_not_here(client: TestClient) -> None:
    answer = client.get("/api.cgi?id=01234567&format=xml")
    assert (answer.status_code, answer.text) == (404, "no page '01234567' in this corpus\n")


def test_an_id_of_the_results_gives_its_standard_format(client: TestClient, corpus: Path) -> None:
    found = ElementTree.fromstring(client.get("/api.cgi", params={"query": "京都"}).content)
    own = found[0].attrib["Id"]
    expected = Corpus(corpus).standard_format(own)
    assert expected is not None
    answer = client.get(f"/api.cgi?id={own[:12]}&format=xml")
    assert answer.content == expected.to_xml()


def test_a_page_is_sent_to_the_byte_and_shown_by_no_browser(
    client: TestClient, corpus: Path
) -> None:
    page = next(iter(Corpus(corpus)))
    answer = client.get(f"/api.cgi?id={page.id}&format=html")
    assert answer.content == Corpus(corpus).original(page).raw
    assert answer.headers["content-disposition"] == f'attachment; filename="{page.id}.html"'
    assert "sandbox" in answer.headers["content-security-policy"]


def test_results_go_on_where_the_last_ended(client: TestClient) -> None:
    every, parts = read_ids(client, start=1, results=100), []
    for start in range(1, len(every) + 1, 5):
        parts += read_ids(client, start=start, results=5)
    assert parts == every
    assert len(set(every)) == len(every) == 13


def test_ten_results_are_the_default(client: TestClient) -> None:
    assert len(read_ids(client)) == 10


def read_ids(client: TestClient, **more: int) -> list[str]:
    answer = client.get("/api.cgi", params={"query": "寺 朝市", **more})
    return [result.attrib["Id"] for result in ElementTree.fromstring(answer.content)]


def test_or_needs_one_of_the_words(client: TestClient) -> None:
    query = {"query": "京都 攻撃", "only_hitcount": "1"}
    assert client.get("/api.cgi", params=query).text == "0\n"
    assert client.get("/api.cgi", params={**query, "logical_operator": "OR"}).text == "2\n"
    both = client.get("/api.cgi", params={"query": "京都 攻撃", "logical_operator": "OR"})
    assert 'logicalCond="OR"' in both.text


def test_snippets_come_when_they_are_asked_for(client: TestClient) -> None:
    answer = client.get("/api.cgi", params={"query": "京都", "snippets": "1"})
    (result,) = ElementTree.fromstring(answer.content)
    assert [part.tag for part in result] == ["Title", "Url", "Snippet", "Cache"]
    assert "京都の古い寺" in (result.findtext("Snippet") or "")


def test_attacks_stay_text(client: TestClient) -> None:
    answer = client.get("/api.cgi", params={"query": f"攻撃 -{ATTACK}x", "snippets": "1"})
    found = ElementTree.fromstring(answer.content)
    assert found.attrib["query"] == f"攻撃 -{ATTACK}x".replace("\x01", "\ufffd")
    assert {part.tag for part in found.iter()} <= {
        "ResultSet", "Result", "Title", "Url", "Snippet", "Cache", "Size",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "words"),
    [
        pytest.param("", "give query=… to search", id="nothing"),
        pytest.param("query=a&id=0", "give query=… to search", id="both"),
        pytest.param("quary=a", "no parameter 'quary'; did you mean 'query'?", id="unknown"),
        pytest.param("query=a&query=b", "query is given twice", id="twice"),
        pytest.param("query=a&start=1&starts=1", "start and starts are one", id="two-starts"),
        pytest.param("query=a&start=0", "start=0: give a number from 1", id="start-0"),
        pytest.param("query=a&starts=x", "starts=x: give a number", id="no-number"),
        pytest.param("query=a&start=²", "give a number", id="superscript"),
        pytest.param("query=a&results=0", "results=0: give a number from 1 to 100", id="none"),
        pytest.param("query=a&results=99999999999999999999", "give a number", id="huge"),
        pytest.param("query=a&only_hitcount=yes", "give a number from 0 to 1", id="not-0-1"),
        pytest.param("query=a&logical_operator=NOT", "give AND or OR", id="operator"),
        pytest.param("query=a&format=xml", "format does not belong to query", id="format"),
        pytest.param("id=0&format=xml&start=1", "start does not belong to id", id="start-of-id"),
        pytest.param("id=0", "id needs format=html or format=xml", id="no-format"),
        pytest.param("id=0&format=pdf", "format=pdf: give html or xml", id="other-format"),
        pytest.param("query=-a", "a query needs a word", id="minus-alone"),
        pytest.param("query=" + "a" * 1001, "at most 1000", id="long"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(
    client: TestClient, query: str, words: str
) -> None:
    answer = client.get(f"/api.cgi?{query}")
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.count("\n") == 1
    assert words in answer.text


def test_the_beginning_of_several_ids_is_refused(client: TestClient, corpus: Path) -> None:
    first = [page.id[0] for page in Corpus(corpus)]
    several = next(digit for digit in first if first.count(digit) > 1)
    answer = client.get(f"/api.cgi?id={several}&format=html")
    assert (answer.status_code, answer.text) == (
        400, f"several pages begin with '{several}'; give more of the id\n",
    )  # fmt: skip
