from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path

import pytest

from zaru.dom.spans import read_source
from zaru.errors import FormatError
from zaru.page import Origin, Page

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = sorted(path for path in EXAMPLES.rglob("*") if path.suffix in (".html", ".xml"))


def test_page_keeps_its_bytes() -> None:
    raw = "<p>日本語の文章です".encode("cp932")
    page = Page.from_bytes(raw, source="a.html", url="https://e.jp/", charset="x-sjis")
    assert (page.raw, page.encoding, page.html) == (raw, "Shift_JIS", "<p>日本語の文章です")
    assert (str(page.origin), page.url, page.time, page.truncated) == (
        "a.html",
        "https://e.jp/",
        None,
        False,
    )


def test_page_does_not_change() -> None:
    page = Page.from_bytes(b"<p>a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        page.url = "https://e.jp/"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("raw", "url", "is_same"),
    [
        pytest.param(b"<p>a", "https://e.jp/", True, id="same"),
        pytest.param(b"<p>b", "https://e.jp/", False, id="other-bytes"),
        pytest.param(b"<p>a", "https://e.jp/2", False, id="other-url"),
        pytest.param(b"<p>a", None, False, id="no-url"),
    ],
)
def test_id_names_url_and_bytes(raw: bytes, url: str | None, is_same: bool) -> None:
    first = Page.from_bytes(b"<p>a", url="https://e.jp/", source="x")
    second = Page.from_bytes(raw, url=url, source="y")
    assert (first.id == second.id) is is_same


def test_tree_is_built_once() -> None:
    page = Page.from_bytes(b"<p>a")
    assert page.tree is page.tree


def test_tree_of_bad_xml_names_the_origin() -> None:
    page = dataclasses.replace(
        Page.from_bytes(b"<?xml version='1.0'?><a>"), origin=Origin("a.warc", 99)
    )
    with pytest.raises(FormatError, match=r"a\.warc at byte 99 at byte 24: not well-formed"):
        _ = page.tree


def test_page_travels_as_its_bytes() -> None:
    page = Page.from_bytes("<p>日本".encode("cp932") * 1000, charset="Shift_JIS")
    size = len(pickle.dumps(page))
    assert page.tree.tags
    assert page.id
    sent = pickle.dumps(page)
    assert len(sent) == size < len(page.raw) + 1000
    copy = pickle.loads(sent)
    assert copy == page
    assert copy.tree.tags == page.tree.tags
    assert copy.encoding == "Shift_JIS"


def test_page_is_decoded_once_and_when_asked() -> None:
    page = Page.from_bytes(b"<p>a")
    assert "decoded" not in vars(page)
    assert page.decoded is page.decoded


def test_page_found_elsewhere_is_the_same_page() -> None:
    page = Page.from_bytes("<p>日本".encode("cp932"), source="a.html", charset="Shift_JIS")
    moved = page.at("https://e.jp/")
    assert (moved.url, moved.raw, moved.html) == ("https://e.jp/", page.raw, page.html)
    assert moved.id != page.id


@pytest.mark.parametrize(
    ("origin", "expected"),
    [(Origin("a.html"), "a.html"), (Origin("a.warc", 0), "a.warc at byte 0")],
    ids=["file", "record"],
)
def test_origin_says_where_the_bytes_are(origin: Origin, expected: str) -> None:
    assert str(origin) == expected


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(EXAMPLES)) for path in PAGES])
def test_codec_decodes_every_block_of_the_examples(path: Path) -> None:
    page = Page.from_bytes(path.read_bytes(), source=str(path))
    tree = page.tree
    assert not tree.unplaced
    assert page.codec.startswith("zaru_") == (page.decoded.damaged > 0)
    for block in tree.blocks:
        if block.span:
            offset, length = block.span
            assert page.raw[offset : offset + length].decode(page.codec) == page.source(block.span)
    for row, (start, end) in tree.spans.items():
        if tree.is_text(row):
            written = page.raw[start:end].decode(page.codec)
            assert tree.text(row) in (read_source(written), read_source(written, is_raw=True))


@pytest.mark.parametrize(
    ("raw", "codec", "texts"),
    [
        pytest.param("日本".encode(), "utf-8", ["日本"], id="sound"),
        pytest.param("①㈱".encode("cp932") * 20, "cp932", ["①㈱" * 20], id="cp932"),
        pytest.param("日本".encode() + b"\xe6", "zaru_utf-8", ["日本\ufffd"], id="cut"),
        pytest.param(b"\x1b$B-!4A\x1b(B", "zaru_iso2022_jp_ext", ["①漢"], id="iso-2022-jp"),
        pytest.param(b"\xff\xfea\0\x3d\xd8", "zaru_utf-16-le", ["a\ufffd"], id="utf-16"),
    ],
)
def test_codec_decodes_damaged_pages(raw: bytes, codec: str, texts: list[str]) -> None:
    page = Page.from_bytes(raw, charset="shift_jis")
    spans = [block.span for block in page.tree.blocks if block.span]
    assert page.codec == codec
    assert [page.raw[start : start + size].decode(codec) for start, size in spans] == texts
    assert [page.source(span) for span in spans] == texts
