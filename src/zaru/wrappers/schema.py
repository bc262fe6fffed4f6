"""Readers of data from JSON files: each returns the value in its type, or says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from zaru.errors import FormatError, suggest

Value = TypeVar("Value")
Reader = Callable[[object, str], Value]  # of data, and where it stands in its file
WHOLE = "wrapper"  # the place of what is all of a file


def read_object(data: object, readers: Mapping[str, Reader[Any]], place: str) -> dict[str, Any]:
    """Return what *readers* make of an object with exactly their keys.

    >>> read_object({"name": "price"}, {"name": read_text}, "fields[0]")
    {'name': 'price'}
    """
    found = read_mapping(data, place)
    unknown = [key for key in found if key not in readers]
    if unknown:
        meant = suggest(unknown[0], readers)
        raise FormatError(f"{place} has the unknown key {unknown[0][:60]!r}{meant}")
    missing = [key for key in readers if key not in found]
    if missing:
        raise FormatError(f"{place} has no {missing[0]!r}")
    below = "" if place == WHOLE else f"{place}."
    return {key: read(found[key], f"{below}{key}") for key, read in readers.items()}


def object_of(make: Callable[..., Value], **readers: Reader[Any]) -> Reader[Value]:
    """Return a reader of objects, of whose values *make* makes one."""
    return lambda data, place: make(**read_object(data, readers, place))


def fields_of(make: Callable[..., Value], **readers: Reader[Any]) -> Reader[dict[str, Value]]:
    """Return a reader of a wrapper's fields: objects with a name, by their names, all different."""

    def read(data: object, place: str) -> dict[str, Value]:
        fields: dict[str, Value] = {}
        for number, item in enumerate(read_list(data, place)):
            values = read_object(item, {"name": read_text, **readers}, f"{place}[{number}]")
            name = values.pop("name")
            if name in fields:
                raise FormatError(f"{place}[{number}].name is {name!r} again")
            fields[name] = make(**values)
        return fields

    return read


def list_of(read: Reader[Value]) -> Reader[tuple[Value, ...]]:
    """Return a reader of lists."""
    return lambda data, place: tuple(
        read(item, f"{place}[{number}]") for number, item in enumerate(read_list(data, place))
    )


def mapping_of(read: Reader[Value]) -> Reader[dict[str, Value]]:
    """Return a reader of objects, whatever their keys."""
    return lambda data, place: {
        key: read(value, f"{place}.{key}") for key, value in read_mapping(data, place).items()
    }


def optional(read: Reader[Value]) -> Reader[Value | None]:
    """Return a reader that also takes null."""
    return lambda data, place: None if data is None else read(data, place)


def one_of(*known: str) -> Reader[str]:
    """Return a reader of one of some words."""

    def read(data: object, place: str) -> str:
        if data not in known:
            raise FormatError(f"{place} is {str(data)[:20]!r}, not one of {', '.join(known)}")
        return str(data)

    return read


def count_from(least: int) -> Reader[int]:
    """Return a reader of whole numbers from *least* up."""

    def read(data: object, place: str) -> int:
        if not isinstance(data, int) or isinstance(data, bool) or data < least:
            raise FormatError(f"{place} is {_kind(data)}, not a number from {least} up")
        return data

    return read


def _reader_of(kind: type[Value], noun: str) -> Reader[Value]:
    def read(data: object, place: str) -> Value:
        if not isinstance(data, kind):
            raise FormatError(f"{place} is {_kind(data)}, not {noun}")
        return data

    return read


read_mapping: Reader[dict[str, Any]] = _reader_of(dict, "an object")
read_list: Reader[list[Any]] = _reader_of(list, "a list")
read_flag: Reader[bool] = _reader_of(bool, "true or false")
read_any_text: Reader[str] = _reader_of(str, "a text")  # which may be empty


def read_text(data: object, place: str) -> str:
    """Return *data* if it is a text that is not empty."""
    if not read_any_text(data, place):
        raise FormatError(f"{place} is an empty text, not a text")
    return str(data)


def _kind(data: object) -> str:
    """Return how JSON calls *data*, with its value where that is short."""
    match data:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[data]
        case int() | float():
            return f"the number {data}"
    name = type(data).__name__
    return {"str": "a text", "list": "a list", "dict": "an object"}.get(name, f"a {name}")
