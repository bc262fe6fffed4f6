"""Choice: the main list among those of a page, or none, and why."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from zaru.content.metadata import Metadata
from zaru.dom import HEADINGS
from zaru.feeds.finding.ranking import Ranked
from zaru.layout.head import Head
from zaru.layout.outline import Outline
from zaru.layout.passages import RULED
from zaru.layout.records import MIN_TITLES, Records
from zaru.layout.value import Value
from zaru.layout.wrapping import measure_width

# The numbers were set on the 135 list pages of the bench and kept where leaving a rule out cost
# pages there or on those of docs/measurements.md.
# Of the evidence, from 0 to 2: nearly all articles have links and dates; about all have one of
# them; nearly none has any.
SURE, SOME, NONE = 1.6, 1.0, 0.4
MAX_RIVALS = 40  # lists that are looked at for a surer one
MIN_RIVAL = 0.05  # of the best score that a surer list needs
# Articles of a list that shows neither links nor dates: fewer are sections, unless most titles
# ask questions.
MIN_COUNT, MIN_ASKED = 7, 0.6
MIN_FIRST = 0.75  # of the factor "late" of such a list: sections have an introduction
MAX_NUMBERED = 0.5  # of its titles that may look like "2.1 Overview" or "第3章"
FEW = 3  # lists that are not longer need headings, or links and dates
MIN_SIDE = 0.2  # of the factor "side": three quarters of the titles are set off
WHOLE = 0.95  # of the factor "share": nearly the whole page
MIN_SET_OUT = 0.6  # of the factor "plain": titles that look like any other text are none
MIN_LIST = 0.7  # of the factor "share": half of the page's text
MIN_LINKS = 0.8  # of the factor "share": two thirds of the text, for links without dates and bodies
MIN_HEADING = 12  # columns of a heading that names an article, not a site or a category
MIN_PROSE = 0.7  # of the factor "prose": more are words in sentences
MIN_USUAL = 50  # characters of the usual body; shorter ones are no text of an article
# Elements that running text has not.
_FRAMES = frozenset({"div", "table", "tr", "td", "dl", "dd", "article", "section", "center", "hr"})
# The line above the comments on one article.
_COMMENTS = re.compile(
    r"\W*(?:(?:この|本)?(?:記事|エントリー?|日記|投稿|ブログ|blog)(?:[(（].{1,6}[)）])?"
    r"(?:への|に対する|の))?(?:コメント|トラックバック|comment|response|trackback|kommentar)[se]?"
    r"\s?(?:URL|一覧|\W*[0-9]+\W*件?)?\W*\Z",
    re.IGNORECASE,
)
_COUNT = re.compile(r"[\W\d]+")


@dataclass(frozen=True, slots=True)
class Claims:
    """What a page says about itself."""

    is_named: bool = False  # its kind is an article
    is_published: bool = False  # it was published at some time
    is_dated: bool = False  # it has a date
    is_headed: bool = False  # its title is a heading that is no link, as long as an article's
    comments: int = sys.maxsize  # the row of the line below which comments on it stand


def read_claims(outline: Outline, head: Head, metadata: Metadata) -> Claims:
    """Return what the markup of a page says: in most of them that of a single article.

    `og:type` alone says little: half of the list pages that have it say "article". WordPress
    gives pages a modified time, but only posts a published one.
    """
    kind = head.meta("og:type")
    is_article = kind is not None and kind.text.lower() == "article"
    return Claims(
        is_named=is_article and head.fact("title") is not None,
        is_published=head.meta("article:published_time") is not None,
        is_dated=metadata.date is not None,
        is_headed=metadata.title is not None and _is_heading(metadata.title),
        comments=_find_comments(outline),
    )


def _find_comments(outline: Outline) -> int:
    """Return the row of the line above the comments on one article, behind all when there is none.

    Where the same line stands again and again, it is below each article of a list.
    """
    rows: dict[str, list[int]] = defaultdict(list)
    for line in outline.lines:
        if _COMMENTS.match(line.text) and not outline.side[line.start]:
            rows[_COUNT.sub("", line.text.lower())].append(line.start)
    return min((found[0] for found in rows.values() if len(found) == 1), default=sys.maxsize)


def _is_heading(title: Value) -> bool:
    tree, row = title.tree, title.row
    if row < 0 or title.attribute is not None or measure_width(title.text) < MIN_HEADING:
        return False
    above = (one for one in (row, *tree.ancestors(row)) if tree.tags[one] in HEADINGS)
    heading = next(above, None)
    return heading is not None and "a" not in tree.tags[heading : tree.ends[heading]]


def order(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the lists, best first; one that is surer than the best comes before it."""
    result = sorted(ranked, key=lambda one: -one.score)
    rivals = result[:MAX_RIVALS]
    if rivals:
        best = next((one for one in rivals[1:] if _is_surer(one, rivals[0])), rivals[0])
        best = next((one for one in rivals if _has_only_links(one, best)), best)
        result.remove(best)
        result.insert(0, best)
    return result


