"""The kernel in C and its reference in Python fill the same columns."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from tests.soup import encoded_soups

from zaru import Page
from zaru.dom import blocks, parser, rows
from zaru.dom.parser import Columns
from zaru.dom.scan import match_gap, raw_aware_gap
from zaru.dom.spans import Aligner
from zaru.errors import LimitExceeded
from zaru.limits import DEFAULT_LIMITS, Limits

kernel = pytest.importorskip("zaru.dom._kernel", reason="the kernel is not compiled")

TAGS = (blocks.BLOCK_TAGS, blocks.UNSEEN_TAGS)
EXAMPLES = Path(__file__).parents[3] / "examples"
PAGES = sorted(EXAMPLES.rglob("*.html"))
DIRTY = (
    "",
    " ",
    "a<",
    "a</",
    "<",
    "</",
    "<p",
    "<p a",
    "<p a=",
    "<p a='",
    '<p a="b"="c>d">e',
    "<p =a=b/ c>d",
    "<p / / a = 'b' c= d>e",
    "<!",
    "<!-",
    "<!--",
    "<!---",
    "<!-->a<!--->b<!-- --!>c",
    "<!-- a -- > b --!",
    "<?a",
    "</>a</ b>c",
    "<![CDATA[a]]>b",
    "<svg><![CDATA[a]]>b",
    "<table>a<tr>b<td>c</table>d",
    "a&amp;b&c&#10;d",
    "<p>&nbsp;&rarr; &#8217;&#x1F600;&#xa0;<p>&#150;&#0;&#xD800;&#x110000;&#99999999999;&#;&#x;",
    "<p>&amp;amp;<p>&amp&lt<p>&notit;&acE;&nosuch;&CounterClockwiseContourIntegral;<p>&",
    "<script>a\r\n&amp;\r\n</script><p>a\r\n&amp;\r\n<p>\r\n \n\r a&#13;\r\nb\r",
    "&amp;",
    "a=b<caption></dd><<noembed>",
    "a\r\nb\r\n<p>\r\nc",
    "<textarea>\n\r&nbsp;<p><script>",
    "<title>&amp;<b>&nbsp;</title>&lt;<textarea>a&amp<",
    "a\r\nb\nc\rd",
    "a\0b<svg>c\0d",
    "<script><!--<script></script>--></script>x",
    "<math><mi>a</mi></math><svg:p>b",
    "<template>a<b>c</template>",
    "\u3000a\xa0b\u2028",
    "<b>" * 600 + "deep",
    "<p>a<br>b<br><br>c <b>d</b> <br> e<script>f</script>g<p>",
    "<p> a \u3000 b\f\v c<br> <br><pre>\n d\n  e </pre>f<br>",
)


def build(make: ModuleType, raw: bytes, charset: str | None, limits: Limits) -> Columns | str:
    """Return the columns of a page with the Rows of a module; the message when it refuses."""

    def start(self: Any, aligner: Aligner, limit: int) -> None:
        make.Rows.__init__(self, aligner, limit)
        self.max_nodes, self.split, self.missing = limit, [], []

    members = {name: value for name, value in vars(parser._Builder).items() if name[:2] != "__"}
    builder = type("Builder", (make.Rows,), {**members, "__init__": start})
    page = Page.from_bytes(raw, charset=charset)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "_Builder", builder)
        patch.setattr(parser, "count_depths", make.count_depths)
        try:
            return parser.parse_html(page.raw, page.decoded, limits)
        except LimitExceeded as error:
            return str(error)


def group(make: ModuleType, columns: Columns) -> list[rows.Group]:
    found: list[rows.Group] = make.group_rows(
        columns.tags,
        columns.parents,
        columns.depths,
        columns.spans,
        frozenset({"body", "frameset"}),
        blocks.BLOCK_TAGS,
        blocks.UNSEEN_TAGS,
    )
    return found


def assert_same(raw: bytes, charset: str | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
    fast, reference = (build(make, raw, charset, limits) for make in (kernel, rows))
    assert fast == reference
    if isinstance(fast, Columns):
        assert kernel.count_depths(fast.parents) == rows.count_depths(fast.parents)
        assert kernel.index_rows(fast.tags) == rows.index_rows(fast.tags)
        groups = group(rows, fast)
        assert group(kernel, fast) == groups
        segments = [make.segment_rows(*fast[:2], fast.spans, *TAGS) for make in (kernel, rows)]
        assert segments[0] == segments[1]
        for members in [*(group[1] for group in groups), *(segment[1] for segment in segments[1])]:
            texts = [make.read_text(fast.tags, fast.values, members) for make in (kernel, rows)]
            assert texts[0] == texts[1]


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(EXAMPLES)) for path in PAGES])
def test_example_page_is_the_same(path: Path) -> None:
    assert_same(path.read_bytes())


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-16"])
@pytest.mark.parametrize("page", DIRTY, ids=[repr(page)[1:26] for page in DIRTY])
def test_dirty_page_is_the_same(page: str, encoding: str) -> None:
    assert_same(page.encode(encoding, "xmlcharrefreplace"))


@given(page=encoded_soups())
@settings(deadline=None, max_examples=300)
def test_tag_soup_is_the_same(page: tuple[bytes, str]) -> None:
    assert_same(*page)


@given(page=encoded_soups())
@settings(deadline=None, max_examples=300)
def test_gap_ends_at_the_same_byte(page: tuple[bytes, str]) -> None:
    raw, _ = page
    for start in range(len(raw)):
        match = match_gap(raw, start)
        assert match is not None
        assert kernel.gap_end(raw, start) == match.end(), raw[start:]
        aware = raw_aware_gap().match(raw, start)
        assert aware is not None
        assert kernel.gap_end(raw, start, True) == aware.end(), raw[start:]


@pytest.mark.parametrize("page", [b"<p>" * 99, b"<p>a" * 60, b"a<!-- -->" * 99], ids=str)
def test_limit_is_the_same(page: bytes) -> None:
    assert_same(page, limits=Limits(max_nodes=50))


def test_kernel_refuses_what_is_no_tree() -> None:
    with pytest.raises(TypeError):
        kernel.count_depths(None)
    with pytest.raises(TypeError):
        kernel.index_rows(["a", []])
    with pytest.raises(TypeError):
        kernel.index_rows(("a",))
    with pytest.raises(TypeError):
        kernel.group_rows([], [0], [], {}, set(), set(), set())
    with pytest.raises(ValueError, match="parent comes before"):
        kernel.group_rows(["a", "b"], [-1, 5], [0, 1], {}, set(), set(), set())
    with pytest.raises(TypeError):
        kernel.Rows(None, limit=3)


def test_empty_columns_have_no_depths() -> None:
    assert rows.count_depths([]) == kernel.count_depths([]) == []


class _Strange:
    source, codec, is_utf8 = "no bytes", None, True


def test_rows_without_a_start_do_not_crash() -> None:
    bare = kernel.Rows.__new__(kernel.Rows)
    assert (bare.tags, bare.parents, bare.values, bare.spans) == ([], [], [], {})
    assert bare.create_element("p", rows.HTML, ()) == 0
    bare.append(-1, 0)
    with pytest.raises(AttributeError):
        bare.create_text("text")
    for aligner in (None, _Strange()):
        with pytest.raises((AttributeError, TypeError)):
            bare.__init__(aligner, 1)
    assert bare.tags == ["p"]
