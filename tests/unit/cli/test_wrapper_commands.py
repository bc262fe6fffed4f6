"""`zaru learn`, `apply`, `discover`, `check`, `repair` and `show` as a user calls them."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet
import pytest
from tests.unit.wrappers.alternation.test_left_right import make_article

from zaru.cli.discover import _fit

EXAMPLES = Path(__file__).parents[3] / "examples"
PRODUCTS, LABELS = EXAMPLES / "shop/products", EXAMPLES / "labels.jsonl"


def run(*arguments: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zaru", *map(str, arguments)]
    return subprocess.run(
        command, input=given, capture_output=True, timeout=120, check=False, encoding="utf-8"
    )


@pytest.fixture(scope="module")
def wrapper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wrapper of the shop's products, learnt from the example labels."""
    path = tmp_path_factory.mktemp("wrapper") / "shop.json"
    result = run("learn", PRODUCTS, "--labels", LABELS, "-o", path)
    assert result.returncode == 0, result.stderr
    return path


def test_learnt_wrapper_reads_all_products(wrapper: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("apply", wrapper, PRODUCTS, "-f", "csv").stdout)))
    assert len(rows) == 11
    by_name = {row["name"]: row for row in rows}
    kettle = by_name["Tarnbrook Camp Kettle, 1.2 L"]
    assert (kettle["price"], kettle["rating"], kettle["weight"]) == ("£38.00", "4.7", "268 g")
    assert by_name["Wick 330 Rechargeable Headlamp"]["price"] == "£28.80"
    assert all(row["image"].startswith("/media/") for row in rows)


def test_coverage_of_each_field_is_said() -> None:
    result = run("learn", PRODUCTS, "--labels", LABELS)
    lines = result.stderr.splitlines()
    assert lines[0].startswith("zaru: learnt name, price, rating, weight, image from 3 labelled")
    assert lines[1].startswith("zaru: other pages with a value: name 8 of 8, price 8 of 8, ")
    assert run("learn", PRODUCTS, "--labels", LABELS, "-q").stderr == ""


def test_labels_may_stand_on_the_command_line() -> None:
    tent = PRODUCTS / "larkrise-2-tent.html"
    name = "name=Larkrise 2 Tunnel Tent"
    result = run("learn", tent, PRODUCTS, "--label", name, "--label", "weight=2.35 kg")
    assert "learnt name, weight from 1 labelled page and 10 others" in result.stderr
    assert json.loads(result.stdout)["samples"]["weight"][0]["values"] == ["2.35 kg"]


def test_what_a_record_is_and_one_value_are_kept_in_the_file() -> None:
    asked = ("--records", "page", "--one", "price")
    rules = json.loads(run("learn", PRODUCTS, "--labels", LABELS, *asked).stdout)["rules"]
    assert (rules["records"], rules["one"], rules["repeated"]) == ("page", ["price"], [])


def test_field_without_a_rule_is_not_said_to_be_learnt(tmp_path: Path) -> None:
    absent = '{"page": "drover-38-rucksack.html", "field": "class", "values": []}'
    labels = write(tmp_path, f"{label('£145.00')}\n{absent}")
    result = run("learn", PRODUCTS, "--labels", labels)
    assert result.returncode == 1
    assert "class: no label has a value" in result.stderr
    assert "learnt price from 1 labelled page" in result.stderr


def test_records_carry_their_byte_spans(wrapper: Path) -> None:
    lines = run("apply", wrapper, PRODUCTS).stdout.splitlines()
    for record in map(json.loads, lines):
        assert list(record) == ["page", "offset", "record", "fields"]
        raw = Path(record["page"]).read_bytes()
        for value in record["fields"]["price"]:
            offset, length = value["span"]
            codec = "cp1252" if b"windows-1252" in raw else "utf-8"
            assert value["value"] in raw[offset : offset + length].decode(codec)


def test_records_as_parquet(wrapper: Path, tmp_path: Path) -> None:
    output = tmp_path / "records.parquet"
    assert run("apply", wrapper, PRODUCTS, "-f", "parquet", "-o", output).returncode == 0
    rows = pyarrow.parquet.read_table(output).to_pylist()
    assert len(rows) == 11
    assert rows[0]["fields"]["price"][0]["value"] == "£145.00"


