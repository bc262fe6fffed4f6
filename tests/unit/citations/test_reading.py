"""Readings: what a person reads, and which bytes each character is."""

from __future__ import annotations

import pytest

from zaru.citations.reading import Reading
from zaru.page import Page

HTML = (
    "<title>題</title><p>これは<b>新\n  聞</b>です。 a  <i> b</i></p>次<br>の<ruby>漢<rp>(</rp>"
    "<rt>かん</rt><rp>)</rp>字</ruby><script>京都</script>&amp;<pre>  x\n\n  y</pre>"
    "<table><tr><td>一<td>二</table><button>押す</button>終わり<p hidden>隠す"
)


def page_of(html: str, encoding: str = "utf-8", charset: str | None = None) -> Page:
    return Page.from_bytes(html.encode(encoding), charset=charset or encoding)


def test_plain_reading_has_no_ruby() -> None:
    expected = "これは新聞です。 a b\n次\nの漢字&\n  x\n  y\n一\n二\n終わり\n隠す"
    assert Reading.plain(page_of(HTML).tree).text == expected


def test_ruby_stands_behind_its_words() -> None:
    assert "の漢かん字&" in Reading.with_ruby(page_of(HTML).tree).text


def test_shown_reading_is_what_chromium_searches() -> None:
    shown = Reading.shown(page_of(HTML).tree).text
    assert "これは新 聞です。" in shown
    assert "二\v終わり" in shown
    assert "隠す" not in shown


@pytest.mark.parametrize(
    ("encoding", "charset"),
    [
        ("utf-8", "utf-8"),
        ("cp932", "shift_jis"),
        ("euc_jp", "euc-jp"),
        ("iso2022_jp", "iso-2022-jp"),
        ("utf-16", "utf-16"),
    ],
)
def test_characters_and_bytes_lead_to_each_other_in_every_encoding(
    encoding: str, charset: str
) -> None:
    page = page_of(HTML, encoding, charset)
    for read in (Reading.plain, Reading.with_ruby):
        reading = read(page.tree)
        for begin in range(len(reading.text)):
            if reading.text[begin].strip():
                span = reading.span(begin, begin + 1)
                assert reading.characters(span) == (begin, begin + 1)
                written = "&amp;" if reading.text[begin] == "&" else reading.text[begin]
                assert page.source(span) == written


def test_a_span_reaches_over_markup() -> None:
    page = page_of(HTML)
    reading = Reading.plain(page.tree)
    begin = reading.text.index("新聞です")
    span = reading.span(begin, begin + 4)
    assert page.source(span) == "新\n  聞</b>です"


def test_a_reference_of_two_characters_is_not_cut() -> None:
    page = page_of("<p>a&NotEqualTilde;b")
    reading = Reading.plain(page.tree)
    assert page.source(reading.span(1, 2)) == "&NotEqualTilde;"
    assert reading.characters((6, 2)) == (1, 3)


def test_a_text_that_was_moved_out_of_a_table_is_covered() -> None:
    page = page_of("<table><tr><td>中</td></tr>外</table>")
    reading = Reading.plain(page.tree)
    assert reading.text == "外\n中"
    assert "".join(page.source(reading.span(0, 3)).split()) == "中</td></tr>外"


def test_nothing_is_read_in_markup_and_scripts() -> None:
    page = page_of("<p class='京都'>新聞<script>京都</script>")
    begin, end = Reading.plain(page.tree).characters((0, 11))
    assert begin == end


def test_an_xml_document_is_read_element_by_element() -> None:
    page = page_of("<?xml version='1.0'?><rss><a>京都</a><b>大阪</b></rss>")
    assert Reading.plain(page.tree).text == "京都\n大阪"


def test_markup_in_a_feed_is_not_read() -> None:
    text = "古い&lt;b&gt;新聞&lt;/b&gt;です。&lt;br&gt;終わり"
    page = page_of(f"<?xml version='1.0'?><rss><a>{text}</a></rss>")
    reading = Reading.plain(page.tree)
    assert reading.text == "古い新聞です。\n終わり"
    assert page.source(reading.span(0, 6)) == "古い&lt;b&gt;新聞&lt;/b&gt;です"
