"""LR wrappers: delimiters grow as paper 4 says, and values stand where their spans say."""

from __future__ import annotations

import json
import re
from html import escape
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.wrappers.alternation.test_alternation import (
    frequent_substrings,
    range_string,
    walk,
)

from zaru import Page
from zaru.errors import FormatError
from zaru.wrappers.alternation.delimiters import (
    MAX_DELIMITER,
    Delimiters,
    find_delimiters,
    is_alike,
)
from zaru.wrappers.alternation.left_right import LeftRightWrapper, learn_left_right

SYLLABLES = (
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほ山川田村木石水火土金日月空海風雪"
)
# As in figure 3 of the paper: a stray end tag, a mark before the headline, a second headline.
ARTICLE = """<html><head><title>東西新聞</title></head>
<body bgcolor="#ffffff">
<table border="0" width="600"><tr><td>
<!-- ここから記事 -->
<font color="#8b0000">■</font><b>{}</b></font><hr>
<b>{}<BR></b>
<p>
<BLOCKQUOTE>

{}<p>

</BLOCKQUOTE>
<!-- 記事はここまで -->
</td></tr></table>
<center><a href="index.htm"><img src="../cut/left.gif" border="0" width="31"></a></center>
</body></html>
"""


def make_words(random: Random, least: int, most: int) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(random.randint(least, most)))


def make_article(number: int) -> tuple[str, list[str]]:
    """Return a page, and the values of its fields."""
    random = Random(number)
    headlines = [make_words(random, 8, 16), make_words(random, 8, 14)]
    lines = [make_words(random, 20, 40) + "。" for _ in range(random.randint(2, 6))]
    return ARTICLE.format(*headlines, "\n".join(lines)), [*headlines, " ".join(lines)]


def read_texts(wrapper: LeftRightWrapper, page: Page) -> dict[str, list[str]]:
    return {
        name: [value.text for value in values]
        for record in wrapper.read(page)
        for name, values in record.items()
    }


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"])
def test_fields_of_news_are_found(encoding: str) -> None:
    articles = [make_article(number) for number in range(40)]
    pages = [Page.from_bytes(html.encode(encoding), charset=encoding) for html, _ in articles]
    wrapper = learn_left_right(pages)
    for page, (_, values) in zip(pages, articles, strict=True):
        found = read_texts(wrapper, page)
        assert all([value] in found.values() for value in values)


def test_rules_are_like_those_of_the_paper() -> None:
    wrapper = learn_left_right(
        [Page.from_bytes(make_article(number)[0].encode()) for number in range(40)]
    )
    assert set(wrapper.fields.values()) == {
        Delimiters("</font><b>", "</b></font>"),
        Delimiters("\n<b>", "<BR>"),
        Delimiters("\n\n", "<p>"),
    }
    assert list(wrapper.fields) == ["field1", "field2", "field3"]


