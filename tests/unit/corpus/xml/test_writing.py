from __future__ import annotations

import io

import pytest
from lxml import etree

from zaru.corpus.sentence import Annotation, Sentence
from zaru.corpus.standard_format import Link, StandardFormat, Target, Text, Title, read_dtd
from zaru.corpus.xml.reading import from_xml
from zaru.corpus.xml.writing import write_annotation


def validate(data: bytes, *, extended: bool = False) -> None:
    dtd = etree.DTD(io.BytesIO(read_dtd(extended=extended)))
    tree = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    assert dtd.validate(tree), dtd.error_log.filter_from_errors()


def make(**values: object) -> StandardFormat:
    sentence = Sentence("竹で編む。", (3, 15), "1", (), 1, "p", 1.0)
    return StandardFormat("UTF-8", (Text((sentence,)),), **values)  # type: ignore[arg-type]


def test_a_page_is_written_as_in_figure_3() -> None:
    page = make(url="http://www.example.jp/", time="2006-08-14 19:48:51")
    assert page.to_xml().decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<StandardFormat OriginalEncoding="UTF-8" Time="2006-08-14 19:48:51" '
        'Url="http://www.example.jp/">\n'
        "<Header>\n"
        "</Header>\n"
        '<Text Type="default">\n'
        '<S Id="1" Length="15" Offset="3">\n'
        "  <RawString>竹で編む。</RawString>\n"
        "</S>\n"
        "</Text>\n"
        "</StandardFormat>\n"
    )


def test_everything_at_once_is_valid() -> None:
    said = (Annotation("JUMAN", "竹 たけ 竹 名詞 6 普通名詞 1 * 0 * 0 NIL\nEOS\n"),)
    page = make(
        title=Title("ざる", (7, 6), said),
        in_links=(Link("戻る", (Target("a" * 20),)),),
        out_links=(Link("次 & 次", (Target("b" * 20, "http://x.jp/?a=1&b=2", (1, 2)),), said),),
    )
    validate(page.to_xml())
    validate(page.to_xml(extended=True), extended=True)
    validate(page.to_xml(), extended=True)


def test_extension_is_written_only_when_asked_for() -> None:
    page = make(title=Title("ざる", (7, 6)))
    assert b"Paragraph" not in page.to_xml()
    assert b"<Title>" in page.to_xml()
    assert b'BlockType="p" Paragraph="1" Score="1.0"' in page.to_xml(extended=True)
    assert b'<Title Length="6" Offset="7">' in page.to_xml(extended=True)


def test_several_schemes_are_valid_by_the_extended_dtd() -> None:
    said = (Annotation("JUMAN", "a"), Annotation("Sudachi", "b"))
    page = StandardFormat("UTF-8", (Text((Sentence("竹。", (0, 6), "1", said),)),))
    validate(page.to_xml(), extended=True)
    assert from_xml(page.to_xml()) == page


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("]]>", id="end-of-cdata"),
        pytest.param("a]]]]>b]]>", id="brackets"),
        pytest.param("a\rb\r\nc", id="carriage-return"),
        pytest.param("<Annotation>&amp;", id="markup"),
        pytest.param("", id="empty"),
        pytest.param("  \n\t ", id="white"),
    ],
)
def test_annotation_comes_back_as_it_was(text: str) -> None:
    page = StandardFormat(
        "UTF-8", (Text((Sentence("竹", (0, 3), "1", (Annotation('J"<&\n', text),)),)),)
    )
    validate(page.to_xml())
    assert from_xml(page.to_xml()) == page


@pytest.mark.parametrize("character", ["\0", "\x0b", "\x1f", "\ud800", "\ufffe", "\uffff"])
def test_what_xml_cannot_hold_is_replaced(character: str) -> None:
    page = make(url=character, title=Title(character, None, (Annotation(character, character),)))
    read = from_xml(page.to_xml())
    assert read.url == "\ufffd"
    assert read.title == Title("\ufffd", None, (Annotation("\ufffd", "\ufffd"),))


def test_annotation_is_readable_by_people() -> None:
    written = write_annotation(Annotation("KNP", "* 1D <文頭>\nEOS\n"))
    assert written == '<Annotation Scheme="KNP"><![CDATA[* 1D <文頭>\nEOS\n]]></Annotation>'
