"""Words of the pages: both languages say everything, and nothing that nobody asks for."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import zaru.server.web
from zaru.server.web.wording import LANGUAGES, Wording, choose_language, load_words

FOLDER = Path(*zaru.server.web.__path__)
ENGLISH, JAPANESE = map(load_words, LANGUAGES)


def find_fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert list(ENGLISH) == list(JAPANESE) == sorted(ENGLISH)


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_say_the_same_values(name: str) -> None:
    assert ENGLISH[name].strip()
    assert JAPANESE[name].strip()
    assert find_fields(ENGLISH[name]) == find_fields(JAPANESE[name])


def test_every_key_is_used_and_every_used_key_is_there() -> None:
    sources = [*FOLDER.glob("templates/*.html"), FOLDER / "wording.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    used = set(re.findall(r"""words(?:\[|\.say\()["'](\w+)["'][\],]""", text))
    used |= set(re.findall(r"""_words\[["'](\w+)["']\]""", text))
    facts = set(
        re.findall(r"""\(["'](\w+)["'], """, (FOLDER / "templates/tab_about.html").read_text())
    )
    used |= {f"fact_{name}" for name in facts}
    used |= {f"tab_{name}" for name in ("content", "sentences", "links", "about")}
    assert used == set(ENGLISH)


@pytest.mark.parametrize(
    ("asked", "accepted", "language"),
    [
        ("", "", "en"), ("ja", "en", "ja"), ("xx", "ja,en;q=0.5", "ja"), ("", "de,fr", "en"),
        ("", "en;q=0.4,ja;q=0.9", "ja"), ("", "ja;q=0,en", "en"), ("", "*", "en"),
        ("", "ja-JP", "ja"), ("", ";;;q=x,,\x00", "en"), ("", "ja;q=zz", "en"),
    ],
)  # fmt: skip
def test_the_language_is_what_was_asked_for_or_what_a_browser_prefers(
    asked: str, accepted: str, language: str
) -> None:
    assert choose_language(asked, accepted) == language


def test_dates_are_written_as_people_do() -> None:
    assert Wording("en").date("2009-01-16T18:30:00") == "16 January 2009"
    assert Wording("ja").date("2009-01-16") == "2009年1月16日"
    assert Wording("ja").date("2009-13-16") == "2009年1316日"
    assert Wording("en").date("soon") == Wording("en").date(None) == ""
