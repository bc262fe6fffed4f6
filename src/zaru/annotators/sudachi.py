"""Sudachi, written as its command `sudachipy -a` writes.

A line is: surface, part of speech, normalised form, dictionary form, reading, number of the
dictionary, synonym groups, and (OOV) for an unknown word, with tabs between them; EOS at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

from zaru.annotators.sendable import sendable
from zaru.errors import ToolCrashed, ToolError

SCHEME = "Sudachi"
# The most that Sudachi takes.
MAX_BYTES = 49_149


class SudachiAnnotator:
    """Sudachi with its core dictionary, in mode C: the longest units, names in one piece.

    Modes B and A cut words of two and more pieces, and have schemes of their own.
    """

    def __init__(self, mode: Literal["A", "B", "C"] = "C") -> None:
        # Here, not above: the extra may be missing, and nothing is loaded before it is asked for.
        from sudachipy import Dictionary, SplitMode
        from sudachipy.errors import SudachiError

        self.scheme = SCHEME if mode == "C" else f"{SCHEME}-{mode}"
        self._library_error = SudachiError
        self._tokenizer = Dictionary().create(mode=getattr(SplitMode, mode))

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return Sudachi's lines for each sentence, or the error that it cost."""
        if self._tokenizer is None:
            raise ToolError(f"the annotator {self.scheme} is closed")
        return [self._annotate(sentence) for sentence in sentences]

    def close(self) -> None:
        """Give the dictionary back."""
        self._tokenizer = None

    def _annotate(self, sentence: str) -> str | ToolError:
        try:
            morphemes = self._tokenizer.tokenize(sendable(sentence, max_bytes=MAX_BYTES))
        except ToolError as error:
            return error
        except self._library_error as error:
            return ToolCrashed(f"Sudachi cannot analyse the sentence: {error}")
        return "".join(map(_to_line, morphemes)) + "EOS\n"


SudachiInShortUnits = partial(SudachiAnnotator, "A")
SudachiInMiddleUnits = partial(SudachiAnnotator, "B")


def _to_line(morpheme: Any) -> str:
    fields = [
        morpheme.surface(),
        ",".join(morpheme.part_of_speech()),
        morpheme.normalized_form(),
        morpheme.dictionary_form(),
        morpheme.reading_form(),
        str(morpheme.dictionary_id()),
        f"[{','.join(map(str, morpheme.synonym_group_ids()))}]",
    ]
    if morpheme.is_oov():
        fields.append("(OOV)")
    return "\t".join(fields) + "\n"
