"""Words of many sentences at once: those of each sentence by itself."""

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.annotators.loading import load_annotator
from zaru.search.annotated_columns import read_answers
from zaru.search.annotated_words import read_annotation
from zaru.search.kept_line import KeptLine

SENTENCES = (
    "東京都で髙橋さんがデータを打込んだ。",
    "Linux kernel 3.5を走った (笑)",
    "*と@ #1 + x",
    " 前後に空白 ",
    "。",
    "EOS",
)


@pytest.mark.parametrize("name", ["juman", "sudachi", "ginza"])
def test_columns_have_the_words_of_each_sentence(name: str) -> None:
    annotator = load_annotator(name)
    answers = [*map(str, annotator.annotate(SENTENCES)), "", None]
    annotator.close()
    kept = read_answers(annotator.scheme, pyarrow.array(answers, "string"))
    alone = [
        None if answer is None else KeptLine.of(read_annotation(annotator.scheme, answer))
        for answer in answers
    ]
    assert kept == alone
    assert kept[0] is not None
    assert "高橋" in kept[0].words.split(" ")


LINES = st.text("あ京ア,", max_size=4) | st.just("京都\t名詞,固有\t京都\t京都\tキョウト")
ANSWERS = st.lists(LINES, max_size=5).map("\n".join)


@given(st.lists(st.none() | ANSWERS))
def test_any_answer_is_read_as_it_is_alone(answers: list[str | None]) -> None:
    column = pyarrow.array([None, *answers], "string").slice(1)
    for answer, line in zip(answers, read_answers("Sudachi", column), strict=True):
        alone = None if answer is None else KeptLine.of(read_annotation("Sudachi", answer))
        assert line == alone
