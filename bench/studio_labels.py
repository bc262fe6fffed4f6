"""Labels of zaru studio as training data: its export as it is, or Label Studio's or doccano's.

The export names each page by its file, the offset in it when it is an archive, and the SHA-256 of
its bytes. The files are looked for as they are named, then beside the labels; bytes that have
changed since are told and left out, since labels are places in bytes.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from zaru.io.sources import read_pages
from zaru.page import Page
from zaru.studio.content.exchange import digest, place_labels, read_blocks
from zaru.studio.content.formats import PageLabels, read_labels

_Place = tuple[str, int | None]  # a file, and where in it


class LabelledPage(NamedTuple):
    """A page, and for each of its blocks the share of the people who say that it is content."""

    page: Page
    texts: list[str]
    shares: list[float]


def read_labelled_pages(path: Path) -> Iterator[LabelledPage]:
    """Yield the pages that somebody has labelled and saved, with the labels of all who did."""
    wanted: defaultdict[_Place, list[PageLabels]] = defaultdict(list)
    for labels in read_labels(path.read_bytes(), str(path)):
        file = _find_file(labels.about.page or "", path.parent)
        if labels.is_done and file is None:
            print(f"{labels.about.name}: no such file; left out", file=sys.stderr)
        elif labels.is_done:
            wanted[str(file), labels.about.offset].append(labels)
    for page in read_pages(sorted({source for source, _ in wanted})):
        if isinstance(page, Page):
            yield from _label(page, wanted.pop((page.origin.source, page.origin.offset), []))
    for source, _ in wanted:
        print(f"{source}: no such page in it; left out", file=sys.stderr)


def _find_file(name: str, folder: Path) -> Path | None:
    return next((path for path in (Path(name), folder / name) if path.is_file()), None)


def _label(page: Page, said: list[PageLabels]) -> Iterator[LabelledPage]:
    known = digest(page)
    same = [labels for labels in said if labels.about.sha256 in (None, known)]
    if len(same) < len(said):
        print(f"{page.origin}: its bytes have changed since it was labelled", file=sys.stderr)
    if same:
        blocks = read_blocks(page)
        roles = [place_labels(page, labels, has_same_bytes=True)[0] for labels in same]
        shares = [sum(key in one for one in roles) / len(roles) for key in blocks]
        yield LabelledPage(page, list(blocks.values()), shares)
