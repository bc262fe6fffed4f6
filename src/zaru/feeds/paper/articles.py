"""From the text groups that paper 3 finds to articles with byte spans."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from zaru.dom.keeping import once
from zaru.feeds.article import Article, ArticleList, Span
from zaru.feeds.paper.entries import Entry
from zaru.feeds.paper.text_groups import TextFlow, TextGroup
from zaru.layout.head import Head
from zaru.layout.value import Part, Value
from zaru.page import Page
from zaru.text.dates import ANY_YEAR, Found, find_dates, find_url_year
from zaru.text.urls import resolve

# The paper's words come from a morphological analyser. Here a word is a run of one script, and
# numbers are none. Runs of hiragana are particles and endings, unless a title has nothing else.
_KANJI, _HIRAGANA, _KATAKANA = "々一-鿿", "ぁ-ゖ", "ァ-ヺー"
_WORD = re.compile(
    f"(?P<kanji>[{_KANJI}]+)|(?P<hiragana>[{_HIRAGANA}][{_HIRAGANA}ー]*)"
    f"|[{_KATAKANA}]+|[^\\W\\d_{_KANJI}{_HIRAGANA}{_KATAKANA}]+"
)
_MIN_SHARE = 0.8  # §3.5: of the title's words that the body has
_MAX_CHARS = 2_000  # of a text in which dates are looked for


class PageReader:
    """Reads titles, links, dates and bodies from the text groups of one page."""

    def __init__(self, page: Page, flow: TextFlow, now: datetime | None = None) -> None:
        self.page, self.flow, self.tree = page, flow, page.tree
        self.head = Head(self.tree)
        self.base = self.head.base(page.url)
        self.language = self.head.language.text if self.head.language else None
        self._year = find_url_year(page.url or "")
        self._now = now
        self.kept: dict[object, object] = {}

    @once
    def is_supported(self, title: str, body: str) -> bool:
        """Say whether *title* has a date, or *body* four fifths of its words (§3.5)."""
        dates = find_dates(title[:_MAX_CHARS], now=self._now, year=ANY_YEAR)
        return bool(dates) or _repeats(body, title)

    def make_list(self, entries: Sequence[Entry], *, reasons: tuple[str, ...]) -> ArticleList:
        """Return *entries* as articles."""
        return ArticleList.of(
            self.page,
            (self._article(*entry) for entry in entries),
            title=self.head.title.text if self.head.title else None,
            language=self.language,
            feeds=self.head.feeds(self.page.url),
            reasons=reasons,
        )

    def _article(self, row: int, title: TextGroup, body: TextGroup) -> Article:
        title_part = self._text(title)
        return Article(
            Part(title_part.text.replace("\n", " "), title_part.span),
            self.tree.span(row) or self._span(title) or (0, 0),
            link=self._link(title),
            date=self._date(title) or self._date(body),
            body=self._text(body),
        )

    def _text(self, group: TextGroup) -> Part:
        return Part(self.flow.text(group), self._span(group))

    def _span(self, group: TextGroup) -> Span | None:
        return self.tree.run_span(self._texts(group))

    def _texts(self, group: TextGroup) -> list[int]:
        return self.flow.texts[group.first : group.last + 1]

    def _link(self, group: TextGroup) -> Part | None:
        """Return the first link around a text of *group*; None when there is none."""
        above = (row for text in self._texts(group) for row in self.tree.ancestors(text))
        for row in above:
            written = self.tree.attribute(row, "href") if self.tree.tags[row] == "a" else None
            url = resolve(self.base, written) if written else None
            if url := url or (written if self.base is None else None):
                return Part(url, self.tree.attribute_span(row, "href"))
        return None

    def _date(self, group: TextGroup) -> Part | None:
        """Return the first date in *group*; None when there is none."""
        for row in self._texts(group):
            text = self.tree.text(row)[:_MAX_CHARS]
            for found in self._dates(text):
                written = text[found.start : found.end]
                return Part(found.iso, Value(found.iso, self.tree, row, source=written).span)
        for found in self._dates(self._text(group).text):  # one that markup parts
            return Part(found.iso, self._span(group))
        return None

    def _dates(self, text: str) -> list[Found]:
        return find_dates(text[:_MAX_CHARS], now=self._now, year=self._year, language=self.language)


def _repeats(body: str, title: str) -> bool:
    """Say whether *body* has four fifths of the words of *title*.

    Kanji and hiragana run on from word to word, so theirs are looked for inside runs; other
    words only as a whole: "Art" is no part of "party".
    """
    title, body = (unicodedata.normalize("NFKC", text).casefold() for text in (title, body))
    found = {match[0]: match.lastgroup for match in _WORD.finditer(title)}
    words = {word for word, script in found.items() if script != "hiragana"} or set(found)
    wholes = {match[0] for match in _WORD.finditer(body)}
    met = sum(word in (body if found[word] else wholes) for word in words)
    return bool(words) and met >= _MIN_SHARE * len(words)
