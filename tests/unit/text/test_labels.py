from __future__ import annotations

import time

import pytest

from zaru.text.labels import CODEC_OF, STANDARD_LABELS, encoding_for_label, find_labels


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        pytest.param("utf8", "UTF-8", id="utf8"),
        pytest.param(" \tUTF-8\n", "UTF-8", id="white-space-and-case"),
        pytest.param("x-sjis", "Shift_JIS", id="x-sjis"),
        pytest.param("cp932", "Shift_JIS", id="not-in-the-standard"),
        pytest.param("iso-8859-1", "windows-1252", id="latin-1"),
        pytest.param("us-ascii", "windows-1252", id="ascii"),
        pytest.param("gb2312", "GBK", id="gb2312"),
        pytest.param("uhc", "EUC-KR", id="name-of-the-detector"),
        pytest.param("iso-2022-kr", "replacement", id="replacement"),
        pytest.param("utf-7", None, id="utf-7"),
        pytest.param("", None, id="empty"),
        pytest.param("no such thing", None, id="unknown"),
    ],
)
def test_label_means_encoding(label: str, encoding: str | None) -> None:
    assert encoding_for_label(label) == encoding


def test_all_labels_of_the_standard_are_known() -> None:
    assert len(STANDARD_LABELS) == 228


def test_every_encoding_has_a_codec() -> None:
    for label in STANDARD_LABELS:
        encoding = encoding_for_label(label)
        assert encoding is not None
        if encoding not in ("replacement", "x-user-defined"):
            assert b"<p>".decode(CODEC_OF[encoding], "replace")


@pytest.mark.parametrize(
    ("head", "labels"),
    [
        pytest.param(b"<meta charset=euc-jp>", ["euc-jp"], id="bare"),
        pytest.param(b'<META CharSet = "euc-jp" >', ["euc-jp"], id="double-quotes"),
        pytest.param(b"<meta\ncharset='euc-jp'/>", ["euc-jp"], id="single-quotes"),
        pytest.param(
            b'<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
            ["Shift_JIS"],
            id="http-equiv",
        ),
        pytest.param(
            b"<meta content='text/html;charset = \"x-sjis\"' http-equiv=content-type>",
            ["x-sjis"],
            id="quotes-in-quotes",
        ),
        pytest.param(b"<meta name=d content='charset=euc-jp'>", [], id="other-meta"),
        pytest.param(b"<metacharset=euc-jp>", [], id="other-element"),
        pytest.param(b"<!-- <meta charset=euc-jp> -->", [], id="comment"),
        pytest.param(b"<!--><meta charset=euc-jp>", ["euc-jp"], id="empty-comment"),
        pytest.param(b"<?xml version='1.0' encoding='EUC-JP'?>", ["EUC-JP"], id="xml"),
        pytest.param(b"<meta charset=a><meta charset=b>", ["a", "b"], id="two"),
        pytest.param(b"<meta charset=a charset=b>", ["a"], id="two-attributes"),
        pytest.param(b"<meta charset='euc-jp", [], id="open-quote"),
        pytest.param(b"<meta charset", [], id="cut"),
        pytest.param(b"x" * 9000 + b"<meta charset=a>", [], id="too-late"),
        pytest.param(b"", [], id="empty"),
    ],
)
def test_labels_are_found(head: bytes, labels: list[str]) -> None:
    assert find_labels(head) == labels


@pytest.mark.parametrize("piece", [b"<!--", b"<meta ", b"<meta a='", b"<meta a= ", b"<?xml ", b" "])
def test_finding_labels_takes_no_time(piece: bytes) -> None:
    started = time.perf_counter()
    find_labels(b"<meta " + piece * 100_000)
    assert time.perf_counter() - started < 0.2
