"""JUMAN's grammar: the numbers of its parts of speech, conjugation types and forms.

The numbers are places in lists, as in JUMAN's own grammar files: the first sub-class of a part of
speech is 1, and 0 is "none", written `*`. They are those of JUMAN 7 and Juman++ 2.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

NONE = "*"

# The sub-classes of each part of speech, and the forms of each conjugation type, in order.
_TABLES: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("grammar.json").read_bytes()
)
_SUBCLASSES, _FORMS = _TABLES["subclasses"], _TABLES["forms"]
POS_IDS: dict[str, int] = {name: number for number, name in enumerate(_SUBCLASSES, 1)}
SUBPOS_IDS: dict[tuple[str, str], int] = {
    (pos, name): number
    for pos, names in _SUBCLASSES.items()
    for number, name in enumerate(names.split(), 1)
}
TYPE_IDS: dict[str, int] = {name: number for number, name in enumerate(_FORMS, 1)}
FORM_IDS: dict[tuple[str, str], int] = {
    (type_, name): number
    for type_, names in _FORMS.items()
    for number, name in enumerate(names.split(), 1)
}


# 53 kinds of word and 612 kinds of conjugation: everything that the grammar can say fits.
@lru_cache(maxsize=2048)
def grammar_fields(pos: str, subpos: str = NONE, type_: str = NONE, form: str = NONE) -> str:
    """Return the eight fields of a JUMAN line that say what kind of word it is.

    A name that the grammar does not know keeps its name and has the number 0.

    >>> grammar_fields("動詞", "*", "子音動詞ラ行", "基本連用形")
    '動詞 2 * 0 子音動詞ラ行 10 基本連用形 8'
    """
    return (
        f"{pos} {POS_IDS.get(pos, 0)} {subpos} {SUBPOS_IDS.get((pos, subpos), 0)} "
        f"{type_} {TYPE_IDS.get(type_, 0)} {form} {FORM_IDS.get((type_, form), 0)}"
    )
