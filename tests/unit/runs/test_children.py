from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from zaru.errors import (
    Failure,
    FormatError,
    OutputFailed,
    RunError,
    ToolCrashed,
    ToolMissing,
    ToolTimeout,
    UsageError,
)
from zaru.runs import child, children
from zaru.runs.children import Done, map_in_children

Work = Callable[[Any], Any]


def run(items: Any, work: Work, *, jobs: int = 2, deadline_seconds: float = 60) -> list[Any]:
    return list(
        map_in_children(
            items, lambda: work, jobs=jobs, deadline_seconds=deadline_seconds, name=str, stage="try"
        )
    )


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.001)


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fault() -> None:
    faulthandler.disable()  # pytest's, which would print
    os.kill(os.getpid(), signal.SIGSEGV)


def test_results_come_in_the_order_of_the_items(tmp_path: Path) -> None:
    def work(item: int) -> int:
        if item == 0:  # is done after all others of the window
            wait_for(tmp_path / "20")
        (tmp_path / str(item)).touch()
        return item * item

    assert run(range(30), work) == [item * item for item in range(30)]


def test_work_is_done_in_other_processes() -> None:
    processes = run(range(40), lambda _item: os.getpid())
    assert os.getpid() not in processes
    assert len(set(processes)) <= 2


def test_no_item_is_no_child() -> None:
    def prepare() -> Work:
        raise AssertionError

    none: list[int] = []
    assert list(map_in_children(none, prepare, jobs=2, deadline_seconds=1, name=str)) == []


def test_items_are_taken_as_they_are_needed() -> None:
    taken = []

    def items() -> Iterator[int]:
        for item in range(10_000):
            taken.append(item)
            yield item

    results = map_in_children(
        items(), lambda: lambda item: item, jobs=1, deadline_seconds=60, name=str
    )
    assert [next(results) for _ in range(10)] == list(range(10))
    assert len(taken) <= 10 + children.WINDOW_ITEMS
    results.close()


def test_children_prepare_once(tmp_path: Path) -> None:
    def prepare() -> Work:
        (tmp_path / str(os.getpid())).touch(exist_ok=False)
        return lambda item: item

    results = map_in_children(range(50), prepare, jobs=3, deadline_seconds=60, name=str)
    assert list(results) == list(range(50))
    assert 1 <= len(list(tmp_path.iterdir())) <= 3


def test_known_results_keep_their_places() -> None:
    failure = Failure("read", "x", None, "FormatError", "empty page")
    items = [Done("first"), 1, Done(failure), 2, Done("last")]
    assert run(items, lambda item: item * 10) == ["first", 10, failure, 20, "last"]


def raiser(error: BaseException) -> Work:
    def work(item: int) -> int:
        if item == 1:
            raise error
        return item

    return work


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(
            FormatError("empty page", offset=3),
            Failure("try", "1", 3, "FormatError", "empty page"),
            id="bad-page",
        ),
        pytest.param(
            FormatError("empty page", source="a.warc"),
            Failure("try", "a.warc", None, "FormatError", "empty page"),
            id="bad-page-with-a-place",
        ),
        pytest.param(
            ToolTimeout("no answer"),
            Failure("try", "1", None, "ToolTimeout", "no answer"),
            id="tool",
        ),
        pytest.param(
            MemoryError(),
            Failure("try", "1", None, "LimitExceeded", "needs too much memory; left out"),
            id="memory",
        ),
    ],
)
def test_an_error_costs_its_item(error: Exception, expected: Failure) -> None:
    assert run(range(3), raiser(error)) == [0, expected, 2]


def test_an_unforeseen_error_says_where_it_was() -> None:
    _, failure, last = run(range(3), raiser(KeyError("no such key")))
    assert (failure.error, last) == ("KeyError", 2)
    assert failure.message.startswith("a fault of zaru's own: KeyError: 'no such key' (test_")
    assert failure.message.endswith("; report it")


def test_an_error_of_prepare_is_the_callers() -> None:
    def prepare() -> Work:
        raise ToolMissing("run: pip install juman")

    with pytest.raises(ToolMissing, match="pip install juman"):
        list(map_in_children(range(9), prepare, jobs=2, deadline_seconds=60, name=str))


class Unreadable(Exception):
    """Cannot be unpickled."""

    def __init__(self, *, words: str) -> None:
        super().__init__(words)


def test_an_error_of_prepare_that_cannot_travel_is_told() -> None:
    def prepare() -> Work:
        raise Unreadable(words="no dictionary")

    with pytest.raises(RunError, match="Unreadable: no dictionary"):
        list(map_in_children(range(9), prepare, jobs=2, deadline_seconds=60, name=str))


def test_an_output_that_fails_ends_the_run() -> None:
    with pytest.raises(OutputFailed, match="disk full"):
        run(range(9), raiser(OutputFailed("disk full")))


def test_a_child_that_never_gets_ready_ends_the_run() -> None:
    def prepare() -> Work:
        kill_self()
        raise AssertionError

    with pytest.raises(ToolCrashed, match="signal 9"):
        list(map_in_children(range(9), prepare, jobs=2, deadline_seconds=60, name=str))


def test_a_death_is_forgiven_once(tmp_path: Path) -> None:
    def work(item: int) -> int:
        if item == 3 and not (tmp_path / "died").exists():
            (tmp_path / "died").touch()
            kill_self()
        return item

    assert run(range(9), work) == list(range(9))


