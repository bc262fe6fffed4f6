"""Paper 2, §3.2 to §4: execT and learnT."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.soup import encoded_soups

from zaru import Page
from zaru.errors import FormatError, UsageError
from zaru.wrappers.record import Values, collapse
from zaru.wrappers.tree.extraction_path import NodeLabel, find_matches
from zaru.wrappers.tree.nodes import Nodes
from zaru.wrappers.tree.tree_wrapper import TreeField, TreeWrapper, learn_tree, split_tuples

FIELDS = ("name", "phone", "mail")
Person = tuple[str, Sequence[str], str | None]
PEOPLE: list[Person] = [
    ("坂本", ["092-1"], "saka@example.jp"),
    ("有村", [], "ari@example.jp"),  # no phone
    ("村上", ["092-2", "092-3"], None),  # two phones, no mail
    ("有川", ["092-4"], "kawa@example.jp"),
]


def person_html(person: Person) -> str:
    name, phones, mail = person
    return (
        f"<li><b>{name}</b>"
        + "".join(f"<i class=phone>{phone}</i>" for phone in phones)
        + (f"<a href='mailto:{mail}'>{mail}</a>" if mail else "")
        + "</li>\n"
    )


def people_page(people: Sequence[Person], encoding: str = "utf-8") -> Page:
    html = f"<h1>住所録</h1><ul>{''.join(map(person_html, people))}</ul><p>住所の終わり"
    return Page.from_bytes(html.encode(encoding), charset=encoding)


def run_of(page: Page, text: str) -> int:
    return page.tree.values.index(text)


def people_label(page: Page, people: Sequence[Person]) -> list[dict[str, list[int]]]:
    return [
        {
            "name": [run_of(page, name)],
            "phone": [run_of(page, phone) for phone in phones],
            "mail": [run_of(page, mail)] if mail else [],
        }
        for name, phones, mail in people
    ]


def learn_people(people: Sequence[Person]) -> TreeWrapper:
    page = people_page(people)
    return learn_tree([(page.tree, people_label(page, people))], FIELDS)


def texts(records: Sequence[Values]) -> list[dict[str, list[str]]]:
    return [
        {name: [value.text for value in values] for name, values in record.items()}
        for record in records
    ]


def people_texts(people: Sequence[Person]) -> list[dict[str, list[str]]]:
    return [
        {"name": [name], "phone": list(phones), "mail": [mail] if mail else []}
        for name, phones, mail in people
    ]


@pytest.mark.parametrize(
    ("found", "tuples"),
    [
        pytest.param([[1, 4], [2, 5]], [[[1], [2]], [[4], [5]]], id="plain"),
        pytest.param([[1, 4], [5]], [[[1, 4], [5]]], id="repeated"),
        pytest.param([[1, 3], [2], [4]], [[[1], [2], []], [[3], [], [4]]], id="absent"),
        pytest.param([[3], [1, 2]], [[[], [1, 2]], [[3], []]], id="first-absent"),
        pytest.param([[1, 3], [1, 3]], [[[1], [1]], [[3], [3]]], id="one-node-two-attributes"),
        pytest.param([[], []], [], id="nothing"),
        pytest.param([], [], id="no-fields"),
    ],
)
def test_tuple_is_the_longest_prefix_that_does_not_fall(
    found: list[list[int]], tuples: list[list[list[int]]]
) -> None:
    assert list(split_tuples(found)) == tuples


def test_absent_and_repeated_attributes_stay_in_their_tuple() -> None:
    wrapper = learn_people(PEOPLE)
    assert texts(wrapper.read(people_page(PEOPLE))) == people_texts(PEOPLE)


@pytest.mark.parametrize("encoding", ["utf-8", "euc_jp", "iso2022_jp", "utf-16"])
def test_wrapper_reads_other_pages_with_their_spans(encoding: str) -> None:
    wrapper = learn_people(PEOPLE[:3])
    people: list[Person] = [("田中 &amp; 子", ["0"], None), *PEOPLE, ("森", ["1"], "m@example.jp")]
    page = people_page(people, encoding)
    records = wrapper.read(page)
    assert [record["name"][0].text for record in records] == [
        name.replace("&amp;", "&") for name, *_ in people
    ]
    for record, (name, *_) in zip(records, people, strict=True):
        span = record["name"][0].span
        assert span is not None
        assert page.raw[span[0] : sum(span)].decode(page.decoded.codec) == name


def test_label_is_what_learning_takes() -> None:
    page = people_page(PEOPLE)
    label = people_label(page, PEOPLE)
    wrapper = learn_tree([(page.tree, label)], FIELDS)
    found = wrapper.find_tuples(Nodes(page.tree))
    assert found == label
    assert learn_tree([(page.tree, found)], FIELDS) == wrapper


def test_tuple_that_only_begins_is_joined_with_the_next() -> None:
    """The number of the attribute does not fall between them: the paper cannot part them."""
    wrapper = learn_people(PEOPLE)
    people: list[Person] = [("坂本", [], None), ("有村", ["1"], "a@example.jp")]
    assert texts(wrapper.read(people_page(people))) == [
        {"name": ["坂本", "有村"], "phone": ["1"], "mail": ["a@example.jp"]}
    ]


def test_one_tuple_learns_exactly_its_place() -> None:
    wrapper = learn_people(PEOPLE[:1])
    assert texts(wrapper.read(people_page(PEOPLE))) == [people_texts(PEOPLE)[0]]


def test_field_that_no_example_has_is_absent() -> None:
    page = people_page(PEOPLE)
    label = [{"name": [run_of(page, "坂本")]}]
    wrapper = learn_tree([(page.tree, label)], ("name", "fax"))
    assert wrapper.fields["fax"] == TreeField(())
    assert texts(wrapper.read(page)) == [{"name": ["坂本"], "fax": []}]


def test_attribute_values_are_read() -> None:
    page = people_page(PEOPLE)
    tree = page.tree
    links = [row for row in range(len(tree)) if tree.tags[row] == "a"]
    label = [{"name": [run_of(page, "坂本")], "mail": links}, {"name": [run_of(page, "有村")]}]
    wrapper = learn_tree([(tree, label)], ("name", "mail"), attributes={"mail": "href"})
    other = people_page([*PEOPLE, ("森", [], "森@example.jp")], "shift_jis")
    values = wrapper.read(other)[-1]["mail"]
    assert [value.text for value in values] == ["mailto:森@example.jp"]
    span = values[0].span
    assert span is not None
    assert other.raw[span[0] : sum(span)].decode("shift_jis") == "mailto:森@example.jp"


def test_node_without_the_attribute_holds_no_value() -> None:
    path = (NodeLabel("img", None),)
    wrapper = TreeWrapper({"alt": TreeField(path, "alt")})
    page = Page.from_bytes(b"<img src=a><img alt=''><img alt=' cat '>")
    assert texts(wrapper.read(page)) == [{"alt": ["cat"]}]
    on_text = TreeWrapper({"alt": TreeField((NodeLabel("#text", None),), "alt")})
    assert on_text.read(Page.from_bytes(b"<p>x")) == []


def test_elements_are_read_with_all_their_texts() -> None:
    page = Page.from_bytes(
        "<ul><li>梨 <b>120</b>円</li><li></li><li>桃<i>98円</i></li></ul>".encode()
    )
    rows = [row for row in range(len(page.tree)) if page.tree.tags[row] == "li"]
    wrapper = learn_tree([(page.tree, [{"item": [rows[0], rows[2]]}])], ("item",))
    assert texts(wrapper.read(page)) == [{"item": ["梨 120円", "桃98円"]}]


def test_white_space_is_no_value() -> None:
    page = Page.from_bytes(b"<td>a<br> <br>b")
    wrapper = TreeWrapper({"x": TreeField((NodeLabel("#text", None),))})
    assert texts(wrapper.read(page)) == [{"x": ["a", "b"]}]


def test_any_run_of_a_text_stands_for_its_node() -> None:
    page = Page.from_bytes(b"<p>12<!-- -->0 yen</p>")
    for text in ("12", "0 yen"):
        wrapper = learn_tree([(page.tree, [{"price": [run_of(page, text)]}])], ("price",))
        assert texts(wrapper.read(page)) == [{"price": ["120 yen"]}]


def test_wrapper_reads_xml() -> None:
    def feed(*titles: str) -> Page:
        items = "".join(f"<Item><Title>{title}</Title></Item>" for title in titles)
        return Page.from_bytes(
            f"<?xml version='1.0'?><Feed><Title>f</Title>{items}</Feed>".encode()
        )

    page = feed("一", "二")
    label = [{"title": [run_of(page, "一")]}, {"title": [run_of(page, "二")]}]
    wrapper = learn_tree([(page.tree, label)], ("title",))
    assert texts(wrapper.read(feed("三", "四", "五"))) == [{"title": ["三", "四", "五"]}]


# Labels that do not fit.


@pytest.mark.parametrize(
    ("sources", "words"),
    [
        pytest.param(
            ("<div><p>1,200円</p></div>", "<div><b>98円</b></div>"),
            ("html/body/div/p on page 1 ('1,200円')", "html/body/div/b on page 2 ('98円')"),
            id="two-pages",
        ),
        pytest.param(
            ("<div><p>1,200円</p><b>98円</b></div>",),
            ("html/body/div/p on page 1 ('1,200円')", "html/body/div/b on page 1 ('98円')"),
            id="one-page",
        ),
    ],
)
def test_nodes_with_different_names_are_told(
    sources: tuple[str, ...], words: tuple[str, str]
) -> None:
    trees = [Page.from_bytes(source.encode()).tree for source in sources]
    examples = [
        (tree, [{"price": [row for row in range(len(tree)) if tree.tags[row] in ("p", "b")]}])
        for tree in trees
    ]
    with pytest.raises(UsageError) as caught:
        learn_tree(examples, ("price",))
    message = str(caught.value)
    assert message.startswith(f"field 'price': {words[0]} and {words[1]}: no path leads to both")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("label", "attributes", "message"),
    [
        (
            {"a": [3]},
            {"a": "href"},
            f"field 'a': html/body/p on page 1 ('{'x' * 30}…') has no attribute 'href'",
        ),
        (
            {"a": [4]},
            {"a": "href"},
            f"field 'a': html/body/p/#text on page 1 ('{'x' * 30}…') has no attribute 'href'",
        ),
    ],
)
def test_label_that_does_not_fit_is_told(
    label: Mapping[str, list[int]], attributes: dict[str, str], message: str
) -> None:
    tree = Page.from_bytes(b"<p>" + b"x" * 40).tree
    with pytest.raises(UsageError) as caught:
        learn_tree([(tree, [label])], ("a",), attributes=attributes)
    assert str(caught.value) == message


# JSON.


def test_wrapper_is_readable_json() -> None:
    page = Page.from_bytes("<a class=x href=/1>一</a><a class=y href=/2>二</a>".encode())
    rows = [row for row in range(len(page.tree)) if page.tree.tags[row] == "a"]
    wrapper = learn_tree([(page.tree, [{"link": rows}])], ("link",), attributes={"link": "href"})
    assert wrapper.to_json() == {
        "fields": [
            {
                "name": "link",
                "attribute": "href",
                "path": [
                    {"name": "html", "position": 1, "attributes": {}},
                    {"name": "body", "position": 1, "attributes": {}},
                    {"name": "a", "position": None, "attributes": {"class": None, "href": None}},
                ],
            }
        ],
    }


def test_wrapper_survives_json() -> None:
    for wrapper in (learn_people(PEOPLE), TreeWrapper({})):
        text = json.dumps(wrapper.to_json(), ensure_ascii=False)
        assert TreeWrapper.from_json(json.loads(text)) == wrapper


def field_json(**changes: Any) -> dict[str, Any]:
    return {"name": "a", "attribute": None, "path": [], **changes}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "rules is null, not an object"),
        ({}, "rules has no 'fields'"),
        ({"fields": [], "code": ""}, "rules has the unknown key 'code'"),
        ({"fields": {}}, "rules.fields is an object, not a list"),
        ({"fields": [[]]}, "rules.fields[0] is a list, not an object"),
        (
            {"fields": [field_json(name=None)]},
            "rules.fields[0].name is null, not a text",
        ),
        (
            {"fields": [field_json(attribute="")]},
            "rules.fields[0].attribute is an empty text, not a text",
        ),
        (
            {"fields": [field_json(path=[{}])]},
            "rules.fields[0].path[0] has no 'name'",
        ),
        (
            {"fields": [field_json(), field_json()]},
            "rules.fields[1].name is 'a' again",
        ),
    ],
)
def test_broken_wrapper_is_refused_in_one_line(data: object, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        TreeWrapper.from_json(data)
    assert str(caught.value) == message


# Properties.

words = st.text("日本ab1", min_size=1, max_size=4)
contacts = st.tuples(words, st.lists(words, max_size=3), st.none() | words)
# Somebody with nothing but a name is not parted from the next.
people_lists = st.lists(contacts.filter(lambda c: bool(c[1] or c[2])), min_size=2, max_size=6)


def number_texts(people: list[tuple[str, list[str], str | None]]) -> list[Person]:
    """Return the same people with texts that are all different."""
    return [
        (
            f"n{number} {name}",
            [f"p{number}.{place} {phone}" for place, phone in enumerate(phones)],
            None if mail is None else f"m{number} {mail}",
        )
        for number, (name, phones, mail) in enumerate(people)
    ]


@given(people_lists.map(number_texts))
def test_training_page_gives_its_label_back(people: list[Person]) -> None:
    page = people_page(people)
    label = people_label(page, people)
    wrapper = learn_tree([(page.tree, label)], FIELDS)
    # What is labelled is all that looks alike here, so learnT keeps its word.
    assert texts(wrapper.read(page)) == people_texts(people)


@given(st.lists(people_lists.map(number_texts), min_size=1, max_size=3))
def test_learnt_paths_match_the_nodes_of_all_pages(sets: list[list[Person]]) -> None:
    pages = [people_page(people) for people in sets]
    examples = [
        (page.tree, people_label(page, people)) for page, people in zip(pages, sets, strict=True)
    ]
    wrapper = learn_tree(examples, FIELDS)
    for tree, label in examples:
        nodes = Nodes(tree)
        for name, field in wrapper.fields.items():
            rows = {row for found in label for row in found[name]}
            assert rows <= set(find_matches(field.path, nodes))


@given(encoded_soups(), st.data())
def test_any_page_can_be_read(soup: tuple[bytes, str], data: st.DataObject) -> None:
    raw, encoding = soup
    page = Page.from_bytes(raw, charset=encoding)
    rows = data.draw(st.lists(st.integers(0, len(page.tree) - 1), min_size=1, max_size=3))
    fields = [f"field {number}" for number in range(len(rows))]
    label = {name: [row] for name, row in zip(fields, rows, strict=True)}
    wrapper = learn_tree([(page.tree, [label])], fields)
    assert TreeWrapper.from_json(wrapper.to_json()) == wrapper
    for record in wrapper.read(page):
        for value in chain.from_iterable(record.values()):
            assert value.text == collapse(value.text) != ""
            assert value.span is None or 0 <= value.span[0] < sum(value.span) <= len(raw)


# Hostile.


def test_empty_page_has_no_tuples() -> None:
    wrapper = learn_people(PEOPLE)
    for raw in (b"", b" ", b"<!-- -->", b"<?xml version='1.0'?><a/>"):
        assert wrapper.read(Page.from_bytes(raw)) == []


def test_page_of_another_site_has_no_tuples() -> None:
    page = Page.from_bytes("<div><h1>記事</h1><p>本文<b>強調</b><a href=/>戻る</a></div>".encode())
    assert learn_people(PEOPLE).read(page) == []


def test_no_examples_learn_a_wrapper_that_reads_nothing() -> None:
    wrapper = learn_tree([], FIELDS)
    assert wrapper.read(people_page(PEOPLE)) == []


def test_ten_thousand_matches_are_read_at_once() -> None:
    people: list[Person] = [(f"n{n}", [f"p{n}"], f"m{n}") for n in range(10_000)]
    page = people_page(people)
    nodes = Nodes(page.tree)
    label = [
        {"name": [name + 1], "phone": [phone + 1], "mail": [mail]}
        for name, phone, mail in zip(
            nodes.named["b"], nodes.named["i"], nodes.named["a"], strict=True
        )
    ]
    start = time.perf_counter()
    wrapper = learn_tree([(page.tree, label)], FIELDS, attributes={"mail": "href"})
    records = wrapper.read(page)
    assert time.perf_counter() - start < 10
    assert len(records) == 10_000
    assert texts(records[-1:]) == [
        {"name": ["n9999"], "phone": ["p9999"], "mail": ["mailto:m9999"]}
    ]


def test_deep_page_with_many_leaves_is_read_at_once() -> None:
    page = Page.from_bytes(b"<div class=x>" * 500 + b"<i>a</i>" * 5000)
    rows = Nodes(page.tree).named["i"]
    start = time.perf_counter()
    wrapper = learn_tree([(page.tree, [{"leaf": rows}])], ("leaf",))
    records = wrapper.read(page)
    assert time.perf_counter() - start < 5
    assert len(wrapper.fields["leaf"].path) > 400
    assert len(records[0]["leaf"]) == 5000
    assert TreeWrapper.from_json(wrapper.to_json()) == wrapper
