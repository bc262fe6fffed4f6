from __future__ import annotations

import pytest

from zaru.corpus.sentence import Annotation, Sentence
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, Title
from zaru.corpus.xml.header import read_header, read_url, replace_in_links
from zaru.corpus.xml.reading import from_xml
from zaru.errors import FormatError

OUT = (Link("笊", (Target("a"), Target("b"))),)
INTO = (Link("竹 & 笊", (Target("c"),)),)


def write(*, out_links: tuple[Link, ...] = (), title: Title | None = None) -> bytes:
    sentence = Sentence("竹。", (0, 6), "1", (Annotation("JUMAN", "<InLinks>\nEOS\n"),))
    texts = (Text((sentence,)),)
    page = StandardFormat("UTF-8", texts, "http://a.jp/", title=title, out_links=out_links)
    return page.to_xml()


def test_the_header_is_read() -> None:
    data = write(out_links=OUT, title=Title("題"))
    header = read_header(data)
    assert (header.out_links, header.in_links) == (list(OUT), (data.index(b"<OutLinks>"), 0))
    assert read_url(data) == "http://a.jp/"


@pytest.mark.parametrize("out_links", [pytest.param((), id="alone"), pytest.param(OUT, id="both")])
@pytest.mark.parametrize("title", [None, Title("題")], ids=["no-title", "title"])
def test_in_links_are_put_in_and_taken_out(
    out_links: tuple[Link, ...], title: Title | None
) -> None:
    data = write(out_links=out_links, title=title)
    linked = replace_in_links(data, INTO)
    assert from_xml(linked).in_links == INTO
    assert from_xml(linked).out_links == out_links
    start, length = read_header(linked).in_links
    assert linked[start : start + length].startswith(b"<InLinks>")
    assert replace_in_links(linked, INTO) == linked
    assert replace_in_links(linked, ()) == data


def test_what_has_no_header_is_refused() -> None:
    with pytest.raises(FormatError, match=r"a\.xml: not a Standard Format file"):
        read_header(b"<a/>", source="a.xml")
