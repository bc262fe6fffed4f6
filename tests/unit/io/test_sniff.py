from __future__ import annotations

import pytest

from zaru.io.sniff import find_foreign_kind, is_markup, is_warc


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        pytest.param(b"<!doctype HTML>", True, id="doctype"),
        pytest.param(b"\n\n <Html lang=ja>", True, id="html"),
        pytest.param("\ufeff<p>".encode("utf-16-le"), True, id="utf-16-with-mark"),
        pytest.param("<html>".encode("utf-16-be"), True, id="utf-16-without-mark"),
        pytest.param(b"<?xml version='1.0'?>", True, id="xml"),
        pytest.param(b"<paragraph>", False, id="longer-name"),
        pytest.param(b'{"a": "<p>"}', False, id="json"),
        pytest.param(b"", False, id="empty"),
    ],
)
def test_markup(head: bytes, expected: bool) -> None:
    assert is_markup(head) is expected


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        pytest.param(b"%PDF-1.4", "a PDF", id="pdf"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "a PNG image", id="png"),
        pytest.param(b"\0\0\0\x18ftypmp42", "an MP4 video", id="mp4"),
        pytest.param(bytes(range(256)) * 4, "binary data", id="all-bytes"),
        pytest.param(b"\0" * 100, "binary data", id="nuls"),
        pytest.param(b"\x01\x02\x03\x04" * 50, "binary data", id="controls"),
        pytest.param(b"x", None, id="one-byte"),
        pytest.param(b"\0", None, id="one-nul"),
        pytest.param(b"<html>" + b"\0" * 100, None, id="page-with-nuls"),
        pytest.param("日本語の文章".encode("utf-16-le") * 20, None, id="utf-16-text"),
        pytest.param("本文".encode("utf-16") * 99, None, id="utf-16-with-mark"),
        pytest.param("  <p>本文</p>".encode("utf-16-be") * 20, None, id="utf-16-without-mark"),
        pytest.param("本文です".encode("iso2022_jp") * 40, None, id="iso-2022-jp"),
        pytest.param("本文です".encode("cp932") * 40, None, id="shift-jis"),
        pytest.param(b"ID3 tags and BZh are words here", None, id="words-like-magics"),
    ],
)
def test_foreign_kind(head: bytes, kind: str | None) -> None:
    assert find_foreign_kind(head) == kind


def test_broken_gzip_is_no_warc() -> None:
    assert not is_warc(b"\x1f\x8b\x08" + b"\xff" * 50)
