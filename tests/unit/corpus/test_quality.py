from __future__ import annotations

import random

import pytest

from zaru.content.content import Content, Kept
from zaru.content.segments import find_segments, read_texts
from zaru.corpus.quality import SHAPE, measure_quality
from zaru.page import Page


def measure(html: str) -> dict[str, float | int]:
    """Return the figures of a page that is content from its first to its last text."""
    page = Page.from_bytes(html.encode(), charset="utf-8")
    segments = find_segments(page.tree)
    texts = read_texts(page.tree, segments)
    return measure_quality(Content(page, tuple(map(Kept, segments, texts))))


@pytest.mark.parametrize(
    ("html", "figures"),
    [
        pytest.param(
            "<p>竹のざる<p>a b 12！",
            {"characters": 9, "lines": 2, "mean_line_characters": 4.5, "end_mark_share": 0.5},
            id="lines",
        ),
        pytest.param(
            "<p>竹のざる ab12!",
            {
                "kana_share": 0.33333,
                "kanji_share": 0.11111,
                "letter_share": 0.22222,
                "digit_share": 0.22222,
                "symbol_share": 0.11111,
            },
            id="scripts",
        ),
        pytest.param("<p>สวัสดี", {"letter_share": 1.0}, id="letters-without-blanks"),
        pytest.param("<p>ab<p>cdefgh<p>ab", {"repeated_line_share": 0.2}, id="repeated-line"),
        pytest.param("<p>one<br>one", {"repeated_line_share": 0.5, "lines": 2}, id="line-end"),
        pytest.param(
            '<p>ab <a href="/c">cd <b>e</b></a> <a>fgh</a><p><a href="/i">ij</a>',
            {"links_per_character": 0.2, "link_share": 0.5},
            id="links",
        ),
        pytest.param(
            '<a href="/"><div><p>abcd</div></a><p>efgh',
            {"links_per_character": 0.125, "link_share": 0.5},
            id="link-around-a-block",
        ),
    ],
)
def test_figures(html: str, figures: dict[str, float]) -> None:
    found = measure(html)
    assert {name: found[name] for name in figures} == figures


@pytest.mark.parametrize(
    "line",
    ["竹だ。", "Yes!", "Ah…", "「はい」", 'He said "no."', "नमस्ते।", "هل؟", "（笑）", "good."],
)
def test_lines_with_an_end_mark(line: str) -> None:
    assert measure(f"<p>{line}")["end_mark_share"] == 1.0


@pytest.mark.parametrize("line", ["お問い合わせ", "Home", "1,200円", "A:", "続き、"])
def test_lines_without_an_end_mark(line: str) -> None:
    assert measure(f"<p>{line}")["end_mark_share"] == 0.0


def test_repeated_ngrams_count_as_often_as_they_come_again() -> None:
    words = [chr(ord("a") + number) * 4 for number in range(20)]
    once, other = " ".join(words), " ".join(word.upper() for word in words)
    assert measure(f"<p>{once} {other}")["repeated_ngram_share"] == 0.0
    assert measure(f"<p>{once} {once} {other}")["repeated_ngram_share"] == 0.33333
    assert measure(f"<p>{once} {' '.join(words[:9])}")["repeated_ngram_share"] == 0.0  # too few


def test_repeated_ngrams_of_japanese_are_ten_characters() -> None:
    kanji = [chr(code) for code in range(0x4E00, 0x4E00 + 90)]
    phrase = "ざるで水をこす道具です"
    text = "".join(kanji[:39]) + phrase + "".join(kanji[39:78]) + "。" + phrase
    assert measure(f"<p>{text}")["repeated_ngram_share"] == 0.11
    assert measure(f"<p>{text[:-2]}")["repeated_ngram_share"] == 0.0


def test_repeated_ngrams_are_what_a_slow_count_says() -> None:
    chance = random.Random(5)
    tokens = [chance.choice("ab") * chance.randint(1, 2) for _ in range(600)]
    seen: set[tuple[str, ...]] = set()
    held: set[int] = set()
    for begin in range(len(tokens) - 9):
        ngram = tuple(tokens[begin : begin + 10])
        if ngram in seen:
            held.update(range(begin, begin + 10))
        seen.add(ngram)
    expected = sum(len(tokens[number]) for number in held) / sum(map(len, tokens))
    found = measure(f"<p>{' '.join(tokens)}")["repeated_ngram_share"]
    assert 0 < found == pytest.approx(expected, abs=1e-5)


def test_credits_beside_the_content_do_not_count() -> None:
    page = Page.from_bytes(b'<p>text<p><a href="/">by me</a>')
    segments = find_segments(page.tree)
    kept = Kept(segments[0], "text"), Kept(segments[1], "by me", is_credit=True)
    found = measure_quality(Content(page, kept))
    assert (found["characters"], found["links_per_character"]) == (4, 0)


@pytest.mark.parametrize("html", ["", "<p>one line", "<p>竹。" * 50])
def test_keys_and_types_are_those_of_the_shape(html: str) -> None:
    found = measure(html)
    assert list(found) == list(SHAPE)
    assert [type(value) for value in found.values()] == list(SHAPE.values())
