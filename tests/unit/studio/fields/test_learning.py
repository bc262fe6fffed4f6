"""What labels come to: the same as `learn`, with the odd pages first, also between clicks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.studio.conftest import make_page

from zaru.errors import Conflict
from zaru.studio.description import describe_page
from zaru.studio.fields.desk import Desk
from zaru.studio.fields.exchange import export_labels, import_labels, name_pages
from zaru.studio.fields.memory import MAX_PAGES, Memories, choose_sample
from zaru.studio.fields.sheet import FieldSheet
from zaru.studio.workspace import Workspace
from zaru.wrappers.labels import Label, LabelValue
from zaru.wrappers.learning import learn
from zaru.wrappers.study import teach_field

PAGES = [
    make_page(
        f"<title>t{n}</title><h1>Tea {n}</h1><p>Price: <b>{n}.50</b></p>"
        + ("" if n == 7 else f"<dl><dt>Origin</dt><dd>Place {n}</dd></dl>")
        + f"<p class=note>{'sold out!!' if n == 9 else f'{n} left'}</p>",
        f"shop/{n}.html",
    )
    for n in range(1, 13)
]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk over the fields of twelve pages."""
    workspace = Workspace(tmp_path)
    list(workspace.pages.add(PAGES, describe_page))
    yield Desk(workspace, Memories(), "shop", "hanako")
    workspace.close()


def label(desk: Desk, text: str, number: int = 1, field: str | None = None) -> FieldSheet:
    """Label a whole text of a page."""
    sheet, page = desk.read(), PAGES[number - 1]
    view = desk.view(page.id)
    start, end = view.tree.spans[view.runs[view.texts.index(text)]]
    value = LabelValue(text, (start, end - start))
    return desk.save(desk.add_value(sheet, page.id, value, field), sheet.version)


def test_clicks_come_to_what_learn_makes_of_the_exported_labels(desk: Desk) -> None:
    for text in ("Tea 1", "1.50", "Place 1", "1 left"):
        sheet = label(desk, text)
        desk.learn(sheet)  # fields that were learnt before are kept
    sheet = label(desk, "Tea 3", 3, sheet.fields[0].id)
    names = name_pages(list(desk.memory.entries.values()))
    labels = list(export_labels(sheet, names))
    assert labels[0].to_json()["page"] == "1.html"
    wrapper = learn(PAGES, labels)
    assert desk.learn(sheet).wrapper.rules == wrapper.rules
    assert desk.finish(sheet).to_json()["rules"] == wrapper.to_json()["rules"]


def test_what_did_not_change_is_not_learnt_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.learn(label(desk, "Tea 1"))
    taught: list[str] = []

    def watch(name: str, *rest: object, **options: object) -> object:
        taught.append(name)
        return teach_field(name, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("zaru.studio.fields.memory.teach_field", watch)
    desk.learn(label(desk, "1.50"))
    assert taught == ["Price"]


def test_pages_that_stand_out_come_first(desk: Desk) -> None:
    for text in ("Place 1", "1 left"):
        sheet = label(desk, text)
    odd = desk.learn(sheet).odd
    found = {(page, one.why) for page, odds in odd.items() for one in odds}
    assert (PAGES[6].id, "missing") in found
    assert (PAGES[8].id, "shape") in found
    assert next(iter(odd)) == PAGES[6].id


def test_a_label_that_is_not_read_is_wrong(desk: Desk) -> None:
    sheet = label(desk, "Place 1")
    change = sheet.set_label(sheet.fields[0].id, PAGES[1].id, ())
    odd = desk.learn(desk.save(change, sheet.version)).odd
    assert [one.why for one in odd[PAGES[1].id]] == ["wrong"]


def test_nothing_is_learnt_from_what_is_not_there(desk: Desk) -> None:
    sheet = desk.read()
    value = LabelValue("nowhere to be seen", (3, 4))
    sheet = desk.save(desk.add_value(sheet, PAGES[0].id, value), sheet.version)
    result = desk.learn(sheet)
    assert "is not on shop/1.html" in result.study.problems[0]
    assert result.records[PAGES[0].id] == []


def test_labels_of_a_file_are_one_action(desk: Desk) -> None:
    labels = [
        Label("1.html", "place", (LabelValue("Place 1"),)),
        Label("far/away/shop/2.html", "place", (LabelValue("Place 2", record=0),)),
        Label("2.html", "place", (LabelValue("Place 2b", record=1),)),
        Label("nothing.html", "place", ()),
    ]
    entries = list(desk.memory.entries.values())
    change, problems = import_labels(desk.read(), labels, entries)
    sheet = desk.save(change, 0)
    assert problems == ["nothing.html: no page here"]
    written = [one.to_json() for one in export_labels(sheet, name_pages(entries))]
    assert [line.get("record") for line in written] == [None, 0, 1]
    assert desk.undo(sheet.version).fields == ()


def test_an_old_version_is_a_conflict(desk: Desk) -> None:
    sheet = label(desk, "Tea 1")
    with pytest.raises(Conflict):
        desk.save(sheet.rename(sheet.fields[0].id, "name"), 0)


def test_a_large_folder_is_sampled_from_all_over(desk: Desk) -> None:
    (entry, *_) = desk.memory.entries.values()
    many = [replace(entry, id=str(number), number=number) for number in range(1000)]
    sample = choose_sample(many)
    assert len(sample) == MAX_PAGES
    assert {"0", "990"} <= sample
