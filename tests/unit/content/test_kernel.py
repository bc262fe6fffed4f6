"""The kernel in C and its reference in numpy make the same features, to the bit."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from bench.kinds import FILE
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.soup import encoded_soups

from zaru.content import model
from zaru.content.extraction import keep_segments
from zaru.content.features import extract_features, to_matrix
from zaru.content.headings import add_headings
from zaru.content.model import choose, load_model, mark_best, score_page
from zaru.content.segments import Segment, find_segments, read_texts
from zaru.content.signals import Signals
from zaru.dom import Tree
from zaru.page import Page

kernel = pytest.importorskip("zaru.content._kernel", reason="the kernel is not compiled")
dom_kernel = pytest.importorskip("zaru.dom._kernel", reason="the kernel is not compiled")

EXAMPLES = Path(__file__).parents[3] / "examples"
PAGES = sorted(EXAMPLES.rglob("*.html"))
LARGEST = max((path.read_bytes() for path in PAGES), key=len)
TOKENS = {"post": 1.25, "content": 0.7, "menu": -2.1, "été": 0.3, "role:main": 0.9, "x": -0.1}
TOKENS |= {"itemprop:articlebody": 1.1, "role:i̇": 0.4, "body": 0.2, "y": 0.0}
WORDS = {"first": -1.5, "related": -2.0, "sentence": 0.8, "竹の": 0.5, "long": 0.25, "été": 1.0}
KINDS = FILE.read_bytes()
NO_INPUTS, NO_FLOATS = array("h"), array("f")


def _make_stretches(segments: int) -> Iterator[str]:
    """Yield stretches of like segments, of which no kind is in every window of the kernel."""
    random = Random(1)
    long = "<p>It is light, and dry. It is as long as a sentence is, or longer. {}"
    kinds = "<p>竹の {}", "<li class=card>{}", "<h2>First, {}</h2>", "<p>2024-01-02 {}", long
    while segments > 0:
        kind, size = random.choice(kinds), min(random.choice((1, 9, 400, 3_000)), segments)
        yield f"<section class=post><h1>It is light, and dry</h1><div id=x{size}>"
        yield from (kind.format(random.randint(0, size)) for _ in range(size))
        yield "</div></section>"
        segments -= size + 1


ODD = {
    "one-letter": "a",
    "nothing-visible": "<p>&nbsp;<p>\u200b",
    "only-links": "<a href=/><div>x</div></a>",
    "no-body": "<frameset><frame></frameset><p>x",
    "beyond-the-basic-plane": "<p>\U00020000\U0001f600a<p>\U0001f600",
    "cjk": "<title>ざるの話</title><h1>ざるの話</h1><p>竹のざるは軽く、すぐに乾く。" * 4,
    "nested-links": "<p><a href=1>b<object><a href=2>c</a>d</object>e</a>f<time>g</time>",
    "linked-block": "<a href=/><div>a<p>b<br>c</p>d</div></a>",
    "breaks": "<p>a<br>b<br><br>c <b>d</b> <br> e<script>f</script>g<p>",
    "svg": "<svg><a><text>no</text></a></svg><p>x<svg:p>y</svg:p><math><mi>z</mi></math>w",
    "deep": "<div class=a>" * 600 + "deep" + "<b>" * 600 + "deeper",
    "custom-tags": "<x-card class=x-card><y-z>a</y-z></x-card><x-card><p>b</x-card><x-card><p>c",
    "repeats": "<ul>" + "<li class=card><h3>a</h3><p>b c</p></li>" * 4 + "</ul><p>d</p>",
    "articles": "<article><p>a<article><p>b</article></article><article><h2>c</article>",
    "headings": "<h4>a</h4><p>b<h1>c</h1><p>d<h1>e</h1><h6>f</h6>",
    "dates": "<p>2024-01-02<p><time>yesterday</time><p>12. March 1999, <p>1 2 3 four",
    "copies": "<p>a b<p> a b <p>c<p>\u3000a b\xa0<p>c",
    "huge-attribute": f"<div class='{'post content ' * 9000}' style='{'x' * 99999}'>a",
    "hidden": "<p hidden>a<p aria-hidden=true>b<p aria-hidden=false>c<p style='display: none'>d",
    "hidden-tag": "<hidden><p>a</p><hidden>b</hidden></hidden><p>c",
    "tokens": "<div class='Post-content POST_x2 été x\u3000y' id=menu><p role=MAIN>a<p role='İ'>b",
    "class-twice": "<div class=post id=post itemprop=articleBody>a<p class>b<p class='' id=x>c",
    "empty-title": "<title></title><meta property=og:title content='  '><p>long enough text",
    "about": "<meta name=description content='It dries in an hour, and it is light to carry.'>"
    "<p>It dries in an hour, and it is light.<p>It dries in an hour, and it<p>dries",
    "body": '<script type="application/ld+json">{"@type":["Product","QAPage"],"text":"'
    + "竹のざるは軽く、すぐに乾く。台所で長く使える。" * 2
    + '"}</script><p>竹のざるは軽く、すぐに乾く。台所で長く使える。そして<p>すぐに乾く。',
    "kinds": "<meta property=og:type content='Website, article; product'><p>x",
    "steps": "<h1>Guide</h1><p>"
    + "A long sentence, which is surely content of the page. " * 9
    + "<h2>1 Jan 2020</h2><h2>First</h2><h3>Low</h3><h3>Next</h3><p>"
    + "Another long sentence, which surely is content, too. " * 9
    + "<h2><a href=x>Link</a></h2><p>"
    + "And a third one, as long as the others of this page. " * 9
    + "<h2>End</h2>",
    "script-behind-body": "<body><p>x</p><meta name=description content=no><title>no</title>"
    '<script type="application/LD+JSON">{"@type":"Article","articleBody":"x"}</script>',
    "meta-twice": "<meta name=Description content=''><meta name=description content='Long words'>"
    "<meta property='' name=og:title content='a  b'><title>&amp; c</title><p>Long words",
    "wording": "<h2>Related Stories</h2><p>"
    + "Long sentence, été ÉTÉ! " * 9
    + "<p>竹の竹のa竹 の竹<h2>x</h2><p>first 1 FIRST2first<p>"
    + "\u3000" * 200
    + "related<p>"
    + "q" * 300
    + " first",
    "html-in-xml": "<?xml version='1.0'?><body><body><p>a</p><body>b</body></body></body>",
    "windows": "<title>It is light, and dry</title>" + "".join(_make_stretches(12_000)),
}


def tree_of(raw: bytes, charset: str | None = None) -> Tree:
    return Page.from_bytes(raw, charset=charset).tree


def kernel_model(
    columns: Any = (),
    tokens: Any = TOKENS,
    *,
    kinds: Any = KINDS,
    levels: Any = 1,
    inputs: Any = NO_INPUTS,
    borders: Any = NO_FLOATS,
    leaves: Any = NO_FLOATS,
    words: Any = WORDS,
    looks: Any = (0, 0),
    biases: Any = (0.0, 0.0),
    is_parted: Any = (),
) -> Any:
    """Return a model that asks no questions, unless they are given."""
    trees = inputs, borders, leaves, looks, biases, is_parted
    return kernel.Model(columns, tokens, words, kinds, levels, *trees)


def by_kernel(tree: Tree, segments: list[Segment], names: tuple[str, ...]) -> NDArray[np.float32]:
    cells = kernel_model(names).features(tree.columns, segments, Signals.of(tree))
    return np.frombuffer(cells, np.float32).reshape(len(names), len(segments))


def assert_kept(tree: Tree, segments: list[Segment]) -> None:
    """One call of the kernel keeps what its parts keep, one after the other."""
    texts = read_texts(tree, segments)
    scores, kinds = score_page(tree, segments)
    is_chosen = choose(scores, list(map(len, texts)), kinds=kinds)
    add_headings(tree, segments, is_chosen)
    expected = [
        (segment.row, segment.rows, text, segment.span)
        for segment, text, is_kept in zip(segments, texts, is_chosen, strict=True)
        if is_kept
    ]
    kept = keep_segments(tree)
    assert kept is not None
    found = ((one.segment, one.text) for one in kept[0])
    assert [(own.row, own.rows, text, own.span) for own, text in found] == expected


def assert_same(tree: Tree) -> None:
    segments = find_segments(tree)
    assert read_texts(tree, segments) == [segment.text for segment in segments]
    assert_kept(tree, segments)
    if not segments:
        return
    columns = extract_features(tree, segments, TOKENS, WORDS)
    expected = to_matrix(columns, len(segments))
    for name, row, right in zip(
        columns, by_kernel(tree, segments, tuple(columns)), expected, strict=True
    ):
        assert row.tolist() == right.tolist(), name


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(EXAMPLES)) for path in PAGES])
def test_example_page_is_the_same(path: Path) -> None:
    assert_same(tree_of(path.read_bytes()))


@pytest.mark.parametrize("name", ODD)
def test_odd_page_is_the_same(name: str) -> None:
    assert_same(tree_of(ODD[name].encode()))


WRITTEN = (
    "<title>竹の ざる &amp; 籠</title><div class='post&#x20;content &eacute;t&eacute;' id=Post>"
    "竹の ざる &amp; 籠<p CLASS=menu ROLE=MAIN>a\r\nb\rc&nbsp;<p role='&#x130;'>&#0;&#xD800;é"
    "<p class='été x' style='DISPLAY:none'>表<b>示</b>&notin;&notit <svg><g CLASS=post viewbox=1>"
    "</svg><p style='display:&#110;one'>\t x <br> y \n<pre>\n\n a&lt; <br>\r\n b\n\n</pre>"
)


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "euc_jp", "utf-16", "iso2022_jp", "gb18030"])
def test_what_is_written_in_another_way_is_the_same(codec: str) -> None:
    assert_same(tree_of(WRITTEN.encode(codec, "xmlcharrefreplace"), codec))


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"<p class='a\xff post'>a\xc3<b>\xa9</b>\xe3\x81<p id='\xe3\x81'>z", id="cut"),
        pytest.param(
            b"<p class='\xed\xa0\x80 post'>\xed\xa0\x80 \xc0\xaf \xf4\x90\x80\x80", id="none"
        ),
        pytest.param(b"<p class='po\0st' id=a\0>\xe3\0\x81\x82 a\0b &amp;\0", id="nul"),
        pytest.param(b"\xef\xbb\xbf<p class=post>\xef\xbb\xbfa &copy b", id="mark"),
        pytest.param("<p class=été>é\xa0".encode("cp1252") * 9, id="windows-1252"),
    ],
)
def test_damaged_bytes_are_the_same(raw: bytes) -> None:
    assert_same(tree_of(b"<title>abc</title>" + raw + b"<p>\xe7\xab\xb9 and the last text"))


@given(page=encoded_soups())
@settings(deadline=None, max_examples=200)
def test_tag_soup_is_the_same(page: tuple[bytes, str]) -> None:
    assert_same(tree_of(*page))


def markup() -> st.SearchStrategy[str]:
    """Return the strategy of pages whose elements have tags and attributes that count."""
    tags = "div p article a li ul h1 h3 time section span pre x-y nav td table img input br".split()
    names = ("class", "id", "role", "itemprop", "hidden", "aria-hidden", "style", "data-x")
    values = ("", "post", "menu Post", "comment-list x", "main", "true", "display:none", "été\xa0y")
    attributes = st.builds(' {}="{}"'.format, st.sampled_from(names), st.sampled_from(values))
    starts = st.builds(
        "<{}{}>".format, st.sampled_from(tags), st.lists(attributes, max_size=3).map("".join)
    )
    ends = st.sampled_from([f"</{tag}>" for tag in tags])
    words = st.sampled_from(
        ("a", "Two words.", " ", "2024/01/02 ", "竹のざる、", "𠮷", "It is light, and dry. " * 3)
    )
    head = st.sampled_from(("", "<title>Two words. It is</title>", "<title>竹のざる、a</title>"))
    return st.builds("{}{}".format, head, st.lists(starts | words | ends).map("".join))


@given(page=markup())
@settings(deadline=None, max_examples=300)
def test_markup_is_the_same(page: str) -> None:
    assert_same(tree_of(page.encode()))


@pytest.mark.parametrize("text", ["\ud800", "a\udfff b", "\ud83d\ude00", "", "\0", "\U0010ffff "])
def test_texts_that_no_parser_makes_are_the_same(text: str) -> None:
    tree = tree_of(b"<div class=post><p>first</p><p id=x>second</p><p>third")
    values = list(tree.values)
    row = values.index("second")
    values[row] = text
    values[tree.parents[row]] = (("class", f"post{text}x"), ("role", text), ("style", text))
    columns = dom_kernel.columns_of_lists(tree.tags, tree.parents, tree.depths, values, tree.spans)
    assert_same(Tree(tree.raw, tree.decoded, columns, is_xml=False, limits=tree.limits))


@pytest.mark.parametrize("html", [*map(str.encode, ODD.values()), LARGEST], ids=[*ODD, "largest"])
@pytest.mark.parametrize("levels", [6, 3])  # some processors have a way of their own for six
def test_scores_are_the_same(levels: int, html: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load_model()
    leaves = len(whole.borders) // levels * 2**levels
    looks = tuple(trees * whole.levels // levels for trees in whole.looks)
    made = replace(whole, levels=levels, looks=looks, leaves=whole.leaves[:leaves])
    monkeypatch.setattr(model, "load_model", lambda: made)
    tree = tree_of(html)
    segments = find_segments(tree)
    scores, kinds = score_page(tree, segments)
    monkeypatch.setattr(model, "_kernel", None)
    again = score_page(tree, segments)
    # To the bit where numpy has the exponential that the kernel has, and else to the last but one.
    assert again.segments == pytest.approx(scores, rel=2e-7, abs=0)
    assert again.kinds == pytest.approx(kinds, rel=1e-6, abs=0)
    assert sum(kinds) == pytest.approx(1 if segments else 0)


@given(
    rows=st.lists(
        st.tuples(st.sampled_from((0.0, 0.25, 0.9)) | st.floats(0, 1), st.integers(0, 99)),
        min_size=1,
    ),
    weight=st.sampled_from((0.25, 1.0, 4.0)),
    together=st.sampled_from((0.0, 0.3, 1.0)),
)
def test_choice_is_the_same(rows: list[tuple[float, int]], weight: float, together: float) -> None:
    scores, lengths = [score for score, _ in rows], [float(length) for _, length in rows]
    is_chosen = kernel.mark_best(scores, lengths, weight, 1e-3, together)
    assert is_chosen == mark_best(scores, lengths, weight, 1e-3, together)
    assert any(choose(scores, lengths))


def test_only_the_columns_of_the_model_are_filled_and_in_its_order() -> None:
    tree = tree_of(ODD["tokens"].encode())
    segments = find_segments(tree)
    names = ("token_low", "mark_text", "share_post", "ld_site", "length")
    columns = extract_features(tree, segments, TOKENS, WORDS)
    expected = to_matrix({name: columns[name] for name in names}, len(segments))
    assert by_kernel(tree, segments, names).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("number", "error"),
    [(-1, IndexError), (2, IndexError), (2**80, OverflowError), ("0", TypeError)],
)
def test_only_segments_that_there_are_have_rows_and_spans(number: Any, error: Any) -> None:
    found = model.keep_best(tree_of(b"<p>a<p>b"))
    assert found is not None
    stretches = found[0]
    assert (stretches.rows(1), stretches.span(1)) == ([6], (7, 1))
    for ask in stretches.rows, stretches.span:
        with pytest.raises(error):
            ask(number)
    with pytest.raises(TypeError):
        type(stretches)()


def test_no_segments_have_no_features() -> None:
    assert by_kernel(tree_of(b""), [], load_model().columns).shape == (len(load_model().columns), 0)


def test_large_page_takes_no_long_time() -> None:
    page = "<div class='post x'><p>ab <a href=/>c</a><b>d</b></p></div>" * 40_000
    tree = tree_of(page.encode())
    assert len(find_segments(tree)) == 40_000
    assert_same(tree)


ONE = {
    "inputs": array("h", [0]),
    "borders": array("f", [1]),
    "leaves": array("f", [1, 2]),
    "looks": (1, 0),
}


@pytest.mark.parametrize(
    ("given", "error"),
    [
        pytest.param({"columns": ["length"]}, TypeError, id="columns-in-a-list"),
        pytest.param({"columns": (1,)}, TypeError, id="column-is-a-number"),
        pytest.param({"columns": ("length", "length")}, ValueError, id="column-twice"),
        pytest.param({"columns": ("width",)}, ValueError, id="unknown-column"),
        pytest.param({"columns": ("\ud800",)}, ValueError, id="column-is-half-a-letter"),
        pytest.param({"tokens": {1: 1.0}}, TypeError, id="token-is-a-number"),
        pytest.param({"tokens": {"a" * 999: 1.0}}, TypeError, id="token-too-long"),
        pytest.param({"tokens": {"a": "b"}}, TypeError, id="score-is-a-word"),
        pytest.param({"kinds": b"abc"}, ValueError, id="few-kinds"),
        pytest.param({"kinds": b"\xff" * 65536}, ValueError, id="large-kinds"),
        pytest.param({"kinds": bytearray(65536)}, TypeError, id="kinds-that-may-change"),
        pytest.param({"levels": 0}, ValueError, id="no-levels"),
        pytest.param({"levels": 9}, ValueError, id="many-levels"),
        pytest.param({"biases": ("a", 0.0)}, TypeError, id="bias-is-a-word"),
        pytest.param({"looks": (1, 0)}, ValueError, id="more-trees-than-there-are"),
        pytest.param({"looks": (-1, 1)}, ValueError, id="fewer-trees-than-none"),
        pytest.param({"looks": (0,), "biases": (0.0,)}, ValueError, id="one-look"),
        pytest.param({"looks": (0, 0, 0)}, ValueError, id="no-bias"),
        pytest.param({"looks": (0, "0")}, TypeError, id="look-is-a-word"),
        pytest.param({"is_parted": (True,)}, ValueError, id="no-look-at-a-kind"),
        pytest.param({"words": {3: 1.0}}, TypeError, id="word-is-a-number"),
        pytest.param({"words": {"a": "b"}}, TypeError, id="odds-are-a-word"),
        pytest.param(ONE, IndexError, id="no-column"),
        pytest.param(ONE | {"inputs": array("h", [-1])}, IndexError, id="column-before"),
        pytest.param(ONE | {"inputs": array("i", [0])}, ValueError, id="wide-inputs"),
        pytest.param(ONE | {"inputs": NO_INPUTS}, ValueError, id="few-inputs"),
        pytest.param(ONE | {"columns": ("length",), "leaves": NO_FLOATS}, ValueError, id="leaves"),
        pytest.param(ONE | {"borders": array("d", [1])}, IndexError, id="wide-borders"),
        pytest.param({"borders": 1}, TypeError, id="borders-are-one"),
        pytest.param({"leaves": [1.0]}, TypeError, id="leaves-in-a-list"),
        pytest.param({"borders": array("f", [1, 2, 3]), "levels": 2}, ValueError, id="half-a-tree"),
    ],
)
def test_kernel_refuses_a_model(given: Any, error: type) -> None:
    with pytest.raises(error):
        kernel_model(**given)


def made_columns(attributes: object = (("class", "a"),)) -> Any:
    tags, parents, depths = ["html", "body", "#text"], [-1, 0, 1], [0, 1, 2]
    return dom_kernel.columns_of_lists(tags, parents, depths, [(), attributes, "text"], {2: (0, 4)})


def set_attributes(attributes: object) -> Callable[[SimpleNamespace], None]:
    return lambda case: setattr(case, "columns", made_columns(attributes))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param(set_attributes(("class",)), TypeError, id="attribute-is-a-word"),
        pytest.param(set_attributes((("class", 1),)), TypeError, id="class-is-a-number"),
        pytest.param(set_attributes((("class", "a", "b"),)), TypeError, id="three"),
        pytest.param(lambda case: setattr(case, "columns", None), TypeError, id="no-columns"),
        pytest.param(lambda case: case.segments[0].rows.append(3), IndexError, id="row-behind"),
        pytest.param(lambda case: case.segments[0].rows.append(-1), IndexError, id="row-before"),
        pytest.param(lambda case: case.segments[0].rows.append(2**40), IndexError, id="row-far"),
        pytest.param(lambda case: case.segments[0].rows.clear(), ValueError, id="no-rows"),
        pytest.param(lambda case: setattr(case.segments[0], "row", 9), IndexError, id="block"),
        pytest.param(lambda case: setattr(case.segments[0], "row", 2), TypeError, id="in-itself"),
        pytest.param(lambda case: setattr(case.segments[0], "rows", 7), ValueError, id="rows"),
        pytest.param(lambda case: case.segments.append(1), AttributeError, id="segment-is-one"),
        pytest.param(lambda case: setattr(case, "segments", 3), TypeError, id="segments-are-one"),
        pytest.param(lambda case: setattr(case.signals, "about", 1), TypeError, id="about"),
        pytest.param(lambda case: setattr(case.signals, "titles", ["a"]), TypeError, id="titles"),
        pytest.param(lambda case: setattr(case.signals, "types", 3), TypeError, id="types"),
        pytest.param(lambda case: vars(case.signals).clear(), AttributeError, id="no-signals"),
    ],
)
def test_kernel_refuses_what_is_no_page(change: Any, error: type) -> None:
    case = SimpleNamespace(
        columns=made_columns(),
        segments=[SimpleNamespace(row=1, rows=[2])],
        signals=SimpleNamespace(titles=("a",), about="", kind="", types=frozenset(), body=""),
    )
    model = kernel_model(load_model().columns)
    assert model.score(case.columns, case.segments, case.signals) == ([0.5], [])
    change(case)
    with pytest.raises(error):
        model.score(case.columns, case.segments, case.signals)


def test_kernel_refuses_other_arguments() -> None:
    with pytest.raises(TypeError):
        kernel_model().score()
    with pytest.raises(TypeError):
        kernel_model().features(made_columns(), [])
    with pytest.raises(TypeError):
        kernel.Model((), {}, {}, KINDS, 1, NO_INPUTS, NO_FLOATS, NO_FLOATS, (0, 0), bias=0.0)


@pytest.mark.parametrize(
    ("scores", "lengths", "error"),
    [
        pytest.param([0.5, 0.5], [1.0], ValueError, id="few-lengths"),
        pytest.param((0.5,), [1.0], TypeError, id="tuple"),
        pytest.param(["a"], [1.0], TypeError, id="score-is-a-word"),
        pytest.param([0.5], [None], TypeError, id="no-length"),
        pytest.param([0.5], [10**999], OverflowError, id="endless"),
    ],
)
def test_kernel_refuses_a_choice(scores: Any, lengths: Any, error: type) -> None:
    with pytest.raises(error):
        kernel.mark_best(scores, lengths, 1.0, 1e-3, 0.0)
