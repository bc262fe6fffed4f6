from __future__ import annotations

import pytest

from zaru.dom import TEXT
from zaru.wrappers.discovery.naming import MAX_NAME_CHARS, clean_name, make_unique, suggest_name
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step

RUN = Step(TEXT, 1)


@pytest.mark.parametrize(
    ("rule", "label", "name"),
    [
        pytest.param(Rule(Label("価格：", "td")), "価格：", "価格", id="label"),
        pytest.param(Rule(Label("Price:", "td", 1, 2), (Step("a"), RUN)), "", "Price", id="list"),
        pytest.param(
            Rule(Element("li", "class", "meta"), (RUN,), TEXT, Part("発行:", "")),
            "",
            "発行",
            id="part",
        ),
        pytest.param(
            Rule(Element("span", "itemprop", "price"), (RUN,)), "", "price", id="itemprop"
        ),
        pytest.param(
            Rule(Element("meta", "property", "og:title"), (), "content"), "", "title", id="meta"
        ),
        pytest.param(Rule(Element("p", "class", "author"), (RUN,)), "", "author", id="class"),
        pytest.param(
            Rule(Element("p", "class", "c1"), (RUN,)), "著者:", "著者", id="colon-beats-class"
        ),
        pytest.param(Rule(Element("b", "id", "ctl00_ctl13_engine"), (RUN,)), "", "engine", id="id"),
        pytest.param(Rule(None, (Step("body", 1), Step("h1", 1), RUN)), "", "h1", id="tag"),
        pytest.param(Rule(None, (Step("body", 1), Step("p", 3), RUN)), "Team", "Team", id="before"),
        pytest.param(Rule(None, (RUN,)), "", "field", id="nothing"),
        pytest.param(Rule(Label("***", "td")), "", "field", id="marks-only"),
    ],
)
def test_name_tells_what_the_field_is(rule: Rule, label: str, name: str) -> None:
    assert suggest_name(rule, label) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  発売日\n： ", "発売日"),
        ("a,b=c", "a b c"),
        ("「定価」", "定価"),
        ("\x00\x1b[31mred", "31mred"),
        ("…", ""),
        ("", ""),
    ],
)
def test_name_is_safe(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("value", "values", "name"),
    [
        pytest.param("zmp", ["1,200円", "$ 3.50"], "price", id="money"),
        pytest.param("x1f3a", ["2024-05-01", "3 May 2023"], "date", id="dates"),
        pytest.param("sc-bdVf", ["1,200円", "on request"], "span", id="neither"),
        pytest.param("zmp price", ["1,200円"], "price", id="one-word-of-two"),
        pytest.param("street-address", [], "street-address", id="words"),
        pytest.param("値段", [], "値段", id="words-of-any-script"),
    ],
)
def test_names_that_machines_made_up_are_not_used(value: str, values: list[str], name: str) -> None:
    rule = Rule(Element("span", "class", value), (RUN,))
    assert suggest_name(rule, values=values) == name


def test_label_names_a_value_before_the_class_of_its_cell() -> None:
    rule = Rule(Element("td", "class", "value"), (RUN,))
    assert suggest_name(rule, "Weight", is_label=True) == "Weight"
    assert suggest_name(rule, "Weight") == "value"


def test_name_is_short() -> None:
    assert len(clean_name("長い" * 100)) == MAX_NAME_CHARS


def test_names_become_unique() -> None:
    names = make_unique(["a", "a", "a_2", "a", "b"])
    assert names == ["a", "a_2", "a_2_2", "a_3", "b"]
    assert len(set(make_unique(["x"] * 100))) == 100
