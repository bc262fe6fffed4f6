from __future__ import annotations

import json
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from typing import Any

import pytest

from zaru.errors import OutputFailed, RunLocked
from zaru.io.lock import LOCK_NAME
from zaru.io.remote_lock import STALE_SECONDS, RemoteLock, find_machine, is_dead
from zaru.io.store import Store

fsspec = pytest.importorskip("fsspec")
from tests.object_store import FlakyFileSystem  # noqa: E402

pytestmark = pytest.mark.usefixtures("pauses")


def held_by(**about: Any) -> bytes:
    """Return what the lock of a run says that is alive, unless *about* says otherwise."""
    known = {
        "pid": os.getpid(),
        "host": "host7",
        "machine": find_machine(),
        "started": time.time() - 600,
        "renewed": time.time(),
        "token": "theirs",
    }
    return json.dumps({**known, **about}).encode()


def find_dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


DEAD_PID = find_dead_pid()


@pytest.mark.parametrize(
    ("held", "dead"),
    [
        pytest.param({}, False, id="alive"),
        pytest.param({"pid": DEAD_PID}, True, id="no-such-process"),
        pytest.param({"pid": DEAD_PID, "machine": "another"}, False, id="another-machine"),
        pytest.param({"machine": "another", "age": STALE_SECONDS + 9}, True, id="old"),
        pytest.param({"age": STALE_SECONDS + 9}, True, id="number-used-again"),
        pytest.param({"age": -9000}, False, id="clock-was-set-back"),
        pytest.param({"renewed": "x", "pid": "y"}, True, id="strange"),
    ],
)
def test_dead_holder_is_told_from_a_living_one(held: dict[str, Any], dead: bool) -> None:
    # Made here, not beside the names of the cases: those may be minutes old.
    times = {"renewed": time.time() - held["age"]} if "age" in held else {}
    others = {name: value for name, value in held.items() if name != "age"}
    assert is_dead(held_by(**others, **times)) is dead


@pytest.mark.parametrize("held", [b"", b"{", b"[1]"], ids=["empty", "cut", "no-lock"])
def test_a_file_that_is_no_lock_holds_nothing(held: bytes) -> None:
    assert is_dead(held)


@pytest.mark.parametrize("place", ["memory", "s3"], indirect=True)
def test_lock_of_a_dead_run_is_taken_over_and_of_a_living_one_not(place: str) -> None:
    store = Store.at(place)
    store.write(LOCK_NAME, held_by(pid=DEAD_PID))
    with store.lock():
        about = json.loads(store.read(LOCK_NAME))
        assert (about["pid"], about["host"]) == (os.getpid(), socket.gethostname())
    assert store.size(LOCK_NAME) is None
    store.write(LOCK_NAME, held_by())
    with (
        pytest.raises(RunLocked, match=f"process {os.getpid()} on host7, for 10 minutes"),
        store.lock(),
    ):
        pass
    assert json.loads(store.read(LOCK_NAME))["token"] == "theirs"


def test_store_creates_the_lock_only_when_there_is_none(bucket: str) -> None:
    """Two runs that both saw no lock: the second one's file must not replace the first's."""
    filesystem = fsspec.filesystem("s3")
    first, second = RemoteLock(bucket), RemoteLock(bucket)
    with pytest.MonkeyPatch.context() as patch, first:
        patch.setattr(type(filesystem), "exists", lambda *_, **__: False)
        with pytest.raises(RunLocked), second:
            pass
    with second:
        pass


def test_last_writer_has_it_where_the_store_cannot_create(
    flaky: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, theirs = Store.at(flaky), held_by()
    monkeypatch.setattr(time, "sleep", lambda _: store.write(LOCK_NAME, theirs))
    with pytest.raises(RunLocked, match="host7"), store.lock():
        pass
    assert store.read(LOCK_NAME) == theirs


def test_lock_is_renewed_while_it_is_held(flaky: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaru.io.remote_lock.RENEW_SECONDS", 0.001)
    store = Store.at(flaky)
    with store.lock():
        first = json.loads(store.read(LOCK_NAME))
        FlakyFileSystem.fails_at = "pipe_file"
        FlakyFileSystem.failures[:] = [PermissionError("for a moment")] * 3
        deadline = time.monotonic() + 20
        while (last := json.loads(store.read(LOCK_NAME)))["renewed"] == first["renewed"]:
            assert time.monotonic() < deadline
        assert {**last, "renewed": 0} == {**first, "renewed": 0}
        assert FlakyFileSystem.failures == []


def test_lock_that_another_run_took_over_is_left_to_it(
    flaky: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zaru.io.remote_lock.RENEW_SECONDS", 0.001)
    store, theirs = Store.at(flaky), held_by()
    lock = RemoteLock(flaky)
    with lock:
        lock._end.set()
        lock._renewer.join()
        store.write(LOCK_NAME, theirs)
        lock._end.clear()
        lock.check()
        lock._renew()
        with pytest.raises(RunLocked, match="host7"):
            lock.check()
    assert store.read(LOCK_NAME) == theirs


def test_forked_child_leaves_the_lock_alone(bucket: str) -> None:
    store = Store.at(bucket)
    with store.lock() as lock:

        def use_and_leave() -> None:
            store.write("a", b"by the child")
            lock.forget()
            lock.__exit__(None, None, None)

        child = multiprocessing.get_context("fork").Process(target=use_and_leave)
        child.start()
        child.join(30)
        assert child.exitcode == 0
        assert store.read("a") == b"by the child"
        assert store.size(LOCK_NAME) is not None
    assert store.size(LOCK_NAME) is None


def test_store_that_cannot_be_written_is_an_output_that_failed(flaky: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("read only")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FlakyFileSystem, "pipe_file", refuse)
        with pytest.raises(OutputFailed, match="read only"), RemoteLock(flaky):
            pass
