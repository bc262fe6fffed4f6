from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zaru.dom import TEXT
from zaru.page import Page
from zaru.wrappers.alternation.delimiters import Delimiters
from zaru.wrappers.alternation.left_right import LeftRightWrapper
from zaru.wrappers.export.description import describe, describe_rule
from zaru.wrappers.export.expressions import quote_xpath, to_css, to_xpath, tree_to_xpath
from zaru.wrappers.export.script import to_python
from zaru.wrappers.learning import learn
from zaru.wrappers.record import collapse
from zaru.wrappers.rules.candidates import Seen, make_candidates
from zaru.wrappers.rules.occurrences import Occurrence
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.tree.extraction_path import NodeLabel
from zaru.wrappers.tree.tree_wrapper import TreeField, TreeWrapper
from zaru.wrappers.wrapper import Wrapper

html: Any = pytest.importorskip("lxml.html")
cssselect: Any = pytest.importorskip("lxml.cssselect")

# Pages whose trees HTML5 and lxml agree on.
SHOP = """<!doctype html><html><head><meta charset="utf-8"><title>Shop</title></head>
<body><div id="main" class="box  wide"><h1 itemprop="name">Tea &amp; cups</h1>
<script>var price = "Price";</script>
<table class="it's &quot;facts&quot;"><tbody>
<tr><th>Price</th><td class="price old">1,200円</td><td class="price">900円 <b>sale</b></td></tr>
<tr><th>価格:&nbsp;</th><td>&nbsp;</td><td><a href="/maker/7">Kyō<!-- c -->to</a></td></tr>
</tbody></table><p>one<br>two <i>three</i> four</p><p>Price<style>p{}</style> <em>five</em></p>
<ul><li>a</li><li>b <span>c</span></li></ul></div></body></html>"""
LIST = """<!doctype html><html><head><title>List</title></head><body>
<div class="card"><h2>A</h2><dl><dt>Author</dt><dd>Ann</dd><dt>Year</dt><dd>1990</dd></dl></div>
<div class="card new"><h2>B</h2><dl><dt>Author</dt><dd>Bob</dd></dl></div>
<p class="note" data-x="1"><o:p>odd tag</o:p> <svg><desc>drawn</desc></svg></p></body></html>"""


def make_page(text: str, source: str = "page.html") -> Page:
    return Page.from_bytes(text.encode(), source=source)


def all_rules(view: View) -> list[Rule]:
    """Return every rule that learning could make for any value of a page."""
    rules: dict[Rule, None] = {}
    places = [Occurrence(row) for row in view.runs]
    places += [Occurrence(view.tree.parents[row]) for row in view.runs]
    places += [Occurrence(*place) for found in view.attributes_by_value.values() for place in found]
    for place in places:
        rules.update(dict.fromkeys(make_candidates([Seen(view, place)])))
    return list(rules)


def select(root: Any, rule: Rule) -> Iterator[str]:
    for node in root.xpath(to_xpath(rule).text):
        text = collapse(node if isinstance(node, str) else node.text_content())
        if text:
            yield text


@pytest.mark.parametrize("text", [SHOP, LIST], ids=["shop", "list"])
def test_xpath_finds_what_the_rule_finds(text: str) -> None:
    view = View(make_page(text))
    root = html.document_fromstring(text.encode(), html.HTMLParser(encoding="utf-8"))
    rules = [rule for rule in all_rules(view) if "script" not in str(rule)]
    assert len(rules) > 200
    for rule in rules:
        if view.tree.tags[rule.rows(view)[0]] in (TEXT, "li", "td", "h1") or rule.take != TEXT:
            found = [text.replace(" ", "") for text in select(root, rule)]
            assert found == [text.replace(" ", "") for text in rule.texts(view)], rule


