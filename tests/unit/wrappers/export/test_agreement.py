"""Exports read what `apply` reads: on the example sites, XML, and Shift_JIS without a label."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from zaru.dom import TEXT
from zaru.page import Page
from zaru.wrappers.discovery.discovery import discover
from zaru.wrappers.export.expressions import to_css, to_xpath
from zaru.wrappers.export.script import to_python
from zaru.wrappers.labels import read_labels
from zaru.wrappers.learning import learn
from zaru.wrappers.record import collapse
from zaru.wrappers.rules.rule import Element, Part, Rule, Step
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

html: Any = pytest.importorskip("lxml.html")
etree: Any = pytest.importorskip("lxml.etree")

EXAMPLES = Path(__file__).parents[4] / "examples"
WARES = ["急須", "花瓶", "茶碗", "湯呑", "皿", "箸", "盆", "鉢"]


def example_pages(*patterns: str) -> list[Page]:
    """Return the pages whose bytes are all right: others zaru alone repairs."""
    paths = [path for pattern in patterns for path in sorted(EXAMPLES.glob(pattern))]
    pages = [Page.from_bytes(path.read_bytes(), source=str(path)) for path in paths]
    return [page for page in pages if "\ufffd" not in page.html]


def shop() -> Wrapper:
    labels = read_labels((EXAMPLES / "labels.jsonl").read_bytes().splitlines())
    return learn(example_pages("shop/products/*.html"), list(labels))


def laws(number: int) -> bytes:
    """Return XML with a default namespace, a prefix, CDATA, a comment, and rows of its own."""
    rows = "".join(
        f"<tr><td>第{n}条</td><td><![CDATA[{WARES[n]} & {number}]]></td></tr>"
        for n in range(number)
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<Law xmlns='urn:law' xmlns:dc='urn:dc'>"
        f"<dc:title xml:lang='ja'>{WARES[number]}に関する法律</dc:title><Num>令和{number}年</Num>"
        f"<Body>本文 {number}<!-- c -->号<br/>附則</Body><table>{rows}</table></Law>"
    ).encode()


def stalls(number: int) -> bytes:
    """Return a page of Shift_JIS that does not say so, with rows but no tbody."""
    rows = "".join(
        f"<tr class=ware><th>{WARES[n]}</th><td>{n + number},00{n}円"
        f"<td>{'あり' if n % 2 else ''}</tr>"
        for n in range(number)
    )
    return (
        f"<html><head><title>市の店 {number}</title></head><body><h1>{WARES[number]}の店</h1>\n"
        f"<table>{rows}</table><table><tr><td>場所</td><td>京都市{number}条</td></tr></table>"
        "<p>またのお越しをお待ちしています。</body></html>"
    ).encode("shift_jis")


def make_pages(make: Callable[[int], bytes], ending: str) -> list[Page]:
    return [Page.from_bytes(make(n), source=f"page-{n}.{ending}") for n in range(8)]


def learn_laws(method: Any) -> Wrapper:
    values = {
        "title": [f"{WARES[3]}に関する法律"],
        "num": ["令和3年"],
        "article": ["第0条", "第1条", "第2条"],
        "text": [f"{WARES[n]} & 3" for n in range(3)],
    }
    labels = [{"page": "page-3.xml", "field": name, "values": v} for name, v in values.items()]
    return learn(make_pages(laws, "xml"), labels, method=method)


def learn_stalls(method: Any) -> Wrapper:
    values = {
        "shop": [f"{WARES[3]}の店"],
        "ware": WARES[:3],
        "price": [f"{n + 3},00{n}円" for n in range(3)],
        "stock": ["あり"],
        "city": ["京都市3条"],
    }
    labels = [{"page": "page-3.html", "field": name, "values": v} for name, v in values.items()]
    return learn(make_pages(stalls, "html"), labels, method=method)


SITES: dict[str, tuple[Callable[[], Wrapper], Callable[[], list[Page]]]] = {
    "shop": (shop, lambda: example_pages("shop/products/*.html", "shop/*.html")),
    "blog": (
        lambda: discover(example_pages("blog/2015/*/*/index.html")),
        lambda: example_pages("blog/**/*.html"),
    ),
    "shinbun": (
        lambda: discover(example_pages("shinbun/news/*/*.html")),
        lambda: example_pages("shinbun/**/*.html"),
    ),
    "xml": (lambda: learn_laws("rules"), lambda: make_pages(laws, "xml")),
    "xml-tree": (lambda: learn_laws("tree"), lambda: make_pages(laws, "xml")),
    "sjis": (lambda: learn_stalls("rules"), lambda: make_pages(stalls, "html")),
    "sjis-tree": (lambda: learn_stalls("tree"), lambda: make_pages(stalls, "html")),
    "shinbun-lr": (
        lambda: discover(example_pages("shinbun/news/*/*.html"), method="lr"),
        lambda: example_pages("shinbun/**/*.html"),
    ),
}


@cache
def load(site: str) -> tuple[Wrapper, list[Page]]:
    make, pages = SITES[site]
    return make(), pages()


@pytest.mark.parametrize("site", SITES)
def test_script_prints_the_records_of_apply(site: str, tmp_path: Path) -> None:
    wrapper, pages = load(site)
    done = run_script(tmp_path, wrapper, *(page.raw for page in pages))
    assert done.returncode == 0, done.stderr
    printed = [json.loads(line) for line in done.stdout.splitlines()]
    expected = [
        {
            "page": f"{number}.html",
            "record": record.number,
            "fields": {field: record.texts(field) for field in record.fields},
        }
        for number, page in enumerate(pages)
        for record in wrapper.apply(page)
    ]
    assert len(expected) > 5
    for mine, theirs in zip(printed, expected, strict=False):
        assert mine == theirs
    assert len(printed) == len(expected)


def run_script(folder: Path, wrapper: Wrapper, *pages: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(to_python(wrapper), encoding="utf-8")
    for number, raw in enumerate(pages):
        (folder / f"{number}.html").write_bytes(raw)
    names = [f"{number}.html" for number in range(len(pages))]
    command = [sys.executable, "-I", "script.py", *names]
    return subprocess.run(
        command, capture_output=True, cwd=folder, check=False, timeout=60, encoding="utf-8"
    )


def test_page_that_cannot_be_read_costs_that_page(tmp_path: Path) -> None:
    done = run_script(
        tmp_path, load("xml")[0], b"<?xml version='1.0'?><Law><a></Law>", laws(1), b""
    )
    assert done.returncode == 1
    assert done.stderr.startswith("0.html: ")
    assert len(done.stderr.splitlines()) == 1
    assert [json.loads(line)["page"] for line in done.stdout.splitlines()] == ["1.html"]


@pytest.mark.parametrize("encoding", ["euc_jp", "iso2022_jp", "utf-8-sig", "utf-16", "cp932"])
def test_script_knows_japanese_encodings(encoding: str, tmp_path: Path) -> None:
    text = stalls(2).decode("shift_jis")
    done = run_script(tmp_path, load("sjis")[0], text.encode(encoding))
    assert json.loads(done.stdout.splitlines()[0])["fields"]["shop"] == ["茶碗の店"]


def test_data_of_a_script_is_not_indented_by_names() -> None:
    rule = Rule(Element("p", "class", "x" * 90), (Step(TEXT, 1),))
    script = to_python(Wrapper(RuleWrapper({"a name of a field " * 5: ((rule, rule), (rule,))})))
    data = script.split("FIELDS = ")[1].split("RECORD =")[0].splitlines()
    assert {len(line) - len(line.lstrip()) for line in data} == {0, 4, 8, 12}
    lists = script.split("RECORD =")[1].split("\n\n\n")[0].splitlines()
    assert len(lists) > 5
    assert max(len(line) - len(line.lstrip()) for line in lists) <= 4


def parse_as_parsel(page: Page) -> Any:
    """Return the root that parsel's Selector makes of a text."""
    parser: Any = html.HTMLParser(recover=True, encoding="utf8", huge_tree=True)
    if page.tree.is_xml:
        parser = etree.XMLParser(recover=True, encoding="utf8", huge_tree=True)
    root = etree.fromstring(page.html.strip().encode("utf8"), parser)
    for node in root.iter(etree.Element):  # Selector.remove_namespaces, but for prefixes
        if node.prefix is None:
            node.tag = etree.QName(node).localname
    return root


