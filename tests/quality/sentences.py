"""Sentences: where they end, and which pages are Japanese."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.quality.figures import f1, mean
from tests.quality.prose import LANGUAGES, read_prose

from zaru import Page
from zaru.corpus.sentences.japanese import is_japanese
from zaru.corpus.sentences.sentences import find_sentences

PASSAGES = Path(__file__).parent / "sentences.txt"
_UNREAD = re.compile("<(rt|rp|script)>.*?</.*?>")
_TAG = re.compile("<[^>]+>")
_FEED = '<?xml version="1.0"?><rss><item><description><![CDATA[{}]]></description></item></rss>'
_FRAME = '<html><meta charset="utf-8"><body>{}</body></html>'
# Pages that are partly in another language: how many Japanese and other paragraphs.
MIXTURES = ((1, 0), (3, 1), (1, 1), (1, 3))


def measure_sentences() -> dict[str, float]:
    """Return by group the F1 of sentences, in the passages of `sentences.txt`."""
    scores = defaultdict(list)
    for group, passage in _read_passages():
        text = passage.replace("|", "")
        html = _FEED.format(text) if group == "feeds" else _FRAME.format(f"<p>{text}</p>")
        found = find_sentences(Page.from_bytes(html.encode()), least=0.0)
        wanted = _TAG.sub("", _UNREAD.sub("", passage)).split("|")
        # White space says nothing here, and a sentence has no decoration of a page around it.
        score = f1(
            ("".join(one.sentence.text.split()) for one in found),
            ("".join(text.split()) for text in wanted),
        )
        scores[f"sentences: {group}"].append(score)
    return {name: mean(values) for name, values in scores.items()}


def measure_japanese() -> dict[str, float]:
    """Return how often pages are told to be Japanese or not, by what is hard about them."""
    scores = defaultdict(list)
    for group, html, is_ours in _language_pages():
        is_right = is_japanese(Page.from_bytes(html.encode())) == is_ours
        scores[f"Japanese or not: {group}"].append(float(is_right))
    return {name: mean(values) for name, values in scores.items()}


def _read_passages() -> Iterator[tuple[str, str]]:
    group = ""
    for line in PASSAGES.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            group = line[2:]
        else:
            yield group, line


def _language_pages() -> Iterator[tuple[str, str, bool]]:
    """Yield pages, the group they belong to, and whether a reader calls them Japanese."""
    japanese = read_prose("ja")
    for language in LANGUAGES:
        prose, random = read_prose(language), Random(f"language/{language}")
        is_ours = language == "ja"
        for size in (1, 3, 10):
            text = "".join(f"<p>{prose.paragraph(random)}</p>" for _ in range(size))
            yield "one language", _FRAME.format(text), is_ours
        yield "a title alone", _FRAME.format(f"<h1>{prose.title(random)}</h1>"), is_ours
        words = "".join(f"<li><a href=/>{word}</a></li>" for word in prose.menu)
        yield "a menu alone", _FRAME.format(f"<ul>{words}</ul>"), is_ours
        if is_ours:
            continue
        for ours, others in MIXTURES:
            text = "".join(f"<p>{japanese.paragraph(random)}</p>" for _ in range(ours))
            text += "".join(f"<p>{prose.paragraph(random)}</p>" for _ in range(others))
            yield "two languages", _FRAME.format(text), ours >= others
        links = "".join(f"<a href=/>{word}</a> " for word in japanese.menu)
        text = "".join(f"<p>{prose.paragraph(random)}</p>" for _ in range(4))
        yield "a Japanese menu only", _FRAME.format(f"<div>{links}</div>{text}"), False
