"""Words of many sentences at once: those of each sentence by itself."""

import sys
from array import array
from collections.abc import Sequence
from typing import Any

import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zaru.annotators.loading import load_annotator
from zaru.search.annotated_columns import open_answers
from zaru.search.annotated_words import read_annotation
from zaru.search.kept_line import MAX_PASSAGE_CHARS, KeptLine, join_lines

try:
    from zaru.search import _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

in_c = pytest.mark.skipif(_kernel is None, reason="the kernel is not compiled")
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


def read_column(scheme: str, column: Any) -> list[KeptLine | None]:
    answers = open_answers(scheme)
    return [None if one is None else answers.join([one]) for one in answers.read(column)]


@pytest.mark.parametrize("name", ["juman", "sudachi", "ginza"])
def test_columns_have_the_words_of_each_sentence(name: str) -> None:
    annotator = load_annotator(name)
    answers = [*map(str, annotator.annotate(SENTENCES)), "", None]
    annotator.close()
    kept = read_column(annotator.scheme, pyarrow.array(answers, "string"))
    assert kept == read_alone(annotator.scheme, answers)
    assert kept[0] is not None
    assert "高橋" in kept[0].words.split(" ")


KYOTO = "京都\t名詞,固有\t京都\t京都\tキョウト"
LINES = st.text("あ京ア,", max_size=4) | st.just(KYOTO)
ANSWERS = st.lists(LINES, max_size=5).map("\n".join)


@given(st.lists(st.none() | ANSWERS))
@settings(deadline=None)
def test_any_answer_is_read_as_it_is_alone(answers: list[str | None]) -> None:
    column = pyarrow.array([None, *answers], "string").slice(1)
    alone = read_alone("Sudachi", answers)
    assert read_column("Sudachi", column) == alone
    own = open_answers("Sudachi")
    said = [(new, old) for new, old in zip(own.read(column), alone, strict=True) if new and old]
    lines = [line for pair in said for line in pair]  # as they are read, and as they were
    if said:
        assert own.join(lines) == join_lines([old for _, old in said for _ in range(2)])


def test_more_lines_than_are_kept_are_read() -> None:
    """Of two lines that have one slot each is said again."""
    answers = [f"語{number}\t名詞\t語{number}\t語{number}\tゴ\n{KYOTO}" for number in range(60_000)]
    own = open_answers("Sudachi")
    for _ in range(2):
        kept = [answer for answer in own.read(pyarrow.array(answers, "string")) if answer]
        assert own.join(kept).words.split("\n") == [f"語{n} 京都" for n in range(60_000)]


@pytest.mark.parametrize("kind", ["string", "large_string"])
def test_places_of_a_long_sentence_end_where_passages_do(kind: str) -> None:
    answer = "\n".join([KYOTO] * MAX_PASSAGE_CHARS)
    kept = read_column("Sudachi", pyarrow.array([None, answer], kind).slice(1))
    assert kept == read_alone("Sudachi", [answer])


def test_a_column_of_no_answers_has_no_words() -> None:
    read = open_answers("Sudachi").read
    assert read(pyarrow.array([], "string")) == []
    assert read(pyarrow.array([None, None], "string")) == [None, None]


OFFSETS = array("i", [0, 2, 5])


@in_c
@pytest.mark.parametrize(
    ("column", "error"),
    [
        pytest.param((b"abcde", OFFSETS, b"", 0, 3), ValueError, id="too-few-offsets"),
        pytest.param((b"abcd", OFFSETS, b"", 0, 2), ValueError, id="too-few-bytes"),
        pytest.param((b"abcde", OFFSETS, b"", -1, 1), ValueError, id="before-the-first"),
        pytest.param((b"abcde", OFFSETS, b"", 0, -1), ValueError, id="fewer-than-none"),
        pytest.param((b"abcde", OFFSETS, b"", sys.maxsize, 9), ValueError, id="far-away"),
        pytest.param((b"abcde", array("i", [3, 2]), b"", 0, 1), ValueError, id="backwards"),
        pytest.param((b"abcde", array("i", [0] * 10), b"\xff", 0, 9), ValueError, id="few-bits"),
        pytest.param((b"abcde", OFFSETS), TypeError, id="no-place"),
        pytest.param((b"abcde", OFFSETS, None, 0, 2), TypeError, id="no-bits"),
    ],
)
def test_a_column_that_is_none_is_an_error(column: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        _kernel.list_answers(*column)


@in_c
@pytest.mark.parametrize(
    ("lines", "error"),
    [
        pytest.param(7, TypeError, id="a-number"),
        pytest.param([None], TypeError, id="no-line"),
        pytest.param([("a", "b")], TypeError, id="no-places"),
        pytest.param([("a", 1, "c")], TypeError, id="reading-is-a-number"),
        pytest.param([("a", "b", 1)], TypeError, id="places-are-a-number"),
        pytest.param([("\ud800", "b", "c")], UnicodeEncodeError, id="half-a-letter"),
    ],
)
def test_lines_that_are_none_are_an_error(lines: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        _kernel.LineReader(lambda _: (0, 0, "", ""), KeptLine).join(lines)


@in_c
def test_answers_outlive_their_column() -> None:
    said = KYOTO.encode()
    answers = _kernel.list_answers(bytearray(said), array("i", [0, len(said)]), b"", 0, 1)
    reader = _kernel.LineReader(lambda line: (2, 2, line[:2], ""), KeptLine)
    assert reader.join(answers) == ("京都", "", ' "')  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        _kernel.Answer()
