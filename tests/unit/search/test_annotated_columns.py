"""Words of many sentences at once: those of each sentence by itself."""

from collections.abc import Sequence

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.annotators.loading import load_annotator
from zaru.search.annotated_columns import open_answers
from zaru.search.annotated_words import read_annotation
from zaru.search.kept_line import MAX_PASSAGE_CHARS, KeptLine

SENTENCES = (
    "東京都で髙橋さんがデータを打込んだ。",
    "Linux kernel 3.5を走った (笑)",
    "*と@ #1 + x",
    " 前後に空白 ",
    "。",
    "EOS",
)


def read_alone(scheme: str, answers: Sequence[str | None]) -> list[KeptLine | None]:
    return [
        None if answer is None else KeptLine.of(read_annotation(scheme, answer))
        for answer in answers
    ]


@pytest.mark.parametrize("name", ["juman", "sudachi", "ginza"])
def test_columns_have_the_words_of_each_sentence(name: str) -> None:
    annotator = load_annotator(name)
    answers = [*map(str, annotator.annotate(SENTENCES)), "", None]
    annotator.close()
    kept = open_answers(annotator.scheme).read(pyarrow.array(answers, "string"))
    assert kept == read_alone(annotator.scheme, answers)
    assert kept[0] is not None
    assert "高橋" in kept[0].words.split(" ")


KYOTO = "京都\t名詞,固有\t京都\t京都\tキョウト"
LINES = st.text("あ京ア,", max_size=4) | st.just(KYOTO)
ANSWERS = st.lists(LINES, max_size=5).map("\n".join)


@given(st.lists(st.none() | ANSWERS))
def test_any_answer_is_read_as_it_is_alone(answers: list[str | None]) -> None:
    column = pyarrow.array([None, *answers], "string").slice(1)
    assert open_answers("Sudachi").read(column) == read_alone("Sudachi", answers)


def test_more_lines_than_are_kept_are_read() -> None:
    """Of two lines that have one slot each is said again."""
    answers = [f"語{number}\t名詞\t語{number}\t語{number}\tゴ\n{KYOTO}" for number in range(60_000)]
    read = open_answers("Sudachi").read
    for _ in range(2):
        kept = read(pyarrow.array(answers, "string"))
        assert [line.words for line in kept if line] == [f"語{n} 京都" for n in range(60_000)]


@pytest.mark.parametrize("kind", ["string", "large_string"])
def test_places_of_a_long_sentence_end_where_passages_do(kind: str) -> None:
    answer = "\n".join([KYOTO] * MAX_PASSAGE_CHARS)
    kept = open_answers("Sudachi").read(pyarrow.array([None, answer], kind).slice(1))
    assert kept == read_alone("Sudachi", [answer])


def test_a_column_of_no_answers_has_no_words() -> None:
    read = open_answers("Sudachi").read
    assert read(pyarrow.array([], "string")) == []
    assert read(pyarrow.array([None, None], "string")) == [None, None]
