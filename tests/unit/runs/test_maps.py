from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zaru.corpus.conversion import to_standard_format
from zaru.corpus.identity import document_id, file_address
from zaru.errors import OutputFailed
from zaru.runs.ledger import Entry
from zaru.runs.maps import LinkMap, describe_page, find_addresses, write_page_map

ONE = {"0a": "http://a.jp/"}
TWO = {"0a": "http://a.jp/", "00": "http://b.jp/笊"}
SORTED = (
    '{"doc_id": "00", "url": "http://b.jp/笊"}\n{"doc_id": "0a", "url": "http://a.jp/"}\n'.encode()
)


def test_links_are_written_once_in_the_order_of_their_ids(tmp_path: Path) -> None:
    links = LinkMap(tmp_path)
    for addresses in (ONE, {}, TWO):
        links.add(addresses)
    links.finish()
    assert [path.name for path in tmp_path.iterdir()] == ["links.jsonl"]
    assert (tmp_path / "links.jsonl").read_bytes() == SORTED


def test_what_earlier_runs_gathered_is_kept(tmp_path: Path) -> None:
    first = LinkMap(tmp_path)
    first.add(ONE)
    first.finish()
    first.add(TWO)  # and is killed
    (journal,) = tmp_path.glob(".*")
    with journal.open("ab") as file:
        file.write(b'\n{"doc_id": "ff", "ur')
    second = LinkMap(tmp_path)
    second.add(ONE)
    second.finish()
    assert (tmp_path / "links.jsonl").read_bytes() == SORTED


def test_a_run_without_links_writes_no_file(tmp_path: Path) -> None:
    links = LinkMap(tmp_path)
    links.add({})
    links.finish()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(OutputFailed):
        LinkMap(tmp_path / "missing").add(ONE)


def test_addresses_are_those_of_the_web() -> None:
    found = to_standard_format(
        "<p>竹で編む笊です。<a href=b.html>次</a><a href=http://b.jp/>友</a>"
    )
    assert found is not None
    assert find_addresses(found) == {document_id("http://b.jp/"): "http://b.jp/"}


@pytest.mark.parametrize(
    ("url", "address"),
    [("http://a.jp/x", "http://a.jp/x"), (None, file_address("sub/a.html"))],
    ids=["address", "file"],
)
def test_a_page_has_the_id_that_links_to_it_say(url: str | None, address: str) -> None:
    assert describe_page(url, "sub/a.html", "sub/a.xml") == {
        "id": None,
        "doc_id": document_id(address),
        "url": url,
        "page": "sub/a.html",
        "offset": None,
        "file": "sub/a.xml",
    }


def test_pages_without_an_output_are_in_no_map(tmp_path: Path) -> None:
    values: dict[str, Any] = {"size": 1, "mtime_ns": 1, "url": None, "time": None, "error": None}
    entries = [
        Entry(page="a.html", outcome="refused", output=None, **values),
        Entry(page="\udcff.html", outcome="converted", output="\udcff.xml", **values),
    ]
    write_page_map(tmp_path, entries)
    assert (tmp_path / "map.jsonl").read_text().count("\n") == 1
