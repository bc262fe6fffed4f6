from __future__ import annotations

import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from zaru import errors
from zaru.errors import DecodeError, Failure, FormatError, InputError, LimitExceeded, ZaruError

TYPES = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, Exception)
]


def raise_error(type_: type[ZaruError]) -> None:
    if issubclass(type_, InputError):
        raise type_("broken", source="a.html", offset=7)
    raise type_("broken")


@pytest.mark.parametrize("type_", TYPES, ids=[type_.__name__ for type_ in TYPES])
def test_error_survives_pickle(type_: type[ZaruError]) -> None:
    with pytest.raises(type_) as caught:
        raise_error(type_)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert type(copy) is type_
    assert str(copy) == str(caught.value)
    assert vars(copy) == vars(caught.value)


def test_errors_come_back_from_a_worker() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = pool.submit(raise_error, LimitExceeded).exception()
    assert type(error) is LimitExceeded
    assert str(error) == "a.html at byte 7: broken"


def test_every_error_is_drawn_in_the_tree() -> None:
    assert errors.__doc__ is not None
    assert [type_.__name__ for type_ in TYPES if type_.__name__ not in errors.__doc__] == []
    assert all(issubclass(type_, ZaruError) for type_ in TYPES)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(InputError("bad"), "bad", id="no-place"),
        pytest.param(InputError("bad", source="a"), "a: bad", id="source"),
        pytest.param(InputError("bad", source="a", offset=0), "a at byte 0: bad", id="offset"),
        pytest.param(InputError("bad", offset=3), "at byte 3: bad", id="offset-alone"),
    ],
)
def test_message_names_the_place(error: InputError, expected: str) -> None:
    assert str(error) == expected


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        pytest.param(
            FormatError("bad", source="a.warc", offset=5),
            Failure("read", "a.warc", 5, "FormatError", "bad"),
            id="place-of-the-error-wins",
        ),
        pytest.param(
            DecodeError("bad"), Failure("read", "b", None, "DecodeError", "bad"), id="no-place"
        ),
        pytest.param(
            FileNotFoundError(2, "No such file or directory", "b"),
            Failure("read", "b", None, "FileNotFoundError", "No such file or directory"),
            id="file",
        ),
        pytest.param(OSError("odd"), Failure("read", "b", None, "OSError", "odd"), id="no-number"),
    ],
)
def test_failure_stands_for_an_error(error: InputError | OSError, failure: Failure) -> None:
    assert Failure.of(error, stage="read", source="b") == failure
    assert pickle.loads(pickle.dumps(failure)) == failure


def test_failure_is_one_line() -> None:
    assert str(Failure("read", "a", None, "FormatError", "bad")) == "a: bad"
    assert str(Failure("read", "a", 3, "FormatError", "bad")) == "a at byte 3: bad"
