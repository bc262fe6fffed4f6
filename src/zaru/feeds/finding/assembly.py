"""Assembly: the parts of each article of a list, with their byte spans."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from html import escape

from zaru.feeds.article import Article, Part
from zaru.feeds.finding.date_marks import Calendar, DateMark
from zaru.feeds.finding.dating import assign_dates
from zaru.feeds.finding.links import Addresses, find_links
from zaru.feeds.finding.lists import Region
from zaru.feeds.finding.outline import Outline
from zaru.feeds.finding.passages import BULLETS, Passage
from zaru.layout.class_words import read_words
from zaru.layout.lines import Line, lines_between
from zaru.layout.value import Value

MIN_MARKED_TITLES = 0.8  # of the titles that must begin with one mark, for it to be cut off
MIN_DATED_TITLES = 0.5  # of the titles that must begin or end with a date, for it to be cut off
_AROUND = " \t　:：-–—―|｜/・,、.()（）[]［］【】<>＜＞「"  # what parts a date from a title
_GAP = r"(?:\s|<[^>]{0,300}>)+"  # between two words of a title in the page's source
_SENTENCE = re.compile(r"[^。！？!?\n]{1,80}[。！？!?]?")
_AUTHOR_WORDS = frozenset({"author", "byline", "writer", "poster"})
_AUTHOR = re.compile(
    r"(?:posted by|written by|by|投稿者?名?|執筆者?名?|著者名?|文責|作者|von|par)\s?[:：]?\s*"
    r"([^\s|/｜@(（\[0-9][^|/｜@(（\[\n]{0,30}?)(?:\s+(?:at|on|am|um|le|日時|[0-9|]).*|\s*[|｜/(（\[].*|\s[0-9].*)?\Z",
    re.IGNORECASE,
)
_MAX_AUTHOR_LINE = 80
_MAX_DATE_REST = 12  # characters beside the date in a line that is only the date
MIN_IMAGE = 48  # pixels of an image's side, where it is written; smaller ones are icons
_NO_IMAGE = re.compile(r"spacer|blank|icon|emoji|pixel|1x1|button|btn|arrow|\.svg", re.IGNORECASE)


class Assembler:
    """Reads the articles of one page's list."""

    def __init__(self, outline: Outline, addresses: Addresses, calendar: Calendar) -> None:
        self.outline = outline
        self.addresses = addresses
        self.calendar = calendar
        self._line_starts = [line.start for line in outline.lines]

    def assemble(self, regions: Sequence[Region], marks: Sequence[DateMark]) -> tuple[Article, ...]:
        """Return the articles of the regions of a list."""
        links = [self._link(row) for row in find_links(self.outline, regions, self.addresses)]
        dating = assign_dates(
            self.outline, regions, marks, [link.text if link else None for link in links]
        )
        titles = self._titles([region.title for region in regions])
        following = [date.row if date else -1 for date in dating.values[1:]]
        bodies = [
            self._body(region, date, row if region.title.end <= row < region.end else region.end)
            for region, date, row in zip(regions, dating.values, [*following, -1], strict=True)
        ]
        titles = self._with_first_sentences(titles, bodies)
        articles = []
        columns = list(zip(regions, titles, links, dating.values, bodies, strict=True))
        for region, title, link, date, body in columns[dating.strays :]:
            span = self.outline.span(region.start, region.end)
            articles.append(
                Article(
                    title=title,
                    span=span or title.span or (0, 0),
                    link=link,
                    date=None if date is None else Part(date.text, date.span),
                    body=body,
                    image=self._image(region),
                    author=self._author(region),
                )
            )
        return tuple(articles)

    def _titles(self, titles: list[Passage]) -> list[Part]:
        """Return the titles, without the mark that nearly all of them begin with, and without
        the dates that most of them begin or end with.
        """
        whole = self._without_marks([self._title(title) for title in titles])
        cut = [self._without_date(part) for part in whole]
        count = sum(part is not None for part in cut)
        if count < MIN_DATED_TITLES * len(titles):
            return whole
        return [part if other is None else other for part, other in zip(whole, cut, strict=True)]

    def _without_marks(self, titles: list[Part]) -> list[Part]:
        """Return the titles without the mark (■) that nearly all of them begin with."""
        mark, count = Counter(part.text[:1] for part in titles).most_common(1)[0]
        if mark not in BULLETS or count < MIN_MARKED_TITLES * len(titles):
            return titles
        rests = [part.text.removeprefix(mark).lstrip() for part in titles]
        return [
            Part(rest, self._narrow(part.span, rest)) if rest and part.span else part
            for part, rest in zip(titles, rests, strict=True)
        ]

    def _with_first_sentences(
        self, titles: list[Part], bodies: Sequence[Part | None]
    ) -> list[Part]:
        """Return the titles; where they are only dates, the first sentences of the bodies."""
        is_date = [self.calendar.is_date(title.text) for title in titles]
        if sum(is_date) < MIN_DATED_TITLES * len(titles):
            return titles
        result: list[Part] = []
        for title, body, is_bare in zip(titles, bodies, is_date, strict=True):
            match = _SENTENCE.match(body.text) if body and is_bare else None
            if match and body and body.span:
                result.append(Part(match[0], self._narrow(body.span, match[0])))
            else:
                result.append(title)
        return result

    def _title(self, title: Passage) -> Part:
        outline = self.outline
        text = outline.text(title.start, title.end)
        span = outline.span(title.start, title.end)
        if span is None:  # an image
            rows = (row for row in range(title.start, title.end) if outline.tree.tags[row] == "img")
            span = outline.tree.attribute_span(next(rows, title.start), "alt")
        return Part(text, span)

    def _without_date(self, title: Part) -> Part | None:
        """Return the title without a date at its beginning or end; None when it has none."""
        dates, _ = self.calendar.find(title.text, None)
        if not dates or title.span is None or self.calendar.is_date(title.text):
            return None
        first, last = dates[0], dates[-1]
        if not title.text[: first.start].strip(_AROUND):
            rest = title.text[first.end :].lstrip(_AROUND)
        elif not title.text[last.end :].strip(_AROUND):
            rest = title.text[: last.start].rstrip(_AROUND)
        else:
            return None
        if len(rest) < 2:
            return None
        return Part(rest, self._narrow(title.span, rest))

    def _narrow(self, span: tuple[int, int], text: str) -> tuple[int, int]:
        """Return the part of a span that is *text*, the span itself when it is in pieces."""
        words = (re.escape(escape(word, quote=False)) for word in text.split())
        written = self.outline.tree.read(span)
        match = re.search(_GAP.join(words).replace("&amp;", "&(?:amp;)?"), written)
        return self.outline.tree.part(span, written, *match.span()) if match else span

    def _link(self, row: int | None) -> Part | None:
        url = None if row is None else self.addresses.resolve(row)
        if row is None or not url:
            return None
        return Part(url, self.outline.tree.attribute_span(row, "href"))

    def _lines(self, start: int, end: int) -> list[Line]:
        """Return the lines that begin in the rows from *start* to before *end*."""
        return lines_between(self.outline.lines, start, end)

    def _body(self, region: Region, date: Value | None, end: int) -> Part | None:
        """Return what is shown from the title to before *end*, without a line that is the date.

        Where that is nothing, the line of the title, if it says more than title and date.
        """
        outline = self.outline
        title = region.title
        start = title.end
        first = bisect_left(self._line_starts, start)
        rest = outline.lines[first - 1] if first else None
        lines = self._lines(start, end)
        texts = [line.text if line.end <= end else outline.text(line.start, end) for line in lines]
        if rest is not None and rest.start < start < rest.end:
            texts.insert(0, outline.text(start, min(rest.end, end)))
        while lines and len(texts) == len(lines) and self._is_date(lines[0], date):
            del lines[0], texts[0]
            start = lines[0].start if lines else end
        text = "\n".join(texts).strip()
        if any(sign.isalnum() for sign in text):
            return Part(text, outline.span(start, end))
        before = outline.sizes.size(region.start, title.start) - self._date_size(region, date)
        if before > 0 and outline.sizes.link_size(region.start, title.start):
            whole = "\n".join(line.text for line in self._lines(region.start, region.end))
            return Part(whole, outline.span(region.start, region.end))
        return None

    def _is_date(self, line: Line, date: Value | None) -> bool:
        """Say whether a line holds the article's date and little else."""
        if date is None or not line.start <= date.row < line.end:
            return False
        return len(line.text) - len(date.source or "") <= _MAX_DATE_REST

    def _date_size(self, region: Region, date: Value | None) -> int:
        if date is None or not region.start <= date.row < region.title.start:
            return 0
        return len("".join((date.source or "").split()))

    def _image(self, region: Region) -> Part | None:
        """Return the first image of an article that is no icon."""
        tree = self.outline.tree
        for row in range(region.start, region.end):
            if tree.tags[row] != "img":
                continue
            facts = tree.attributes(row)
            sides = [facts.get("width", ""), facts.get("height", "")]
            if any(side.isdigit() and int(side) < MIN_IMAGE for side in sides):
                continue
            for name in ("src", "data-src"):
                source = facts.get(name, "")
                url = self.addresses.complete(source) if source else None
                if url and not _NO_IMAGE.search(url):
                    return Part(url, tree.attribute_span(row, name))
        return None

    def _author(self, region: Region) -> Part | None:
        """Return who wrote an article: an element that says so, else a line `by …`."""
        outline = self.outline
        for row in range(region.start, region.end):
            if not outline.sizes.has_text(row) and _names_author(outline, row):
                text = outline.text(row, outline.ends[row])
                match = _AUTHOR.match(text)
                name = match[1].strip(_AROUND) if match else text
                if name and len(name) <= _MAX_AUTHOR_LINE:
                    span = outline.span(row, outline.ends[row])
                    return Part(name, self._narrow(span, name) if span else None)
        for line in self._lines(region.start, region.end):
            match = _AUTHOR.match(line.text) if len(line.text) <= _MAX_AUTHOR_LINE else None
            if match:
                name = match[1].strip(_AROUND)
                span = outline.span(line.start, line.end)
                return Part(name, self._narrow(span, name) if span else None)
        return None


def _names_author(outline: Outline, row: int) -> bool:
    tree = outline.tree
    if tree.tags[row] == "#text" or not outline.sizes.size(row, outline.ends[row]):
        return False
    for name, value in tree.pairs(row):
        if not value:
            continue
        if name == "rel" and value == "author":
            return True
        if name in ("class", "itemprop") and not _AUTHOR_WORDS.isdisjoint(read_words(value)):
            return True
    return False
