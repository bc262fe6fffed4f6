"""What the page of the fields shows, as JSON for its scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zaru.studio.fields.desk import Desk
from zaru.studio.fields.picking import Choice
from zaru.studio.fields.result import Result, is_learnt
from zaru.studio.fields.sheet import Field, FieldSheet, pack_values
from zaru.studio.fields.tinting import tint_label, tint_value, to_label
from zaru.wrappers.export.description import describe_field
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.record import Record
from zaru.wrappers.rules.view import View

_MAX_CHARS = 160  # of a value that are shown
_MAX_VALUES = 8  # of a field in one record
_MAX_RECORDS = 30  # of a page in the table
_MAX_TINTED = 400  # values on the page


def show_value(value: LabelValue) -> dict[str, Any]:
    """Return a value as labels write it."""
    written = pack_values((value,))[0]["values"][0]
    return written if isinstance(written, dict) else {"text": written}


def show_choice(choice: Choice) -> dict[str, Any]:
    """Return one way to understand a click."""
    text = choice.value.text
    return {
        "kind": choice.kind,
        "attribute": choice.value.attribute,
        "text": text[:_MAX_CHARS] + "…" * (len(text) > _MAX_CHARS),
        "value": show_value(choice.value),
    }


def show_sheet(sheet: FieldSheet, view: View | None) -> dict[str, Any]:
    """Return the fields, and what is labelled on the page that is shown, if it can be."""
    return {
        "version": sheet.version,
        "undoes": sheet.sheet.undoes,
        "redoes": sheet.sheet.redoes,
        "fields": [_show_field(field, view) for field in sheet.fields],
    }


def _show_field(field: Field, view: View | None) -> dict[str, Any]:
    here = None if view is None else field.labels.get(view.page.id)
    labels = [
        {**show_value(value), "pieces": tint_label(view, value)}
        for value in here or ()
        if view is not None
    ]
    return {
        "id": field.id,
        "name": field.name,
        "isFound": field.places is not None and not field.labels,
        "pages": len(field.labels),
        "isLabelled": here is not None,
        "labels": labels,
    }


def show_found(desk: Desk, sheet: FieldSheet) -> list[dict[str, Any]]:
    """Return the fields that are discovered, with examples, and as which field each is kept."""
    kept = {field.places: field.id for field in sheet.fields if field.places}
    return [
        {
            "name": one.name,
            "examples": [text[:_MAX_CHARS] for text in one.examples],
            "coverage": one.coverage,
            "field": kept.get(desk.memory.found[one.name]),
        }
        for one in desk.discover()
    ]


def show_result(desk: Desk, sheet: FieldSheet, view: View | None) -> dict[str, Any]:
    """Return what the labels come to: fields, the page that is shown, the table, what is next."""
    result = desk.learn(sheet)
    here: Sequence[Record] = [] if view is None else desk.records(sheet, view.page.id)
    asked = result.question
    return {
        "version": sheet.version,
        "isLearnt": is_learnt(result),
        "pages": len(result.records),
        "all": len(desk.memory.entries),
        "problems": [*result.study.problems, *desk.memory.unreadable.values()],
        "notes": [note for taught in result.study.taught.values() for note in taught.notes],
        "fields": {field.id: _show_learnt(result, field, view, here) for field in sheet.fields},
        "records": len(here),
        "question": asked
        and {
            "page": asked.page,
            "name": desk.memory.entries[asked.page].name,
            "field": next(field.id for field in sheet.fields if field.name == asked.field),
            "words": asked.words,
        },
        "rows": list(_show_rows(desk, sheet, result)),
    }


def _show_learnt(
    result: Result, field: Field, view: View | None, here: Sequence[Record]
) -> dict[str, Any]:
    if field.name not in result.wrapper.fields:
        return {"rule": "", "found": 0, "odd": 0, "values": []}
    read = result.records.values()
    found = sum(any(record.fields[field.name] for record in records) for records in read)
    values = dict.fromkeys(value for record in here for value in record.fields[field.name])
    return {
        "rule": describe_field(result.wrapper, field.name),
        "found": found,
        "odd": sum(any(odd.field == field.id for odd in odds) for odds in result.odd.values()),
        "values": [
            {"value": show_value(to_label(view, value)), "pieces": tint_value(view, value)}
            for value in list(values)[:_MAX_TINTED]
            if view is not None
        ],
    }


def _show_rows(desk: Desk, sheet: FieldSheet, result: Result) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table: pages that stand out, then the others in their order."""
    labelled = {page for field in sheet.fields for page in field.labels}
    for page in [*result.odd, *(page for page in result.records if page not in result.odd)]:
        records = result.records[page]
        yield {
            "page": page,
            "name": desk.memory.entries[page].name,
            "isLabelled": page in labelled,
            "odd": [
                {"field": odd.field, "why": odd.why, "words": odd.words}
                for odd in result.odd.get(page, ())
            ],
            "records": [_show_record(record, sheet) for record in records[:_MAX_RECORDS]],
            "more": max(len(records) - _MAX_RECORDS, 0),
        }


def _show_record(record: Record, sheet: FieldSheet) -> list[list[str]]:
    """Return the values of each field of the sheet."""
    cells = [record.fields.get(field.name, ()) for field in sheet.fields]
    return [[value.text[:_MAX_CHARS] for value in values[:_MAX_VALUES]] for values in cells]
