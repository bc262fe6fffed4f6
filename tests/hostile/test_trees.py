"""HOSTILE.md rows 1-6, 10, 12-14 and 30: bad pages, each parsed in a child process.

Each row runs with the kernel and with the Python rows that do its work without a compiler.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

# Builds the page in the child, so that its size is part of the child's memory. Prints the
# outcome and the cost beyond that of the imports and of the page.
CHILD = """
import json, resource, sys, time
kernel, expression = sys.argv[1:]
if kernel == "python":
    sys.modules["zaru.dom._kernel"] = None
from zaru import InputError, Page
from zaru.dom import parser
from zaru.dom.spans import read_source
assert (parser._kernel is None) == (kernel == "python")
Page.from_bytes("<p>warm &amp; <title></title>あ".encode("cp932")).tree.blocks

raw = eval(expression)
before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
try:
    page = Page.from_bytes(raw)
    tree = page.tree
    blocks = tree.blocks
    text = "\\n".join(block.text for block in blocks if block.text)
except InputError as error:
    result = {"outcome": type(error).__name__, "text": "", "offset": error.offset}
else:
    result = {"outcome": "tree", "text": text[:200], "encoding": page.encoding, "rows": len(tree)}
    result["depth"], result["damaged"] = max(tree.depths), page.decoded.damaged
    runs = [row for row in tree.spans if tree.is_text(row)]
    result["chars"] = sum(len(tree.text(row)) for row in runs)
    result["inexact"] = 0
    for row in runs[:2000]:
        source = tree.source(row)
        readings = read_source(source), read_source(source, is_raw=True)
        result["inexact"] += tree.text(row) not in (*readings, read_source(source, keeps_nul=True))
    text.encode()
