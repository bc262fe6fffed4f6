"""HOSTILE.md rows 1, 2, 5, 14, 26 and 30 for wrappers: bad labels, pages and wrapper files.

Each row runs in a child process with a time and a memory limit.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

COST = """
import json, resource, sys, time
from zaru import Page
from zaru.errors import ZaruError
from zaru.wrappers.learning import learn
from zaru.wrappers.wrapper import Wrapper

def page(html, source="a.html", encoding="utf-8"):
    raw = html if isinstance(html, bytes) else html.encode(encoding)
    return Page.from_bytes(raw, source=source, charset=encoding)

def label(values, page="a.html", field="f"):
    return {"page": page, "field": field, "values": values}

def kibibytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
"""
# Learns, then reads the first page. Prints the values, what was told, and the cost.
LEARN = (
    COST
    + """
learn([page("<p>a")], [label(["a"])])
pages, labels = eval(sys.argv[1])
told, found = [], []
before, begin = kibibytes(), time.process_time()
try:
    wrapper = learn(pages, labels, tell=told.append)
except ZaruError as error:
    outcome = f"{type(error).__name__}: {error}"
else:
    outcome = "wrapper"
    found = [record.texts("f") for record in wrapper.apply(pages[0])]
seconds = time.process_time() - begin
found = [[text[:100] for text in texts] for texts in found]
assert all(len(line) < 500 for line in told), "a line that nobody reads"
print(json.dumps({"outcome": outcome[:200], "told": told, "found": found, "seconds": seconds,
                  "kibibytes": kibibytes() - before}))
