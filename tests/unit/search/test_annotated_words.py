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
        last = 0
        for word in read_annotation(annotator.scheme, answer):
            assert last <= word.begin < word.end <= len(sentence)
            surface = sentence[word.begin : word.end]
            assert surface == surface.strip()
            last = word.end
    annotator.close()


def test_forms_of_a_verb_are_one_word() -> None:
    annotator = load_annotator("juman")
    answers = annotator.annotate(["走った", "走らない", "走れ"])
    terms = {read_annotation(annotator.scheme, str(answer))[0].term for answer in answers}
    assert terms == {"走る"}


def test_reading_is_that_of_the_word_not_of_its_form() -> None:
    annotator = load_annotator("juman")
    (answer,) = annotator.annotate(["京都へ走った"])
    words = read_annotation(annotator.scheme, str(answer))
    assert [(word.term, word.reading) for word in words] == [
        ("京都", "きょうと"), ("へ", ""), ("走る", "はしる"),
    ]  # fmt: skip


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
    words = read_annotation("KNP", "\n".join(lines))
    assert [(word.begin, word.end, word.term) for word in words] == [(0, 3, "帰る"), (4, 5, "と")]


def test_short_units_are_preferred() -> None:
    assert choose_scheme(["Sudachi", "JUMAN-MeCab"]) == "JUMAN-MeCab"
    assert choose_scheme(["unknown"]) is None
