"""Which pages are Japanese: short ones, lists, mixed ones, and what only looks like them."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.corpus.sentences.japanese import is_japanese

ENGLISH = "<p>A sieve is a tool for separating wanted material from what is not wanted. " * 5
CODE = "<pre>for (int row = 0; row &lt; rows; ++row) { total += values[row]; }\n" * 4
CHINESE = "<p>筛子是一种用来分离颗粒的工具，这个词在汉语里还有别的意思，我们说的是竹编的器具。</p>"
TRADITIONAL = "<p>篩子是一種用來分離顆粒的工具，這個詞還有別的意思，我們說的是竹編的器具。</p>"
KOREAN = "<p>체는 가루를 곱게 치거나 액체를 거르는 데 쓰는 기구이다. 대나무로 만든 것도 있다.</p>"
SENTENCE = "<p>ざるは竹で編んだ器で、米を洗うときに使います。</p>"


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(SENTENCE, id="sentence"),
        pytest.param("<p>工事中です", id="one-short-line"),
        pytest.param("<a href=a>戻る</a>", id="one-link"),
        pytest.param("<ul><li>ニュース<li>スポーツ<li>テレビ</ul>", id="katakana-list"),
        pytest.param("<ul><li>駅<li>売店<li>図書館</ul>", id="kanji-list"),
        pytest.param("<p>ｺｳｼﾞﾁｭｳ", id="half-width-kana"),
        pytest.param("<p>昭和八年司法省令第三十三号左ノ通定ム", id="old-law"),
        pytest.param("<p>會社の歷史を讀みたいと思ひます。", id="old-kanji"),
        pytest.param("<table><tr><td>東京駅<td>12,300<td>4.5</table>", id="table-of-numbers"),
        pytest.param("<title>ざるの店", id="title-alone"),
        pytest.param(
            "<title>Zaru</title><frameset><noframes>フレームを使っています。</noframes></frameset>",
            id="frameset",
        ),
        pytest.param("<meta name=description content='竹のざるの店です。'>", id="description"),
        pytest.param("<img src=a.gif alt='ざるの写真'>", id="picture"),
        pytest.param(ENGLISH + SENTENCE, id="english-and-one-sentence"),
        pytest.param(CODE + "// 行を数えて合計を出すところです。</pre>", id="code-with-comment"),
        pytest.param(SENTENCE * 60 + ENGLISH * 400, id="spam-behind-it"),
        pytest.param(ENGLISH * 8 + SENTENCE * 80, id="menu-before-it"),
        pytest.param(CHINESE + SENTENCE * 3, id="chinese-and-more-japanese"),
        pytest.param("<p>&#12374;&#12427;&#12391;&#12377;", id="character-references"),
        pytest.param("<html lang=ja><p>東京都", id="kanji-declared"),
    ],
)
def test_japanese_page_is_kept(html: str) -> None:
    assert is_japanese(Page.from_bytes(html.encode()))


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("", id="nothing"),
        pytest.param("<p>123 456", id="numbers"),
        pytest.param(ENGLISH, id="english"),
        pytest.param("<p>“Naïve” café, œuvre — …", id="french"),
        pytest.param(ENGLISH + "<a href=ja>日本語</a>", id="language-menu"),
        pytest.param(ENGLISH + "<a href=ja>日本語はこちら</a>", id="language-link"),
        pytest.param(ENGLISH + "<p>“ざる” (<i>zaru</i>) and ソニー", id="english-with-words"),
        pytest.param(ENGLISH * 20 + "<cite>吾輩は猫である</cite>", id="english-with-title"),
        pytest.param(ENGLISH + "<p>ヽ(´ー｀)ノ", id="face"),
        pytest.param(CHINESE, id="chinese"),
        pytest.param(TRADITIONAL, id="traditional-chinese"),
        pytest.param(CHINESE + "<p>鲜の味", id="chinese-with-no"),
        pytest.param(
            TRADITIONAL * 2 + "<a>日本語</a><p>進撃の巨人、となりのトトロ", id="chinese-titles"
        ),
        pytest.param("<html lang=ja>" + CHINESE, id="chinese-declared-japanese"),
        pytest.param(KOREAN, id="korean"),
        pytest.param(KOREAN + "<p>「となりのトトロ」", id="korean-with-title"),
        pytest.param("<p>Это сито из бамбука. 日本語", id="russian"),
        pytest.param(
            "<script>var text = 'ざるは竹で編んだ器です。'</script>" + ENGLISH, id="script"
        ),
        pytest.param("<p>東京都", id="kanji-that-tell-nothing"),
    ],
)
def test_other_page_is_refused(html: str) -> None:
    assert not is_japanese(Page.from_bytes(html.encode()))


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_jp", "iso2022_jp", "utf-16", "utf-8"])
def test_encoding_does_not_matter(encoding: str) -> None:
    assert is_japanese(Page.from_bytes(SENTENCE.encode(encoding)))
    assert not is_japanese(Page.from_bytes(ENGLISH.encode(encoding)))


@pytest.mark.parametrize("label", ["shift_jis", "iso-8859-1", "gb2312"])
def test_wrong_label_does_not_matter(label: str) -> None:
    head = f"<meta charset={label}>"
    assert is_japanese(Page.from_bytes((head + SENTENCE).encode()))
    assert not is_japanese(Page.from_bytes((head + ENGLISH).encode()))


def test_legacy_encoding_tells_of_kanji() -> None:
    html = "<meta charset=euc-jp><title>東京都</title><p>東京都中央区日本橋三丁目"
    assert is_japanese(Page.from_bytes(html.encode("euc_jp")))


def test_server_in_japan_tells_of_kanji() -> None:
    page = Page.from_bytes("<p>東京都".encode())
    assert is_japanese(page.at("http://www.example.jp/"))
    assert not is_japanese(page.at("http://www.example.tw/"))
    assert not is_japanese(page.at("http://[broken/"))


@pytest.mark.parametrize(
    "html",
    [
        ENGLISH,
        CHINESE,
        KOREAN,
        SENTENCE,
        pytest.param(f"<script>'ざる'</script>{ENGLISH}", id="script"),
        pytest.param("<p>&#12374;&#12427;は&#31481;", id="references"),
        pytest.param("<p>&amp;#12374;", id="reference-to-a-reference"),
    ],
)
def test_a_tree_that_was_made_before_changes_nothing(html: str) -> None:
    page, parsed = (Page.from_bytes(html.encode()) for _ in range(2))
    assert len(parsed.tree)
    assert is_japanese(page) == is_japanese(parsed)