"""
)
XML = '\'<?xml version="1.0"?>'


@dataclass(frozen=True)
class Lesson:
    """Pages and labels, as expressions, and what must come of them."""

    pages: str
    labels: str
    outcome: str = "wrapper"
    told: list[str] = field(default_factory=list)  # how the lines begin
    found: list[list[str]] | None = None  # on the first page
    seconds: float = 20
    mebibytes: int = 300


LESSONS = {
    "labels-for-no-page": Lesson(
        "[page('<p>x')]",
        "[label(['x'], page=f'{n}.html') for n in range(500)] + [label(['x'])]",
        told=["0.html: a label is for this page"] * 1,
        found=[["x"]],
    ),
    "value-nowhere": Lesson(
        "[page('<p>x' * 1000)]",
        "[label(['y'])]",
        "UsageError: nothing could be learnt: f: “y” is not on a.html",
    ),
    "values-nowhere-on-a-large-page": Lesson(
        "[page(''.join(f'<p>run {n}' for n in range(50_000)))]",
        "[label([f'no run {n}' for n in range(3000)])]",
        "UsageError: nothing could be learnt",
        seconds=40,
    ),
    "10000-occurrences": Lesson("[page('<p>x' * 10_000)]", "[label(['x'])]", seconds=30),
    "10000-occurrences-in-one-text": Lesson("[page('<p>y ' + 'x ' * 10_000)]", "[label(['x'])]"),
    "10000-attributes": Lesson("[page('<a href=x>y</a>' * 10_000)]", "[label(['x'])]", seconds=30),
    "value-of-1-MB": Lesson("[page('<p>' + 'ab ' * 350_000)]", "[label(['ab ' * 350_000])]"),
    "value-of-1-MB-in-runs": Lesson(
        "[page('<p>' + '<b>a</b>' * 50_000)]", "[label(['a' * 1_000_000])]",
        "UsageError: nothing could be learnt",
    ),
    "value-of-1-MB-nowhere": Lesson(
        "[page('<p>' + 'a' * 900_000)]",
        "[label(['a' * 1_000_000])]",
        "UsageError: nothing could be learnt",
    ),
    "part-of-1-MB": Lesson("[page('<p>b ' + 'a' * 10**6)]", "[label(['b'])]", found=[["b"]]),
    "same-letters": Lesson(
        "[page('<p>' + 'a' * 10**6)]", "[label(['a' * 1000])]", "UsageError: nothing could be"
    ),
    "empty-page": Lesson("[page('')]", "[label(['x'])]", "UsageError: nothing could be learnt"),
    "no-pages": Lesson("[]", "[label(['x'])]", "UsageError: nothing could be learnt"),
    "no-labels": Lesson("[page('<p>x')]", "[]", "UsageError: nothing could be learnt"),
    "labels-of-no-shape": Lesson("[page('<p>x')]", "[[1]]", "FormatError: a label is like"),
    "page-without-a-tree": Lesson(
        f"[page({XML}<a><b></a>', 'b.xml')]", "[label(['x'], page='b.xml')]", "UsageError: nothing"
    ),
    "one-page-without-a-tree": Lesson(
        f"[page('<p>x'), page({XML}<a>', 'b.xml')]",
        "[label(['x']), label(['x'], page='b.xml')]",
        told=["b.xml", "b.xml: a label is for this page"],
        found=[["x"]],
    ),
    "mixed-encodings": Lesson(
        "[page('<title>日本語のページ</title><h1>茶碗</h1>', f'{name}.html', name)"
        " for name in ('shift_jis', 'euc_jp', 'utf-8', 'utf-16')]",
        "[label(['茶碗'], page=f'{name}.html') for name in ('shift_jis', 'euc_jp', 'utf-8')]",
        found=[["茶碗"]],
    ),
    "labels-that-contradict": Lesson(
        "[page(f'<p>{n}<p>x', f'{n}.html') for n in range(40)]",
        "[label([str(n) if n % 2 else 'x'], page=f'{n}.html') for n in range(40)]",
        seconds=30,
    ),
    "label-with-a-wild-span": Lesson(
        "[page('<p>x')]",
        "[label([{'text': 'x', 'span': [-10**30, 10**40]}])]",
        found=[["x"]],
    ),
    "5-MB-page": Lesson(
        "[page('<h1>x</h1>' + '<p>' + 'some words ' * 450_000)]", "[label(['x'])]", found=[["x"]]
    ),
    "200000-runs": Lesson(
        "[page('<h1>x</h1>' + '<p>run' * 200_000)]",
        "[label(['x'])]",
        found=[["x"]],
        seconds=30,
        mebibytes=600,
    ),
    "deep-page": Lesson(
        "[page('<div>' * 5000 + 'y<b>x</b>' + '<p>z' * 5000)]",
        "[label(['x'])]",
        found=[["x"]],
        seconds=30,
    ),
    "3000-values": Lesson(
        "[page('<ul>' + ''.join(f'<li>value {n}' for n in range(3000)) + '</ul>')]",
        "[label([f'value {n}' for n in range(3000)])]",
        found=[[f"value {n}" for n in range(3000)]],
        seconds=30,
    ),
    "1000-records": Lesson(
        "[page('<ul>' + ''.join(f'<li><b>n{n}</b><i>p{n}</i>' for n in range(1000)) + '</ul>')]",
        "[label([f'n{n}' for n in range(1000)]),"
        " label([f'p{n}' for n in range(1000)], field='g')]",
        found=[[f"n{n}"] for n in range(1000)],
        seconds=30,
    ),
}  # fmt: skip


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_bad_lesson_is_learnt_or_refused(lesson: Lesson, run_child: Callable[..., str]) -> None:
    code = f"({lesson.pages}, {lesson.labels})"
    result = json.loads(run_child(LEARN, code, seconds=90, mebibytes=4096))
    assert result["outcome"].startswith(lesson.outcome)
    for line, beginning in zip(result["told"], lesson.told, strict=False):
        assert line.startswith(beginning)
    if lesson.found is not None:
        assert result["found"] == lesson.found
    assert result["seconds"] < lesson.seconds
    assert result["kibibytes"] < lesson.mebibytes * 1024


# Reads a page with a wrapper of another site; prints how many records and the cost.
APPLY = (
    COST
    + """