@pytest.mark.parametrize(
    ("die", "how"),
    [
        pytest.param(kill_self, "signal 9", id="killed"),
        pytest.param(fault, "signal 11", id="segfault"),
        pytest.param(lambda: os._exit(3), "exit code 3", id="exit"),
    ],
)
def test_a_second_death_costs_the_item(die: Callable[[], None], how: str) -> None:
    def work(item: int) -> int:
        if item == 3:
            die()
        return item

    failure = Failure(
        "try", "3", None, "ToolCrashed", f"the worker died ({how}) twice on this page"
    )
    assert run(range(9), work) == [0, 1, 2, failure, 4, 5, 6, 7, 8]


def test_an_item_that_takes_too_long_is_left_out() -> None:
    def work(item: int) -> int:
        while item == 3:
            time.sleep(1)
        return item

    failure = Failure("try", "3", None, "LimitExceeded", "took more than 2 seconds; left out")
    assert run(range(9), work, deadline_seconds=2) == [0, 1, 2, failure, 4, 5, 6, 7, 8]


def test_getting_ready_does_not_count_for_the_deadline() -> None:
    def prepare() -> Work:
        time.sleep(1)
        return lambda item: item

    results = map_in_children([1], prepare, jobs=1, deadline_seconds=0.9, name=str)
    assert list(results) == [1]


def test_a_result_that_cannot_travel_costs_its_item() -> None:
    first, failure = run([1, 2], lambda item: item if item == 1 else lambda: item)
    assert first == 1
    assert "local object" in failure.message  # what Python says of a lambda


def test_a_result_that_is_too_large_costs_its_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MAX_RESULT_BYTES", 1000)
    first, failure = run([1, 2], lambda item: b"x" if item == 1 else bytes(1001))
    assert (first, failure.error) == (b"x", "LimitExceeded")


def test_large_items_and_results_do_not_block_each_other() -> None:
    items = [bytes([number]) * 3_000_000 for number in range(8)]
    assert run(items, lambda item: item) == items


def test_children_are_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "RECYCLE_ITEMS", 2)
    assert len(set(run(range(10), lambda _item: os.getpid(), jobs=1))) == 5


def test_children_are_renewed_by_the_steps_of_their_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "RECYCLE_ITEMS", 100)

    def work(_item: int) -> Generator[int, None, int]:
        for _ in range(60):  # the pages of a shard
            yield 1
        return os.getpid()

    assert len(set(run(range(6), work, jobs=1))) == 3


def test_closing_ends_the_children() -> None:
    def work(item: int) -> int:
        if item > 20:
            time.sleep(1000)
        return os.getpid()

    results = map_in_children(range(100), lambda: work, jobs=2, deadline_seconds=60, name=str)
    processes = {next(results) for _ in range(20)}
    results.close()
    assert not any(is_alive(int(str(process))) for process in processes)


def test_an_error_of_the_items_ends_the_children() -> None:
    seen: list[object] = []

    def items() -> Iterator[int]:
        while not seen:  # however many are taken before the first is done
            yield 0
        raise OSError("unplugged")

    def work(_item: int) -> int:
        return os.getpid()

    results = map_in_children(items(), lambda: work, jobs=2, deadline_seconds=60, name=str)
    seen.append(next(results))
    with pytest.raises(OSError, match="unplugged"):
        list(results)
    assert not is_alive(int(str(seen[0])))


def test_children_leave_ctrl_c_to_the_parent() -> None:
    def work(_item: int) -> tuple[object, object, bool]:
        stop, end = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
        return stop, end, os.getpgrp() == os.getpid()

    assert run([1], work) == [(signal.SIG_IGN, signal.SIG_DFL, True)]


def test_platforms_without_fork_do_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    prepare: Callable[[], Work] = partial(partial, int)  # both of them can be pickled
    first, failure, last = map_in_children(
        ["1", "x", "2"], prepare, jobs=2, deadline_seconds=60, name=str
    )
    assert (first, last) == (1, 2)
    assert isinstance(failure, Failure)
    assert "ValueError: invalid literal" in failure.message


def test_no_job_is_the_callers_mistake() -> None:
    with pytest.raises(UsageError, match="at least one job"):
        run([1], lambda item: item, jobs=0)


@pytest.mark.parametrize(
    "grow",
    [
        pytest.param(lambda: bytes(10**9), id="one-block-in-c"),
        pytest.param(lambda: [bytes(1000) for _ in range(10**6)], id="many-objects"),
        pytest.param(lambda: "x".join(["日本" * 1000] * 400_000), id="a-text"),
    ],
)
def test_an_item_that_needs_too_much_memory_is_left_out(grow: Callable[[], object]) -> None:
    def work(item: int) -> int:
        if item == 1:
            grow()
        return len(bytes(100_000_000)) + item

    results = map_in_children(
        range(3), lambda: work, jobs=1, deadline_seconds=60, name=str, memory_bytes=200 * 2**20
    )
    failure = Failure("work", "1", None, "LimitExceeded", "needs too much memory; left out")
    assert list(results) == [100_000_000, failure, 100_000_002]


def test_a_child_may_prepare_with_more_memory_than_a_page() -> None:
    def prepare() -> Work:
        dictionary = bytes(300_000_000)
        return lambda item: len(dictionary) + item

    results = map_in_children(
        [1], prepare, jobs=1, deadline_seconds=60, name=str, memory_bytes=200 * 2**20
    )
    assert list(results) == [300_000_001]