@pytest.mark.parametrize(
    ("text", "left", "right"),
    [
        pytest.param("<p>a<b>X<i>b", "<b>", "<i>", id="one-tag-each"),
        pytest.param("<b>q<p>a<b>X<i>b", "<p>a<b>", "<i>", id="frequent-left-grows"),
        pytest.param("<b>X<i>b<p>q<i>", "<b>", "<i>b<p>", id="frequent-right-grows"),
        pytest.param("<td><b>X</b></td><p>", None, None, id="matching-tags-grow-to-the-end"),
        pytest.param("\n<b>X</b>\n", "\n<b>", "</b>\n", id="white-does-not-match"),
        pytest.param("<u>\nX\n<s>", "<u>\n", "\n<s>", id="same-string-grows"),
        pytest.param("<p>価格 ■X</p>", " ", "</p>", id="text-next-to-the-part-is-value"),
        pytest.param("<p>\tX\r\n<hr>", "\t", "\r", id="white-characters"),
        pytest.param('<meta name="d" content="X">\n', ' name="d" ', "\n", id="inside-a-tag"),
        pytest.param("X<p>", None, None, id="nothing-before"),
        pytest.param("<p>X", None, None, id="nothing-behind"),
        pytest.param("p>X<b>", None, None, id="no-begin-of-tag"),
        pytest.param("<p>X<b", None, None, id="no-end-of-tag"),
        pytest.param(f"<p{'a' * MAX_DELIMITER}>X<b>", None, None, id="too-long"),
    ],
)
def test_growth(text: str, left: str | None, right: str | None) -> None:
    begin = text.index("X")
    grown = list(filter(None, find_delimiters(text, [(begin, begin + 1)])))
    assert grown == ([] if left is None or right is None else [Delimiters(left, right)])


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        pytest.param("<tagA><tagB>", "</tagB></tagA>", True, id="paper"),
        pytest.param("<a><b>", "</a></b>", False, id="crossed"),
        pytest.param('<a href="/">', "</a >", True, id="attributes"),
        pytest.param("<A>", "</a>", False, id="case"),
        pytest.param("</a>", "<a>", False, id="turned-round"),
        pytest.param("<a>価格<b>", "</b></a>", False, id="text-between"),
        pytest.param("<br>", "<br>", True, id="same"),
        pytest.param("<!-- a -->", "</!-->", False, id="comment"),
    ],
)
def test_alike(left: str, right: str, expected: bool) -> None:
    assert is_alike(left, right) is expected


def grow_by_counting(text: str, begin: int, end: int) -> Delimiters | None:
    """Return the delimiters of a part by the definition, counting strings in the text."""
    before = list(re.finditer(r"<[^<>]*>|[\n\t ]", text[:begin]))
    behind = list(re.finditer(r"<[^<>]*>|[\n\t ]", text[end:]))
    left_size = right_size = 1
    while left_size <= len(before) and right_size <= len(behind):
        left = text[before[-left_size].start() : before[-1].end()]
        right = text[end + behind[0].start() : end + behind[right_size - 1].end()]
        counts = [
            sum(text.startswith(string, place) for place in range(len(text)))
            for string in (left, right)
        ]
        if counts[0] == counts[1] and not is_alike(left, right):
            return Delimiters(left, right)
        left_size += counts[0] >= counts[1]
        right_size += counts[1] >= counts[0]
    return None


@given(
    words=st.lists(
        st.sampled_from(["<b>", "</b>", "<i>", "</i>", "<br>", " ", "\n", "値", "a"]), max_size=40
    ),
    place=st.integers(0, 40),
)
def test_growth_is_that_of_the_definition(words: list[str], place: int) -> None:
    left, right = "".join(words[:place]), "".join(words[place:])
    text = f"{left}X{right}"
    expected = grow_by_counting(text, len(left), len(left) + 1)
    grown = list(filter(None, find_delimiters(text, [(len(left), len(left) + 1)])))
    assert grown == ([expected] if expected else [])


def learn_by_the_paper(texts: list[str]) -> list[Delimiters]:
    """Return the rules of §3 by its definitions."""
    frequent = frequent_substrings(texts, *walk(texts))
    rules: dict[Delimiters, None] = {}
    for text in texts:
        for part in re.finditer("1+", range_string(text, frequent)):
            rule = grow_by_counting(text, *part.span())
            rules |= {rule: None} if rule else {}
    shortest: dict[tuple[tuple[tuple[int, int], ...], ...], Delimiters] = {}
    for rule in rules:
        pattern = f"(?s){re.escape(rule.left)}(.*?)(?={re.escape(rule.right)})"
        reading = tuple(
            tuple(
                match.span(1) for match in re.finditer(pattern, text, re.DOTALL) if match[1].strip()
            )
            for text in texts
        )
        if 2 * sum(map(bool, reading)) >= len(texts):
            known = shortest.setdefault(reading, rule)
            if len(rule.left + rule.right) < len(known.left + known.right):
                shortest[reading] = rule
    return list(shortest.values())