def test_no_record_is_a_valid_parquet_file_and_a_warning(wrapper: Path, tmp_path: Path) -> None:
    page, output = tmp_path / "other.html", tmp_path / "records.parquet"
    page.write_text("<p>Another site.")
    result = run("apply", wrapper, page, "-f", "parquet", "-o", output)
    assert pyarrow.parquet.read_table(output).num_rows == 0
    assert "1 of 1 pages have no record" in result.stderr


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("words", "behind the label “Weight”"),
        ("xpath", "name: //h1/text()[normalize-space()]"),
        ("css", "p.product__price > span"),
        ("python", "from lxml import"),
    ],
)
def test_wrapper_is_shown(wrapper: Path, form: str, words: str) -> None:
    assert words in run("show", wrapper, "--as", form).stdout


def test_wrapper_is_healthy_on_its_own_pages_only(wrapper: Path) -> None:
    own, other = run("check", wrapper, PRODUCTS), run("check", wrapper, EXAMPLES / "blog")
    assert (own.returncode, own.stdout) == (0, "")
    assert other.returncode == 1
    assert "price: missing on 14 of 14 pages" in other.stdout


def test_wrapper_is_not_judged_by_no_page(wrapper: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.xml").write_text('<?xml version="1.0"?><a><b></a>')
    result = run("check", wrapper, tmp_path / "broken.xml")
    assert (result.returncode, result.stdout) == (1, "")
    assert "0 kept, 1 failed" in result.stderr
    assert "repair" not in result.stderr


def test_wrapper_is_repaired_on_changed_pages(wrapper: Path, tmp_path: Path) -> None:
    changed, repaired = tmp_path / "products", tmp_path / "new.json"
    changed.mkdir()
    for path in PRODUCTS.glob("*.html"):
        raw = path.read_bytes().replace(b"product__price", b"p-cost").replace(b"product__", b"p-")
        (changed / path.name).write_bytes(raw)
    assert run("check", wrapper, changed).returncode == 1
    result = run("repair", wrapper, changed, "-o", repaired)
    assert result.returncode == 0, result.stderr
    assert "price: repaired" in result.stderr
    before, after = (
        [json.loads(line)["fields"] for line in run("apply", *arguments).stdout.splitlines()]
        for arguments in ((wrapper, PRODUCTS), (repaired, changed))
    )
    for old, new in zip(before, after, strict=True):
        for field in old:
            assert [v["value"] for v in old[field]] == [v["value"] for v in new[field]]


def test_method_lr_reads_pages_without_a_tree(tmp_path: Path) -> None:
    for number in range(30):
        text = make_article(number)[0].replace("html>", "doc>")  # not well-formed
        (tmp_path / f"{number}.xml").write_text(f"<?xml version='1.0'?>{text}", encoding="utf-8")
    output = tmp_path / "lr.json"
    result = run("discover", tmp_path, "--method", "lr", "--sample", "20", "-o", output)
    assert result.returncode == 0, result.stderr
    assert len(result.stdout.splitlines()) == 4
    assert json.loads(output.read_bytes())["made"]["others"] == 20


def test_discovered_fields_are_a_table_and_can_be_kept(tmp_path: Path) -> None:
    output = tmp_path / "found.json"
    table = run("discover", PRODUCTS).stdout
    assert table.startswith("field")
    assert "Weight" in table
    result = run(
        "discover", PRODUCTS, "--keep", "title,Weight", "--rename", "Weight=weight", "-o", output
    )
    assert result.returncode == 0, result.stderr
    record = json.loads(run("apply", output, PRODUCTS / "nightjar-down-quilt.html").stdout)
    assert [value["value"] for value in record["fields"]["weight"]] == ["640 g"]


Make = Callable[[Path], list[str | Path]]
MISTAKES: dict[str, tuple[Make, str]] = {
    "no labels file": (
        lambda folder: ["learn", PRODUCTS, "--labels", folder / "none.jsonl"],
        "none.jsonl: No such file",
    ),
    "broken label": (
        lambda folder: ["learn", PRODUCTS, "--labels", write(folder, '{"page": 1}')],
        "line 1: a label is like",
    ),
    "label that is no JSON": (
        lambda folder: ["learn", PRODUCTS, "--labels", write(folder, "price: 3")],
        "line 1: no valid JSON",
    ),
    "value that is nowhere": (
        lambda folder: ["learn", PRODUCTS, "--labels", write(folder, label("£145.01"))],
        "“£145.01” is not on",
    ),
    "no labels at all": (
        lambda _: ["learn", PRODUCTS],
        "no labels: give a file with --labels, or --label FIELD=VALUE",
    ),
    "label on the command line for a folder": (
        lambda _: ["learn", PRODUCTS, "--label", "price=3"],
        "--label is for the first of PAGES",
    ),
    "label on the command line without a value": (
        lambda _: ["learn", PRODUCTS / "larkrise-2-tent.html", "--label", "price"],
        "--label is like price='1,200円'",
    ),
    "one value of no field": (
        lambda _: ["learn", PRODUCTS, "--labels", LABELS, "--one", "prise"],
        "no label is for 'prise'; did you mean 'price'?",
    ),
    "page that is not there": (
        lambda folder: ["learn", PRODUCTS, "--labels", write(folder, label("3", page="x.html"))],
        "x.html: a label is for this page",
    ),
    "wrapper that is none": (
        lambda folder: ["apply", write(folder, "[]"), PRODUCTS],
        "no wrapper: zaru_wrapper is missing",
    ),
    "wrapper of another version": (
        lambda folder: ["show", write(folder, '{"zaru_wrapper": 99}')],
        "a wrapper of version 99",
    ),
    "wrapper that is a page": (
        lambda _: ["check", PRODUCTS / "wick-330-headlamp.html", PRODUCTS],
        "no valid JSON",
    ),
    "one page to discover on": (
        lambda _: ["discover", PRODUCTS / "wick-330-headlamp.html"],
        "give two or more",
    ),
    "field that is not there": (
        lambda _: ["discover", PRODUCTS, "--keep", "nonsense"],
        "no field 'nonsense'",
    ),
}


def write(folder: Path, text: str) -> Path:
    path = folder / "file.jsonl"
    path.write_text(text, encoding="utf-8")
    return path


def label(value: str, page: str = "drover-38-rucksack.html") -> str:
    return json.dumps({"page": page, "field": "price", "values": [value]}, ensure_ascii=False)


@pytest.mark.parametrize(("make", "words"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_gets_one_clear_line(make: Make, words: str, tmp_path: Path) -> None:
    result = run(*make(tmp_path))
    assert result.returncode in (1, 2)
    assert words in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["learn", "--labels", LABELS], ["discover"]])
def test_no_page_is_no_input(command: list[str | Path], tmp_path: Path) -> None:
    empty = tmp_path / "empty.html"
    empty.touch()
    result = run(*command, empty, "-q")
    assert result.returncode == 3
    assert result.stderr == f"zaru: {empty}: empty file\n"


@pytest.mark.parametrize("command", ["learn", "discover", "apply", "check", "repair"])
def test_folder_without_pages_is_told(command: str, wrapper: Path, tmp_path: Path) -> None:
    own: dict[str, list[str | Path]] = {"learn": ["--labels", LABELS], "discover": []}
    arguments = own.get(command, [wrapper])
    result = run(command, *arguments, tmp_path)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith("zaru: no page was found in the sources")
    assert len(result.stderr.splitlines()) == 1


def test_folder_is_no_wrapper(tmp_path: Path) -> None:
    result = run("show", tmp_path)
    assert result.returncode == 2
    assert f"{tmp_path}: a folder, not a file; give the file that `zaru learn`" in result.stderr


def test_wrapper_is_shown_from_standard_input(wrapper: Path) -> None:
    shown = run("show", "-", given=wrapper.read_text(encoding="utf-8"))
    assert (shown.returncode, shown.stdout) == (0, run("show", wrapper).stdout)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("abc", "abc   "), ("abcdefgh", "abcde…"), ("日本語", "日本語"), ("日本語だ", "日本… ")],
)
def test_table_cells_have_one_width(text: str, shown: str) -> None:
    assert _fit(text, 6) == shown
