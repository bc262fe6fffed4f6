"""Labels: their JSON, and which page they mean."""

from __future__ import annotations

from typing import Any

import pytest

from zaru import Page
from zaru.errors import FormatError
from zaru.wrappers.labels import Label, LabelValue, PageNames, group_labels, read_labels


def page(source: str, url: str | None = None) -> Page:
    return Page.from_bytes(b"<p>x", source=source, url=url)


def test_label_says_page_field_and_values() -> None:
    data = {
        "page": "a.html",
        "field": "price",
        "values": [
            " 1,200\n円",
            {"text": "900円", "span": [10, 5]},
            {"attribute": "href", "value": "/a"},
        ],
    }
    assert Label.from_json(data) == Label(
        "a.html",
        "price",
        (LabelValue("1,200 円"), LabelValue("900円", (10, 5)), LabelValue("/a", attribute="href")),
    )


def test_no_values_say_that_the_field_is_absent() -> None:
    assert Label.from_json({"page": "a", "field": "b", "values": []}).values == ()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("price", id="text"),
        pytest.param([], id="list"),
        pytest.param({"page": "a", "field": "b"}, id="no-values"),
        pytest.param({"page": "a", "field": "", "values": []}, id="no-name"),
        pytest.param({"page": 1, "field": "b", "values": []}, id="page-number"),
        pytest.param({"page": "a", "field": "b", "values": "c"}, id="values-text"),
        pytest.param({"page": "a", "field": "b", "values": [1]}, id="value-number"),
        pytest.param({"page": "a", "field": "b", "values": [None]}, id="value-null"),
        pytest.param(
            {"page": "a", "field": "b", "values": [{"text": "c"}]}, id="text-without-span"
        ),
        pytest.param(
            {"page": "a", "field": "b", "values": [{"text": "c", "span": [1]}]}, id="half-a-span"
        ),
        pytest.param(
            {"page": "a", "field": "b", "values": [{"attribute": "c", "value": "d", "x": 1}]},
            id="unknown-key",
        ),
    ],
)
def test_other_data_is_refused_with_an_example(data: Any) -> None:
    with pytest.raises(FormatError, match=r"is like|is a text"):
        Label.from_json(data)


def test_labels_are_read_line_by_line() -> None:
    lines: list[str | bytes] = [
        '{"page": "a", "field": "b", "values": ["c"]}\n',
        "\n",
        b'{"page":"d","field":"e",',
    ]
    labels = read_labels(lines, source="labels.jsonl")
    assert next(labels) == Label("a", "b", (LabelValue("c"),))
    with pytest.raises(FormatError, match=r"^labels.jsonl: line 3: no valid JSON"):
        next(labels)


@pytest.mark.parametrize("line", [b"\xff\xfe", b"[" * 100_000, b"1" * 5000, b"{}"], ids=len)
def test_broken_line_is_a_format_error(line: bytes) -> None:
    with pytest.raises(FormatError, match="line 1"):
        list(read_labels([line]))


@pytest.mark.parametrize(
    "name", ["site/a.html", "a.html", "/data/site/a.html", "http://example.jp/a"]
)
def test_page_is_found_by_its_source_its_end_or_its_address(name: str) -> None:
    a = page("/data/site/a.html", "http://example.jp/a")
    b = page("/data/site/b.html", "http://example.jp/b")
    assert PageNames([b, a]).find(name) == [a]


def test_folder_tells_pages_of_one_name_apart() -> None:
    pages = [page("x/index.html"), page("y/index.html")]
    names = PageNames(pages)
    assert names.find("y/index.html") == [pages[1]]
    assert names.find("index.html") == pages


@pytest.mark.parametrize("name", ["", "/", "c.html", "html", "other/a.html"])
def test_name_of_no_page_finds_nothing(name: str) -> None:
    assert PageNames([page("site/a.html"), page("site/b.html")]).find(name) == []


def test_labels_of_one_page_and_field_add_up() -> None:
    first = Label("a", "tag", (LabelValue("x"),))
    later = {"page": "a", "field": "tag", "values": ["y"]}
    other = Label("a", "name", (LabelValue("z"),))
    assert group_labels([first, other, later]) == {
        "a": {"tag": Label("a", "tag", (LabelValue("x"), LabelValue("y"))), "name": other}
    }


def test_label_may_name_its_record() -> None:
    data = {"page": "a.html", "field": "price", "values": ["3"], "record": 2}
    label = Label.from_json(data)
    assert label.values == (LabelValue("3", record=2),)
    assert label.to_json() == data


@pytest.mark.parametrize("record", [-1, True, "1", 1.5])
def test_record_of_a_label_is_a_number(record: object) -> None:
    data = {"page": "a.html", "field": "price", "values": ["3"], "record": record}
    with pytest.raises(FormatError, match="record is a number from 0 up"):
        Label.from_json(data)
