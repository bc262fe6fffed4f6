from __future__ import annotations

import time

import pytest

from zaru.content.segments import find_segments
from zaru.corpus.marks import MASK, Mark, find_marks, mask_markdown, mask_text
from zaru.page import Page

EMAILS = [
    "info@example.jp",
    "foo.bar+baz_1@mail.example.co.jp",
    "taro..yamada.@docomo.example.ne.jp",
    "ｉｎｆｏ＠ｅｘａｍｐｌｅ．ｊｐ",
    "09012345678@example.ne.jp",
    "a@b-c.museum",
]
NO_EMAILS = [
    "@example",
    "user@host",
    "icon@2x.png",
    "logo@large.jpg",
    "@user@mastodon.example",
    "package@1.2.3",
    "12345@N00",
    "a @ b.jp",
    "(＠_＠)",
    "卵@100.5円",
]
PHONES = [
    "03-1234-5678",
    "011-222-3333",
    "0123-45-6789",
    "01234-5-6789",
    "090-1234-5678",
    "09012345678",
    "090-12345678",
    "050-1234-5678",
    "0120-123-456",
    "0120-12-3456",
    "0120-123456",
    "0570-012-345",
    "0800-123-4567",
    "03(1234)5678",
    "03 (1234) 5678",
    "(03)1234-5678",
    "(03) 1234-5678",
    "（０３）１２３４－５６７８",
    "０３ー１２３４ー５６７８",
    "０９０−１２３４−５６７８",
    "03 1234 5678",
    "03–1234–5678",
    "+81-3-1234-5678",
    "+81 3 1234 5678",
    "+81 (0)3-1234-5678",
    "+81(0)90-1234-5678",
    "(+81) 3-1234-5678",
    "＋８１－３－１２３４－５６７８",
    "+81312345678",
    "+44 20 7946 0958",
    "+44 (0)20 7946 0958",
    "+33 1 23 45 67 89",
    "+33.1.23.45.67.89",
    "+49-30-123456",
    "+39 06 1234 5678",
    "+86 10-1234-5678",
    "+1 415 555 2671",
    "+1 (415) 555-2671",
    "+1-415-555-2671",
    "+14155552671",
    "(415) 555-2671",
    "415-555-2671",
    "415.555.2671",
    "1-800-555-2671",
    "020 7946 0958",
    "03.1234.5678",
]
CALLED = [
    ("TEL:0312345678", "0312345678"),
    ("電話番号：0312345678", "0312345678"),
    ("電話番号（代表）：0312345678", "0312345678"),
    ("TEL03-1234-5678FAX03-1234-5679", "03-1234-5678 03-1234-5679"),
    ("Tel. 030 123456 78", "030 123456 78"),
    ("Tél : 01 23 45 67 89", "01 23 45 67 89"),
    ("Tel. (030) 78 95 47 78", "(030) 78 95 47 78"),
    ("電話（0312345678）", "0312345678"),
    ("センター03-1234-5678", "03-1234-5678"),
    ("フリーダイヤル0120123456", "0120123456"),
    ("℡0312345678 24時間", "0312345678"),
    ("tel:+81312345678", "+81312345678"),
    ("〒060-0001 札幌市 011-222-3333", "011-222-3333"),
    ("03-1234-5678/03-1234-5679", "03-1234-5678 03-1234-5679"),
    ("03-1234-5678（代）2024年", "03-1234-5678"),
    ("+81-3-1234-5678 2024", "+81-3-1234-5678"),
    ("(+81-3-1234-5678)", "+81-3-1234-5678"),
    ("(03-1234-5678)", "03-1234-5678"),
    ("お問い合わせはinfo@example.jpまで。", "info@example.jp"),
    ("Write to a@example.com.", "a@example.com"),
    ("<a@example.com>,b@example.com;", "a@example.com b@example.com"),
    ("...foo@example.jp", "foo@example.jp"),
    ("mailto:foo@example.jp", "foo@example.jp"),
    ("メーカーfoo@example.jpーです", "foo@example.jp"),
]
NO_PHONES = [
    "2024-01-15",
    "2024-01-15 10:30:59",
    "2024/01/15 10:30",
    "01-02-2024",
    "15.01.2024 10:30",
    "20240115103059",
    "令和6年01月15日 10時30分",
    "1,234,567,890円",
    "¥12,345,678",
    "+100 000 000",
    "+20000000",
    "+1 000 000 000",
    "+12.345.678 €",
    "-1234567890",
    "+35.681236, +139.767125",
    "+34.6812367",
    "〒100-0001",
    "100-0001",
    "060-0001 0123",
    "ISBN 4-06-123456-7",
    "ISBN 0-306-40615-2",
    "0306406152",
    "978-4-06-123456-7",
    "9784061234567",
    "978-411-1234-56-7",
    "ISSN 0028-0836",
    "1.2.3.4567",
    "v10.0.19041.1234",
    "192.168.100.200",
    "C++20 2020-2021",
    "1234-5678-9012-3456",
    "1234 5678 9012",
    "A03-1234-5678",
    "ABC-03-1234-5678",
    "03-1234-5678-9",
    "090-1234-56789",
    "0123456789012",
    "http://example.jp/03-1234-5678",
    "id=090-1234-5678",
    "第012-345号 6789",
    "12:34:56.789012",
    "00-0000-0000",
    "3.14159265358979",
    "電話機 型番 1234567890123",
    "hotel 1234567890",
    "iPhone 1234567890",
    "電話：2024-01-15 10",
    "10 11 12 13 14 15 16 17",
    "0 1 2 3 4 5 6 7 8 9 10",
    "2001-2005 2006-2010",
]


