from __future__ import annotations

from collections.abc import Sequence

import pytest

from zaru.corpus.conversion import to_standard_format
from zaru.corpus.sentence import Annotation
from zaru.corpus.standard_format import StandardFormat, Title, format_time
from zaru.corpus.xml.reading import from_xml
from zaru.errors import Failure, ToolError, ToolTimeout
from zaru.page import Page

MARKUP = (
    "<html><head><title>笊の店 &amp; 竹</title></head><body><h1>笊の店</h1>"
    "<p>竹で編む笊を売る店です。<a href='/b.html'>品の一覧</a>もあります。</p>"
    "<p>Made of bamboo since 1921.</p></body></html>"
)


class Echo:
    """A tool that repeats what it is told, but hangs on 笊の店."""

    scheme = "Echo"

    def annotate(self, sentences: Sequence[str]) -> list[str | ToolError]:
        return [ToolTimeout("no answer") if text == "笊の店" else text for text in sentences]

    def close(self) -> None:
        return


def convert(markup: str = MARKUP, **options: object) -> StandardFormat:
    page = Page.from_bytes(markup.encode("cp932"), url="http://a.jp/", source="a.html")
    found = to_standard_format(page, **options)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_a_page_becomes_standard_format() -> None:
    found = convert()
    assert (found.encoding, found.url, found.time) == ("Shift_JIS", "http://a.jp/", "")
    assert found.title == Title("笊の店 & 竹", (19, 15))
    assert [sentence.text for sentence in found.sentences] == [
        "笊の店", "竹で編む笊を売る店です。", "品の一覧もあります。",
    ]  # fmt: skip
    assert [link.text for link in found.out_links] == ["品の一覧"]
    assert from_xml(found.to_xml(extended=True)) == found


def test_annotators_are_asked_about_title_and_sentences() -> None:
    failures: list[Failure] = []
    found = convert(annotators=[Echo(), Echo()], tell=failures.append)
    assert found.title is not None
    assert found.title.annotations == (Annotation("Echo", "笊の店 & 竹"),) * 2
    assert [len(sentence.annotations) for sentence in found.sentences] == [0, 2, 2]
    offset = next(found.sentences).span[0]
    assert failures == [Failure("annotate", "a.html", offset, "ToolTimeout", "no answer")] * 2


def test_soft_line_ends_of_a_title_are_no_blanks() -> None:
    found = to_standard_format(
        "<title>竹の\n  ざ&shy;る\nsieve of\nbamboo</title><p>竹で編む笊です。"
    )
    assert found is not None
    assert found.title is not None
    assert found.title.text == "竹のざる sieve of bamboo"


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param("<p>A sieve is made of bamboo, and water runs through it.", id="english"),
        pytest.param("<p>1, 2, 3", id="numbers"),
        pytest.param("", id="empty"),
    ],
)
def test_pages_that_are_not_japanese_have_none(markup: str) -> None:
    assert to_standard_format(markup) is None


def test_pages_of_all_languages_keep_all_sentences() -> None:
    found = to_standard_format("<p>A sieve is made of bamboo.", all_languages=True)
    assert found is not None
    assert [sentence.text for sentence in found.sentences] == ["A sieve is made of bamboo."]


def test_all_sentences_are_kept_when_that_is_wanted() -> None:
    texts = [sentence.text for sentence in convert(japanese_share=0.0).sentences]
    assert texts[-1] == "Made of bamboo since 1921."


@pytest.mark.parametrize(
    ("time", "written"),
    [
        pytest.param("2006-08-14T19:48:51Z", "2006-08-14 19:48:51", id="utc"),
        pytest.param("2006-08-14T19:48:51+09:00", "2006-08-14 10:48:51", id="zone"),
        pytest.param("2006-08-14 19:48:51", "2006-08-14 19:48:51", id="as-written"),
        pytest.param("2006-08-14", "2006-08-14 00:00:00", id="day"),
        pytest.param("yesterday", "", id="words"),
        pytest.param("0001-01-01T00:00:00+09:00", "", id="before-the-first-year"),
        pytest.param("0200-01-01T00:00:00", "0200-01-01 00:00:00", id="early"),
        pytest.param(None, "", id="unknown"),
    ],
)
def test_times_are_written_as_the_paper_does(time: str | None, written: str) -> None:
    assert format_time(time) == written
