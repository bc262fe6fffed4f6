"""`make demo`: pour the three example sites in, keep their content, and prove where it stands."""

from __future__ import annotations

import json
from pathlib import Path

import zaru

HERE = Path(__file__).parent
SITES = {
    "shinbun": "news/local/20090116_01.html",
    "shop": "products/larkrise-2-tent.html",
    "blog": "2015/04/fuenf-tomaten-fuer-den-balkon/index.html",
}


def show_site(name: str, article: str) -> None:
    """Print what zaru kept of one site, and one of its pages more closely."""
    pages = [item for item in zaru.read([HERE / name]) if isinstance(item, zaru.Page)]
    contents = list(zaru.PageSet(pages).contents())
    read = sum(len(page.raw) for page in pages)
    kept = sum(len(content.text.encode()) for content in contents)
    encodings = ", ".join(sorted({page.encoding for page in pages}))
    print(f"\n{name}: {len(pages)} pages in {encodings}, {read:,} bytes in, {kept:,} bytes kept")
    chosen = next(content for content in contents if content.page.origin.source.endswith(article))
    show_content(chosen, article)


def show_content(content: zaru.Content, article: str) -> None:
    """Print metadata, the longest block, and the same block out of the original bytes."""
    page = content.page
    print(f"  {article}")
    print(f"  title    {content.title}")
    said = {"written": content.date, "by": content.author, "in": content.language}
    print(f"  page     {', '.join(f'{word} {value}' for word, value in said.items() if value)}")
    roles = ", ".join(sorted({block.role for block in content.blocks}))
    print(f"  blocks   {len(content.blocks)}: {roles}")
    block = max(content.blocks, key=lambda block: len(block.text))
    offset, length = block.span
    written = page.raw[offset : offset + length].decode(page.codec)
    print(f"  text     {block.text[:64]}…")
    print(f"  bytes    {offset} to {offset + length} of the file say: {written[:40]}…")


def show_records() -> None:
    """Print the records of the shop's products, by a wrapper that three labelled pages teach."""
    pages = [item for item in zaru.read([HERE / "shop/products"]) if isinstance(item, zaru.Page)]
    lines = (HERE / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    wrapper = zaru.learn(pages, map(json.loads, lines))
    print(f"\nrecords: {', '.join(wrapper.fields)}, learnt from {wrapper.made['labelled']} pages")
    for page in pages[:4]:
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


def show_sentences() -> None:
    """Print sentences of a page in Shift_JIS with what JUMAN's dictionary says, and their bytes."""
    from zaru.annotators.loading import load_annotator

    path = HERE / "shinbun" / SITES["shinbun"]
    page = next(item for item in zaru.read([path]) if isinstance(item, zaru.Page))
    found = zaru.to_standard_format(page, annotators=[load_annotator("juman")], content_only=True)
    assert found is not None
    print(f"\nsentences: html2sf -j {path.relative_to(HERE.parent)}, {found.encoding}")
    for sentence in list(found.sentences)[2:4]:
        offset, length = sentence.span
        said = sentence.annotations[0]
        words = [line.split(" ") for line in said.text.splitlines()[:6]]
        print(f"  {sentence.text[:48]}…")
        print(f"  bytes {offset} to {offset + length}; {said.scheme}: "
              + " ".join(f"{word[0]}/{word[3]}" for word in words) + " …")  # fmt: skip


if __name__ == "__main__":
    for site, page in SITES.items():
        show_site(site, page)
    show_records()
    show_feed()
    show_sentences()
    print(
        """
Try: .venv/bin/zaru extract examples/shop/products/larkrise-2-tent.html -f markdown
     .venv/bin/zaru extract examples/blog -f jsonl
     .venv/bin/zaru extract examples/shinbun/news/local/20090116_01.html -f overlay -o why.html
     .venv/bin/zaru discover examples/shop/products
     .venv/bin/zaru feed examples/shinbun/news/local/index.html
     .venv/bin/www2sf -j examples/shinbun out"""
    )
