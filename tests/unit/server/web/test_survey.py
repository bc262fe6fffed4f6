"""A corpus at a glance: its numbers, and examples that find something."""

from __future__ import annotations

from pathlib import Path

from zaru.search.searching import Searcher
from zaru.server.settings import Settings
from zaru.server.state import State
from zaru.server.web.survey import Surveys, make_survey


def test_a_survey_counts_all_pages(corpus: Path) -> None:
    state = State(Settings(str(corpus)))
    survey = make_survey(state.view())
    state.close()
    assert survey.pages == 14
    assert sum(count for _, count in survey.sites) == 14
    assert survey.site_count == len(survey.sites) == 2
    assert survey.languages == (("ja", 14),)


def test_every_example_finds_something(corpus: Path) -> None:
    state = State(Settings(str(corpus)))
    examples = make_survey(state.view()).examples
    state.close()
    searcher = Searcher(corpus)
    assert examples
    assert all(searcher.count(example) for example in examples)
    searcher.close()


def test_a_survey_is_made_once_for_a_corpus(corpus: Path) -> None:
    state, surveys = State(Settings(str(corpus))), Surveys()
    assert surveys.of(state.view()) is surveys.of(state.view())
    state.close()
