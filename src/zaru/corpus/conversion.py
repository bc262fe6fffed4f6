"""From a page to the Standard Format: is it Japanese, its sentences, what annotators say."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from zaru.content.extraction import to_page
from zaru.corpus.links import find_links
from zaru.corpus.posts.posts import Post, find_posts
from zaru.corpus.sentence import Annotation, Annotator, Sentence
from zaru.corpus.sentences.japanese import is_japanese
from zaru.corpus.sentences.sentences import Placed, find_sentences
from zaru.corpus.standard_format import StandardFormat, Text, Title, format_time
from zaru.dom import Tree
from zaru.errors import Failure, ToolError
from zaru.layout.head import Head
from zaru.page import Page
from zaru.text.japanese import MIN_SENTENCE_SHARE, WIDE
from zaru.text.patterns import compile_once
from zaru.text.xml import clean

_WHITE = re.compile("[ \t\n\r\f]+")
_SOFT_LINE_END = rf"(?<={WIDE.pattern})[ \t]*[\n\r][ \t\n\r\f]*(?={WIDE.pattern})|\u00ad"

Tell = Callable[[Failure], None]


def to_standard_format(
    page: Page | bytes | str,
    *,
    annotators: Sequence[Annotator] = (),
    content_only: bool = False,
    all_languages: bool = False,
    japanese_share: float = MIN_SENTENCE_SHARE,
    tell: Tell | None = None,
) -> StandardFormat | None:
    """Return a page in the Standard Format; None for one that has no Japanese sentences.

    *japanese_share* is the least share of kana and kanji in a sentence; of pages that are not
    Japanese, *all_languages* keeps all sentences. *tell* gets a Failure for each sentence that an
    annotator has no answer for.
    """
    page = to_page(page)
    is_ours = is_japanese(page)
    if not is_ours and not all_languages:
        return None
    least = japanese_share if is_ours else 0.0
    found = find_sentences(page, content_only=content_only, least=least)
    if not found:
        return None
    title = _find_title(page.tree)
    title, found = _annotate(page, title, found, annotators, tell)
    return StandardFormat(
        page.encoding,
        tuple(_group(found, find_posts(page))),
        clean(page.url or ""),
        format_time(page.time),
        title,
        out_links=find_links(page),
    )


def _find_title(tree: Tree) -> Title | None:
    """Return what the `title` element says; None without one."""
    for run in filter(tree.spans.__contains__, Head(tree).titles):
        text = tree.text(run)
        if not text.isprintable():  # as what is a line end or a soft hyphen
            text = compile_once(_SOFT_LINE_END).sub("", text)
        text = _WHITE.sub(" ", text).strip()
        return Title(clean(text), tree.trim(*tree.spans[run]))
    return None


def _annotate(
    page: Page,
    title: Title | None,
    found: list[Placed],
    annotators: Sequence[Annotator],
    tell: Tell | None,
) -> tuple[Title | None, list[Placed]]:
    """Return title and sentences with the answers of *annotators*."""
    if not annotators:
        return title, found
    asked: list[Sentence | Title] = [placed.sentence for placed in found]
    if title is not None:
        asked.append(title)
    answers: list[tuple[Annotation, ...]] = [()] * len(asked)
    for annotator in annotators:
        for number, answer in enumerate(annotator.annotate([one.text for one in asked])):
            if not isinstance(answer, ToolError):
                answers[number] += (Annotation(annotator.scheme, answer),)
            elif tell is not None:
                (offset, _), kind = asked[number].span or (None, None), type(answer).__name__
                tell(Failure("annotate", str(page.origin), offset, kind, str(answer)))
    annotated = [
        Placed(placed.row, placed.sentence.annotated(said))
        for placed, said in zip(found, answers, strict=False)
    ]
    return title and replace(title, annotations=answers[-1]), annotated


def _group(found: list[Placed], posts: list[Post]) -> Iterator[Text]:
    """Yield the texts: stretches of sentences of one post, or of none."""
    starts = [post.rows.start for post in posts]

    def post_of(placed: Placed) -> int:
        number = bisect_right(starts, placed.row) - 1
        return number if number >= 0 and placed.row in posts[number].rows else -1

    for number, group in groupby(found, key=post_of):
        sentences = tuple(placed.sentence for placed in group)
        if number < 0:
            yield Text(sentences)
        else:
            post = posts[number]
            said = (post.author, post.date, post.title)
            parts = (None if part is None else clean(part.text) for part in said)
            yield Text(sentences, post.type, *parts)
