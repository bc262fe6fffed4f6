"""The sentences of a page: passages, split, tested, each with its bytes (paper 1, §3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, groupby
from operator import itemgetter
from typing import NamedTuple

from zaru.content.segments import Segment, find_segments
from zaru.corpus.sentence import Sentence
from zaru.corpus.sentences.lines import join_lines
from zaru.corpus.sentences.parts import find_parts
from zaru.corpus.sentences.passages import plain_name, read_passages
from zaru.dom import TEXT, Tree
from zaru.layout.hidden import find_hidden
from zaru.page import Page
from zaru.text.japanese import MIN_SENTENCE_SHARE

_INLINE = frozenset(
    "a abbr b big br cite code em font i kbd mark rb rp rt rtc ruby small span strike strong"
    " sub sup tt u".split()
) | {TEXT}


class Placed(NamedTuple):
    """A sentence, and the row of the tree in which its passage begins."""

    row: int
    sentence: Sentence


def find_sentences(
    page: Page, *, content_only: bool = False, least: float = MIN_SENTENCE_SHARE
) -> list[Placed]:
    """Return the sentences of *page* in document order, of its main content if so wanted.

    Left out is what has a smaller share of kana and kanji than *least*.
    """
    if page.tree.is_xml:
        segments = find_elements(page.tree)
    else:
        segments = _choose_segments(page) if content_only else find_segments(page.tree)
    return list(_split(page, segments, least))


def find_elements(tree: Tree) -> list[Segment]:
    """Return the elements of an XML document, a feed say, that hold text, by themselves or in HTML.

    What HTML calls inline does not part a text, whatever its prefix: `xhtml:b`, `Ruby` of laws.
    """
    holders: list[int] = []  # of each row, the nearest element that is not inline
    found: list[tuple[int, int]] = []  # of texts and line ends: holder and row
    for row, tag in enumerate(tree.tags):
        name = TEXT if tag == TEXT else plain_name(tag)
        parent = tree.parents[row]
        holders.append(row if parent < 0 or name not in _INLINE else holders[parent])
        if name in (TEXT, "br"):
            found.append((holders[row], row))
    groups = groupby(found, key=itemgetter(0))
    segments = (Segment(tree, holder, [row for _, row in rows]) for holder, rows in groups)
    return [one for one in segments if not tree.spans.keys().isdisjoint(one.rows)]


def _choose_segments(page: Page) -> list[Segment]:
    """Return the segments of the main content."""
    from zaru.content.extraction import judge

    judgement = judge(page)
    return list(compress(judgement.segments, judgement.is_chosen))


def _split(page: Page, segments: Iterable[Segment], least: float) -> Iterator[Placed]:
    tree = page.tree
    count = 0
    # What is all ASCII is no Japanese sentence.
    passages = read_passages(tree, segments, hidden=find_hidden(tree), skips_ascii=least > 0)
    for paragraph, passage in enumerate(join_lines(passages), start=1):
        parts = find_parts(passage.text, least)
        if not parts:
            continue
        is_exact = not tree.unplaced or tree.unplaced.isdisjoint(passage.runs)
        values = paragraph, passage.block
        spans = passage.spans([(begin, end) for begin, end, _, _ in parts])
        for (_, _, text, score), span in zip(parts, spans, strict=True):
            count += 1
            sentence = Sentence(text, span, str(count), (), *values, score, is_exact)
            yield Placed(passage.runs[0], sentence)
