"""Words of MeCab's answer, cut and written as JUMAN does it."""

from __future__ import annotations

import pytest

from zaru.annotators.jumandic import JumandicAnnotator
from zaru.annotators.mecab_words import mend_answer, to_lines


def lines_of(annotator: JumandicAnnotator, sentence: str) -> list[str]:
    (answer,) = annotator.annotate([sentence])
    assert isinstance(answer, str)
    return answer.splitlines()[:-1]


# What juman 7.0 says of these words.
@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        pytest.param("信念", "信念 しんねん 信念 名詞 6 普通名詞 1 * 0 * 0 ", id="noun"),
        pytest.param(
            "好きな",
            "好きな すきな 好きだ 形容詞 3 * 0 ナ形容詞 21 ダ列基本連体形 3 ",
            id="adjective",
        ),
        pytest.param(
            "２００５", "２００５ にぜろぜろご ２００５ 名詞 6 数詞 7 * 0 * 0 ", id="digits"
        ),
        pytest.param("２．４", "２．４ にてんよん ２．４ 名詞 6 数詞 7 * 0 * 0 ", id="decimal"),
        pytest.param("四十八", "四十八 よんじゅうはち 四十八 名詞 6 数詞 7 * 0 * 0 ", id="kanji"),
        pytest.param(
            "８０万", "８０万 はちぜろまん ８０万 名詞 6 数詞 7 * 0 * 0 ", id="mixed-number"
        ),
        pytest.param("一つ", "一 ひと 一 名詞 6 数詞 7 * 0 * 0 ", id="native-number"),
        pytest.param("二", "二 に 二 名詞 6 数詞 7 * 0 * 0 ", id="one-numeral"),
        pytest.param(
            "ｗｗｗ．ｃｄ．ｊｐ",
            "ｗｗｗ．ｃｄ．ｊｐ ｗｗｗ．ｃｄ．ｊｐ ｗｗｗ．ｃｄ．ｊｐ "
            "未定義語 15 アルファベット 3 * 0 * 0 NIL",
            id="host-name",
        ),
        pytest.param(
            "オープナー", "オープナー オープナー オープナー 未定義語 15 カタカナ 2 ", id="katakana"
        ),
        pytest.param("龗", "龗 龗 龗 未定義語 15 その他 1 * 0 * 0 NIL", id="unknown-kanji"),
        pytest.param("€", "€ € € 未定義語 15 その他 1 * 0 * 0 NIL", id="foreign-sign"),
        pytest.param("。", '。 。 。 特殊 1 句点 1 * 0 * 0 "代表表記:。/。"', id="full-stop"),
        pytest.param("　", '　 　 　 特殊 1 空白 6 * 0 * 0 "代表表記:　/　"', id="wide-blank"),
    ],
)
def test_first_line_is_that_of_juman(jumandic: JumandicAnnotator, sentence: str, line: str) -> None:
    assert lines_of(jumandic, sentence)[0].startswith(line)


def test_each_unknown_sign_is_a_word(jumandic: JumandicAnnotator) -> None:
    assert [line[0] for line in lines_of(jumandic, "☆★☆")] == list("☆★☆")


def test_number_ends_where_a_blank_stands(jumandic: JumandicAnnotator) -> None:
    surfaces = [line.split(" ")[0] for line in lines_of(jumandic, "3 000")]
    assert surfaces == ["3", "\\␣", "000"]


def test_dot_at_the_end_of_a_number_stays_outside(jumandic: JumandicAnnotator) -> None:
    assert [line[0] for line in lines_of(jumandic, "３．")] == ["３", "．"]


def test_blanks_before_a_word_are_words() -> None:
    lines = to_lines("  あ\t感動詞,*,*,*,あ,あ,*").splitlines()
    assert [line.split(" ")[0] for line in lines] == ["\\␣", "\\␣", "あ"]
    assert lines[-1].endswith(' 感動詞 12 * 0 * 0 * 0 "代表表記:あ/あ"')


def test_idiom_mark_of_a_part_is_dropped() -> None:
    assert to_lines("。\t特殊,句点,*,*,。,。,連語").endswith('"代表表記:。/。"\n')


def test_inflected_word_with_kanji_gets_no_invented_reading() -> None:
    assert to_lines("無き\t形容詞,*,イ形容詞アウオ段,文語連体形,無い,なき,*").endswith(" 21 NIL\n")


def test_cut_characters_are_put_together_again() -> None:
    small = "っ".encode()
    answer = "で".encode() + small[:2] + b"\tx\n" + small[2:] + b"\ty\n" + "し\tz\n".encode()
    assert mend_answer(answer) == "でっ\t?未定義語\nし\tz"
