"""What templates are given, and what the style sheet promises."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.server.web.rendering import SITE, cut_pieces, format_size

STYLE = str(SITE.files["zaru.css"].body, "utf-8")
LIGHT, DARK = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part)) for part in
               re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL))  # fmt: skip
# Ink on each paper; what is only a line needs less.
PAIRS = [
    *((ink, paper) for ink in ("ink", "soft", "link", "visited") for paper in ("paper", "sheet")),
    ("ink", "shade"), ("soft", "shade"), ("ink", "chosen"), ("soft", "chosen"),
    ("word-ink", "word"), ("on-bamboo", "bamboo"), ("on-bamboo", "bamboo-deep"),
    ("problem", "problem-paper"), ("ink", "problem-paper"),
]  # fmt: skip


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "paper"), PAIRS)
def test_every_text_can_be_read_on_its_paper(colours: dict[str, str], ink: str, paper: str) -> None:
    assert contrast(colours[ink], colours[paper]) >= 4.5  # WCAG AA


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_borders_of_fields_and_focus_can_be_seen(colours: dict[str, str]) -> None:
    for line in ("firm", "bamboo"):
        assert contrast(colours[line], colours["paper"]) >= 3.0


def test_nothing_is_loaded_from_elsewhere() -> None:
    for name, file in SITE.files.items():
        text = str(file.body, "utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"(?m)^\s*//.*$", "", text), name
        assert "url(" not in text, name
        assert "@import" not in text, name
        assert "innerHTML" not in text, name


@given(st.text(), st.lists(st.integers(0, 20), unique=True).map(sorted))
def test_pieces_make_the_text(text: str, cuts: list[int]) -> None:
    places = [cut for cut in cuts if cut <= len(text)]
    marks = tuple(zip(places[::2], places[1::2], strict=False))
    pieces = list(cut_pieces(text, marks))
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece, is_marked in pieces if is_marked] == [text[a:b] for a, b in marks]


def test_sizes_have_units() -> None:
    sizes = [format_size(size) for size in (0, 1023, 1024, 10**6, 10**10)]
    assert sizes == ["0 B", "1023 B", "1.0 KiB", "976.6 KiB", "9.3 GiB"]