def make_set(random: Random) -> list[str]:
    """Return texts of one random template: tags, blanks and words around values, some absent."""
    pieces = ["<b>", "</b>", "<p class=a>", "</p>", "<br>", "\n", " ", "\t", "価格: ", "■", "<i>"]
    template = [random.choice(pieces) for _ in range(random.randint(4, 30))]
    slots = set(random.sample(range(len(template)), random.randint(1, 4)))
    return [
        "".join(
            piece + (make_words(random, 3, 8) if place in slots and random.random() < 0.9 else "")
            for place, piece in enumerate(template)
        )
        for _ in range(random.randint(3, 10))
    ]


@pytest.mark.parametrize("seed", range(200))
def test_wrapper_is_the_papers(seed: int) -> None:
    texts = make_set(Random(seed))
    pages = [Page.from_bytes(text.encode(), charset="utf-8") for text in texts]
    assert list(learn_left_right(pages).fields.values()) == learn_by_the_paper(texts)


def test_limit_that_was_reached_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaru.wrappers.alternation.delimiters.MAX_DELIMITER", 5)
    told: list[str] = []
    pages = [Page.from_bytes(make_article(number)[0].encode()) for number in range(20)]
    wrapper = learn_left_right(pages, tell=told.append)
    assert {rule.right for rule in wrapper.fields.values()} <= {"<BR>", "<p>"}
    assert len(told) == 1
    assert "places of 20 pages have no rule" in told[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a] [b]", ["a", "b"], id="several"),
        pytest.param("[] [ ] [c]", ["c"], id="blank"),
        pytest.param("[a [b]", ["a [b"], id="from-the-first-left"),
        pytest.param("[a] [b", ["a"], id="no-right"),
        pytest.param("", [], id="empty"),
    ],
)
def test_find(text: str, expected: list[str]) -> None:
    parts = Delimiters("[", "]").find(text)
    assert [text[begin:end] for begin, end in parts] == expected


def test_right_delimiter_may_begin_the_next_left_one() -> None:
    text = "<li>a<li>b<li>"
    assert list(Delimiters("<li>", "<li>").find(text)) == [(4, 5), (9, 10)]


def test_text_is_what_a_reader_sees() -> None:
    page = Page.from_bytes("<p>\n a&amp;b <b>c</b><br>\n日本 </p>".encode())
    (record,) = LeftRightWrapper({"f": Delimiters("<p>", "</p>")}).read(page)
    (value,) = record["f"]
    assert value.text == "a&b c 日本"
    assert value.span is not None
    offset, length = value.span
    assert page.raw[offset : offset + length].decode() == "a&amp;b <b>c</b><br>\n日本"


ENCODINGS = ["utf-8", "utf-8-sig", "cp932", "euc_jp", "iso2022_jp", "utf-16", "utf-16-be"]


@given(
    values=st.lists(st.text("日本語ｶ①a1 é髙", min_size=1, max_size=6), min_size=1, max_size=4),
    encoding=st.sampled_from(ENCODINGS),
)
@settings(deadline=None)
def test_spans_say_the_values(values: list[str], encoding: str) -> None:
    body = "".join(f"<p>価格 <b>{escape(value)}<br></p>\n" for value in values)
    raw = f"<html><title>日本のページです</title>{body}</html>".encode(encoding, "ignore")
    page = Page.from_bytes(raw, charset=encoding.removesuffix("-sig"))
    for record in LeftRightWrapper({"f": Delimiters("<b>", "<br>")}).read(page):
        for value in record["f"]:
            assert value.span is not None
            offset, length = value.span
            said = raw[offset : offset + length].decode(page.decoded.codec)
            assert " ".join(said.split()) == value.text


def test_spans_behind_broken_bytes() -> None:
    raw = b"<p>\xe6\x97\xff\xfe</p><b>" + "日本".encode() + b"\xff</b>"
    page = Page.from_bytes(raw, charset="utf-8")
    (record,) = LeftRightWrapper({"f": Delimiters("<b>", "</b>")}).read(page)
    begin = raw.index(b"<b>") + 3
    assert record["f"][0].span == (begin, raw.index(b"</b>") - begin)


