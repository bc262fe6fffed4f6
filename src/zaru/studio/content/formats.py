"""Labels of content as files: zaru's own JSON lines, Label Studio's JSON and doccano's JSON lines.

Label Studio and doccano label ranges of characters in a text. The text is that of the page's
blocks as readers see them, one after the other, so a range leads to blocks, and these to bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from zaru.errors import FormatError
from zaru.studio.content.blocks import ROLES, Span

Format = Literal["jsonl", "label-studio", "doccano"]
FORMATS: tuple[Format, ...] = get_args(Format)
FILE_NAMES: dict[Format, str] = {
    "jsonl": "labels.jsonl",
    "label-studio": "labels.label-studio.json",
    "doccano": "labels.doccano.jsonl",
}
_Row = dict[str, Any]


def find_format(name: str) -> Format:
    """Return the format of a file by how its name ends, zaru's own when nothing tells.

    >>> find_format("labels.json"), find_format("a.doccano.jsonl"), find_format("labels.jsonl")
    ('label-studio', 'doccano', 'jsonl')
    """
    if name.endswith(".json"):
        return "label-studio"
    return "doccano" if name.endswith(".doccano.jsonl") else "jsonl"


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text with a role."""

    role: str
    text: str
    span: Span | None = None  # offset and length in the bytes of the page, when known
    place: Span | None = None  # first and last + 1 character in the text of the page, when known


@dataclass(frozen=True, slots=True)
class About:
    """Which page labels are about; None stands for what a file does not say."""

    page: str | None = None  # its file, as whoever made the workspace named it
    offset: int | None = None  # of the record in an archive
    url: str | None = None
    sha256: str | None = None  # of the bytes
    encoding: str | None = None
    who: str | None = None  # has given the labels

    @property
    def name(self) -> str:
        """What a person calls the page."""
        return self.page or self.url or self.sha256 or "?"


@dataclass(frozen=True, slots=True)
class PageLabels:
    """What a person says of a page."""

    about: About
    is_done: bool  # all of the page was looked at
    texts: tuple[LabelledText, ...]
    whole: str | None = None  # the text that `place` counts in


def write_labels(labels: Iterable[PageLabels], format_: Format) -> Iterator[str]:
    """Yield the lines of a file with *labels*."""
    if format_ == "label-studio":
        tasks = list(map(_to_task, labels))
        yield json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
        return
    write = _to_row if format_ == "jsonl" else _to_doccano
    for one in labels:
        yield json.dumps(write(one), ensure_ascii=False) + "\n"


def read_labels(data: bytes, source: str) -> list[PageLabels]:
    """Return the labels in a file of any of the formats; raises `FormatError`."""
    try:
        text = str(data, "utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("labels are in UTF-8", source=source, offset=error.start) from error
    try:
        rows: list[Any] = json.loads(text) if text.lstrip().startswith("[") else _read_lines(text)
        return [one for row in rows for one in _find_reader(row)(row)]
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        message = "no labels: neither zaru's, nor Label Studio's, nor doccano's"
        raise FormatError(f"{message} ({error})", source=source) from error


def _read_lines(text: str) -> list[Any]:
    # Not splitlines: U+2028 may stand in a JSON text.
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def _find_reader(row: _Row) -> Callable[[_Row], Iterator[PageLabels]]:
    if "blocks" in row:
        return _from_row
    if "annotations" in row or "predictions" in row:
        return _from_task
    if "text" in row:
        return _from_doccano
    raise ValueError(f"keys {', '.join(list(row)[:8])}")


def _to_row(labels: PageLabels) -> _Row:
    blocks = [
        {"role": one.role, "text": one.text, "span": one.span and list(one.span)}
        for one in labels.texts
    ]
    return {**_write_about(labels.about), "done": labels.is_done, "blocks": blocks}


def _from_row(row: _Row) -> Iterator[PageLabels]:
    texts = tuple(
        LabelledText(_read_role(block["role"]), str(block["text"]), _read_pair(block.get("span")))
        for block in row["blocks"]
        if block["role"] != "image"  # of `zaru extract -f jsonl`
    )
    yield PageLabels(_read_about(row), bool(row.get("done", True)), texts)


def _to_task(labels: PageLabels) -> _Row:
    result = [
        {
            "id": f"{number}",
            "from_name": "role",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": one.place[0],
                "end": one.place[1],
                "text": one.text,
                "labels": [one.role],
            },
        }
        for number, one in enumerate(labels.texts)
        if one.place
    ]
    data = {"text": labels.whole, **_write_about(labels.about), "done": labels.is_done}
    return {"data": data, "annotations": [{"result": result}]}


