"""Pages out of columns are those that are made row by row, whatever a corpus has in its tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from tests.corpora import make_corpus
from tests.unit.search.test_searching import TEXTS, make_page

from zaru.io.corpus import Corpus
from zaru.io.parquet import ParquetWriter
from zaru.io.schema import TABLES, VERSION
from zaru.search import page_columns
from zaru.search.filling import open_findables
from zaru.search.kept_line import MAX_PASSAGE_CHARS, KeptLine
from zaru.search.kept_pages import Findable
from zaru.search.payload import SHOWN

try:
    from zaru.search import _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]

in_c = pytest.mark.skipif(_kernel is None, reason="the kernel is not compiled")
Made = tuple[list[tuple[Findable, str]], list[tuple[int, int, bytes]]]
SCHEME = "Sudachi"
LONG = "寺" * (MAX_PASSAGE_CHARS + 1)


def make_rows(corpus: Corpus, scheme: str | None) -> Made:
    """Return the pages of a corpus, and what was kept of each."""
    kept: list[tuple[int, int, bytes]] = []

    def keep(words: int, readings: int, data: bytes) -> str:
        kept.append((words, readings, data))
        return str(len(kept))

    with open_findables(corpus, (scheme, None)) as keep_file:
        return [page for file in corpus.files() for page in keep_file(file, keep)], kept


def check_both(corpus: Corpus, monkeypatch: pytest.MonkeyPatch, scheme: str | None) -> Made:
    """Return what the kernel makes, which is what Python makes."""
    made = make_rows(corpus, scheme)
    with monkeypatch.context() as patch:
        patch.setattr(page_columns, "_kernel", None)
        assert make_rows(corpus, scheme) == made
    return made


def write_corpus(folder: Path, pages: list[dict[str, Any]], said: list[dict[str, Any]]) -> Corpus:
    for name, rows in (("pages", pages), ("sentences", said)):
        shape, path = TABLES[name], folder / name / "000000.parquet"
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file, closing(ParquetWriter(file, shape)) as writer:
            writer.add({key: row.get(key) for key in shape} for row in rows)
    (folder / "corpus.json").write_text(json.dumps({"schema": VERSION, "digest": "0"}))
    return Corpus(folder)


def make_sentence(page: str, text: str, offset: int, **other: Any) -> dict[str, Any]:
    answer = "\n".join(f"{letter}\t名詞\t{letter}\t{letter}\tゴ" for letter in text)
    return {
        "page": page,
        "text": text,
        "span": [offset, len(text.encode())],
        "is_content": True,
        "annotations": [{"scheme": "KNP", "text": "?"}, {"scheme": SCHEME, "text": answer}],
        **other,
    }


def make_block(text: str, offset: int, role: str = "paragraph") -> dict[str, Any]:
    return {"role": role, "text": text, "span": [offset, len(text.encode())]}


def test_pages_are_those_that_are_made_row_by_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [make_page(name, text) for name, text in TEXTS.items()]
    made, kept = check_both(Corpus(make_corpus(tmp_path, pages)), monkeypatch, None)
    assert len(made) == len(kept) == len(TEXTS)
    assert any("外国 国人 人参 参政 政権 ·" in page.compounds for page, _ in made)


@in_c
def test_sentences_of_a_page_may_stand_in_several_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_columns, "_SENTENCE_ROWS", 2)
    monkeypatch.setattr(page_columns, "_PAGE_ROWS", 1)
    text = "外国人参政権"
    said = [make_sentence(page, text, 18 * at) for page in "ab" for at in range(5)]
    pages = [{"id": page, "title": text, "blocks": [make_block(text * 5, 0)]} for page in "ab"]
    made, _ = check_both(write_corpus(tmp_path, pages, said), monkeypatch, SCHEME)
    assert [page.words for page, _ in made] == ["\n".join([" ".join(text)] * 6)] * 2


PLAIN = "寺が外国人参政権"
ODD = {
    "no-annotation": {"annotations": None},
    "another-scheme": {"annotations": [{"scheme": "KNP", "text": "?"}]},
    "no-answer": {"annotations": [{"scheme": SCHEME, "text": None}]},
    "not-content": {"is_content": False},
    "unknown-content": {"is_content": None},
    "another-page": {"page": "z"},
    "line-end": {"text": "寺\nが"},
    "other-text": {"text": "寺"},
    "long": {"text": LONG, "span": [40, 3]},
    "before": {"span": [0, 3]},
    "no-span": {"span": None},
    "far": {"span": [2**62, 3]},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("role", ["paragraph", "image"])
def test_odd_sentences_are_read_as_row_by_row(
    odd: dict[str, Any], role: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [make_sentence("a", PLAIN, 30), {**make_sentence("a", PLAIN, 54), **odd}]
    said += [make_sentence("a", PLAIN, 78), make_sentence("b", PLAIN, 0)]
    blocks = [make_block(PLAIN * 3, 30, role), make_block(PLAIN, 200)]
    pages: list[dict[str, Any]] = [
        {"id": "a", "title": "外国人参政", "language": "ja", "blocks": blocks},
        {"id": "x", "title": None, "blocks": None, "duplicate_of": "a", "is_truncated": True},
        {"id": "b", "title": PLAIN, "blocks": [make_block(PLAIN, 0, role)], "date": "2009-01-16"},
    ]
    made, kept = check_both(write_corpus(tmp_path, pages, said), monkeypatch, SCHEME)
    assert [page.is_duplicate for page, _ in made] == [False, True, False]
    assert '["a", null, "外国人参政", ' in str(kept[0][2], "utf-8")


TEXT = some.text('aA"\\\n\t\x00\x1f\x7f é寺外国人参政権髙々〇㍿豈𠮟😀', max_size=12)


@given(
    titles=some.lists(some.none() | TEXT, max_size=3),
    texts=some.lists(TEXT, max_size=6),
    size=some.none() | some.integers(-(2**63), 2**63 - 1),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_page_is_read_as_row_by_row(
    titles: list[str | None],
    texts: list[str],
    size: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said, blocks, offset = [], [], 0
    for at, text in enumerate(texts):
        said.append(make_sentence("0", text, offset))
        blocks.append(make_block(text + ("rest 外国人参政権" if at % 3 == 2 else ""), offset))
        offset += len(text.encode()) + 20
    pages = [
        {"id": str(at), "title": title, "blocks": blocks if at == 0 else None, "url": title,
         "size": size, "original": None if at else {"file": title, "offset": size}}
        for at, title in enumerate(titles)
    ]  # fmt: skip
    check_both(write_corpus(tmp_path, pages, said), monkeypatch, SCHEME)


def test_tables_of_other_types_are_read_row_by_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [{"id": "a", "title": PLAIN, "blocks": [make_block(PLAIN, 0)]}]
    corpus = write_corpus(tmp_path, pages, [make_sentence("a", PLAIN, 0)])
    expected = check_both(corpus, monkeypatch, SCHEME)
    path = tmp_path / "sentences" / "000000.parquet"
    table = pyarrow.parquet.read_table(path)
    at = table.schema.get_field_index("text")
    pyarrow.parquet.write_table(
        table.set_column(at, "text", table.column(at).cast("large_string")), path
    )
    assert not corpus.has_shape("sentences", "000000.parquet", ["text"])
    assert not corpus.has_shape("sentences", "000000.parquet", ["nothing"])
    assert make_rows(corpus, SCHEME) == expected


def build_reader(batches: Iterator[Any], **other: Any) -> _kernel.PageReader:
    lines = _kernel.LineReader(lambda _: (0, 0, "", ""), KeptLine)
    cut = other.get("cut", lambda *_: ("", "", ""))
    cut_block = other.get("cut_block", lambda *_: [])
    return _kernel.PageReader(lines, lines, cut_block, cut, "file", batches, None)


def build_batch(table: str, rows: list[dict[str, Any]], **forged: Any) -> Any:
    from zaru.io.parquet import to_schema

    schema = to_schema(TABLES[table])
    whole = [{key: row.get(key) for key in TABLES[table]} for row in rows]
    made = pyarrow.Table.from_pylist(whole, schema=schema).combine_chunks()
    for name, column in forged.items():
        made = made.set_column(schema.get_field_index(name), name, column)
    return made.to_batches()[0]


PAGE = {"id": "a", "blocks": [make_block("寺", 0)]}
NOT_UTF8 = pyarrow.array([b"\xff\xe3\x81"]).view("string")


@in_c
@pytest.mark.parametrize(
    ("batch", "error"),
    [
        pytest.param(7, AttributeError, id="a-number"),
        pytest.param(pyarrow.array(["a"]), ValueError, id="an-array"),
        pytest.param(pyarrow.record_batch({"id": ["a"]}), ValueError, id="too-few-columns"),
        pytest.param(build_batch("pages", [PAGE], title=pyarrow.array([1])), ValueError, id="type"),
        pytest.param(
            build_batch("pages", [PAGE], site=pyarrow.array(["a"]).dictionary_encode()),
            ValueError,
            id="dictionary",
        ),
        pytest.param(
            build_batch("pages", [PAGE], original=pyarrow.array([[1]])), ValueError, id="a-list"
        ),
    ],
)
def test_a_batch_that_is_none_is_an_error(batch: Any, error: type[Exception]) -> None:
    reader = build_reader(iter([]))
    with pytest.raises(error):
        reader.open(batch, SHOWN)
    with pytest.raises(IndexError):
        reader.make(0)


@in_c
@pytest.mark.parametrize("name", ["title", "url"])
def test_bytes_that_are_no_text_are_an_error(name: str) -> None:
    reader = build_reader(iter([]))
    reader.open(build_batch("pages", [{"id": "a"}], **{name: NOT_UTF8}), SHOWN)
    with pytest.raises(UnicodeDecodeError):
        reader.make(0)


@in_c
@pytest.mark.parametrize(
    ("cut", "error"),
    [
        pytest.param(lambda *_: None, TypeError, id="nothing"),
        pytest.param(lambda *_: ["寺"], TypeError, id="no-pair"),
        pytest.param(lambda *_: [("寺",)], TypeError, id="no-line"),
        pytest.param(lambda *_: [("寺", "寺")], TypeError, id="a-line-that-is-none"),
        pytest.param(lambda *_: [("\ud800", ("", "", ""))], UnicodeEncodeError, id="half-a-letter"),
        pytest.param(lambda *_: 1 // 0, ZeroDivisionError, id="it-raises"),
    ],
)
def test_what_is_cut_wrongly_is_an_error(cut: Any, error: type[Exception]) -> None:
    reader = build_reader(iter([]), cut_block=cut)
    reader.open(build_batch("pages", [PAGE]), SHOWN)
    with pytest.raises(error):
        reader.make(0)


@in_c
def test_a_reader_is_used_by_one_at_a_time() -> None:
    def make_again(*_: object) -> list[Any]:
        reader.make(0)
        return []

    reader = build_reader(iter([]), cut_block=make_again)
    reader.open(build_batch("pages", [PAGE]), SHOWN)
    with pytest.raises(IndexError, match="being made"):
        reader.make(0)
    with pytest.raises(ValueError, match="too many"):
        reader.open(build_batch("pages", [PAGE]), SHOWN * 3)


@in_c
def test_batches_of_sentences_that_raise_are_said() -> None:
    def fail() -> Iterator[Any]:
        yield build_batch("sentences", [make_sentence("a", "寺", 0)])
        raise OSError("damaged")

    for batches, error in ((fail(), OSError), (iter([7]), AttributeError)):
        reader = build_reader(batches)
        reader.open(build_batch("pages", [PAGE]), SHOWN)
        with pytest.raises(error):
            reader.make(0)
