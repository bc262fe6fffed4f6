"""The sentences of a passage that are Japanese enough: split, cleaned, measured (paper 1, §3.1)."""

from __future__ import annotations

from collections.abc import Callable

from zaru.corpus.sentences.endings import goes_on, is_end
from zaru.corpus.sentences.marks import Mark, read_mark
from zaru.corpus.sentences.splitting import split_sentences
from zaru.text.japanese import japanese_share
from zaru.text.xml import clean

try:
    from zaru.text import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

# Where a sentence begins and ends in its passage, what it says, and its Japanese share.
Part = tuple[int, int, str, float]

# What pages draw before and behind sentences; it says nothing about their language.
_DECORATION = "★☆●○◎◆◇■□▲△▼▽♦♥♣♠━─═＝=→←↑↓⇒｜|＊*※♪♫~〜～_＿<>＜＞≪≫+＋#＃ 　"


def split_text(text: str, least: float) -> list[Part]:
    """Return the sentences of one passage, in order, whose share is *least* or more.

    >>> [part[2] for part in find_parts("雪だ！ It is snow. 寒い。", 0.6)]
    ['雪だ！', '寒い。']
    """
    found: list[Part] = []
    for begin, end in split_sentences(text):
        said = clean(text[begin:end])
        share = japanese_share(said.strip(_DECORATION))
        if share >= least:
            found.append((begin, end, said, share))
    return found


def _split_in_kernel(text: str, least: float) -> list[Part]:
    """Return the same by the kernel, which asks for the rules of what is rare."""
    return _kernel.find_parts(text, least, read_mark, _is_end, goes_on)


def _is_end(line: str, sentence: int, kind: str, begin: int, end: int) -> bool:
    return is_end(line, sentence, Mark(kind, begin, end))


find_parts: Callable[[str, float], list[Part]] = _split_in_kernel if _kernel else split_text
