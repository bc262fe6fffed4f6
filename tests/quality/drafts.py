"""A page in the making: its markup, and the texts of it that a reader came for."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from random import Random

from tests.quality.prose import Prose

URL = "https://www.example.org"


@dataclass
class Draft:
    """Markup and truth grow together, so that the truth needs no second hand."""

    prose: Prose
    random: Random
    title: str = ""
    parts: list[str] = field(default_factory=list)
    truth: list[str] = field(default_factory=list)

    def add(self, *markup: str) -> None:
        """Add markup that is no content."""
        self.parts += markup

    def keep(self, markup: str, text: str) -> None:
        """Add *text*, which is content, where *markup* has its braces."""
        self.parts.append(markup.format(escape(text, quote=False)))
        self.truth.append(text)

    def keep_words(self, markup: str, text: str) -> None:
        """Add content whose middle word is a link."""
        words = text.split(" ")
        middle = len(words) // 2
        pieces = [escape(" ".join(part), quote=False) for part in (words[:middle], words[middle:])]
        self.parts.append(markup.format(f"{pieces[0]} <a href='/x'><i>{pieces[1]}</i></a>"))
        self.truth.append(text)

    def paragraphs(self, count: int, markup: str = "<p>{}</p>") -> None:
        """Add paragraphs that are content."""
        for _ in range(count):
            self.keep(markup, self.prose.paragraph(self.random))

    def heading(self, markup: str = "<h1>{}</h1>") -> None:
        """Add the title as content."""
        self.keep(markup, self.title)

    def links(self, count: int, markup: str = "<li>{}</li>") -> None:
        """Add links to other pages, by their titles."""
        for title in self.prose.titles(self.random, count):
            self.add(markup.format(f"<a href='/{self.random.randrange(9999)}'>{title}</a>"))

    def menu(self, open_: str = "<nav><ul>", close: str = "</ul></nav>") -> None:
        """Add the site's menu."""
        words = (f"<li><a href='/{n}/'>{word}</a></li>" for n, word in enumerate(self.prose.menu))
        self.add(open_, *words, close)

    def label(self, name: str, markup: str = "<p>{}</p>") -> None:
        """Add a line of the template."""
        self.add(markup.format(escape(self.prose.label(name), quote=False)))

    def footer(self, open_: str = "<footer>", close: str = "</footer>") -> None:
        """Add what stands at the foot of all pages."""
        self.add(open_)
        for name in ("privacy", "terms"):
            self.label(name, "<a href='#'>{}</a> ")
        self.label("rights", "<p>© 2024 {}</p>")
        self.add(close)

    @property
    def html(self) -> str:
        """The whole page."""
        language = self.prose.language
        direction = " dir=rtl" if language == "ar" else ""
        site = self.prose.menu[1]
        return (
            f'<!DOCTYPE html><html lang="{language}"{direction}><head><meta charset="utf-8">'
            f"<title>{escape(self.title)} | {site}</title></head><body>{''.join(self.parts)}"
            "</body></html>"
        )


def begin(prose: Prose, *about: object) -> Draft:
    """Return an empty page of a language; what it is about decides all that is left to chance."""
    random = Random("/".join(map(str, (prose.language, *about))))
    return Draft(prose, random, prose.title(random))
