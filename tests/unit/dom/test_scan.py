from __future__ import annotations

import pytest

from zaru.dom.scan import Run, data_end, iter_attributes, iter_runs, match_gap, tag_end


def texts(source: bytes) -> list[bytes]:
    return [source[run.start : run.end] for run in iter_runs(source, 0)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(b"", [], id="empty"),
        pytest.param(b" \n<p> a b </p>\tc", [b"a b", b"c"], id="white-space-around"),
        pytest.param(b"1 < 2 <3", [b"1 < 2 <3"], id="stray-less-than"),
        pytest.param(b"a<", [b"a<"], id="less-than-at-the-end"),
        pytest.param(b"a</", [b"a</"], id="end-tag-open-at-the-end"),
        pytest.param(b"a</>b</ c>d<?e?>f<!g>h", [b"a", b"b", b"d", b"f", b"h"], id="bogus"),
        pytest.param(b"a<!-- b -- > c -->d", [b"a", b"d"], id="comment"),
        pytest.param(b"<!-->a<!--->b<!-- --!>c", [b"a", b"b", b"c"], id="odd-comment-ends"),
        pytest.param(b"a<!-- b", [b"a"], id="comment-is-open"),
        pytest.param(b'a<b title=\'>\' id=">" x="\'">c', [b"a", b"c"], id="quoted-greater-than"),
        pytest.param(b'<p a="b"="c>d">e', [b'd">e'], id="equals-sign-behind-a-value"),
        pytest.param(b"<p =a>b", [b"b"], id="equals-sign-as-a-name"),
        pytest.param(b"a<b c", [b"a"], id="tag-is-open"),
        pytest.param(b"<script>a<b></script>c", [b"a<b>", b"c"], id="script"),
        pytest.param(b"<SCRIPT>a</Script >c", [b"a", b"c"], id="script-in-capitals"),
        pytest.param(b"<script></script><b>c", [b"c"], id="empty-script"),
        pytest.param(b"<scripts>a<b>c", [b"a", b"c"], id="no-script"),
        pytest.param(b"<title>a<b></title>c", [b"a<b>", b"c"], id="title"),
        pytest.param(b"<textarea>a</textareas>b", [b"a</textareas>b"], id="open-textarea"),
        pytest.param(b"<plaintext></plaintext>", [b"</plaintext>"], id="plaintext"),
        pytest.param(
            b"<script><!--<script></script>--></script>x",
            [b"<!--<script></script>-->", b"x"],
            id="script-in-a-comment-in-a-script",
        ),
        pytest.param(
            b"<script><!--></script>x", [b"<!-->", b"x"], id="comment-that-ends-at-once-in-a-script"
        ),
    ],
)
def test_runs_are_the_text_between_markup(source: bytes, expected: list[bytes]) -> None:
    assert texts(source) == expected


def test_cdata_is_offered_as_text_and_as_comment() -> None:
    source = b"<![CDATA[a>b]]>c"
    runs = [Run(9, 12, True, True), Run(11, 16, False)]
    assert list(iter_runs(source, 0)) == runs
    assert [source[run.start : run.end] for run in runs] == [b"a>b", b"b]]>c"]


@pytest.mark.parametrize(
    ("name", "is_raw"),
    [("script", True), ("style", True), ("xmp", True), ("title", False), ("textarea", False)],
)
def test_references_count_in_title_and_textarea(name: str, is_raw: bool) -> None:
    (run,) = iter_runs(f"<{name}>a&amp;b</{name}>".encode(), 0)
    assert run.is_raw is is_raw


def test_raw_text_can_be_read_as_markup() -> None:
    source = b"<title>a<b>c</title>"
    starts = [run.start for run in iter_runs(source, 0, has_raw=False)]
    assert [source[start : start + 1] for start in starts] == [b"a", b"c"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(b"<p>x", 3, id="plain"),
        pytest.param(b"</p>x", 4, id="end-tag"),
        pytest.param(b'<p a=">">x', 9, id="double-quotes"),
        pytest.param(b"<p a='>' b>x", 11, id="single-quotes"),
        pytest.param(b"<p a=b'>x", 8, id="quote-inside"),
        pytest.param(b'<p a="x', 7, id="open"),
        pytest.param(b"text", 0, id="no-tag"),
    ],
)
def test_tag_ends_behind_its_greater_than(source: bytes, expected: int) -> None:
    assert tag_end(source, 0) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(b"<a>", [], id="none"),
        pytest.param(b"<a b c=1>", [(b"c", b"1")], id="without-value"),
        pytest.param(b"<a b = \"1\" c='2'/>", [(b"b", b"1"), (b"c", b"2")], id="spaces-and-quotes"),
        pytest.param(b"<a b=''>", [(b"b", b"")], id="empty-value"),
        pytest.param(b"<a b=1/2/ c=3>", [(b"b", b"1/2/"), (b"c", b"3")], id="slashes"),
        pytest.param(b'<a b="1', [(b"b", b"1")], id="open"),
        pytest.param(b"<a b=1 b=2>", [(b"b", b"1"), (b"b", b"2")], id="twice"),
    ],
)
def test_attributes_are_found(source: bytes, expected: list[tuple[bytes, bytes]]) -> None:
    found = [(name, source[start:end]) for name, start, end in iter_attributes(source, 0)]
    assert found == expected


def test_gap_stops_at_text_and_at_cdata() -> None:
    for source, end in ((b" <b>\n<!-- -->x", 13), (b"<b><![CDATA[", 3), (b"x", 0)):
        match = match_gap(source, 0)
        assert match is not None
        assert match.end() == end


def test_data_ends_at_markup() -> None:
    assert data_end(b"a < b &lt; c<p>", 0) == 12
