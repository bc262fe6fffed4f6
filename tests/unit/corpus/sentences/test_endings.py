from __future__ import annotations

import pytest

from zaru.corpus.sentences.endings import goes_on, is_end
from zaru.corpus.sentences.marks import find_marks


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("雪だ！", True, id="cry"),
        pytest.param("Yahoo!", False, id="name"),
        pytest.param("x ?", False, id="code"),
        pytest.param("もう…", True, id="pause"),
        pytest.param("それは…", False, id="pause-behind-subject"),
        pytest.param("行きました☆", True, id="ornament"),
        pytest.param("つのだ☆", False, id="ornament-in-name"),
        pytest.param("である．", True, id="point"),
        pytest.param("ア．", False, id="item"),
        pytest.param("This is a sieve. It", True, id="english"),
        pytest.param("Zaru inc. It", False, id="english-name"),
    ],
)
def test_first_mark_ends_the_sentence(line: str, expected: bool) -> None:
    assert is_end(line, 0, find_marks(line)[0]) is expected


@pytest.mark.parametrize(
    ("following", "kind", "expected"),
    [
        pytest.param("と言った", "cry", True, id="quoting"),
        pytest.param("とりあえず", "cry", False, id="word-with-to"),
        pytest.param("の新曲", "stop", True, id="particle-and-noun"),
        pytest.param("のんびり", "stop", False, id="word-with-no"),
        pytest.param("です", "stop", False, id="copula-behind-stop"),
        pytest.param("です", "cry", True, id="copula-behind-cry"),
        pytest.param("が、", "laugh", True, id="but-behind-laughter"),
        pytest.param("が、", "cry", False, id="but-behind-cry"),
        pytest.param("について", "closer", True, id="particle-behind-remark"),
        pytest.param(" と言った", "cry", True, id="quoting-behind-a-blank"),
        pytest.param("　って聞いた", "cry", True, id="quoting-behind-a-wide-blank"),
        pytest.param(" という話", "laugh", True, id="so-called-behind-a-blank"),
        pytest.param(" ところで", "cry", False, id="word-with-to-behind-a-blank"),
        pytest.param(" と言うことで", "laugh", False, id="conclusion-behind-a-blank"),
        pytest.param("と言っても", "stop", False, id="concession"),
        pytest.param(" と言っても", "stop", False, id="concession-behind-a-blank"),
        pytest.param(" ってか、", "laugh", False, id="exclamation-behind-a-blank"),
        pytest.param("", "stop", False, id="nothing"),
    ],
)
def test_sentence_goes_on(following: str, kind: str, expected: bool) -> None:
    assert goes_on(following, 0, kind) is expected
