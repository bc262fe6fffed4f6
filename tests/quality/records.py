"""Records: wrappers learnt from one and three labelled pages, and fields found without labels."""

from __future__ import annotations

from collections import Counter

from tests.quality.figures import mean
from tests.quality.record_sites import SITES, Values, make_page

from zaru import InputError, Page, Wrapper, discover, learn
from zaru.errors import UsageError
from zaru.wrappers.record import collapse

LABELLED = (1, 3)
FIRST_TEST_PAGE, TEST_PAGES = 10, 15
Reading = list[dict[str, set[str]]]  # of each page the values by field


def measure_records() -> dict[str, float]:
    """Return the mean F1 of exact values over the fields of each site, by labelled pages."""
    scores = {}
    for count in LABELLED:
        for site in SITES:
            pages, truth = _read_site(site)
            labelled = [make_page(site, number) for number in range(count)]
            score = _score_fields(_learn_and_read(labelled, pages), truth)
            scores[f"records, {count} labelled: {site}"] = score
        of_count = [value for name, value in scores.items() if name.startswith(f"records, {count}")]
        scores[f"records, {count} labelled: all"] = mean(of_count)
    return scores


def measure_discovery() -> dict[str, float]:
    """Return for each site how well the best discovered field fits each true one, in the mean.

    Economy is the share of the discovered fields that is needed for that.
    """
    scores, economy = {}, []
    for site in SITES:
        pages, truth = _read_site(site)
        try:
            found = _read(discover(pages), pages)
        except UsageError:  # no field at all
            found = [{} for _ in pages]
        names = {name for page in found for name in page}
        best = [max((_f1(found, truth, n, f) for n in names), default=0.0) for f in _fields(truth)]
        scores[f"discovery: {site}"] = mean(best)
        economy.append(len(best) / max(len(best), len(names)))
    return scores | {"discovery: economy": mean(economy)}


def _read_site(site: str) -> tuple[list[Page], Reading]:
    """Return the pages without labels, and what is on them."""
    made = [make_page(site, FIRST_TEST_PAGE + number) for number in range(TEST_PAGES)]
    pages = [Page.from_bytes(html.encode(), source=f"{n}.html") for n, (html, _) in enumerate(made)]
    return pages, [{name: set(texts) for name, texts in values.items()} for _, values in made]


def _learn_and_read(labelled: list[tuple[str, Values]], pages: list[Page]) -> Reading:
    lessons = [
        Page.from_bytes(html.encode(), source=f"labelled-{number}")
        for number, (html, _) in enumerate(labelled)
    ]
    labels = [
        {"page": f"labelled-{number}", "field": field, "values": texts}
        for number, (_, values) in enumerate(labelled)
        for field, texts in values.items()
    ]
    return _read(learn([*lessons, *pages], labels), pages)


def _read(wrapper: Wrapper, pages: list[Page]) -> Reading:
    reading: Reading = []
    for page in pages:
        try:
            records = wrapper.apply(page)
        except InputError:
            records = []
        reading.append(
            {
                name: {collapse(text) for record in records for text in record.texts(name)}
                for name in wrapper.fields
            }
        )
    return reading


def _fields(truth: Reading) -> list[str]:
    return [name for name in truth[0] if any(page[name] for page in truth)]


def _score_fields(found: Reading, truth: Reading) -> float:
    return mean(_f1(found, truth, name, name) for name in _fields(truth))


def _f1(found: Reading, truth: Reading, name: str, wanted: str) -> float:
    """Return how well the field that was found as *name* fits the one that is *wanted*."""
    count: Counter[str] = Counter()
    for page, true in zip(found, truth, strict=True):
        one, other = page.get(name, set()), true[wanted]
        count.update(hit=len(one & other), both=len(one) + len(other))
    return 2 * count["hit"] / count["both"] if count["both"] else 1.0
