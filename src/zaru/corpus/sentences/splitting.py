"""Splitting a passage into sentences: paper 1, §3.1, step 3.

The rules are those of the original tool: marks end a sentence, not inside brackets, and と, っ and
です go on behind ！ and ？. And a few more: brackets that do not close hold nothing together, and
names with a 。 in them and pauses in the middle of a sentence do not end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from zaru.corpus.sentences.endings import NOUN, goes_on, is_end
from zaru.corpus.sentences.marks import BRACKET_KINDS, Mark, find_marks, may_end

# Brackets that are further apart do not keep a sentence together. The original tool keeps any, and
# then drops sentences of more than 200 characters.
_MAX_BRACKETED = 200
_MIN_REMARK_CHARS = 5  # in round brackets: less is （株） or the number of an item
_ROUND = BRACKET_KINDS["("]
_ENDED = frozenset("。｡！？!?…‥♪")  # what stands before the closer of a bracketed sentence
_LAST = "。｡！？!?…♪ "  # a sentence that ends with them is one, if it has no other marks
_WORD = re.compile(r"\w")
_BRACKETS = frozenset({"opener", "closer"})
_ABSORBED = frozenset("closer stop point cry pause note laugh face ornament".split())
_SET_APART = frozenset({"face", "laugh", "note"})  # belong to the sentence before a blank, too


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return begin and end of each sentence of one passage, in order.

    The sentences do not overlap, have no white space around them, and hold everything else. Each
    line end is the end of a sentence. Takes time in proportion to the length of *text*.

    >>> split_sentences("「秋。冬。」と書いた。 雪だ！")
    [(0, 11), (12, 15)]
    """
    sentences: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        begin = 0
        for end in _sentence_ends(line) if may_end(line.rstrip(_LAST)) else (len(line),):
            piece = line[begin:end]
            if kept := piece.strip():
                first = start + begin + piece.index(kept[0])
                sentences.append((first, first + len(kept)))
            begin = end
        start += len(line) + 1
    return sentences


def _sentence_ends(line: str) -> list[int]:
    """Return where the sentences of *line* end; marks that are left over are no sentence."""
    ends = list(_find_ends(line))
    if ends and not _WORD.search(line, ends[-1]):
        ends.pop()
    return [*ends, len(line)]


def _find_ends(line: str) -> Iterator[int]:
    """Yield where sentences end, from left to right."""
    marks = find_marks(line)
    if all(mark.kind in _BRACKETS for mark in marks):
        return
    closers = _match_brackets(line, marks)
    begin, word = 0, _next_word(line, 0)  # of the sentence that is being read
    opener = shut = -1  # brackets that are closed at the mark that is being read
    index = 0
    while index < len(marks):
        mark = marks[index]
        index += 1
        if mark.begin < shut:
            continue
        if mark.kind == "opener":
            opener, shut = mark.begin, closers.get(mark.begin, -1)
            continue
        if mark.kind == "closer":
            is_alone = mark.begin == shut and opener < word < shut
            found = is_alone and _is_whole(line, opener, mark, is_first=begin == 0)
        else:
            found = word < mark.begin and is_end(line, begin, mark)
        if found:
            index, end = _absorb(line, marks, index)
            if not goes_on(line, end, marks[index - 1].kind):
                yield end
                begin, word = end, _next_word(line, end)


def _next_word(line: str, position: int) -> int:
    """Return where the first word from *position* on begins."""
    found = _WORD.search(line, position)
    return found.start() if found else len(line)


def _absorb(line: str, marks: list[Mark], index: int) -> tuple[int, int]:
    """Return the index behind the marks that follow the one before *index*, and where they end."""
    end = marks[index - 1].end
    while index < len(marks):
        mark = marks[index]
        is_near = mark.begin == end or (
            mark.kind in _SET_APART and line[end : mark.begin].isspace()
        )
        if mark.kind not in _ABSORBED or not is_near or _is_bullet(line, mark):
            break
        index, end = index + 1, mark.end
    return index, end


def _is_bullet(line: str, mark: Mark) -> bool:
    """Say whether a star begins the next item: 。★ 次の話."""
    return line[mark.begin] in "☆★" and line[mark.end : mark.end + 1].isspace()


def _is_whole(line: str, opener: int, closer: Mark, *, is_first: bool) -> bool:
    """Say whether brackets that begin a sentence hold all of it: （…。）, 「…。」「…。」.

    A remark in round brackets behind another sentence is one, too, if it is not too short.
    """
    is_round = BRACKET_KINDS[line[opener]] == _ROUND
    if line[closer.begin - 1] in _ENDED:
        return is_round or _is_new(line, closer)
    return is_round and not is_first and closer.begin - opener > _MIN_REMARK_CHARS


def _is_new(line: str, closer: Mark) -> bool:
    """Say whether what follows 「…。」 is a sentence of its own; と, そう and the like go on."""
    following = line[closer.end : closer.end + 1]
    is_same = BRACKET_KINDS.get(following) == BRACKET_KINDS[line[closer.begin]]
    return is_same or NOUN.match(following) is not None


def _match_brackets(line: str, marks: list[Mark]) -> dict[int, int]:
    """Return where each bracket closes, without those that do not or do so too late.

    A closer gives up the brackets of other kinds that are still open.
    """
    closers: dict[int, int] = {}
    opened: list[tuple[int, int]] = []  # kind and place
    counts = dict.fromkeys(BRACKET_KINDS.values(), 0)
    for mark in marks:
        if mark.kind == "opener":
            kind = BRACKET_KINDS[line[mark.begin]]
            opened.append((kind, mark.begin))
            counts[kind] += 1
        elif mark.kind == "closer":
            kind = BRACKET_KINDS[line[mark.begin]]
            other = -1
            while counts[kind] and other != kind:
                other, begin = opened.pop()
                counts[other] -= 1
                if other == kind and mark.begin - begin <= _MAX_BRACKETED:
                    closers[begin] = mark.begin
    return closers
