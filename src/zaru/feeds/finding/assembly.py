"""Assembly: the parts of each article of a list, with their byte spans."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import dropwhile

from zaru.feeds.article import Article
from zaru.feeds.finding.dating import Dates
from zaru.feeds.finding.links import Addresses
from zaru.feeds.finding.ranking import says_nothing
from zaru.layout.authors import find_author
from zaru.layout.bylines import LABEL
from zaru.layout.lines import Line, rows_between
from zaru.layout.passages import BULLETS, Passage
from zaru.layout.records import Record
from zaru.layout.value import Part, Value, narrow

MIN_MARKED_TITLES = 0.8  # of the titles that must begin with one mark, for it to be cut off
MIN_DATED_TITLES = 0.5  # of the titles that must begin or end with a date, for it to be cut off
# What parts a date from the title behind it, and from that before it: brackets of the title stay.
_BEHIND_DATE = " \t　:：-–—―|｜/・,、.)）]］】>＞"
_BEFORE_DATE = " \t　:：-–—―|｜/・,、.(（[［【<＜"
_AROUND = _BEHIND_DATE + _BEFORE_DATE
_SENTENCE = re.compile(r"[^。！？!?\n]{1,80}[。！？!?]?")
_BREADCRUMB = re.compile(r"\s[>＞»›≫]\s|[＞≫]")
_BETWEEN_LINKS = re.compile(r"[|｜│/]")
MIN_NAMED = 0.5  # of the articles: where fewer name an author, it is one of their text
_MAX_BYLINE = 80  # characters of a line that may be a byline; longer ones are prose
_MAX_DATE_REST = 12  # characters beside the date in a line that is only the date
MIN_IMAGE = 48  # pixels of an image's side, where it is written; smaller ones are icons
_NO_IMAGE = re.compile(r"spacer|blank|icon|emoji|pixel|1x1|button|btn|arrow|\.svg", re.IGNORECASE)


class Assembler:
    """Reads the articles of one page's list."""

    def __init__(self, addresses: Addresses, dates: Dates) -> None:
        self.outline = addresses.outline
        self.addresses = addresses
        self.dates = dates

    def assemble(self, records: Sequence[Record]) -> tuple[Article, ...]:
        """Return the articles of the records of a list, from the first that is one."""
        articles = self.assemble_all(records)
        return articles[self._find_first(records, articles) :]

    def assemble_all(self, records: Sequence[Record]) -> tuple[Article, ...]:
        """Return an article for each record of a list."""
        links = [self._link(row) for row in self.addresses.find_links(records)]
        dates = self.dates.assign(records, [link.text if link else None for link in links])
        titles = self._titles([record.title for record in records])
        following = [date.row if date else -1 for date in dates[1:]]
        pieces = [
            self._lines(record, date, row if record.title.end <= row < record.end else record.end)
            for record, date, row in zip(records, dates, [*following, -1], strict=True)
        ]
        bodies = [self._body(lines) for lines in _without_common(pieces)]
        titles = self._with_first_sentences(titles, bodies)
        authors = self._authors(records)
        columns = zip(records, titles, links, dates, bodies, authors, strict=True)
        return tuple(
            Article(
                title=title,
                span=self.outline.span(record.start, record.end) or title.span or (0, 0),
                link=link,
                date=date.part if date else None,
                body=body,
                image=self._image(record),
                author=author.part if author else None,
            )
            for record, title, link, date, body, author in columns
        )

    def _find_first(self, records: Sequence[Record], articles: Sequence[Article]) -> int:
        """Return the place of the first article: before the dates, a breadcrumb looks like one."""
        first = next((number for number, article in enumerate(articles) if article.date), 0)
        lines = (self.outline.line_before(record.title.end) for record in records[:first])
        return first if all(line and _BREADCRUMB.search(line.text) for line in lines) else 0

    def _titles(self, titles: list[Passage]) -> list[Part]:
        """Return the titles, without the mark that nearly all of them begin with, and without
        the dates that most of them begin or end with.
        """
        part = self.outline.part
        whole = self._without_marks([part(title.start, title.end) for title in titles])
        cut = [self._without_date(part) for part in whole]
        count = sum(part is not None for part in cut)
        rests = [part if other is None else other for part, other in zip(whole, cut, strict=True)]
        is_distinct = len({part.text for part in rests}) == len({part.text for part in whole})
        return rests if is_distinct and count >= MIN_DATED_TITLES * len(titles) else whole

    def _without_marks(self, titles: list[Part]) -> list[Part]:
        """Return the titles without the mark (■) that nearly all of them begin with."""
        mark, count = Counter(part.text[:1] for part in titles).most_common(1)[0]
        if mark not in BULLETS or count < MIN_MARKED_TITLES * len(titles):
            return titles
        pairs = ((part, part.text.removeprefix(mark).lstrip()) for part in titles)
        return [self._cut(part, rest) if rest else part for part, rest in pairs]

    def _with_first_sentences(
        self, titles: list[Part], bodies: Sequence[Part | None]
    ) -> list[Part]:
        """Return the titles; where they are only dates, the first sentences of the bodies."""
        is_date = [self.dates.calendar.is_date(title.text) for title in titles]
        if sum(is_date) < MIN_DATED_TITLES * len(titles):
            return titles
        return [
            self._cut(body, match[0])
            if body and is_bare and (match := _SENTENCE.match(body.text))
            else title
            for title, body, is_bare in zip(titles, bodies, is_date, strict=True)
        ]

    def _cut(self, part: Part, text: str) -> Part:
        """Return the part of a part that is *text*."""
        return Part(text, part.span and narrow(self.outline.tree, part.span, text))

    def _without_date(self, title: Part) -> Part | None:
        """Return the title without a date at its beginning or end; None when it has none."""
        dates, _ = self.dates.calendar.find(title.text, None)
        if not dates or self.dates.calendar.is_date(title.text):
            return None
        first, last = dates[0], dates[-1]
        if not title.text[: first.start].strip(_AROUND):
            rest = title.text[first.end :].lstrip(_BEHIND_DATE)
        elif not title.text[last.end :].strip(_AROUND):
            rest = title.text[: last.start].rstrip(_BEFORE_DATE)
        else:
            return None
        return self._cut(title, rest) if len(rest) > 1 else None

    def _link(self, row: int | None) -> Part | None:
        if row is None or not (url := self.addresses.resolve(row)):
            return None
        return Part(url, self.outline.tree.attribute_span(row, "href"))

    def _body(self, lines: Sequence[Line]) -> Part | None:
        """Return what lines show; None without a word."""
        text = "\n".join(line.text for line in lines)
        if not any(sign.isalnum() for sign in text):
            return None
        return Part(text, self.outline.span(lines[0].start, lines[-1].end))

    def _lines(self, record: Record, date: Value | None, end: int) -> list[Line]:
        """Return the lines from the title to before *end*.

        Where they are nothing, all of the article, if it says more than title and date.
        """
        outline, title = self.outline, record.title
        lines = self._strip(self._pieces(title.end, end))
        if any(sign.isalnum() for line in lines for sign in line.text):
            return lines
        before = outline.sizes.size(record.start, title.start) - self._date_size(record, date)
        if before > 0 and outline.sizes.link_size(record.start, title.start):
            return self._strip(outline.lines_between(record.start, record.end))
        return []

    def _strip(self, lines: list[Line]) -> list[Line]:
        """Return lines without dates, bylines and links to the rest at both ends."""
        for _ in range(2):  # from the beginning, then from the end
            lines = list(dropwhile(self._is_furniture, lines))[::-1]
        return lines

    def _pieces(self, start: int, end: int) -> list[Line]:
        """Return the lines from *start* to before *end*, the first and the last cut to these."""
        lines = self.outline.lines
        first = bisect_right(lines, start, key=lambda line: line.end)
        pieces: list[Line] = []
        for line in lines[first : bisect_left(lines, (end,))]:
            cut = max(line.start, start), min(line.end, end)
            is_whole = cut == (line.start, line.end)
            text = line.text if is_whole else self.outline.text(*cut)
            if text:
                pieces.append(Line(*cut, line.block, text, text))
        return pieces

    def _is_furniture(self, line: Line) -> bool:
        """Say whether a line is a date and little else, a byline, or links to the rest."""
        if dates := self.dates.between(line.start, line.end):
            return len(line.text) - dates[0].size <= _MAX_DATE_REST
        is_byline = len(line.text) <= _MAX_BYLINE and LABEL.match(line.text) is not None
        return is_byline or all(map(says_nothing, _BETWEEN_LINKS.split(line.text)))

    def _date_size(self, record: Record, date: Value | None) -> int:
        if date is None or not record.start <= date.row < record.title.start:
            return 0
        return len("".join((date.source or "").split()))

    def _authors(self, records: Sequence[Record]) -> list[Value | None]:
        """Return who wrote each article; None for all when most articles do not say it."""
        tree = self.outline.tree
        found: list[Value | None] = []
        left = (1 - MIN_NAMED) * len(records)  # articles that need not have an author
        for record in records:
            found.append(find_author(tree, record.start, record.end))
            left -= found[-1] is None
            if left < 0:
                return [None] * len(records)
        return found

    def _image(self, record: Record) -> Part | None:
        """Return the first image of an article that is no icon."""
        tree = self.outline.tree
        for row in rows_between(tree.rows_of("img"), record.start, record.end):
            facts = tree.attributes(row)
            sides = [facts.get("width", ""), facts.get("height", "")]
            if any(side.isdigit() and int(side) < MIN_IMAGE for side in sides):
                continue
            for name in filter(facts.get, ("src", "data-src")):
                url = self.addresses.complete(facts[name])
                if url and not _NO_IMAGE.search(url):
                    return Part(url, tree.attribute_span(row, name))
        return None


def _without_common(articles: Sequence[list[Line]]) -> Sequence[list[Line]]:
    """Return the lines of articles that differ without those that all begin with."""
    if len({tuple(line.text for line in lines) for lines in articles}) > 1:
        while all(articles) and len({lines[0].text for lines in articles}) == 1:
            articles = [lines[1:] for lines in articles]
    return articles
