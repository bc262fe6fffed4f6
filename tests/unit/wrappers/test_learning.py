"""Learning from labels: what each promise of the issue means on pages of our own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from zaru import Page
from zaru.errors import UsageError
from zaru.wrappers.learning import learn
from zaru.wrappers.record import Record, collapse
from zaru.wrappers.rules.rule import Label
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.wrapper import Wrapper

ENCODINGS = ["utf-8", "shift_jis", "euc_jp", "iso2022_jp", "utf-16"]
Labels = Mapping[str, Sequence[Any]]  # the values by field


def page(html: str, source: str = "-", encoding: str = "utf-8") -> Page:
    charset = encoding.replace("iso2022_jp", "iso-2022-jp")
    return Page.from_bytes(html.encode(encoding), source=source, charset=charset)


def learn_from(
    lessons: Iterable[tuple[str, Labels]], others: Iterable[str] = (), *, encoding: str = "utf-8"
) -> Wrapper:
    pages, labels = [], []
    for number, (html, fields) in enumerate(lessons):
        pages.append(page(html, f"{number}.html", encoding))
        for field, values in fields.items():
            labels.append({"page": f"{number}.html", "field": field, "values": list(values)})
    pages += [page(html, f"other-{number}.html", encoding) for number, html in enumerate(others)]
    return learn(pages, labels)


def read(wrapper: Wrapper, html: str) -> list[dict[str, list[str]]]:
    return [
        {name: record.texts(name) for name in record.fields} for record in wrapper.apply(page(html))
    ]


def read_one(wrapper: Wrapper, html: str) -> dict[str, list[str]]:
    [record] = read(wrapper, html)
    return record


SHOP = "<h1>{0}</h1><table><tr><th>Price<td>{1}<tr><th>Stock<td>{2}</table><p>Buy {0} now</p>"


def test_value_as_it_appears_is_enough() -> None:
    wrapper = learn_from([(SHOP.format("Tea", "$3", "5"), {"name": ["Tea"], "price": ["$3"]})])
    assert read_one(wrapper, SHOP.format("Rice", "$7", "1")) == {"name": ["Rice"], "price": ["$7"]}


def test_white_space_of_labels_does_not_matter() -> None:
    wrapper = learn_from([("<h1>Green\n  tea</h1>", {"name": [" Green tea "]})])
    assert read_one(wrapper, "<h1>Black\ttea</h1>") == {"name": ["Black tea"]}


def test_occurrence_that_agrees_across_pages_is_chosen() -> None:
    wrapper = learn_from(
        [
            (SHOP.format("Tea", "5", "5"), {"price": ["5"]}),
            (SHOP.format("Rice", "7", "2"), {"price": ["7"]}),
        ]
    )
    assert read_one(wrapper, SHOP.format("Salt", "1", "9")) == {"price": ["1"]}


def test_label_beside_the_value_holds_where_rows_shift() -> None:
    def spec(**rows: str) -> str:
        cells = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in rows.items())
        return f"<table>{cells}</table>"

    wrapper = learn_from(
        [
            (spec(メーカー="佐藤", 価格="300円", 重さ="1kg"), {"price": ["300円"]}),
            (spec(価格="90円", 重さ="2kg"), {"price": ["90円"]}),
            (spec(色="赤", メーカー="鈴木", 価格="120円"), {"price": ["120円"]}),
        ]
    )
    assert read_one(wrapper, spec(a="1", b="2", c="3", d="4", 価格="5円")) == {"price": ["5円"]}
    assert isinstance(wrapper.rules, RuleWrapper)
    assert isinstance(wrapper.rules.fields["price"][0][0].start, Label)


@pytest.mark.parametrize(
    ("html", "values"),
    [
        pytest.param("<p><a href='/item/{}'>more</a>", ("/item/1", "/item/2"), id="href"),
        pytest.param("<p><img src='{}.png' alt=x>", ("1.png", "2.png"), id="src"),
        pytest.param("<p><time datetime='2013-02-0{}'>soon</time>", ("2013-02-01", "2013-02-02"),
                     id="datetime"),
        pytest.param("<meta property='og:title' content='茶{}'><p>x", ("茶1", "茶2"), id="content"),
        pytest.param("<p><img src=x alt='a &amp; {}'>", ("a & 1", "a & 2"), id="alt"),
        pytest.param('<?xml version="1.0"?><本 年="201{}"/>', ("2011", "2012"), id="xml"),
    ],
)  # fmt: skip
def test_value_may_be_an_attribute(html: str, values: tuple[str, str]) -> None:
    wrapper = learn_from([(html.format(1), {"field": [values[0]]})])
    assert read_one(wrapper, html.format(2)) == {"field": [values[1]]}


def test_text_that_readers_see_comes_before_an_attribute_that_says_the_same() -> None:
    html = "<meta property='og:title' content='{0}'><div><div><h2>{0}</h2></div></div>"
    wrapper = learn_from([(html.format("Tea"), {"name": ["Tea"]})], map(html.format, "ab"))
    assert read_one(wrapper, "<meta property='og:title' content=x><div><div><h2>y") == {
        "name": ["y"]
    }


def test_label_may_name_the_attribute() -> None:
    html = "<p><a href='{0}'>{0}</a> <b title='{0}'>x</b>"
    label = {"attribute": "href", "value": "a.html"}
    wrapper = learn_from([(html.format("a.html"), {"link": [label]})])
    assert read_one(wrapper, "<p><a href=b.html>text</a> <b title=c>x</b>") == {"link": ["b.html"]}


def test_name_of_an_attribute_is_found_in_xml_whatever_its_case() -> None:
    xml = '<?xml version="1.0"?><event startDate="{}"/>'
    label = {"attribute": "startDate", "value": "2013"}
    assert read_one(learn_from([(xml.format(2013), {"start": [label]})]), xml.format(2014)) == {
        "start": ["2014"]
    }


def test_label_may_name_an_attribute_that_is_no_value_elsewhere() -> None:
    xml = '<?xml version="1.0"?><shop><item id="{0}1"/><item id="{0}2"/></shop>'
    ids = [{"attribute": "id", "value": f"a{n}"} for n in (1, 2)]
    wrapper = learn_from([(xml.format("a"), {"code": ids})])
    assert read_one(wrapper, xml.format("b")) == {"code": ["b1", "b2"]}


def test_attribute_is_found_behind_many_texts_that_say_the_same() -> None:
    html = "<p>{0}" * 20 + "<p><a title='{0}'>x</a>"
    wrapper = learn_from([(html.format(7), {"n": [{"attribute": "title", "value": "7"}]})])
    assert read_one(wrapper, html.replace("<p>{0}", "<p>1").format(9)) == {"n": ["9"]}


def test_part_of_an_attribute_is_learnt() -> None:
    html = "<p><a href='/item/{}?from=top'>more</a>"
    wrapper = learn_from([(html.format(n), {"code": [str(n)]}) for n in (123, 45)])
    assert read_one(wrapper, html.format(678)) == {"code": ["678"]}


def test_label_may_name_the_attribute_of_a_part() -> None:
    html = "<p>No. {0}<a href='/item/{0}?from=top'>more</a>"
    label = {"attribute": "href", "value": "123"}
    wrapper = learn_from([(html.format(123), {"code": [label]})])
    assert read_one(wrapper, "<p>No. 5<a href='/item/678?from=top'>x</a>") == {"code": ["678"]}


def test_date_and_weekday_are_two_fields_of_one_text() -> None:
    html = "<h2>{}</h2><p>{} ({})<p>次の{}は休みです"
    days = [("2013/02/04", "月"), ("2013/02/05", "火"), ("2013/02/08", "金")]
    wrapper = learn_from(
        (html.format("日誌", date, day, day), {"date": [date], "day": [day]}) for date, day in days
    )
    found = read_one(wrapper, html.format("日誌", "2014/12/31", "水", "木"))
    assert found == {"date": ["2014/12/31"], "day": ["水"]}


def test_part_between_label_and_note_is_learnt() -> None:
    html = "<div><p>{}</p><p>価格: {}円 (税込)</p></div>"
    lessons = [("茶", "1,200"), ("箸", "90")]
    wrapper = learn_from((html.format(*texts), {"price": [texts[1]]}) for texts in lessons)
    assert read_one(wrapper, html.format("碗", "3,500")) == {"price": ["3,500"]}
    whole = learn_from((html.format(*texts), {"price": [f"{texts[1]}円"]}) for texts in lessons)
    assert read_one(whole, html.format("碗", "3,500")) == {"price": ["3,500円"]}


def test_part_may_go_over_inline_elements() -> None:
    html = "<div><p>{}</p><p>価格: <b>{}</b>円 (税込)</p></div>"
    lessons = [("茶", "1,200"), ("箸", "90")]
    wrapper = learn_from((html.format(*texts), {"price": [f"{texts[1]}円"]}) for texts in lessons)
    assert read_one(wrapper, html.format("碗", "3,500")) == {"price": ["3,500円"]}


def test_value_may_go_over_inline_elements() -> None:
    html = "<div><p class=n><b>{}</b> of <i>{}</i></p><p>x</p></div>"
    wrapper = learn_from([(html.format(1, 9), {"page": ["1 of 9"]})])
    assert read_one(wrapper, html.format(2, 5)) == {"page": ["2 of 5"]}


@pytest.mark.parametrize(
    "html",
    ["<h1>{}</h1><p>x", "<dl><dt>Ort<dd>{}<dt>Land<dd>x</dl>", "<p><b>{}</b></p><p>x"],
    ids=["element", "behind-a-label", "element-above"],
)
def test_pages_with_markup_inside_a_value_decide_for_the_element(html: str) -> None:
    lessons = [(html.format("Ebene 1"), {"f": ["Ebene 1"]})]
    wrapper = learn_from(lessons, map(html.format, ("Ufer 2", "<i>E</i>bene 3", "</b>Ort 4")))
    assert read_one(wrapper, html.format("<i>H</i>alle 5")) == {"f": ["Halle 5"]}
    assert read_one(wrapper, html.format("Halle 6")) == {"f": ["Halle 6"]}


def test_pages_with_notes_behind_a_value_decide_for_the_text() -> None:
    html = "<p class=price>{}</p><p>x"
    others = [html.format(f"${n}<br><small>{note}</small>") for n, note in enumerate(("new", "!"))]
    wrapper = learn_from([(html.format("$7"), {"price": ["$7"]})], others)
    assert read_one(wrapper, html.format("$9<br><small>sale</small>")) == {"price": ["$9"]}


def test_page_variants_get_several_paths() -> None:
    old = "<table><tr><td>Item<td><b>{}</b></table>"
    new = "<div class=product><h1>{}</h1></div>"
    wrapper = learn_from(
        [
            (old.format("Tea"), {"name": ["Tea"]}),
            (new.format("Rice"), {"name": ["Rice"]}),
            (old.format("Salt"), {"name": ["Salt"]}),
        ]
    )
    assert read_one(wrapper, old.format("Miso")) == {"name": ["Miso"]}
    assert read_one(wrapper, new.format("Soy")) == {"name": ["Soy"]}


def test_field_in_several_places_is_their_union() -> None:
    html = "<h1>x</h1><p class=author>{}</p><p>text</p><div id=with>{}</div>"
    wrapper = learn_from(
        (html.format(*names), {"author": names}) for names in (["Abe", "Sato"], ["Ito", "Kato"])
    )
    assert read_one(wrapper, html.format("Mori", "Ono")) == {"author": ["Mori", "Ono"]}


def test_list_of_values_is_read_whole() -> None:
    def tags(*names: str) -> str:
        return f"<h1>x</h1><ul class=tags>{''.join(f'<li>{name}' for name in names)}</ul><p>end"

    wrapper = learn_from([(tags("a", "b", "c"), {"tag": ["a", "b", "c"]})])
    assert read_one(wrapper, tags("d", "e", "f", "g")) == {"tag": ["d", "e", "f", "g"]}


def test_absent_field_is_empty() -> None:
    html = "<h1>{}</h1><div>{}</div>"
    wrapper = learn_from(
        [
            (html.format("Tea", "<p>sale"), {"name": ["Tea"], "note": ["sale"]}),
            (html.format("Rice", ""), {"name": ["Rice"], "note": []}),
        ]
    )
    assert read_one(wrapper, html.format("Salt", "")) == {"name": ["Salt"], "note": []}
    assert read_one(wrapper, html.format("Salt", "<p>new")) == {"name": ["Salt"], "note": ["new"]}


def test_label_without_values_forbids_rules_that_find_something_there() -> None:
    html = "<h1>x</h1><p class={}>{}"
    wrapper = learn_from(
        [
            (html.format("note", "sale"), {"note": ["sale"]}),
            (html.format("advert", "buy"), {"note": []}),
        ]
    )
    assert read(wrapper, html.format("advert", "now")) == []


def test_pages_without_labels_decide() -> None:
    html = "<div>{}<p>{}</p></div><div id=price>{}</div>"
    lessons = [(html.format("", "$3", "$3"), {"price": ["$3"]})]
    others = [html.format("<p>Sale!</p>" * (n % 3), f"only {n}", f"${n}") for n in range(8)]
    wrapper = learn_from(lessons, others)
    assert read_one(wrapper, html.format("", "no", "$9")) == {"price": ["$9"]}


CARD = "<li><b class=n>{}</b>{}<i class=p>{}</i></li>"
CARD_ROW = "<tr><td class=n>{}</td><td class=s>{}</td><td class=p>{}</td></tr>"
CARD_TERM = "<dt class=n>{}</dt>{}<dd class=p>{}</dd>"


@pytest.mark.parametrize(
    ("outer", "inner", "note"),
    [
        pytest.param("<ul>{}</ul>", CARD, "<em>{}</em>", id="cards"),
        pytest.param("<table>{}</table>", CARD_ROW, "{}", id="table-rows"),
        pytest.param("<dl>{}</dl>", CARD_TERM, "<dd class=s>{}</dd>", id="dl"),
    ],
)
def test_rows_are_aligned_with_an_optional_field_in_the_right_one(
    outer: str, inner: str, note: str
) -> None:
    def listing(*rows: tuple[str, str, str]) -> str:
        cards = (inner.format(n, note.format(s) if s else "", p) for n, s, p in rows)
        return f"<h1>店</h1>{outer.format(''.join(cards))}<p>end"

    first = [("茶", "", "300円"), ("碗", "new", "1,200円"), ("箸", "", "90円")]
    labels = {
        "name": [n for n, _, _ in first],
        "note": [s for _, s, _ in first if s],
        "price": [p for _, _, p in first],
    }
    wrapper = learn_from([(listing(*first), labels)])
    rows = [("米", "", "5円"), ("塩", "", "6円"), ("酢", "sale", "7円"), ("油", "hot", "8円")]
    assert read(wrapper, listing(*rows)) == [
        {"name": [n], "note": [s] if s else [], "price": [p]} for n, s, p in rows
    ]


def shown(record: Record, source: Page) -> list[tuple[str, str]]:
    """Return each value with what the file says at its span."""
    pairs = []
    for values in record.fields.values():
        for value in values:
            assert value.span is not None
            offset, length = value.span
            said = source.raw[offset : offset + length].decode(source.decoded.codec)
            pairs.append((value.text, said))
    return pairs


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_spans_show_the_values_in_every_encoding(encoding: str) -> None:
    html = (
        "<title>日本語の店のページです</title><h1> {0} </h1><p>{1} ({2})"
        "<a href='/item?a={3}'>次</a><p><b>大きさ</b>: &lt;{4}&gt; 個"
    )

    def texts(name: str, date: str, day: str, code: str, size: str) -> tuple[str, Labels]:
        fields = {"name": [name], "date": [date], "day": [day], "code": [code], "size": [size]}
        return html.format(name, date, day, code, size), fields

    wrapper = learn_from(
        [
            texts("茶碗と箸", "2013/02/04", "月", "12", "3"),
            texts("急須と盆", "2013/02/05", "火", "345", "40"),
        ],
        encoding=encoding,
    )
    source = page(texts("表とソース", "2014/11/30", "日", "6", "7")[0], encoding=encoding)
    [record] = wrapper.apply(source)
    pairs = shown(record, source)
    assert [text for text, _ in pairs] == ["表とソース", "2014/11/30", "日", "6", "7"]
    for text, said in pairs:
        # The escapes of ISO-2022-JP stand between the bytes of a text: a part's span may be the
        # whole text's.
        assert text in said if encoding == "iso2022_jp" else text == collapse(said)


def test_span_with_character_references_shows_them() -> None:
    html = "<h1>{}</h1>"
    wrapper = learn_from([(html.format("Tea"), {"name": ["Tea"]})])
    source = page(html.format("Q&amp;A &#33590;"))
    [record] = wrapper.apply(source)
    assert shown(record, source) == [("Q&A 茶", "Q&amp;A &#33590;")]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_label_with_a_span_chooses_that_occurrence(place: int) -> None:
    html = "<p>7</p><h1>7</h1><ul><li>7</ul>"
    offset = [html.index("<p>") + 3, html.index("<h1>") + 4, html.index("<li>") + 4][place]
    wrapper = learn_from([(html, {"n": [{"text": "7", "span": [offset, 1]}]})])
    assert read_one(wrapper, "<p>0</p><h1>1</h1><ul><li>2</ul>") == {"n": [str(place)]}


def test_label_with_a_span_chooses_one_of_two_in_a_text() -> None:
    html = "<p>{} of {}"
    offset = html.format(9, 9).rindex("9")
    wrapper = learn_from([(html.format(9, 9), {"n": [{"text": "9", "span": [offset, 1]}]})])
    assert read_one(wrapper, html.format(3, 8)) == {"n": ["8"]}


def test_span_chooses_among_many_occurrences() -> None:
    html = "<p>7" * 30 + "<h1>7</h1>" + "<p>7" * 5
    wrapper = learn_from([(html, {"n": [{"text": "7", "span": [html.index("<h1>") + 4, 1]}]})])
    assert read_one(wrapper, "<p>1<h1>2</h1><p>3") == {"n": ["2"]}


def test_page_may_be_labelled_by_its_address_and_by_its_name() -> None:
    source = Page.from_bytes(
        SHOP.format("Tea", "$3", "5").encode(), source="d/a.html", url="http://x.jp/"
    )
    labels = [
        {"page": "a.html", "field": "name", "values": ["Tea"]},
        {"page": "http://x.jp/", "field": "price", "values": ["$3"]},
    ]
    wrapper = learn([source], labels)
    assert read_one(wrapper, SHOP.format("Rice", "$7", "1")) == {"name": ["Rice"], "price": ["$7"]}


def problems_of(pages: Sequence[Page], *labels: tuple[str, str, list[Any]]) -> list[str]:
    told: list[str] = []
    data = [{"page": name, "field": field, "values": values} for name, field, values in labels]
    learn(pages, data, tell=told.append)
    return told


def test_value_that_is_not_found_is_named_with_the_nearest_one() -> None:
    pages = [page(SHOP.format("Green tea", "$3", "5"), "a.html")]
    told = problems_of(pages, ("a.html", "name", ["Gren tea"]), ("a.html", "price", ["$3"]))
    assert told == ["name: “Gren tea” is not on a.html; the nearest is “Green tea”"]


def test_value_that_is_not_in_the_named_attribute_is_told() -> None:
    pages = [page("<p><a href=x>y</a>", "a.html")]
    label = {"attribute": "title", "value": "x"}
    told = problems_of(pages, ("a.html", "a", [label]), ("a.html", "b", ["y"]))
    assert told == ["a: “x” is not on a.html in an attribute title"]


def test_value_that_is_not_at_the_span_of_its_label_is_told() -> None:
    pages = [page("<p>x<p>y", "a.html")]
    told = problems_of(
        pages, ("a.html", "a", [{"text": "x", "span": [7, 1]}]), ("a.html", "b", ["y"])
    )
    assert told == ["a: “x” is not on a.html at byte 7; the nearest is “x”"]


def test_label_for_a_page_that_is_not_there_is_told() -> None:
    pages = [page("<p>x", "a.html")]
    told = problems_of(pages, ("b.html", "f", ["x"]), ("a.html", "f", ["x"]))
    assert told == ["b.html: a label is for this page, but the pages are a.html …"]


def test_label_that_may_mean_two_pages_is_told() -> None:
    pages = [page("<p>x", "1/a.html"), page("<p>y", "2/a.html")]
    told = problems_of(pages, ("a.html", "f", ["x"]), ("2/a.html", "f", ["y"]))
    assert told == ["a.html: a label is for this page, but 2 pages are called so"]


def test_pages_that_disagree_are_told() -> None:
    pages = [
        page(SHOP.format("Tea", "$3", "5"), "a.html"),
        page(SHOP.format("Rice", "$7", "1"), "b.html"),
    ]
    told = problems_of(
        pages,
        ("a.html", "f", ["$3"]),
        ("b.html", "f", ["$7"]),
        ("a.html", "g", ["$3"]),
        ("b.html", "g", ["$8"]),
    )
    assert told[0].startswith("g: “$8” is not on b.html; the nearest is “$")
    assert told[1:] == ["g: on b.html the wrapper finds “$7” and misses “$8”"]


def test_page_without_a_tree_is_left_out_and_told() -> None:
    broken = page('<?xml version="1.0"?><a><b></a>', "b.xml")
    told = problems_of([broken, page("<p>x", "a.html")], ("a.html", "f", ["x"]))
    assert len(told) == 1
    assert told[0].startswith("b.xml")
    assert told[0].endswith("the page is left out")


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        pytest.param([], "no label has a value", id="no-labels"),
        pytest.param([("a.html", [])], "no label has a value", id="no-values"),
        pytest.param([("a.html", [" "])], "no label has a value", id="empty-value"),
        pytest.param([("a.html", ["Miso"])], "“Miso” is not on a.html", id="not-found"),
        pytest.param([("b.html", ["Tea"])], "b.html: a label is for this page", id="no-page"),
    ],
)
def test_failure_says_why(labels: list[tuple[str, list[str]]], reason: str) -> None:
    data = [{"page": name, "field": "f", "values": values} for name, values in labels]
    with pytest.raises(UsageError, match=f"nothing could be learnt: .*{reason}"):
        learn([page("<p>Tea", "a.html")], data)


def test_no_pages_can_teach_nothing() -> None:
    with pytest.raises(UsageError, match="nothing could be learnt"):
        learn([], [{"page": "a", "field": "f", "values": ["x"]}])


def test_wrapper_keeps_samples_of_what_it_read() -> None:
    wrapper = learn_from(
        [(SHOP.format("Tea", "$3", "5"), {"name": ["Tea"]})], [SHOP.format("Rice", "$7", "1")]
    )
    assert [sample.values for sample in wrapper.samples["name"]] == [("Tea",), ("Rice",)]
    assert (wrapper.made["labelled"], wrapper.made["others"]) == (1, 1)
    assert Wrapper.loads(wrapper.dumps()) == wrapper


def learn_tree_from(html: str, labels: Mapping[str, Sequence[Any]]) -> tuple[Wrapper, list[str]]:
    told: list[str] = []
    lines = [{"page": "a.html", "field": f, "values": list(v)} for f, v in labels.items()]
    return learn([page(html, "a.html")], lines, method="tree", tell=told.append), told


def test_tree_method_takes_fields_in_the_order_of_the_page() -> None:
    """The labels name the price first; tuples end where the order of the page begins again."""
    html = "<ul><li><b>A</b><i>1円</i></li><li><b>B</b><i>2円</i></li></ul>"
    wrapper, told = learn_tree_from(html, {"price": ["1円", "2円"], "name": ["A", "B"]})
    assert wrapper.fields == ("name", "price")
    assert read(wrapper, html) == [
        {"name": ["A"], "price": ["1円"]},
        {"name": ["B"], "price": ["2円"]},
    ]
    assert told == []


def test_tree_method_is_tested_on_its_own_labels() -> None:
    """Paths have no classes that only some have: one of three paragraphs cannot be left out."""
    html = "<p class=a>x</p><p>y</p><p class=b>z</p>"
    _, told = learn_tree_from(html, {"field": ["x", "z"]})
    assert told == ["field: on a.html the wrapper finds “y”"]


def test_tree_method_says_that_it_reads_whole_texts() -> None:
    wrapper, told = learn_tree_from("<p>価格: 900円 (税込)</p><p>x</p>", {"price": ["900円"]})
    assert read_one(wrapper, "<p>価格: 800円 (税込)</p>") == {"price": ["価格: 800円 (税込)"]}
    assert told == [
        "price: labels are parts of texts, but Tree-Wrappers read whole ones",
        "price: on a.html the wrapper finds “価格: 900円 (税込)” and misses “900円”",
    ]


def test_tree_method_reads_any_value_of_an_attribute() -> None:
    label = {"attribute": "href", "value": "/1"}
    wrapper, told = learn_tree_from("<p><a class=x href=/1>one</a>", {"link": [label]})
    assert read_one(wrapper, "<p><a class=x href=/2>two</a>") == {"link": ["/2"]}
    assert told == []


def test_tree_method_keeps_records_with_blank_values_apart() -> None:
    row = "<tr><td>{}</td><td>{}</td></tr>"
    html = f"<table><tbody>{row.format('A', '1円')}{row.format('B', '2円')}</tbody></table>"
    wrapper, _ = learn_tree_from(html, {"name": ["A", "B"], "price": ["1円", "2円"]})
    blank = f"<table><tbody>{row.format('C', ' ')}{row.format('D', '4円')}</tbody></table>"
    assert read(wrapper, blank) == [
        {"name": ["C"], "price": []},
        {"name": ["D"], "price": ["4円"]},
    ]


def test_tree_method_learns_the_wrapper_of_paper_2() -> None:
    pages = [page(SHOP.format("Tea", "$3", "5"), "a.html")]
    wrapper = learn(pages, [{"page": "a.html", "field": "price", "values": ["$3"]}], method="tree")
    assert wrapper.rules.method == "tree"
    assert read(wrapper, SHOP.format("Rice", "$7", "1"))[0] == {"price": ["$7"]}


def test_items_of_a_feed_are_records() -> None:
    def feed(*items: tuple[str, str, str]) -> str:
        written = "".join(
            f"<item><title>{title}</title>{f'<by>{by}</by>' if by else ''}"
            f"<enclosure url='{url}'/></item>"
            for title, by, url in items
        )
        return f"<?xml version='1.0'?><rss><channel><title>新着</title>{written}</channel></rss>"

    known = [("猫", "夏目", "1.mp3"), ("鼻", "", "2.mp3"), ("羅生門", "芥川", "3.mp3")]
    labels = {
        "title": [title for title, _, _ in known],
        "by": [by for _, by, _ in known if by],
        "url": [url for _, _, url in known],
    }
    wrapper = learn_from([(feed(*known), labels)])
    items = [("雪国", "", "4.mp3"), ("こころ", "夏目", "5.mp3")]
    assert read(wrapper, feed(*items)) == [
        {"title": [title], "by": [by] if by else [], "url": [url]} for title, by, url in items
    ]


def test_records_hold_lists_and_parts() -> None:
    def listing(*rows: tuple[str, str, str]) -> str:
        cards = "".join(
            f"<article><h2>{name}</h2><p>{date} ({day})</p></article>" for name, date, day in rows
        )
        return f"<main>{cards}</main>"

    known = [("会議", "2013/02/04", "月"), ("休み", "2013/02/05", "火"), ("祭", "2013/02/08", "金")]
    labels = dict(zip(("name", "date", "day"), map(list, zip(*known, strict=True)), strict=True))
    wrapper = learn_from([(listing(*known), labels)])
    rows = [("旅", "2014/01/01", "水"), ("山", "2014/01/03", "木")]
    assert read(wrapper, listing(*rows)) == [
        {"name": [name], "date": [date], "day": [day]} for name, date, day in rows
    ]


def test_labels_that_contradict_each_other_give_what_most_say() -> None:
    told: list[str] = []
    pages = [page(SHOP.format(f"Tea {n}", f"${n}", f"{n} left"), f"{n}.html") for n in range(5)]
    data = [
        {"page": f"{n}.html", "field": "f", "values": [f"${n}" if n else "0 left"]}
        for n in range(5)
    ]
    wrapper = learn(pages, data, tell=told.append)
    assert read_one(wrapper, SHOP.format("Rice", "$7", "1 left"))["f"] == ["$7"]


def teach(
    pages: Sequence[Page], *labels: tuple[str, str, list[str]], **options: Any
) -> tuple[Wrapper, list[str], list[str]]:
    """Return the wrapper, what is wrong and what is noted."""
    told: list[str] = []
    noted: list[str] = []
    data = [{"page": name, "field": field, "values": values} for name, field, values in labels]
    wrapper = learn(pages, data, tell=told.append, note=noted.append, **options)
    return wrapper, told, noted


def make_shops(count: int) -> list[Page]:
    return [page(SHOP.format(f"Tea {n}", f"${n}", f"{n} left"), f"{n}.html") for n in range(count)]


@pytest.mark.parametrize("others", [0, 5])
def test_label_that_disagrees_with_the_others_is_named_and_left_out(others: int) -> None:
    wrapper, told, _ = teach(
        make_shops(3 + others),
        ("0.html", "price", ["$0"]),
        ("1.html", "price", ["1 left"]),
        ("2.html", "price", ["$2"]),
    )
    assert told == [
        "price: the label “1 left” on 1.html disagrees with the others, by which it is “$1”; it is"
        " left out"
    ]
    assert read_one(wrapper, SHOP.format("Rice", "$7", "9 left")) == {"price": ["$7"]}


def test_label_of_a_page_of_another_template_is_not_left_out() -> None:
    old, new = "<h1>Shop</h1><h2>{}</h2>", "<h1>{}</h1><p>x"
    pages = [page((old if n % 3 == 2 else new).format(f"Tea {n}"), f"{n}.html") for n in range(9)]
    wrapper, told, _ = teach(pages, *((f"{n}.html", "name", [f"Tea {n}"]) for n in range(3)))
    assert told == []
    assert read_one(wrapper, old.format("Rice")) == {"name": ["Rice"]}


def test_label_is_not_left_out_where_a_banner_moves_its_value() -> None:
    html = "<div>{}<p>Tea {}</p><p>${}</p></div>"
    pages = [page(html.format("<p>Sale!</p>" * (n % 2), n, n), f"{n}.html") for n in range(8)]
    _, told, _ = teach(pages, *((f"{n}.html", "price", [f"${n}"]) for n in (0, 1, 2)))
    assert told == []


def test_rule_that_finds_nothing_elsewhere_is_told() -> None:
    html = "<h2>x</h2><{0}>{1}</{0}>"
    texts = {"a.html": ("p", "$3"), "b.html": ("div", "$4"), "c.html": ("div", "$5")}
    pages = [page(html.format(*found), name) for name, found in texts.items()]
    _, told, noted = teach(pages, ("a.html", "price", ["$3"]))
    assert told == ["price: the rule finds nothing on 2 other pages; label one of them"]
    assert noted == ["other pages with a value: price 0 of 2"]


def test_rule_that_finds_the_same_on_all_other_pages_is_told_unless_labels_do() -> None:
    pages = [page(f"<h1>{n}</h1><p>Acme", f"{n}.html") for n in range(5)]
    _, told, noted = teach(pages, ("0.html", "brand", ["Acme"]))
    assert told == [
        "brand: the rule finds “Acme” on each of 4 other pages; if that is wrong, label one of them"
    ]
    assert noted[0] == "other pages with a value: brand 4 of 4"
    assert teach(pages, ("0.html", "brand", ["Acme"]), ("1.html", "brand", ["Acme"]))[1] == []


def test_text_that_stands_on_one_page_only_is_no_label() -> None:
    html = "<div>{}<p>{}</p></div><div><p>x</p></div>"
    pages = [page(html.format(f"<p>Box {n}</p>" * (n % 2), f"${n}"), f"{n}.html") for n in range(6)]
    wrapper, _, _ = teach(pages, ("1.html", "price", ["$1"]))
    assert isinstance(wrapper.rules, RuleWrapper)
    starts = [rule.start for place in wrapper.rules.fields["price"] for rule in place]
    assert not any(isinstance(start, Label) for start in starts)


def test_field_without_values_has_no_rule_and_is_told() -> None:
    wrapper, told, noted = teach(
        make_shops(2), ("0.html", "price", ["$0"]), ("0.html", "class", [])
    )
    assert told == ["class: no label has a value"]
    assert noted == ["other pages with a value: price 1 of 1"]
    assert wrapper.fields == ("price", "class")


def test_page_whose_label_would_decide_is_named() -> None:
    html = "<div>{}<p>{}</p></div><div id=price>{}</div>"
    texts = [("", "$3", "$3"), ("", "$4", "$4"), ("", "$5", "$5"), ("<p>Sale!</p>", "no", "$6")]
    pages = [page(html.format(*found), f"{n}.html") for n, found in enumerate(texts)]
    _, told, noted = teach(pages, ("0.html", "price", ["$3"]))
    assert told == []
    assert noted[0] == "other pages with a value: price 3 of 3"
    assert noted[1:] == [
        "a label on 3.html would decide: rules that fit all labels find price “$6” or “Sale! no”"
    ]


def make_film(number: int, count: int) -> Page:
    items = "".join(f"<li><a href=/{name}>{name}{number}</a>" for name in "ABCDEFGHIJ"[:count])
    return page(f"<h1>Film</h1><ul class=cast>{items}</ul><p>end", f"{number}.html")


def test_two_examples_of_a_list_mean_all_of_it() -> None:
    films = [make_film(n, 10 - n) for n in range(5)]
    wrapper, told, noted = teach(films, ("0.html", "actor", ["A0", "B0"]))
    assert told == []
    assert noted[0] == (
        "actor: “A0” and 1 more on 0.html are taken as examples of a list of 10 values; if only"
        " they are meant, label another page, too"
    )
    [record] = wrapper.apply(films[4])
    assert record.texts("actor") == ["A4", "B4", "C4", "D4", "E4", "F4"]


def test_two_pages_with_two_values_of_a_list_mean_these_and_a_line_says_so() -> None:
    films = [make_film(n, 10 - n) for n in range(5)]
    wrapper, _, noted = teach(
        films, ("0.html", "actor", ["A0", "B0"]), ("1.html", "actor", ["A1", "B1"])
    )
    assert noted[0] == (
        "actor: “A0” and 1 more on 0.html are of a list of 10 values; if all of it is meant, label"
        " all of it"
    )
    [record] = wrapper.apply(films[4])
    assert record.texts("actor") == ["A4", "B4"]


PRODUCT = "<h1>{}</h1><ul>{}</ul><dl>{}</dl>"


def make_product(name: str) -> str:
    """A page about one thing, which has two columns of several values."""
    rows = "".join(f"<dt>{name} {word}</dt><dd>{number}</dd>" for number, word in enumerate("abc"))
    return PRODUCT.format(name, "", rows)


PRODUCT_LABELS: list[tuple[str, list[str]]] = [
    ("name", ["Tea"]), ("part", ["Tea a", "Tea b", "Tea c"]), ("size", ["0", "1", "2"])
]  # fmt: skip


@pytest.mark.parametrize(("records", "count"), [("page", 1), ("auto", 3), ("row", 3)])
def test_what_a_record_is_can_be_said(records: str, count: int) -> None:
    pages = [page(make_product("Tea"), "a.html")]
    labels = [("a.html", field, values) for field, values in PRODUCT_LABELS]
    wrapper, _, _ = teach(pages, *labels, records=records)
    assert len(read(wrapper, make_product("Rice"))) == count
    assert Wrapper.loads(wrapper.dumps()) == wrapper


def test_labels_can_say_that_a_page_is_one_record() -> None:
    told: list[str] = []
    data = [
        {"page": "a.html", "field": field, "values": values, "record": 0}
        for field, values in PRODUCT_LABELS
    ]
    wrapper = learn([page(make_product("Tea"), "a.html")], data, tell=told.append)
    assert told == []
    assert read_one(wrapper, make_product("Rice"))["size"] == ["0", "1", "2"]


def test_labels_can_say_that_each_row_is_a_record() -> None:
    html = "<h1>Shop</h1><ul><li>{}<li>{}</ul>"
    data = [
        {"page": "a.html", "field": "name", "values": [name], "record": number}
        for number, name in enumerate(("Tea", "Rice"))
    ]
    wrapper = learn([page(html.format("Tea", "Rice"), "a.html")], data)
    assert read(wrapper, html.format("Salt", "Miso")) == [{"name": ["Salt"]}, {"name": ["Miso"]}]


def test_records_that_are_not_those_of_the_labels_are_told() -> None:
    told: list[str] = []
    data = [
        {"page": "a.html", "field": "n", "values": ["1", "3"], "record": 0},
        {"page": "a.html", "field": "n", "values": ["2", "4"], "record": 1},
    ]
    learn([page("<ul><li>1<li>2<li>3<li>4</ul>", "a.html")], data, tell=told.append)
    assert told == ["records: the wrapper makes other records of a.html than its labels do"]


def test_field_of_one_value_has_the_first() -> None:
    html = "<h1>{0}</h1><p><a class=brand>{0} Co</a></p><p><a class=brand>{0} Ltd</a></p>"
    pages = [page(html.format(name), f"{name}.html") for name in "abc"]
    wrapper, told, _ = teach(pages, ("a.html", "brand", ["a Co"]), one=["brand"])
    assert told == []
    assert isinstance(wrapper.rules, RuleWrapper)
    assert wrapper.rules.one == ("brand",)
    assert read_one(wrapper, html.format("Ito")) == {"brand": ["Ito Co"]}
    with pytest.raises(UsageError, match="no label is for 'brnd'; did you mean 'brand'"):
        teach(pages, ("a.html", "brand", ["a Co"]), one=["brnd"])


def test_field_of_one_value_does_not_part_a_page() -> None:
    html = "<b>{0} Co</b><i>{0} red</i><i>{0} blue</i><p>beside:</p><b>{0} Ltd</b>"
    pages = [page(html.format(name), f"{name}.html") for name in "abc"]
    labels = (("a.html", "brand", ["a Co"]), ("a.html", "colour", ["a red", "a blue"]))
    wrapper, told, _ = teach(pages, *labels, one=["brand"])
    assert told == []
    assert read_one(wrapper, html.format("x")) == {"brand": ["x Co"], "colour": ["x red", "x blue"]}


@pytest.mark.parametrize("options", [{"one": ["n"]}, {"records": "row"}])
def test_options_of_rules_are_refused_for_tree_wrappers(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="records and one are for rules"):
        teach([page("<p>1", "a.html")], ("a.html", "n", ["1"]), method="tree", **options)
