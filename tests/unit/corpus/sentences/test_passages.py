from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.soup import ASCII_WORDS, soups

from zaru.content.segments import find_segments
from zaru.corpus.sentences.passages import Passage, _read_passages, read_passages
from zaru.corpus.sentences.sentences import find_elements
from zaru.page import Page


def passages(markup: str, codec: str = "utf-8") -> list[Passage]:
    tree = Page.from_bytes(markup.encode(codec), charset=codec).tree
    return list(read_passages(tree, find_segments(tree)))


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        pytest.param("<p>一つ。<p>二つ。", ["一つ。", "二つ。"], id="blocks"),
        pytest.param("<p>竹で\n  編む。", ["竹で編む。"], id="soft-line-end"),
        pytest.param("<p>made of\n bamboo", ["made of bamboo"], id="soft-line-end-in-english"),
        pytest.param("<p>竹で<br>編む。", ["竹で\n編む。"], id="br"),
        pytest.param("<p>竹で、<br>編む。", ["竹で、編む。"], id="br-in-a-sentence"),
        pytest.param("<p>竹で <br> 編む。", ["竹で\n編む。"], id="br-in-white-space"),
        pytest.param("<pre>竹で\r\n編む。\n</pre>", ["竹で\n編む。"], id="pre"),
        pytest.param("<p>竹で<b>編む</b>。", ["竹で編む。"], id="inline"),
        pytest.param("<p>竹<!-- x -->で", ["竹で"], id="comment"),
        pytest.param("<p>竹<script>x</script>で", ["竹で"], id="script"),
        pytest.param(
            "<p><ruby>笊<rp>（</rp><rt>ざる</rt><rp>）</rp></ruby>を編む。",
            ["笊を編む。"],
            id="ruby",
        ),
        pytest.param(
            "<p><ruby>笊<rt><b>ざ</b>る</rt></ruby>を<ruby>編<rt>あ</rt></ruby>む。",
            ["笊を編む。"],
            id="ruby-with-markup",
        ),
        pytest.param("<p>竹<textarea>欄</textarea>で", ["竹", "で"], id="unread-between"),
        pytest.param("<ul><li>竹<li>笊</ul>", ["竹", "笊"], id="items"),
        pytest.param("<table><tr><td>竹<td>笊</table>", ["竹", "笊"], id="cells"),
        pytest.param("<p>  <b> </b> ", [], id="white"),
        pytest.param("<p>竹\u00ad細&shy;工 \u00ad屋", ["竹細工 屋"], id="soft-hyphens"),
    ],
)
def test_passages_of(markup: str, texts: list[str]) -> None:
    assert [passage.text for passage in passages(markup)] == texts


@pytest.mark.parametrize("codec", ["utf-8", "shift_jis", "euc_jp", "iso-2022-jp"])
@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        pytest.param("<p> 竹で編む。<b>水</b>を切る。 ", "竹で編む。", id="in-a-run"),
        pytest.param("<p> 竹で編む。<b>水</b>を切る。 ", "水を切る。", id="across-tags"),
        pytest.param("<p>竹 &amp; 笊。<i>a</i> &lt;水。", "竹 & 笊。", id="references"),
        pytest.param("<p>一。\n  二を\n三。", "二を三。", id="soft-line-ends"),
        pytest.param("<p><ruby>笊<rt>ざる</rt></ruby>を<b>編む</b>。", "笊を編む。", id="ruby"),
    ],
)
def test_span_is_from_the_first_to_the_last_byte(codec: str, markup: str, wanted: str) -> None:
    (passage,) = passages(markup, codec)
    begin = passage.text.index(wanted)
    ((offset, length),) = passage.spans([(begin, begin + len(wanted))])
    raw = passage.tree.raw
    said = raw[offset : offset + length]
    head, tail = wanted[0].encode(codec), wanted[-1].encode(codec)
    if codec != "iso-2022-jp":
        assert said.startswith(head)
        assert said.endswith(tail)
    whole = raw.decode(codec)
    source = _source_of(whole, wanted)
    if codec == "iso-2022-jp":
        state = raw[:offset].count(b"\x1b$B") > raw[:offset].count(b"\x1b(B")
        said = b"\x1b$B" * (state and not said.startswith(b"\x1b")) + said
        assert said.decode(codec, "replace") == source
    else:
        assert said.decode(codec) == source


