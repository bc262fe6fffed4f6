from __future__ import annotations

import pickle

from zaru.content.extraction import judge
from zaru.content.page_set import Sets, describe_member
from zaru.content.sketch import sketch_tree
from zaru.page import Page

WORDS = "The bamboo sieve of the tea room holds three hundred leaves of spring, and sheds no water."


def make_page(number: int) -> Page:
    body = f"<title>Sieve {number} | Shop</title><div class=menu><a href=/>Home</a></div>"
    body += f"<div id=post-{number}><h1>Sieve {number}</h1><p>{WORDS} It is number {number}.</div>"
    return Page.from_bytes(body.encode(), url=f"http://shop.example/{number}.html")


def test_a_sketch_has_a_row_for_each_segment() -> None:
    page = make_page(1)
    judgement = judge(page)
    sketch = sketch_tree(page.tree, judgement.own_scores)
    rows = len(judgement.segments)
    assert len(sketch.texts) == 8 * rows
    assert sketch.numbers.shape == (rows, 2)
    assert sketch.scores.shape == (rows,)
    labels = [label for _, label in sketch.places]
    assert "div.#post-0" in labels  # numbers are folded
    assert all(parent < number for number, (parent, _) in enumerate(sketch.places))
    assert [judgement.texts[row] for row in sketch.title_rows] == ["Sieve 1"]
    assert len(sketch.folded_texts) == 8 * len(sketch.folded_rows) == 8


def test_members_that_travelled_make_the_same_set() -> None:
    near, far = Sets(), Sets()
    pages = [make_page(number) for number in range(5)]
    for page in pages:
        near.add(page)
        far.add_member(pickle.loads(pickle.dumps(describe_member(page))))
    for page in pages:
        first, second = near.evidence(page), far.evidence(page)
        assert first is not None
        assert second is not None
        assert first.pages == second.pages == 5
        assert first.scores.tolist() == second.scores.tolist()
        assert first.shared_by.tolist() == second.shared_by.tolist()
        assert first.is_title.tolist() == second.is_title.tolist()


def test_a_member_is_smaller_than_its_page() -> None:
    page = Page.from_bytes((WORDS * 100).join(["<p>", "<p>"] * 20).encode())
    assert len(pickle.dumps(describe_member(page))) < len(page.raw) / 10