@pytest.mark.parametrize("text", [SHOP, LIST], ids=["shop", "list"])
def test_css_finds_the_elements_of_the_rule(text: str) -> None:
    view = View(make_page(text))
    root = html.document_fromstring(text.encode(), html.HTMLParser(encoding="utf-8"))
    count = 0
    for rule in all_rules(view):
        rows = rule.rows(view)
        selector = to_css(rule).text
        if selector is not None and not any(map(view.tree.is_text, rows)):
            count += 1
            found = cssselect.CSSSelector(selector)(root)
            assert [node.tag for node in found] == [view.tree.tags[row] for row in rows], rule
    assert count > 50


@pytest.mark.parametrize(
    ("rule", "words", "xpath", "css"),
    [
        pytest.param(
            Rule(Element("td", "class", "price"), (Step("span", 1), Step(TEXT, 2))),
            "the second text of td.price, first span",
            "//td[contains(concat(' ', normalize-space(@class), ' '), ' price ')]"
            "/span[1]/text()[normalize-space()][2]",
            ("td.price > span:nth-of-type(1)", "then its text 2"),
            id="class",
        ),
        pytest.param(
            Rule(None, (Step("body", 1), Step("a")), "href"),
            "the attribute href of the root, first body, each a",
            "/*/body[1]/a/@href",
            (":root > body:nth-of-type(1) > a", "then its attribute href"),
            id="root-attribute",
        ),
        pytest.param(
            Rule(Element("p", "class", "a b"), (Step(TEXT),), TEXT, Part("¥", " 円")),
            "each text of p.a.b, from behind “¥” to before “ 円”",
            "//p[@class='a b']/text()[normalize-space()]",
            (
                'p[class="a b"]',
                "then its own texts, one by one, then the part from behind “¥” to before “ 円”",
            ),
            id="part",
        ),
        pytest.param(
            Rule(Element("td", "class", 'x"\n\\'), ()),
            'the text of td.x"\n\\'.replace("\n", "."),
            "//td[@class='x\"\n\\']",
            ('td[class="x\\22 \\a \\5c "]', ""),
            id="quotes",
        ),
        pytest.param(
            Rule(Element("o:p"), ()),
            "the text of o:p",
            "//*[name()='o:p']",
            (None, "CSS cannot name a tag or attribute of the rule"),
            id="prefix",
        ),
    ],
)
def test_rule_is_said(rule: Rule, words: str, xpath: str, css: tuple[str | None, str]) -> None:
    assert describe_rule(rule) == words
    assert to_xpath(rule).text == xpath
    assert to_css(rule) == css


def test_label_has_words_and_no_css() -> None:
    rule = Rule(Label("価格:", "td", 2, 1))
    assert describe_rule(rule) == (
        "the text behind the label “価格:”, the second from it, in td, 1 above it"
    )
    assert to_css(rule) == (None, "CSS cannot ask for the text of a label")
    assert str(to_xpath(rule).text).endswith("[2][parent::td]/..")


@pytest.mark.parametrize("text", ["", "a", "it's", 'say "it"', 'it\'s "it"', "'\"'"])
def test_xpath_literal_says_the_text(text: str) -> None:
    assert html.document_fromstring("<p>").xpath(f"string({quote_xpath(text)})") == text


def test_wrapper_is_described_line_by_line() -> None:
    rule = Rule(Element("h2"), (Step(TEXT, 1),))
    other = Rule(Label("Title", "td"))
    fields = {"title": ((rule, other), (other,)), "gone": ()}
    rules = RuleWrapper(fields, Rule(Element("div", "class", "card")), ("title",))
    assert describe(Wrapper(rules)).splitlines() == [
        "title: the first text of h2; else the text behind the label “Title”, in td;"
        " and the text behind the label “Title”, in td",
        "gone: nowhere: it has no rule",
        "records: div.card, each with its own title",
    ]