html = "<h1>{0}</h1><table><tr><th>Price<td>{1}</table><ul><li><b>{0}</b> ({1})<i>{0}</i></ul>"
pages = [page(html.format(f"name {n}", f"${n}"), f"{n}.html") for n in range(3)]
labels = [label([f"name {n}"], f"{n}.html", "name") for n in range(3)]
wrapper = learn(pages, labels + [label([f"${n}"], f"{n}.html", "price") for n in range(3)])
assert len(wrapper.apply(pages[0])) == 1
raw = eval(sys.argv[1])
before, begin = kibibytes(), time.process_time()
try:
    records = wrapper.apply(Page.from_bytes(raw))
except ZaruError as error:
    outcome = type(error).__name__
else:
    outcome = len(records)
print(json.dumps([outcome, time.process_time() - begin, kibibytes() - before]))
"""
)
OTHER_SITES: dict[str, tuple[str, int | str]] = {
    "another-site": ("b'<div><p>Hello<p>Price</div>'", 0),
    "empty": ("b''", 0),
    "binary": ("bytes(range(256)) * 99", 0),
    "broken-xml": (f"{XML}<a>'.encode()", "FormatError"),
    "too-many-nodes": ("b'<p>x' * 300_000", "LimitExceeded"),
    "deep": ("b'<h1>' * 5000 + b'x' + b'<table>' * 1000", 1),
    "200000-labels": ("b'<p>Price' * 200_000", 0),
    "100000-headings": ("b'<h1>x</h1>' * 100_000", 1),
    "5-MB-text": ("b'<h1>' + b'x y ' * 1_250_000", 1),
}


@pytest.mark.parametrize(("raw", "outcome"), OTHER_SITES.values(), ids=OTHER_SITES)
def test_wrapper_on_another_site_finds_little_and_does_not_crash(
    raw: str, outcome: int | str, run_child: Callable[..., str]
) -> None:
    found, seconds, kibibytes = json.loads(run_child(APPLY, raw, seconds=90, mebibytes=4096))
    assert found == outcome
    assert seconds < 30
    assert kibibytes < 800 * 1024


LOAD = (
    COST
    + """
good = learn([page("<h1>x</h1>")], [label(["x"])]).to_json()
rule = good["rules"]["fields"][0]["places"][0][0]

def with_rule(**change):
    fields = [{"name": "f", "places": [[{**rule, **change}]]}]
    return json.dumps({**good, "rules": {**good["rules"], "fields": fields}})

text = eval(sys.argv[1])
begin = time.process_time()
try:
    wrapper = Wrapper.loads(text, source="w.json")
    outcome = f"{len(wrapper.apply(page('<h1>x</h1>')))} records"
except ZaruError as error:
    outcome = str(error)
print(json.dumps([outcome, time.process_time() - begin]))
"""
)
FILES = {
    "good": ("json.dumps(good)", "1 records"),
    "not-json": ("'<html>'", "w.json: no wrapper: no valid JSON"),
    "not-text": ("bytes(range(256))", "w.json: no wrapper: no valid JSON"),
    "wrong-version": ("json.dumps({**good, 'zaru_wrapper': 99})", "w.json: a wrapper of version"),
    "unknown-key": ("json.dumps({**good, 'eval': 'x'})", "w.json: wrapper has the unknown key"),
    "wrong-types": ("json.dumps({**good, 'samples': 'x'})", "w.json: samples is a text"),
    "method-of-no-name": (
        "json.dumps({**good, 'rules': {'method': {}}})", "w.json: rules.method is '{}'",
    ),
    "deep-lists": ("'[' * 10**6", "w.json: no wrapper: no valid JSON"),
    "deep-version": (
        "'{\"zaru_wrapper\":' + '[' * 900 + ']' * 900 + '}'", "w.json: a wrapper of version [[[",
    ),
    "10-MB-of-samples": (
        "json.dumps({**good, 'samples': {'f': [{'page': 'a', 'values': ['x' * 100]}] * 80_000}})",
        "1 records",
    ),
    "10-MB-of-steps": ("with_rule(path=['p[1]'] * 1_300_000)", "0 records"),
    "10-MB-of-nonsense": ("'[' + '1,' * 5_000_000 + '1]'", "w.json: no wrapper: zaru_wrapper"),
    "huge-position": (
        "with_rule(path=['p[' + '9' * 5000 + ']'])",
        "w.json: rules.fields[0].places[0]",
    ),
    "huge-number": ("'{\"zaru_wrapper\": ' + '9' * 5000 + '}'", "w.json: no wrapper: no valid"),
    "huge-distance": (
        "with_rule(**{'from': {'label': 'x', 'in': 'h1', 'distance': 10**4000, 'up': 0}})",
        "0 records",
    ),
    "huge-climb": (
        "with_rule(**{'from': {'label': 'x', 'in': 'h1', 'distance': 1, 'up': 10**4000}})",
        "0 records",
    ),
    "infinite-distance": (
        "with_rule(**{'from': {'label': 'x', 'in': 'h1', 'distance': 1e999, 'up': 0}})",
        "w.json: rules.fields[0].places[0][0].from.distance is the number inf",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "outcome"), FILES.values(), ids=FILES)
def test_bad_wrapper_file_gets_one_clear_line(
    text: str, outcome: str, run_child: Callable[..., str]
) -> None:
    said, seconds = json.loads(run_child(LOAD, text, seconds=60, mebibytes=2048))
    assert said.startswith(outcome)
    assert len(said) < 200
    assert "\n" not in said
    assert seconds < 20


# Prints the seconds for a page and for one of twice its size.
DOUBLING = (
    COST
    + """
