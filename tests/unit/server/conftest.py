"""A small corpus that is served: plain pages, and one whose every field is an attack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.corpora import make_corpus

from zaru.page import Origin, Page
from zaru.search.indexing import index_corpus
from zaru.server.app import make_app
from zaru.server.settings import Settings

ATTACK = """"><script>alert(1)</script>'&quot;<img src=x onerror=alert(2)>]]>&amp;\x01"""
TEXT = "港の朝市が二年ぶりに始まり、朝早くから大勢の人が魚や野菜を買いに来ました。"


def make_page(number: int, title: str, text: str, url: str | None = None) -> Page:
    """Return a Japanese page in Shift_JIS."""
    html = (
        f"<html lang=ja><head><meta charset=Shift_JIS><title>{title}</title></head><body>"
        f"<h1>{title}</h1><p>{text}</p><p>{TEXT}</p>"
        f'<p><a href="/{number + 1}.html">次の記事へ</a></p></body></html>'
    )
    raw = html.encode("cp932", "xmlcharrefreplace")
    address = url or f"http://www.example.jp/{number}.html"
    return Page(raw, Origin(f"{number}.html", 0), url=address, time="2009-01-16T09:00:00Z")


def make_pages() -> list[Page]:
    """Return the pages of the corpus."""
    pages = [
        make_page(number, f"朝市の記事{number}", f"これは{number}番目の記事です。寺と港の話です。")
        for number in range(1, 13)
    ]
    pages.append(make_page(20, "京都の寺", "京都の古い寺で行事がありました。"))
    url = f"http://attack.example.jp/{ATTACK}"
    pages.append(make_page(30, f"攻撃 {ATTACK}", f"攻撃の文章です。{ATTACK}", url))
    return pages


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus with its index; nobody changes it."""
    folder = make_corpus(tmp_path_factory.mktemp("served") / "corpus", make_pages())
    index_corpus(folder)
    return folder


@pytest.fixture(scope="session")
def client(corpus: Path) -> Iterator[TestClient]:
    """A client of a server for `corpus`."""
    with TestClient(make_app(Settings(str(corpus))), base_url="http://localhost") as client:
        yield client
