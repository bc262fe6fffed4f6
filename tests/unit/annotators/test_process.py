"""Child processes: what a tool does wrong costs the sentence, and nothing more."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.annotators.tools import DEAD, JUMAN, ONLY_EOS, write_tool

from zaru.annotators.juman import PROBE, check_answer
from zaru.annotators.process import MAX_START_FAILURES, ToolProcess
from zaru.errors import ToolCrashed, ToolError, ToolTimeout

DEADLINE_SECONDS = 1.0


class Setting:
    """A tool, its process, and the ids of all processes that it was."""

    def __init__(self, folder: Path, source: str) -> None:
        self.log = folder / "starts.txt"
        self.path = write_tool(folder, "juman", source, log=self.log)
        self.process = ToolProcess(
            [str(self.path)], probe=PROBE, check=check_answer, deadline_seconds=DEADLINE_SECONDS
        )

    def starts(self) -> list[int]:
        return [int(line) for line in self.log.read_text().split()] if self.log.exists() else []


@pytest.fixture
def tool(tmp_path: Path) -> Iterator[Setting]:
    setting = Setting(tmp_path, JUMAN)
    yield setting
    setting.process.close()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_answers_come_from_one_process(tool: Setting) -> None:
    answers = [tool.process.ask(text) for text in ("晴れ", "雨", "雪")]
    assert [answer[0] for answer in answers] == ["晴", "雨", "雪"]
    assert all(answer.endswith("\nEOS\n") for answer in answers)
    assert len(tool.starts()) == 1


def test_nothing_starts_before_the_first_question(tool: Setting) -> None:
    assert tool.starts() == []


@pytest.mark.parametrize(
    ("sentence", "error"),
    [
        pytest.param("停止", ToolTimeout, id="hangs"),
        pytest.param("死亡", ToolCrashed, id="dies"),
        pytest.param("途中", ToolCrashed, id="dies-in-the-middle"),
        pytest.param("虚偽", ToolCrashed, id="answers-nonsense"),
        pytest.param("雑音", ToolCrashed, id="line-of-no-format"),
        pytest.param("化け", ToolCrashed, id="not-utf-8"),
        pytest.param("無限", ToolCrashed, id="never-stops"),
    ],
)
def test_failure_costs_the_sentence_and_the_tool_is_restarted(
    tool: Setting, sentence: str, error: type[ToolError]
) -> None:
    tool.process.ask("晴れ")
    started = time.monotonic()
    with pytest.raises(ToolError) as caught:
        tool.process.ask(sentence)
    assert type(caught.value) is error
    assert time.monotonic() - started < 5 * DEADLINE_SECONDS
    assert not is_alive(tool.starts()[0]), "the bad tool is killed at once"
    assert tool.process.ask("雨").startswith("雨 ")
    assert len(tool.starts()) == 2


def test_late_answer_never_meets_the_next_question(tool: Setting) -> None:
    with pytest.raises(ToolTimeout):
        tool.process.ask("停止")
    assert tool.process.ask("晴れ").startswith("晴 ")


def test_second_answer_to_one_question_is_not_taken_for_the_next(tool: Setting) -> None:
    outcomes = []
    for text in ("二度", "晴れ", "雨"):
        try:
            outcomes.append(tool.process.ask(text)[0])
        except ToolCrashed:
            outcomes.append("-")
    assert outcomes[1:] == ["晴", "雨"]


def test_tool_that_dies_between_questions_costs_no_sentence(tool: Setting) -> None:
    tool.process.ask("晴れ")
    pid = tool.starts()[0]
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # it is dead, and not yet collected
    assert tool.process.ask("雨").startswith("雨 ")


@pytest.mark.parametrize(
    "source", [pytest.param(DEAD, id="dies-at-once"), pytest.param(ONLY_EOS, id="debian-juman")]
)
def test_tool_that_cannot_start_is_given_up(tmp_path: Path, source: str) -> None:
    setting = Setting(tmp_path, source)
    for _ in range(MAX_START_FAILURES):
        with pytest.raises(ToolCrashed):
            setting.process.ask("晴れ")
    started = time.monotonic()
    for _ in range(1000):
        with pytest.raises(ToolCrashed, match="failed to start"):
            setting.process.ask("晴れ")
    assert time.monotonic() - started < 1.0
    assert len(setting.starts()) == MAX_START_FAILURES


def test_program_that_vanishes_is_reported(tool: Setting) -> None:
    tool.process.ask("晴れ")
    tool.path.unlink()
    with pytest.raises(ToolCrashed):
        tool.process.ask("死亡")
    with pytest.raises(ToolCrashed, match="cannot be started: No such file"):
        tool.process.ask("晴れ")


def test_large_question_does_not_block(tool: Setting) -> None:
    answer = tool.process.ask("あ" * 5_000)  # more than a pipe holds, in both directions
    assert answer.count("\n") == 10_001


def test_close_ends_the_tool_and_may_be_called_twice(tool: Setting) -> None:
    tool.process.ask("晴れ")
    tool.process.close()
    tool.process.close()
    assert not is_alive(tool.starts()[0])


def test_children_of_the_tool_die_with_it(tmp_path: Path) -> None:
    child = tmp_path / "child.txt"
    spawn = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(child)!r}, 'w').write(str(child.pid))\n"
    )
    setting = Setting(tmp_path, spawn + JUMAN)
    setting.process.ask("晴れ")
    with pytest.raises(ToolTimeout):
        setting.process.ask("停止")
    pid = int(child.read_text())
    state = Path(f"/proc/{pid}/stat")
    for _ in range(200):  # killed with its parent; somebody else has to collect it
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.01)
    else:
        pytest.fail("the tool's child lives on")
