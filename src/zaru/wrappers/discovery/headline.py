"""Headlines: what a page calls itself, and where it says so."""

from __future__ import annotations

from typing import NamedTuple

from zaru.wrappers.rules.view import View

_HEADINGS = ("h1", "h2", "h3")


class Headline(NamedTuple):
    """The title in a page's head, and the heading of its text."""

    title: str  # its letters and digits
    run: int | None  # the number of the first run of the first heading of the highest rank

    @classmethod
    def of(cls, view: View) -> Headline:
        """Return the headline of a page."""
        titles = view.rows_of("title", "", "")
        headings = (row for tag in _HEADINGS for row in view.rows_of(tag, "", ""))
        runs = (view.reach[row][0] for row in headings if row in view.reach)
        return cls(_letters(view.text(titles[0])) if titles else "", next(runs, None))

    def has(self, text: str) -> bool:
        """Say whether the title has a text; one letter is in most titles by chance.

        >>> Headline(_letters("Green Tea | Shop"), None).has("green tea")
        True
        """
        letters = _letters(text)
        return len(letters) > 1 and letters in self.title


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
