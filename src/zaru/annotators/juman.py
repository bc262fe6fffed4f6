"""A real JUMAN or Juman++ as a child process."""

from __future__ import annotations

from collections.abc import Sequence

from zaru.annotators.juman_lines import read_text, without_blanks
from zaru.annotators.process import DEADLINE_SECONDS, ToolProcess, start_tool
from zaru.annotators.sendable import sendable
from zaru.errors import ToolCrashed, ToolError

# Program and scheme, the better one first.
PROGRAMS = {"jumanpp": "JUMAN++", "juman": "JUMAN"}
# About 1,300 characters. JUMAN and KNP have fixed buffers, and no sentence is so long.
MAX_BYTES = 4096
# Juman++ 2.0 and JUMAN 7 answer it with the words 今日 は 晴れ です 。
PROBE = "今日は晴れです。"

# Signs that begin a line of the protocol: comments, phrases, basic phrases, other readings,
# complaints. As their full-width twins they are words like any other.
_TWINS = str.maketrans("#*+@;", "＃＊＋＠；")


class JumanAnnotator:
    """A JUMAN or Juman++ that has passed its test."""

    def __init__(self, process: ToolProcess, scheme: str) -> None:
        self.scheme = scheme
        self._process = process

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return the tool's lines for each sentence, or the error that it cost."""
        return [self._annotate(sentence) for sentence in sentences]

    def close(self) -> None:
        """End the tool."""
        self._process.close()

    def _annotate(self, sentence: str) -> str | ToolError:
        try:
            question = sendable(sentence, max_bytes=MAX_BYTES).translate(_TWINS)
            if not question.strip():
                return "EOS\n"  # JUMAN says nothing at all to an empty line
            return self._process.ask(question)
        except ToolError as error:
            return error


def find_juman(*, deadline_seconds: float = DEADLINE_SECONDS) -> JumanAnnotator | None:
    """Return the Juman++ or JUMAN on PATH that passes its test, None when there is none.

    The test is needed: Debian's juman 7.0 starts, and answers every sentence with EOS alone.
    """
    for program, scheme in PROGRAMS.items():
        process = start_tool(
            program, probe=PROBE, check=check_answer, deadline_seconds=deadline_seconds
        )
        if process is not None:
            return JumanAnnotator(process, scheme)
    return None


def check_answer(sentence: str, answer: str) -> None:
    """Raise ToolCrashed when *answer* is not about *sentence*, blanks aside."""
    if read_text(answer) != without_blanks(sentence):
        raise ToolCrashed("the words of the answer do not make up the sentence")
