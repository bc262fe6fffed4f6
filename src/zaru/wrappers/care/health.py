"""Health: does a wrapper still read what it read when it was made?

Two samples of pages are compared: those that it was made from, and those that are checked. What is
counted on both (a field is missing, values look new) is reported when it is more frequent now and
Fisher's exact test says that chance does not explain it. Few pages of either kind tell little, so
that no number of pages has to be asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp, lgamma

from zaru.errors import InputError
from zaru.page import Page
from zaru.wrappers.care.recognition import sampled_values
from zaru.wrappers.care.tally import Tally
from zaru.wrappers.record import Record, count, quote
from zaru.wrappers.rules.shapes import Shapes
from zaru.wrappers.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class FieldHealth:
    """How a field does on the pages that were checked."""

    name: str
    found: int  # pages with a value
    pages: int
    findings: tuple[str, ...]  # in words, without the name


@dataclass(frozen=True, slots=True)
class Health:
    """What was found out about a wrapper."""

    pages: int
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


# How many checks of unchanged pages may find something, at most: the usual level of a test. All
# tests of a check share it (Bonferroni), so that many fields do not raise more alarms.
_FALSE_ALARMS = 0.05
_ODD_FIT = 0.45  # a value that fits known shapes less is of a new shape: 品切れ after 900円


@dataclass(frozen=True, slots=True)
class _Test:
    """What pages may show, and how many of them do, now and before."""

    words: str
    hits: int
    pages: int
    hits_before: int
    pages_before: int

    @property
    def chance(self) -> float:
        """How likely so many of all hits are on the pages of now, when nothing has changed.

        >>> round(_Test("missing", 3, 3, 0, 20).chance, 5)  # 1 of the 1771 ways to take 3 of 23
        0.00056
        """
        hits, pages = self.hits + self.hits_before, self.pages + self.pages_before
        ways = _log_ways(pages, hits)
        return sum(
            exp(_log_ways(self.pages, now) + _log_ways(self.pages_before, hits - now) - ways)
            for now in range(self.hits, min(self.pages, hits) + 1)
        )

    def __str__(self) -> str:
        """Return what was found."""
        before = self.hits_before or "none"
        pages = count(self.pages, "page")
        return f"{self.words} on {self.hits} of {pages}; before on {before} of {self.pages_before}"


def _log_ways(pages: int, hits: int) -> float:
    """Return the logarithm of the number of ways to take so many of the pages."""
    return lgamma(pages + 1) - lgamma(hits + 1) - lgamma(pages - hits + 1)


class _Watch:
    """What a field shows while pages go by, beside what it said on known pages."""

    def __init__(self, known: Sequence[Sequence[str]]) -> None:
        self.known = known
        self.shapes = Shapes(chain.from_iterable(known))
        self.odd = 0  # pages with a value of a new shape
        self.example = ""  # of such a value
        self.said: set[tuple[str, ...]] = set()  # what whole pages say; two are enough

    def look(self, texts: Sequence[str]) -> None:
        """Take in what one more page says."""
        if texts and len(self.said) < 2:
            self.said.add(tuple(texts))
        odd = _find_odd(texts, self.shapes)
        self.odd += odd is not None
        self.example = self.example or odd or ""

    def tests(self, pages: int) -> Iterator[_Test]:
        """Yield whether the values of so many pages look new, and whether all say the same."""
        strays = 0  # known pages that look new beside the others
        for place, texts in enumerate(self.known):
            others = chain.from_iterable([*self.known[:place], *self.known[place + 1 :]])
            strays += _find_odd(texts, Shapes(others)) is not None
        usual = next(chain.from_iterable(self.known), "")
        words = f"of a new shape, {quote(self.example)} and not like {quote(usual)},"
        yield _Test(words, self.odd, pages, strays, len(self.known))
        same = next(iter(self.said)) if len(self.said) == 1 else ()
        before = sum(tuple(texts) == same for texts in self.known)
        words = f"the same, {quote(', '.join(same))},"
        yield _Test(words, pages if same else 0, pages, before, len(self.known))


def _find_odd(texts: Iterable[str], shapes: Shapes) -> str | None:
    """Return the first text of a new shape, None when there is none."""
    return next((text for text in texts if shapes.fit_one(text) < _ODD_FIT), None)


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
    samples = sampled_values(wrapper).values()
    watches = {
        name: _Watch([fields[name] for fields in samples if fields.get(name)])
        for name, places in wrapper.rules.fields.items()
        if not isinstance(places, tuple) or any(places)  # it has a rule
    }
    now = Tally()
    unreadable = 0
    for records in pages:
        if records is None:
            unreadable += 1
            continue
        now.add(records)
        for name, watch in watches.items():
            watch.look([text for record in records for text in record.texts(name)])
    return _judge(wrapper, watches, now, unreadable)


def _judge(wrapper: Wrapper, watches: Mapping[str, _Watch], now: Tally, unreadable: int) -> Health:
    """Return what is more frequent than before, by tests that share what they may get wrong."""
    before = Tally.from_json(wrapper.made.get("read")) or Tally()
    tests = {name: list(_test_field(name, before, now, watches[name])) for name in watches}
    general = list(_test_pages(before, now))
    highest = _FALSE_ALARMS / (len(general) + sum(map(len, tests.values())))
    fields = []
    for name in wrapper.fields:
        found = [str(test) for test in tests.get(name, ()) if test.chance < highest]
        if name not in tests and any(sample.values for sample in wrapper.samples.get(name, ())):
            found = ["it has no rule"]  # any more: `repair` was not sure of it
        fields.append(FieldHealth(name, len(now.fields.get(name, ())), now.pages, tuple(found)))
    findings = [f"{count(unreadable, 'page')} could not be read"] if unreadable else []
    if not now.pages:
        findings.append("no page was checked")
    elif now.empty == now.pages:
        findings.append(f"no record on any of {count(now.pages, 'page')}")
    else:
        findings += [str(test) for test in general if test.chance < highest]
    return Health(now.pages, tuple(fields), tuple(findings))


def _test_pages(before: Tally, now: Tally) -> Iterator[_Test]:
    """Yield what may be wrong with pages as a whole."""
    yield _Test("no record", now.empty, now.pages, before.empty, before.pages)
    yield from _test_counts("record", before.records, now.records)


def _test_field(name: str, before: Tally, now: Tally, watch: _Watch) -> Iterator[_Test]:
    """Yield what may be wrong with a field."""
    mine, known = now.fields.get(name, []), before.fields.get(name, [])
    missing, missing_before = now.pages - len(mine), before.pages - len(known)
    yield _Test("missing", missing, now.pages, missing_before, before.pages)
    yield from _test_counts("value", known, mine)
    yield from watch.tests(len(mine))


def _test_counts(noun: str, before: Sequence[int], now: Sequence[int]) -> Iterator[_Test]:
    """Yield whether pages that have any have more of something than a page had, or fewer."""
    if before and now:
        most, fewest = max(before), min(before)
        more, fewer = sum(number > most for number in now), sum(number < fewest for number in now)
        yield _Test(f"more than {count(most, noun)}", more, len(now), 0, len(before))
        yield _Test(f"fewer than {count(fewest, noun)}", fewer, len(now), 0, len(before))
