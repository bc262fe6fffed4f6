"""Sentences, titles, names and labels in eight languages, from the phrases in `prose/`.

Nothing here was written by anybody else: each language has a file of phrases, and patterns that
put them together. The same source of chance gives the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parent / "prose"
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
_UNSPACED = ("ja", "zh")  # sentences follow each other without a space
# The order of the labels in each file.
_LABELS = (
    "by related comments share more privacy terms rights advert newsletter cookies reply next top"
).split()


@dataclass(frozen=True)
class Prose:
    """The phrases of a language, by kind."""

    language: str
    phrases: dict[str, list[str]]

    def sentence(self, random: Random) -> str:
        """Return one sentence."""
        text = self._fill(random.choice(self.phrases["patterns"]), random)
        return text[0].upper() + text[1:]

    def paragraph(self, random: Random, least: int = 2, most: int = 5) -> str:
        """Return so many sentences."""
        space = "" if self.language in _UNSPACED else " "
        count = random.randint(least, most)
        return space.join(self.sentence(random) for _ in range(count))

    def title(self, random: Random) -> str:
        """Return the title of something to read."""
        text = self._fill(random.choice(self.phrases["titles"]), random)
        return text[0].upper() + text[1:]

    def titles(self, random: Random, count: int) -> list[str]:
        """Return so many different titles."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[self.title(random)] = None
        return list(found)

    def thing(self, random: Random) -> str:
        """Return the name of a thing."""
        return random.choice(self.phrases["things"])

    def name(self, random: Random) -> str:
        """Return the name of a person."""
        return random.choice(self.phrases["names"])

    def date(self, year: int, month: int, day: int, form: int = 0) -> str:
        """Return a date as the language writes it."""
        forms, months = self.phrases["dates"], self.phrases["months"]
        form_text = forms[form % len(forms)]
        return form_text.format(year=year, month=months[month - 1], day=day, number=month)

    def label(self, name: str) -> str:
        """Return a word or line of a template: one of `_LABELS`."""
        return self.phrases["labels"][_LABELS.index(name)]

    @property
    def menu(self) -> list[str]:
        """The words of a menu."""
        return self.phrases["menu"]

    def _fill(self, pattern: str, random: Random) -> str:
        kinds = ("subject", "predicate", "place", "time", "reason", "opener", "thing")
        return pattern.format(**{kind: random.choice(self.phrases[f"{kind}s"]) for kind in kinds})


@cache
def read_prose(language: str) -> Prose:
    """Return the phrases of a language."""
    phrases = {}
    for line in (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        kind, _, texts = line.partition(": ")
        phrases[kind] = texts.split(" | ")
    return Prose(language, phrases)