def found(text: str) -> str:
    """Return what is masked in *text*, with a blank between."""
    masked = mask_text(text)
    assert len(masked) == len(text)
    pairs = zip(text, masked, strict=True)
    return " ".join("".join(o if m == MASK else "\n" for o, m in pairs).split("\n")).strip()


@pytest.mark.parametrize("address", EMAILS + PHONES)
@pytest.mark.parametrize("text", ["{}", "連絡は{}まで。", "Call {} now", "({})", "「{}」", "{}、x"])
def test_addresses_are_masked(address: str, text: str) -> None:
    masked = mask_text(text.format(address))
    assert masked == text.format(MASK * len(address))


@pytest.mark.parametrize("text", NO_EMAILS + NO_PHONES)
def test_other_texts_stay(text: str) -> None:
    assert mask_text(text) == text
    assert mask_text(f"これは{text}です") == f"これは{text}です"


@pytest.mark.parametrize(("text", "addresses"), CALLED)
def test_what_stands_around_does_not_count(text: str, addresses: str) -> None:
    assert " ".join(found(text).split()) == addresses


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        pytest.param(r"x\_y@example.jp", MASK * 15, id="escape"),
        pytest.param("a@**example**.jp です", "██**███████**███ です", id="emphasis"),
        pytest.param("**a@example.jp** *b*", f"**{MASK * 12}** *b*", id="around"),
        pytest.param("03-<b>1234</b>-5678", "███<b>████</b>█████", id="tags"),
        pytest.param("- \\+81-3-1234-5678", f"- {MASK * 16}", id="line-start"),
        pytest.param("2024-**01**-15 です", "2024-**01**-15 です", id="none"),
    ],
)
def test_markdown(text: str, masked: str) -> None:
    assert mask_markdown(text) == masked
    assert len(masked) == len(text)


