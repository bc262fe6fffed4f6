"""A corpus in other forms: a file for each page, or for each part of its tables.

The files of a page are named by its id, those of a part by its number. A file appears whole, so
one that is there is not written again; what the folder is an export of stands in a file beside
them, and an export of something else begins by removing what the last one wrote.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from zaru._version import __version__
from zaru.content.front_matter import write_row
from zaru.corpus.identity import PAGE_ID_DIGITS
from zaru.corpus.standard_format import StandardFormat
from zaru.errors import Failure, FormatError, OutputFailed
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage
from zaru.io.csv_rows import to_csv_row
from zaru.io.lock import FolderLock
from zaru.io.parquet import Shape
from zaru.io.publish import publish
from zaru.io.schema import PAGES
from zaru.io.standard_format import compress
from zaru.io.tables import Row
from zaru.runs.children import map_in_children
from zaru.runs.in_links import add_in_links
from zaru.runs.maps import describe_page
from zaru.runs.outputs import MAP_NAME, name_by_id, remove_parts

FORMATS = ("standard-format", "jsonl", "markdown", "csv")
STATE_NAME = ".zaru-export.json"
_ID = re.compile(rf"[0-9a-f]{{{PAGE_ID_DIGITS}}}")
_FOLDER = re.compile(r"[0-9a-f]{2}")
_BY_PAGE = re.compile(r"[0-9a-f]{32}\.(?:xml|xml\.gz|md)")
_BY_PART = re.compile(r"\d+\.(?:jsonl|csv)")


@dataclass(frozen=True, slots=True)
class Form:
    """What a corpus is written as."""

    format: str  # one of FORMATS
    extended: bool = False  # of the Standard Format, as in `www2sf`
    gzip: bool = False

    @property
    def suffix(self) -> str:
        """What the names of the files end in."""
        known = {"standard-format": ".xml", "markdown": ".md"}
        return known.get(self.format, f".{self.format}") + ".gz" * self.gzip

    @property
    def is_by_page(self) -> bool:
        """Say whether each page has a file of its own."""
        return self.format in ("standard-format", "markdown")

    def has(self, page: CorpusPage) -> bool:
        """Say whether there is anything to write for *page*."""
        return page.is_standard or self.format == "markdown"


@dataclass(slots=True)
class Part:
    """What came of the pages of one part of a corpus."""

    counts: Counter[str] = field(default_factory=Counter)  # written, done before, left out
    failures: list[Failure] = field(default_factory=list)


def export(
    corpus: Corpus,
    target: Path,
    form: Form,
    *,
    jobs: int,
    deadline_seconds: float,
    memory_bytes: int,
    tell: Callable[[int], object] = lambda _: None,
) -> Generator[Part | Failure, None, None]:
    """Write *corpus* to files in *target*; yield what came of each part of it.

    Each part is written by a child; *tell* gets the numbers of pages that are done. Raises
    `RunLocked` when another run writes to *target*, `OutputFailed` when it cannot be written.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed.of(error, target) from error
    with FolderLock(target) as lock:
        remove_parts(target)
        _begin(corpus, target, form)
        parts: Generator[Part | Failure, None, None] = map_in_children(
            corpus.files(),
            partial(_prepare, corpus, target, form, lock),
            jobs=jobs,
            deadline_seconds=deadline_seconds,
            memory_bytes=memory_bytes,
            name=lambda file: f"pages/{file}",
            stage="export",
            tell=tell,
        )
        with closing(parts):
            yield from parts
        if form.format == "standard-format":
            failures: list[Failure] = []
            add_in_links(partial(_find_written, corpus, target, form), tell=failures.append)
            yield Part(failures=failures)


def _prepare(corpus: Corpus, target: Path, form: Form, lock: FolderLock) -> Callable[[str], Any]:
    lock.forget()  # it is the parent's
    write = _write_pages if form.is_by_page else _write_part
    return partial(write, corpus, target, form)


def _begin(corpus: Corpus, target: Path, form: Form) -> None:
    """Remove what an export of something else wrote; list the pages that will have files."""
    plan = {"zaru": __version__, "corpus": corpus.about.get("digest"), **asdict(form)}
    state, map_ = target / STATE_NAME, target / MAP_NAME
    try:
        is_same = json.loads(state.read_bytes()) == plan
    except (OSError, ValueError):
        is_same = False
    if not is_same:
        if not state.exists():
            _check_foreign(target)
        _write_state(state, {})  # until all is ready, it is no export
        _remove_old(target)
    if form.is_by_page and not map_.exists():
        with publish(map_) as file:
            for line in _list_pages(corpus, form):
                file.write(line)
    if not is_same:  # the last of all: what is left undone here is begun again
        _write_state(state, plan)


def _write_state(state: Path, plan: dict[str, Any]) -> None:
    with publish(state) as file:
        file.write(json.dumps(plan).encode())


