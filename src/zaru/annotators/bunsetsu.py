"""GiNZA's analysis in KNP's format: phrases (bunsetsu), basic phrases, words, dependencies.

A phrase depends on the phrase that holds the head of its head word. Where GiNZA sees several
sentences in one, the trees before the last hang on its root, for a KNP tree has one root. Heads to
the left, which KNP never has, are kept where GiNZA finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import Any

from zaru.annotators.ginza_model import GinzaModel
from zaru.annotators.mecab_words import BLANK_LINE
from zaru.annotators.unidic import juman_fields
from zaru.errors import ToolError

SCHEME = "GiNZA"

# spaCy's part that finds names is half of its time, and KNP's format does not need it.
_EXCLUDED = ("ner",)
_TO_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
# Parts of speech that begin a basic phrase, and those that stand before such a word.
_CONTENT = ("名詞", "代名詞", "形状詞", "連体詞", "副詞", "接続詞", "感動詞", "動詞", "形容詞")
_SIGNS = ("補助記号", "記号", "空白")
_BEFORE_CONTENT = ("接頭辞", "補助記号-括弧開")
# A backslash and ␣ in the page: as one word they would be read as the written form of a blank.
_LOOKS_LIKE_BLANK = frozenset({r"\␣", r"\t"})
_PARTS = re.compile(r" |\\|[^ \\]+")
_AUXILIARY_RELATIONS = frozenset({"aux", "fixed"})

Words = list[Any]  # spaCy tokens


class BunsetsuAnnotator:
    """GiNZA as a stand-in for KNP."""

    def __init__(self) -> None:
        self.scheme = SCHEME
        self._model = GinzaModel(exclude=_EXCLUDED)

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        """Return lines in KNP's format for each sentence, or the error that it cost."""
        return [
            document if isinstance(document, ToolError) else to_knp(document)
            for document in self._model.parse(sentences)
        ]

    def close(self) -> None:
        """Give the model back."""
        self._model.close()


def to_knp(document: Any) -> str:
    """Return a spaCy document of GiNZA in KNP's format."""
    phrases = _phrases(document)
    heads = _phrase_heads(phrases)
    units = [_basic_phrases(phrase) for phrase in phrases]
    # For each phrase the number of the basic phrase behind its last one, which others depend on.
    ends = list(accumulate(map(len, units)))
    lines = []
    number = 0
    for phrase, phrase_units, head in zip(phrases, units, heads, strict=True):
        lines.append(f"* {head}D {_features(phrase)}".rstrip() + "\n")
        target = -1 if head == -1 else ends[head] - 1
        for unit in phrase_units:
            is_last = unit is phrase_units[-1]
            features = _features(unit) if is_last else f"<文節内><係:文節内>{_features(unit)}"
            unit_head = target if is_last else number + 1
            lines.append(f"+ {unit_head}D {features}".rstrip() + "\n")
            lines.extend(_word_lines(unit))
            number += 1
    return "".join(lines) + "EOS\n"


def _phrases(document: Any) -> list[Words]:
    """Return the words of each phrase; every word is in one of them, in order.

    GiNZA makes phrases of signs alone; as in KNP they belong to the phrase before them here, those
    at the beginning to the first one.
    """
    from ginza import bunsetu_bi_labels

    phrases: list[Words] = []
    for word, label in zip(document, bunsetu_bi_labels(document), strict=True):
        if label == "B" or not phrases or word.is_sent_start:
            phrases.append([])
        phrases[-1].append(word)
    joined: list[Words] = []
    for phrase in phrases:
        signs = len(list(takewhile(_ends_phrase, phrase))) if joined else 0
        if joined and all(map(_is_sign, phrase)):
            signs = len(phrase)
        if signs:
            joined[-1].extend(phrase[:signs])
        if signs < len(phrase):
            joined.append(phrase[signs:])
    if len(joined) > 1 and all(map(_is_sign, joined[0])):
        joined[:2] = [joined[0] + joined[1]]
    return joined


def _is_sign(word: Any) -> bool:
    return bool(word.tag_.startswith(_SIGNS))


def _ends_phrase(word: Any) -> bool:
    return _is_sign(word) and word.tag_.endswith(("空白", "句点", "読点", "括弧閉"))


