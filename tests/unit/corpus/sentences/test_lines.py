from __future__ import annotations

import time

import pytest

from zaru.corpus.sentences.sentences import find_sentences
from zaru.page import Page


def split(markup: str) -> list[str]:
    page = Page.from_bytes(f"<body>{markup}".encode())
    return [placed.sentence.text for placed in find_sentences(page, least=0.0)]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        pytest.param("竹を<br>編む", ["竹を編む"], id="object"),
        pytest.param("笊は<br>竹で編む", ["笊は竹で編む"], id="topic"),
        pytest.param("町の<br>　笊屋", ["町の", "笊屋"], id="indented"),
        pytest.param("　町の<br>　笊屋", ["町の笊屋"], id="indented-alike"),
        pytest.param("・町の店で買<br>　った。", ["・町の店で買った。"], id="hung-under-an-item"),
        pytest.param("こんにちは<br>竹屋です", ["こんにちは", "竹屋です"], id="greeting"),
        pytest.param("竹を編んで<br>笊を作る。", ["竹を編んで笊を作る。"], id="clause"),
        pytest.param(
            "竹を編んで<br>笊を作る", ["竹を編んで", "笊を作る"], id="clause-without-mark"
        ),
        pytest.param("編む人<br>を見た", ["編む人を見た"], id="particle-begins"),
        pytest.param("水が切<br>れる", ["水が切れる"], id="end-of-a-word"),
        pytest.param("製作<br>した人", ["製作した人"], id="verb-of-a-noun"),
        pytest.param("製作<br>したい人", ["製作", "したい人"], id="wish"),
        pytest.param("「安い」<br>と言う", ["「安い」と言う"], id="quotation"),
        pytest.param("安い！<br>と言う", ["安い！と言う"], id="cry"),
        pytest.param("安い！<br>とても安い", ["安い！", "とても安い"], id="word-with-to"),
        pytest.param("安い。<br>を見た", ["安い。", "を見た"], id="stop"),
        pytest.param("竹を<br>・編む", ["竹を", "・編む"], id="item"),
        pytest.param("竹を<br>1. 編む", ["竹を", "1. 編む"], id="numbered-item"),
        pytest.param("竹は<br>値段：百円", ["竹は", "値段：百円"], id="labelled"),
        pytest.param("a shop of<br>笊", ["a shop of", "笊"], id="latin"),
        pytest.param("竹と a を<br>b", ["竹と a を b"], id="blank-stays-beside-latin"),
        pytest.param("<pre>竹を\n編む", ["竹を編む"], id="pre"),
    ],
)
def test_lines_are_joined_where_their_words_say_it(markup: str, expected: list[str]) -> None:
    assert split(f"<div>{markup}</div>") == expected


def test_full_lines_are_joined() -> None:
    lines = (
        "竹を割って細く削り水に浸して柔らか",
        "くなるまで待つ。それから底を編み縁",
        "を巻いて仕上げる。",
    )
    assert split("<br>".join(lines)) == [
        "竹を割って細く削り水に浸して柔らかくなるまで待つ。",
        "それから底を編み縁を巻いて仕上げる。",
    ]


def test_paragraphs_of_a_block_tell_its_width_together() -> None:
    first = "竹を割って細く削り水に浸して柔らか", "くなるまで待つ。"
    second = "底を編み縁を巻いて仕上げるまで三日", "かかります。"
    text = "<br><br>".join("<br>".join(lines) for lines in (first, second))
    assert split(text) == ["".join(first), "".join(second)]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("竹の笊を編む", "木の桶を作る", "鉄の鍋を売る"), id="no-mark"),
        pytest.param(("竹屋の笊", "笊は竹を細く割り水に浸して編む。"), id="heading"),
        pytest.param(
            ("竹細工の町をたずねて", "三日かけて町を歩き四人の職人に会い話を聞いた。"), id="title"
        ),
        pytest.param(("笊を毎日使っています", "桶もずっと使っています", "鍋は重い。"), id="said"),
    ],
)
def test_lines_of_their_own_stay_apart(lines: tuple[str, ...]) -> None:
    assert split("<br>".join(lines)) == list(lines)


@pytest.mark.parametrize("codec", ["utf-8", "shift_jis", "euc_jp"])
def test_spans_of_joined_lines_are_exact(codec: str) -> None:
    markup = "<p>前。&amp;笊は<b>、</b>\n <br>\n　竹で&lt;編む&gt;を<br/>見た。<i>後</i>の話。"
    raw = markup.encode(codec)
    page = Page.from_bytes(raw, charset=codec)
    found = [placed.sentence for placed in find_sentences(page, least=0.0)]
    sources = [raw[s.span[0] : sum(s.span)].decode(codec) for s in found]
    assert [sentence.text for sentence in found] == [
        "前。",
        "&笊は、　竹で<編む>を見た。",
        "後の話。",
    ]
    begin, end = markup.index("&amp;"), markup.index("<i>")
    assert sources == ["前。", markup[begin:end], "後</i>の話。"]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("竹を<br>" * 50_000, id="open"),
        pytest.param("竹<br>" * 50_000, id="short"),
        pytest.param("竹" * 200_000 + "<br>を" * 2, id="long"),
        pytest.param("。" * 100_000 + "<br>" + "ー" * 100_000 + "<br>竹", id="marks"),
        pytest.param("<br>" + "　" * 100_000 + "<br>竹", id="blanks"),
    ],
)
def test_lines_cost_linear_time(lines: str) -> None:
    before = time.process_time()
    split(lines)
    assert time.process_time() - before < 10