def _check_foreign(target: Path) -> None:
    """Raise `OutputFailed` when a folder that no export has written has files of our names."""
    try:
        path = next(_find_old(target), None)
    except OSError as error:
        raise OutputFailed.of(error, target) from error
    if path is not None:
        raise OutputFailed(f"{path}: is not of an export, but named as one; give another folder")


def _remove_old(target: Path) -> None:
    """Delete the files that earlier exports have written, and no others."""
    try:
        for path in _find_old(target):
            path.unlink()
    except OSError as error:
        raise OutputFailed.of(error, target) from error


def _find_old(target: Path) -> Iterator[Path]:
    """Yield the files that are named as those of exports."""
    for path in target.iterdir():
        if _FOLDER.fullmatch(path.name) and path.is_dir():
            yield from (one for one in path.iterdir() if _BY_PAGE.fullmatch(one.name))
        elif _BY_PART.fullmatch(path.name) or path.name == MAP_NAME:
            yield path


def _list_pages(corpus: Corpus, form: Form) -> Iterator[bytes]:
    names = ("id", "url", "page", "offset", "is_japanese", "sentences")
    for row in corpus.columns(*names):
        if form.has(CorpusPage(row, "")):
            line = describe_page(row["url"], row["page"], _name(row["id"], form))
            line |= {"id": row["id"], "offset": row["offset"]}
            yield json.dumps(line, ensure_ascii=False).encode() + b"\n"


def _name(identity: str, form: Form) -> str:
    """Return the name of a page's file; raises `FormatError` for an id that zaru never makes."""
    if not _ID.fullmatch(identity):
        raise FormatError(f"the id {identity[:60]!r} is not one of a page; build the corpus again")
    return name_by_id(identity, form.suffix)


def _find_written(corpus: Corpus, target: Path, form: Form) -> Iterator[tuple[str, Path]]:
    """Yield the source of each page that has a file, and the file."""
    for row in corpus.columns("id", "page"):
        path = Path(target, _name(row["id"], form))
        if path.is_file():
            yield row["page"], path


def _write_pages(corpus: Corpus, target: Path, form: Form, file: str) -> Generator[int, None, Part]:
    """Write a file for each page of a part."""
    part = Part()
    for page, render in _read_pages(corpus, form, file):
        path = Path(target, _name(page.id, form))
        if render is None:
            part.counts["left out"] += 1
        elif path.is_file():
            part.counts["done before"] += 1
        else:
            _write(path, render())
            part.counts["written"] += 1
        yield 1
    return part


def _read_pages(
    corpus: Corpus, form: Form, file: str
) -> Iterator[tuple[CorpusPage, Callable[[], bytes] | None]]:
    """Yield each page of a part with what makes its file; None when it has none."""
    if form.format == "markdown":
        for page in corpus.pages(file):
            yield page, partial(write_markdown, page)
        return
    for page, found in corpus.standard_formats(file):
        yield page, None if found is None else partial(_write_xml, found, form)


def _write(path: Path, body: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed.of(error, path.parent) from error
    with publish(path) as file:
        file.write(body)


def _write_xml(found: StandardFormat, form: Form) -> bytes:
    body = found.to_xml(extended=form.extended)
    return compress(body) if form.gzip else body


def write_markdown(page: CorpusPage) -> bytes:
    """Return *page* as Markdown behind its front matter."""
    text = f"{write_row(page.row)}{page.markdown}".rstrip("\n")
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _write_part(corpus: Corpus, target: Path, form: Form, file: str) -> Generator[int, None, Part]:
    """Write one file with the rows of all pages of a part."""
    path = Path(target, Path(file).stem + form.suffix)
    if path.is_file():
        done = corpus.count(file)
        yield done
        return Part(Counter({"done before": done}))
    part = Part()
    write = to_json_line if form.format == "jsonl" else to_csv_line
    with publish(path) as output:
        if form.format == "csv":
            output.write(to_csv_row(_cell_names(PAGES)))
        for page in corpus.pages(file):
            output.write(write(page.row))
            part.counts["written"] += 1
            yield 1
    return part


def to_json_line(row: Row) -> bytes:
    """Return *row* as a line of JSON, with the keys of the table in their order."""
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def to_csv_line(row: Row) -> bytes:
    """Return *row* as a line of CSV: what is one value, no lists."""
    return to_csv_row(_to_cell(_find(row, name)) for name in _cell_names(PAGES))


def _cell_names(shape: Shape) -> Iterator[str]:
    """Yield the columns of *shape* that are one value, `a.b` for those of an object."""
    for name, inner in shape.items():
        if isinstance(inner, dict):
            yield from (f"{name}.{other}" for other in _cell_names(inner))
        elif not isinstance(inner, list):
            yield name


def _find(row: Row, name: str) -> Any:
    value: Any = row
    for part in name.split("."):
        value = None if value is None else value[part]
    return value


def _to_cell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
