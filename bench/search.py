"""`zaru search` beside bare tantivy and SQLite's FTS5: how fast it answers, how fast it indexes.

usage: python bench/search.py make FOLDER [--pages N]
       python bench/search.py speed FOLDER [--queries N] [--rounds N]
       python bench/search.py titles CORPUS

make: writes a corpus of made Japanese pages, as rows of the tables (no originals). Sentences come
from word lists, are annotated by JUMAN's dictionary once and stand on several pages each.
speed: indexes it in turns with `zaru index` and with bare tantivy, then asks both, and FTS5 with
snippets, the same questions of two words: the best 20 pages, by zaru with excerpts and marks.
Bare tantivy gets the words out of memory for nothing (positions, text stored), or reads them out of
the tables as zaru does; or it gets zaru's own fields (readings, pairs of kanji, …) for nothing.
--rounds 0 leaves indexing out.
titles: for how many pages of a corpus a search for their own title has them first.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import resource
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from zaru.annotators.loading import load_annotator
from zaru.cli import relax_garbage_collection
from zaru.io.corpus import Corpus
from zaru.io.parquet import ParquetWriter
from zaru.io.schema import TABLES, VERSION
from zaru.io.spoken import find_answers
from zaru.search.annotated_columns import LineAnswers, open_answers
from zaru.search.filling import choose_cutting
from zaru.search.indexing import index_corpus
from zaru.search.kept_pages import Findable
from zaru.search.making import make_findables
from zaru.search.searching import Searcher
from zaru.search.tantivy_engine import TantivyWriter

PAGES_OF_FILE = 10_000
POOL = 40_000  # sentences
LIMIT = 20
SUBJECTS = """
    市役所 漁港 図書館 商店街 大学 病院 農協 消防団 小学校 美術館 水族館 観光協会 研究所 工場
    鉄道会社 気象台 県警 裁判所 新聞社 劇団 合唱団 野球部 登山隊 住民 議会 委員会 実行委員会
    保育園 動物園 博物館 酒蔵 旅館 温泉 神社 寺 教会 空港 港
""".split()
OBJECTS = """
    計画 予算 新しい施設 古い橋 祭り 朝市 展覧会 調査結果 報告書 電車 船 道路 公園 森 川 湖 海岸
    山道 料理 野菜 果物 米 魚 酒 菓子 着物 家具 器 本 地図 写真 映画 音楽 芝居 試合 大会 講座 規則
    条例 提案 質問 意見 要望 契約 協定 支援 募集
""".split()
PLACES = """
    駅前 海沿い 山間 市内 隣町 県北 港町 旧市街 川沿い 高台 丘の上 広場 体育館 公民館 校庭 会議室
    講堂 市場 倉庫 工房
""".split()
VERBS = """
    始めた 終えた 見直した 公表した 紹介した 集めた 直した 守った 育てた 選んだ 断った 認めた
    求めた 支えた 広げた 減らした 増やした 開いた 閉じた 運んだ 作った 並べた 配った 調べた
    書いた 読んだ 走らせた 建てた 植えた 洗った