@pytest.mark.parametrize(
    ("body", "codec", "sources"),
    [
        pytest.param("日本 a@example.jp 語", codec, ["a@example.jp"], id=codec)
        for codec in ("utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16")
    ]
    + [
        pytest.param(
            "日本０３－１２３４－５６７８語",
            codec,
            ["０３－１２３４－５６７８"],
            id=f"wide-{codec}",
        )
        for codec in ("utf-8", "cp932", "euc_jis_2004", "utf-16")
    ]
    + [
        pytest.param(
            "語a&#64;example&#x2e;jp語", "shift_jis", ["a&#64;example&#x2e;jp"], id="entity"
        ),
        pytest.param("foo@<b>example</b>.jp", "utf-8", ["foo@<b>example</b>.jp"], id="inline-tags"),
        pytest.param(
            "03-<b>1234</b>-<i>5678</i>", "utf-8", ["03-<b>1234</b>-<i>5678"], id="digits"
        ),
        pytest.param("a@b.jp</p><p>03-1234-5678", "euc_jp", ["a@b.jp", "03-1234-5678"], id="two"),
        pytest.param("03-1234-</p><p>5678", "utf-8", [], id="two-blocks"),
        pytest.param("a<script>x@example.jp</script>", "utf-8", [], id="script"),
        pytest.param('<a href="mailto:x@example.jp">x</a>', "utf-8", [], id="attribute"),
        pytest.param("<!-- x@example.jp -->", "utf-8", [], id="comment"),
        pytest.param("2024-01-15 10:30", "utf-8", [], id="none"),
    ],
)
def test_spans_show_the_address_as_it_is_written(body: str, codec: str, sources: list[str]) -> None:
    charset = {"cp932": "shift_jis", "euc_jis_2004": "euc-jp", "iso2022_jp": "iso-2022-jp"}
    head = "<title>題名</title><h1>日本語のページです</h1><p>これは日本語の文章です。</p>"
    raw = f"<html>{head}<p>{body}</p>".encode(codec)
    page = Page.from_bytes(raw, charset=charset.get(codec, codec))
    assert [page.source(mark.span) for mark in find_marks(page)] == sources


def test_kinds_and_order() -> None:
    page = Page.from_bytes(b"<p>03-1234-5678 a@b.jp<p>c@d.jp")
    assert find_marks(page) == (
        Mark("phone", (3, 12)),
        Mark("email", (16, 6)),
        Mark("email", (25, 6)),
    )


def test_known_segments_are_not_looked_for_again() -> None:
    page = Page.from_bytes(b"<p>a@b.jp<p>c@d.jp")
    segments = find_segments(page.tree)
    assert find_marks(page, segments) == find_marks(page)
    assert find_marks(page, segments[1:]) == find_marks(page)[1:]


def test_feeds_have_marks() -> None:
    raw = b"<?xml version='1.0'?><rss><channel><title>a@b.jp</title></channel></rss>"
    page = Page.from_bytes(raw, source="feed.xml")
    assert [page.source(mark.span) for mark in find_marks(page)] == ["a@b.jp"]


HOSTILE = [
    "a", "@", "a@", "@a", "a.", "a@a.", ".", "-", "%.", "0", "0-", "0 ", "(0", "+1", "+1 ", "+ ",
    "()", "1.", "090-", "03-1234-", "03 1234 ", "tel", "tel ", "電話", "電話 0", "電話(", "tel0 ",
    "＠", "０ー", "a@a-", "a@b.c", "1-8", "(415) ", "+44 ", "+44(0)", "(+81)", "\\", "*0", "<b>0",
    "`",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("end", ["", "@", "a@a.1", "0123456789"])
def test_hostile_texts_cost_what_their_length_does(unit: str, end: str) -> None:
    def cost(size: int) -> float:
        text = unit * (size // len(unit)) + end
        begin = time.process_time()
        mask_text(text)
        mask_markdown(text)
        return time.process_time() - begin

    small, large = 20_000, 80_000
    for _ in range(5):
        if cost(large) < max(2.3**2 * cost(small), 0.05):
            return
    pytest.fail(f"{unit!r} grows faster than its length")
