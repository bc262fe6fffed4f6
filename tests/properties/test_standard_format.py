"""Round trips: what is written is read back, and valid, whatever it says."""

from __future__ import annotations

import io
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from tests.soup import encoded_soups

from zaru.corpus.conversion import to_standard_format
from zaru.corpus.sentence import Annotation, Sentence
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, Title, read_dtd
from zaru.corpus.xml.reading import from_xml
from zaru.errors import FormatError, InputError
from zaru.page import Page
from zaru.text.codes import is_scannable, read_slice
from zaru.text.xml import clean

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(clean)
SPANS = st.tuples(st.integers(0, 10**9), st.integers(1, 10**6))
SCORES = st.floats(0, 1, allow_nan=False)
ONE = st.lists(st.builds(Annotation, WORDS, WORDS), max_size=1).map(tuple)
MANY = st.lists(st.builds(Annotation, WORDS, WORDS), max_size=3).map(tuple)


def pages(
    annotations: st.SearchStrategy[tuple[Annotation, ...]],
) -> st.SearchStrategy[StandardFormat]:
    sentences = st.builds(
        Sentence,
        WORDS,
        SPANS,
        WORDS,
        annotations,
        st.none() | st.integers(0, 10**6),
        st.none() | WORDS,
        st.none() | SCORES,
    )
    maybe = st.none() | WORDS
    texts = st.builds(
        Text,
        st.lists(sentences, min_size=1, max_size=3).map(tuple),
        st.sampled_from(["default", "blog", "comment"]),
        maybe,
        maybe,
        maybe,
    )
    targets = st.builds(Target, WORDS, maybe, st.none() | SPANS)
    links = st.lists(
        st.builds(Link, WORDS, st.lists(targets, min_size=1, max_size=2).map(tuple), annotations),
        max_size=2,
    ).map(tuple)
    title = st.none() | st.builds(Title, WORDS, st.none() | SPANS, annotations)
    return st.builds(
        StandardFormat,
        WORDS,
        st.lists(texts, min_size=1, max_size=3).map(tuple),
        WORDS,
        WORDS,
        title,
        links,
        links,
    )


def is_valid(data: bytes, *, extended: bool) -> bool:
    dtd = etree.DTD(io.BytesIO(read_dtd(extended=extended)))
    return bool(dtd.validate(etree.fromstring(data)))


@given(pages(MANY))
def test_extended_files_come_back_as_they_were(page: StandardFormat) -> None:
    data = page.to_xml(extended=True)
    assert from_xml(data) == page
    assert is_valid(data, extended=True)


@given(pages(ONE))
def test_plain_files_hold_all_but_the_extension(page: StandardFormat) -> None:
    data = page.to_xml()
    assert from_xml(data) == page.plain()
    assert is_valid(data, extended=False)
    assert page.plain().to_xml() == data


@given(st.binary(max_size=200), st.integers(0, 400))
def test_broken_files_are_refused_or_read(noise: bytes, place: int) -> None:
    page = StandardFormat("UTF-8", (Text((Sentence("竹で編む。", (3, 15), "1"),)),))
    data = page.to_xml()
    with suppress(FormatError):
        from_xml(data[:place] + noise + data[place + len(noise) :])


PAGES = settings(deadline=None, max_examples=400)


def squeeze(text: str) -> str:
    """Return *text* without white space and what XML cannot hold."""
    return "".join(c for c in text if c.isprintable() and c not in " \ufffd")


def check_page(raw: bytes) -> None:
    """Check that a page is refused, or converted to a valid file whose spans are right."""
    try:
        page = Page.from_bytes(raw)
        found = to_standard_format(page, all_languages=True)
    except InputError:
        return
    if found is None:
        return
    data = found.to_xml(extended=True)
    assert from_xml(data) == found
    assert is_valid(data, extended=True)
    for sentence in found.sentences:
        offset, length = sentence.span
        assert 0 <= offset < offset + length <= len(raw)
        said = raw[offset : offset + length]
        if is_scannable(page.decoded.codec) and not set(b"<&\0") & set(said):
            assert squeeze(read_slice(said, page.decoded.codec)) == squeeze(sentence.text)


@PAGES
@given(encoded_soups())
def test_tag_soup_becomes_valid_files_with_right_spans(soup: tuple[bytes, str]) -> None:
    check_page(soup[0])


@PAGES
@given(st.binary(max_size=300), st.sampled_from(["utf-8", "cp932", "euc_jp", "iso-2022-jp"]))
def test_whatever_the_bytes_a_file_is_valid_or_absent(noise: bytes, codec: str) -> None:
    text = "<p>竹で編む。<b>水</b>を切る。<br>笊と&#31481;です。".encode(codec)
    check_page(noise + text + noise)
