"""The studio's export as training data."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.studio_labels import read_labelled_pages
from tests.unit.studio.content.pages import write_article

from zaru.io.sources import read_pages
from zaru.page import Page
from zaru.studio.content.exchange import export_labels
from zaru.studio.content.formats import FORMATS, write_labels
from zaru.studio.content.labels import Change, Labelling
from zaru.studio.description import describe_page
from zaru.studio.studio import Studio
from zaru.studio.workspace import Workspace


def label(folder: Path) -> Path:
    """Label two pages as two people, who differ in a block; return the workspace."""
    for number in range(2):
        (folder / f"{number}.html").write_text(write_article(number), "utf-8")
    workspace = Workspace(folder / "workspace")
    list(workspace.pages.add(read_pages([f"{folder}/*.html"]), describe_page))
    for entry in workspace.pages.entries():
        for who, text in (("hanako", "関連記事"), ("tarō", "nothing")):
            labelling = Labelling(Studio(workspace, who), entry.id, who)
            labels = {block.key: "heading" for block in labelling.blocks if block.text == text}
            labelling.change(Change(labels, 0, labelling.suggestion, is_done=True))
    workspace.close()
    return folder / "workspace"


@pytest.mark.parametrize("format_", FORMATS)
def test_pages_come_with_what_people_say_of_each_block(tmp_path: Path, format_: str) -> None:
    workspace = Workspace(label(tmp_path))
    file = tmp_path / "labels"
    known = next(one for one in FORMATS if one == format_)
    file.write_text("".join(write_labels(export_labels(workspace), known)), "utf-8")
    workspace.close()
    pages = list(read_labelled_pages(file))
    assert [Path(page.page.origin.source).name for page in pages] == ["0.html", "1.html"]
    for page in pages:
        shares = dict(zip(page.texts, page.shares, strict=True))
        assert shares["関連記事"] == 0.5
        assert shares["メニュー1"] == 0
        assert list(shares.values()).count(1.0) == 7


def test_pages_that_have_changed_or_gone_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = Workspace(label(tmp_path))
    file = tmp_path / "labels.jsonl"
    file.write_text("".join(write_labels(export_labels(workspace), "jsonl")), "utf-8")
    workspace.close()
    (tmp_path / "0.html").unlink()
    (tmp_path / "1.html").write_text("<p>something else", "utf-8")
    assert list(read_labelled_pages(file)) == []
    said = capsys.readouterr().err
    assert "0.html: no such file" in said
    assert "1.html: its bytes have changed" in said


def test_pages_are_found_beside_their_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text(write_article(0), "utf-8")
    page = Page.from_bytes((folder / "a.html").read_bytes())
    monkeypatch.chdir("/")
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"page": "pages/a.html", "blocks": [{"role": "title", "text": "関連記事"}]}')
    (found,) = read_labelled_pages(labels)
    assert found.page.raw == page.raw
    assert sum(found.shares) == 1
