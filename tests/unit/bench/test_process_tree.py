"""What a command costs, its children's share included."""

import sys
from pathlib import Path

import pytest
from bench.process_tree import run_command

HOG = "import time; held = bytearray(64 << 20); held[::4096] = b'x' * (64 << 8); time.sleep(1.2)"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_of_children_counts(tmp_path: Path) -> None:
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {HOG!r}])"
    cost = run_command([sys.executable, "-c", parent], log=tmp_path / "log")
    assert cost.exit_code == 0, (tmp_path / "log").read_text()
    assert cost.peak_bytes > 64 << 20
    assert cost.seconds > 1.2


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_mapped_files_are_not_the_processes_own(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(64 << 20))
    mapping = "import mmap, time; file = open({!r}, 'rb'); held = mmap.mmap(file.fileno(), 0, {}); "
    reader = mapping.format(str(tmp_path / "file"), "access=mmap.ACCESS_READ")
    cost = run_command(
        [sys.executable, "-c", f"{reader} sum(held[::4096]); time.sleep(1.2)"], log=tmp_path / "log"
    )
    assert cost.exit_code == 0, (tmp_path / "log").read_text()
    assert cost.peak_bytes > 64 << 20 > cost.own_peak_bytes


def test_words_and_exit_code_are_kept(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "print('word'); raise SystemExit(3)"]
    assert run_command(command, log=tmp_path / "log").exit_code == 3
    assert (tmp_path / "log").read_text() == "word\n"
