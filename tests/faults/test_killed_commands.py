"""Commands over many pages, killed with their workers at random moments: the next run goes on."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import pytest
from tests.faults.processes import SMALL_SHARDS, Start, finish, read_outputs, wait_until

EXAMPLES = Path(__file__).parents[2] / "examples"
KILLS = 4  # in a row, before the run may end


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Return a folder of pages of two sites, some of which cannot be read."""
    folder = tmp_path / "pages"
    for number, path in enumerate(sorted(EXAMPLES.rglob("*.html")) * 3):
        place = folder / str(number % 5) / f"{number:03}.html"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"" if number % 20 == 7 else path.read_bytes())
    return folder


@pytest.mark.parametrize(
    ("command", "output"),
    [
        pytest.param("extract -f jsonl --set on", "out", id="extract"),
        pytest.param("extract -f parquet --set off", "out", id="parquet"),
        pytest.param("sentences", "out/", id="sentences"),
    ],
)
def test_a_killed_command_goes_on(
    tmp_path: Path, start: Start, pages: Path, command: str, output: str
) -> None:
    def begin(folder: str) -> list[str]:
        (tmp_path / folder).mkdir(exist_ok=True)
        log = f"{tmp_path}/{folder}/failures.jsonl"
        words = [*command.split(), str(pages), "--workers", "2", "--failures", log]
        return ["-c", SMALL_SHARDS, *words, "-o", f"{tmp_path}/{folder}/{output}"]

    code, _, words = finish(start(*begin("whole")))
    assert code == 1
    random = Random(command)
    for _ in range(KILLS):
        process = start(*begin("killed"))
        before = count_markers(tmp_path / "killed")
        wanted = before + random.randrange(4)
        wait_until(
            lambda: count_markers(tmp_path / "killed") >= wanted or process.poll() is not None  # noqa: B023
        )
        time.sleep(random.random() / 20)
        process.kill()
        process.communicate()
    code, _, last = finish(start(*begin("killed")))
    assert code == 1
    assert read_outputs(tmp_path / "killed") == read_outputs(tmp_path / "whole")
    assert last.splitlines()[-1] == words.splitlines()[-1]
    failures = (tmp_path / "whole/failures.jsonl").read_text().splitlines()
    assert len({json.loads(line)["source"] for line in failures}) == len(failures) == 7
    assert not list((tmp_path / "killed").rglob(".*"))


def count_markers(folder: Path) -> int:
    """Return the number of tasks that are done."""
    return sum(1 for _ in folder.rglob("work/*/*.json"))
