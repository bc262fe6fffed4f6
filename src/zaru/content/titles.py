"""The title of a page: what its headings, its `<title>` and its metadata agree on."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from zaru.content.compiled import _kernel
from zaru.layout.head import Head
from zaru.layout.value import Value, element_text
from zaru.text.urls import is_home, resolve, site_of

_NOT_WORD = re.compile(r"[\W_]+")
# What stands between a page's title and its site's name: bars and arrows, or a dash or colon
# with a space. A colon often belongs to the title, so it counts only beside a known site name.
_SEPARATOR = re.compile(
    r"\s?[|｜»«•‹›¦‖]{1,2}\s?|\s(?:[-–—−~·・/＞>→]|::)\s|\s?--\s?|\s?:\s|："
    r"|(?<=[^\x00-\u024f])[-–—_](?=[^\x00-\u024f])"
)
_IN_SEPARATOR = re.compile("[|｜»«•‹›¦‖–—−~·・/＞>→:：_-]")  # each has one of these
_ORNAMENT = " ■□◆◇●○★☆▼▲▶►※¶§#"  # what stands around a heading and is not of its words
# Share of a `<title>` that a heading must cover to be the page's title: what covers less is a
# section's name or a fragment. Set by hand, checked by eye on 60 pages of the bench (2026-11).
_MIN_SHARE = 0.25
_CLEAR_SHARE = 0.9  # enough to look no further
_MIN_LIKENESS = 0.6  # share of common pairs of characters, for a heading that is worded otherwise
_MIN_LONE_CHARS = 12  # a lone h1 this long is a title, whatever the markup says; "News" is none
_MAX_TITLE = 300
_MAX_HEADINGS = 30


@lru_cache(maxsize=256)  # the same few texts are compared again and again
def comparable(text: str) -> str:
    """Return the letters and digits of *text*, for comparing: no case, space or punctuation.

    >>> comparable("The “End” – My Blog")
    'theendmyblog'
    """
    folded = text.casefold()
    return _kernel.keep_letters(folded) if _kernel else _NOT_WORD.sub("", folded)


class TitleFinder:
    """Finds the title of one page; holds what every step compares with."""

    def __init__(self, head: Head, url: str | None) -> None:
        self.head = head
        self.url = url
        self.whole = head.title  # what `<title>` says
        self.named_site = head.meta("og:site_name", "application-name") or head.fact("site_name")
        self.site = comparable(self.named_site.text) if self.named_site else ""
        site = site_of(url) if url else ""
        self.host = comparable(site)
        labels = site.split(".")[:-1]
        self.host_label = comparable(max(labels, key=len)) if labels else ""
        # The titles that the metadata give, the most specific first, not the site's name.
        self.references = self._read_references()
        # The part of `<title>` that is the page's own.
        self.own_title = self._own_part(self.whole) if self.whole else None
        # The h1 elements that may be a title, in document order.
        self.first_headings = self._read_headings(True)

    def find_title(self) -> Value | None:
        """Return the title without the site's name; with a heading's row when one says it.

        What the page shows comes first: a heading that agrees with `<title>` or metadata.
        """
        heading = self._agreed_heading() or self._lone_heading(_MIN_LONE_CHARS)
        if heading is not None:
            return heading
        title = self.own_title
        named = next(iter(self.references), None)
        if title and named and comparable(named.text) in comparable(title.text):
            return named
        if title and not self.is_site(title.text):
            return title
        return self._lone_heading(1) or (self._own_part(named) if named else title)

    def find_site_name(self, title: Value | None) -> Value | None:
        """Return the name that the page gives its site, or what `<title>` adds to *title*."""
        whole = self.whole
        if self.named_site or not title or not whole:
            return self.named_site
        bounds = split_title(whole.text)
        if len(bounds) < 2:
            return None
        key = comparable(title.text)
        for start, end in (bounds[-1], bounds[0]):
            part = whole.text[start:end]
            rest = comparable(whole.text[:start] + whole.text[end:])
            if self.is_site(part) or (key and rest.startswith(key) and comparable(part) != key):
                return whole.saying(part)
        return None

    def is_site(self, text: str) -> bool:
        """Say whether *text* is the site's name, as the page or the host has it."""
        key = comparable(text)
        if not key or key == self.site:
            return True
        if len(key) >= 4 and key in self.host:
            return True
        label = self.host_label
        return len(label) >= 4 and label in key and len(key) <= 1.5 * len(label)

    def _read_references(self) -> list[Value]:
        head = self.head
        found = (
            head.meta("citation_title"),
            head.fact("title"),
            head.meta("og:title"),
            head.meta("twitter:title"),
            head.meta("dc.title", "dcterms.title"),
        )
        return [value for value in found if value and not self.is_site(value.text)]

    def _read_headings(self, is_first_level: bool) -> list[Value]:
        """Return the headings that are not empty, too long or the site's name."""
        tree = self.head.tree
        found = []
        for row in self.head.headings[:_MAX_HEADINGS]:
            if (tree.tag(row) == "h1") == is_first_level:
                text = element_text(tree, row).strip(_ORNAMENT)
                if 0 < len(text) <= _MAX_TITLE and not self.is_site(text):
                    found.append(Value(text, tree, row))
        return found

    def _agreed_heading(self) -> Value | None:
        """Return the heading that covers most of `<title>` or of a title in the metadata."""
        keys = [comparable(value.text) for value in self.references]
        if self.whole and self.own_title:
            keys += [comparable(self.own_title.text), comparable(self.whole.text)]
        best, best_share = None, _MIN_SHARE
        for is_first_level in (True, False):
            headings = self.first_headings if is_first_level else self._read_headings(False)
            for heading in headings:
                share = self._agreement(heading, keys, is_first_level)
                if share > best_share:
                    best, best_share = heading, share
            if best_share > _CLEAR_SHARE:
                break
        return self._without_extras(best, keys) if best else None

    def _without_extras(self, heading: Value, keys: list[str]) -> Value:
        """Return the text run of a heading that says the title alone, without a button or tag."""
        tree = self.head.tree
        if comparable(heading.text) in keys:
            spaced = element_text(tree, heading.row, " ").strip(_ORNAMENT)
            is_said = self.whole is not None and spaced in self.whole.text
            return heading.saying(spaced) if is_said else heading
        for row in range(heading.row + 1, tree.end(heading.row)):
            text = element_text(tree, row).strip(_ORNAMENT) if tree.is_text(row) else ""
            if text and comparable(text) in keys:
                return heading.saying(text)
        return heading

    def _agreement(self, heading: Value, keys: list[str], is_first_level: bool) -> float:
        """Return how well a heading agrees with the best of *keys*, up to 1.05 for an h1."""
        key = comparable(heading.text)
        share = max((_share(key, other) for other in keys), default=0.0)
        if is_first_level:
            if not share:
                share = max((_likeness(key, other) for other in keys), default=0.0)
                share = share if share >= _MIN_LIKENESS else 0.0
            share += 0.05
        return share - 0.5 if share and self._leads_home(heading) else share

    def _lone_heading(self, min_chars: int) -> Value | None:
        """Return the only h1 of the page, None when there are more or it is a site's banner."""
        found = self.first_headings
        if len(found) != 1 or len(found[0].text) < min_chars or self._leads_home(found[0]):
            return None
        return found[0]

    def _leads_home(self, heading: Value) -> bool:
        """Say whether a heading is a link to the front page: then it is the site's banner."""
        tree = self.head.tree
        inside = range(heading.row + 1, tree.end(heading.row))
        for row in (*inside, tree.parent(heading.row)):
            href = tree.attribute(row, "href") if tree.tag(row) == "a" else None
            if href is not None:
                target = resolve(self.url or "http://unknown.invalid/page", href)
                return target is not None and is_home(target)
        return False

    def _own_part(self, value: Value) -> Value:
        """Return the part of a `<title>` that is the page's own."""
        bounds = split_title(value.text)
        first, last = 0, len(bounds) - 1
        while last > first and self.is_site(value.text[slice(*bounds[last])]):
            last -= 1
        while last > first and self.is_site(value.text[slice(*bounds[first])]):
            first += 1
        if (first, last) == (0, len(bounds) - 1):
            return _likely_part(value)
        return value.saying(value.text[bounds[first][0] : bounds[last][1]])


