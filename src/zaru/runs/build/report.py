"""What came of all pages: corpus.json, report.json and failures.jsonl, from the markers alone.

Counts are never kept by a run: they are those of the tasks that are done, whoever did them, so
that they are right after any number of restarts.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zaru._version import __version__
from zaru.errors import RunError
from zaru.io.schema import VERSION
from zaru.io.store import Store
from zaru.runs.plan import Plan
from zaru.runs.tasks import Marker, digest_of, name_work

CORPUS, REPORT, FAILURES = "corpus.json", "report.json", "failures.jsonl"
# Of sites, languages and encodings, the most frequent; a query over pages/ gives the rest.
_MOST_COMMON = 1000
_TOTALS = ("japanese", "duplicates", "sentences", "characters")


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What came of the pages of a corpus: `pages_in` = `kept` + `dropped` + `failed`."""

    digest: str  # over all its files: equal corpora have equal ones
    values: dict[str, Any]  # as report.json has them

    @property
    def pages_in(self) -> int:
        """Pages of the input, those that could not be read included."""
        return int(self.values["pages"]["in"])

    @property
    def kept(self) -> int:
        """Pages of the corpus."""
        return int(self.values["pages"]["kept"])

    @property
    def dropped(self) -> int:
        """Pages that were left out for a reason."""
        return int(self.values["pages"]["dropped"])

    @property
    def failed(self) -> int:
        """Pages that could not be read or worked on."""
        return int(self.values["pages"]["failed"])

    @classmethod
    def load(cls, store: Store) -> BuildReport:
        """Return the report of a corpus that is finished."""
        about = json.loads(store.read(CORPUS))
        return cls(about["digest"], json.loads(store.read(REPORT)))


def write_report(
    store: Store,
    plan: Plan,
    markers: Mapping[str, Sequence[Marker]],
    seconds: Mapping[str, float],
) -> BuildReport:
    """Write what there is to say of a finished corpus, corpus.json last; return it."""
    finals = [
        (name, *about)
        for marker in markers["finish"]
        for name, about in marker.files.items()
        if not name.startswith("work/")
    ]
    digest = digest_of(*(part for name, _, own in sorted(finals) for part in (name, own)))
    values = _collect(markers, seconds)
    with store.publish(FAILURES) as target:
        for number in range(len(plan.shards)):
            with store.open(name_work("make", number, "failures")) as file:
                shutil.copyfileobj(file, target)
    store.write(REPORT, _to_bytes(values))
    about = {
        "schema": VERSION,
        "zaru": __version__,
        "options": plan.options,
        "sources": plan.sources,
        "counts": {**values["pages"], **values["corpus"]},
        "bytes": sum(size for _, size, _ in finals),
        "digest": digest,
    }
    store.write(CORPUS, _to_bytes(about))
    return BuildReport(digest, values)


def _collect(
    markers: Mapping[str, Sequence[Marker]], seconds: Mapping[str, float]
) -> dict[str, Any]:
    """Return the values of report.json."""
    made = _sum(marker.counts for marker in markers["make"])
    dropped = _sum(marker.counts for marker in markers["settle"])
    dropped.update(_with_prefix(made, "dropped "))
    links = _sum(marker.counts for marker in markers["link"])
    totals = _sum(marker.counts["totals"] for marker in markers["finish"])
    pages = {
        "in": made["items"],
        "kept": totals.pop("kept", 0),
        "dropped": dropped.total(),
        "failed": made["failed"],
    }
    if pages["in"] != pages["kept"] + pages["dropped"] + pages["failed"]:
        raise RunError(f"pages are lost or twice: {pages}; a fault of zaru's own: report it")
    return {
        "pages": pages,
        "dropped": dict(sorted(dropped.items())),
        "failures": dict(sorted(_with_prefix(made, "error ").items())),
        "records that are no pages": _count_most(
            marker.counts["others"] for marker in markers["make"]
        ),
        "corpus": {
            **{name: totals[name] for name in _TOTALS},
            "links": totals["links"],
            "links inside": links["links inside"],
            "texts without an exact place": made["inexact"],
            "sentences without an answer": made["unanswered"],
        },
        **{
            f"{name}s": _count_most(marker.counts[name] for marker in markers["finish"])
            for name in ("site", "language", "encoding")
        },
        "seconds": {name: round(value, 1) for name, value in seconds.items()},
    }  # fmt: skip


def _sum(counts: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return the sums of what are numbers."""
    total: Counter[str] = Counter()
    for one in counts:
        total.update({name: value for name, value in one.items() if isinstance(value, int)})
    return total


def _with_prefix(counts: Mapping[str, int], prefix: str) -> dict[str, int]:
    """Return the counts whose names begin with *prefix*, without it."""
    return {
        name.removeprefix(prefix): count
        for name, count in counts.items()
        if name.startswith(prefix)
    }


def _count_most(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total = _sum(counts)
    return dict(sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_COMMON])


def _to_bytes(values: Mapping[str, Any]) -> bytes:
    text = json.dumps(values, indent=2, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"