def _phrase_heads(phrases: list[Words]) -> list[int]:
    """Return for each phrase the number of the phrase that it depends on, -1 for one root."""
    phrase_of = {word.i: number for number, phrase in enumerate(phrases) for word in phrase}
    heads = []
    for number, phrase in enumerate(phrases):
        words = [word for word in phrase if not _is_sign(word)] or phrase
        outer = [word.head for word in words if phrase_of[word.head.i] != number]
        is_root = any(word.head.i == word.i for word in words)
        heads.append(-1 if is_root or not outer else phrase_of[_nearest(outer, words).i])
    roots = [number for number, head in enumerate(heads) if head == -1]
    if heads and not roots:  # GiNZA's root is a sign that belongs to another phrase now
        roots = [len(heads) - 1]
        heads[-1] = -1
    for root in roots[:-1]:
        heads[root] = roots[-1]
    return _without_cycles(heads)


def _nearest(outer: Words, phrase: Words) -> Any:
    """Return the head that the phrase's head word has; the last one when it is not clear which."""
    from ginza import is_bunsetu_head

    mains = [word.head for word in phrase if is_bunsetu_head(word) and word.head in outer]
    return (mains or outer)[-1]


def _without_cycles(heads: list[int]) -> list[int]:
    """Return the heads with every phrase under the root: a ring is opened at its last phrase.

    GiNZA's words are a tree, its phrases need not be: two of them can hold each other's heads.
    """
    heads = list(heads)
    root = heads.index(-1) if heads else -1
    safe = {root, -1}
    for start in range(len(heads)):
        path: list[int] = []
        number = start
        while number not in safe and number not in path:
            path.append(number)
            number = heads[number]
        if number not in safe:
            heads[max(path[path.index(number) :])] = root
        safe.update(path)
    return heads


def _basic_phrases(phrase: Words) -> list[Words]:
    """Return the parts of a phrase with one content word each; suffixes belong to it."""
    units: list[Words] = [[]]
    has_content = False
    for word in phrase:
        is_content = _is_content(word, follows_content=has_content)
        if has_content and (is_content or word.tag_.startswith(_BEFORE_CONTENT)):
            units.append([])
            has_content = False
        units[-1].append(word)
        has_content = has_content or is_content
    return units


def _is_content(word: Any, *, follows_content: bool) -> bool:
    if not word.tag_.startswith(_CONTENT):
        return False
    return not (follows_content and word.tag_.endswith(("非自立可能", "助数詞可能", "数詞")))


def _features(words: Words) -> str:
    """Return what is certain of a phrase: where it stands, and whether it is a noun or a verb."""
    marks = []
    if words[0].i == 0:
        marks.append("<文頭>")
    if words[-1].i == len(words[-1].doc) - 1:
        marks.append("<文末>")
    tags = [word.tag_.partition("-")[0] for word in words]
    if "動詞" in tags:
        marks.append("<用言:動>")
    elif "形容詞" in tags or "形状詞" in tags:
        marks.append("<用言:形>")
    elif "名詞" in tags or "代名詞" in tags:
        marks.append("<体言>")
    return "".join(marks)


def _word_lines(unit: Words) -> Iterator[str]:
    follows_content = False
    tag = ""
    for word in unit:
        is_content = _is_content(word, follows_content=follows_content)
        follows_content = follows_content or is_content
        is_counter = tag == "名詞-数詞" and word.tag_.endswith("助数詞可能")
        tag = "接尾辞-名詞的-助数詞" if is_counter else word.tag_
        fields = juman_fields(
            tag,
            next(iter(word.morph.get("Inflection", [])), ""),
            word.lemma_,
            is_auxiliary=word.dep_ in _AUXILIARY_RELATIONS,
        )
        role = "<自立><内容語>" if is_content else "<付属>"
        reading = next(iter(word.morph.get("Reading", [])), "").translate(_TO_HIRAGANA)
        if _is_sign(word):
            reading = ""  # Sudachi reads signs as きごう; JUMAN as themselves
        yield from _spelled_lines(word.text, reading, word.lemma_, f"{fields} NIL {role}\n")
        yield BLANK_LINE * len(word.whitespace_)


def _spelled_lines(surface: str, reading: str, base: str, rest: str) -> Iterator[str]:
    """Yield the line of a word, and of each half-width blank in it, for a field cannot hold one."""
    if " " not in surface and surface not in _LOOKS_LIKE_BLANK:
        yield f"{surface} {_field(reading, surface)} {_field(base, surface)} {rest}"
        return
    for part in _PARTS.findall(surface):
        yield BLANK_LINE if part == " " else f"{part} {part} {part} {rest}"


def _field(value: str, surface: str) -> str:
    """Return *value* without blanks, or the surface when nothing is left of it."""
    return "".join(value.split(" ")) or surface
