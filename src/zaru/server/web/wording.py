"""The words around pages and results, in Japanese and in English."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "ja")
TABLES = Path(__file__).parent / "wording"
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_PREFERRED = re.compile(r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]+)?\s*(?:;\s*q=([0-9.]{1,5}))?\s*\Z")
# Languages call themselves so; others are shown by their tag.
_NAMES = {
    "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "da": "Dansk",
    "de": "Deutsch", "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti",
    "fa": "فارسی", "fi": "Suomi", "fr": "Français", "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski",
    "hu": "Magyar", "id": "Bahasa Indonesia", "it": "Italiano", "ja": "日本語", "ko": "한국어",
    "lt": "Lietuvių", "lv": "Latviešu", "nl": "Nederlands", "no": "Norsk", "nb": "Norsk",
    "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina",
    "sl": "Slovenščina", "sr": "Српски", "sv": "Svenska", "th": "ไทย", "tr": "Türkçe",
    "uk": "Українська", "vi": "Tiếng Việt", "zh": "中文",
}  # fmt: skip


class Wording:
    """All words of one language; `words.search_label` or `words["…"]` in templates."""

    def __init__(self, language: str, tables: Path = TABLES) -> None:
        self.language = language
        self._words = load_words(language, tables)

    def __getitem__(self, name: str) -> str:
        """Return the words called *name*."""
        return self._words[name]

    def all(self, prefix: str) -> dict[str, str]:
        """Return the words whose names begin with *prefix*, by the rest of their names."""
        return {
            name.removeprefix(prefix): words
            for name, words in self._words.items()
            if name.startswith(prefix)
        }

    def say(self, name: str, /, **values: object) -> str:
        """Return the words called *name* with *values* in their places, numbers with commas."""
        written = {
            key: f"{value:,}" if isinstance(value, int) else value for key, value in values.items()
        }
        return self._words[name].format(**written)

    def date(self, text: str | None) -> str:
        """Return the day of an ISO date as people write it; empty when there is none."""
        found = _DATE.match(text or "")
        if not found:
            return ""
        year, month, day = map(int, found.groups())
        months = self._words["months"].split()
        name = months[month - 1] if 1 <= month <= len(months) else str(month)
        return self._words["date"].format(year=year, month=name, day=day)


@lru_cache(maxsize=2 * len(LANGUAGES))  # of the server and of the studio
def load_words(language: str, tables: Path = TABLES) -> Mapping[str, str]:
    """Return the table of one of `LANGUAGES` in the folder *tables*."""
    table: dict[str, str] = json.loads((tables / f"{language}.json").read_bytes())
    return table


def choose_language(asked: str, accepted: str) -> str:
    """Return the language that was *asked* for, else the first that a browser *accepted*.

    >>> choose_language("", "fr;q=0.9, ja;q=0.8, en;q=0.1")
    'ja'
    """
    if asked in LANGUAGES:
        return asked
    preferred = [found for part in accepted.split(",")[:20] if (found := _PREFERRED.match(part))]
    preferred.sort(key=lambda found: -_read_weight(found[2]))
    names = (found[1].lower() for found in preferred if _read_weight(found[2]) > 0)
    return next((name for name in names if name in LANGUAGES), LANGUAGES[0])


def name_language(tag: str | None) -> str:
    """Return what the language of a BCP 47 *tag* calls itself.

    >>> name_language("zh-Hans"), name_language("tlh")
    ('中文 (Hans)', 'tlh')
    """
    first, _, rest = (tag or "").partition("-")
    name = _NAMES.get(first.lower())
    if name is None:
        return tag or ""
    return f"{name} ({rest})" if rest else name


def _read_weight(text: str | None) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
