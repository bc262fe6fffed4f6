"""Queries as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.errors import UsageError
from zaru.search.query import MAX_QUERY_CHARS, Unit, parse_query


def test_blanks_mean_and() -> None:
    assert parse_query("京都　寺").groups == ((Unit("京都"),), (Unit("寺"),))


@pytest.mark.parametrize("sign", ["OR", "|"])
def test_or_joins_its_neighbours_only(sign: str) -> None:
    query = parse_query(f"京都 寺 {sign} 神社")
    assert query.groups == ((Unit("京都"),), (Unit("寺"), Unit("神社")))


@pytest.mark.parametrize("quote", ['"朝市 再開"', "“朝市 再開”", '"朝市 再開'])
def test_quotation_marks_make_a_phrase(quote: str) -> None:
    assert parse_query(quote).groups == ((Unit("朝市 再開", is_phrase=True),),)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        pytest.param("title:朝市", Unit("朝市", "title"), id="title"),
        pytest.param("SITE:example.jp", Unit("example.jp", "site"), id="any-case"),
        pytest.param('title:"朝市 再開"', Unit("朝市 再開", "title", is_phrase=True), id="phrase"),
        pytest.param("https://a.jp/b:c", Unit("https://a.jp/b:c", "url"), id="pasted-address"),
        pytest.param("Re:Zero", Unit("Re:Zero"), id="no-field"),
        pytest.param("12:30", Unit("12:30"), id="time"),
    ],
)
def test_fields(text: str, unit: Unit) -> None:
    assert parse_query(text).groups == ((unit,),)


def test_minus_leaves_out() -> None:
    query = parse_query('京都 -奈良 －"古い 寺" e-mail')
    assert query.excluded == (Unit("奈良"), Unit("古い 寺", is_phrase=True))
    assert query.groups == ((Unit("京都"),), (Unit("e-mail"),))


@pytest.mark.parametrize(
    "text",
    ["", "　", "-京都", "OR", '""', "x" * (MAX_QUERY_CHARS + 1), " ".join(map(str, range(90)))],
    ids=["empty", "blank", "only-minus", "only-or", "empty-phrase", "too-long", "too-many"],
)
def test_a_query_that_asks_for_nothing_or_too_much_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_query(text)


@given(st.text(max_size=200))
def test_any_text_is_a_query_or_refused(text: str) -> None:
    try:
        query = parse_query(text)
    except UsageError:
        return
    assert query.groups
