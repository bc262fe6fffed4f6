"""Where each text of a parsed tree stands in the source, in bytes of the original file.

No fast HTML parser tells. The parser's texts come in document order, which is nearly always
source order, so one walk through the source finds them: behind the markup that `scan` skips
exactly must stand the next text. Where it does not, the slow path below looks for it:
character references, undecodable bytes, texts that the parser joined over a stray end tag,
texts that it moved out of a table, texts that it dropped.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from turbohtml import unescape

from zaru.dom.scan import WHITE, Run, data_end, find, iter_runs, match_gap, raw_aware_gap
from zaru.text.codes import python_codec, read_slice

# How far ahead of its place a text is looked for before it counts as moved. Texts that moved
# further are found at the end by `settle`. 40 was enough for 95,793 texts of 311 pages.
LOOK_AHEAD = 40
NEAR = 4  # of them; whether a text goes on behind a piece is checked for these
MAX_RAW_READING = 20  # times the source; raw text tags that are none would be read again and again
MAX_RAW_NESTING = 3  # `<svg><title><style>`: raw text tags that are none, one in the other
_NUMBER = re.compile(r"&#(?:[xX]0*+([0-9a-fA-F]{1,6})(?![0-9a-fA-F])|0*+([0-9]{1,7})(?![0-9]));?")
_WHITE = (
    rb"&#(?:0*+(?:9|10|12|13|32)(?![0-9])|[xX]0*+(?:9|[aAcCdD]|20)(?![0-9a-fA-F]));?"
    rb"|&Tab;|&NewLine;|[\t\n\f\r ]"
)
_LINE_END = re.compile(rb"\r\n?|\n")
_LEAD = re.compile(r"[\t\n\f\r ]*+")
_WHITE_REFERENCES = re.compile(rb"(?:" + _WHITE + rb")*+")
_WHITE_REFERENCES_AND_NUL = re.compile(rb"(?:" + _WHITE + rb"|\0)*+")


class Piece(NamedTuple):
    """A stretch of one parsed text that stands in the source in one place."""

    text: str
    start: int
    end: int  # the same as start for white space between pieces
    is_missing: bool = False  # not found yet; the span is empty


Reading = tuple[Run, str]  # a run, and what it says


def read_source(data: str, *, is_raw: bool = False, keeps_nul: bool = False) -> str:
    """Return *data*, a slice of a page's source, as an HTML parser reads it in running text.

    Raw text (a script) has no character references. There, and with *keeps_nul* (in SVG and in
    a `textarea`), NUL is U+FFFD; elsewhere it is dropped.

    >>> read_source("a &lt; b\\r\\nc")
    'a < b\\nc'
    """
    if "\r" in data:
        data = data.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in data:  # it ends a reference, so it goes last
        parts = [read_source(part, is_raw=is_raw) for part in data.split("\0")]
        return ("\ufffd" if is_raw or keeps_nul else "").join(parts)
    if is_raw:
        return data
    if "&#" in data:
        data = _NUMBER.sub(_read_number, data)
    return unescape(data) if "&" in data else data


def _read_number(reference: re.Match[str]) -> str:
    """Return the control or noncharacter that a reference names; `unescape` would drop it."""
    if unescape(reference[0]):
        return reference[0]
    return chr(int(reference[1], 16) if reference[1] else int(reference[2]))


class Aligner:
    """One walk over a source, taking the texts of a tree as they come in document order.

    `source` must be scannable (`text.offsets`); offsets count its bytes.
    """

    def __init__(self, source: bytes, codec: str, start: int = 0) -> None:
        self.source = source
        self.codec = codec
        self.is_utf8 = python_codec(codec) == "utf-8"
        self.start = start
        self.position = start  # behind the last text that was found in its place
        self.ahead: deque[list[Reading]] = deque()  # runs read in advance, in order
        self.raw_bytes_left = MAX_RAW_READING * len(source)
        self.upcoming: Iterator[Run] = iter(())
        self.read_to = -1  # where `upcoming` has come to; -1: nowhere
        self.skipped: deque[Reading] = deque(maxlen=LOOK_AHEAD)

    def place(self, text: str) -> int:
        """Return where *text* begins if it is simply the next text of the source, else -1.

        Then `position` is behind it.
        """
        data = text.encode() if self.is_utf8 else text.encode(self.codec, "xmlcharrefreplace")
        source, position = self.source, self.position
        lead = text[: _skip_lead(text, 0)]
        begin = match_gap(source, position).end()  # type: ignore[union-attr]  # it matches ""
        start = _step_back(source, lead, begin)
        if self.matches(data, start):
            return start
        if text[len(lead)] == "<":  # a script, mostly: <script><!--
            raw_begin = raw_aware_gap().match(source, position).end()  # type: ignore[union-attr]
            start = _step_back(source, lead, raw_begin)
            if self.matches(data, start):
                return start
        return self.read(text, begin)

    def matches(self, data: bytes, start: int) -> bool:
        """Say whether *data* stands at *start*; then `position` is behind it."""
        end = _match_lines(self.source, data, start) if start >= 0 else -1
        # A text ends at markup: "&" is not the beginning of "&amp;", nor "<" that of "<p>".
        if end >= 0 and self.source[end : end + 1] in (b"<", b""):
            self.position = end
            return True
        return False

    def read(self, text: str, begin: int) -> int:
        """Return where *text* begins if the run at *begin* says it in references, else -1."""
        start = _step_back(self.source, text[: _skip_lead(text, 0)], begin)
        end, at = start, 0
        while 0 <= end < len(self.source) and at < len(text):  # a textarea may hold "<"
            stop = find(self.source, b"<", end + 1)
            data = read_slice(self.source[end:stop], self.codec)
            said = unescape(data)
            if not text.startswith(said, at):
                said = read_source(data)
            if not said or not text.startswith(said, at):
                return -1
            end, at = stop, at + len(said)
        if start < 0 or at < len(text):
            return -1
        self.position = end
        return start

    def search(self, text: str) -> list[Piece]:
        """Return the pieces of *text*, which is not simply the next text of the source."""
        pieces: list[Piece] = []
        at, end = 0, len(text.rstrip(WHITE))
        while at < end:
            found = self.next_piece(text, at)
            if found is None:
                break
            lead, piece = found
            white = text[at : at + lead]
            at += lead + len(piece.text)
            if "\r" in white:  # written as a reference, for the parser makes line ends of CR
                pieces.append(Piece(white, piece.start, piece.start))
            elif white and self.source.endswith(white.encode(), 0, piece.start):
                piece = Piece(white + piece.text, piece.start - lead, piece.end)
            elif white:
                pieces.append(Piece(white, piece.start, piece.start))
            pieces.append(piece)
        self.add_rest(pieces, text[at:])
        return pieces

    def add_rest(self, pieces: list[Piece], rest: str) -> None:
        """Add what remains of a text: white space behind its last piece, or a missing part."""
        core = rest.strip(WHITE)
        if core:
            lead, trail = len(rest) - len(rest.lstrip(WHITE)), len(rest.rstrip(WHITE))
            parts = (rest[:lead], False), (core, True), (rest[trail:], False)
            here = self.position
            pieces.extend(Piece(part, here, here, missing) for part, missing in parts if part)
        elif rest:
            last = pieces[-1]
            end = _match_lines(self.source, rest.encode(), last.end)
            if end < 0:
                pieces.append(Piece(rest, last.end, last.end))
                return
            pieces[-1] = Piece(last.text + rest, last.start, end)
            if self.position == last.end:
                self.position = end

    def next_piece(self, text: str, at: int) -> tuple[int, Piece] | None:
        """Return the piece of the source that *text* goes on with at *at*, behind white space."""
        lead = _skip_lead(text, at) - at
        for place, (run, content) in enumerate(self.skipped):
            if text.startswith(content, at + lead):
                del self.skipped[place]
                return lead, Piece(content, run.start, run.end)
        for is_strict, distance in ((True, NEAR), (False, LOOK_AHEAD)):
            for place, readings in enumerate(islice(self.look_ahead(), distance)):
                for run, content in readings:
                    for white in (lead, 0):  # 0: the source writes its white space as references
                        after = at + white + len(content)
                        if not text.startswith(content, at + white):
                            continue
                        if (is_strict or run.is_cdata) and not self.can_follow(run, text, after):
                            continue
                        self.move_to(place, run)
                        return white, Piece(content, run.start, run.end)
        return None

    def can_follow(self, run: Run, text: str, at: int) -> bool:
        """Say whether the source goes on with the rest of *text*, from *at*, behind *run*.

        If not, another run is likelier: one letter begins many texts. In CDATA, which is a comment
        in HTML, nothing else is believed.
        """
        at = _skip_lead(text, at)
        if at == len(text):
            return True
        start = match_gap(self.source, _end(run)).end()  # type: ignore[union-attr]
        data = read_slice(self.source[start : data_end(self.source, start)], self.codec)
        return any(
            text.startswith(read_source(data, keeps_nul=keeps_nul).strip(WHITE), at)
            for keeps_nul in (False, True)
        )

    def look_ahead(self) -> Iterator[list[Reading]]:
        """Yield the next runs with what they may say, reading them when first asked for."""
        while self.ahead and self.ahead[0][0][0].start < self.position:
            self.ahead.popleft()
        if not self.ahead and self.read_to != self.position:
            self.upcoming = iter_runs(self.source, self.position, has_raw=self.raw_bytes_left > 0)
            self.read_to = self.position
        for place in range(LOOK_AHEAD):
            while place == len(self.ahead):
                run = next(self.upcoming, None)
                if run is None:
                    return
                self.read_to = run.end
                if readings := list(self.read_run(run)):
                    self.ahead.append(readings)
            yield self.ahead[place]

    def read_run(self, run: Run) -> Iterator[Reading]:
        """Yield what *run* may say, the likely first; what it says depends on where it stands."""
        for part in chain([run], self.inner_runs(run)):
            data = read_slice(self.source[part.start : part.end], self.codec)
            for keeps_nul in (True, False) if "\0" in data else (False,):
                content = read_source(data, is_raw=part.is_raw, keeps_nul=keeps_nul)
                core = content.lstrip(WHITE)
                if core:
                    yield part, content
                if core and core != content:  # white space before the body is dropped
                    yield part._replace(start=_skip_white(self.source, part.start, keeps_nul)), core

    def inner_runs(self, run: Run) -> Iterator[Run]:
        """Yield what raw text begins with where it is none: behind an ignored tag, or in SVG."""
        for _ in range(MAX_RAW_NESTING):
            if run.is_cdata or data_end(self.source, run.start) >= run.end:
                return
            self.raw_bytes_left -= run.end - run.start
            runs = list(islice(iter_runs(self.source, run.start), 2))
            yield from runs
            start = match_gap(self.source, run.start).end()  # type: ignore[union-attr]
            yield Run(start, data_end(self.source, start), False)
            if not runs:
                return
            run = runs[-1]

    def move_to(self, place: int, run: Run) -> None:
        """Go on behind *run*, read at *place* ahead; those before it are skipped."""
        for _ in range(place):
            self.skipped.append(self.ahead.popleft()[0])
        self.ahead.popleft()
        self.position = _end(run)

    def settle(
        self, missing: Iterable[tuple[int, str]], known: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[int, Run]]:
        """Yield the keys of the *missing* texts that stand somewhere outside the *known* spans.

        To be called once, when no more texts come.
        """
        taken = deque(sorted(known))
        free: dict[str, deque[Run]] = {}
        for run in iter_runs(self.source, self.start):
            while taken and taken[0][1] <= run.start:
                taken.popleft()
            if not taken or taken[0][0] >= run.end:
                for part, content in self.read_run(run):
                    free.setdefault(content, deque()).append(part)
        for key, text in missing:
            if free.get(text):
                yield key, free[text].popleft()


def _match_lines(source: bytes, data: bytes, at: int) -> int:
    """Return the offset behind *data*, which stands at *at*, line ends in any form, or -1."""
    if source.startswith(data, at):
        return at + len(data)
    first, *lines = data.split(b"\n")
    if not source.startswith(first, at):
        return -1
    at += len(first)
    for line in lines:
        end = _LINE_END.match(source, at)
        if end is None or not source.startswith(line, end.end()):
            return -1
        at = end.end() + len(line)
    return at


def _step_back(source: bytes, white: str, at: int) -> int:
    """Return the offset before *white*, which stands before *at*, line ends in any form, or -1."""
    for character in reversed(white):
        at -= 1
        if at >= 0 and character == "\n" and source[at : at + 1] == b"\n":
            at -= at > 0 and source[at - 1 : at] == b"\r"
        elif at < 0 or source[at] != ord("\r" if character == "\n" else character):
            return -1
    return at


def _skip_lead(text: str, at: int) -> int:
    """Return the index behind the white space at *at*."""
    return _LEAD.match(text, at).end()  # type: ignore[union-attr]  # it matches ""


def _skip_white(source: bytes, start: int, keeps_nul: bool) -> int:
    """Return the offset behind the white space at *start*, however it is written."""
    pattern = _WHITE_REFERENCES if keeps_nul else _WHITE_REFERENCES_AND_NUL
    return pattern.match(source, start).end()  # type: ignore[union-attr]  # it matches ""


def _end(run: Run) -> int:
    """Return where the source goes on behind *run*."""
    return run.end + len(b"]]>") if run.is_cdata else run.end
