"""GiNZA, written as its command `ginza` writes: CoNLL-U with phrases, readings and names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zaru.annotators.ginza_model import GinzaModel
from zaru.errors import ToolCrashed, ToolError

SCHEME = "GiNZA-CoNLLU"


class GinzaAnnotator:
    """GiNZA with all its parts: Universal Dependencies, phrases (bunsetsu), named entities."""

    def __init__(self) -> None:
        self.scheme = SCHEME
        self._model = GinzaModel()

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return CoNLL-U for each sentence, or the error that it cost.

        GiNZA may see several sentences in one: each has its own tree, and a blank line ends it.
        """
        return [
            document if isinstance(document, ToolError) else _to_conllu(document)
            for document in self._model.parse(sentences)
        ]

    def close(self) -> None:
        """Give the model back."""
        self._model.close()


def _to_conllu(document: Any) -> str | ToolError:
    from ginza.analyzer import format_doc

    try:
        lines: str = format_doc(
            document, "conllu", use_normalized_form=False, use_orth_if_reading_is_none=True
        )
    except LookupError as error:  # it counts phrases from the wrong start now and then
        return ToolCrashed(f"GiNZA cannot write the sentence: {error}")
    return lines
