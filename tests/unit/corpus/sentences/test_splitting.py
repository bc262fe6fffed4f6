"""Sentences of passages: marks, brackets, names, faces, and what only looks like an end."""

from __future__ import annotations

import time

import pytest

from zaru.corpus.sentences.splitting import split_sentences


def sentences(text: str) -> list[str]:
    """Return the sentences of *text* as strings."""
    return [text[begin:end] for begin, end in split_sentences(text)]


# A bar stands where a sentence ends; it is not part of the text.
CASES = {
    # Plain ends.
    "no-mark": "春の山の朝",
    "one-stop": "雪が降った。",
    "two-stops": "雪が降った。|道が白い。",
    "no-last-stop": "雪が降った。|道が白い",
    "run-of-stops": "雪が降った。。。|道が白い。",
    "half-width-stop": "ﾕｷｶﾞﾌｯﾀ｡|ﾐﾁｶﾞｼﾛｲ｡",
    "cries": "もう春だ！|花が咲くかな？|楽しみだ。",
    "ascii-cries": "もう春だ!|花が咲くかな?|楽しみだ。",
    "run-of-cries": "本当に！！？|信じられない。",
    "mixed-run": "本当なの!?。|信じられない。",
    "doubled-sign": "本当なの⁉|信じられない。",
    "note": "山へ行こう♪|川へも行こう♪",
    "blank-behind-end": "雪が降った。 |道が白い。",
    "ideographic-blank": "　雪が降った。　|道が白い。　",
    "single-nakaguro": "山・川・海の写真です。|どうぞ。",
    "bullet-behind-stop": "三つある。|・山の道",
    # Line ends.
    "line-end": "雪が降った\n|道が白い",
    "line-ends": "雪が降った。\n\n|道が白い。\n",
    "bracket-across-lines": "「雪が降った\n|道が白い」",
    # The full-width point and the period.
    "point": "図は原本と同じである．|表も同じである．",
    "decimal-point": "円周率は３．１４である。|覚えよう。",
    "number-point": "Ｎｏ．１の店です。|どうぞ。",
    "item-point": "１．はじめに",
    "kana-item-point": "ア．山へ行く人",
    "chapter-point": "第三章．雪の山",
    "domain-point": "ざる新聞．ｃｏｍからのお知らせ",
    "file-point": "設定は．ｈｔａｃｃｅｓｓに書く。",
    "period-after-kana": "図は原本と同じである. |表も同じである.",
    "period-in-number": "円周率は3.14です。|覚えよう。",
    "period-in-file": "readme.txtを読む。|次へ進む。",
    "period-in-address": "www.example.jpを見る。|次へ進む。",
    "english-before-japanese": "All rights are reserved by us. |無断で使わないでください。",
    "english-sentences": "This is a sieve. |It is made of bamboo.",
    "english-company": "これはZaru Inc. Japanの品です。",
    "title-of-person": "Mr. 田中が来た。|茶を出した。",
    "abbreviation": "We met at the house of Dr. Mori yesterday.",
    # Web addresses, code, names with a mark.
    "query": "http://example.jp/?a=bを開く。|閉じる。",
    "query-at-end": "http://example.jp/a?を開く。|閉じる。",
    "code-not": "if (!x) return; と書く。|終わり。",
    "code-macro": "println!(x)と書く。|終わり。",
    "code-pointers": "use a; ^^^^ no a と出る。|終わり。",
    "code-choice": "a ? b : c と書く。|終わり。",
    "yahoo": "Yahoo!ニュースを読んだ。|よかった。",
    "yahoo-blank": "Yahoo! JAPANのトップページ",
    "yahoo-wide": "Ｙａｈｏｏ！の地図を見た！|便利だ。",
    "shop-name": "TownGO!総合案内",
    "name-and-particle": "昔からＴｏｗｎＧＯ！に登録している。|便利だ。",
    "latin-and-cry": "ついにGET！|今日はいい日だ。",
    "name-with-stop": "モーニング娘。の新曲が出た。|買った。",
    "name-with-stop-subject": "モーニング娘。が紅白に出た。|見た。",
    "stop-and-object": "藤岡弘。を見た。|よかった。",
    "stop-and-conjunction": "雪が降った。|が、道は白くない。",
    "stop-and-de": "雪が降った。|で結局どうなった。",
    "stop-and-hiragana": "雪が降った。|のんびり歩く。",
    # Brackets and quotes.
    "quote": "「雪だ。寒い。」と彼は言った。|私は笑った。",
    "double-quote": "『雪だ！寒い！』と彼は言った。|私は笑った。",
    "round": "山（高い。遠い。）へ行く。|帰る。",
    "ascii-round": "山(高い。遠い。)へ行く。|帰る。",
    "mixed-round": "山（高い。遠い。)へ行く。|帰る。",
    "black": "【重要。必読。】をご覧ください。|以上。",
    "square": "［注。参照。］を見る。|以上。",
    "angle": "〈山。川。〉を読む。|《海。空。》を読む。|以上。",
    "curly-quotes": "“雪。雨。”と書いた。|以上。",
    "half-width-quote": "｢雪だ。寒い。｣と言った。|以上。",
    "nested": "「彼は『雪だ。』と言った。本当だ。」と聞いた。|笑った。",
    "never-closed": "「雪だ。|寒い。|帰ろう。",
    "never-opened": "雪だ。」|寒い。|帰ろう。",
    "crossed": "「雪（雨。」と言った）。|寒い。",
    "open-inside": "「雪（雨。風。」と言った。|寒い。",
    "closer-behind-stop": "雪だ。」|寒い。",
    "remark-whole": "（写真は押すと大きくなります。）|次へ進む。",
    "remark-behind": "雪だ。|（写真は昨日のもの）|寒い。",
    "company-form": "雪だ。|（株）ざるの製品です。",
    "particle-behind-remark": "雪だ。|（昨日の写真）を見る。",
    "remark-and-about": "雪だ。|（昨日の写真）について話す。",
    "remark-and-though": "雪だ。|（昨日の写真だけど）|なお、寒い。",
    "dialogue": "「雪だ。」|「寒いね。」|「帰ろう。」",
    "speech-and-narration": "「もう帰ろう。」|兵士が立ちあがった。",
    "speech-and-verb": "「もう帰ろう。」そう言って立った。|夜だった。",
    "quote-in-middle": "彼は「雪だ。」「寒い。」と言った。|私も。",
    "straight-quotes": '"すごい！"と言った。|笑った。',
    # What goes on.
    "quoting": "すごい！と思った。|帰った。",
    "quoting-casual": "すごい！って言った。|帰った。",
    "quoting-that": "好きな事だけやる！という人がいる。|困る。",
    "copula": "答えは？です。|簡単だ。",
    "copula-past": "まさか！だった。|驚いた。",
    "to-words": "すごい！|とても良い。",
    "to-words-where": "どうでしょう？|ところで、雪です。",
    "therefore": "雪だ！|ですから、帰ります。",
    "particle-behind-cry": "「Go!」という歌。|TownGO!の歌。",
    "adjective-behind-cry": "もううんざり！な人へ。|どうぞ。",
    "change-behind-cry": "結果がDone!になった。|よかった。",
    "comma-behind-cry": "え！、雪だ。|寒い。",
    "last-particle": "雪かも…よ？|寒い。",
    "and-so": "雪が降った。|ということで、帰ります。",
    "stop-and-thought": "動きが鈍い。と思って調べた。|直した。",
    # Pauses.
    "pause": "もう帰ろう…|雪が降る。",
    "pause-dots": "もう帰ろう・・・|雪が降る。",
    "pause-ascii": "もう帰ろう...|雪が降る。",
    "pause-wide-dots": "もう帰ろう．．．|雪が降る。",
    "pause-and-stop": "もう帰ろう…。|雪が降る。",
    "pause-in-subject": "それは…違う。|帰ろう。",
    "pause-in-object": "雪を・・・見た。|帰ろう。",
    "pause-between-nouns": "クロム…代謝を助ける。|帰ろう。",
    "quoting-behind-a-blank": "雪だ！ と叫んだ。|帰ろう。",
    "pause-at-begin": "…雪が降る。|帰ろう。",
    "pause-at-last": "まずいのでは…|雪が降る。",
    "pause-and-quoting": "雪かな…と思った。|帰ろう。",
    "pause-and-because": "長く続かない…ので、やめた。|帰ろう。",
    "leader-dots": "料金…500円",
    "range-in-code": "1..5を数えて../srcを見る。|終わり。",
    "parent-folder": "cd .. と書く。|終わり。",
    "cut-off": "雪が降りま...|続きを読む",
    "pause-before-number": "調べたら・・・|４匹いた。",
    # Faces, laughter, ornaments.
    "laughter": "転びました（笑）|痛いです。",
    "laughter-ascii": "転びました(笑)|痛いです。",
    "laughter-and-stop": "転びました（苦笑）。|痛いです。",
    "laughter-behind-stop": "転びました。（爆）|痛いです。",
    "sweat-and-particle": "転んだ(汗)と書いた。|痛い。",
    "laughter-never-closed": "転びました（笑 |痛いです。",
    "laughter-and-but": "転びました(笑)が、元気です。|痛い。",
    "laughter-bare": "転びました笑 |痛いです。",
    "grass": "転びましたｗｗｗ|痛いです。",
    "grass-one": "転びましたw|痛いです。",
    "no-grass": "転んだのでwww.example.jpを見た。|痛い。",
    "face": "転びました(^_^)|痛いです。",
    "face-cry": "転びました（＞＿＜）|痛いです。",
    "face-tears": "転びました(T_T)|痛いです。",
    "face-bow": "転びましたm(_ _)m|痛いです。",
    "face-arms": "転びましたヽ(´ー｀)ノ|痛いです。",
    "face-bear": "転びました(´・ω・｀)|痛いです。",
    "face-open": "転びました(^^;|痛いです。",
    "face-bare": "転びました^^;|痛いです。",
    "face-sweat": "転びました(;^_^A|痛いです。",
    "face-star": "転びました(^_-)-☆|痛いです。",
    "face-behind-stop": "転びました。(^o^)|痛いです。",
    "face-behind-blank": "転びました！ (^_^) |痛いです。",
    "face-at-begin": "(^_^)今日は雪です。|寒い。",
    "kneeling": "転びましたorz|痛いです。",
    "no-face": "山(3)と川(4)です。|終わり。",
    "star": "行きました☆|楽しかったです★|また行きます。",
    "star-in-name": "つのだ☆ひろの歌です。|よかった。",
    "star-as-bullet": "行きました。|★ 次の話",
    "heart": "好きですよー♡|また来てね♥",
    "emoji": "行きました\U0001f60a|楽しかったです。",
    "marks-only": "……！！",
    "marks-at-last": "行きました。 ――",
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_passage_is_split_at_the_bars(case: str) -> None:
    expected = [piece.strip() for piece in case.split("|")]
    assert sentences(case.replace("|", "")) == expected


@pytest.mark.parametrize("text", ["", " ", "\n", "　\n　", "\n\n\n"], ids=repr)
def test_white_space_has_no_sentence(text: str) -> None:
    assert split_sentences(text) == []


def test_brackets_that_are_far_apart_do_not_hold_a_sentence_together() -> None:
    quote = "雪が降る。" * 60
    assert len(sentences(f"「{quote}」と書いた。")) == 60


def test_long_sentence_is_kept() -> None:
    text = "雪が降り、" * 500 + "道が白い。"
    assert sentences(text) == [text]


def test_places_count_characters_of_the_passage() -> None:
    assert split_sentences(" 雪。\n\n 雨！ 風\n") == [(1, 3), (6, 8), (9, 10)]


HOSTILE = [
    *"「 ♪ ( 。 （ 」 (^ ・ … あw 。「 「。」 「あ。」 「） (笑 ! それは… です★".split(),
    *"aあ. です😊 、♪".split(),
    "a. A",
    "あ．\u3000",
    "\u3000♪",
    "あ。 ",
]


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_time_grows_with_the_length(unit: str) -> None:
    def seconds(chars: int) -> float:
        text = unit * (chars // len(unit))
        times = []
        for _ in range(2):
            start = time.process_time()
            split_sentences(text)
            times.append(time.process_time() - start)
        return min(times)

    # Four times the text takes four times as long; sixteen times if it were quadratic.
    assert seconds(12_000) < 8 * seconds(3_000) + 0.02