@lru_cache(maxsize=8)  # several steps ask it of one title
def _find_separators(text: str) -> tuple[re.Match[str], ...]:
    """Return what stands between the parts of a `<title>`."""
    return tuple(_SEPARATOR.finditer(text)) if _IN_SEPARATOR.search(text) else ()


def split_title(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a `<title>` begin and end.

    >>> split_title("One | Two")
    [(0, 3), (6, 9)]
    """
    whole = (0, len(text))
    separators = [(0, 0), *(match.span() for match in _find_separators(text)), whole[::-1]]
    bounds = [(end, start) for (_, end), (start, _) in pairwise(separators) if end < start]
    return bounds or [whole]


def _likely_part(value: Value) -> Value:
    """Return what stands before the last bar or dash, or behind it when that is far longer."""
    separators = _find_separators(value.text)
    if not separators or separators[-1][0].strip() in (":", "："):
        return value
    first, last = separators[0], separators[-1]
    if first is not last and first.start() > len(value.text) / 2:  # title, section, site
        return value.saying(value.text[: first.start()])
    before, behind = value.text[: last.start()].strip(), value.text[last.end() :].strip()
    return value.saying((behind if len(behind) > 3 * len(before) else before) or value.text)


def _share(key: str, other: str) -> float:
    """Return how much of the longer text the shorter one is, 0.0 when it is not part of it."""
    short, long = (key, other) if len(key) <= len(other) else (other, key)
    return len(short) / len(long) if short and short in long else 0.0


def _likeness(key: str, other: str) -> float:
    """Return the share of pairs of neighbouring characters that two texts have in common."""
    pairs, others = set(pairwise(key)), set(pairwise(other))
    return len(pairs & others) / max(len(pairs), len(others), 1)
