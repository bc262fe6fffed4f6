from __future__ import annotations

import pytest

from zaru.layout.jsonld import MAX_CHARS, Facts, find_bodies, find_types, read_facts


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("[" * 100_000, id="deep"),
        pytest.param('{"a":' * 100_000 + "1" + "}" * 100_000, id="deep-objects"),
        pytest.param('{"@type": "Article", "headline": ' + "9" * 5_000 + "}", id="long-number"),
        pytest.param('{"@type": "Article", "headline": NaN}', id="nan"),
        pytest.param('{"@type": {"a": []}, "author": [[{}]], "image": [], "@id": 1}', id="shapes"),
        pytest.param('"' + "a" * MAX_CHARS + '"', id="too-large"),
        pytest.param("// no json", id="no-json"),
    ],
)
def test_hostile_json_says_nothing(script: str) -> None:
    assert not any(read_facts(script))


def test_json_in_a_graph_and_in_comments_is_read() -> None:
    graph = (
        '<!--\n{"@graph": [{"@type": "WebSite", "name": "S"}, {"@id": "#p", "name": "Jane"},'
        '{"@type": ["Article"], "headline": "A", "author": [{"@id": "#p"}, "Bo"]}]}\n//-->'
    )
    assert read_facts(graph) == Facts(title="A", authors=("Jane", "Bo"), site_name="S")


def test_last_of_two_equal_keys_counts() -> None:
    script = '{"@type": "Article", "headline": "A", "headline": "B"}'
    assert read_facts(script).title == "B"


def test_names_come_once_and_in_order() -> None:
    script = '{"@type": "Article", "author": ["b", {"name": "a"}, "b", {"name": "a"}]}'
    assert read_facts(script).authors == ("b", "a")


@pytest.mark.parametrize(
    ("script", "types"),
    [
        pytest.param('{"@type" : "Recipe"}', [["Recipe"]], id="name"),
        pytest.param('{"@type": [\n"Article", "Thing"]}', [["Article", "Thing"]], id="list"),
        pytest.param('{"@type": ["Article"', [["Article"]], id="cut"),
        pytest.param('{"@type": "", "@type": 3, "@type": [], "@type": "a b"}', [], id="no-names"),
    ],
)
def test_types_of_scripts_that_may_be_broken(script: str, types: list[list[str]]) -> None:
    assert find_types(script) == types


def test_bodies_of_scripts_that_may_be_broken() -> None:
    script = '{"articleBody": "a \\"b\\"", "text" :\n"\\q", "reviewBody": "cut'
    assert find_bodies(script) == ['a "b"', '"\\q"']


def test_half_a_character_is_no_part_of_a_value() -> None:
    script = '{"@type":"Article","headline":"Mill \\ud83d\\ude00 \\ud800"}'
    assert read_facts(script).title == "Mill \U0001f600 \ufffd"
