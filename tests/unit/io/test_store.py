from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from zaru.errors import InputError, OutputFailed, RunLocked, ToolMissing, UsageError, ZaruError
from zaru.io.remote import TRIES
from zaru.io.remote_store import RemoteStore
from zaru.io.store import LocalStore, Store

pytest.importorskip("fsspec")
from tests.object_store import FlakyFileSystem


@pytest.fixture
def store(place: str) -> Store:
    return Store.at(place)


def test_place_decides_what_a_store_is(tmp_path: Path) -> None:
    assert isinstance(Store.at(tmp_path), LocalStore)
    assert isinstance(Store.at("s3://bucket/corpus"), RemoteStore)
    for place in (str(tmp_path), "s3://bucket/corpus"):
        assert pickle.loads(pickle.dumps(Store.at(place))) == Store.at(place)
        assert Store.at(place).place == place


def test_file_comes_back_as_it_was_written(store: Store) -> None:
    assert store.size("pages/0.parquet") is None
    store.write("pages/0.parquet", b"one")
    store.write("pages/0.parquet", b"two" * 100_000)
    assert store.size("pages/0.parquet") == 300_000
    assert store.read("pages/0.parquet") == b"two" * 100_000
    with store.open("pages/0.parquet") as file:
        assert file.seek(-3, 2) == 299_997
        assert file.read() == b"two"
        file.seek(150_000)
        assert file.read(4) == b"twot"


def test_parts_of_many_files_are_read_at_once(store: Store) -> None:
    names = [f"work/{number}" for number in range(100)]
    for number, name in enumerate(names):
        store.write(name, bytes([number]) * 10 + b"end")
    parts = store.read_parts([(name, 9, 11) for name in names])
    assert parts == [bytes([number]) + b"e" for number in range(100)]
    assert store.read_parts([("work/0", 10, 99)]) == [b"end"]
    assert store.read_parts([]) == []
    with pytest.raises(FileNotFoundError):
        store.read_parts([("work/0", 0, 1), ("none", 0, 1)])


def test_missing_file_is_told_as_such(store: Store) -> None:
    with pytest.raises(FileNotFoundError):
        store.read("none")
    with pytest.raises(FileNotFoundError):
        store.open("none")
    store.remove("none")
    assert store.names("none") == []


def test_names_are_sorted_and_hidden_ones_left_out(store: Store) -> None:
    for name in ("a/2", "a/10", "a/.hidden", "a/b/3", "c"):
        store.write(name, b"x")
    assert store.names("a") == ["10", "2", "b"]
    assert store.names("") == ["a", "c"]
    store.remove("a/b")
    store.remove("a/2")
    assert store.names("a") == ["10"]
    store.remove("a")
    assert store.names("") == ["c"]


def test_linked_file_has_the_same_bytes_and_outlives_the_first(store: Store) -> None:
    store.write("work/a", b"bytes")
    store.write("pages/b", b"older")
    store.link("work/a", "pages/b")
    store.remove("work")
    assert store.read("pages/b") == b"bytes"


def test_error_while_writing_leaves_what_was_there(store: Store) -> None:
    store.write("a/b", b"before")
    for name in ("a/b", "a/new"):
        with suppress(KeyError), store.publish(name) as file:
            file.write(b"half")
            raise KeyError
    assert store.names("a") == ["b"]
    assert store.read("a/b") == b"before"


def test_nothing_is_seen_before_the_file_is_whole(store: Store) -> None:
    with store.publish("a/b") as file:
        file.write(b"x" * 10_000_000)
        assert store.names("a") == []
        assert store.size("a/b") is None
    assert store.size("a/b") == 10_000_000


@pytest.mark.usefixtures("pauses")
def test_second_run_is_refused_with_who_holds_the_folder(store: Store) -> None:
    with store.lock():
        with pytest.raises(RunLocked, match=r"process \d+ on .*; wait for it"), store.lock():
            pass
        assert store.names("") == []
    with store.lock():
        pass


def test_unfinished_files_of_a_killed_run_are_removed(store: Store) -> None:
    part = f".a.{'0' * 32}.part"
    if isinstance(store, LocalStore):
        store.write("work/b", b"")
        Path(store.place, "work", part).touch()
    else:
        import fsspec

        fsspec.open(f"{store.place}/work/{part}", "wb").open().close()
        if store.place.startswith("s3"):
            return  # a put is whole; there are no parts
    store.remove_parts("work")
    store.remove_parts("none")
    if isinstance(store, LocalStore):
        assert list(Path(store.place, "work").iterdir()) == [Path(store.place, "work", "b")]
    else:
        assert FlakyFileSystem.store == {}


@pytest.mark.parametrize("place", ["folder", "memory", "flaky"], indirect=True)
def test_unfinished_files_of_the_folder_itself_are_removed(store: Store) -> None:
    part = f".a.{'0' * 32}.part"
    store.write(part, b"half")
    store.write("b", b"whole")
    store.remove_parts("")
    assert store.size(part) is None
    assert store.read("b") == b"whole"


# A store that fails for a moment: row 14 of the faults.


@pytest.fixture
def unsteady(flaky: str, pauses: list[float]) -> Iterator[RemoteStore]:
    assert pauses == []
    store = RemoteStore(flaky)
    store.write("a/b", b"before")
    yield store
    FlakyFileSystem.clear()


