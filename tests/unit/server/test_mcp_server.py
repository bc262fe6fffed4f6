"""A corpus as a language model sees it, by the protocol's own client."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from tests.corpora import make_corpus
from tests.unit.search.test_searching import TEXTS, make_page

from zaru.io.corpus import Corpus
from zaru.search.indexing import index_corpus
from zaru.server.mcp_server import make_server

VOTE = "http://vote.example.jp/vote.html"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = [
        make_page(name, text, "cp932" if name == "sushi" else "utf-8")
        for name, text in TEXTS.items()
    ]
    corpus = make_corpus(tmp_path_factory.mktemp("corpus"), pages)
    index_corpus(corpus)
    return corpus


def call(folder: Path, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return what *tool* answers, structured; its error as `{"error": …}`."""

    async def ask() -> dict[str, Any]:
        async with Client(make_server(folder)) as client:
            result = await client.call_tool(tool, arguments)
            if result.is_error:
                return {"error": result.content[0].text}  # type: ignore[union-attr]
            assert isinstance(result.structured_content, dict)
            return result.structured_content

    return asyncio.run(ask())


def slice_out(folder: Path, page: str, spans: list[list[int]]) -> str:
    corpus = Corpus(folder)
    original = corpus.original(page)
    return "".join(original.source((offset, length)) for offset, length in spans)


def test_tools_are_typed(folder: Path) -> None:
    async def ask() -> dict[str, Any]:
        async with Client(make_server(folder)) as client:
            return {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}

    schemas = asyncio.run(ask())
    assert list(schemas) == ["search", "read", "cite", "verify"]
    assert all(schemas.values())


def test_what_is_found_can_be_sliced_out_of_the_original(folder: Path) -> None:
    found = call(folder, "search", query="行列")
    (passage,) = found["passages"]
    assert not found["stale"]
    assert "行列" in slice_out(folder, passage["page"], passage["spans"])
    assert "寿司屋に行列" in passage["text"]


def test_a_page_is_read_in_passages_that_can_be_sliced_out(folder: Path) -> None:
    page = call(folder, "search", query="寿司")["passages"][0]["page"]
    text = call(folder, "read", page=page)
    assert text["total"] == len(text["passages"])
    assert text["next"] is None
    assert text["encoding"] == "Shift_JIS"
    for passage in text["passages"]:
        written = slice_out(folder, page, passage["spans"])
        assert written == passage["text"].replace("\n", "")


def test_what_is_cited_is_proven_and_what_is_changed_is_not(folder: Path) -> None:
    passage = call(folder, "search", query="参政権")["passages"][0]
    offset, length = passage["spans"][-1]
    cited = call(folder, "cite", page=passage["page"], offset=offset, length=length)
    proven = call(folder, "verify", quote=cited["quote"])
    assert proven["status"] == "proven"
    spans = {finding["page"]: finding["spans"] for finding in proven["findings"]}
    assert cited["span"] in spans[passage["page"]]
    assert cited["link"].startswith("http://vote.example.jp/vote.html#:~:text=")
    changed = cited["quote"].replace("市", "県").replace("検索", "探索")
    assert call(folder, "verify", quote=changed, page=passage["page"])["status"] == "changed"
    assert call(folder, "verify", quote="どこにもない全く別の文である")["status"] == "absent"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        pytest.param("read", {"page": "ffff"}, id="no-page"),
        pytest.param("search", {"query": "-京都"}, id="bad-query"),
        pytest.param("search", {"query": "京都", "since": "2009"}, id="bad-day"),
        pytest.param("search", {"query": "京都", "limit": 99}, id="too-many"),
        pytest.param("cite", {"page": VOTE, "offset": 10**9, "length": 1}, id="no-bytes"),
    ],
)
def test_errors_are_one_line(folder: Path, tool: str, arguments: dict[str, Any]) -> None:
    words = call(folder, tool, **arguments)["error"]
    assert words
    assert "\n" not in words
    assert "Traceback" not in words


def test_the_command_speaks_over_its_streams(folder: Path) -> None:
    async def ask() -> int:
        command = ["-m", "zaru", "mcp", str(folder)]
        parameters = StdioServerParameters(command=sys.executable, args=command)
        async with Client(parameters) as client:
            result = await client.call_tool("search", {"query": "京都"})
            assert result.structured_content is not None
            return len(result.structured_content["passages"])

    assert asyncio.run(ask()) == 1
