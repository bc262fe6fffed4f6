from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

from zaru.errors import OutputFailed, RunLocked
from zaru.io.lock import LOCK_NAME, FolderLock


def test_a_second_run_is_told_who_has_the_folder(tmp_path: Path) -> None:
    host = re.escape(socket.gethostname())
    words = f"process {os.getpid()} on {host}, for 0 minutes; wait for it or end it"
    with FolderLock(tmp_path), pytest.raises(RunLocked, match=words), FolderLock(tmp_path):
        pass


def test_nothing_is_left_of_it(tmp_path: Path) -> None:
    for _ in range(2):
        with FolderLock(tmp_path):
            assert [path.name for path in tmp_path.iterdir()] == [LOCK_NAME]
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [b"", b"{", b'{"pid": "x"}', b"[]", b"\xff" * 9999])
def test_what_a_dead_run_left_is_taken_over(tmp_path: Path, words: bytes) -> None:
    (tmp_path / LOCK_NAME).write_bytes(words)
    with FolderLock(tmp_path):
        assert b'"pid"' in (tmp_path / LOCK_NAME).read_bytes()
        assert b"\xff" not in (tmp_path / LOCK_NAME).read_bytes()


def test_a_lock_that_says_nothing_yet_is_a_lock(tmp_path: Path) -> None:
    with FolderLock(tmp_path):
        (tmp_path / LOCK_NAME).write_bytes(b"")
        with pytest.raises(RunLocked, match="another run works on this folder"):
            FolderLock(tmp_path).__enter__()


def test_a_file_that_was_removed_meanwhile_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another run ends between our opening of its file and our lock on it."""
    real_open = os.open
    opened: list[int] = []

    def open_late(path: Path, *flags: int) -> int:
        file = real_open(path, *flags)
        if not opened:
            (tmp_path / LOCK_NAME).unlink()
        opened.append(file)
        return file

    monkeypatch.setattr(os, "open", open_late)
    with FolderLock(tmp_path):
        assert len(opened) == 2
        assert (tmp_path / LOCK_NAME).exists()


def test_a_forked_child_leaves_the_lock_with_the_parent(tmp_path: Path) -> None:
    with FolderLock(tmp_path) as lock:
        if (child := os.fork()) == 0:
            lock.forget()
            os._exit(0)
        os.waitpid(child, 0)
        with pytest.raises(RunLocked):
            FolderLock(tmp_path).__enter__()


def test_a_folder_that_cannot_be_locked_is_an_output_that_failed(tmp_path: Path) -> None:
    with pytest.raises(OutputFailed, match="No such file"):
        FolderLock(tmp_path / "nowhere").__enter__()
