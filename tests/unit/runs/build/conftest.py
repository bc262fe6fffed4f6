"""Sources for corpora, and what the tests see of a corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet
import pytest

from zaru.io.warc_writing import WarcWriter
from zaru.page import Page

EXAMPLES = Path(__file__).parents[4] / "examples"


WORDS = "春 夏 秋 冬 山 川 海 空 町 村 駅 港 店 本 歌 絵 魚 鳥 花 木 石 雨 雪 風 朝 昼 夜".split()


def make_text(name: str) -> str:
    """Return sentences that no other *name* has."""
    random = Random(name)
    return "".join(f"{'の'.join(random.choices(WORDS, k=6))}がありました。" for _ in range(15))


def make_site(site: str, pages: int, *, copies: int = 0) -> Iterator[Page]:
    """Yield the pages of a made site; the first *copies* of them have one text."""
    for number in range(pages):
        own = number if number >= copies else 0
        body = (
            f"<html lang=ja><title>記事{own} - {site}</title><nav><a href=/>入口</a>"
            f"<a href=/{(number + 1) % pages}.html>次の記事</a></nav><h1>記事{own}</h1>"
            f"<p>{make_text(f'{site} {own}')}</p>"
            f"<p>お問い合わせは info{own}@{site} または 03-1234-567{own % 10} まで。</p>"
            f"<footer>この文章は全て{site}の編集部が書いたものです。転載は固くお断りします。</footer>"
        )
        url = f"http://{site}/{number}.html"
        yield Page.from_bytes(body.encode(), url=url, source=url)


def write_archive(path: Path, pages: Iterator[Page]) -> Path:
    """Write *pages* to a WARC file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        writer = WarcWriter(file)
        for page in pages:
            writer.add(page)
    return path


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Return a folder of three archives in which the pages of four sites are mixed."""
    sites = [make_site(f"site{number}.example", 12, copies=number) for number in range(4)]
    mixed = [page for row in zip(*sites, strict=True) for page in row]
    for number in range(3):
        write_archive(tmp_path / f"web/{number}.warc.gz", iter(mixed[number::3]))
    return tmp_path / "web"


def read_table(corpus: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a table, in the order of its files."""
    files = sorted((corpus / name).glob("*.parquet"))
    return [row for file in files for row in pyarrow.parquet.read_table(file).to_pylist()]


def read_report(corpus: Path) -> dict[str, Any]:
    """Return what report.json says."""
    values: dict[str, Any] = json.loads((corpus / "report.json").read_text())
    return values
