from __future__ import annotations

import pytest

from zaru.corpus.sentence import Sentence
from zaru.corpus.standard_format import Title
from zaru.corpus.xml.reading import from_xml
from zaru.errors import FormatError

ORIGINAL = """<?xml version="1.0" encoding="utf-8"?>
<StandardFormat Url="http://example.jp/" OriginalEncoding="utf8" CrawlTime="2007-07-31 JST"
                NoCache="" FormatProgVersion="1.0">
  <Header>
    <Title JapaneseScore="1.00000" Offset="19" Length="9" is_Normal_Sentence="1">
      <RawString>ざるの店</RawString>
    </Title>
  </Header>
  <Text Type="default">
    <S Paragraph="2" BlockType="unknown_block" JapaneseScore="0.75000" Offset="-1" Length="9"
       is_Normal_Sentence="1" Id="7">
      <RawString>竹です。</RawString>
    </S>
  </Text>
</StandardFormat>
"""
BOMB = """<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>
<StandardFormat Url="" OriginalEncoding="" Time=""><Header/>&c;</StandardFormat>"""


def test_files_of_the_original_tool_are_read() -> None:
    page = from_xml(ORIGINAL.encode())
    assert page.title == Title("ざるの店", (19, 9))
    assert page.time == "2007-07-31 JST"
    assert list(page.sentences) == [
        Sentence("竹です。", (-1, 9), "7", (), 2, "unknown_block", 0.75)
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "a.xml at byte 0: not well-formed XML: no element found", id="empty"),
        pytest.param(b"<a></b>", "a.xml at byte 5: not well-formed XML: mismatched tag", id="tags"),
        pytest.param(b"<html/>", "a.xml: not a Standard Format file", id="other"),
        pytest.param(BOMB.encode(), "declares the entity 'b'", id="entities"),
        pytest.param(
            b"<StandardFormat><S Offset='1' Length='2'/></StandardFormat>", "outside", id="outside"
        ),
        pytest.param(b"<StandardFormat><Text><S/></Text></StandardFormat>", "without", id="place"),
        pytest.param(
            b"<StandardFormat><Text><S Offset='%s' Length='1'/></Text></StandardFormat>"
            % (b"9" * 5000),
            "is no number",
            id="digits",
        ),
        pytest.param(
            b"<?xml version='1.0' encoding='x-none'?><StandardFormat/>", "not well", id="encoding"
        ),
    ],
)
def test_what_is_no_standard_format_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        from_xml(data, source="a.xml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("a.xml")
