from __future__ import annotations

import re
from html import unescape

import pytest

from zaru.corpus.sentences.sentences import find_sentences
from zaru.page import Page

# As in figure 3 of the paper: Shift_JIS, a sentence of 35 characters has 70 bytes.
SENTENCE = "この町の職人が好む言葉のひとつに「水は逃がせ（実を残せ）」があるそうです。"[:34] + "。"
SECOND = (
    "笊の編み手が弟子に尋ねられて、目は粗くとも縁を固く結べば笊は笊であると答えた話から来ています。"
)


def test_offset_and_length_are_bytes_of_the_original_file() -> None:
    assert len(SENTENCE) == 35
    head = "<html><head><title>言葉</title></head><body><p>"
    filler = "<!-- " + "x" * (525 - len(head.encode("cp932")) - len("<!--  -->")) + " -->"
    page = Page.from_bytes(
        (head + filler + SENTENCE + SECOND + "</p>").encode("cp932"), charset="Shift_JIS"
    )
    first, second = (placed.sentence for placed in find_sentences(page))
    assert (first.text, first.span) == (SENTENCE, (525, 70))
    assert (second.text, second.span) == (SECOND, (595, 2 * len(SECOND)))


def test_sentence_of_a_text_without_an_exact_place_is_marked() -> None:
    page = Page.from_bytes(f"<p>{SENTENCE}</p><p>{SECOND}</p>".encode())
    page.tree.unplaced = frozenset({page.tree.values.index(SECOND)})
    first, second = (placed.sentence for placed in find_sentences(page))
    assert (first.is_exact, second.is_exact) == (True, False)
    assert second.annotated(()).is_exact is False


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        pytest.param(
            "<h1>笊の店</h1><p>竹で編む。水を切る。",
            ["笊の店", "竹で編む。", "水を切る。"],
            id="heading",
        ),
        pytest.param("<p>竹で編む。<b>水を</b>切る。", ["竹で編む。", "水を切る。"], id="inline"),
        pytest.param("<p>竹で編む<br>水を切る", ["竹で編む", "水を切る"], id="br"),
        pytest.param("<pre>竹で編む\n水を切る</pre>", ["竹で編む", "水を切る"], id="pre"),
        pytest.param("<ul><li>竹<li>笊</ul>", ["竹", "笊"], id="items"),
        pytest.param("<table><tr><th>品名<td>笊</table>", ["品名", "笊"], id="cells"),
        pytest.param("<p>made of bamboo<p>竹で編む。", ["竹で編む。"], id="sixty-per-cent"),
        pytest.param("<p>「竹だ。笊だ。」と言う。", ["「竹だ。笊だ。」と言う。"], id="quotes"),
        pytest.param("<p>竹。<script>笊。</script><style>笊</style>", ["竹。"], id="script"),
        pytest.param("<p>笊<ruby>籬<rt>ませ</rt></ruby>を編む。", ["笊籬を編む。"], id="ruby"),
        pytest.param("<p>&#31481;で&nbsp;&#x7DE8;む。", ["竹で\xa0編む。"], id="references"),
    ],
)
def test_sentences_of(markup: str, texts: list[str]) -> None:
    page = Page.from_bytes(markup.encode())
    found = [placed.sentence for placed in find_sentences(page)]
    assert [sentence.text for sentence in found] == texts
    assert [sentence.id for sentence in found] == [str(n) for n in range(1, len(texts) + 1)]
    for sentence in found:
        offset, length = sentence.span
        source = page.raw[offset : offset + length].decode()
        said = unescape(re.sub(r"<rt>.*?</rt>|<[^>]*>", "", source))
        assert said == sentence.text


def test_all_sentences_are_kept_when_that_is_wanted() -> None:
    page = Page.from_bytes("<p>made of bamboo<p>竹で編む。".encode())
    found = find_sentences(page, least=0.0)
    assert [placed.sentence.text for placed in found] == ["made of bamboo", "竹で編む。"]


def test_main_content_only() -> None:
    menu = "".join(f"<li><a href=/{n}>案内の{n}番</a>" for n in range(9))
    body = "<p>" + "竹を割り、細く裂いて、目を詰めて編むと、水を切る笊になる。" * 8 + "</p>"
    page = Page.from_bytes(f"<nav><ul>{menu}</ul></nav><article>{body * 3}</article>".encode())
    texts = {placed.sentence.text for placed in find_sentences(page, content_only=True)}
    assert texts == {"竹を割り、細く裂いて、目を詰めて編むと、水を切る笊になる。"}


def test_texts_of_a_feed_are_sentences_without_their_markup() -> None:
    feed = (
        "<?xml version='1.0'?><rss><channel><title>笊の便り</title><link>http://a.jp/</link>"
        "<description>竹で&lt;b&gt;編む&lt;/b&gt;。&lt;br/&gt;水を切る。</description>"
        "<item><description><![CDATA[<p>笊を<i>干す</i>。</p>]]></description></item>"
        "</channel></rss>"
    )
    page = Page.from_bytes(feed.encode())
    found = [placed.sentence for placed in find_sentences(page)]
    assert [sentence.text for sentence in found] == [
        "笊の便り", "竹で編む。", "水を切る。", "笊を干す。",
    ]  # fmt: skip
    offset, length = found[1].span
    assert page.raw[offset : offset + length].decode() == "竹で&lt;b&gt;編む&lt;/b&gt;。"


