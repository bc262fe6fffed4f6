from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.corpora import forge, make_corpus

import zaru
from zaru.corpus.conversion import to_standard_format
from zaru.corpus.identity import page_id
from zaru.corpus.links import find_links
from zaru.errors import FormatError, ToolMissing, UsageError
from zaru.io.corpus import Corpus
from zaru.io.corpus_page import CorpusPage
from zaru.io.schema import PAGES, VERSION
from zaru.page import Page
from zaru.search.payload import SHOWN

EXAMPLES = Path(__file__).parents[3] / "examples"


def read_examples() -> list[Page]:
    return [page for page in zaru.read([EXAMPLES]) if isinstance(page, Page)]


PAGE_LIST = read_examples()
LINKED = next(page for page in PAGE_LIST if str(page.url).endswith("20090116_01.html"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_corpus(tmp_path_factory.mktemp("corpus"), PAGE_LIST)


@pytest.fixture
def corpus(folder: Path) -> Corpus:
    return Corpus(folder)


def test_all_pages_come_with_all_columns(corpus: Corpus) -> None:
    pages = list(corpus)
    assert len(corpus) == len(pages) == len(PAGE_LIST)
    assert {page.id for page in pages} == set(map(page_id, PAGE_LIST))
    assert all(list(page.row) == list(PAGES) for page in pages)


def test_a_page_is_found_by_id_beginning_and_url(corpus: Corpus) -> None:
    wanted = page_id(LINKED)
    found = corpus[wanted]
    assert (found.id, found.url, found.language) == (wanted, LINKED.url, "ja")
    expected = zaru.extract(LINKED).to_json()
    assert [found["blocks"], found.text, found.markdown, found.title] == [
        expected[name] for name in ("blocks", "text", "markdown", "title")
    ]
    url = str(LINKED.url)
    names = (wanted[:12], url, url.replace("https://", "HTTPS://"), LINKED.origin.source)
    assert all(corpus.find(name) == found for name in names)


def test_columns_of_some_pages_are_looked_up(corpus: Corpus) -> None:
    wanted = {page.id: page.title for page in list(corpus)[::3]}
    found = corpus.look_up([*wanted, "nothing"], "title")
    assert {own: row["title"] for own, row in found.items()} == wanted
    assert all(list(row) == ["id", "title"] for row in found.values())


def test_values_of_a_column_are_counted(corpus: Corpus) -> None:
    languages = [page["language"] for page in corpus if page["language"] is not None]
    counted = corpus.tally("language")
    assert dict(counted) == Counter(languages)
    assert [count for _, count in counted] == sorted(Counter(languages).values(), reverse=True)


def test_every_span_can_be_cut_out_of_the_original(corpus: Corpus) -> None:
    for row in corpus.pages():
        page = corpus.original(row)
        assert (page.url, page.encoding, page.codec) == (row.url, row["encoding"], row["codec"])
        assert [link.span for link in corpus.links_from(row)] == [
            target.span for link in find_links(page) for target in link.targets
        ]
    page = corpus.original(page_id(LINKED))
    assert page.raw == LINKED.raw
    sentences = corpus.sentences(page_id(LINKED))
    assert sum(page.source(s.span) == s.text for s in sentences) > 15  # others run across tags


def test_the_content_of_a_page_is_what_it_was(corpus: Corpus) -> None:
    for row in corpus:
        content = corpus.content(row)
        said = content.to_json()
        assert said.pop("records") is None  # no column of a corpus
        assert {name: said[name] for name in said} == {name: row[name] for name in said}
        assert [list(block.span) for block in content.blocks] == [
            block["span"] for block in row["blocks"]
        ]


def test_the_content_of_a_page_that_a_search_has_found(corpus: Corpus) -> None:
    whole = corpus[page_id(LINKED)]
    shown = CorpusPage({name: whole[name] for name in SHOWN}, whole.file)
    assert corpus.content(shown).text == corpus.content(whole.id).text == whole.text


def test_a_content_that_is_not_on_its_page_is_told(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path, PAGE_LIST[:1], files=1)
    forge(folder, "blocks", [{"role": "paragraph", "text": "nowhere", "span": [1, 7]}])
    corpus = Corpus(folder)
    with pytest.raises(FormatError, match="is not on the page"):
        corpus.content(next(corpus.pages()))


def test_the_standard_format_is_what_it_was(corpus: Corpus) -> None:
    at_once = {
        row.id: found for file in corpus.files() for row, found in corpus.standard_formats(file)
    }
    assert sum(found is not None for found in at_once.values()) > 10
    for page in PAGE_LIST:
        expected = to_standard_format(page)
        assert at_once[page_id(page)] == expected
        assert corpus.standard_format(page_id(page)) == expected


def test_links_lead_to_pages_and_back(corpus: Corpus) -> None:
    links = [link for link in corpus.links_from(page_id(LINKED)) if link.target]
    assert links
    for link in links:
        assert link.target is not None
        assert link in corpus.links_to(link.target)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        pytest.param(lambda corpus: corpus["0" * 32], "no page '00000", id="id"),
        pytest.param(lambda corpus: corpus.find("http://a.jp/"), "no page 'http", id="url"),
        pytest.param(lambda corpus: corpus.find(""), "no page ''", id="empty"),
        pytest.param(lambda corpus: corpus.original("x"), "name it by its URL or its id", id="x"),
    ],
)
def test_a_page_that_is_not_there_is_said(
    corpus: Corpus, ask: Callable[[Corpus], object], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        ask(corpus)


def test_a_name_of_several_pages_is_said(tmp_path: Path) -> None:
    pages = [
        Page.from_bytes(f"<p>{number} pages of text".encode(), url="http://a.jp/")
        for number in range(20)
    ]
    corpus = Corpus(make_corpus(tmp_path, pages))
    with pytest.raises(UsageError, match=r"may be \w{32}, \w{32}, \w{32}, …; give the whole id"):
        corpus.find("http://a.jp/")
    ((digit, _),) = Counter(page_id(page)[0] for page in pages).most_common(1)  # 20 pages: > 1
    with pytest.raises(UsageError, match="may be"):
        corpus.find(digit)


def remove_about(folder: Path) -> None:
    (folder / "corpus.json").unlink()


def remove_all(folder: Path) -> None:
    remove_about(folder)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()


def age(folder: Path) -> None:
    (folder / "corpus.json").write_text(json.dumps({"schema": VERSION + 1}))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(remove_all, "not a corpus: no corpus.json", id="no-corpus"),
        pytest.param(remove_about, "not finished; run the same `zaru build` again", id="stopped"),
        pytest.param(age, f"has schema {VERSION + 1}.* install a newer one", id="newer"),
        pytest.param(
            lambda folder: (folder / "corpus.json").write_text("[]"), "is not what", id="other"
        ),
    ],
)
def test_what_is_no_corpus_is_said(
    tmp_path: Path, change: Callable[[Path], object], words: str
) -> None:
    make_corpus(tmp_path, [Page.from_bytes(b"<p>text")])
    change(tmp_path)
    with pytest.raises(UsageError, match=words):
        Corpus(tmp_path)


