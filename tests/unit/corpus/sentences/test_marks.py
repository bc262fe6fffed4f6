from __future__ import annotations

import pytest

from zaru.corpus.sentences.marks import find_marks, may_end


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("春の山", [], id="none"),
        pytest.param("雪。。！？", ["stop 。。", "cry ！？"], id="runs"),
        pytest.param(
            "「雪」(山)", ["opener 「", "closer 」", "opener (", "closer )"], id="brackets"
        ),
        pytest.param("雪(^_^)", ["face (^_^)"], id="face"),
        pytest.param("雪m(_ _)m", ["face (_ _)m"], id="bow"),
        pytest.param("雪（笑）", ["laugh （笑）"], id="laughter"),
        pytest.param("(10%)", ["opener (", "closer )"], id="no-face"),
        pytest.param("山・川", [], id="single-dot-between"),
        pytest.param("山・・・川", ["pause ・・・"], id="dots"),
        pytest.param("です😊\ufe0f♪", ["ornament 😊\ufe0f", "note ♪"], id="emoji"),
        pytest.param("３．１４と3.14", [], id="numbers"),
        pytest.param("である．である. ", ["point ．", "dot ."], id="points"),
        pytest.param("../a", [], id="path"),
        pytest.param("wave a^b z", [], id="letters-that-begin-marks"),
    ],
)
def test_marks_of_a_line_are_found(line: str, expected: list[str]) -> None:
    found = [f"{mark.kind} {line[mark.begin : mark.end]}" for mark in find_marks(line)]
    assert found == expected
    is_ended = any(mark.partition(" ")[0] not in ("opener", "closer") for mark in expected)
    assert may_end(line) or not is_ended
