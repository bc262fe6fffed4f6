"""Whether a page is Japanese: the test of paper 1, §3.1, steps 1 and 2, on what readers see.

The paper takes the legacy encodings of Japan for proof and counts particles in UTF-8; it says that
20 % of the pages which that refuses are Japanese. Here the letters decide, in every encoding:
kana is written in no other language, and the code tables of Japan and China tell most kanji apart.
The language that a page declares counts only where nothing else tells: most themes of blogs say
`en`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zaru.dom import TEXT, Tree
from zaru.dom.keeping import once
from zaru.layout.head import Head
from zaru.page import Page
from zaru.text.japanese import KANA, KANJI
from zaru.text.japanese_text import SAMPLE_CHARS, is_japanese_text
from zaru.text.urls import host_of

JAPANESE_ENCODINGS = frozenset({"Shift_JIS", "EUC-JP", "ISO-2022-JP"})
_UNSEEN_TAGS = frozenset({"script", "style", "template", "title", "noframes", "noembed", "iframe"})
# What speaks for a page that shows hardly any text: framesets, pages of pictures.
_STAND_IN_TAGS = frozenset({"title", "noframes"})
_STAND_IN_METAS = ("description", "keywords", "og:title", "og:description")
_FEW_CHARS = 100

# A kana or a kanji, also by its number.
_ANY = re.compile(
    f"[{KANA}{KANJI}]|&#(?:0*[1-9][0-9]{{4}}|[xX]0*(?:[3-9fF]|[12][0-9a-fA-F])[0-9a-fA-F]{{3}})"
)


def is_japanese(page: Page) -> bool:
    """Say whether *page* is a Japanese page.

    Raises `InputError` when the page has no tree.
    """
    if "tree" not in vars(page) and not _ANY.search(page.html):
        return False  # not even in its markup: no tree must be made to tell
    verdict = _read_letters(page.tree)
    if verdict is None:  # kanji of both countries: 本日休業
        return page.encoding in JAPANESE_ENCODINGS or _is_from_japan(page)
    return verdict


@once
def _read_letters(tree: Tree) -> bool | None:
    """Say whether what readers see is Japanese by its letters; None when they do not tell."""
    texts = _seen_texts(tree)
    first: list[str] = []
    size = 0
    for text in texts:
        first.append(text)
        size += len(text) + 1
        if size > SAMPLE_CHARS:
            if is_japanese_text("\n".join(first)[:SAMPLE_CHARS]):
                return True  # whatever else there is
            break
    text = "\n".join([*first, *texts])
    if len(text) < _FEW_CHARS:
        text = "\n".join([text, *_stand_ins(tree)])
    return is_japanese_text(text)


def _seen_texts(tree: Tree) -> Iterator[str]:
    tags, parents = tree.tags, tree.parents
    for row in tree.spans:
        if tags[row] == TEXT and tags[parents[row]] not in _UNSEEN_TAGS:
            yield tree.text(row)


def _stand_ins(tree: Tree) -> Iterator[str]:
    """Yield title, description and texts of pictures."""
    for row, tag in enumerate(tree.tags):
        if tag == TEXT:
            if tree.tags[tree.parents[row]] in _STAND_IN_TAGS:
                yield tree.text(row)
        elif tag in ("img", "area"):
            yield tree.attribute(row, "alt") or ""
    for name in _STAND_IN_METAS:
        yield from Head(tree).contents(name)


def _is_from_japan(page: Page) -> bool:
    """Say whether the page declares Japanese or stands on a server of Japan."""
    language = Head(page.tree).language
    is_declared = language is not None and language.text.lower().startswith("ja")
    return is_declared or host_of(page.url or "").endswith(".jp")