def cut(node: Any, part: Part | None) -> Iterator[str]:
    """Yield what a rule takes of a node, without blanks."""
    if not isinstance(node, str):
        node = "".join(node.xpath(".//text()[not(parent::script or parent::style)]"))
    text = collapse(node)
    begin, end = (0, len(text)) if part is None else part.cut(text)
    yield from ["".join(text[begin:end].split())] if begin < end else []


def all_rules(wrapper: Wrapper) -> list[Rule]:
    assert isinstance(wrapper.rules, RuleWrapper)
    places = [place for places in wrapper.rules.fields.values() for place in places]
    return [rule for place in places for rule in place]


def texts_of(rule: Rule, page: Page) -> list[str]:
    return ["".join(text.split()) for text in rule.texts(View(page))]


RULE_SITES = [site for site in SITES if "-" not in site]


@pytest.mark.parametrize("site", RULE_SITES)
def test_xpath_finds_in_parsel_what_rules_find(site: str) -> None:
    wrapper, pages = load(site)
    for page in pages:
        root = parse_as_parsel(page)
        for rule in all_rules(wrapper):
            nodes = root.xpath(to_xpath(rule).text)
            found = [text for node in nodes for text in cut(node, rule.part)]
            assert found == texts_of(rule, page), (page.origin.source, rule)


@pytest.mark.parametrize("site", RULE_SITES)
def test_css_finds_in_parsel_what_rules_find(site: str) -> None:
    wrapper, pages = load(site)
    said = [rule for rule in all_rules(wrapper) if to_css(rule).text]
    assert said
    for page in pages:
        root = parse_as_parsel(page)
        for rule in said:
            nodes = root.cssselect(to_css(rule).text)
            for step in rule.steps:
                if step.tag == TEXT:
                    place = "" if step.position is None else f"[{step.position}]"
                    texts = f"text()[normalize-space()]{place}"
                    nodes = [text for node in nodes for text in node.xpath(texts)]
            if rule.take != TEXT:
                nodes = [node.get(rule.take, "") for node in nodes]
            found = [text for node in nodes for text in cut(node, rule.part)]
            assert found == texts_of(rule, page), (page.origin.source, rule)
