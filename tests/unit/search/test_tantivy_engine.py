"""The index in this process: its order is Okapi's, written out here."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from zaru.errors import RunLocked
from zaru.search.kept_pages import FOLDER, keep_document, open_keeping
from zaru.search.tantivy_engine import TantivyEngine, TantivyWriter
from zaru.search.wanted import READINGS, TITLE, WORDS, Document, Filters, Match, Wanted

K1, B = 1.2, 0.75


def make_document(number: int, words: list[str], title: list[str], **other: object) -> Document:
    values: dict[str, object] = {
        "id": f"{number:032x}",
        "file": "00000.parquet",
        "words": " ".join([*title, *words]),
        "readings": "",
        "compounds": "",
        "title": " ".join(title),
        "site": "www.example.jp example.jp jp",
        "url": "www example jp",
        "language": "ja",
        "day": 20090116,
        "is_duplicate": False,
        "payload": str(number),
        **other,
    }
    return Document(**values)  # type: ignore[arg-type]


def add(writer: TantivyWriter, path: Path, documents: Iterable[Document]) -> None:
    with open_keeping(path) as keep:
        for document in documents:
            writer.add(keep_document(document, keep))


def write(folder: Path, documents: Iterable[Document]) -> TantivyEngine:
    writer = TantivyWriter(folder)
    add(writer, folder / FOLDER / "00000", documents)
    writer.commit()
    writer.close()
    return TantivyEngine(folder)


def search(engine: TantivyEngine, *groups: str, **options: object) -> list[tuple[str, float]]:
    """Return payload and score of the pages that have all of *groups*, words with '+' a phrase."""
    ways = tuple(((Match(WORDS, tuple(group.split("+"))),),) for group in groups)
    wanted = Wanted(ways, **options)  # type: ignore[arg-type]
    _, found = engine.search(wanted, offset=0, limit=100)
    return [(one.payload, one.score) for one in found]


def kept_length(length: int) -> int:
    """Return *length* as an index keeps it: one byte, exact up to 40, then with fewer digits."""
    known: list[int] = [*range(24), *(24 + low for low in range(16))]
    known += [24 + ((low | 8) << shift) for shift in range(1, 25) for low in range(8)]
    return max(value for value in known if value <= length)


class Okapi:
    """BM25 over one field, as Robertson and Walker have it."""

    def __init__(self, texts: list[list[str]]) -> None:
        self.counts = [Counter(text) for text in texts]
        self.lengths = [kept_length(len(text)) for text in texts]
        self.mean = sum(map(len, texts)) / len(texts)
        self.pages = Counter(word for text in texts for word in set(text))

    def score(self, word: str, number: int) -> float:
        count, pages = self.counts[number][word], self.pages[word]
        idf = math.log(1 + (len(self.counts) - pages + 0.5) / (pages + 0.5))
        length = K1 * (1 - B + B * self.lengths[number] / self.mean)
        return idf * count * (K1 + 1) / (count + length)


def test_order_is_okapis_on_200_queries(tmp_path: Path) -> None:
    dice = random.Random(5)
    vocabulary = [f"w{number}" for number in range(300)]
    weights = [1 / (rank + 1) for rank in range(300)]
    texts = [dice.choices(vocabulary, weights, k=dice.randint(3, 400)) for _ in range(400)]
    titles = [dice.choices(text, k=dice.randint(0, 6)) for text in texts]
    wholes = [[*title, *text] for title, text in zip(titles, texts, strict=True)]
    documents = [
        make_document(number, text, title)
        for number, (text, title) in enumerate(zip(texts, titles, strict=True))
    ]
    engine = write(tmp_path, documents)
    body, title = Okapi(wholes), Okapi(titles)
    for _ in range(200):
        query = dice.sample(vocabulary[:120], dice.choice([1, 2, 3]))
        expected = {
            number: sum(body.score(word, number) + title.score(word, number) for word in query)
            for number, whole in enumerate(wholes)
            if set(query) <= set(whole)
        }
        found = search(engine, *query)
        assert len(found) == min(100, len(expected))
        ranked = sorted(expected.values(), reverse=True)
        for (payload, score), best in zip(found, ranked, strict=False):
            assert score == pytest.approx(expected[int(payload)], rel=1e-4)
            assert score == pytest.approx(best, rel=1e-4)


@pytest.fixture
def engine(tmp_path: Path) -> TantivyEngine:
    rows = [
        make_document(0, "京都 の 寺".split(), ["寺"]),
        make_document(1, "京都 の 神社".split(), [], language="zh-hans zh", day=20100101),
        make_document(2, "寺 の 京都".split(), [], is_duplicate=True, site="other.example example"),
        make_document(3, "猫".split(), [], readings="ねこ", day=None),
    ]
    return write(tmp_path, rows)


def found_by(engine: TantivyEngine, *groups: str, **options: object) -> set[str]:
    return {payload for payload, _ in search(engine, *groups, **options)}


def test_all_words_must_be_there(engine: TantivyEngine) -> None:
    assert found_by(engine, "京都", "寺") == {"0"}
    assert found_by(engine, "京都", "寺", is_any=True) == {"0", "1"}


def test_phrases_have_an_order(engine: TantivyEngine) -> None:
    every = Filters(duplicates=True)
    assert found_by(engine, "寺+の+京都", filters=every) == {"2"}


def test_excluded_words_are_not_there(engine: TantivyEngine) -> None:
    assert found_by(engine, "京都", excluded=((Match(WORDS, ("神社",)),),)) == {"0"}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        pytest.param(Filters(), {"0", "1"}, id="no-duplicates"),
        pytest.param(Filters(duplicates=True), {"0", "1", "2"}, id="duplicates"),
        pytest.param(Filters(site="example.jp"), {"0", "1"}, id="site"),
        pytest.param(Filters(site="other.example", duplicates=True), {"2"}, id="other-site"),
        pytest.param(Filters(language="zh"), {"1"}, id="kinds-of-a-language"),
        pytest.param(Filters(days=(20100101, 20101231)), {"1"}, id="days"),
    ],
)
def test_filters(engine: TantivyEngine, filters: Filters, expected: set[str]) -> None:
    assert found_by(engine, "京都", filters=filters) == expected


def test_filters_change_no_score(engine: TantivyEngine) -> None:
    plain = dict(search(engine, "京都"))
    assert search(engine, "京都", filters=Filters(language="zh")) == [("1", plain["1"])]


def test_best_way_counts_and_readings_are_a_way(engine: TantivyEngine) -> None:
    ways = (Match(WORDS, ("ねこ",)), Match(READINGS, ("ねこ",)))
    total, found = engine.search(Wanted(((ways,),)), offset=0, limit=10)
    assert total == 1
    assert found[0].readings == "ねこ"


def test_words_of_the_title_alone(engine: TantivyEngine) -> None:
    wanted = Wanted((((Match(TITLE, ("寺",)),),),))
    assert engine.count(wanted) == 1


def test_frequencies(engine: TantivyEngine) -> None:
    assert engine.frequencies(WORDS, ["京都", "犬"]) == [3, 0]


def test_what_is_not_committed_is_not_seen(tmp_path: Path) -> None:
    engine = write(tmp_path, [make_document(0, ["a"], [])])
    writer = TantivyWriter(tmp_path)
    writer.remove("00000.parquet")
    add(writer, tmp_path / FOLDER / "00001", [make_document(1, ["a"], [])])
    assert found_by(engine, "a") == {"0"}
    writer.close()
    assert found_by(TantivyEngine(tmp_path), "a") == {"0"}


def test_a_writer_goes_on_after_a_rest(tmp_path: Path) -> None:
    writer = TantivyWriter(tmp_path)
    add(writer, tmp_path / FOLDER / "00000", [make_document(0, ["a"], [])])
    writer.rest()
    add(writer, tmp_path / FOLDER / "00001", [make_document(1, ["a"], [])])
    writer.commit()
    writer.close()
    assert found_by(TantivyEngine(tmp_path), "a") == {"0", "1"}


def test_a_reader_sees_new_pages_when_what_was_kept_of_old_ones_has_gone(tmp_path: Path) -> None:
    engine = write(tmp_path, [make_document(0, ["a"], [])])
    writer = TantivyWriter(tmp_path)
    writer.remove("00000.parquet")
    add(writer, tmp_path / FOLDER / "00001", [make_document(1, ["a"], [])])
    writer.commit()
    writer.close()
    (tmp_path / FOLDER / "00000").unlink()
    assert found_by(engine, "a") == {"1"}


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    writer = TantivyWriter(tmp_path)
    with pytest.raises(RunLocked):
        TantivyWriter(tmp_path)
    writer.close()
