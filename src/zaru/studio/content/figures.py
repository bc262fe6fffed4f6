"""How good methods are, and how well people agree: the figures of paper 5, §4.1 and table 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from zaru.content.evaluation import Evaluation, evaluate_blocks
from zaru.errors import UsageError
from zaru.studio.actions import Subject
from zaru.studio.content.judging import METHODS, Keys, Method
from zaru.studio.content.labels import DONE, Labelling, read_roles
from zaru.studio.studio import Studio

# A request answers after so long with the pages that it came to; the next one goes on from there.
_PATIENCE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Total:
    """The figures of the labelled pages that were judged so far."""

    evaluation: Evaluation
    left: int  # pages to judge


@dataclass(frozen=True, slots=True)
class Agreement:
    """How the labels of a person compare with those of another on the pages that both labelled."""

    who: str
    evaluation: Evaluation
    same_roles: float  # the share of the blocks that both keep to which both give the same role


def read_method(text: str) -> Method:
    """Return the method that is called so; raises `UsageError`."""
    for method in METHODS:
        if method == text:
            return method
    raise UsageError(f"no method {text[:40]!r}; methods: {', '.join(METHODS)}")


def evaluate_page(studio: Studio, page: str, who: str, method: Method) -> Evaluation | None:
    """Return how *method* does on a page; None while nobody has labelled anything of it."""
    state = Labelling(studio, page, who).read()
    if not state.is_begun:
        return None
    return evaluate_blocks([(studio.judging.kept(page, method), frozenset(state.labels))])


def evaluate_all(studio: Studio, who: str | None, method: Method) -> Total:
    """Return how *method* does on all pages that a person, or anybody, has labelled and saved."""
    done = [subject for subject in find_done(studio) if who is None or subject.who == who]
    pairs: list[tuple[Keys, Keys]] = []
    end = monotonic() + _PATIENCE_SECONDS
    for subject in done:
        if pairs and monotonic() > end:
            break
        pairs.append((studio.judging.kept(subject.name, method), _read_keys(studio, subject)))
    return Total(evaluate_blocks(pairs), len(done) - len(pairs))


def find_done(studio: Studio) -> list[Subject]:
    """Return the pages whose labels are saved, and by whom."""
    return studio.workspace.actions.subjects_with("content", DONE)


def find_people(studio: Studio) -> list[str]:
    """Return who has labelled a page, in the order of the first ones."""
    return list(dict.fromkeys(subject.who for subject in find_done(studio)))


def compare_people(studio: Studio, correct: str) -> list[Agreement]:
    """Return how each other person's labels compare with those of *correct*, as in table 2."""
    pages = {subject.name: subject for subject in find_done(studio) if subject.who == correct}
    others: dict[str, list[tuple[Subject, Subject]]] = {}
    for subject in find_done(studio):
        if subject.who != correct and subject.name in pages:
            others.setdefault(subject.who, []).append((subject, pages[subject.name]))
    return [_compare(studio, who, pairs) for who, pairs in others.items()]


def _compare(studio: Studio, who: str, pairs: list[tuple[Subject, Subject]]) -> Agreement:
    read = [(_read(studio, theirs), _read(studio, correct)) for theirs, correct in pairs]
    evaluation = evaluate_blocks((frozenset(one), frozenset(other)) for one, other in read)
    same = sum(one[key] == other[key] for one, other in read for key in one.keys() & other.keys())
    share = same / evaluation.matching if evaluation.matching else 1.0
    return Agreement(who, evaluation, share)


def _read(studio: Studio, subject: Subject) -> dict[str, str]:
    return read_roles(studio.workspace.actions.read(subject).labels)


def _read_keys(studio: Studio, subject: Subject) -> Keys:
    return frozenset(_read(studio, subject))


def write_figures(evaluation: Evaluation) -> dict[str, Any]:
    """Return the figures as a JSON object."""
    return dict(_figures(evaluation))


def _figures(evaluation: Evaluation) -> Iterator[tuple[str, Any]]:
    yield "pages", evaluation.pages
    for name in ("precision", "recall", "f_measure", "perfect_match"):
        yield name, round(getattr(evaluation, name), 4)
