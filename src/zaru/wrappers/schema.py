"""Checks of data from JSON files: each returns the value in its type, or says what is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from zaru.errors import FormatError, suggest


def read_object(data: object, keys: Collection[str], place: str) -> dict[str, Any]:
    """Return *data* if it is an object with exactly *keys*; *place* says where it stands.

    >>> read_object({"name": "price"}, ("name",), "fields[0]")
    {'name': 'price'}
    """
    found = read_mapping(data, place)
    unknown = [key for key in found if key not in keys]
    if unknown:
        meant = suggest(unknown[0], keys)
        raise FormatError(f"{place} has the unknown key {unknown[0][:60]!r}{meant}")
    missing = [key for key in keys if key not in found]
    if missing:
        raise FormatError(f"{place} has no {missing[0]!r}")
    return found


def read_fields(data: object, keys: Collection[str]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield name, object and place of each field of a wrapper; all names are different."""
    names: set[str] = set()
    for number, item in enumerate(read_list(data, "fields")):
        place = f"fields[{number}]"
        field = read_object(item, ("name", *keys), place)
        name = read_text(field["name"], f"{place}.name")
        if name in names:
            raise FormatError(f"{place}.name is {name!r} again")
        names.add(name)
        yield name, field, place


def read_mapping(data: object, place: str) -> dict[str, Any]:
    """Return *data* if it is an object, whatever its keys."""
    if not isinstance(data, dict):
        raise FormatError(f"{place} is {_kind(data)}, not an object")
    return data


def read_list(data: object, place: str) -> list[Any]:
    """Return *data* if it is a list."""
    if not isinstance(data, list):
        raise FormatError(f"{place} is {_kind(data)}, not a list")
    return data


def read_text(data: object, place: str) -> str:
    """Return *data* if it is a text that is not empty."""
    if not isinstance(data, str) or not data:
        raise FormatError(f"{place} is {_kind(data)}, not a text")
    return data


def read_optional_text(data: object, place: str) -> str | None:
    """Return *data* if it is a text, which may be empty, or null."""
    if data is not None and not isinstance(data, str):
        raise FormatError(f"{place} is {_kind(data)}, neither a text nor null")
    return data


def read_optional_count(data: object, place: str) -> int | None:
    """Return *data* if it is a number from 1 up, or null."""
    if data is None:
        return None
    if not isinstance(data, int) or isinstance(data, bool) or data < 1:
        raise FormatError(f"{place} is {_kind(data)}, neither a number from 1 up nor null")
    return data


def read_count(data: object, least: int, place: str) -> int:
    """Return *data* if it is a whole number from *least* up."""
    if not isinstance(data, int) or isinstance(data, bool) or data < least:
        raise FormatError(f"{place} is {_kind(data)}, not a number from {least} up")
    return data


def read_flag(data: object, place: str) -> bool:
    """Return *data* if it is true or false."""
    if not isinstance(data, bool):
        raise FormatError(f"{place} is {_kind(data)}, neither true nor false")
    return data


def read_texts(data: object, place: str) -> tuple[str, ...]:
    """Return *data* if it is a list of texts that are not empty."""
    items = enumerate(read_list(data, place))
    return tuple(read_text(item, f"{place}[{number}]") for number, item in items)


def _kind(data: object) -> str:
    """Return how JSON calls *data*, with its value where that is short."""
    match data:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[data]
        case int() | float():
            return f"the number {data}"
        case str():
            return "a text" if data else "an empty text"
        case list():
            return "a list"
        case dict():
            return "an object"
    return f"a {type(data).__name__}"