from zaru.dom import TEXT
from zaru.wrappers.rules.occurrences import *
from zaru.wrappers.rules.rule_wrapper import RuleWrapper
from zaru.wrappers.rules.rule import Element, Label, Part, Rule, Step
from zaru.wrappers.rules.view import View

unit, work = sys.argv[1:]

def build(page):
    view = View(page)
    view.reach, view.positions, view.squeezed, view.runs_by_text, view.rows_by_attribute
    for row in range(len(view.tree)):
        view.children(row)

def find(page):
    view = View(page)
    for value in ("x", "a b", "run", "nowhere", "a"):
        for finder in (find_whole, find_parts, find_parts_of_elements, find_parts_of_attributes):
            sum(1 for _ in finder(view, value))

def read(page):
    rules = [Rule(Element("p")), Rule(Element("b"), part=Part("", "u")), Rule(Label("x", "b")),
             Rule(None, (Step("body"), Step("p"), Step(TEXT))), Rule(Element("p"), (), "title")]
    fields = {str(number): ((rule,),) for number, rule in enumerate(rules)}
    RuleWrapper(fields, Rule(Element("p")), ("0", "1", "2")).read(page)
    RuleWrapper(fields, None, ("0", "1", "2")).read(page)

def measure(count):
    source = page(eval(unit) * count)
    source.tree
    times = []
    for _ in range(3):
        begin = time.process_time()
        globals()[work](source)
        times.append(time.process_time() - begin)
    return min(times)

measure(10)
print(json.dumps([measure(2000), measure(4000)]))
"""
)
UNITS = {
    "paragraphs": "'<p title=a>x<b>run</b></p>'",
    "one-paragraph": "'a <b>run</b> x '",
    "nested": "'<div>x<b>a</b>'",
    "same-letters": "'<i>a</i>'",
    "long-text": "'a b '",
}
RATIO = 3.5  # of the time for a doubled page: 2 when linear, 4 when quadratic
NOISE_SECONDS = 0.05  # below this, a time says nothing
TRIES = 3  # what else the machine does may double a time, but not three times in a row


@pytest.mark.parametrize("work", ["build", "find", "read"])
@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_time_doubles_with_the_page(unit: str, work: str, run_child: Callable[..., str]) -> None:
    for _ in range(TRIES):
        short, long = json.loads(run_child(DOUBLING, unit, work, seconds=60, mebibytes=2048))
        if long < max(short * RATIO, NOISE_SECONDS):
            break
    else:
        pytest.fail(f"{short:.3f} s for a page, {long:.3f} s for one of twice its size")
    assert long < 15
