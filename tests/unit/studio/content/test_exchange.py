"""Labels out of a workspace and into another: the same bytes, whatever the format between."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.studio.conftest import WHO, ask, make_page, make_workspace
from tests.unit.studio.content.pages import make_pages, write_article

from zaru.errors import FormatError
from zaru.page import Page
from zaru.studio.actions import Subject
from zaru.studio.content.exchange import Outcome, export_labels, import_labels
from zaru.studio.content.formats import FORMATS, Format, read_labels, write_labels
from zaru.studio.content.labels import Change, Labelling
from zaru.studio.studio import Studio
from zaru.studio.workspace import Workspace

ENCODINGS = ["utf-8", "shift_jis", "euc_jp"]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace with a page in each of three encodings."""
    pages = [page for name in ENCODINGS for page in make_pages(1, encoding=name)]
    opened = Workspace(make_workspace(tmp_path / "here", pages))
    yield opened
    opened.close()


def open_other(folder: Path, *pages: Page) -> Workspace:
    return Workspace(make_workspace(folder / "there", pages))


def label(workspace: Workspace, id_: str, *texts: str, who: str = WHO) -> dict[str, Any]:
    """Toggle the blocks that say *texts*, save the page, return what is kept."""
    labelling = Labelling(Studio(workspace, who), id_, who)
    state = labelling.read()
    changes = {
        block.key: None if block.key in state.labels else block.role
        for block in labelling.blocks
        if any(text in block.text for text in texts)
    }
    labelling.change(Change(changes, state.version, labelling.suggestion, is_done=True))
    return read(workspace, id_, who)


def read(workspace: Workspace, id_: str, who: str = WHO) -> dict[str, Any]:
    return dict(workspace.actions.read(Subject("content", id_, who)).labels)


def send(here: Workspace, there: Workspace, format_: Format = "jsonl") -> list[Outcome]:
    """Bring the labels of one workspace into another by a file."""
    data = "".join(write_labels(export_labels(here), format_)).encode()
    return list(import_labels(there, read_labels(data, "labels"), who="jirō"))


@pytest.mark.parametrize("format_", FORMATS)
def test_labels_come_back_as_they_went(
    workspace: Workspace, tmp_path: Path, format_: Format
) -> None:
    ids = [entry.id for entry in workspace.pages.entries()]
    labels = {id_: label(workspace, id_, "関連記事", "0の2。", "2009年") for id_ in ids}
    there = open_other(tmp_path, *map(workspace.pages.page, ids))
    outcomes = send(workspace, there, format_)
    assert [(one.kind, one.found, one.all) for one in outcomes] == [("labelled", 8, 8)] * 3
    assert {id_: read(there, id_) for id_ in ids} == labels
    assert [one.kind for one in send(workspace, there, format_)] == ["same"] * 3
    there.close()


def test_a_line_has_the_bytes_that_it_is_about(workspace: Workspace) -> None:
    for entry in workspace.pages.entries():
        label(workspace, entry.id)
    for line in write_labels(export_labels(workspace), "jsonl"):
        row = json.loads(line)
        page = next(
            page
            for page in map(workspace.pages.page, [e.id for e in workspace.pages.entries()])
            if page.encoding == row["encoding"]
        )
        assert list(row)[:6] == ["page", "offset", "url", "sha256", "encoding", "who"]
        paragraph = row["blocks"][2]
        start, size = paragraph["span"]
        raw = str(page.raw[start : start + size], page.codec)
        assert raw.endswith("&amp; <b>朝</b><ruby>市<rt>いち</rt></ruby>。")
        assert "& 朝市" in paragraph["text"]


def test_labels_of_others_are_not_overwritten_unless_asked(
    workspace: Workspace, tmp_path: Path
) -> None:
    page = workspace.pages.entries()[0].id
    wanted = label(workspace, page, "関連記事")
    there = open_other(tmp_path, workspace.pages.page(page))
    own = label(there, page, "メニュー3")
    data = "".join(write_labels(export_labels(workspace), "jsonl")).encode()
    labels = read_labels(data, "labels")
    assert [one.kind for one in import_labels(there, labels, who="jirō")] == ["kept"]
    assert read(there, page) == own
    assert [one.kind for one in import_labels(there, labels, who="jirō", is_replacing=True)] == [
        "labelled"
    ]
    assert read(there, page) == wanted
    assert there.actions.undo(Subject("content", page, WHO), version=2).labels == own
    there.close()


