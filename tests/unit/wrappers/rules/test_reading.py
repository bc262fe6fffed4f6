"""Values with their byte spans, in every encoding."""

from __future__ import annotations

import pytest

from zaru import Page
from zaru.wrappers.record import Span, collapse
from zaru.wrappers.rules.occurrences import find_parts, find_whole
from zaru.wrappers.rules.reading import occurrence_span, read_places, read_rule
from zaru.wrappers.rules.rule import Element, Part, Rule
from zaru.wrappers.rules.view import View

ENCODINGS = ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"]
EXACT = [name for name in ENCODINGS if name != "iso2022_jp"]  # its escapes stand between the bytes
ALL = Rule(Element("p"))


def view(html: str, encoding: str = "utf-8") -> View:
    body = f"<title>日本語のページです</title>{html}".encode(encoding)
    return View(Page.from_bytes(body, charset=encoding.replace("iso2022_jp", "iso-2022-jp")))


def shown(seen: View, span: Span | None) -> str:
    assert span is not None
    offset, length = span
    assert 0 <= offset <= offset + length <= len(seen.page.raw)
    return seen.page.raw[offset : offset + length].decode(seen.tree.decoded.codec)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("html", "rule", "value", "source"),
    [
        pytest.param("<p>茶碗", ALL, "茶碗", "茶碗", id="run"),
        pytest.param("<p>a &amp; &#33590;", ALL, "a & 茶", "a &amp; &#33590;", id="references"),
        pytest.param("<p><b>茶</b>と<i>碗</i>", ALL, "茶と碗", "茶</b>と<i>碗", id="element"),
        pytest.param(
            "<p>価格: 1,200円 (税込)",
            Rule(Element("p"), part=Part(": ", " (")),
            "1,200円",
            "1,200円",
            id="part",
        ),
        pytest.param("<p>月 (月)", Rule(Element("p"), part=Part("(", ")")), "月", "月", id="later"),
        pytest.param(
            "<p>&lt;茶&gt; &amp; 碗",
            Rule(Element("p"), part=Part("<", " &")),
            "茶>",
            "茶&gt;",
            id="part-with-references",
        ),
        pytest.param(
            "<p>価格: <b>1,200</b>円 (<i>税込</i>)",
            Rule(Element("p"), part=Part(": ", " (")),
            "1,200円",
            "1,200</b>円",
            id="part-of-several-runs",
        ),
        pytest.param(
            "<p title='茶 碗'>", Rule(Element("p"), (), "title"), "茶 碗", "茶 碗", id="attribute"
        ),
        pytest.param(
            "<p title='a?b=茶&amp;c'>",
            Rule(Element("p"), (), "title", Part("b=", "&")),
            "茶",
            "茶",
            id="part-of-an-attribute",
        ),
    ],
)
def test_span_shows_the_value(
    html: str, rule: Rule, value: str, source: str, encoding: str
) -> None:
    seen = view(html, encoding)
    [(_, found)] = read_rule(seen, rule)
    assert found.text == value
    if encoding in EXACT:
        assert shown(seen, found.span) == source
    else:
        assert source in shown(seen, found.span)


def test_span_is_that_of_the_part_and_not_of_the_same_text_before_it() -> None:
    seen = view("<p>1 of 1")
    [(_, found)] = read_rule(seen, Rule(Element("p"), part=Part("of ", "")))
    assert found.span == (seen.page.raw.rindex(b"1"), 1)


@pytest.mark.parametrize("encoding", EXACT)
@pytest.mark.parametrize("space", [" ", "\n\t ", "\u3000", "&nbsp;", "&#32;\u3000"], ids=ascii)
def test_outer_white_space_is_not_in_the_span(space: str, encoding: str) -> None:
    seen = view(f"<p>{space}茶{space}碗{space}", encoding)
    [(_, found)] = read_rule(seen, ALL)
    assert found.text == "茶 碗"
    assert shown(seen, found.span) == f"茶{space}碗"


def test_attribute_without_a_value_is_no_value() -> None:
    assert read_rule(view("<p title>"), Rule(Element("p"), (), "title")) == []


def test_empty_texts_are_left_out() -> None:
    assert [value.text for _, value in read_rule(view("<p><p>a<p> <p>&nbsp;"), ALL)] == ["a"]


def test_places_are_a_union_and_alternatives_a_choice() -> None:
    bold, italic, heading = (Rule(Element(tag)) for tag in ("em", "dfn", "h2"))
    places = ((bold, italic), (heading,))
    html = "<em>a</em><h2>c</h2>"
    assert [value.text for _, value in read_places(view(html), places)] == ["a", "c"]
    html = "<h2>c</h2><dfn>b</dfn>"
    assert [value.text for _, value in read_places(view(html), places)] == ["c", "b"]


def test_value_that_two_places_find_is_read_once() -> None:
    places = ((Rule(Element("em")),), (Rule(Element("em", "class", "a")),))
    assert len(read_places(view("<em class=a>x</em>"), places)) == 1


@pytest.mark.parametrize("value", ["茶碗", "大", "/a"])
def test_occurrence_shows_its_value(value: str) -> None:
    seen = view("<p>茶碗<p>茶碗 (大)<a href=/a>b</a>")
    found = list(find_whole(seen, value)) or list(find_parts(seen, value))
    assert [collapse(shown(seen, occurrence_span(seen, place))) for place in found] == [value]