""".split()
KANJI = (
    "田山川村井本木林森石原野池島崎藤松竹梅谷沢岡橋高小大中上下西東北南吉清水長永安平和正義信光明"
)


def make_sentence(dice: random.Random) -> str:
    """Return a sentence; its names are of three kanji, so that there are rare words, too."""
    name = "".join(dice.choices(KANJI, k=3))
    subject, thing = dice.choice(SUBJECTS), dice.choice(OBJECTS)
    day, place, verb = dice.randint(1, 31), dice.choice(PLACES), dice.choice(VERBS)
    other = dice.choice(OBJECTS)
    return dice.choice(
        [
            f"{subject}は{day}日、{place}で{thing}を{verb}。",
            f"{name}さんによると、{place}の{thing}と{other}を{subject}が{verb}という。",
            f"{place}では{subject}の{name}さんらが{thing}を{verb}。",
            f"{thing}をめぐり、{subject}は{other}の方針を{verb}。",
        ]
    )


def make(options: argparse.Namespace) -> None:
    dice = random.Random(7)
    annotator = load_annotator("juman")
    texts = sorted({make_sentence(dice) for _ in range(POOL)})
    pool = list(zip(texts, annotator.annotate(texts), strict=True))
    shutil.rmtree(options.folder, ignore_errors=True)
    for table in ("pages", "sentences"):
        (options.folder / table).mkdir(parents=True)
    for first in tqdm(range(0, options.pages, PAGES_OF_FILE)):
        numbers = range(first, min(options.pages, first + PAGES_OF_FILE))
        rows = [make_page(number, dice, pool, annotator.scheme) for number in numbers]
        name = f"{first // PAGES_OF_FILE:06}.parquet"
        write_rows(options.folder, "pages", name, (page for page, _ in rows))
        write_rows(options.folder, "sentences", name, (row for _, own in rows for row in own))
    about = {"schema": VERSION, "digest": "made", "options": {"annotate": ["juman"]}}
    (options.folder / "corpus.json").write_text(json.dumps(about))


def make_page(
    number: int, dice: random.Random, pool: list[tuple[str, Any]], scheme: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the row of a page and those of its sentences; four sentences are a paragraph."""
    chosen = dice.choices(pool, k=dice.randint(6, 24))
    id_, offset = f"{number:032x}", 500
    sentences: list[dict[str, Any]] = []
    blocks = []
    for at, (text, answer) in enumerate(chosen, 1):
        span = [offset, len(text.encode())]
        said = [{"scheme": scheme, "text": answer}]
        row = {"page": id_, "number": at, "text": text, "span": span, "annotations": said}
        sentences.append({**row, "is_content": True})
        offset += span[1]
        if at % 4 == 0 or at == len(chosen):
            part = sentences[(at - 1) // 4 * 4 : at]
            begin = part[0]["span"][0]
            text = "".join(row["text"] for row in part)
            blocks.append({"role": "paragraph", "text": text, "span": [begin, offset - begin]})
            offset += 20
    page = {
        "id": id_, "page": f"{number}.html", "url": f"http://made{number % 997}.example/{number}",
        "site": f"made{number % 997}.example", "language": "ja", "title": chosen[0][0],
        "codec": "utf-8", "encoding": "UTF-8", "blocks": blocks, "size": offset,
        "time": "2026-01-01 00:00:00", "original": {"file": "", "offset": 0},
    }  # fmt: skip
    return page, sentences


def write_rows(folder: Path, table: str, name: str, rows: Iterator[dict[str, Any]]) -> None:
    shape = TABLES[table]
    with (folder / table / name).open("wb") as file, closing(ParquetWriter(file, shape)) as writer:
        writer.add({key: row.get(key) for key in shape} for row in rows)


def read_words(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield id, text and words of each page, out of the columns that have them and no others."""
    corpus = Corpus(folder)
    (scheme,) = corpus.schemes()
    answers = open_answers(scheme)
    for file in corpus.files():
        last = ""
        texts: list[str] = []
        said: list[Any] = []
        for page, own_texts, own_said in read_sentences(corpus, file, answers):
            if page != last and last:
                yield last, "".join(texts), answers.join(said).words
            if page != last:
                last, texts, said = page, [], []
            texts += own_texts
            said += own_said
        yield last, "".join(texts), answers.join(said).words


def read_sentences(
    corpus: Corpus, file: str, answers: LineAnswers
) -> Iterator[tuple[str, list[str], Sequence[Any]]]:
    """Yield ids of pages with texts and answers of sentences; a page may come in two parts."""
    import pyarrow.compute

    for batch in corpus.batches("sentences", file, ("page", "text", "annotations"), 4096):
        texts = batch.column("text").to_pylist()
        said = answers.read(find_answers(batch.column("annotations"), answers.scheme))
        runs = pyarrow.compute.run_end_encode(batch.column("page"))
        begin = 0
        for page, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist(), strict=True):
            yield page, texts[begin:end], said[begin:end]
            begin = end


def measure(act: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds that *act* takes, and those of all CPUs, its children's included."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)

    def read_cpu() -> float:
        return sum(sum(resource.getrusage(one)[:2]) for one in who)

    start, cpu = time.perf_counter(), read_cpu()
    act()
    return time.perf_counter() - start, read_cpu() - cpu


def build_bare(folder: Path, rows: Iterable[tuple[str, str, str]]) -> Any:
    """Index words by tantivy alone; return the index."""
    import tantivy

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("words", tokenizer_name="words")
    builder.add_bytes_field("text", stored=True)  # a text field would be indexed, too
    index = tantivy.Index(builder.build(), str(folder))
    blanks = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer("words", blanks)
    writer = index.writer()
    for id_, text, words in rows:
        writer.add_document(tantivy.Document(id=id_, words=words, text=text.encode()))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def read_findables(folder: Path) -> Iterator[Findable]:
    """Yield the pages as `zaru index` gives them to tantivy."""
    corpus = Corpus(folder)
    with tempfile.TemporaryDirectory(prefix="zaru-bench-") as kept:
        paths = {file: f"{kept}/{file}" for file in corpus.files()}
        made = make_findables(corpus, paths, choose_cutting(corpus), workers=1)
        yield from (page for page, _ in made)


def build_like_zaru(folder: Path, pages: Iterable[Findable]) -> None:
    """Index pages that zaru has made ready."""
    shutil.rmtree(folder, ignore_errors=True)
    writer = TantivyWriter(folder)
    for page in pages:
        writer.add(page)
    writer.commit()
    writer.close()


def ask_bare(index: Any) -> Callable[[list[str]], int]:
    import tantivy

    def ask(words: list[str]) -> int:
        searcher, query = index.searcher(), tantivy.Query
        terms = [
            (tantivy.Occur.Must, query.term_query(index.schema, "words", word)) for word in words
        ]
        result = searcher.search(query.boolean_query(terms), limit=LIMIT)
        for _, address in result.hits:
            searcher.doc(address).get_first("text")
        return int(result.count)

    return ask


def build_fts5(path: Path, rows: list[tuple[str, str, str]]) -> sqlite3.Connection:
    path.unlink(missing_ok=True)
    base = sqlite3.connect(path)
    base.execute("CREATE VIRTUAL TABLE pages USING fts5(id UNINDEXED, words)")
    base.executemany("INSERT INTO pages VALUES (?, ?)", ((row[0], row[2]) for row in rows))
    base.commit()
    return base


def ask_fts5(base: sqlite3.Connection) -> Callable[[list[str]], int]:
    question = (
        "SELECT id, snippet(pages, 1, '[', ']', '…', 30), bm25(pages) FROM pages "
        "WHERE pages MATCH ? ORDER BY bm25(pages) LIMIT ?"
    )

    def ask(words: list[str]) -> int:
        query = " AND ".join(f'"{word}"' for word in words)
        return len(base.execute(question, (query, LIMIT)).fetchall())

    return ask


def speed(options: argparse.Namespace) -> None:
    folder: Path = options.folder
    relax_garbage_collection()
    rows = list(read_words(folder))
    bare_folder = folder.with_name(folder.name + "-bare")
    if options.rounds:
        compare_indexing(folder, len(rows), options.rounds)
    index_corpus(folder)
    bare = build_bare(bare_folder, rows)
    base = build_fts5(folder.with_name(folder.name + ".sqlite"), rows)
    searcher = Searcher(folder)
    asked: dict[str, Callable[[list[str]], int]] = {
        "tantivy": ask_bare(bare),
        "zaru": lambda words: searcher.search(" ".join(words), limit=LIMIT).total,
        "fts5": ask_fts5(base),
    }
    report_speed(asked, list(make_questions(rows, options.queries)))


CONTENDERS = (
    "tantivy, words in memory",
    "tantivy, words out of the tables",
    "tantivy, zaru's fields in memory",
    "zaru index",
)


def compare_indexing(folder: Path, pages: int, rounds: int) -> None:
    """Index the corpus in turns, each time in a process of its own, as users do."""
    costs: dict[str, list[tuple[float, float]]] = {name: [] for name in CONTENDERS}
    for _ in range(rounds):
        for name, own in costs.items():
            with get_context("spawn").Pool(1) as pool:
                own.append(pool.apply(measure_indexing, (name, folder)))
    report_costs(costs, pages)


def measure_indexing(name: str, folder: Path) -> tuple[float, float]:
    """Return seconds and CPU seconds of one contender; what it has in memory costs nothing."""
    relax_garbage_collection()  # as the command line does, for all
    bare, like = (folder.with_name(f"{folder.name}-{end}") for end in ("bare", "like"))
    if name == CONTENDERS[0]:
        rows = list(read_words(folder))
        gc.freeze()
        return measure(lambda: build_bare(bare, rows))
    if name == CONTENDERS[1]:
        return measure(lambda: build_bare(bare, read_words(folder)))
    if name == CONTENDERS[2]:
        pages = list(read_findables(folder))
        gc.freeze()
        return measure(lambda: build_like_zaru(like, pages))
    return measure(lambda: index_corpus(folder, new=True))


def report_costs(costs: dict[str, list[tuple[float, float]]], pages: int) -> None:
    """Print the best round of each, and what zaru has of its pages/s and of its CPU time."""
    best = {name: tuple(map(min, zip(*own, strict=True))) for name, own in costs.items()}
    seconds, cpu = best["zaru index"]
    print("| indexing | pages/s | CPU ms a page | zaru to it, pages/s | CPU |")
    print("|---|---|---|---|---|")
    for name, own in best.items():
        print(f"| {name} | {pages / own[0]:.0f} | {own[1] / pages * 1000:.3f} ", end="")
        print(f"| {own[0] / seconds:.2f} | {own[1] / cpu:.2f} |")


def make_questions(rows: list[tuple[str, str, str]], count: int) -> Iterator[list[str]]:
    """Yield pairs of content words that stand together on some page."""
    dice = random.Random(11)
    nouns = {word for text in (*SUBJECTS, *OBJECTS, *PLACES) for word in [text] if len(text) > 1}
    while count:
        words = sorted({word for word in dice.choice(rows)[2].split() if word in nouns})
        if len(words) >= 2:
            yield dice.sample(words, 2)
            count -= 1


def report_speed(asked: dict[str, Callable[[list[str]], int]], questions: list[list[str]]) -> None:
    """Print times, and CPU times: what waits on a busy machine is not slow."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
    for words in questions:
        for name, ask in asked.items():
            start, cpu = time.perf_counter(), time.process_time()
            ask(words)
            taken = time.perf_counter() - start, time.process_time() - cpu
            times[name].append((taken[0] * 1000, taken[1] * 1000))
    middles = {
        name: [quantiles(column, n=20) for column in zip(*own, strict=True)]
        for name, own in times.items()
    }
    bare = [own[9] for own in middles["tantivy"]]
    print("| | p50 ms | p95 ms | p50 to bare tantivy | p50 CPU ms | CPU to bare tantivy |")
    print("|---|---|---|---|---|---|")
    for name, (wall, cpus) in middles.items():
        print(f"| {name} | {wall[9]:.2f} | {wall[18]:.2f} | {wall[9] / bare[0]:.1f} ", end="")
        print(f"| {cpus[9]:.2f} | {cpus[9] / bare[1]:.1f} |")


def titles(options: argparse.Namespace) -> None:
    searcher = Searcher(options.folder)
    first, total = 0, 0
    for row in searcher.corpus.columns("id", "title", "duplicate_of"):
        if row["title"] and row["duplicate_of"] is None:
            total += 1
            hits = searcher.search(f"{row['title']}", limit=1).hits
            if hits and hits[0].page.title == row["title"]:
                first += 1
            else:
                print(row["title"], "|", hits[0].page.title if hits else None)
    print(f"first for its own title: {first} of {total} ({first / total:.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for run, numbers in (
        (make, {"pages": 100_000}),
        (speed, {"queries": 500, "rounds": 2}),
        (titles, {}),
    ):
        command = commands.add_parser(run.__name__)
        command.set_defaults(run=run)
        command.add_argument("folder", type=Path)
        for name, default in numbers.items():
            command.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
