"""Any program as an annotator: a sentence a line in, a line a word and a line `EOS` out."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from zaru.annotators.juman import MAX_BYTES, PROBE
from zaru.annotators.juman_lines import read_text, without_blanks
from zaru.annotators.process import DEADLINE_SECONDS, ToolProcess
from zaru.annotators.sendable import sendable
from zaru.errors import ToolCrashed, ToolError, ToolMissing, UsageError

PREFIX = "command:"


class CommandAnnotator:
    """A program of the user's that has passed its test. Its scheme is the program's name.

    It may answer as JUMAN and KNP do, or with lines that begin with a word, before a tab or a
    blank, as MeCab and `sudachipy` do. Either way the words must make up the sentence.
    """

    def __init__(self, name: str, *, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        """Start what follows `command:` in *name*, and test it.

        Raises UsageError when that is no command, and ToolMissing when it fails.
        """
        command = _split(name)
        self.scheme = Path(command[0]).name
        self._process = ToolProcess(
            command, probe=PROBE, check=check_words, deadline_seconds=deadline_seconds
        )
        try:
            self._process.start()
        except ToolError as error:
            raise ToolMissing(
                f"{name}: {error}; a line {PROBE!r} must be answered with a line for each word,"
                " then EOS"
            ) from error

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return the program's lines for each sentence, or the error that it cost."""
        return [self._annotate(sentence) for sentence in sentences]

    def close(self) -> None:
        """End the program."""
        self._process.close()

    def _annotate(self, sentence: str) -> str | ToolError:
        try:
            question = sendable(sentence, max_bytes=MAX_BYTES)
            return self._process.ask(question) if question.strip() else "EOS\n"
        except ToolError as error:
            return error


def check_words(sentence: str, answer: str) -> None:
    """Raise ToolCrashed when the words of *answer* do not make up *sentence*, blanks aside."""
    lines = answer.split("\n")[:-2]
    words = "".join(line.split("\t")[0] if "\t" in line else line.split(" ")[0] for line in lines)
    wanted = without_blanks(sentence)
    if without_blanks(words) != wanted and read_text(answer) != wanted:
        raise ToolCrashed("the words of the answer do not make up the sentence")


def _split(name: str) -> list[str]:
    try:
        command = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from error
    if not command:
        raise UsageError(f"{name}: no command; for example: --annotate 'command:mecab -d DIR'")
    return command
