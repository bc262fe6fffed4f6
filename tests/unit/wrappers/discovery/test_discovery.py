from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.unit.wrappers.alternation.test_left_right import make_article

from zaru.errors import UsageError
from zaru.limits import Limits
from zaru.page import Page
from zaru.wrappers.discovery.discovery import (
    MAX_FIELDS,
    Finding,
    describe_fields,
    discover,
    find_fields,
)
from zaru.wrappers.discovery.proposals import propose
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.view import View
from zaru.wrappers.wrapper import Wrapper

PAGES = 12


def page(body: str, number: int = 0, encoding: str = "utf-8") -> Page:
    head = f'<meta charset="{encoding}"><title>店</title>'
    html = f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"
    return Page.from_bytes(html.encode(encoding), source=f"{number}.html")


def site(body: Callable[[int], str], pages: int = PAGES, encoding: str = "utf-8") -> list[Page]:
    return [page(body(number), number, encoding) for number in range(pages)]


def texts(wrapper: Wrapper, name: str, of: Page) -> list[str]:
    return [text for record in wrapper.apply(of) for text in record.texts(name)]


def book(number: int) -> str:
    """Return a table whose rows shift: a page in three has no 訳者."""
    translator = f"<tr><th>訳者</th><td>訳{number}子</td></tr>" if number % 3 else ""
    return (
        "<div id=menu><a href=/>ホーム</a> <a href=/new>新着</a></div>"
        f"<h1 class=title>本の{number}巻</h1><table><tr><th>著者</th><td>著{number}郎</td></tr>"
        f"{translator}<tr><th>価格：</th><td>{number + 1},200円</td></tr></table>"
        "<p class=note>税込み・送料無料</p>"
    )


def test_shifting_rows_are_told_apart_by_their_labels() -> None:
    pages = site(book)
    wrapper = discover(pages)
    assert {"title", "著者", "訳者", "価格"} <= set(wrapper.fields)
    for number, each in enumerate(pages):
        assert texts(wrapper, "価格", each) == [f"{number + 1},200円"]
        assert texts(wrapper, "訳者", each) == ([f"訳{number}子"] if number % 3 else [])
        assert texts(wrapper, "title", each) == [f"本の{number}巻"]


def test_fields_are_read_from_pages_that_were_not_there() -> None:
    wrapper = discover(site(book))
    assert texts(wrapper, "著者", page(book(99))) == ["著99郎"]


def test_template_is_not_reported() -> None:
    pages = site(book)
    wrapper = discover(pages)
    said = {
        text for name in wrapper.fields for each in pages for text in texts(wrapper, name, each)
    }
    assert not said & {"税込み・送料無料", "ホーム", "新着", "店", "著者", "訳者", "価格："}


def test_optional_row_is_not_reported_again_by_its_position() -> None:
    findings = describe_fields(discover(site(book)), site(book))
    assert [finding.name for finding in findings[:4]] == ["価格", "著者", "title", "訳者"]
    assert len(findings) <= 6


def test_unreadable_page_is_told() -> None:
    told: list[str] = []
    deep = Page.from_bytes(b"<div>" * 50, source="deep.html", limits=Limits(max_nodes=10))
    wrapper = discover([*site(book), deep], tell=told.append)
    assert "著者" in wrapper.fields
    assert len(told) == 1
    assert "deep.html" in told[0]


def test_values_have_spans() -> None:
    pages = site(book, encoding="shift_jis")
    record = discover(pages).apply(pages[4])[0]
    (value,) = record.fields["価格"]
    assert value.span is not None
    offset, length = value.span
    assert pages[4].raw[offset : offset + length].decode("shift_jis") == "5,200円"


def test_list_of_values_is_one_field() -> None:
    def body(number: int) -> str:
        tags = "".join(f"<a class=tag>tag{number}-{tag}</a> " for tag in range(1 + number % 3))
        return f"<h1>Post {number}</h1><p>Tags: {tags}</p>"

    pages = site(body)
    wrapper = discover(pages)
    read = [texts(wrapper, name, pages[2]) for name in wrapper.fields]
    assert ["tag2-0", "tag2-1", "tag2-2"] in read


def test_label_and_value_in_one_run_are_parted() -> None:
    pages = site(lambda number: f"<ul><li>発行: 2020/01/{number + 10}<li>更新: {number}日</ul>")
    wrapper = discover(pages)
    assert texts(wrapper, "発行", pages[3]) == ["2020/01/13"]
    assert texts(wrapper, "更新", pages[3]) == ["3日"]