def test_tree_and_left_right_are_described() -> None:
    path = (NodeLabel("td", None, (("class", "a"), ("id", None))), NodeLabel(TEXT, 2))
    tree = TreeWrapper({"x": TreeField(path), "y": TreeField(())})
    assert describe(Wrapper(tree)) == (
        "x: the text at td[class=a] > text(2)\ny: nowhere: it has no rule"
    )
    assert tree_to_xpath(tree.fields["x"]).text == "//td[@class='a']/text()[2]"
    assert tree_to_xpath(tree.fields["y"]) == (None, "no example had the field")
    lr = LeftRightWrapper({"z": Delimiters("<b>\n", "</b>")})
    assert describe(Wrapper(lr)) == "z: what stands between “<b>\\n” and “</b>”"


def test_terminal_gets_no_escape_sequences() -> None:
    rules = RuleWrapper({"a\x1b[2J": ((Rule(Label("\x07\u202e", "p")),),)})
    assert describe(Wrapper(rules)).isprintable()


def run_script(wrapper: Wrapper, tmp_path: Path, text: str) -> list[dict[str, Any]]:
    script, page = tmp_path / "script.py", tmp_path / "page.html"
    script.write_text(to_python(wrapper), encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", str(script), str(page)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60)
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return [line["fields"] for line in lines]


def texts_of(wrapper: Wrapper, text: str) -> list[dict[str, list[str]]]:
    records = wrapper.apply(make_page(text))
    return [{name: record.texts(name) for name in record.fields} for record in records]


def test_script_reads_the_same_records(tmp_path: Path) -> None:
    cards = """<meta charset="utf-8"><table><tr><td>x</td></tr></table>
    <div class="card"><h2>A</h2><p class="by">by Ann (1990)</p><table><tr><td>1円<br>2</td></tr>
    </table></div><div class="card"><h2>B</h2><p class="by">by Bob (1991)</p></div>
    <div class="card"><h2>A</h2><p class="by">by Ann (1992)</p><table><tr><td>3円<br>4</td></tr>
    </table></div>"""
    labels = [
        {"page": "page.html", "field": "title", "values": ["A", "B"]},
        {"page": "page.html", "field": "author", "values": ["Ann", "Bob"]},
        {"page": "page.html", "field": "price", "values": ["1円 2", "3円 4"]},
    ]
    wrapper = learn([make_page(cards)], labels)
    assert texts_of(wrapper, cards)[1] == {"title": ["B"], "author": ["Bob"], "price": []}
    assert run_script(wrapper, tmp_path, cards) == texts_of(wrapper, cards)


def test_field_of_one_value_is_said_and_exported(tmp_path: Path) -> None:
    items = Rule(Element("li"))
    wrapper = Wrapper(RuleWrapper({"a": ((items,),), "b": ((items,),)}, one=("a",)))
    assert describe(wrapper) == "a: the text of li, the first one alone\nb: the text of li"
    text = "<ul><li>x<li>y</ul>"
    assert texts_of(wrapper, text) == [{"a": ["x"], "b": ["x", "y"]}]
    assert run_script(wrapper, tmp_path, text) == texts_of(wrapper, text)


def test_tree_script_reads_the_same_values(tmp_path: Path) -> None:
    labels = [{"page": "page.html", "field": "maker", "values": ["Tea & cups"]}]
    wrapper = learn([make_page(SHOP)], labels, method="tree")
    assert run_script(wrapper, tmp_path, SHOP) == [{"maker": ["Tea & cups"]}]


def test_left_right_script_reads_the_same_values(tmp_path: Path) -> None:
    wrapper = Wrapper(LeftRightWrapper({"x": Delimiters("<dd>", "</dd>")}))
    assert run_script(wrapper, tmp_path, LIST) == texts_of(wrapper, LIST)


def test_data_of_the_wrapper_never_becomes_code() -> None:
    evil = "'''\"\"\"\n\\'); raise SystemExit('evil')  # {fields}\u2028\ud800"
    rules = RuleWrapper({evil: ((Rule(Element("p", "class", evil), (), evil, Part(evil, evil)),),)})
    script = to_python(Wrapper(rules))
    compile(script, "script.py", "exec")
    constants = script.split("RECORD =")[0].split("FIELDS =")[1]
    assert "\ud800" not in script
    assert list(eval(constants, {"__builtins__": {}})) == [evil]