def test_rule_of_less_than_half_of_the_pages_is_removed() -> None:
    def learn(rare: int) -> set[str]:
        pages = []
        for number in range(40):
            html = make_article(number)[0]
            if number < rare:
                words = make_words(Random(f"rare {number}"), 10, 15)
                html = html.replace("<hr>", f'<hr>\n<p class="rare">担当の記者 <u>{words}</i>')
            pages.append(Page.from_bytes(html.encode()))
        return {rule.right for rule in learn_left_right(pages).fields.values()}

    assert "</i>" in learn(30)
    assert "</i>" not in learn(19)


def test_json_round_trip() -> None:
    wrapper = LeftRightWrapper({"見出し": Delimiters("<h1>■", "</h1>"), "b": Delimiters("\n", "<")})
    data = json.loads(json.dumps(wrapper.to_json()))
    assert LeftRightWrapper.from_json(data) == wrapper


FIELD = {"name": "a", "left": "<b>", "right": "</b>"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param([], "rules is a list, not an object", id="list"),
        pytest.param({}, "rules has no 'fields'", id="no-fields"),
        pytest.param({"fields": {}}, "fields is an object", id="fields"),
        pytest.param({"fields": [FIELD, FIELD]}, r"fields\[1\].name is 'a' again", id="twice"),
        pytest.param(
            {"fields": [FIELD | {"left": ""}]},
            r"fields\[0\].left is an empty text",
            id="empty",
        ),
        pytest.param(
            {"fields": [FIELD | {"right": 3}]},
            r"fields\[0\].right is the number 3",
            id="number",
        ),
    ],
)
def test_bad_json_is_refused(data: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        LeftRightWrapper.from_json(data)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "bodies",
    [
        pytest.param([], id="no-page"),
        pytest.param([b""], id="one-empty-page"),
        pytest.param([b"", b"", b""], id="empty-pages"),
        pytest.param([b"<p>a</p>"], id="one-page"),
        pytest.param([b"<p>same</p>"] * 5, id="same-pages"),
        pytest.param([b"no markup here", b"nor there"], id="no-markup"),
        pytest.param([b"x" * 10**6], id="one-character"),
        pytest.param([b"<" * 10**5, b">" * 10**5], id="brackets"),
        pytest.param([b" " * 10**5 + b"a", b" " * 10**5 + b"b"], id="spaces"),
        pytest.param([bytes(range(256)) * 20, b"\xff\xfe\x00"], id="binary"),
        pytest.param(
            [make_article(1)[0].encode("utf-16"), make_article(2)[0].encode("cp932")], id="mixed"
        ),
    ],
)
def test_hostile_pages_are_read(bodies: list[bytes]) -> None:
    pages = [Page.from_bytes(body) for body in bodies]
    wrapper = learn_left_right(pages)
    for page in pages:
        assert len(wrapper.read(page)) <= 1
    assert LeftRightWrapper.from_json(wrapper.to_json()) == wrapper


def test_thousands_of_parts_on_a_page() -> None:
    def make_page(first: int) -> Page:
        articles = (make_article(number)[0] for number in range(first, first + 1000))
        return Page.from_bytes("".join(articles).encode())

    pages = [make_page(0), make_page(1000)]
    wrapper = learn_left_right(pages)
    assert 1000 in map(len, read_texts(wrapper, pages[0]).values())


def test_ten_thousand_values_are_read() -> None:
    wrapper = LeftRightWrapper({"f": Delimiters("<b>", "</b>")})
    page = Page.from_bytes("<p>価格<b>1,200</b>円</p>".encode("cp932") * 10_000)
    (record,) = wrapper.read(page)
    assert {value.text for value in record["f"]} == {"1,200"}
    assert len({value.span for value in record["f"]}) == 10_000


def test_other_site_has_no_record() -> None:
    wrapper = learn_left_right(
        [Page.from_bytes(make_article(number)[0].encode()) for number in range(20)]
    )
    assert wrapper.read(Page.from_bytes(b"<ul><li>a<li>b</ul>")) == []
