"""Quotations of a corpus: by its index, or by all of its texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.corpora import make_corpus

import zaru
from zaru.errors import UsageError
from zaru.io.corpus import Corpus
from zaru.page import Page
from zaru.search.indexing import index_corpus
from zaru.search.quotation import verify

TEXTS = {
    "chizu": "古い地図が土蔵から見つかり、十七日に初めて公開された。縦は二メートルを超える。",
    "asaichi": "休んでいた漁港の朝市が、二月一日に再開することが決まった。魚や野菜が並ぶ。",
    "sake": "新酒を搾る作業が町の蔵で始まった。米はすべて県内で作られた。",
}


def make_page(name: str, text: str) -> Page:
    html = f"<title>{name}</title><h1>{name} の話</h1><p>{text}</p><p>同じ文がどの頁にもある。</p>"
    return Page.from_bytes(html.encode("euc_jp"), url=f"http://www.example.jp/{name}")


@pytest.fixture(scope="module", params=["index", "texts"])
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    pages = [make_page(name, text) for name, text in TEXTS.items()]
    folder = make_corpus(tmp_path_factory.mktemp("corpus"), pages)
    if request.param == "index":
        index_corpus(folder)
    return Corpus(folder)


def test_a_quote_is_proven_in_its_page(corpus: Corpus) -> None:
    quote = "漁港の朝市が、二月一日に再開する"
    found = verify(quote, corpus)
    assert found.is_proven
    assert [finding.url for finding in found.findings] == ["http://www.example.jp/asaichi"]
    page = corpus.original(found.findings[0].page)
    assert page.source(found.findings[0].verdict.spans[0]) == quote


def test_a_quote_of_several_pages_is_found_in_all(corpus: Corpus) -> None:
    assert len(verify("同じ文がどの頁にもある。", corpus).findings) == len(TEXTS)


def test_a_changed_quote_names_the_page_that_is_meant(corpus: Corpus) -> None:
    found = verify("漁港の朝市が、三月一日に再開することが決まった。", corpus)
    assert (found.status, len(found.findings)) == ("changed", 1)
    assert found.findings[0].verdict.differences == (("三", "二"),)
    assert found.to_json()["findings"][0]["url"] == "http://www.example.jp/asaichi"


def test_what_no_page_has_is_absent(corpus: Corpus) -> None:
    assert verify("竹で編んだ笊は軽くて丈夫だ。", corpus).to_json() == {
        "quote": "竹で編んだ笊は軽くて丈夫だ。",
        "status": "absent",
        "findings": [],
    }


@pytest.mark.parametrize("quote", ['" OR -title:" (', "\"'\\", "。。。", "-", "site:example.jp"])
def test_signs_of_queries_mean_nothing_in_quotes(corpus: Corpus, quote: str) -> None:
    assert not verify(quote, corpus).is_proven


def test_nothing_is_not_a_quotation(corpus: Corpus) -> None:
    with pytest.raises(UsageError, match="nothing is quoted"):
        verify(" \n", corpus)


def test_one_page_can_be_asked() -> None:
    page = make_page("sake", TEXTS["sake"])
    citation = zaru.cite(page, verify("町の蔵", page).findings[0].verdict.spans[0])
    assert zaru.verify(citation.quote, page).findings[0].page == page.id


def test_an_index_of_another_corpus_is_not_asked(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, [make_page("sake", TEXTS["sake"])], files=1)
    index_corpus(folder)
    make_corpus(tmp_path, [make_page("chizu", TEXTS["chizu"])], files=1)
    (folder / "corpus.json").write_text((folder / "corpus.json").read_text().replace('"0"', '"1"'))
    assert verify("古い地図が土蔵から見つかり", Corpus(folder)).is_proven


def test_a_page_without_an_address_is_found_by_its_id_in_the_corpus(tmp_path: Path) -> None:
    page = Page.from_bytes(f"<p>{'竹で編んだざるを使う。' * 4}</p>".encode(), source="a.html")
    corpus = Corpus(make_corpus(tmp_path, [page], files=1))
    (finding,) = verify("竹で編んだざるを使う。", corpus).findings
    assert corpus[finding.page]["page"] == "a.html"
