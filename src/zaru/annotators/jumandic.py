"""JUMAN's dictionary driven by MeCab (fugashi + jumandic), written as JUMAN writes.

Half-width letters, digits and signs are looked up as their full-width twins, for JUMAN's dictionary
knows only those; the line shows them as they stand in the sentence. A half-width blank is a word of
its own, written `\\␣` as Juman++ 2 does: readers take JUMAN's own `\\ ` for a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from zaru.annotators.mecab_words import BLANK_LINE, MECAB_FORMAT, join_words, mend_answer, to_lines
from zaru.annotators.sendable import sendable
from zaru.errors import ToolError

SCHEME = "JUMAN-MeCab"

Parse = Callable[[str], str]

# JIS X 0208 has no twin of its own for four of them; these are the ones that JUMAN knows.
_TO_FULL_WIDTH = {
    **{code: code + 0xFEE0 for code in range(0x21, 0x7F)},
    **str.maketrans("\"'-~", "”’−〜"),
}
# MeCab's time grows with the square of a run of unknown letters: 0.6 s for this much of one letter.
MAX_BYTES = 32_768
_SURELY_FITS = MAX_BYTES // 4  # characters
# What the short way cannot do: half-width characters, and all that `sendable` changes or refuses.
_NEEDS_CARE = re.compile("[\x00-\x9f\u2028\u2029\ud800-\udfff]")


class JumandicAnnotator:
    """MeCab with JUMAN's dictionary, in this process: 140 MB of mapped file and no child."""

    def __init__(self) -> None:
        # Here, not above: the extra may be missing, and nothing is loaded before it is asked for.
        import fugashi
        import jumandic

        self.scheme = SCHEME
        tagger = fugashi.GenericTagger(f"{jumandic.MECAB_ARGS} {MECAB_FORMAT}")

        def parse(sentence: str) -> str:
            try:
                return str(tagger.parse(sentence))
            except UnicodeDecodeError as error:  # a word of the dictionary ends inside a character
                return mend_answer(error.object)

        self._parse: Parse | None = parse

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return JUMAN's lines for each sentence, or the error that it cost."""
        if self._parse is None:
            raise ToolError(f"the annotator {SCHEME} is closed")
        parse = self._parse
        return [_annotate(sentence, parse) for sentence in sentences]

    def close(self) -> None:
        """Give the dictionary back."""
        self._parse = None


def _annotate(sentence: str, parse: Parse) -> str | ToolError:
    try:
        if len(sentence) > _SURELY_FITS or _NEEDS_CARE.search(sentence):
            return _annotate_with_care(sendable(sentence, max_bytes=MAX_BYTES), parse)
        if not sentence:
            return "EOS\n"
        return "".join(map(to_lines, join_words(parse(sentence)).split("\n"))) + "EOS\n"
    except ToolError as error:
        return error


def _annotate_with_care(sentence: str, parse: Parse) -> str:
    """Return the lines of a sentence with half-width characters, with its own characters in them.

    The full-width twin is as long as the sentence, so each word is found by its place.
    """
    lines = []
    start = 0
    answer = join_words(parse(sentence.translate(_TO_FULL_WIDTH)))
    for word in filter(None, answer.split("\n")):
        surface = word.partition("\t")[0]
        own = sentence[start : start + len(surface)]
        start += len(surface)
        if own == surface:
            lines.append(to_lines(word))
        else:
            lines.append(_restored(to_lines(word), own))
    lines.append(BLANK_LINE * (len(sentence) - start))  # MeCab drops the blanks at the end
    return "".join(lines) + "EOS\n"


def _restored(lines: str, own: str) -> str:
    """Return the lines of a full-width word with the characters that the sentence has.

    Its base and its reading stay the dictionary's; those of an unknown word are its characters.
    """
    restored = []
    start = 0
    for line in lines.split("\n")[:-1]:
        surface, _, rest = line.partition(" ")
        if line == BLANK_LINE[:-1]:
            start += 1
        else:
            mine = own[start : start + len(surface)]
            start += len(surface)
            if rest.endswith("NIL"):
                rest = rest.replace(surface, mine, 2)
            line = f"{mine} {rest}"
        restored.append(f"{line}\n")
    return "".join(restored)
