"""Lines of a passage: which of them break off a sentence that goes on in the next.

Pages break lines for three reasons: a sentence or an item ends; a phrase ends, as poems and diaries
have it; or the line is full, because its author wraps lines by hand. What a line ends with, what
the next begins with, and how long the lines of the same block are tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from zaru.corpus.sentences.endings import NOUN, goes_on
from zaru.corpus.sentences.marks import DIGITS, HIRAGANA, LATIN
from zaru.corpus.sentences.passages import Passage, Span
from zaru.layout.wrapping import BLANKS, find_full_lines, measure_width
from zaru.text.japanese import KANJI

_CLOSERS = "」』）)”"
_CACHED = 256  # lines: those of a block are asked for one after the other, each a few times
_CONTEXT_CHARS = 12  # at the end of a line: more than any word that is asked for
_WORD = f"{KANJI}ァ-ヺー{LATIN}{DIGITS}」』）)】”％%"

# What a line ends with that says its sentence; the last group may be drawn and decorated.
_STOP = re.compile(r"(?:[。．｡！？!?…‥♪♫☆★]|・・|[^\w\s]?[笑汗泣爆wｗ^＾])[」』）)】”]*\Z")
_ENDED = re.compile(
    rf"{_STOP.pattern}|(?:[.♡♥❤＞>;；]|[{HIRAGANA}][ー〜～]+|[\U0001f300-\U0001faff])\Z"
)
# ... and what ends no sentence, whatever follows: it asks for a noun or a verb.
_ASKS_ON = re.compile(
    rf"(?:を|(?<=[{_WORD}])[がの]|(?:など|から|へ|で|と|まで)の|ような|という|といった"
    r"|(?<!こんにち)(?<!こんばん)(?<!と)は|[（(「『［〈《“])\Z"
)
# What ends headings and slogans, too, and a line of a diary that has no marks: 健康のために.
_MAY_GO_ON = re.compile(
    rf"(?:(?<=[{_WORD}])[にでもや]|(?<![こひもあがご])と|[でにとて]も|[のは]で|[のうずと]に|たら|なら|ため"
    r"|[すだたるいん]が|けど|けれども?|けども|ながら"
    r"|[れけえせてねべめげ]ば|(?:です|ます|した|だ|ない)し|たり|つつ|[んい]で|だけで"
    r"|(?<!つい)(?<!まし)(?<!関し)(?<!対し)(?<!とし)(?<!なん)(?<!だっ)て"
    r"|また|そして|しかし|および|または|つまり|もっと|とても|ずっと|かなり)\Z"
)
# What ends a sentence without a mark.
_SAID = re.compile(
    r"(?:です|ます|でした|ました|ません|ください|下さい|でしょう|[よねな])[」』）)]*\Z"
)
# What begins no sentence, beyond what `endings` has: it belongs to the word before it.
_BELONGS = re.compile(
    r"[、，。）」』ッゃゅょァィゥェォャュョー々る]|ん[でだじ]|と(?=[、思言考])|において|によ[るりっ]|に[対関]|として"
    r"|とする(?!と)|ては|が、|であ[るりっ]|でし[たょ]|です(?!から|が|け)|まし[たょ]|ます|ません|られ|れる|れて"
)
_VERB = re.compile("し[たてまな](?!が|い)|する(?!と)|さ[れせ]")  # of a noun: 解消 し た
_ITEM = re.compile(
    rf"[^\w「『（(“〝‘《〈…‥]|[{DIGITS}{LATIN}]{{1,3}}[.．)）:：、]|[①-⑳]"
    rf"|[（(](?:[{LATIN}ァ-ヺ一二三四五六七八九十]{{1,2}}|[{DIGITS}/／]+)[)）]|\S{{1,8}}[:：]"
)


def join_lines(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield *passages* without the line ends that stand inside of sentences.

    Those of one block follow one another; the lines of all of them tell.
    """
    block: list[Passage] = []
    is_broken = False
    for passage in passages:
        if block and passage.row != block[0].row:
            yield from _join_block(block) if is_broken else block  # most are not
            block, is_broken = [], False
        block.append(passage)
        is_broken = is_broken or "\n" in passage.text
    yield from _join_block(block) if is_broken else block


def _join_block(passages: Sequence[Passage]) -> Iterator[Passage]:
    texts = [passage.text.split("\n") for passage in passages]
    full = find_full_lines(texts, _is_ended)
    for number, (passage, lines) in enumerate(zip(passages, texts, strict=True)):
        if len(lines) == 1:
            yield passage
            continue
        is_full = [(number, index) in full for index in range(len(lines))]
        gaps = list(_find_gaps(lines, is_full))
        yield passage.closed_up(gaps) if gaps else passage


def _find_gaps(lines: list[str], is_full: list[bool]) -> Iterator[Span]:
    """Yield the line ends inside of sentences, with the blanks around them, as places in a text."""
    is_prose = _find_prose(lines, is_full)
    end = -1
    for index, (line, following) in enumerate(pairwise(lines)):
        end += len(line) + 1
        if _is_open(line, following, is_prose=is_prose[index + 1], is_full=is_full[index]):
            blanks = len(line) - len(line.rstrip(BLANKS))
            yield end - blanks, end + 1 + _indent(following)


def _find_prose(lines: list[str], is_full: list[bool]) -> list[bool]:
    """Say of each line whether it ends with a mark, or goes on to one that does."""
    found = [False] * len(lines)
    follows = False
    for index in reversed(range(len(lines))):
        end = _tail(lines[index])
        if follows and not _STOP.search(end):
            goes = is_full[index] or _ASKS_ON.search(end) or _MAY_GO_ON.search(end)
            follows = bool(goes) and not _SAID.search(end)
        elif not follows:
            follows = _STOP.search(end) is not None
        found[index] = follows
    return found


def _is_open(line: str, following: str, *, is_prose: bool, is_full: bool) -> bool:
    """Say whether the sentence of *line* goes on in the one *following* it.

    *is_prose*: it comes to an end with a mark then.
    """
    end, begin = _tail(line), following.lstrip(BLANKS)
    if not end or not begin or _ITEM.match(begin) or _begins_paragraph(line, following):
        return False
    is_ended = _is_ended(line)
    is_quoted = end[-1] in _CLOSERS or (is_ended and end[-1] not in "。．｡.")
    if is_quoted and goes_on(begin, 0, "cry"):
        return True
    if not is_ended and _belong_together(end, begin):
        return True
    if is_ended or not is_prose or _SAID.search(end):
        return False
    # A heading is much shorter than the first line of its text.
    is_long = 2 * measure_width(line) >= measure_width(following)
    return is_full or (is_long and _MAY_GO_ON.search(end) is not None)


def _belong_together(end: str, begin: str) -> bool:
    """Say whether no sentence can end with *end*, or none can begin with *begin*."""
    if _ASKS_ON.search(end) or goes_on(begin, 0, "stop") or _BELONGS.match(begin):
        return True
    return NOUN.match(end[-1]) is not None and _VERB.match(begin) is not None


def _begins_paragraph(line: str, following: str) -> bool:
    """Say whether a line is indented more than the one before it, and not hung under an item."""
    indent = _indent(line)
    return _indent(following) > indent and not _ITEM.match(line, indent)


@lru_cache(_CACHED)
def _is_ended(line: str) -> bool:
    return _ENDED.search(_tail(line)) is not None


@lru_cache(_CACHED)
def _tail(line: str) -> str:
    """Return the last words of *line*."""
    return line.rstrip(BLANKS)[-_CONTEXT_CHARS:]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(BLANKS))