def _from_task(row: _Row) -> Iterator[PageLabels]:
    data = row["data"]
    whole = data.get("text")
    for annotation in row.get("annotations") or ():
        if annotation.get("was_cancelled"):
            continue
        values = [one["value"] for one in annotation["result"] if one.get("type") == "labels"]
        texts = tuple(_from_value(value, whole) for value in values)
        about = _read_about(data, _read_annotator(annotation.get("completed_by")))
        yield PageLabels(about, bool(data.get("done", True)), texts, whole)


def _read_annotator(said: object) -> str | None:
    return str(said.get("email") or said.get("username")) if isinstance(said, dict) else None


def _from_value(value: _Row, whole: str | None) -> LabelledText:
    (role,) = value["labels"]
    text = value.get("text")
    if whole is None:
        return LabelledText(_read_role(role), str(text))
    place = find_place(whole, (int(value["start"]), int(value["end"])), text)
    return LabelledText(_read_role(role), whole[slice(*place)], place=place)


def find_place(whole: str, place: Span, text: str | None) -> Span:
    """Return the characters that are meant by *place*, which should be *text*.

    Label Studio before 1.4 counted the units of UTF-16, as JavaScript does: characters beyond
    U+FFFF are two of them.

    >>> find_place("😀 ab", (3, 5), "ab")
    (2, 4)
    """
    if text is None:
        return place
    units = whole.encode("utf-16-le", "surrogatepass")
    before, inner = units[: 2 * place[0]], units[2 * place[0] : 2 * place[1]]
    start, size = (len(str(part, "utf-16-le", "replace")) for part in (before, inner))
    ways = place, (start, start + size)
    for fold in (str, _fold):
        for way in ways:
            if fold(whole[slice(*way)]) == fold(text):
                return way
    found = whole.find(text)
    return (found, found + len(text)) if found >= 0 else place


def _fold(text: str) -> str:
    return "".join(text.replace("\\n", "\n").split())


def _to_doccano(labels: PageLabels) -> _Row:
    marked = [[*one.place, one.role] for one in labels.texts if one.place]
    about = _write_about(labels.about)
    return {"text": labels.whole, "label": marked, **about, "done": labels.is_done}


def _from_doccano(row: _Row) -> Iterator[PageLabels]:
    whole, meta = str(row["text"]), row.get("meta")
    said = {**row, **meta} if isinstance(meta, dict) else row
    entities = row.get("entities")
    if entities is not None:
        marked = [(one["start_offset"], one["end_offset"], one["label"]) for one in entities]
    else:
        marked = [tuple(one) for one in row.get("label") or row.get("labels") or ()]
    texts = tuple(
        LabelledText(_read_role(role), whole[start:end], place=(start, end))
        for start, end, role in marked
    )
    yield PageLabels(_read_about(said), bool(said.get("done", True)), texts, whole)


def _write_about(about: About) -> _Row:
    return {field.name: getattr(about, field.name) for field in fields(About)}


def _read_about(row: _Row, who: str | None = None) -> About:
    def read(name: str) -> str | None:
        value = row.get(name)
        return None if value is None else str(value)

    offset = row.get("offset")
    return About(
        read("page"), None if offset is None else int(offset), read("url"), read("sha256"),
        read("encoding"), read("who") or who,
    )  # fmt: skip


def _read_role(role: object) -> str:
    if role in ROLES:
        return str(role)
    raise ValueError(f"no role {str(role)[:40]!r}; roles: {', '.join(ROLES)}")


def _read_pair(value: Any) -> Span | None:
    if value is None:
        return None
    start, size = map(int, value)
    return start, size