def _has_only_links(one: Ranked, best: Ranked) -> bool:
    """Say whether titles are the links alone that the best list's titles have, beside other text.

    A heading is a title as a whole.
    """
    held, size = one.ranker.outline.held, one.ranker.outline.sizes.size
    pairs = [(mine.title, his.title) for mine, his in zip(one.records, best.records, strict=False)]
    return len(one.records) == len(best.records) and all(
        title.link is not None
        and title.link == other.link
        and not other.is_heading
        and other.start <= title.link
        and size(title.start, title.end) == held[title.link] < size(other.start, other.end)
        for title, other in pairs
    )


def _is_framed(outline: Outline, records: Records) -> bool:
    """Say whether rules part the articles, or all have an element that running text has not.

    Titles that lead to themselves are those of sections, in whatever frame.
    """
    if all(RULED in record.title.keys for record in records):
        return True
    if any(record.title.link is not None for record in records):
        return False
    looks = ({outline.look(row) for row in range(one.title.end, one.end)} for one in records)
    return any(class_ or tag in _FRAMES for tag, class_ in set.intersection(*looks))


def choose(ranked: Sequence[Ranked], claims: Claims) -> Ranked | None:
    """Return the main list: the first, or behind one that is doubtful the first of headings with
    links, dates and most of the page's text; None where all are doubtful.
    """
    for number, one in enumerate(ranked[:MAX_RIVALS]):
        is_main = one.factors["share"] >= MIN_LIST and one.factors["headings"] > 1
        is_told = not number or (is_main and one.evidence >= SURE)
        if is_told and not find_doubt(one, claims):
            return one
    return None


def explain(one: Ranked, claims: Claims, *, is_chosen: bool) -> str:
    """Return one line on a list: its path, articles, score, what moved that, and its fate."""
    path = one.ranker.outline.tree.path(one.records[0].title.start)
    parts = [f"{name} {factor:.2f}" for name, factor in one.factors.items() if factor != 1]
    doubt = find_doubt(one, claims)
    end = "; chosen" if is_chosen else f"; {doubt}" if doubt else ""
    count = len(one.records)
    return f"{path}: {count} articles, score {one.score:.0f} ({', '.join(parts)}){end}"


def find_doubt(one: Ranked, claims: Claims) -> str | None:
    """Return why a list cannot be the main one of articles; None when it can."""
    return next(chain(_doubt_page(one, claims), _doubt_list(one, claims)), None)