def test_references_in_the_markup_of_a_feed_are_read() -> None:
    feed = (
        "<?xml version='1.0'?><rss><item><description>"
        "<![CDATA[竹&amp;笊の話です。<b>笊&lt;竹&gt;</b>]]></description><title>竹&amp;amp;笊。</title></item></rss>"
    )
    page = Page.from_bytes(feed.encode())
    found = [placed.sentence for placed in find_sentences(page)]
    said = [page.raw[s.span[0] :][: s.span[1]].decode() for s in found]
    assert [s.text for s in found] == ["竹&笊の話です。", "笊<竹>", "竹&笊。"]
    assert said == ["竹&amp;笊の話です。", "笊&lt;竹&gt;", "竹&amp;amp;笊。"]


def test_sentences_know_their_paragraph_block_and_score() -> None:
    page = Page.from_bytes("<h2>竹の笊</h2><p>編む。干す。</p>".encode())
    found = [placed.sentence for placed in find_sentences(page)]
    assert [(s.paragraph, s.block, s.score) for s in found] == [
        (1, "h2", 1.0), (2, "p", 1.0), (2, "p", 1.0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "character"),
    [
        pytest.param(b"\xfc\xe2", "髙", id="nec-kanji"),
        pytest.param(b"\xad\xf0", "≒", id="nec-symbol"),
        pytest.param(b"\xa4\xfc", "\ufffd", id="no-character"),
        pytest.param(b"\x8f\xec\xbf", "鷗", id="three-bytes"),
    ],
)
def test_characters_that_codecs_do_not_agree_on_cost_no_sentence(
    code: bytes, character: str
) -> None:
    head, tail = "<meta charset=EUC-JP><p>社長の", "橋さんが来ました。今日は雨です。"
    raw = head.encode("euc_jp") + code + tail.encode("euc_jp")
    first, second = (placed.sentence for placed in find_sentences(Page.from_bytes(raw)))
    assert first.text == f"社長の{character}橋さんが来ました。"
    assert raw[: second.span[0]].endswith("。".encode("euc_jp"))
    assert raw[second.span[0] :] == "今日は雨です。".encode("euc_jp")


@pytest.mark.parametrize("decoration", ["★☆★☆★☆★☆★☆★☆", "━━━━━━━━━━━━━", "→→→→→→→→→→→→"])
def test_decoration_behind_a_sentence_does_not_cost_it(decoration: str) -> None:
    page = Page.from_bytes(f"<p>今日は雨です。{decoration}</p>".encode())
    (placed,) = find_sentences(page)
    assert placed.sentence.text.startswith("今日は雨です。")


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        pytest.param("<p style='display: none'>竹<p>笊", ["笊"], id="hidden"),
        pytest.param("<div hidden><p>竹</div>笊", ["笊"], id="hidden-by-attribute"),
        pytest.param("<p>竹<b style='color:red;DISPLAY:none'>草</b>笊", ["竹", "笊"], id="in-it"),
        pytest.param("<body style='display:none'><p>竹", ["竹"], id="shown-later"),
        pytest.param("<p style='a-display:none-x'>竹", ["竹"], id="not-hidden"),
    ],
)
def test_hidden_texts_are_left_out(markup: str, texts: list[str]) -> None:
    page = Page.from_bytes(markup.encode())
    assert [placed.sentence.text for placed in find_sentences(page)] == texts


def test_a_raw_ampersand_costs_no_feed() -> None:
    raw = (
        "<?xml version='1.0'?><rss><item><link>http://a.jp/?a=1&b=2</link>"
        "<description>竹&笊。水を切る。</description></item></rss>"
    ).encode()
    found = [placed.sentence for placed in find_sentences(Page.from_bytes(raw))]
    assert [sentence.text for sentence in found] == ["竹&笊。", "水を切る。"]
    for sentence in found:
        assert raw[sentence.span[0] : sum(sentence.span)].decode() == sentence.text


def test_line_end_of_xml_behind_latin_letters_costs_no_page() -> None:
    raw = "<?xml version='1.0'?><d>bamboo<br/>竹を編む。</d>".encode()
    (found,) = find_sentences(Page.from_bytes(raw))
    assert found.sentence.text == "竹を編む。"


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        pytest.param(
            "<p>昨日は<b>京都</b>の寺を見た。</p>", ["昨日は京都の寺を見た。"], id="inline"
        ),
        pytest.param("<x:p>昨日<x:br/>今日</x:p>", ["昨日", "今日"], id="line-end"),
        pytest.param("<Ruby>笊<Rt>ざる</Rt></Ruby>を編む。", ["笊を編む。"], id="ruby"),
        pytest.param("<t>竹</t> <t>笊</t>", ["竹", "笊"], id="elements"),
        pytest.param("竹\n <i>a</i> <i>笊</i>", ["竹 a 笊"], id="white-between"),
        pytest.param("前<div>中</div>後", ["前", "中", "後"], id="nested"),
    ],
)
def test_inline_elements_of_xml_part_no_sentence(body: str, texts: list[str]) -> None:
    raw = f"<?xml version='1.0'?><f xmlns:x='u'>\n<d>{body}</d>\n</f>".encode()
    page = Page.from_bytes(raw)
    found = [placed.sentence for placed in find_sentences(page, least=0.0)]
    assert [sentence.text for sentence in found] == texts
    for sentence in found:
        source = raw[sentence.span[0] : sum(sentence.span)].decode()
        assert (source[0], source[-1]) == (sentence.text[0], sentence.text[-1])
