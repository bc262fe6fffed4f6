"""Records: cards and posts, with what they say of themselves and where; lists in Markdown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zaru
from zaru.content.content import RECORD, SHAPE, Content
from zaru.content.page_kinds import KINDS

URL = "https://shop.example/sieves/"
NAMES = "Bonzaru", "Mesh no. 4", "Tea sieve", "Rice sieve", "Flour sieve", "Soba tray"
TEXT = "Made of bamboo that has dried for a year, and light enough to be held in one hand."


def card(number: int, name: str) -> str:
    return (
        f"<div class=card><h3><a href='/p/{number}'>{name}</a></h3>"
        f"<p>{TEXT} Size {number}.</p><p><time datetime=2024-03-0{number + 1}>March</time></p>"
        f"<a href='/p/{number}#more'>Read more</a></div>"
    )


def post(number: int, name: str) -> str:
    return (
        f"<li class=post><div class=head><span class=author>{name}</span> "
        f"<span class=date>2024-03-0{number + 1} 10:0{number}</span></div>"
        f"<div class=body><blockquote><p>Somebody asked for {name}.</p></blockquote>"
        f"<p>{TEXT} That is answer {number}.</p></div></li>"
    )


def extract(made: str, kind: str) -> Content:
    """Return the content of a page of which it is known what it is."""
    page = f"<title>Sieves</title><body><h1>Sieves</h1><p>{TEXT}</p>{made}<p>© Sieves</p>"
    content = zaru.extract(page.encode(), url=URL, favour="recall")
    return replace(content, kinds=[float(kind == one) for one in KINDS], tells_records=True)


def leave_heads(content: Content) -> Content:
    """Return the content of a thread whose bylines are not kept, as of most."""
    kept = [one for one in content.kept if " 10:0" not in one.text]
    return replace(content, kept=tuple(kept))


LISTING = "".join(card(number, name) for number, name in enumerate(NAMES))
THREAD = f"<ol>{''.join(post(number, name) for number, name in enumerate(NAMES[:4]))}</ol>"


def test_cards_have_title_link_and_date() -> None:
    records = extract(f"<div id=list>{LISTING}</div>", "listing").records
    assert [one.title and one.title.text for one in records] == list(NAMES)
    links = [f"https://shop.example/p/{number}" for number in range(len(NAMES))]
    assert [one.link and one.link.text for one in records] == links
    assert [one.date and one.date.text for one in records][:2] == ["2024-03-01", "2024-03-02"]
    assert {(one.role, one.author) for one in records} == {("item", None)}


def test_posts_have_author_and_date() -> None:
    records = extract(THREAD, "thread").records
    assert [one.author and one.author.text for one in records] == list(NAMES[:4])
    dates = [one.date and one.date.text for one in records]
    assert dates == [f"2024-03-0{number + 1}T10:0{number}:00" for number in range(4)]
    assert {(one.role, one.title, one.link) for one in records} == {("comment", None, None)}


@pytest.mark.parametrize(("made", "kind"), [(LISTING, "listing"), (THREAD, "thread")])
def test_each_block_is_in_one_record_and_spans_say_the_values(made: str, kind: str) -> None:
    content = extract(made, kind)
    numbers = [number for one in content.records for number in one.blocks]
    assert numbers == sorted(set(numbers))
    raw = content.page.raw
    for one in content.records:
        assert any(TEXT in content.blocks[number].text for number in one.blocks)
        for part in (one.title, one.author):
            if part is not None:
                assert part.span is not None
                offset, length = part.span
                assert raw[offset : offset + length].decode() == part.text
        for part in filter(None, (one.link, one.date)):
            assert part.span is not None
            offset, length = part.span
            written = raw[offset : offset + length].decode()
            assert written in (part.text.replace("T", " ")[: len(written)], part.text[20:])


@pytest.mark.parametrize("kind", ["article", "product", "service", "documentation"])
def test_other_pages_have_none(kind: str) -> None:
    assert extract(LISTING, kind).records == ()


def test_nobody_is_told_of_records_who_did_not_ask() -> None:
    content = replace(extract(LISTING, "listing"), tells_records=False)
    assert content.records
    assert content.to_json()["records"] is None
    assert "-  " not in content.to_markdown()


def test_a_listing_is_a_list_in_markdown() -> None:
    markdown = extract(LISTING, "listing").to_markdown()
    items = re.findall(r"^-  \[(.*?)\]\((.*?)\)\n\n   Made of bamboo", markdown, re.MULTILINE)
    assert items == [
        (name, f"https://shop.example/p/{number}") for number, name in enumerate(NAMES)
    ]
    assert markdown.startswith("# Sieves\n\nMade of bamboo")


def test_posts_stand_below_their_bylines_in_markdown_and_html() -> None:
    content = leave_heads(extract(THREAD, "thread"))
    markdown = content.to_markdown()
    assert "**Mesh no. 4 · 2024-03-02 10:01:00**\n\n" in markdown
    assert "> Somebody asked for Mesh no. 4." in markdown
    assert markdown.index("**Mesh no. 4") < markdown.index("> Somebody asked for Mesh no. 4.")
    assert content.to_html().count("<section>\n<p><strong>") == 4


def test_a_byline_that_is_content_is_not_written_twice() -> None:
    content = extract(THREAD, "thread")
    assert "Mesh no. 4 2024-03-02 10:01" in content.text
    assert "**Mesh no. 4" not in content.to_markdown()


def test_a_text_in_many_lists_is_not_lost() -> None:
    deep = "<ul><li>" * 30 + "The innermost line of all of them." + "</li></ul>" * 30
    in_divs = THREAD.replace("<li", "<div").replace("</li", "</div").replace("ol>", "div>")
    for made, kind in ((LISTING, "listing"), (THREAD, "thread"), (in_divs, "thread")):
        content = extract(made.replace("<p>Made", f"{deep}<p>Made"), kind)
        count = content.text.count("The innermost line")
        assert count > 2
        assert content.records
        assert content.to_markdown().count("The innermost line") == count
        assert content.to_html().count("The innermost line") == count


THREADS = {
    "a table": "<tr><td class=who><b class=username>{name}</b><br>12 posts</td><td><span "
    "class=postdetails>2008-05-0{day} 12:00</span><hr><span class=postbody>{text}</span></td></tr>",
    "sections": "<section><h4><a rel=author href=/u/{day}>{name}</a> wrote on <time "
    "datetime=2008-05-0{day}T12:00>May</time></h4><p>{text}</p><p>{text}</p></section>",
    "lines": "<p>{day}. {name} 2008-05-0{day} 12:00</p><p>{text}</p><hr>",
    "terms": "<dt>{day} : <b>{name}</b> : 2008/05/0{day} 12:00</dt><dd>{text}</dd>",
}


@pytest.mark.parametrize("shape", THREADS)
def test_posts_of_other_shapes_are_told_apart(shape: str) -> None:
    texts = [f"{TEXT} It is answer number {day} to what {name} is." for day, name in
             enumerate(NAMES, start=1)]  # fmt: skip
    pairs = zip(NAMES, texts, strict=True)
    posts = [
        THREADS[shape].format(name=name, day=day, text=text)
        for day, (name, text) in enumerate(pairs, start=1)
    ]
    holder = {"a table": "table", "terms": "dl"}.get(shape, "div")
    content = extract(f"<{holder}>{''.join(posts)}</{holder}>", "thread")
    assert len(content.records) == len(NAMES)
    for day, (one, text) in enumerate(zip(content.records, texts, strict=True), start=1):
        assert one.date
        assert one.date.text == f"2008-05-0{day}T12:00:00"
        assert text in {content.blocks[number].text for number in one.blocks}


def test_a_name_is_text_wherever_it_is_written() -> None:
    hostile = THREAD.replace("Tea sieve", "Tea *sieve* &amp;lt; [x](y) z")
    content = leave_heads(extract(hostile, "thread"))
    assert "<strong>Tea *sieve* &amp;lt; [x](y) z · 2024" in content.to_html()
    assert r"**Tea \*sieve\* \&lt; \[x\](y) z · 2024" in content.to_markdown()


def test_json_has_the_keys_of_its_shape() -> None:
    (shape,) = SHAPE["records"]
    for content in (extract(LISTING, "listing"), extract(THREAD, "thread")):
        for one in content.to_json()["records"]:
            assert list(one) == list(shape)
            assert tuple(one["spans"]) == RECORD
            first, count = one["blocks"]
            assert content.blocks[first : first + count]


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_any_soup_of_cards_has_records_in_order(data: st.DataObject) -> None:
    pieces = ["<div>", "</div>", "<h3>", "<table><tr><td>", "<p>", "<a href=/x>x</a>", "2024-01-02"]
    cards = [card(number, name) for number, name in enumerate(NAMES)]
    cards += [post(number, name) for number, name in enumerate(NAMES)]
    soup = "".join(data.draw(st.lists(st.sampled_from(pieces + cards), max_size=20)))
    for kind in ("listing", "thread"):
        content = extract(soup, kind)
        stops = [0]
        for one in content.records:
            assert one.blocks.start >= stops[-1]
            stops.append(one.blocks.stop)
        assert stops[-1] <= len(content.blocks)
        content.to_markdown()
        content.to_html()