def test_a_missing_folder_is_no_corpus() -> None:
    with pytest.raises(UsageError, match=r"nowhere: not a corpus.*zaru build"):
        zaru.Corpus("nowhere")


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        pytest.param(
            "sentences/00000.parquet", lambda c: list(c.standard_formats(c.files()[0])), id="rows"
        ),
        pytest.param(
            "originals/00000.warc.gz", lambda c: [c.original(page) for page in c], id="originals"
        ),
    ],
)
@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_damage_is_told_with_the_file(
    tmp_path: Path, name: str, ask: Callable[[Corpus], object], damage: str
) -> None:
    make_corpus(tmp_path, PAGE_LIST[:2], files=1)
    path = tmp_path / name
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:40])
    else:
        path.unlink()
    with pytest.raises(FormatError) as caught:
        ask(Corpus(tmp_path))
    assert name in str(caught.value)


def test_a_table_that_is_cut_is_told(tmp_path: Path) -> None:
    path = make_corpus(tmp_path, PAGE_LIST[:1], files=1) / "pages/00000.parquet"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(FormatError, match=r"pages/00000.parquet cannot be read"):
        list(Corpus(tmp_path))


def test_rows_in_another_order_are_not_lost_in_silence(tmp_path: Path) -> None:
    make_corpus(tmp_path, PAGE_LIST[:2], files=2)
    (tmp_path / "sentences/00001.parquet").replace(tmp_path / "sentences/00000.parquet")
    with pytest.raises(FormatError, match=r"sentences/00000.parquet: has rows of the page"):
        list(Corpus(tmp_path).standard_formats("00000.parquet"))


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../a.warc.gz", "originals/../../a.warc.gz", "originals/0.warc.gz\n"]
)
def test_a_foreign_corpus_names_no_file_but_its_own(tmp_path: Path, name: str) -> None:
    folder = make_corpus(tmp_path / "corpus", PAGE_LIST[:1], files=1)
    (tmp_path / "a.warc.gz").write_bytes((folder / "originals/00000.warc.gz").read_bytes())
    forge(folder, "original", {"file": name, "offset": 0})
    corpus = Corpus(folder)
    with pytest.raises(FormatError, match="not the name of a file of originals"):
        corpus.original(next(corpus.pages()))


@pytest.mark.parametrize("name", ["ab", "http://a.jp/"])
def test_missing_pyarrow_is_said_with_what_to_install(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ToolMissing, match=r"pip install 'zaru\[corpus\]'"):
        corpus.find(name)
