"""Where each text of a parsed tree stands in the source, in bytes of the original file.

No fast HTML parser tells. The parser's texts come in document order, which is nearly always
source order, so one walk through the source finds them: behind the markup that `scan` skips
exactly must stand the next text. Where it does not, the slow path below looks for it:
character references, undecodable bytes, texts that the parser joined over a stray end tag,
texts that it moved out of a table, texts that it dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from turbohtml import unescape

from zaru.dom.scan import WHITE, Run, iter_runs, match_gap
from zaru.text.offsets import byte_offsets, is_scannable

# How far ahead of its place a text is looked for before it counts as moved. Texts that moved
# further are found at the end by `_Aligner.settle`. 40 was enough for 95,793 texts of 311 pages.
LOOK_AHEAD = 40


class Piece(NamedTuple):
    """A stretch of one parsed text that stands in the source as it is.

    A piece of white space, or one that is not found, has an empty span near its place.
    """

    text: str
    start: int
    end: int


class Located(NamedTuple):
    """The spans of all texts of a tree: one piece each, but for the few in `split`."""

    starts: list[int]
    ends: list[int]
    split: dict[int, list[Piece]]  # texts that stand in the source in several pieces


def read_source(data: str, *, is_raw: bool = False) -> str:
    """Return *data*, a slice of a page's source, as an HTML parser reads it in running text.

    >>> read_source("a &lt; b\\r\\nc")
    'a < b\\nc'
    """
    if "\r" in data:
        data = data.replace("\r\n", "\n").replace("\r", "\n")
    if is_raw:
        return data.replace("\0", "\ufffd")
    data = data.replace("\0", "")
    return unescape(data) if "&" in data else data


def locate_texts(
    texts: Sequence[str], raw: bytes, *, html: str, codec: str, start: int = 0
) -> Located:
    """Return the byte spans of *texts*, which a parser took from *html* in document order.

    *raw* is the file, *html* its text as *codec* decodes it from byte *start* on.
    """
    if is_scannable(codec):
        return _Aligner(raw, codec, start).locate(texts)
    located = _Aligner(html.encode("utf-8", "surrogatepass"), "utf-8", 0).locate(texts)
    return _translate(located, html, raw, codec, start)


class _Aligner:
    """One walk over a source, taking the texts of the tree as they come."""

    def __init__(self, source: bytes, codec: str, start: int) -> None:
        self.source = source
        self.codec = codec
        self.position = start  # behind the last text that was found in its place
        self.ahead: deque[tuple[Run, str]] = deque()  # runs read in advance, in order
        self.upcoming: Iterator[Run] = iter(())
        self.read_to = -1  # where `upcoming` has come to; -1: nowhere
        self.skipped: deque[tuple[Run, str]] = deque(maxlen=LOOK_AHEAD)
        self.passed: list[tuple[Run, str]] = []  # every run that was ever skipped
        self.claimed: set[int] = set()  # starts of those that a later text took
        self.missing: list[int] = []  # texts not found yet

    def locate(self, texts: Sequence[str]) -> Located:
        """Return the spans of *texts*."""
        source, codec, newline = self.source, self.codec, _newline(self.source)
        starts_with = source.startswith
        starts: list[int] = []
        ends: list[int] = []
        split: dict[int, list[Piece]] = {}
        position = self.position
        for index, text in enumerate(texts):
            core = text.lstrip(WHITE)
            if core:
                if newline != "\n" and "\n" in text:
                    text = text.replace("\n", newline)
                    core = text.lstrip(WHITE)
                data = core.encode(codec, "xmlcharrefreplace")
                gap = match_gap(source, position)
                assert gap is not None  # the pattern matches the empty string
                begin = gap.end()
                lead = len(text) - len(core)
                if starts_with(data, begin) and (
                    not lead or starts_with(text[:lead].encode(), begin - lead)
                ):
                    position = begin + len(data)
                    starts.append(begin - lead)
                    ends.append(position)
                    continue
                self.position = position
                pieces = self.search(texts[index], index)
                position = self.position
                if len(pieces) != 1:
                    split[index] = pieces
                starts.append(pieces[0].start)
                ends.append(pieces[-1].end)
            else:  # white space has its place between two texts, and no span
                starts.append(position)
                ends.append(position)
        located = Located(starts, ends, split)
        self.settle(texts, located)
        return located

    def search(self, text: str, index: int) -> list[Piece]:
        """Return the pieces of *text*, which is not simply the next text of the source."""
        pieces: list[Piece] = []
        at = 0
        while at < len(text):
            found = self.next_piece(text, at)
            if found is None:
                break
            lead, piece = found
            white = text[at : at + lead]
            at += lead + len(piece.text)
            if white and self.source.endswith(white.encode(), 0, piece.start):
                piece = Piece(white + piece.text, piece.start - lead, piece.end)
            elif white:
                pieces.append(Piece(white, piece.start, piece.start))
            pieces.append(piece)
            if not text[at:].strip(WHITE):
                break
        if at < len(text):
            self.add_rest(pieces, text[at:], index)
        return pieces

    def add_rest(self, pieces: list[Piece], rest: str, index: int) -> None:
        """Add what remains of a text: white space behind its last piece, or a missing part."""
        if rest.strip(WHITE):
            self.missing.append(index)
            pieces.append(Piece(rest, self.position, self.position))
            return
        last = pieces[-1]
        for white in (rest, rest.replace("\n", "\r\n")):
            if self.source.startswith(white.encode(), last.end):
                end = last.end + len(white)
                pieces[-1] = Piece(last.text + rest, last.start, end)
                self.position = max(self.position, end)
                return
        pieces.append(Piece(rest, last.end, last.end))

    def next_piece(self, text: str, at: int) -> tuple[int, Piece] | None:
        """Return the piece of the source that *text* goes on with at *at*, behind white space."""
        lead = len(text) - at - len(text[at:].lstrip(WHITE))
        for place, (run, content) in enumerate(self.skipped):
            if text.startswith(content, at + lead):
                del self.skipped[place]
                self.claimed.add(run.start)
                return lead, Piece(content, run.start, run.end)
        for place, (run, content) in enumerate(self.look_ahead()):
            for white in (lead, 0):  # 0: the source writes its white space as references
                if text.startswith(content, at + white):
                    self.move_to(place)
                    return white, Piece(content, run.start, run.end)
        return None

    def look_ahead(self) -> Iterator[tuple[Run, str]]:
        """Yield the next runs with their texts, reading them when first asked for."""
        while self.ahead and self.ahead[0][0].start < self.position:
            self.ahead.popleft()
        if not self.ahead and self.read_to != self.position:
            self.upcoming = iter_runs(self.source, self.position)
            self.read_to = self.position
        for place in range(LOOK_AHEAD):
            while place == len(self.ahead):
                run = next(self.upcoming, None)
                if run is None:
                    return
                self.read_to = run.end
                data = self.source[run.start : run.end].decode(self.codec, "replace")
                content = read_source(data, is_raw=run.is_raw)
                if not content.strip(WHITE):
                    continue
                self.ahead.append((run, content))
            yield self.ahead[place]

    def move_to(self, place: int) -> None:
        """Go on behind the run at *place* ahead; those before it are skipped."""
        for _ in range(place):
            self.skipped.append(self.ahead[0])
            self.passed.append(self.ahead.popleft())
        self.position = self.ahead.popleft()[0].end

    def settle(self, texts: Sequence[str], located: Located) -> None:
        """Find the missing texts among the runs that were skipped, however far away."""
        if not self.missing:
            return
        while ahead := list(self.look_ahead()):
            self.passed.extend(ahead)
            self.move_to(len(ahead) - 1)
        unclaimed: dict[str, list[Run]] = {}
        for run, content in reversed(self.passed):
            if run.start not in self.claimed:
                unclaimed.setdefault(content, []).append(run)
        for index in self.missing:
            core = texts[index].strip(WHITE)
            if index not in located.split and unclaimed.get(core):
                self.place(texts[index], index, unclaimed[core].pop(), located)

    def place(self, text: str, index: int, run: Run, located: Located) -> None:
        """Give the text at *index* the span of *run*, and its outer white space none."""
        lead, trail = len(text) - len(text.lstrip(WHITE)), len(text.rstrip(WHITE))
        located.starts[index], located.ends[index] = run.start, run.end
        pieces = [
            Piece(text[:lead], run.start, run.start),
            Piece(text[lead:trail], run.start, run.end),
            Piece(text[trail:], run.end, run.end),
        ]
        located.split[index] = [piece for piece in pieces if piece.text]


def _newline(source: bytes) -> str:
    r"""Return how lines end when they all end alike, else "\n"."""
    returns = source.count(b"\r")
    if returns and returns == source.count(b"\n") == source.count(b"\r\n"):
        return "\r\n"
    return "\n"


def _translate(located: Located, html: str, raw: bytes, codec: str, start: int) -> Located:
    """Return *located* with offsets into the UTF-8 form of *html* turned into those of *raw*."""
    wanted = {*located.starts, *located.ends}
    for pieces in located.split.values():
        wanted.update(offset for piece in pieces for offset in (piece.start, piece.end))
    place = byte_offsets(html, raw, codec=codec, start=start, utf8_offsets=sorted(wanted))
    return Located(
        [place[offset] for offset in located.starts],
        [place[offset] for offset in located.ends],
        {
            index: [Piece(piece.text, place[piece.start], place[piece.end]) for piece in pieces]
            for index, pieces in located.split.items()
        },
    )