result["seconds"] = time.process_time() - begin
result["kibibytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(json.dumps(result))
"""
BOMB = (
    "b'<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e0 \"lol\">' + b''.join("
    "b'<!ENTITY e%d \"%s\">' % (n, b'&e%d;' % (n - 1) * 10) for n in range(1, 10))"
    " + b']><a>&e9;</a>'"
)
XML = "b'<?xml version=\"1.0\"?>' + "


@dataclass(frozen=True)
class Case:
    """A page, as an expression, and what must come of it."""

    row: int
    page: str
    outcome: str = "tree"
    seconds: float = 2
    mebibytes: int = 256  # beyond those of the page itself
    expected: dict[str, object] = field(default_factory=dict)


TREES = {
    "nested-div": Case(1, "b'<div>' * 100_000 + b'text'", expected={"depth": 512, "chars": 4}),
    "nested-b": Case(1, "b'<b>' * 20_000 + b'text'", expected={"depth": 512, "chars": 4}),
    "nested-a": Case(1, "b'<a>x' * 20_000", expected={"chars": 20_000}),
    "adoption-agency": Case(1, "b'<b><p>' * 300 + b'x</b>' * 300", expected={"chars": 300}),
    "nested-tables": Case(1, "b'<table><td>x' * 20_000", expected={"depth": 512, "chars": 20_000}),
    "nested-xml": Case(
        1, XML + "b'<a>' * 50_000 + b'x' + b'</a>' * 50_000", expected={"depth": 512, "chars": 1}
    ),
    "10-MB-attribute": Case(2, "b'<p title=\"' + b'x' * 10**7 + b'\">a'", expected={"text": "a"}),
    "million-attributes": Case(
        2,
        "b'<p ' + b' '.join(b'a%d=b' % n for n in range(10**6)) + b'>a'",
        seconds=6,
        mebibytes=1024,
        expected={"text": "a"},
    ),
    "5-million-elements": Case(
        2, "b'<p>' * 5_000_000", "LimitExceeded", seconds=10, mebibytes=1536
    ),
    "million-texts": Case(2, "b'x<p>' * 1_000_000", "LimitExceeded", seconds=6, mebibytes=1024),
    "huge-colspan": Case(
        3,
        "b'<table><td colspan=9007199254740991 rowspan=9007199254740991>a</table>'",
        expected={"text": "a"},
    ),
    "controls": Case(
        4,
        "b'<p>' + bytes(range(1, 32)) + b'\\x7f' + '\\x80\\x9f\\ufffe\\U0010ffff words'.encode()",
        expected={"inexact": 0},
    ),
    "nuls": Case(
        4,
        "b'<p>some words' + b'a\\0b' * 10_000 + b'<svg>c\\0d</svg><title>e\\0</title>'",
        expected={"inexact": 0},
    ),
    "lone-surrogates": Case(
        4,
        "b'\\xff\\xfe' + '<p>a\\ud800b\\udfffc&#xd800;'.encode('utf-16-le', 'surrogatepass')",
        expected={"text": "a\ufffdb\ufffdc\ufffd", "inexact": 0},
    ),
    "surrogates-in-utf-8": Case(
        4, "'<p>本文\\ud800'.encode('utf-8', 'surrogatepass')", expected={"inexact": 0}
    ),
    "wrong-charset": Case(
        5,
        "'<meta charset=utf-8><p>吾輩は猫である。名前はまだ無い。'.encode('cp932')",
        expected={"encoding": "Shift_JIS", "text": "吾輩は猫である。名前はまだ無い。"},
    ),
    "contradictory-charsets": Case(
        5,
        "'<meta charset=euc-jp><meta charset=big5><p>吾輩は猫である。名前は無い。'.encode()",
        expected={"encoding": "UTF-8", "text": "吾輩は猫である。名前は無い。"},
    ),
    "utf-16-without-mark": Case(
        5, "'<p>plain words'.encode('utf-16-be')", expected={"encoding": "UTF-16BE", "inexact": 0}
    ),
    "utf-7": Case(
        5, "b'<meta charset=utf-7>+ADw-script+AD4-'", expected={"text": "+ADw-script+AD4-"}
    ),
    "escapes": Case(
        5,
        "'<p>吾輩は<b>猫</b>である。'.encode('iso2022_jp')",
        expected={"encoding": "ISO-2022-JP", "text": "吾輩は猫である。", "inexact": 0},
    ),
    "broken-escapes": Case(
        5, "b'<p>\\x1b$B8c\\x1b$Z<b>\\x1b(' * 2000 + b'\\x1b$B8cGZ'", expected={"inexact": 0}
    ),
    "mixed-encodings": Case(
        5,
        "'<p>吾輩は猫である。'.encode() * 20 + '<p>吾輩は猫である。'.encode('cp932') * 3",
        expected={"encoding": "UTF-8", "inexact": 0},
    ),
    "nec-in-shift-jis": Case(
        6,
        "'<p>①と髙橋と～の日本語の文章です。'.encode('cp932')",
        expected={"text": "①と髙橋と～の日本語の文章です。", "inexact": 0, "damaged": 0},
    ),
    "nec-in-euc-jp": Case(
        6,
        "'<p>日本語の文章です。'.encode('euc_jp') + b'\\xad\\xa1\\xfc\\xe2'",
        expected={"text": "日本語の文章です。①髙", "encoding": "EUC-JP", "damaged": 0},
    ),
    "entity-bomb": Case(10, BOMB, "FormatError", mebibytes=1),
    "external-entity": Case(
        10,
        XML + "b'<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>'",
        "FormatError",
        mebibytes=1,
    ),
    "external-dtd": Case(
        10,
        XML + "b'<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/a.dtd\"><a>x</a>'",
        mebibytes=1,
        expected={"rows": 2},
    ),
    "entity-of-a-dtd": Case(
        10,
        XML + "b'<!DOCTYPE a SYSTEM \"a.dtd\"><a>x&b;</a>'",
        mebibytes=1,
        expected={"rows": 2},
    ),
    "xinclude": Case(
        10,
        XML
        + 'b\'<a xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="/etc/hosts"/></a>\'',
        mebibytes=1,
        expected={"rows": 2, "chars": 0},
    ),
    "huge-xml-text": Case(
        10, XML + "b'<a>' + b'x' * 10**7 + b'</a>'", expected={"rows": 2, "chars": 10**7}
    ),
    "million-xml-elements": Case(
        10, XML + "b'<a>' + b'<b/>' * 10**6 + b'</a>'", "LimitExceeded", seconds=6, mebibytes=1024
    ),
    "long-number": Case(
        12, "b'<p>a&#' + b'9' * 5000 + b';b'", expected={"text": "a\ufffdb", "inexact": 0}
    ),
    "long-hexadecimal-number": Case(
        12,
        "b'<p>&#x' + b'F' * 10**6 + b';&#' + b'0' * 10**6 + b'65;'",
        expected={"text": "\ufffdA"},
    ),
    "long-number-in-an-attribute": Case(
        12, "b'<p title=\"&#' + b'9' * 5000 + b';\">a'", expected={"text": "a"}
    ),
    "million-links": Case(
        14, "b'<a href=x>y</a> ' * 10**6", "LimitExceeded", seconds=8, mebibytes=1024
    ),
    "100000-list-items": Case(
        14,
        "b'<ul>' + b'<li>item' * 100_000 + b'</ul>'",
        expected={"rows": 200_004, "chars": 400_000},
    ),
    "table-of-2000-by-2000": Case(
        14, "b'<table>' + (b'<tr>' + b'<td>' * 2000) * 2000", "LimitExceeded", 10, 1024
    ),
    "100000-cells": Case(14, "b'<table>' + b'<tr>x<td>y' * 50_000", seconds=10, mebibytes=512),
    "empty": Case(30, "b''", expected={"rows": 3, "text": ""}),
    "one-byte": Case(30, "b'x'", expected={"text": "x"}),
    "one-high-byte": Case(30, "b'\\xff'", expected={"rows": 4}),
    "binary": Case(30, "bytes(range(256)) * 999"),
    "pdf": Case(30, "b'%PDF-1.7\\n%\\xe2\\xe3\\xcf\\xd3\\n1 0 obj<</Type/Catalog>>endobj'"),
    "html-in-xml": Case(30, XML + "b'<html><p>a<p>b'", expected={"text": "a\nb"}),
    "xml-cut": Case(30, XML + "b'<rss><channel><title>a'", "FormatError", expected={"offset": 43}),
    "frameset": Case(30, "b'<frameset><frame src=a></frameset>'", expected={"text": ""}),
}

# Row 13: strings that make a scanner go back and forth. Text behind them keeps `spans` busy.
DOUBLED = {
    "comment-opens": "'<!--'",
    "tag-opens": "'<a '",
    "tags-in-tags": "'<a'",
    "less-than": "'<'",
    "end-tag-opens": "'</'",
    "spaces": "' '",
    "quotes": "'<a b=\\''",
    "equals": "'<a b=\"c\"='",
    "dashes": "'<!-- --'",
    "cdata": "'<![CDATA['",
    "cdata-in-svg": "'<svg><![CDATA[x]]>y'",
    "ampersands": "'&'",
    "references": "'<p>a&amp;'",
    "numbers": "'&#9'",
    "joined-texts": "'a&amp;</b>'",
    "moved-texts": "'<table>x&amp;<td>y&amp;</table>'",
    "raw-text-in-svg": "'<svg><style>a&amp;</b>c'",
    "scripts-in-scripts": "'<script><!--<script>'",
    "titles": "'<title>&amp;'",
    "nuls": "'<p>words\\0'",
}
RATIO = 3.5  # of the time for a doubled input: 2 when linear, 4 when quadratic
NOISE_SECONDS = 0.05  # below this, a time says nothing
PATIENCE = 3  # a busy machine may be so many times slower
TRIES = 3  # what else the machine does may double a time, but not three times in a row
DOUBLING = """
import json, sys, time
kernel, expression = sys.argv[1:]
if kernel == "python":
    sys.modules["zaru.dom._kernel"] = None
from zaru import Page

def measure(count):
    raw = ("<!doctype html><p>" + eval(expression) * count).encode()
    times = []
    for _ in range(3):
        begin = time.process_time()
        Page.from_bytes(raw).tree.blocks
        times.append(time.process_time() - begin)
    return min(times)

measure(10)
print(json.dumps([measure(4000), measure(8000)]))
"""

# Attribute values are asked for one by one; a page has thousands, with no text between them.
PLACES = """
import json, sys, time
from zaru import Page
unit, encoding = sys.argv[1:]

def measure(count):
    page = Page.from_bytes(("<p>日本語" + unit * count + "文章").encode(encoding))
    tree = page.tree
    begin = time.process_time()
    for row, tag in enumerate(tree.tags):
        if tag in ("img", "a"):
            for name, value in tree.pairs(row):
                assert page.source(tree.attribute_span(row, name)) == value
    return time.process_time() - begin

measure(10)
print(json.dumps([measure(3000), measure(6000)]))
"""
both_kernels = pytest.mark.parametrize("kernel", ["kernel", "python"])


@pytest.fixture(scope="session")
def has_kernel() -> bool:
    try:
        import zaru.dom._kernel  # noqa: F401
    except ImportError:
        return False
    return True


@both_kernels
@pytest.mark.parametrize("case", TREES.values(), ids=[f"{c.row}-{n}" for n, c in TREES.items()])
def test_bad_page_becomes_a_tree_or_is_refused(
    case: Case, kernel: str, has_kernel: bool, run_child: Callable[..., str]
) -> None:
    if kernel == "kernel" and not has_kernel:
        pytest.skip("the kernel is not compiled")
    result = json.loads(run_child(CHILD, kernel, case.page, seconds=60, mebibytes=4096))
    assert result["outcome"] == case.outcome
    assert {name: result[name] for name in case.expected} == case.expected
    assert result["seconds"] < case.seconds * PATIENCE
    assert result["kibibytes"] < case.mebibytes * 1024


@both_kernels
@pytest.mark.parametrize("expression", DOUBLED.values(), ids=DOUBLED)
def test_time_doubles_with_the_input(
    expression: str, kernel: str, has_kernel: bool, run_child: Callable[..., str]
) -> None:
    if kernel == "kernel" and not has_kernel:
        pytest.skip("the kernel is not compiled")
    for _ in range(TRIES):
        arguments = (DOUBLING, kernel, expression)
        short, long = json.loads(run_child(*arguments, seconds=60, mebibytes=1024))
        if long < max(short * RATIO, NOISE_SECONDS):
            break
    else:
        pytest.fail(f"{short:.3f} s for an input, {long:.3f} s for one of twice its size")
    assert long < 15


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "utf-16", "iso2022_jp"])
@pytest.mark.parametrize(
    "unit",
    [
        pytest.param("<img src=a.png alt='絵'>", id="images"),
        pytest.param("<a href=x>語</a>", id="links"),
        pytest.param("<a href=x><b>", id="unclosed"),
    ],
)
def test_places_double_with_the_input(
    unit: str, encoding: str, run_child: Callable[..., str]
) -> None:
    for _ in range(TRIES):
        short, long = json.loads(run_child(PLACES, unit, encoding, seconds=60, mebibytes=1024))
        if long < max(short * RATIO, NOISE_SECONDS):
            break
    else:
        pytest.fail(f"{short:.3f} s for a page, {long:.3f} s for one of twice its size")
    assert long < 10