def _source_of(markup: str, wanted: str) -> str:
    """Return the stretch of *markup* from the first to the last character of *wanted*."""
    start = markup.index(wanted[0]) if wanted[0] != "水" else markup.index("<b>水") + 3
    end = markup.index("。", start) + 1
    return markup[start:end]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        pytest.param('昨日は<a href="/k o">京都</a>の寺', "昨日は京都の寺", id="blank-in-a-tag"),
        pytest.param("昨日 <b>京都</b>", "昨日 京都", id="blank-before-a-tag"),
        pytest.param("<ruby>笊<rp>(</rp><rt>ざる</rt></ruby>を", "笊を", id="ruby"),
        pytest.param("<ruby>笊<RT><b>ざ</b>る</ruby>を編む", "笊を編む", id="ruby-without-end"),
        pytest.param("<script>竹</script>笊", "笊", id="script"),
        pytest.param("竹< BR>笊", "竹\n笊", id="blank-begins-a-tag"),
        pytest.param("a < b と c > d", "a < b と c > d", id="no-tag"),
        pytest.param("竹<br><br />笊", "竹\n\n笊", id="paragraphs"),
        pytest.param("竹、<br>笊", "竹、笊", id="comma"),
        pytest.param("竹\u00ad<i>笊</i>", "竹笊", id="soft-hyphen"),
        pytest.param("竹&nbsp;笊", "竹 笊", id="reference"),
    ],
)
def test_feeds_hold_markup(markup: str, text: str) -> None:
    raw = f"<?xml version='1.0'?><d><![CDATA[<p>前。</p>{markup}後]]></d>".encode()
    tree = Page.from_bytes(raw).tree
    (passage,) = read_passages(tree, find_elements(tree))
    assert passage.text == f"\n\n前。\n\n{text}後"
    ((offset, length),) = passage.spans([(6, len(passage.text))])
    assert raw[offset : offset + length].decode().endswith("後")
    assert raw[:offset].count(b"<p>") == 1


def test_spans_of_text_moved_out_of_a_table_hold_no_other_text() -> None:
    found = passages("<div>前<table><tr><td>中</td>外</tr></table>後</div>")
    assert {passage.text for passage in found} == {"前", "外", "中", "後"}
    for passage in found:
        ((offset, length),) = passage.spans([(0, len(passage.text))])
        assert passage.tree.raw[offset : offset + length].decode() == passage.text


def test_many_sentences_of_one_run_cost_linear_time() -> None:
    (passage,) = passages("<p>" + "竹&amp;笊。" * 20_000)
    step = len("竹&笊。")
    parts = [(at, at + step) for at in range(0, len(passage.text), step)]
    spans = passage.spans(parts)
    assert spans[-1] == (3 + 19_999 * 14, 14)


EXAMPLES = Path(__file__).parents[4] / "examples"
# What passages look at: white space, line ends, ruby, what is moved, and what ASCII is not.
WORDS = (
    *"竹 水、 ，ab é \u2028 \xad \u3000 \xa0 \n \r \t \f &nbsp; &shy; &#13; &amp; <br>".split(" "),
    *"<br> <p> <td> <table> </table> <pre> </pre> <b> </b> <ruby> <rt> </rt> <rp>".split(),
    *"<rtc> </ruby> <svg> </svg> <textarea>x</textarea> <script>竹</script>".split(),
    *(" ", "  ", "\n  ", "竹\n水", "a\nb"),
)