def test_label_names_what_stands_right_behind_it() -> None:
    pages = site(
        lambda n: (
            f"<h1>Tea {n}</h1><div class=k2f><b>Brand</b> <a href=/>Maker {n % 3}</a></div>"
            f"<div class=q8><p>Grown for {n} years.</p></div><div>http://example.org/{n}</div>"
            f"<div class=x3><b>Origin</b> <em>→</em> <i>Hill {n}</i></div>"
        )
    )
    wrapper = discover(pages)
    read = {name: texts(wrapper, name, pages[7]) for name in wrapper.fields}
    assert read["Brand"] == ["Maker 1"]
    assert read["Origin"] == ["Hill 7"]
    assert [name for name, found in read.items() if found == ["Grown for 7 years."]] == ["p"]
    assert ["//example.org/7"] not in read.values()


def test_attributes_are_found() -> None:
    pages = site(lambda number: f"<time datetime=2020-01-{number + 10}>then</time><p>x{number}")
    wrapper = discover(pages)
    assert ["2020-01-13"] in [texts(wrapper, name, pages[3]) for name in wrapper.fields]


def test_xml_attributes_are_found() -> None:
    sources = [
        f'<?xml version="1.0"?><Law Year="{n}"><Title>法{n}</Title></Law>' for n in range(PAGES)
    ]
    pages = [Page.from_bytes(text.encode(), source=f"{n}.xml") for n, text in enumerate(sources)]
    wrapper = discover(pages)
    read = [texts(wrapper, name, pages[7]) for name in wrapper.fields]
    assert ["法7"] in read
    assert ["7"] in read


def test_field_of_few_values_is_found() -> None:
    def body(number: int) -> str:
        kind = ("Private", "Public")[number % 2]
        return f"<h1>School {number}</h1><dl><dt>Type:</dt><dd>{kind}</dd></dl>"

    pages = site(body)
    assert texts(discover(pages), "Type", pages[1]) == ["Public"]


def test_rare_field_is_not_reported() -> None:
    pages = site(lambda n: f"<h1>a{n}</h1>" + (f"<p class=sale>{n}% off</p>" if n < 3 else ""))
    assert "sale" not in discover(pages).fields


def test_findings_have_examples_and_coverage() -> None:
    pages = site(book)
    wrapper = discover(pages)
    findings = {finding.name: finding for finding in describe_fields(wrapper, pages)}
    assert list(findings) == list(wrapper.fields)
    assert findings["著者"] == Finding("著者", ("著0郎", "著1郎", "著2郎"), 1.0)
    assert findings["訳者"].coverage == pytest.approx(2 / 3)


def test_wrapper_survives_its_file() -> None:
    wrapper = discover(site(book))
    assert Wrapper.loads(wrapper.dumps()) == wrapper
    assert wrapper.samples["価格"][0].values == ("1,200円",)
    assert wrapper.made["others"] == PAGES


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_pages_are_refused(count: int) -> None:
    with pytest.raises(UsageError, match="two or more"):
        discover(site(book, pages=count))
    assert find_fields(site(book, pages=count)) == {}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(lambda _number: "", id="empty"),
        pytest.param(lambda _number: "<p>same</p>", id="same"),
    ],
)
def test_pages_without_fields_are_refused(body: Callable[[int], str]) -> None:
    with pytest.raises(UsageError, match="no field in common"):
        discover(site(body))


def test_no_bytes_at_all_are_refused() -> None:
    with pytest.raises(UsageError):
        discover([Page.from_bytes(b"", source="a"), Page.from_bytes(b"", source="b")])


def test_two_pages_are_enough() -> None:
    pages = site(book, pages=2)
    assert texts(discover(pages), "著者", pages[1]) == ["著1郎"]


def test_ten_thousand_equal_runs_are_no_field() -> None:
    pages = site(lambda number: f"<h1>a{number}</h1>" + "<p>same</p>" * 10_000, pages=3)
    fields = discover(pages).fields
    assert "h1" in fields


def test_ten_thousand_runs_are_few_fields() -> None:
    pages = site(lambda n: "".join(f"<p>{n}-{run}</p>" for run in range(10_000)), pages=3)
    assert len(discover(pages).fields) <= MAX_FIELDS


def test_pages_of_several_encodings_are_one_site() -> None:
    encodings = ["utf-8", "shift_jis", "euc-jp"]
    pages = [page(book(number), number, encodings[number % 3]) for number in range(PAGES)]
    wrapper = discover(pages)
    assert [texts(wrapper, "著者", each) for each in pages] == [
        [f"著{number}郎"] for number in range(PAGES)
    ]


def test_many_pages_are_sampled() -> None:
    pages = site(book, pages=300)
    wrapper = discover(pages)
    assert texts(wrapper, "著者", pages[299]) == ["著299郎"]


