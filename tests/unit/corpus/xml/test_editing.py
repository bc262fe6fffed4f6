from __future__ import annotations

from collections.abc import Sequence

import pytest

from zaru.corpus.sentence import Annotation, Sentence
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, Title
from zaru.corpus.xml.editing import add_annotations, read_header, read_url, replace_in_links
from zaru.corpus.xml.reading import from_xml
from zaru.errors import FormatError, ToolCrashed, ToolError

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


class Counter:
    """A tool that says how long a sentence is, and dies of 毒."""

    scheme = "Length"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        self.asked += sentences
        return [ToolCrashed("died") if "毒" in text else f"{len(text)}\n" for text in sentences]

    def close(self) -> None:
        self.asked.clear()


def write_texts(*texts: str) -> bytes:
    sentences = tuple(
        Sentence(text, (number, 1), str(number)) for number, text in enumerate(texts, start=1)
    )
    links = (Link("次", (Target("a"),)),)
    page = StandardFormat("UTF-8", (Text(sentences),), title=Title("題名"), out_links=links)
    return page.to_xml()


def test_sentences_and_title_are_annotated_and_nothing_else_changes() -> None:
    data = write_texts("竹。", "<a> & b")
    done = add_annotations(data, Counter())
    read = from_xml(done.data)
    assert [sentence.annotations for sentence in read.sentences] == [
        (Annotation("Length", "2\n"),),
        (Annotation("Length", "7\n"),),
    ]
    assert read.title == Title("題名", None, (Annotation("Length", "2\n"),))
    assert done.added == 3
    kept = done.data
    for size in (2, 7):
        element = f'\n  <Annotation Scheme="Length"><![CDATA[{size}\n]]></Annotation>'.encode()
        kept = kept.replace(element, b"")
    assert kept == data


def test_what_is_annotated_is_left_alone() -> None:
    tool = Counter()
    once = add_annotations(write_texts("竹。"), tool).data
    tool.close()
    again = add_annotations(once, tool)
    assert (again.data, again.added, tool.asked) == (once, 0, [])


def test_a_sentence_without_answer_is_counted_and_tried_again_later() -> None:
    done = add_annotations(write_texts("毒。", "竹。"), Counter(), source="a.xml")
    assert done.added == 2
    (failure,) = done.failures
    assert (failure.source, failure.error, failure.message) == ("a.xml", "ToolCrashed", "died")
    tool = Counter()
    add_annotations(done.data, tool)
    assert tool.asked == ["毒。"]


def test_a_second_scheme_stands_behind_the_first() -> None:
    class Other(Counter):
        scheme = "Other"

    once = add_annotations(write_texts("竹。"), Counter()).data
    read = from_xml(add_annotations(once, Other()).data)
    schemes = [said.scheme for sentence in read.sentences for said in sentence.annotations]
    assert schemes == ["Length", "Other"]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"<html/>", id="other"),
        pytest.param(b"<StandardFormat>", id="cut"),
        pytest.param(
            "<?xml version='1.0' encoding='iso-8859-1'?><StandardFormat a='é'/>".encode("latin-1"),
            id="latin",
        ),
    ],
)
def test_what_is_no_standard_format_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"a\.xml"):
        add_annotations(data, Counter(), source="a.xml")


@pytest.mark.parametrize(
    "inner",
    [
        pytest.param("<RawString/>", id="empty-text"),
        pytest.param('<RawString>竹</RawString><Annotation Scheme="A"/>', id="empty-annotation"),
        pytest.param("<RawString>竹</RawString >", id="blank-in-the-tag"),
    ],
)
def test_annotations_stand_inside_their_sentence(inner: str) -> None:
    sentence = f'<S Id="1" Length="1" Offset="0">{inner}</S>'
    data = f"<StandardFormat><Header/><Text>{sentence}</Text></StandardFormat>".encode()
    (found,) = from_xml(add_annotations(data, Counter()).data).sentences
    assert found.annotations[-1].scheme == "Length"


@pytest.mark.parametrize("encoding", ["us-ascii", "iso-8859-1"])
def test_files_in_other_encodings_are_refused(encoding: str) -> None:
    data = (
        f"<?xml version='1.0' encoding='{encoding}'?><StandardFormat><Header/><Text>"
        "<S Id='1' Length='1' Offset='0'><RawString>&#31481;</RawString></S></Text>"
        "</StandardFormat>"
    )
    with pytest.raises(FormatError, match=encoding):
        add_annotations(data.encode(), Counter(), source="a.xml")
