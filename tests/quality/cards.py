"""Cards: the records of listings, told apart in a content; titles, links and dates."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from tests.quality.figures import f1, fold, mean
from tests.quality.list_pages import GROUPS, NO_LINKS
from tests.quality.lists import LANGUAGES, make_page
from tests.quality.prose import read_prose
from tests.quality.theme_pages import THEMES

from zaru.content.extraction import extract
from zaru.content.page_kinds import KINDS

_LISTING = [float(kind == "listing") for kind in KINDS]


def measure_cards() -> dict[str, float]:
    """Return the mean F1 of titles, and for how many of them link and date are right.

    What the pages are is said to zaru: some of these shapes read like other kinds.
    """
    scores = defaultdict(list)
    for group, shapes in (*GROUPS.items(), ("themes", THEMES)):
        for shape in shapes:
            if shape in NO_LINKS:
                continue
            for language in LANGUAGES:
                items, page = make_page(shape, read_prose(language))
                records = replace(extract(page), kinds=_LISTING).records
                found = {fold(one.title.text): one for one in records if one.title}
                scores[f"cards: {group}"].append(
                    f1(list(found), (fold(item.title) for item in items))
                )
                for item in items:
                    if one := found.get(fold(item.title)):
                        is_right = one.link is not None and one.link.text.endswith(item.link)
                        scores["cards: links"].append(float(is_right))
                        date = one.date.text[:10] if one.date else None
                        scores["cards: dates"].append(float(date == item.date))
    return {name: mean(values) for name, values in scores.items()}
