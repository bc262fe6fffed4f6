from __future__ import annotations

import os
from pathlib import Path

import pytest

from zaru.errors import OutputFailed
from zaru.io.publish import publish


def test_file_appears_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with publish(path) as file:
        file.write(b"{}\n")
        assert not path.exists()
    assert path.read_bytes() == b"{}\n"
    assert list(tmp_path.iterdir()) == [path]


def test_old_file_stays_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), publish(path) as file:
        file.write(b"new" * (1 // 0))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_missing_folder_is_output_failed(tmp_path: Path) -> None:
    with pytest.raises(OutputFailed, match="no-such") as caught, publish(tmp_path / "no-such/out"):
        pass
    assert isinstance(caught.value.__cause__, OSError)


def test_full_disk_is_output_failed(tmp_path: Path) -> None:
    with pytest.raises(OutputFailed, match="No space"), publish(tmp_path / "out"):
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_folder_in_the_way_is_output_failed(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(OutputFailed), publish(tmp_path / "out"):
        pass


def test_long_japanese_name_is_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / ("あ" * 80)
    with publish(path) as file:
        file.write(b"x")
    assert path.exists()


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with publish(pipe) as file:
        file.write(b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()