def test_method_lr_discovers_fields() -> None:
    pages = site(book)
    wrapper = discover(pages, method="lr")
    assert wrapper.rules.method == "lr"
    read = [text for name in wrapper.fields for text in texts(wrapper, name, pages[3])]
    assert any("著3郎" in text for text in read)


def test_method_lr_needs_no_tree() -> None:
    """It reads raw text: XML that is not well-formed is a page like others."""
    articles = [make_article(number) for number in range(30)]
    sources = [f"<?xml version='1.0'?>{html.replace('html>', 'doc>')}" for html, _ in articles]
    pages = [Page.from_bytes(source.encode(), source="x") for source in sources]
    told: list[str] = []
    wrapper = discover(pages, method="lr", tell=told.append)
    read = [text for name in wrapper.fields for text in texts(wrapper, name, pages[3])]
    assert set(articles[3][1]) <= set(read)
    assert told == []
    with pytest.raises(UsageError, match=r"0 page\(s\)"):
        discover(pages)


def test_limit_of_lr_is_named_where_it_left_no_field(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaru.wrappers.alternation.delimiters.MAX_DELIMITER", 0)
    with pytest.raises(UsageError, match="no field in common: a limit was reached"):
        discover(site(book), method="lr")


def test_discovery_is_the_same_every_time() -> None:
    assert discover(site(book)) == discover(site(book))


def test_page_that_cannot_be_read_costs_itself_and_not_the_table() -> None:
    broken = Page.from_bytes(b'<?xml version="1.0"?><a><b></a>', source="broken.xml")
    pages = [*site(book), broken]
    findings = describe_fields(discover(pages), pages)
    assert {"著者", "価格"} <= {found.name for found in findings if found.coverage == 1.0}


def read_all(pages: list[Page], limit: int = MAX_FIELDS) -> list[list[list[str]]]:
    """Return what each field reads from each page, the surest field first."""
    wrapper = Wrapper(RuleWrapper(find_fields(pages, limit=limit)))
    return [[texts(wrapper, name, each) for each in pages] for name in wrapper.fields]


def test_text_of_a_link_is_no_label_of_what_comes_next() -> None:
    pages = site(lambda n: f"<p><a href=/all>See all</a></p><div><span>thing no. {n}</span></div>")
    assert "See all" not in discover(pages).fields


def test_element_is_read_whole_where_markup_in_it_comes_and_goes() -> None:
    def body(number: int) -> str:
        unit = "<em>mm</em>" if number % 2 else "mm"
        return f"<table><tr><td>{number} x {number + 7} {unit}</td></tr></table>"

    assert [[f"{n} x {n + 7} mm"] for n in range(PAGES)] in read_all(site(body))


def test_element_of_a_label_and_its_value_is_no_field_beside_the_value() -> None:
    pages = site(lambda n: f"<div><p><b>Weight</b> {n + 3} kg</p></div>")
    assert read_all(pages) == [[[f"{n + 3} kg"] for n in range(PAGES)]]


def test_table_is_not_read_as_a_list_with_or_without_its_labels() -> None:
    rows = "<table><tr><td>Maker<td>maker {0}<tr><td>Size<td>{0} cm<tr><td>Model<td>m{0}</table>"
    fields = read_all(site(rows.format))
    assert all(len(found) == 1 for field in fields for found in field)
    assert len(fields) == 3


def test_value_is_not_taken_for_the_label_of_the_next_one() -> None:
    def body(number: int) -> str:
        maker = ("Aoyama", "Ueda")[number % 2]
        return f"<table><tr><td>Maker<td>{maker}<tr><td>Size<td>{number} cm</table>"

    assert not {"Aoyama", "Ueda"} & set(discover(site(body)).fields)


def test_name_of_the_page_comes_before_lists_beside_it() -> None:
    """A page has one name, and its title says it; what others bought stands in a side bar."""

    def body(number: int) -> str:
        others = "".join(f"<li><a href=/{i}>other {number * 50 + i}</a></li>" for i in range(40))
        return f"<ul>{others}</ul><div class=x><b>Kettle number {number}</b></div>"

    pages = [
        Page.from_bytes(f"<title>Kettle number {n} | Shop</title>{body(n)}".encode(), source=str(n))
        for n in range(PAGES)
    ]
    assert [[f"Kettle number {n}"] for n in range(PAGES)] in read_all(pages, limit=2)


def test_proposal_says_all_that_its_rule_reads() -> None:
    """The mark stands before other things, too: what it finds there is no value of a field."""
    far = "<div>" * 5 + "<i>y{0}</i><b>z{0}</b>"
    body = "<div>» <i>x{0}</i><b>engine {0}</b></div><p>»</p>" + far
    views = [View(each) for each in site(body.format)]
    for proposal in propose(views):
        assert [set(proposal.rule.texts(view)) for view in views] == list(map(set, proposal.texts))
