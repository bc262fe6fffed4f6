"""Ranking: how likely a list is the main list of its page.

A list is worth the text of its articles, times factors for what tells articles from menus, from
sections of one article and from words in prose. The factors were set by hand on the 135 labelled
list pages of the bench (November 2026), none fitted finely; what each of them does elsewhere is
in docs/measurements.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import NamedTuple

from zaru.feeds.finding.dating import Dates
from zaru.feeds.finding.links import Addresses
from zaru.layout.date_marks import MAX_REST
from zaru.layout.passages import Passage
from zaru.layout.records import Record, Records
from zaru.layout.sizes import find_median

# Texts that stand in many articles and are the title of none, without digits and signs.
_NO_TITLE = re.compile(
    r"(続き|つづき|全文)(を|は)?(読む|よむ|こちら)?|詳細|詳しく.*|more|readmore|continuereading|new|"
    r"permalink|permanentlink|固定リンク|パーマリンク|comments?|trackbacks?|コメント|トラックバック|返信|"
    r"引用|編集|edit|reply|top|(この)?ページの?(top|トップ|先頭).*|戻る|次へ|前へ|postedby|tags?|カテゴリー?|"
    r"この記事.*|weiterlesen|mehr|阅读全文|閱讀全文|자세히|더보기"
)
# What the line above a box beside the main list says.
_BOX = re.compile(
    r"\W{0,3}(recent|latest comments|related|popular|ranking|categor|tags|links|blogroll|最近の|"
    r"最新のコメント|最新コメント|最新トラック|関連|人気|ランキング|おすすめ|カテゴリ|リンク|お気に入り|"
    r"プロフィール|相关|热门|相關|熱門|neueste|beliebt)",
    re.IGNORECASE,
)
_SECTION = re.compile(r"\A(\d+(\.\d+)+\.?\s|[A-Z]\.\d|第\s?[0-9一二三四五六七八九十]+[章節条])|¶\Z")
# A question is a sentence: not 症状は？
_QUESTION = re.compile(r"(?<!は)[?？]\s*\Z|か[。．]?\Z|\A\W{0,2}([QＱ]|問)")
_SENTENCE = re.compile(r"[。．.…!?！？][」』）)\"”]?\Z")
_NOISE = re.compile(r"[\W\d_]+")
# Characters of a body that count; of those of one list at most four times the usual, so that one
# article with its comments or a whole page behind the last title does not decide.
MAX_BODY, MIN_BODY, USUAL = 800, 60, 4
MAX_TITLE = 40  # characters of a title that count; a link makes them count more
LINK_WEIGHT = 3
MAX_BEFORE = 15  # characters before a title in its line: a mark, a category, not prose
EMPTY_BODY = 10  # characters: the number of comments, "more"
ONLY_DATES = 0.5  # the factor of a list whose titles are dates
_FEW = {2: 0.6, 3: 0.8}  # two alike are often chance


@dataclass(frozen=True, eq=False)
class Ranked:
    """A list and how likely it is the main one; what few are asked for is found when asked."""

    records: Records
    score: float
    factors: dict[str, float]
    usual: float  # characters of the body of the median article
    shown: float  # the share of articles that show a date apart from their text
    own: float  # the share of titles with a link of their own
    titles: tuple[str, ...]
    ranker: Ranker = field(repr=False)

    @cached_property
    def dated(self) -> float:
        """The share of articles with a date, be it one above the titles that they share."""
        if self.shown == 1:
            return 1.0
        values = self.ranker.dates.assign(self.records, [None] * len(self.records))
        return max(self.shown, sum(value is not None for value in values) / len(values))

    @cached_property
    def linked(self) -> float:
        """The share of articles with a link of their own, be it a permalink in another line."""
        if self.own == 1:
            return 1.0
        addresses = self.ranker.addresses
        rows = filter(None, addresses.find_permalinks(self.records))
        away = {addresses.resolve(row) for row in rows if addresses.leads_away(row)}
        return max(self.own, len(away - {None}) / len(self.records))

    @property
    def evidence(self) -> float:
        """From 0 to 2: what shows that these are articles, and not the sections of one."""
        return self.linked + self.dated

    @property
    def numbered(self) -> float:
        """The share of titles with a number or a mark that sections have."""
        return self._share(_SECTION)

    @property
    def asked(self) -> float:
        """The share of titles that are questions."""
        return self._share(_QUESTION)

    @property
    def said(self) -> float:
        """The share of titles that are sentences, whole or cut."""
        return self._share(_SENTENCE)

    def _share(self, pattern: re.Pattern[str]) -> float:
        return sum(map(bool, map(pattern.search, self.titles))) / len(self.titles)

    @property
    def has_days(self) -> bool:
        """Whether all titles are dates."""
        return self.factors["only dates"] == ONLY_DATES

    @property
    def is_bare_links(self) -> bool:
        """Whether these are links without text or date, such as a menu or a cloud of tags."""
        return self.usual < EMPTY_BODY and not self.dated


class _Title(NamedTuple):
    """What is to know of one title, in whatever list it is."""

    text: str
    key: str  # the text without digits and signs, if it is no date
    size: int
    worth: int  # its characters as far as they count
    free: int  # of its characters, those in no link
    link: str | None
    is_none: bool  # it is the title of no article
    is_plain: bool  # neither a heading nor a link nor set out
    is_in_prose: bool
    is_date: bool  # and nothing else
    is_mixed: bool


_FLAGS = _Title._fields.index("is_none")  # the first of those that are counted


def says_nothing(text: str) -> bool:
    """Say whether *text* stands in many articles and is the title of none: Read more.

    >>> says_nothing("» Read more …"), says_nothing("Reading")
    (True, False)
    """
    return _is_empty(_NOISE.sub("", text).lower())


def _is_empty(key: str) -> bool:
    return not key or _NO_TITLE.fullmatch(key) is not None


class Ranker:
    """Scores the lists of one page."""

    def __init__(self, dates: Dates, addresses: Addresses) -> None:
        self.outline = outline = addresses.outline
        self.addresses = addresses
        self.dates = dates
        shown = {mark.row for mark in dates.marks if mark.rest <= MAX_REST}
        rows = range(len(outline.tree))
        self._dated = list(accumulate(map(shown.__contains__, rows), initial=0))  # before each row
        self._titles: dict[tuple[int, int], _Title] = {}  # by their rows: they are in many lists
        # The characters of the page that are in no link.
        self._free = max(1, outline.sizes.free_size(0, len(outline.tree)))

    def rank(self, records: Records) -> Ranked:
        """Return the list with its score and the factors of this."""
        free, side, count = self.outline.sizes.free_chars, self.outline.side, len(records)
        titles = [self._find_title(record.title) for record in records]
        bodies = [
            body if (body := free[record.end] - free[record.start] - title.free) > 0 else 0
            for record, title in zip(records, titles, strict=True)
        ]
        usual = find_median(bodies)
        most, whole = min(MAX_BODY, max(MIN_BODY, USUAL * usual)), USUAL * usual + 5 * MIN_BODY
        value = covered = late = 0.0
        bare = 0
        for record, title, body in zip(records, titles, bodies, strict=True):
            value += min(body, most) + title.worth
            covered += min(body, whole) + title.size
            bare += body < EMPTY_BODY and not title.link
            if record.start < record.title.start:
                text_before = self._text_before(record)
                late += text_before / (text_before + body + title.size)
        linked = len({title.link for title in titles if title.link}) / count
        before = self._dated  # each row
        dated = sum([before[record.end] > before[record.start] for record in records]) / count
        aside = sum([side[record.title.start] for record in records])
        named = sum([record.title.is_named for record in records])
        above = self.outline.line_before(records[0].start)
        none, plain, prose, days, mixed = map(sum, list(zip(*titles, strict=True))[_FLAGS:])
        factors = {
            "distinct": self._distinct(titles, linked) ** 2,
            "no title": (1 - none / count) ** 2,
            "links": 1 + 0.5 * linked,
            "uneven links": 1 - 1.6 * min(linked, 1 - linked),
            "dates": 1 + dated,
            "headings": 1.5 if all(record.title.is_heading for record in records) else 1.0,
            "named": 1 + 0.3 * named / count,
            "plain": 1 - 0.6 * plain / count,
            "late": (1 - late / count) ** 2,
            "prose": 1 - 0.9 * prose / count,
            "side": 0.1 ** (aside / count),
            "box": 0.4 if above and _BOX.match(above.text) else 1.0,
            "bare": 1 - 0.8 * bare / count,
            "only dates": ONLY_DATES ** (days / count),
            "mixed": 1 - 0.5 * mixed / count,
            "few": _FEW.get(count, 1.0),
            "share": min(1.0, covered / self._free) ** 0.5,
        }
        score = value * prod(factors.values())
        texts = tuple([title.text for title in titles])
        return Ranked(records, score, factors, usual, dated, linked, texts, self)

    def _find_title(self, title: Passage) -> _Title:
        key = title.start, title.end
        if key not in self._titles:
            self._titles[key] = self._read(title)
        return self._titles[key]

    def _read(self, title: Passage) -> _Title:
        start, end, row = title.start, title.end, title.link
        tree, dated = self.outline.tree, self._dated
        text = self.outline.text(start, end)
        # Sections of an article, too, have headings that lead to themselves.
        is_away = row is not None and self.addresses.leads_away(row)
        link = tree.attribute(row or 0, "href") if is_away else None
        has_date = dated[end] > dated[start]
        is_date = has_date and self.dates.calendar.is_date(text)
        size, words = len(text) - text.count(" "), _NOISE.sub("", text).lower()
        return _Title(
            text,
            text if is_date else words,
            size,
            min(size, MAX_TITLE) * (LINK_WEIGHT if link else 1),
            max(0, size - self.outline.sizes.link_size(start, end)),
            link,
            (_is_empty(words) or text.startswith("http")) and not is_date,
            not (title.is_heading or title.is_strong or link is not None),
            self._is_in_prose(title),
            is_date,
            tree.tags[start:end].count("a") > 1 or (has_date and not is_date),  # mixed
        )

    @staticmethod
    def _distinct(titles: list[_Title], linked: float) -> float:
        """Return the share of titles that no other repeats; numbers count half without links."""
        texts = len({title.text for title in titles}) / len(titles)
        keys = len({title.key for title in titles}) / len(titles)
        return texts if linked > 0.9 else (texts + keys) / 2

    def _text_before(self, record: Record) -> int:
        """Return the characters before the title that are no other link and no date."""
        sizes, start, end = self.outline.sizes, record.start, record.title.start
        size = sizes.free_size(start, end)
        if record.title.link is not None and record.title.link < end:  # all of it is one link
            size += sizes.link_size(record.title.link, end)
        if not size:  # as before most
            return 0
        dates = self.dates.between(start, end) if self._dated[start] < self._dated[end] else ()
        return max(0, size - sum(date.size for date in dates if date.rest <= MAX_REST))

    def _is_in_prose(self, title: Passage) -> bool:
        """Say whether other text stands before the title in its line."""
        line = self.outline.line_before(title.start + 1)
        if line is None or line.end <= title.start:
            return False
        before = self.outline.sizes.size(line.start, title.start)
        return before > MAX_BEFORE and self._dated[title.start] == self._dated[line.start]
