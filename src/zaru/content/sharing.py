"""What the pages of a set say about one of them: shared text, and places that hold content.

Paper 5 takes what other pages have too for clutter. Its faults are mended here:

* Texts are compared, not tags, so that twenty `<br>` do not make strangers alike.
* Pages with the same content (copies under other URLs) count as one page.
* A text that some pages have too (a date, a byline, a heading "まとめ") is not clutter: the share
  of the pages that have it in the same place counts, and a small one costs nothing.
* A text that differs in a date or a counter alone is the same text.
* What stands in one place of the template is content on all pages or on none, so the scores of
  the place on the other pages count for this one.
* The title of a page is content: the place whose text says what `<title>` says, and says
  something else on each page.

`set_index` gathers what is needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.floating]
Integers = NDArray[np.integer]

# The scores of a place on the other pages count so much when they are many, half of it when
# they are PLACE_PAGES; the page's own score counts the rest. All numbers here were found on
# ja_blogs, other_blogs, daniel and cleanportaleval, with the scores of four models that are out
# of fold by site. The numbers themselves are not: they were chosen on all these sites. The gain
# is flat around them (0.7-0.9, 2-6 pages, shift 4-5).
PLACE_WEIGHT = 0.8
PLACE_PAGES = 3
# A crowded place holds the paragraphs of the article and, on some pages, also links and
# addresses: it lifts a short text that the page alone takes for clutter by so much of that
# weight. Out of fold 0.2 to 1 are alike; it is for cleanportaleval with the shipped model, where
# 0.5 and more lose over 0.002 on pages that end in a list of contacts.
CROWDED_WEIGHT = 0.3
# Taken off the log-odds of a text that SHARED_TO of the other pages have in the same place;
# nothing up to SHARED_FROM, in proportion between. Lower bounds cost headings ("例", "まとめ")
# that many pages of cpprefjp have, and credits.
SHARED_SHIFT = 5.0
SHARED_FROM, SHARED_TO = 0.5, 0.9
# At most, for what may be content though it is shared: a subheading that is content otherwise,
# and a text that differs in digits on a page without a text of its own: the weather, prices.
MILD_SHIFT = 2.0
# Taken off an advertisement or a teaser. More than 2 costs quotations and code.
REPEATED_SHIFT = 2.0
# Added to a title. A page alone cannot tell it from the name of the site or of a section: on the
# sites above about 0.9 of the lone h1 are in the truth, by the model's scores half of them. 2 and
# 3 are alike, 1 gains less. Truths that leave titles out, as wcxb_dev's often do, gain nothing.
TITLE_SHIFT = 2.0
_MOST_CERTAIN = 0.99  # or the certainty of one page would outweigh a site

_CREDIT_DISTANCE = 3  # segments from one that was chosen
_CREDIT_SCORE, _CAPTION_SCORE = 0.1, 0.33  # the least; found on bench/generated_sites.py


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the other pages of a set say of one page; arrays have a row for each segment.

    Pages with the same content count as one page.
    """

    pages: int  # of the set, this one included
    near_duplicates: list[str]  # keys of the pages with the same content as this one
    scores: Floats  # the probabilities that the page got by itself, as they were added
    shared_by: Integers  # how many other pages have the text in the same place
    folded_by: Integers  # the same of a long text, digits left out; 0 of one without digits
    place_pages: Integers  # how many have the place
    place_scores: Floats  # its mean log-odds there, 0 where it is on no other page
    is_long: Bools  # too long for a date or a byline
    is_repeated: Bools  # a long text that some pages have, or in a place made for such
    is_crowded: Bools  # the place has several texts on a page, most of them long
    is_subheading: Bools  # h2 to h6
    is_title: Bools  # what most pages have once, this one in its own words
    is_field: Bools  # many pages have the place, with few texts and mostly others: a date, …

    @property
    def shares(self) -> Floats:
        """The share of the other pages that have the text in the same place."""
        return self.shared_by / max(1, self.pages - 1)

    @property
    def folded_shares(self) -> Floats:
        """The share of the other pages that have a text there that differs in digits alone."""
        return self.folded_by / max(1, self.pages - 1)


def combine(scores: Floats, evidence: Evidence) -> Floats:
    """Return the probabilities *scores* of a page, changed by what the other pages say.

    A page alone keeps its scores, but for those next to 0 and 1.
    """
    own, pages = log_odds(scores), evidence.place_pages
    weights = PLACE_WEIGHT * pages / (pages + PLACE_PAGES)
    is_doubted = (own < 0) & (own < evidence.place_scores) & ~evidence.is_long
    weights = np.where(is_doubted & evidence.is_crowded, CROWDED_WEIGHT * weights, weights)
    mixed = weights * evidence.place_scores + (1 - weights) * own
    shared, folded = _excess(evidence.shares), _excess(evidence.folded_shares)
    is_own = evidence.is_long & ~evidence.is_repeated & (mixed > 0) & (shared + folded == 0)
    most = np.where(evidence.is_subheading & (mixed > 0), MILD_SHIFT, SHARED_SHIFT)
    shifts = np.maximum(most * shared, (SHARED_SHIFT if is_own.any() else MILD_SHIFT) * folded)
    mixed -= np.maximum(shifts, REPEATED_SHIFT * evidence.is_repeated)
    return np.asarray(1 / (1 + np.exp(-_lift_titles(mixed, evidence.is_title))))


def _lift_titles(values: Floats, is_title: Bools) -> Floats:
    """Return log-odds with those of titles raised, at most to the best of what they are above."""
    best = values.max(where=~is_title, initial=-np.inf)
    lifted = np.clip(values + TITLE_SHIFT, values, np.maximum(values, best))
    return np.where(is_title, lifted, values)


def find_credits(scores: Floats, is_chosen: Bools, evidence: Evidence) -> Bools:
    """Return which segments beside those that were chosen are dates, bylines or credits.

    *scores* are those that `combine` returned. Paper 5 loses such segments because they repeat,
    and a page alone because they are short. What tells them from clutter is that their place has
    few texts on a page, and other ones on most pages.
    """
    near = np.convolve(np.append(is_chosen, False), np.ones(2 * _CREDIT_DISTANCE + 1))
    is_beside = ~is_chosen & (near[_CREDIT_DISTANCE:][: len(is_chosen)] > 0)
    is_credit = ~evidence.is_long & (scores > _CREDIT_SCORE)
    is_caption = (evidence.shared_by == 0) & (scores > _CAPTION_SCORE)
    return np.asarray(evidence.is_field & is_beside & (is_credit | is_caption))


def log_odds(scores: Floats) -> Floats:
    """Return the log-odds of probabilities, none of them more certain than a page can be."""
    scores = np.clip(scores, 1 - _MOST_CERTAIN, _MOST_CERTAIN)
    return np.asarray(np.log(scores / (1 - scores)))


def _excess(shares: Floats) -> Floats:
    """Return how far *shares* of pages are on the way to what only clutter has, from 0 to 1."""
    return np.asarray(np.clip((shares - SHARED_FROM) / (SHARED_TO - SHARED_FROM), 0, 1))
