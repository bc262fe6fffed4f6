"""What may be sent to a tool."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.unit.annotators.odd_text import is_valid, odd_sentences, one_line

from zaru.annotators.sendable import sendable
from zaru.errors import ToolError


@given(odd_sentences)
def test_sentence_becomes_one_line_of_the_same_length(sentence: str) -> None:
    if not is_valid(sentence):
        with pytest.raises(ToolError, match="surrogate"):
            sendable(sentence)
        return
    text = sendable(sentence)
    assert text == one_line(sentence)
    assert len(text) == len(sentence)
    assert len(text.splitlines()) <= 1


@pytest.mark.parametrize(
    ("sentence", "max_bytes", "is_refused"),
    [
        pytest.param("あ" * 10, 30, False, id="just-fits"),
        pytest.param("あ" * 10, 29, True, id="one-byte-too-many"),
        pytest.param("a" * 30, 30, False, id="ascii"),
        pytest.param("😀" * 8, 31, True, id="four-byte-characters"),
        pytest.param("あ" * 34_000, 4096, True, id="100-kilobytes"),
        pytest.param("", 0, False, id="empty"),
    ],
)
def test_length_is_counted_in_bytes(sentence: str, max_bytes: int, is_refused: bool) -> None:
    if is_refused:
        with pytest.raises(ToolError, match=f"the most is {max_bytes}"):
            sendable(sentence, max_bytes=max_bytes)
    else:
        assert sendable(sentence, max_bytes=max_bytes) == sentence
