"""Health: does a wrapper still read what it read when it was made?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, lgamma, log, log1p
from statistics import median

from zaru.errors import InputError
from zaru.page import Page
from zaru.wrappers.care.tally import FieldTally, Tally
from zaru.wrappers.record import Record, count, quote
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.shapes import Shapes
from zaru.wrappers.wrapper import Wrapper

# What was never missing may be missing on so many pages of a hundred: error pages are everywhere.
_NEVER_BEFORE = 0.05
_CHANCE = 0.05  # how likely chance alone must be to explain what is found, not to report it
ODD_FIT = 0.45  # a value that fits known shapes less is of a new shape: 品切れ after 900円
_MIN_SHAPES = 3  # values that must be known before others can be of a new shape
_FEWER, _MORE = 0.5, 1.5  # times the fewest and the most that a page had before
_MIN_CONSTANT = 3  # pages that say the same, and that were known
_VARIED = 0.5  # of the known values differ: then they vary
_MAX_COMPARED = 100  # known values that are compared with each other


@dataclass(frozen=True, slots=True)
class FieldHealth:
    """How a field does on the pages that were checked."""

    name: str
    found: int  # pages with a value
    pages: int
    findings: tuple[str, ...]  # in words, without the name

    @property
    def share(self) -> float:
        """The share of pages with a value."""
        return self.found / self.pages if self.pages else 0.0


@dataclass(frozen=True, slots=True)
class Health:
    """What was found out about a wrapper."""

    pages: int
    empty: int  # pages without any record
    fields: tuple[FieldHealth, ...]
    general: tuple[str, ...] = ()  # findings about no field

    @property
    def findings(self) -> list[str]:
        """One line for each thing that is not as it was."""
        own = [f"{field.name}: {words}" for field in self.fields for words in field.findings]
        return [*self.general, *own]

    @property
    def is_healthy(self) -> bool:
        """Say whether all is as it was; without pages nothing is."""
        return self.pages > 0 and not self.findings


@dataclass(slots=True)
class _Watch:
    """What a field shows while pages go by."""

    shapes: Shapes | None  # None: too little is known
    values: int = 0
    odd: list[str] = field(default_factory=list)
    said: set[tuple[str, ...]] = field(default_factory=set)  # what whole pages say; two are enough

    def look(self, texts: Sequence[str]) -> None:
        if not texts:
            return
        if len(self.said) < 2:
            self.said.add(tuple(texts))
        if self.shapes is not None:
            self.values += len(texts)
            self.odd += [text for text in texts if self.shapes.fit_one(text) < ODD_FIT]


def check(wrapper: Wrapper, pages: Iterable[Page]) -> Health:
    """Return how *wrapper* does on *pages*, compared with its samples."""
    return judge_records(wrapper, (_read(wrapper, page) for page in pages))


def _read(wrapper: Wrapper, page: Page) -> list[Record] | None:
    try:
        return wrapper.apply(page)
    except InputError:
        return None


def judge_records(wrapper: Wrapper, pages: Iterable[Sequence[Record] | None]) -> Health:
    """Return how *wrapper* does by the records that it read from pages; None: it could not."""
    before = Tally.from_json(wrapper.made.get("read"))
    watches = {name: _Watch(_known_shapes(wrapper, name)) for name in wrapper.fields}
    now = Tally()
    unreadable = 0
    for records in pages:
        if records is None:
            unreadable += 1
            continue
        now.add(records)
        for name, watch in watches.items():
            watch.look(_texts(records, name))
    fields = tuple(
        _check_field(wrapper, name, before, now, watch) for name, watch in watches.items()
    )
    return Health(now.pages, now.empty, fields, tuple(_check_pages(before, now, unreadable)))


def _texts(records: Sequence[Record], name: str) -> list[str]:
    return [text for record in records for text in record.texts(name)]


def _known(wrapper: Wrapper, name: str) -> list[str]:
    return [value for sample in wrapper.samples.get(name, ()) for value in sample.values]


def _known_shapes(wrapper: Wrapper, name: str) -> Shapes | None:
    values = set(_known(wrapper, name))
    return Shapes(values) if len(values) >= _MIN_SHAPES else None


def _check_pages(before: Tally | None, now: Tally, unreadable: int) -> Iterable[str]:
    """Yield what is wrong with pages as a whole."""
    if unreadable:
        yield f"{count(unreadable, 'page')} could not be read"
    if not now.pages:
        yield "no page was checked"
        return
    if before is None:
        if now.empty == now.pages:
            yield f"no record on any of {count(now.pages, 'page')}"
        return
    if _is_more(now.empty, now.pages, before.empty, before.pages):
        yield (
            f"no record on {now.empty} of {count(now.pages, 'page')};"
            f" before on {_none(before.empty)} of {before.pages}"
        )
    yield from _compare_counts("records", before.records, now.records)


def _check_field(
    wrapper: Wrapper, name: str, before: Tally | None, now: Tally, watch: _Watch
) -> FieldHealth:
    mine = now.fields.get(name, FieldTally())
    if not _has_rule(wrapper, name):
        return FieldHealth(name, 0, now.pages, ("it has no rule",))
    findings: list[str] = []
    if before is not None and name in before.fields:
        findings += _compare_field(before.fields[name], before.pages, mine, now.pages)
    findings += _check_shapes(_known(wrapper, name), watch)
    findings += _check_variety(wrapper, name, mine, watch)
    return FieldHealth(name, mine.pages, now.pages, tuple(findings))


def _has_rule(wrapper: Wrapper, name: str) -> bool:
    return not isinstance(wrapper.rules, RuleWrapper) or any(wrapper.rules.fields[name])


def _compare_field(
    before: FieldTally, pages_before: int, now: FieldTally, pages: int
) -> Iterable[str]:
    """Yield whether a field is missing more often than it was, and whether counts changed."""
    missing, missed = pages - now.pages, pages_before - before.pages
    if before.pages and _is_more(missing, pages, missed, pages_before):
        yield (
            f"missing on {missing} of {count(pages, 'page')};"
            f" before on {_none(missed)} of {pages_before}"
        )
    yield from _compare_counts("values", before.counts, now.counts)


def _compare_counts(noun: str, before: Sequence[int], now: Sequence[int]) -> Iterable[str]:
    """Yield whether pages have far more or fewer of something than any page had before."""
    if not before or not now:
        return
    usual = median(now)
    if usual > _MORE * max(before) or usual < _FEWER * min(before):
        few, many = min(before), max(before)
        was = str(few) if few == many else f"{few} to {many}"
        yield f"{usual:g} {noun} on a page that has any; before {was}"


def _check_shapes(known: Sequence[str], watch: _Watch) -> Iterable[str]:
    """Yield whether values look new, more often than the known ones among themselves."""
    if watch.shapes is None or not watch.odd:
        return
    values = sorted(set(known))[:_MAX_COMPARED]
    strays = sum(
        Shapes(values[:place] + values[place + 1 :]).fit_one(value) < ODD_FIT
        for place, value in enumerate(values)
    )
    if not _is_chance(len(watch.odd), watch.values, strays, len(values)):
        yield (
            f"{len(watch.odd)} of {count(watch.values, 'value')} of a new shape:"
            f" {quote(watch.odd[0])}; before like {quote(known[0])}"
        )


def _check_variety(wrapper: Wrapper, name: str, now: FieldTally, watch: _Watch) -> Iterable[str]:
    """Yield whether all pages say the same now, but did not before."""
    known = [sample.values for sample in wrapper.samples.get(name, ()) if sample.values]
    is_known = len(known) >= _MIN_CONSTANT and len(set(known)) >= max(2, _VARIED * len(known))
    if is_known and now.pages >= _MIN_CONSTANT and len(watch.said) == 1:
        value = next(iter(watch.said))[0]
        yield f"the same on all {now.pages} pages: {quote(value)}; before it varied"


def _is_more(hits: int, total: int, hits_before: int, total_before: int) -> bool:
    """Say whether hits are more frequent than before, and not by chance.

    >>> _is_more(8, 10, 0, 20), _is_more(6, 10, 9, 20), _is_more(10, 10, 9, 20)
    (True, False, True)
    """
    if not hits or not total_before:
        return False
    if not hits_before:
        return hits > _NEVER_BEFORE * total
    return not _is_chance(hits, total, hits_before, total_before)


def _is_chance(hits: int, total: int, hits_before: int, total_before: int) -> bool:
    """Say whether chance can explain that hits are more frequent than before."""
    # One more hit and one more miss than were seen: what few pages tell is not certain.
    rate = (hits_before + 1) / (total_before + 2)
    if hits <= rate * total:
        return True
    fewer = sum(_binomial(count, total, rate) for count in range(hits))
    return 1 - fewer >= _CHANCE


def _binomial(hits: int, total: int, rate: float) -> float:
    """Return how likely so many hits are; by logarithms, for thousands of values, too."""
    ways = lgamma(total + 1) - lgamma(hits + 1) - lgamma(total - hits + 1)
    return exp(ways + hits * log(rate) + (total - hits) * log1p(-rate))


def _none(number: int) -> str:
    return str(number) if number else "none"
