"""Labels of fields as files, in and out: what `zaru learn --labels` takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from zaru.errors import UsageError
from zaru.studio.fields.sheet import Change, FieldSheet, Values, combine, write_labels
from zaru.studio.pages import PageEntry
from zaru.wrappers.labels import Label
from zaru.wrappers.record import count


def name_pages(entries: Sequence[PageEntry]) -> dict[str, str]:
    """Return what labels call each page, by its id: the shortest name that no other one has.

    Its file, else its address or the file as it was given, as `wrappers.labels.PageNames` knows
    them.
    """
    options = {entry.id: list(_names(entry)) for entry in entries}
    taken = Counter(name for names in options.values() for name in set(names))
    return {
        id_: next((name for name in names if taken[name] == 1), id_)
        for id_, names in options.items()
    }


def _names(entry: PageEntry) -> Iterator[str]:
    """Yield the names of a page, the shortest first; an archive is the file of many pages."""
    if entry.offset is None:
        yield PurePath(entry.source).name
        yield entry.source
    if entry.url:
        yield entry.url


def export_labels(sheet: FieldSheet, names: dict[str, str]) -> Iterator[Label]:
    """Yield all labels, page by page, fields in their order; *names* are those of the pages."""
    for page, name in names.items():
        for field in sheet.fields:
            if page in field.labels:
                yield from write_labels(name, field.name, field.labels[page])


def import_labels(
    sheet: FieldSheet, labels: Iterable[Label], entries: Iterable[PageEntry]
) -> tuple[Change, list[str]]:
    """Return the action that takes labels over, and a line for each page that is not known.

    A label of a page and field that is there already is replaced. Raises `UsageError` when no
    label is for any of the pages.
    """
    places = _Places(entries)
    found: dict[tuple[str, str], Values] = {}
    problems: dict[str, str] = {}
    for label in labels:
        pages = places.find(label.page)
        if len(pages) == 1:
            key = (label.field, pages[0])
            found[key] = (*found.get(key, ()), *label.values)
        else:
            why = f"{count(len(pages), 'page')} of this folder" if pages else "no page here"
            problems[label.page] = f"{label.page}: {why}"
    if not found:
        raise UsageError(next(iter(problems.values()), "there is no label in the file"))
    changes = []
    for name in dict.fromkeys(name for name, _ in found):
        if all(field.name != name for field in sheet.fields):
            changes.append(sheet.add_field(name))
            sheet = sheet.after(changes[-1])
    ids = {field.name: field.id for field in sheet.fields}
    for (name, page), values in found.items():
        changes.append(sheet.set_label(ids[name], page, values))
    words = f"↓ {count(len(found), 'label')}"
    return combine(changes)._replace(words=words, field=""), list(problems.values())


class _Places:
    """Finds pages by what labels call them, as `PageNames` does, without their bytes."""

    def __init__(self, entries: Iterable[PageEntry]) -> None:
        self._sources: dict[str, str] = {}
        self._names: dict[str, list[str]] = {}
        for entry in entries:
            self._sources[entry.id] = entry.source
            file = PurePath(entry.source).name
            for name in {entry.source, file, entry.url or entry.source, entry.id}:
                self._names.setdefault(name, []).append(entry.id)

    def find(self, name: str) -> list[str]:
        """Return the ids of the pages that *name* may mean; a longer path means by its end."""
        if name in self._names:
            return self._names[name]
        steps = PurePath(name).parts
        likely = self._names.get(steps[-1], []) if steps else []
        return [id_ for id_ in likely if _share_end(PurePath(self._sources[id_]).parts, steps)]


def _share_end(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Say whether the shorter of two paths is the end of the longer one."""
    size = min(len(one), len(other))
    return one[-size:] == other[-size:]
