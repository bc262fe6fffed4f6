"""A corpus as `zaru build` writes it, made by hand: small, and cut into as many files as wanted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet

from zaru.content.content import Content
from zaru.content.extraction import extract
from zaru.corpus.conversion import to_standard_format
from zaru.corpus.identity import address_of, document_id, page_id
from zaru.corpus.links import find_links
from zaru.corpus.quality import measure_quality
from zaru.corpus.sentences.japanese import is_japanese
from zaru.corpus.standard_format import StandardFormat, format_time
from zaru.io.parquet import ParquetWriter
from zaru.io.schema import TABLES, VERSION
from zaru.io.sentence_rows import to_sentence_rows, to_title_row
from zaru.io.warc_writing import WarcWriter
from zaru.page import Page
from zaru.text.urls import host_of

Row = dict[str, Any]


def make_corpus(folder: Path, pages: Iterable[Page], *, files: int = 2) -> Path:
    """Write a corpus of *pages*, its tables cut into *files*; return its folder."""
    every = list(pages)
    ids = {document_id(address_of(page)): page_id(page) for page in every}
    for number in range(files):
        made = [_make_rows(page, ids) for page in every[number::files]]
        originals = f"originals/{number:05}.warc.gz"
        offsets = _write_originals(folder / originals, every[number::files])
        for (row, _, _), offset in zip(made, offsets, strict=True):
            row["original"] = {"file": originals, "offset": offset}
        _write(folder, "pages", number, [row for row, _, _ in made])
        _write(folder, "sentences", number, [row for _, rows, _ in made for row in rows])
        _write(folder, "links", number, [row for _, _, rows in made for row in rows])
    (folder / "corpus.json").write_text(json.dumps({"schema": VERSION, "digest": "0"}))
    return folder


def forge(folder: Path, name: str, value: object) -> None:
    """Let every page of a corpus say *value* in the column *name*, as a foreign one may."""
    for path in (folder / "pages").iterdir():
        rows = pyarrow.parquet.read_table(path).to_pylist()
        with path.open("wb") as file, closing(ParquetWriter(file, TABLES["pages"])) as writer:
            writer.add({**row, name: value} for row in rows)


def _make_rows(page: Page, ids: dict[str, str]) -> tuple[Row, list[Row], list[Row]]:
    own = page_id(page)
    found = to_standard_format(page, all_languages=True)
    content = extract(page)
    sentences = list(to_sentence_rows(own, found.texts, lambda _: True)) if found else []
    links = list(_make_links(own, page, ids))
    row = _make_page_row(own, content, found)
    counts = {"sentences": len(sentences), "out_links": len(links)}
    return {**row, **counts}, sentences, links


def _make_page_row(own: str, content: Content, found: StandardFormat | None) -> Row:
    page = content.page
    known = {
        "id": own,
        **content.to_json(),
        "site": host_of(page.url or ""),
        "time": format_time(page.time) or None,
        "charset": page.charset,
        "is_truncated": page.truncated,
        "is_japanese": is_japanese(page),
        "size": len(page.raw),
        "head_title": to_title_row(found.title) if found else None,
        "quality": measure_quality(content),
        "in_links": 0,
        "marks": [],
    }
    return {name: known.get(name) for name in TABLES["pages"]}


def _make_links(own: str, page: Page, ids: dict[str, str]) -> Iterator[Row]:
    for link in find_links(page):
        for target in link.targets:
            yield {
                "from": own,
                "to": ids.get(target.id),
                "target": target.id,
                "url": target.url,
                "anchor": link.text,
                "span": None if target.span is None else list(target.span),
            }


def _write(folder: Path, table: str, number: int, rows: list[Row]) -> None:
    path = folder / table / f"{number:05}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file, closing(ParquetWriter(file, TABLES[table])) as writer:
        writer.add(rows)


def _write_originals(path: Path, pages: Iterable[Page]) -> list[int]:
    """Write *pages* as an archive; return where the record of each begins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        writer = WarcWriter(file)
        return [writer.add(page) for page in pages]


def make_record(body: bytes, *, url: str | None, time: str = "2024-05-01T00:00:00Z") -> bytes:
    """Return a WARC record of the page *body*."""
    target = f"WARC-Target-URI: {url}\r\n" if url else ""
    head = (
        f"WARC/1.0\r\nWARC-Type: resource\r\n{target}WARC-Date: {time}\r\n"
        f"Content-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body + b"\r\n\r\n"