def fail(times: int, error: Exception | None = None, *, late: bool = False) -> None:
    """Let the next steps fail."""
    FlakyFileSystem.failures[:] = [error or TimeoutError("no answer")] * times
    FlakyFileSystem.fails_late = late
    FlakyFileSystem.steps.clear()


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("times", [1, TRIES - 1])
def test_steps_that_can_be_done_twice_are_tried_again(
    unsteady: RemoteStore, pauses: list[float], times: int, late: bool
) -> None:
    fail(times, late=late)
    assert unsteady.read("a/b") == b"before"
    fail(times, late=late)
    assert unsteady.names("a") == ["b"]
    fail(times, late=late)
    assert unsteady.size("a/b") == 6
    fail(times, late=late)
    with unsteady.open("a/b") as file:
        fail(times, late=late)
        assert file.read() == b"before"
    fail(times, late=late)
    unsteady.write("a/c", b"after")
    assert unsteady.read("a/c") == b"after"
    fail(times, late=late)
    unsteady.remove("a/c")
    assert unsteady.names("a") == ["b"]
    assert len(pauses) >= 6 * times
    assert len(set(pauses)) == len(pauses), "there is jitter"


def test_wait_grows(unsteady: RemoteStore, pauses: list[float]) -> None:
    fail(TRIES - 1)
    unsteady.read("a/b")
    assert all(0.25 * 2**n <= pause <= 0.75 * 2**n for n, pause in enumerate(pauses))


def test_store_that_goes_on_failing_is_one_clear_line(unsteady: RemoteStore) -> None:
    class StrangeError(Exception):
        """Not an OSError, as those of botocore."""

    for step, kind in (
        (lambda: unsteady.read("a/b"), InputError),
        (lambda: unsteady.open("a/b"), InputError),
        (lambda: unsteady.names("a"), InputError),
        (lambda: unsteady.size("a/b"), InputError),
        (lambda: unsteady.write("a/b", b""), OutputFailed),
        (lambda: unsteady.remove("a/b"), OutputFailed),
    ):
        fail(99, StrangeError("the store\nis on fire"))
        with pytest.raises(kind) as caught:
            step()
        assert "the store is on fire" in str(caught.value)
        assert str(caught.value).startswith("flaky://corpus/a")
        assert "\n" not in str(caught.value)
        assert len(FlakyFileSystem.steps) <= TRIES
    FlakyFileSystem.failures.clear()
    assert unsteady.read("a/b") == b"before"


class EndpointConnectionError(Exception):
    """As botocore's."""


@pytest.mark.parametrize(
    "error", [PermissionError("no"), NotImplementedError("read only"), EndpointConnectionError()]
)
def test_what_will_not_change_is_not_tried_again(
    unsteady: RemoteStore, pauses: list[float], error: Exception
) -> None:
    fail(1, error)
    with pytest.raises(OutputFailed):
        unsteady.write("a/b", b"after")
    assert pauses == []


def test_rename_is_done_once_and_nothing_half_is_seen(unsteady: RemoteStore) -> None:
    fail(2, OSError("gone"))
    FlakyFileSystem.fails_at = "mv"
    with pytest.raises(OutputFailed, match="gone"):
        unsteady.write("a/b", b"after")
    assert FlakyFileSystem.steps.count("mv") == 1
    assert unsteady.read("a/b") == b"before"
    assert unsteady.names("a") == ["b"]


@pytest.mark.parametrize("late", [False, True])
def test_lock_is_taken_although_the_store_fails(unsteady: RemoteStore, late: bool) -> None:
    fail(2, late=late)
    with unsteady.lock(), pytest.raises(RunLocked), unsteady.lock():
        pass


# What a user may get wrong.


def test_store_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(ToolMissing, match=r"pip install 'zaru\[corpus\]'"):
        Store.at("s3://bucket/corpus").read("a")
    monkeypatch.undo()
    monkeypatch.setitem(__import__("sys").modules, "gcsfs", None)
    with pytest.raises(ToolMissing, match="needs gcsfs; run: pip install gcsfs"):
        Store.at("gs://bucket/corpus").read("a")
    with pytest.raises(UsageError, match="nosuch"):
        Store.at("nosuch://bucket/corpus").read("a")


def test_bucket_that_is_not_there_is_one_clear_line(bucket: str) -> None:
    store = Store.at(f"{bucket}-none/corpus")
    with pytest.raises(OutputFailed, match="bucket does not exist"):
        store.write("a", b"")
    with pytest.raises(ZaruError), store.lock():
        pass


def test_missing_credentials_are_one_clear_line(
    bucket: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pauses: list[float]
) -> None:
    import fsspec

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    fsspec.filesystem("s3").clear_instance_cache()
    with pytest.raises(OutputFailed, match=r"(?i)credentials"):
        Store.at(f"{bucket}/corpus").write("a", b"")
    assert pauses == []
    fsspec.filesystem("s3").clear_instance_cache()


def test_a_second_name_can_be_given_twice(tmp_path: Path) -> None:
    store = LocalStore(str(tmp_path))
    store.write("draft", b"text")
    for _ in range(2):
        store.link("draft", "final/0")
    assert store.read("final/0") == b"text"
    assert [path.name for path in (tmp_path / "final").iterdir()] == ["0"]
