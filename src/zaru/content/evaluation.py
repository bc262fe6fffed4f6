"""How well blocks were extracted: precision, recall, F and perfect match (paper 5, §4.1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of a page set. A share of nothing is 1.0: nothing was got wrong."""

    pages: int
    perfect_pages: int  # neither a block too many nor one too few
    extracted: int  # N of the paper
    correct: int  # C
    matching: int  # R: extracted and correct

    @property
    def precision(self) -> float:
        """The share of the extracted blocks that are correct."""
        return _share(self.matching, self.extracted)

    @property
    def recall(self) -> float:
        """The share of the correct blocks that are extracted."""
        return _share(self.matching, self.correct)

    @property
    def f_measure(self) -> float:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.matching, self.extracted + self.correct)

    @property
    def perfect_match(self) -> float:
        """The share of the pages whose content was found exactly."""
        return _share(self.perfect_pages, self.pages)

    def __str__(self) -> str:
        """Return the four figures in the order of the paper's tables."""
        return (
            f"precision {self.precision:.4f}  recall {self.recall:.4f}  "
            f"F {self.f_measure:.4f}  perfect match {self.perfect_match:.4f}"
        )


def evaluate_blocks(pages: Iterable[tuple[Set[Hashable], Set[Hashable]]]) -> Evaluation:
    """Return the figures for the (extracted, correct) sets of blocks of each page.

    Blocks of all pages count alike, as in the paper: a page with many blocks weighs more.

    >>> evaluate_blocks([({1, 2}, {1, 2}), ({1}, {1, 2})]).perfect_match
    0.5
    """
    count = perfect = extracted_blocks = correct_blocks = matching = 0
    for extracted, correct in pages:
        count += 1
        perfect += extracted == correct
        extracted_blocks += len(extracted)
        correct_blocks += len(correct)
        matching += len(extracted & correct)
    return Evaluation(count, perfect, extracted_blocks, correct_blocks, matching)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0
