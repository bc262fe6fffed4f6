from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zaru
from zaru.content.extraction import build_content, judge
from zaru.content.model import choose, mark_best
from zaru.content.page_kinds import IS_PARTED, KINDS, adapt, name_kind
from zaru.page import Page

SENTENCE = "A sieve of bamboo is light, and it dries in an hour. It is older than metal. "
ARTICLE = f"<title>Sieves</title><article><h1>Sieves</h1>{f'<p>{SENTENCE * 3}</p>' * 8}</article>"
CARD = (
    "<li class=product-card><a href=/p/{0}-sieve-of-bamboo><img src={0}.jpg>"
    "<h3>Sieve of bamboo no. {0}</h3></a><span class=price>$1{0}.50</span><button>Add to cart"
    "</button></li>"
)
LISTING = (
    "<title>All sieves - Shop</title><nav><a href=/>Home</a></nav><h1>All sieves</h1>"
    f"<ul class=product-grid>{''.join(map(CARD.format, range(1, 25)))}</ul>"
)
POST = (
    "<div class=post id=post-{0}><div class=postauthor><a href=/u/{0}>taro{0}</a> Posts: 1{0}</div>"
    "<div class=date>2024-01-0{0}, 10:1{0}</div><div class=message>"
    "I think that no. {0} dries faster than the others do, but I have not tried all of them."
    "<blockquote>Which one dries fast?</blockquote></div><a href=#reply>Reply</a></div>"
)
THREAD = (
    "<title>Which sieve? - Forum</title><h1>Which sieve?</h1><div class=thread>"
    f"{''.join(map(POST.format, range(1, 10)))}</div>"
)


@pytest.mark.parametrize(
    ("html", "name"),
    [
        pytest.param(ARTICLE, "article", id="article"),
        pytest.param(LISTING, "listing", id="listing"),
        pytest.param(THREAD, "thread", id="thread"),
    ],
)
def test_pages_say_what_they_are(html: str, name: str) -> None:
    kind = zaru.extract(html).kind
    assert kind is not None
    assert kind.name == name


def test_a_page_without_text_is_of_no_kind() -> None:
    assert zaru.extract("<p> ").kind is None


def test_kinds_are_the_same_however_a_page_was_judged() -> None:
    page = Page.from_bytes(LISTING.encode())
    by_parts = build_content(page, judge(page))
    content = zaru.extract(page)
    assert by_parts.kind == content.kind
    assert zaru.Content(page, content.kept).kind == content.kind  # nobody has told it


def test_a_kind_and_its_score_are_the_most_probable() -> None:
    assert name_kind([0.1, 0.2, 0.3, 0.25, 0.1, 0.05]) == ("listing", 0.3)
    assert name_kind([]) is None


def test_the_choice_for_an_article_is_all_or_nothing() -> None:
    certain = [float(kind == "article") for kind in KINDS]
    assert adapt(1.0, certain) == (1.0, 1.0)
    # An article of 300 letters, and five stories below it that are its text, too, or none of them.
    scores, lengths = [0.95] + [0.45] * 5, [300.0] + [200.0] * 5
    assert choose(scores, lengths) == [True] * 6
    assert choose(scores, lengths, kinds=certain) == [True] + [False] * 5


def test_more_of_a_page_of_many_parts_is_kept() -> None:
    parted = [float(is_parted) / sum(IS_PARTED) for is_parted in IS_PARTED]
    weight, together = adapt(1.0, parted)
    assert (round(weight, 6), round(together, 6)) == (2.0, 0.0)
    scores, lengths = [0.9] + [0.42] * 9, [100.0] * 10
    assert sum(choose(scores, lengths, kinds=parted)) >= sum(choose(scores, lengths))


@given(
    rows=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 99)), min_size=1, max_size=30),
    together=st.floats(0, 1),
)
def test_what_is_kept_scores_at_least_as_high_as_what_is_dropped(
    rows: list[tuple[float, int]], together: float
) -> None:
    scores, lengths = [score for score, _ in rows], [float(length) for _, length in rows]
    is_chosen = mark_best(scores, lengths, 1.0, 1e-3, together)
    kept = [score for score, is_kept in zip(scores, is_chosen, strict=True) if is_kept]
    left = [score for score, is_kept in zip(scores, is_chosen, strict=True) if not is_kept]
    assert kept
    assert min(kept) >= max(left, default=0.0)
