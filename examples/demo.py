"""`make demo`: pour the three example sites in, keep a corpus, and prove where its texts stand."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import zaru
from zaru.cli.build import describe_report
from zaru.runs.build.options import Options
from zaru.search.indexing import index_corpus
from zaru.search.searching import Searcher

HERE = Path(__file__).parent
OUT = HERE.parent / "out" / "corpus"
ARTICLE = "https://www.miohama-shinbun.example/news/local/20090116_01.html"


def show_corpus() -> None:
    """Build the corpus of the example sites and print what came of them."""
    sites = [HERE / name for name in ("shinbun", "shop", "blog")]
    report = zaru.build(sites, OUT, Options(annotate=("juman",)), new="--new" in sys.argv)
    print(f"zaru build examples/shinbun examples/shop examples/blog -o {OUT.name} --annotate juman")
    for line in describe_report(report.values):
        print(f"  {line}")


def show_page() -> None:
    """Print one page of the corpus, and its longest sentences out of the original bytes."""
    corpus = zaru.Corpus(OUT)
    page = corpus.find(ARTICLE)
    original = corpus.original(page)
    print(f"\n{page.url}\n  title     {page.title}")
    print(f"  original  {len(original.raw):,} bytes of {page['encoding']}, kept in the corpus")
    for sentence in sorted(corpus.sentences(page), key=lambda one: -len(one.text))[:2]:
        offset, length = sentence.span
        words = [line.split(" ") for line in sentence.annotations[0].text.splitlines()[:5]]
        written = original.raw[offset : offset + length].decode(page["codec"])
        print(f"  sentence  {sentence.text[:44]}…")
        print(f"  bytes     {offset} to {offset + length} say: {written[:34]}…")
        print("  JUMAN     " + " ".join(f"{word[0]}/{word[3]}" for word in words) + " …")
    links = corpus.links_to(page)
    print(f"  linked    by {len(links)} pages of the corpus: {links[0].anchor}")


def show_search() -> None:
    """Print what a search finds, with a sentence of each page that says why."""
    index_corpus(OUT)
    results = Searcher(OUT).search("朝市 再開")
    print(f"\nzaru search {OUT.name} {results.query}: {results.total} pages")
    for hit in results.hits:
        excerpt = hit.excerpts[-1]
        print(f"  {hit.score:8.5f}  {hit.page.title}\n            {excerpt.text[:52]}…")


def show_records() -> None:
    """Print the records of the shop's products, by a wrapper that three labelled pages teach."""
    pages = [item for item in zaru.read([HERE / "shop/products"]) if isinstance(item, zaru.Page)]
    lines = (HERE / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    wrapper = zaru.learn(pages, map(json.loads, lines))
    print(f"\nrecords: {', '.join(wrapper.fields)}, learnt from {wrapper.made['labelled']} pages")
    for page in pages[:3]:
        for record in wrapper.apply(page):
            price = record.fields["price"][0]
            texts = [text for field in ("name", "price", "weight") for text in record.texts(field)]
            print(f"  {' | '.join(texts)}  (the price is at byte {price.span and price.span[0]})")


def show_feed() -> None:
    """Print the articles that the newspaper's list of local news would give a feed reader."""
    path = HERE / "shinbun/news/local/index.html"
    page = next(item for item in zaru.read([path]) if isinstance(item, zaru.Page))
    articles = zaru.find_articles(page).articles
    print(f"\nfeed: {len(articles)} articles of {path.relative_to(HERE.parent)}")
    for article in articles[:3]:
        date, link = (part.text if part else "-" for part in (article.date, article.link))
        print(f"  {date}  {article.title.text}  {link}")


if __name__ == "__main__":
    show_corpus()
    show_page()
    show_search()
    show_records()
    show_feed()
    print(
        f"""
The corpus is in out/{OUT.name}: tables (pages, sentences, links), originals, an index, a report.
Try: .venv/bin/zaru serve out/{OUT.name} --open
     .venv/bin/zaru search out/{OUT.name} '漁港 OR 魚'
     .venv/bin/zaru cat out/{OUT.name} {ARTICLE} -f markdown
     .venv/bin/zaru export out/{OUT.name} -f standard-format -o out/xml
     .venv/bin/zaru build examples/shinbun -o out/mine --drop duplicates,short
     .venv/bin/zaru extract examples/shinbun/news/local/20090116_01.html -f overlay -o why.html
     .venv/bin/zaru discover examples/shop/products
     .venv/bin/zaru feed examples/shinbun/news/local/index.html"""
    )