def test_a_page_of_the_same_name_and_other_bytes_is_told(
    workspace: Workspace, tmp_path: Path
) -> None:
    page = workspace.pages.entries()[0].id
    label(workspace, page)
    longer = make_page("<!-- moved -->" + write_article(0), "copies/0.html")
    shorter = make_page(write_article(0, 5), "0.html")
    for number, (other, kind) in enumerate(((longer, "labelled"), (shorter, "partly"))):
        there = open_other(tmp_path / str(number), other)
        (outcome,) = send(workspace, there)
        assert (outcome.kind, outcome.has_other_bytes) == (kind, True)
        assert "bytes are others" in str(outcome)
        assert bool(read(there, other.id).get("done")) is (kind == "labelled")
        there.close()


def test_a_page_that_is_not_there_is_told(workspace: Workspace, tmp_path: Path) -> None:
    label(workspace, workspace.pages.entries()[0].id)
    there = open_other(tmp_path, make_page("<p>another page", "another.html"))
    (outcome,) = send(workspace, there)
    assert str(outcome) == "news/0.html: no such page is in the workspace"
    there.close()


def test_what_zaru_extracts_is_labels_too(workspace: Workspace) -> None:
    from zaru.content.extraction import extract

    page = workspace.pages.page(workspace.pages.entries()[1].id)
    row = json.dumps(extract(page).to_json(), ensure_ascii=False).encode()
    (outcome,) = import_labels(workspace, read_labels(row, "x"), who="zaru")
    assert (outcome.kind, outcome.found) == ("labelled", outcome.all)


TEXT = "朝市😀が始まる\n港の朝市です。"


@pytest.mark.parametrize(
    "row",
    [
        {"id": 1, "text": TEXT, "label": [[0, 7, "title"], [8, 15, "paragraph"]]},
        {"id": 1, "text": TEXT, "labels": [[0, 7, "title"], [8, 15, "paragraph"]], "meta": {}},
        {
            "id": 1,
            "text": TEXT,
            "relations": [],
            "entities": [
                {"id": 1, "label": "title", "start_offset": 0, "end_offset": 7},
                {"id": 2, "label": "paragraph", "start_offset": 8, "end_offset": 15},
            ],
        },
        {
            "id": 3,
            "data": {"text": TEXT},
            "annotations": [
                {
                    "completed_by": {"id": 1, "email": "hanako@example.org"},
                    "was_cancelled": False,
                    "result": [
                        {
                            "type": "labels",
                            "value": {
                                "start": 0,
                                "end": 8,
                                "text": "朝市😀が始まる",
                                "labels": ["title"],
                            },
                        },
                        {
                            "type": "labels",
                            "value": {"start": 8, "end": 15, "labels": ["paragraph"]},
                        },
                        {"type": "choices", "value": {"choices": ["good"]}},
                    ],
                },
                {"was_cancelled": True, "result": []},
            ],
        },
    ],
    ids=["doccano", "an older doccano", "doccano with relations", "Label Studio, in UTF-16"],
)
def test_files_of_other_tools_are_read(row: dict[str, Any]) -> None:
    for data in (json.dumps(row), json.dumps([row])):
        (labels,) = read_labels(data.encode(), "x")
        assert [(one.role, one.text) for one in labels.texts] == [
            ("title", "朝市😀が始まる"),
            ("paragraph", "港の朝市です。"),
        ]
        assert labels.is_done


@pytest.mark.parametrize(
    "data",
    [
        b"\xff", b"{", b"[1]", b"7", b'{"a": 1}', b'{"blocks": [{}]}', b'{"blocks": 3}',
        b'{"blocks": [{"role": "verb", "text": ""}]}', b'{"text": "a", "label": [[0]]}',
        b'{"annotations": [{"result": [{"type": "labels", "value": {}}]}], "data": {}}',
        b'{"blocks": [{"role": "title", "text": "", "span": [1]}]}', b"[" * 100_000,
    ],
)  # fmt: skip
def test_files_that_hold_no_labels_are_told(data: bytes) -> None:
    with pytest.raises(FormatError):
        read_labels(data, "labels.json")


def test_a_file_that_holds_no_labels_changes_nothing_and_is_no_fault(tmp_path: Path) -> None:
    with ask(make_workspace(tmp_path / "asked", make_pages(1))) as client:
        answer = client.post("/studio/content", files={"file": ("x.json", b"[[]]")})
        assert answer.status_code == 422
        assert "no labels" in answer.text
        assert client.get("/studio/content/labels.jsonl").text == ""
        assert client.get("/studio/content/labels.xml").status_code == 404
        assert client.get("/studio/content/labels.label-studio.json").json() == []
