"""GiNZA's model, and sentences parsed by it in batches."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from zaru.annotators.sendable import sendable
from zaru.errors import ToolCrashed, ToolError

MODEL = "ja_ginza"
# Sentences that go through the network together. 128 is not faster on two cores, and a sentence
# that fails makes the others of its batch go again one by one.
BATCH_SENTENCES = 32
# About 1,300 characters: the network takes seconds, and no sentence is so long.
MAX_BYTES = 4096


class GinzaModel:
    """GiNZA, loaded: half a gigabyte of memory and five seconds."""

    def __init__(self, *, exclude: Sequence[str] = ()) -> None:
        # Here, not above: the extra may be missing, and nothing is loaded before it is asked for.
        with warnings.catch_warnings():
            # spaCy warns of other versions of its models by number, its imports of their own age.
            warnings.filterwarnings("ignore", message=r"\[W\d+\]", category=UserWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            import spacy
            from sudachipy.errors import SudachiError

            import_module("ginza")  # its parts of the pipeline register themselves
            self._pipeline: Any = spacy.load(MODEL, exclude=list(exclude))
        # What spaCy, GiNZA and Sudachi raise for text that they cannot align, index or cut.
        self._library_errors = (ValueError, LookupError, RuntimeError, SudachiError)

    def parse(self, sentences: Sequence[str]) -> Iterator[Any | ToolError]:
        """Yield a spaCy document for each sentence, or the error that the sentence cost."""
        for start in range(0, len(sentences), BATCH_SENTENCES):
            texts = [_sendable(text) for text in sentences[start : start + BATCH_SENTENCES]]
            documents = iter(self._parse_batch([text for text in texts if isinstance(text, str)]))
            yield from (next(documents) if isinstance(text, str) else text for text in texts)

    def close(self) -> None:
        """Give the model back."""
        self._pipeline = None

    def _parse_batch(self, texts: list[str]) -> list[Any | ToolError]:
        if self._pipeline is None:
            raise ToolError("the annotator is closed")
        try:
            documents = list(self._pipeline.pipe(texts, batch_size=BATCH_SENTENCES))
        except self._library_errors:
            return [self._parse_one(text) for text in texts]
        return [_checked(*pair) for pair in zip(texts, documents, strict=True)]

    def _parse_one(self, text: str) -> Any | ToolError:
        try:
            return _checked(text, self._pipeline(text))
        except self._library_errors as error:
            return ToolCrashed(f"GiNZA cannot analyse the sentence: {error}")


def _sendable(sentence: str) -> str | ToolError:
    try:
        return sendable(sentence, max_bytes=MAX_BYTES)
    except ToolError as error:
        return error


def _checked(text: str, document: Any) -> Any | ToolError:
    if document.text != text:
        return ToolCrashed("GiNZA's words do not make up the sentence")
    return document
