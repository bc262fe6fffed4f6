"""The table of all scores at the end of a run."""

from __future__ import annotations

import pytest
from tests.quality.floors import read_floors, to_table

SCORES = "quality"  # the property of a test's report that holds its set and scores


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was measured, with the floors; reports come from other processes, too."""
    reports = [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]
    properties = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    measured = dict(value for name, value in properties if name == SCORES)
    if measured:
        floors = read_floors()
        terminalreporter.section("quality: score, floor (make floors raises them)")
        for name, scores in measured.items():
            for line in to_table(scores, floors.get(name, {})):
                terminalreporter.write_line(line)
