"""Quality is pinned: no score of the made sets falls below its floor, and all have one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.quality import floors as floors_module
from tests.quality.content_pages import KINDS
from tests.quality.drafts import begin
from tests.quality.floors import SETS, find_faults, main, read_floors
from tests.quality.prose import LANGUAGES, read_prose


@pytest.mark.parametrize("name", SETS)
def test_scores_are_not_below_their_floors(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    scores = SETS[name]()
    record_property("quality", (name, scores))
    faults = find_faults(scores, read_floors().get(name, {}))
    assert not faults, "\n".join(faults)


def test_floors_tell_better_from_worse() -> None:
    scores = [score for of_set in read_floors().values() for score in of_set.values()]
    assert all(0 <= score <= 1 for score in scores)
    assert sum(score < 1 for score in scores) > len(scores) / 2


def test_pages_are_the_same_every_time() -> None:
    for makers in KINDS.values():
        for make in makers:
            drafts = [begin(read_prose(language), "again") for language in LANGUAGES[:2] * 2]
            for draft in drafts:
                make(draft)
            assert drafts[0].html == drafts[2].html != drafts[1].html


@pytest.fixture
def floor_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "floors.json"
    file.write_text(json.dumps({"made": {"up": 0.5, "down": 0.5, "gone": 0.5}}))
    monkeypatch.setattr(floors_module, "FILE", file)
    monkeypatch.setattr(floors_module, "SETS", {"made": lambda: {"up": 0.9, "down": 0.1}})
    return file


def test_floors_are_raised_but_not_lowered(
    floor_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["floors"])
    with pytest.raises(SystemExit, match=r"down: 0\.1000 is below(.|\n)*gone(.|\n)*--force"):
        main()
    assert json.loads(floor_file.read_text()) == {"made": {"up": 0.9, "down": 0.5, "gone": 0.5}}


def test_floors_are_lowered_by_force(floor_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["floors", "--force"])
    main()
    assert json.loads(floor_file.read_text()) == {"made": {"up": 0.9, "down": 0.1}}


def test_score_without_a_floor_and_floor_without_a_score_are_faults() -> None:
    assert find_faults({"a": 1.0}, {"b": 1.0}) == [
        "a: has no floor; run make floors",
        "b: is measured no more",
    ]
    assert not find_faults({"a": 2 / 3}, {"a": 0.6666})
    assert find_faults({"a": 0.6665}, {"a": 0.6666})
