"""Front matter, judged by a YAML parser."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

import zaru
from zaru.content.front_matter import write_front_matter
from zaru.page import Origin

PAGE = """<html lang="ja"><title>竹の「ざる」: a "b" #c</title>
<meta name=author content="山田 花子">
<link rel=canonical href="https://zaru.example/ざる?a=1&amp;b=2">
<body><article><h1>竹の「ざる」: a "b" #c</h1><time datetime="2024-05-01">2024年5月1日</time>
<p>ざるは竹で編んだ道具で、水を切るのに使います。</p></article>"""


def read(text: str) -> dict[str, object]:
    assert text.startswith("---\n")
    assert text.endswith("\n---\n\n")
    fields = yaml.safe_load(text[4:-5])
    assert isinstance(fields, dict)
    return fields


def test_what_the_page_says_is_there_and_what_it_does_not_say_is_not() -> None:
    page = zaru.Page(PAGE.encode(), Origin("crawl.warc", 1234))
    content = zaru.extract(page)
    assert read(write_front_matter(content)) == {
        "title": '竹の「ざる」: a "b" #c',
        "url": content.url,
        "date": "2024-05-01",
        "author": "山田 花子",
        "language": "ja",
        "source": "crawl.warc",
        "offset": 1234,
    }
    nothing = zaru.extract(zaru.Page.from_bytes(b"<p>x", source="a.html"))
    assert "offset" not in write_front_matter(nothing)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_a_name_holds_yaml_reads_it_back(name: str) -> None:
    page = zaru.Page(b"", Origin(name))
    assert read(write_front_matter(zaru.extract(page)))["source"] == name
