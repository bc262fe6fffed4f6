"""Whatever the page and its encoding: what is cited is proven where it stands, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.soup import encoded_soups

from zaru.citations.citation import cite
from zaru.citations.fragment import write_directive
from zaru.citations.reading import Reading
from zaru.citations.verification import MAX_SPANS, verify_page
from zaru.dom import UNREAD_TAGS
from zaru.errors import InputError
from zaru.page import Page

PAGES = settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.filter_too_much]
)
ENCODINGS = ("utf-8", "cp932", "euc_jp", "iso2022_jp", "utf-16")
# Pieces that pages are made of here: texts, what cuts them, references, ruby, tables.
PIECES = (
    "京都", "東京都の", "新聞を読む。", "新聞", "ざる。", "「竹」", "a", "b c", "Tokyo 2009", "、",
    " ", "\n", "\n  ", "&amp;", "&nbsp;", "&#12354;", "&NotEqualTilde;", "<br>", "<b>", "</b>",
    "<p>", "</p>", "<div>", "</div>", "<img src=x>", "<script>京都</script>", "<!-- 京都 -->",
    "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>", "<table><tr><td>", "<td>",
    "</table>", "<pre>  x\n\n y</pre>", "<button>京都</button>", "<span hidden>京都</span>",
)  # fmt: skip
CHANGES = "京都新聞漢字あxyz9。"


@st.composite
def made_pages(draw: st.DrawFn) -> Page:
    """Draw a page of PIECES in one of ENCODINGS."""
    html = "".join(draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=25)))
    encoding = draw(st.sampled_from(ENCODINGS))
    charset = {"cp932": "shift_jis", "euc_jp": "euc-jp", "iso2022_jp": "iso-2022-jp"}.get(encoding)
    return Page.from_bytes(html.encode(encoding), charset=charset or encoding)


def draw_span(page: Page, data: st.DataObject) -> tuple[int, int]:
    """Draw a span of *page* with something to read in it."""
    assume(len(page.raw) > 1)
    offset = data.draw(st.integers(0, len(page.raw) - 1))
    span = offset, data.draw(st.integers(1, len(page.raw) - offset))
    readings = Reading.plain(page.tree), Reading.with_ruby(page.tree)
    assume(any(begin < end for begin, end in (one.characters(span) for one in readings)))
    return span


def read_plainly(page: Page) -> Iterator[str]:
    """Yield the texts of *page* without white space, without ruby and with it."""
    tree = page.tree
    for unread in (UNREAD_TAGS, UNREAD_TAGS | {"rt"}):
        rows = (row for row in range(len(tree)) if tree.is_text(row))
        read = (
            row for row in rows if unread.isdisjoint(tree.tags[up] for up in tree.ancestors(row))
        )
        yield "".join("".join(tree.text(row) for row in read).split())


@given(page=made_pages(), data=st.data())
@PAGES
def test_what_is_cited_is_proven_at_the_same_span(page: Page, data: st.DataObject) -> None:
    citation = cite(page, draw_span(page, data))
    verdict = verify_page(citation.quote, page)
    assert verdict.is_proven
    assert citation.span in verdict.spans or len(verdict.spans) == MAX_SPANS


@given(soup=encoded_soups(), data=st.data())
@PAGES
def test_what_is_cited_of_a_broken_page_is_proven(
    soup: tuple[bytes, str], data: st.DataObject
) -> None:
    page = Page.from_bytes(soup[0], charset=soup[1], url="http://www.example.jp/")
    try:
        span = draw_span(page, data)
    except InputError:
        return
    citation = cite(page, span)
    verdict = verify_page(citation.quote, page)
    assert verdict.is_proven
    assert citation.span in verdict.spans


@given(page=made_pages(), data=st.data())
@PAGES
def test_a_text_changed_by_one_character_is_never_proven(page: Page, data: st.DataObject) -> None:
    quote = cite(page, draw_span(page, data)).quote
    at = data.draw(st.integers(0, len(quote) - 1))
    way = data.draw(st.sampled_from(["change", "leave out", "put in"]))
    one = data.draw(st.sampled_from(CHANGES))
    assume(quote[at].strip() and quote[at] != one)
    changed = quote[:at] + ("" if way == "leave out" else one) + quote[at + (way != "put in") :]
    wanted = "".join(changed.split())
    assume(wanted and all(wanted not in text for text in read_plainly(page)))  # it may stand there
    assert not verify_page(changed, page).is_proven


@given(page=made_pages(), data=st.data())
@PAGES
def test_every_character_that_is_read_has_its_bytes(page: Page, data: st.DataObject) -> None:
    for read in (Reading.plain, Reading.with_ruby, Reading.shown):
        reading = read(page.tree)
        begin, end = reading.trim(0, len(reading.text))
        assume(begin < end)
        begin = data.draw(st.integers(begin, end - 1))
        end = data.draw(st.integers(begin + 1, end))
        begin, end = reading.trim(begin, end)
        assume(begin < end)
        span = reading.span(begin, end)
        found = reading.characters(span)
        assert found[0] <= begin < end <= found[1]
        if read == Reading.shown:
            assert write_directive(page.tree, span) is not None