def _doubt_page(one: Ranked, claims: Claims) -> Iterator[str]:
    """Yield what in the rest of the page speaks against a list."""
    share, has_headings = one.factors["share"], one.factors["headings"] > 1
    is_sure = one.evidence >= SURE
    is_published = claims.is_published and not (is_sure and share > WHOLE)
    if is_published or (claims.is_named and (one.evidence < SOME or share < MIN_LIST)):
        yield "the page says that it is one article"
    middle = one.records[len(one.records) // 2].title.start
    if claims.comments < middle and not (is_sure and has_headings):
        yield "comments on one article"
    if share < MIN_LIST and claims.is_headed and claims.is_dated:
        yield "the page has the title, the date and the text of one article"
    is_unlike = one.usual < MIN_USUAL and not is_sure
    if is_unlike and share < (MIN_LIST if has_headings else MIN_LINKS):
        yield "links beside a text"


def _doubt_list(one: Ranked, claims: Claims) -> Iterator[str]:
    """Yield what in a list speaks against it."""
    factors, count = one.factors, len(one.records)
    is_few = count <= FEW and factors["headings"] == 1 and one.evidence < SURE and one.asked < 1
    is_plain = factors["plain"] <= MIN_SET_OUT or one.usual < MIN_USUAL
    if is_few and (one.shown < 1 or is_plain):
        yield "few, without headings"
    if count == MIN_TITLES and one.dated < 1:
        yield "two, not both with a date"
    if factors["side"] < MIN_SIDE:
        yield "in a menu, a side bar or a footer"
    if factors["prose"] < MIN_PROSE:
        yield "words in sentences"
    if one.evidence >= SOME:
        return
    is_asked = one.asked >= MIN_ASKED
    if count < MIN_COUNT and not is_asked:
        yield "few, without links and dates"
    is_text = claims.is_dated or factors["late"] < MIN_FIRST or one.numbered > MAX_NUMBERED
    if is_text or not (is_asked or _is_framed(one.ranker.outline, one.records)):
        yield "sections of one article"


def _is_surer(sure: Ranked, best: Ranked) -> bool:
    """Say whether a list with links and dates shows that the best one has not the titles.

    A page has sections (news, about us) and one of them holds the sure list; or each sure
    article, below its heading, has sections that look like a list.
    """
    if _has_the_titles_of(sure, best):
        return True
    if sure.score < MIN_RIVAL * best.score:
        return False
    places = _find_places(best.records, sure.records)
    if best.has_days and not sure.has_days and places is not None:  # each day has its articles
        return len(set(places)) == len(best.records) and sure.factors["headings"] > 1
    if sure.evidence < SURE:
        return False
    if best.is_bare_links:
        return sure.factors["side"] >= MIN_SIDE
    if best.evidence >= SOME:
        return False
    if places is not None and len(set(places)) == 1:
        return best.evidence < NONE and len(places) > 2
    if not all(record.title.is_heading for record in sure.records):
        return False
    places = _find_places(sure.records, best.records)
    return places is not None and len(places) >= 2 * len(set(places))


def _has_the_titles_of(one: Ranked, best: Ranked) -> bool:
    """Say whether of two texts in each of the same links one is the title, not the other.

    It is called so, or the other is a sentence everywhere and stands behind it.
    """
    titles, others = ([record.title for record in each.records] for each in (one, best))
    links = [title.link for title in titles]
    if None in links or links != [title.link for title in others] or one.has_days:
        return False
    if any(title.is_heading for title in others):
        return False
    is_distinct = one.factors["distinct"] >= best.factors["distinct"]
    if best.said == 1 and one.said < 1 and is_distinct:
        return all(mine.end <= theirs.start for mine, theirs in zip(titles, others, strict=True))
    return all(title.is_named for title in titles) and not any(title.is_named for title in others)


def _find_places(outer: Records, inner: Records) -> list[int] | None:
    """Return in which articles of *outer* the titles of *inner* are; None if one is in none."""
    starts, titles = [record.start for record in outer], [record.title for record in inner]
    places = [bisect_right(starts, title.start) - 1 for title in titles]
    pairs = zip(places, titles, strict=True)
    is_inside = all(place >= 0 and title.end <= outer[place].end for place, title in pairs)
    return places if is_inside else None
