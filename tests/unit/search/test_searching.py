"""A corpus of pages written here, searched as its users do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.corpora import make_corpus

from zaru.errors import UsageError
from zaru.page import Page
from zaru.search.indexing import index_corpus
from zaru.search.searching import Searcher, find_mark_spans, to_row
from zaru.search.wanted import Filters

TEXTS = {
    "kyoto": "京都の古い寺を訪ねた。境内では猫が眠っていた。",
    "tokyo": "東京都の新しい庁舎が完成した。展望台から街が見える。",
    "vote": "外国人参政権をめぐる議論が続いている。市民が意見を述べた。",
    "typing": "データを打ち込む作業が終わらない。夜中まで続いた。",
    "taka": "髙橋さんは毎朝五キロを走った。雨の日も休まない。",
    "sushi": "駅前の寿司屋に行列ができた。まぐろが評判だという。",
    "english": "The runners were running through the old temples of Kyoto every morning.",
}


def make_page(name: str, body: str, encoding: str = "utf-8") -> Page:
    lead = "この文章は検索の試験のために書かれた。" if name != "english" else ""
    html = f"<html><head><title>{name} の話</title></head><body><article><h1>{name} の話</h1>"
    html += f"<p>{body}</p><p>{lead}</p></article></body></html>"
    url = f"http://{name}.example.jp/{name}.html"
    return Page.from_bytes(html.encode(encoding), url=url)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_corpus(
        tmp_path_factory.mktemp("corpus"),
        [
            make_page(name, text, "cp932" if name == "taka" else "utf-8")
            for name, text in TEXTS.items()
            if name != "taka"
        ]
        + [make_page("taka", TEXTS["taka"], "cp932")],
    )
    index_corpus(folder)
    return folder


@pytest.fixture(scope="module")
def searcher(corpus: Path) -> Iterator[Searcher]:
    opened = Searcher(corpus)
    yield opened
    opened.close()


def names(searcher: Searcher, query: str, **options: object) -> set[str]:
    results = searcher.search(query, limit=50, **options)  # type: ignore[arg-type]
    assert results.total == len(results.hits)
    return {str(hit.page["site"]).partition(".")[0] for hit in results.hits}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("京都", "kyoto", id="not-inside-of-tokyo-to"),
        pytest.param("きょうと", "kyoto", id="by-reading"),
        pytest.param("キョウト", "kyoto", id="by-reading-in-katakana"),
        pytest.param("京都 寺", "kyoto", id="and"),
        pytest.param("寺 OR 庁舎", "kyoto tokyo", id="or"),
        pytest.param("続く", "vote typing", id="form-of-a-verb"),
        pytest.param("続く -データ", "vote", id="minus"),
        pytest.param("打込む", "typing", id="okurigana"),
        pytest.param("打ち込む", "typing", id="as-written"),
        pytest.param("外国人参政権", "vote", id="whole"),
        pytest.param("参政権", "vote", id="cut-differently-alone"),
        pytest.param("高橋", "taka", id="variant-kanji"),
        pytest.param("ﾃﾞｰﾀ", "typing", id="half-width"),
        pytest.param("走る", "taka", id="base-form"),
        pytest.param('"古い寺"', "kyoto", id="phrase"),
        pytest.param('"寺 古い"', "", id="phrase-in-another-order"),
        pytest.param("temple", "english", id="stem"),
        pytest.param("Running", "english", id="stem-of-the-query"),
        pytest.param("title:kyoto", "kyoto", id="title"),
        pytest.param("site:taka.example.jp 走る", "taka", id="site"),
        pytest.param("site:example.jp 猫", "kyoto", id="parent-site"),
        pytest.param("url:sushi.html", "sushi", id="url"),
        pytest.param("http://sushi.example.jp/sushi.html", "sushi", id="pasted-address"),
        pytest.param("。", "", id="marks-alone"),
    ],
)
def test_queries(searcher: Searcher, query: str, expected: str) -> None:
    assert names(searcher, query) == set(expected.split())


def test_a_word_cut_differently_in_query_and_text_is_found(searcher: Searcher) -> None:
    # The annotator cuts the query alone as 外国/人参/政権, whatever the text has.
    assert names(searcher, "外国人参政権") == {"vote"}
    assert names(searcher, "人参") <= {"vote"}


def test_any_word_is_enough_when_asked(searcher: Searcher) -> None:
    assert names(searcher, "猫 行列", is_any=True) == {"kyoto", "sushi"}


def test_filters_go_through(searcher: Searcher) -> None:
    assert names(searcher, "kyoto", filters=Filters(language="en")) == {"english"}


def test_excerpts_mark_the_words(searcher: Searcher) -> None:
    (hit,) = searcher.search("走る").hits
    (excerpt,) = hit.excerpts
    assert [excerpt.text[begin:end] for begin, end in excerpt.marks] == ["走った"]


@pytest.mark.parametrize("query", ["走る", "高橋", "打込む", "きょうと", "temples", "外国人参政権"])
def test_marks_have_their_bytes_in_the_original(searcher: Searcher, query: str) -> None:
    for hit in searcher.search(query).hits:
        original = searcher.corpus.original(hit.page)
        for excerpt, spans in zip(hit.excerpts, find_mark_spans(searcher.corpus, hit), strict=True):
            texts = [excerpt.text[begin:end] for begin, end in excerpt.marks]
            assert [original.source(span) for span in spans] == texts


def test_title_is_marked(searcher: Searcher) -> None:
    (hit,) = searcher.search("title:kyoto").hits
    assert [(hit.page.title or "")[begin:end] for begin, end in hit.title_marks] == ["kyoto"]


def test_a_page_is_first_for_its_own_title(searcher: Searcher) -> None:
    for name in TEXTS:
        hits = searcher.search(f"{name} の話").hits
        assert str(hits[0].page["site"]).startswith(name)


def test_pages_come_in_portions(searcher: Searcher) -> None:
    every = [hit.page.id for hit in searcher.search("話", limit=50).hits]
    portions = [searcher.search("話", limit=2, offset=at).hits for at in (0, 2, 4, 6)]
    assert [hit.page.id for portion in portions for hit in portion] == every


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (101, 0), (10, -1), (10, 10_001)])
def test_portions_have_bounds(searcher: Searcher, limit: int, offset: int) -> None:
    with pytest.raises(UsageError):
        searcher.search("話", limit=limit, offset=offset)


def test_rows_have_all_keys(searcher: Searcher) -> None:
    (hit,) = searcher.search("行列").hits
    row = to_row(searcher.corpus, hit)
    assert list(row) == [
        "id", "url", "title", "site", "language", "date", "time", "duplicate_of", "score",
        "excerpts",
    ]  # fmt: skip
    assert list(row["excerpts"][0]) == ["text", "marks", "span", "mark_spans"]


def test_a_corpus_without_an_index_says_what_to_type(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path / "corpus", [make_page("kyoto", TEXTS["kyoto"])], files=1)
    with pytest.raises(UsageError, match="zaru index"):
        Searcher(folder)
