"""Pages that show no text and carry it as data."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zaru
from zaru.dom.embedded import write_embedded
from zaru.page import Page

TEXT = "A sieve of bamboo is light, and it dries in an hour; ざる is its name in Japan. " * 2
SHELL = (
    '<!doctype html><html><head><title>Sieves</title><script type="{0}">{1}</script>'
    '<meta name=author content="Hanako"></head><body><div id=root></div>'
    "<noscript>You need to enable JavaScript to run this app.</noscript></body></html>"
)


def shell(data: object, kind: str = "application/ld+json", *, is_ascii: bool = True) -> bytes:
    written = json.dumps(data, ensure_ascii=is_ascii).replace("<", "\\u003c")
    return SHELL.format(kind, written).encode()


def blocks(raw: bytes) -> list[str]:
    return [block.text for block in Page.from_bytes(raw).tree.blocks if block.text]


@pytest.mark.parametrize("is_ascii", [True, False])
@pytest.mark.parametrize("kind", ["application/ld+json", "application/json"])
def test_a_text_is_read_at_its_bytes(kind: str, is_ascii: bool) -> None:
    raw = shell({"@type": "Comment", "text": TEXT * 2, "id": "x" * 500}, kind, is_ascii=is_ascii)
    content = zaru.extract(raw)
    assert content.text == (TEXT * 2).strip()
    [(offset, length)] = content.spans
    assert json.loads(b'"' + raw[offset : offset + length] + b'"') == content.text
    assert (content.title, content.author) == ("Sieves", "Hanako")


def test_markup_in_a_text_is_markup() -> None:
    html = (
        f'<p>{TEXT}</p><p class="b">See <a href="https://a.example/b/c?d=1">this</a>, 😀 "so".</p>'
        f"<ul><li>One</li></ul>{TEXT}\n\nTwo\tthree\nfour"
    )
    for raw in (shell({"body": html}), shell({"body": html}).replace(b"/", b"\\/", 0)):
        tree = Page.from_bytes(raw).tree
        assert [tree.attribute(row, "href") for row in tree.rows_of("a")] == [
            "https://a.example/b/c?d=1"
        ]
        assert tree.attribute(tree.rows_of("p")[2], "class") == "b"
        assert 'See this, 😀 "so".' in blocks(raw)
        assert "One" in blocks(raw)
        assert "Two three four" in blocks(raw)


def test_escaped_slashes_end_tags() -> None:
    written = json.dumps({"text": f"<b>{TEXT}</b> <i>{TEXT}</i>"}).replace("/", "\\/")
    raw = SHELL.format("application/ld+json", written).encode()
    tree = Page.from_bytes(raw).tree
    assert len(tree.rows_of("b")) == len(tree.rows_of("i")) == 1
    assert tree.parent(tree.rows_of("i")[0]) == tree.parent(tree.rows_of("b")[0])


def test_linked_data_come_before_the_state_and_nothing_is_read_twice() -> None:
    both = shell({"text": TEXT * 2, "again": TEXT * 2}) + shell({"other": TEXT * 3})[:0]
    state = f'<script type="application/json">{json.dumps({"state": TEXT * 3})}</script>'
    assert blocks(state.encode() + both).count((TEXT * 2).strip()) == 1
    assert (TEXT * 3).strip() not in blocks(state.encode() + both)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"text": "A sieve."}, id="too short"),
        pytest.param({"key": "x1y2" * 300}, id="a key"),
        pytest.param({"url": "https://a.example/" + "a b " * 300}, id="an address"),
        pytest.param({"a": json.dumps({"b": json.dumps({"c": TEXT * 3})})}, id="in data in data"),
    ],
)
def test_what_is_no_text_is_left_alone(data: object) -> None:
    raw = shell(data)
    assert write_embedded(raw) is None
    assert blocks(raw) == ["You need to enable JavaScript to run this app."]


def test_a_page_that_shows_text_is_read_as_the_standard_says() -> None:
    raw = shell({"text": TEXT * 2}).replace(b"<div id=root>", f"<div><p>{TEXT}".encode())
    assert blocks(raw)[0] == TEXT.strip()
    assert (TEXT * 2).strip() not in blocks(raw)


def test_a_text_for_browsers_without_scripts_comes_before_data() -> None:
    raw = shell({"text": TEXT * 2}).replace(b"You need to", f"<p>{TEXT * 4}</p>".encode())
    assert blocks(raw) == [(TEXT * 4).strip(), "enable JavaScript to run this app."]


HTML = (
    f"<p>{TEXT}{TEXT}</p>\n"
    '<p class="b">He said: &lt;b&gt; is "bold" &amp; <i>so</i>; ざる’s 😀.</p>'
)
STATE = {"id": 7, "topic": {"title": "Sieves", "posts": [{"cooked": HTML, "by": "Hanako"}]}}
READ = [(TEXT + TEXT).strip(), 'He said: <b> is "bold" & so; ざる’s 😀.']


def attribute(data: object, quote: str = '"') -> str:
    """Return a start tag that carries data as servers write them."""
    value = json.dumps(data).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    value = value.replace('"', "&quot;") if quote == '"' else value.replace("'", "&#39;")
    return f"<div id=app class=x data-page={quote}{value}{quote}></div>"


@pytest.mark.parametrize(
    "carrier",
    [
        pytest.param(attribute(STATE), id="an attribute"),
        pytest.param(attribute(STATE, "'"), id="an attribute in single quotes"),
        pytest.param(attribute({"topic_7": json.dumps(STATE)}), id="data in data of an attribute"),
        pytest.param(
            attribute({"topic_7": json.dumps(STATE)}, "'"), id="the same in single quotes"
        ),
        pytest.param(f"<script>window.__STATE__ = {json.dumps(STATE)};</script>", id="a global"),
        pytest.param(f'<script>\nwindow["a-b"]={json.dumps(STATE)}</script>', id="one by its name"),
        pytest.param(
            f"<script>var data = JSON.parse({json.dumps(json.dumps(STATE))});</script>", id="parsed"
        ),
        pytest.param(
            f"<script nonce=a>self.__parts.push({json.dumps([1, '5:' + json.dumps([STATE])])})"
            "</script>",
            id="a named part",
        ),
        pytest.param(
            f'<script type="application/json">{json.dumps([json.dumps(STATE)])}</script>',
            id="data in data",
        ),
    ],
)
def test_the_state_of_an_application_is_read_at_its_bytes(carrier: str) -> None:
    raw = f"<!doctype html><title>Sieves</title><body><nav>Sieves</nav>{carrier}".encode()
    made = [block for block in Page.from_bytes(raw).tree.blocks if block.text]
    assert [block.text for block in made] == ["Sieves", *READ]
    first, second = (
        raw[at : at + size] for at, size in (block.span or (0, 0) for block in made[1:])
    )
    assert first.startswith(b"A sieve of bamboo")
    assert first.endswith(b"its name in Japan.")
    assert second.startswith(b"He said: ")
    assert second.endswith((b".", b"\\n"))


def test_two_attributes_of_a_tag_are_read() -> None:
    tag = attribute({"text": TEXT * 2}).replace(
        "<div ", attribute({"more": TEXT * 3}).replace("data-page", "data-b").split(">")[0] + " "
    )
    assert blocks(f"<body>{tag}".encode()) == [(TEXT * 3).strip(), (TEXT * 2).strip()]


def test_a_tag_whose_data_have_no_text_stays() -> None:
    link = f"<a href=/a data-a='{json.dumps(['x1y2' * 100])}'>Sieves</a>"
    tree = Page.from_bytes(f"<body>{link}{attribute({'text': TEXT * 2})}".encode()).tree
    assert len(tree.rows_of("a")) == len(tree.rows_of("p")) == 1


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(f"<script>render({json.dumps(HTML)})</script>", id="a call"),
        pytest.param(f"<script>var a = function() {{ b({json.dumps(HTML)}) }}</script>", id="code"),
        pytest.param(f"<div title={json.dumps(TEXT * 3)}></div>", id="a title"),
        pytest.param(f"<img alt='{TEXT * 3}' src='{{{{ image }}}}'>", id="a template"),
    ],
)
def test_code_and_titles_are_no_data(script: str) -> None:
    assert write_embedded(f"<body>{script}".encode()) is None


def test_scripts_in_a_text_do_not_become_text() -> None:
    hostile = shell({"text": f"{TEXT * 2}<script>alert(1)</script><img src=x onerror=alert(2)>"})
    content = zaru.extract(hostile)
    assert "alert" not in content.text + content.to_html() + content.to_markdown()


@settings(deadline=None)
@given(st.text(min_size=150, max_size=400), st.booleans())
def test_any_text_keeps_the_length_and_its_words(text: str, is_ascii: bool) -> None:
    plain = text.replace("<", " ").replace("&", " ").replace("\0", " ")
    data = {"text": f"{TEXT * 2} {plain}"}
    raw = shell(data, is_ascii=is_ascii) if plain.isprintable() else shell(data)
    written = write_embedded(raw)
    assert written is not None
    assert len(written) == len(raw)
    tree = Page.from_bytes(raw).tree
    for row, (start, end) in tree.spans.items():
        assert 0 <= start < end <= len(raw), row
    assert "A sieve of bamboo is light" in " ".join(blocks(raw))


@settings(deadline=None)
@given(st.text(max_size=300), st.booleans(), st.sampled_from("\"'"))
def test_any_text_of_an_attribute_keeps_its_length_and_its_words(
    text: str, is_nested: bool, quote: str
) -> None:
    data: object = {"text": f"{TEXT * 2} {text}", "more": [text]}
    data = {"state": json.dumps(data)} if is_nested else data
    raw = f"<body>{attribute(data, quote)}".encode("utf-8", "replace")
    written = write_embedded(raw)
    assert written is not None
    assert len(written) == len(raw)
    assert "A sieve of bamboo is light" in " ".join(blocks(raw))


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_between_quotes_are_read(data: bytes) -> None:
    body = data.replace(b"</", b"")
    raw = b'<script type="application/json">{"a": "' + body + TEXT.encode() * 3 + b'"}</script>'
    written = write_embedded(raw)
    assert written is None or len(written) == len(raw)
    assert Page.from_bytes(raw).tree is not None
