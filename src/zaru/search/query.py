"""Queries as people type them: words, phrases, OR, minus, fields; values for every engine."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zaru.errors import UsageError

FIELDS = ("title", "site", "url")
MAX_QUERY_CHARS = 1000
MAX_UNITS = 64
# Japanese keyboards give full-width blanks, signs and quotation marks.
_SIGNS = str.maketrans("　＂“”－−：｜", ' """--:|')
_UNIT = re.compile(
    rf"""(?P<minus>-)?(?:(?P<field>{"|".join(FIELDS)}):)?(?:"(?P<phrase>[^"]*)"?|(?P<text>[^\s"]+))""",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_OR = ("OR", "|")


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands between two blanks, or in quotation marks."""

    text: str
    field: str | None = None  # one of FIELDS; None: anywhere in the text
    is_phrase: bool = False  # exactly these words, in this order


@dataclass(frozen=True, slots=True)
class Query:
    """What a page must have: one of each group, and none of what is excluded."""

    groups: tuple[tuple[Unit, ...], ...]
    excluded: tuple[Unit, ...] = ()
    is_any: bool = False  # one group is enough


def parse_query(text: str, *, is_any: bool = False) -> Query:
    """Return the query that *text* is; raises `UsageError` for one that asks for nothing.

    Blanks mean AND (OR with *is_any*), `OR` or `|` between two joins just these.

    >>> parse_query('京都 寺 OR 神社 -奈良')
    ... # doctest: +NORMALIZE_WHITESPACE
    Query(groups=((Unit(text='京都', field=None, is_phrase=False),),
    (Unit(text='寺', field=None, is_phrase=False), Unit(text='神社', field=None, is_phrase=False))),
    excluded=(Unit(text='奈良', field=None, is_phrase=False),), is_any=False)
    """
    if len(text) > MAX_QUERY_CHARS:
        raise UsageError(f"a query of {len(text)} characters; at most {MAX_QUERY_CHARS}")
    groups: list[list[Unit]] = []
    excluded: list[Unit] = []
    is_joined = False
    for found in _UNIT.finditer(text.translate(_SIGNS)):
        if found[0] in _OR:
            is_joined = bool(groups)
            continue
        unit = _to_unit(found)
        if unit is None:
            continue
        if found["minus"]:
            excluded.append(unit)
        elif is_joined:
            groups[-1].append(unit)
        else:
            groups.append([unit])
        is_joined = False
    if len(excluded) + sum(map(len, groups)) > MAX_UNITS:
        raise UsageError(f"a query of more than {MAX_UNITS} words; leave some out")
    if not groups:
        raise UsageError("a query needs a word that pages must have, such as: 京都 寺")
    return Query(tuple(map(tuple, groups)), tuple(excluded), is_any)


def _to_unit(found: re.Match[str]) -> Unit | None:
    """Return the unit that was found, None when nothing is in it."""
    field, phrase = found["field"], found["phrase"]
    text = (found["text"] if phrase is None else phrase).strip()
    if not text:
        return None
    if _ADDRESS.match(text):  # one that was pasted
        field = "url"
    return Unit(text, field and field.lower(), phrase is not None)