def compare(page: Page, hidden: frozenset[int]) -> None:
    """Say whether the kernel and Python read the same passages."""
    segments = find_segments(page.tree)
    stretches = [(segment.row, segment.rows) for segment in segments]
    for skips_ascii in (False, True):
        found = read_passages(page.tree, segments, hidden=hidden, skips_ascii=skips_ascii)
        expected = _read_passages(page.tree, stretches, hidden, skips_ascii)
        for one, other in zip(found, expected, strict=True):
            assert tuple(one)[1:] == tuple(other)[1:]
            compare_spans(one)


def compare_spans(passage: Passage) -> None:
    """Say whether the bytes of words are the same, of many together and of each alone."""
    words = [found.span() for found in re.finditer(r"\S+", passage.text)]
    whole = [(begin, words[-1][1]) for begin, _ in words[:1]]
    for parts in (words[::2], whole, *([word] for word in words[:9])):
        assert passage.spans(parts) == passage._find_spans(parts)


@given(
    markup=soups((*ASCII_WORDS, *WORDS)) | st.lists(st.sampled_from(WORDS)).map("".join),
    codec=st.sampled_from(["utf-8", "cp932", "utf-16", "iso-2022-jp"]),
    hidden=st.frozensets(st.integers(0, 40)),
)
@example("<p>竹<table>水<td>笊</table>編む<p>a<br>b", "utf-8", frozenset({4}))
@settings(max_examples=500, deadline=None)
def test_passages_are_read_as_in_python(markup: str, codec: str, hidden: frozenset[int]) -> None:
    pytest.importorskip("zaru.dom._kernel", reason="the kernel is not compiled")
    raw = markup.encode(codec, "replace")
    for rows in (frozenset[int](), hidden):
        compare(Page.from_bytes(raw), rows)


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.html")), ids=lambda path: path.name)
def test_passages_of_examples_are_read_as_in_python(path: Path) -> None:
    compare(Page.from_bytes(path.read_bytes()), frozenset())


def test_the_kernel_refuses_what_are_no_segments() -> None:
    kernel = pytest.importorskip("zaru.dom._kernel", reason="the kernel is not compiled")
    html, xml = (
        Page.from_bytes("<p>竹".encode()).tree,
        Page.from_bytes(b"<?xml version='1.0'?><a/>").tree,
    )
    none: frozenset[str] = frozenset()
    for segment in ((0, [9]), (9, [0]), (0, [-1]), (-1, [0])):
        with pytest.raises(IndexError):
            kernel.read_passages(html.columns, [segment], frozenset(), none, none, False)
    for segments in ([(0,)], [(0, (1,))], [(0, ["a"])], None):
        with pytest.raises(TypeError):
            kernel.read_passages(html.columns, segments, frozenset(), none, none, False)
    for columns in (xml.columns, None):
        with pytest.raises(TypeError):
            kernel.read_passages(columns, [], frozenset(), none, none, False)


def test_the_kernel_refuses_what_are_no_parts() -> None:
    kernel = pytest.importorskip("zaru.dom._kernel", reason="the kernel is not compiled")
    columns = Page.from_bytes("<p>竹".encode()).tree.columns
    for parts in ([(1, 1)], [(-1, 1)]):
        with pytest.raises(ValueError, match="a part is not empty"):
            kernel.find_part_spans(columns, (4,), (0,), (0,), (0,), parts)
    with pytest.raises(ValueError, match="a passage has runs"):
        kernel.find_part_spans(columns, (), (), (0,), (0,), [])
    for others in ([(0,)], [0], None, [("a", 1)]):
        with pytest.raises(TypeError):
            kernel.find_part_spans(columns, (4,), (0,), (0,), (0,), others)
    assert kernel.find_part_spans(columns, (4,), (0,), (0,), (0,), [(0, 1)]) == [(3, 3)]
    assert kernel.find_part_spans(columns, (4,), (0,), (0,), (0,), [(0, 9)]) is None
    assert kernel.find_part_spans(columns, (99,), (0,), (0,), (0,), [(0, 1)]) is None
