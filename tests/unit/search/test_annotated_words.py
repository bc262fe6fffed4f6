"""Words out of what annotators say: places, spellings, readings."""

import pytest

from zaru.annotators.loading import load_annotator
from zaru.search.annotated_words import choose_scheme, read_annotation

SENTENCES = (
    "東京都で髙橋さんがデータを打込んだ。",
    "Linux kernel 3.5を走った (笑)",
    "*と@ #1 + x",
    " 前後に空白 ",
    "EOS",
)


@pytest.mark.parametrize("name", ["juman", "sudachi", "knp", "ginza"])
def test_words_stand_where_they_say(name: str) -> None:
    annotator = load_annotator(name)
    for sentence, answer in zip(SENTENCES, annotator.annotate(SENTENCES), strict=True):
        assert isinstance(answer, str)
        line, last = read_annotation(annotator.scheme, answer), 0
        assert len(line.terms) == len(line.readings) == len(line.places) / 2
        for begin, end in zip(line.places[::2], line.places[1::2], strict=True):
            assert last <= begin < end <= len(sentence)
            assert sentence[begin:end] == sentence[begin:end].strip()
            last = end
    annotator.close()


def test_forms_of_a_verb_are_one_word() -> None:
    annotator = load_annotator("juman")
    answers = annotator.annotate(["走った", "走らない", "走れ"])
    terms = {read_annotation(annotator.scheme, str(answer)).terms[0] for answer in answers}
    assert terms == {"走る"}


def test_reading_is_that_of_the_word_not_of_its_form() -> None:
    annotator = load_annotator("juman")
    (answer,) = annotator.annotate(["京都へ走った"])
    line = read_annotation(annotator.scheme, str(answer))
    assert line.terms == ["京都", "へ", "走る"]
    assert line.readings == ["きょうと", "", "はしる"]


def test_lines_of_phrases_and_other_readings_are_no_words() -> None:
    lines = [
        "# S-ID:1 KNP:5.0",
        "* -1D <文頭>",
        "+ -1D <文頭>",
        'かえる かえる かえる 動詞 2 * 0 子音動詞ラ行 10 基本形 2 "代表表記:帰る/かえる"',
        '@ かえる かえる かえる 動詞 2 * 0 母音動詞 1 基本形 2 "代表表記:変える/かえる"',
        '@ @ @ 特殊 1 記号 5 * 0 * 0 "代表表記:@/@"',
        'と と と 助詞 9 格助詞 1 * 0 * 0 "代表表記:と/と"',
        "EOS",
    ]
    line = read_annotation("KNP", "\n".join(lines))
    assert (line.terms, line.places) == (["帰る", "と"], [0, 3, 4, 5])


def test_short_units_are_preferred() -> None:
    assert choose_scheme(["Sudachi", "JUMAN-MeCab"]) == "JUMAN-MeCab"
    assert choose_scheme(["unknown"]) is None
