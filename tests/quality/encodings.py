"""Encodings: pages whose text is read right, by what they say about themselves."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from tests.quality.figures import mean
from tests.quality.prose import Prose, read_prose

from zaru import Page

# Each language in the encodings that its pages have had; the first is that of today.
ENCODINGS = {
    "ar": ("utf-8", "windows-1256", "iso-8859-6"),
    "de": ("utf-8", "windows-1252", "iso-8859-15"),
    "fr": ("utf-8", "windows-1252"),
    "ja": ("utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "utf-16"),
    "ko": ("utf-8", "euc-kr"),
    "ru": ("utf-8", "windows-1251", "koi8-r", "iso-8859-5"),
    "zh": ("utf-8", "gb18030", "big5"),
}
WRONG = {"utf-8": "iso-8859-1"}  # what a page of an encoding says wrongly; the others say UTF-8
FORMS = ("a title", "a line", "a page", "a cut page", "a damaged page")


def measure_encodings() -> dict[str, float]:
    """Return the share of the pages whose text comes out as it was written."""
    scores = defaultdict(list)
    for language, encodings in ENCODINGS.items():
        for encoding in encodings:
            wrong = WRONG.get(encoding, "utf-8")
            for group, declared in (("said", encoding), ("not said", None), ("wrong", wrong)):
                for form in FORMS:
                    random = Random(f"encodings/{language}/{form}")
                    html = _write(read_prose(language), random, form, declared)
                    html = html.encode(encoding, "ignore").decode(encoding)
                    is_right = _is_read_right(html, encoding, form)
                    scores[f"encodings: {group}, {form}"].append(float(is_right))
    return {name: mean(values) for name, values in scores.items()}


def _write(prose: Prose, random: Random, form: str, declared: str | None) -> str:
    meta = f'<meta charset="{declared}">' if declared else ""
    if form == "a title":  # one among much that is plain ASCII
        words = "".join(f'<a href="/section/{n}" class="nav-link">{n}</a>' for n in range(200))
        return f"<html><head>{meta}</head><body>{words}<h1>{prose.thing(random)}</h1></body></html>"
    count = 1 if form == "a line" else 12
    text = "\n".join(f"<p>{prose.sentence(random)}</p>" for _ in range(count))
    return f"<html><head>{meta}</head><body>{text}</body></html>"


def _is_read_right(html: str, encoding: str, form: str) -> bool:
    """Say whether the page is read as it was written; of a broken one, nearly all of it."""
    raw = html.encode(encoding)
    if form == "a cut page":
        raw = raw[: len(raw) * 2 // 3 + 1]
    elif form == "a damaged page":
        places = Random(html).sample(range(len(raw) // 2, len(raw) - 40), 3)
        raw = bytes(0xFF if place in places else byte for place, byte in enumerate(raw))
    read = Page.from_bytes(raw).html.lstrip("\ufeff")
    if form in ("a cut page", "a damaged page"):
        size = len(html) // 2 - 10
        return read[:size] == html[:size]
    return read == html.lstrip("\ufeff")
