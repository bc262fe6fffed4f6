"""Wrappers on whatever pages: round trips, no other errors than our own, spans inside the file."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.soup import encoded_soups

from zaru import InputError, Page
from zaru.dom import TEXT
from zaru.errors import ZaruError
from zaru.wrappers.labels import Label as PageLabel
from zaru.wrappers.labels import LabelValue
from zaru.wrappers.learning import learn
from zaru.wrappers.record import Span, collapse
from zaru.wrappers.rules.notation import can_write, rule_from_json, rule_to_json
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Sample, Wrapper

PAGES = settings(deadline=None, max_examples=100)
TEXTS = st.text(min_size=1, max_size=8)
TAGS = st.one_of(
    st.sampled_from((TEXT, "p", "a", "b", "div", "td", "li", "svg:a", "題")),
    TEXTS.filter(can_write),
)
ATTRIBUTES = st.one_of(st.sampled_from(("href", "class", "id", "alt")), TEXTS)
STEPS = st.builds(Step, TAGS, st.one_of(st.none(), st.integers(1, 9_999_999)))
STARTS = st.one_of(
    st.none(),
    st.builds(Element, TAGS, st.just(""), st.just("")),
    st.builds(Element, TAGS, ATTRIBUTES, TEXTS),
    st.builds(Label, TEXTS, TAGS, st.integers(1, 10**30), st.integers(0, 9_999)),
)
PARTS = st.one_of(st.none(), st.builds(Part, st.text(max_size=4), st.text(max_size=4)))
RULES = st.builds(
    Rule,
    STARTS,
    st.lists(STEPS, max_size=4).map(tuple),
    st.one_of(st.just(TEXT), ATTRIBUTES),
    PARTS,
)
# Rules that find something on most pages.
LIKELY_RULES = st.builds(
    Rule,
    st.sampled_from((None, *map(Element, ("p", "a", "div", "b", "td", "body", "svg:svg")))),
    st.lists(st.builds(Step, st.sampled_from(("body", "p", TEXT))), max_size=2).map(tuple),
    st.sampled_from((TEXT, TEXT, "href", "id", "class")),
    st.one_of(
        st.none(), st.builds(Part, st.sampled_from(("", " ", "t")), st.sampled_from(("", " ")))
    ),
)
FIELDS = st.dictionaries(
    TEXTS, st.lists(st.lists(RULES, max_size=2).map(tuple), max_size=2).map(tuple), max_size=2
)


@st.composite
def wrappers(draw: st.DrawFn) -> Wrapper:
    fields = draw(FIELDS)
    names = sorted(fields)
    repeated = draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    samples = st.lists(st.builds(Sample, TEXTS, st.lists(TEXTS).map(tuple)), max_size=2).map(tuple)
    return Wrapper(
        RuleWrapper(fields, draw(st.one_of(st.none(), RULES)), tuple(repeated)),
        draw(st.dictionaries(TEXTS, samples, max_size=2)),
        draw(st.dictionaries(TEXTS, st.integers(), max_size=2)),
    )


def is_inside(span: Span | None, raw: bytes) -> bool:
    return span is None or 0 <= span[0] <= sum(span) <= len(raw)


@given(rule=RULES)
@PAGES
def test_rule_comes_back_from_its_notation(rule: Rule) -> None:
    assert rule_from_json(json.loads(json.dumps(rule_to_json(rule)))) == rule


@given(wrapper=wrappers())
@PAGES
def test_wrapper_comes_back_from_its_file(wrapper: Wrapper) -> None:
    assert Wrapper.loads(wrapper.dumps()) == wrapper


@given(
    page=st.text(),
    field=TEXTS,
    values=st.lists(
        st.one_of(
            st.builds(LabelValue, TEXTS.map(collapse)),
            st.builds(LabelValue, TEXTS.map(collapse), st.tuples(st.integers(), st.integers())),
            st.builds(LabelValue, TEXTS.map(collapse), st.none(), TEXTS),
        )
    ).map(tuple),
)
@PAGES
def test_label_comes_back_from_its_json(
    page: str, field: str, values: tuple[LabelValue, ...]
) -> None:
    label = PageLabel(page, field, values)
    assert PageLabel.from_json(json.loads(json.dumps(label.to_json()))) == label


@given(data=st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from("zaru_wrapper rules samples made method fields name".split()),
            inner,
            max_size=4,
        ),
    ),
))  # fmt: skip
@PAGES
def test_no_data_raises_anything_but_an_input_error(data: Any) -> None:
    good = Wrapper(RuleWrapper({})).to_json()
    for content in (data, {**good, "rules": data}, {**good, "samples": data}):
        try:
            Wrapper.loads(json.dumps(content))
        except InputError:
            continue


@given(pages=st.lists(encoded_soups(), min_size=1, max_size=3), data=st.data())
@PAGES
def test_learning_from_soup_raises_nothing_but_our_errors(
    pages: list[tuple[bytes, str]], data: st.DataObject
) -> None:
    sources = [
        Page.from_bytes(raw, charset=encoding, source=f"{number}.html")
        for number, (raw, encoding) in enumerate(pages)
    ]
    labels = []
    for page in sources:
        view = View(page)
        known = [*view.texts, *view.attributes_by_value, "text"]
        for field in ("a", "b"):
            value = data.draw(st.sampled_from(known))
            begin = data.draw(st.integers(0, max(len(value) - 1, 0)))
            values = data.draw(st.sampled_from(([value], [value[begin:]], [value, "x"], [])))
            labels.append({"page": page.origin.source, "field": field, "values": values})
    try:
        wrapper = learn(sources, labels)
    except ZaruError:
        return
    assert Wrapper.loads(wrapper.dumps()) == wrapper
    for page in sources:
        for record in wrapper.apply(page):
            for found in record.fields.values():
                assert all(value.text == collapse(value.text) != "" for value in found)
                assert all(is_inside(value.span, page.raw) for value in found)


@given(
    page=st.one_of(encoded_soups(), st.tuples(st.binary(max_size=200), st.just("utf-8"))),
    rules=st.lists(st.one_of(LIKELY_RULES, RULES), min_size=2, max_size=4),
    record=st.one_of(st.none(), LIKELY_RULES),
)
@PAGES
def test_applying_to_any_bytes_raises_nothing_but_an_input_error(
    page: tuple[bytes, str], rules: list[Rule], record: Rule | None
) -> None:
    fields = {str(number): ((rule,),) for number, rule in enumerate(rules)}
    wrapper = Wrapper(RuleWrapper(fields, record, ("0", "1")))
    raw, encoding = page
    try:
        records = wrapper.apply(Page.from_bytes(raw, charset=encoding))
    except InputError:
        return
    for record_read in records:
        for values in record_read.fields.values():
            assert all(value.text and is_inside(value.span, raw) for value in values)
