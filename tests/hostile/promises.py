"""What zaru promises for every page, whatever its bytes; each function yields what is broken."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from zaru import Page, extract, find_articles, learn, to_standard_format, write_feed
from zaru.content.chunks import chunks
from zaru.content.explanation import write_overlay
from zaru.content.extraction import judge
from zaru.corpus.xml.reading import from_xml
from zaru.dom import Tree
from zaru.dom.spans import read_source
from zaru.errors import InputError, UsageError

ADDRESS = "http://www.example.jp/a/"
NOW = datetime(2026, 1, 1, tzinfo=UTC)
CHUNK_SIZE = 60
FEEDS = ("rss", "atom", "jsonfeed", "jsonl")
UNREAD = frozenset({"script", "style", "svg:script", "svg:style"})
WHITE = "\t\n\f\r "
OUR_ATTRIBUTES = frozenset("href src alt lang start value class colspan rowspan".split())
Span = tuple[int, int]


def check_page(raw: bytes) -> list[str]:
    """Return what is broken of a page: lines that begin with the name of the output."""
    page = Page.from_bytes(raw, url=ADDRESS, source="a.html")
    try:
        page.tree  # noqa: B018
    except InputError:
        return []
    except Exception as error:
        return [f"tree: {type(error).__name__}: {error}"]
    broken: list[str] = []
    for name, check in CHECKS.items():
        try:
            broken += [f"{name}: {line}" for line in check(page)]
        except InputError:
            continue
        except Exception as error:
            broken.append(f"{name}: {type(error).__name__}: {error}")
    return broken


def read_rows(tree: Tree) -> list[int]:
    """Return the text runs that a reader may see: in the body, outside scripts and styles.

    The texts of an XML document all count: it has no body.
    """
    is_read = [tree.is_xml] * len(tree)
    rows = []
    for row in range(1, len(tree)):
        parent, tag = tree.parents[row], tree.tags[row]
        is_root = parent == 0 and tag in ("body", "frameset")
        is_read[row] = (is_root or is_read[parent]) and tag not in UNREAD
        if tree.is_text(row) and is_read[row] and tree.text(row).strip(WHITE):
            rows.append(row)
    return rows


def letters(text: str) -> Counter[str]:
    """Return how often each character that is no white space stands in *text*."""
    counts = Counter(text)
    for white in WHITE:
        del counts[white]
    return counts


def check_spans(page: Page) -> Iterator[str]:
    """Check that the bytes of each text run say its text."""
    tree = page.tree
    for row in range(len(tree)):
        text = tree.text(row) if tree.is_text(row) else ""
        if not text.strip(WHITE):
            continue
        span = tree.span(row)
        if span is None:
            yield f"no span for {text[:60]!r}"
            continue
        yield from check_inside("run", page, span)
        if row in tree.unplaced:
            continue
        source = tree.source(row)
        if tree.is_xml and "<![CDATA[" in source:
            continue
        readings = [read_source(source), read_source(source, is_raw=True)]
        if text not in (*readings, read_source(source, keeps_nul=True)):
            yield f"{span} says {source[:60]!r} for {text[:60]!r}"


def check_inside(name: str, page: Page, span: Span | None) -> Iterator[str]:
    if span is not None and not 0 <= span[0] <= span[0] + span[1] <= len(page.raw):
        yield f"{name} {tuple(span)} is past the end, {len(page.raw)}"


def check_blocks(page: Page) -> Iterator[str]:
    """Check that blocks hold each text once, and that their spans cover their runs."""
    tree = page.tree
    if tree.is_xml:
        return
    held: Counter[int] = Counter()
    for block in tree.blocks:
        rows = [row for row in block.rows if tree.is_text(row) and tree.text(row).strip(WHITE)]
        held.update(rows)
        said = sum((letters(tree.text(row)) for row in rows), Counter())
        if letters(block.text) != said:
            yield f"text {block.text[:60]!r} for {said}"
        spans = [span for row in rows if (span := tree.span(row))]
        if not spans:
            continue
        span = block.span
        if span is None:
            yield f"no span for {block.text[:60]!r}"
            continue
        yield from check_inside("block", page, span)
        start, end = min(first for first, _ in spans), max(sum(found) for found in spans)
        outside = page.raw[start : span[0]] + page.raw[sum(span) : end]
        if outside.strip(b"\t\n\f\r \0"):
            yield f"{span} does not cover ({start}, {end - start})"
    rows = read_rows(tree)
    for row in rows:
        if held[row] != 1:
            yield f"{tree.text(row)[:60]!r} stands in {held[row]} blocks"
    if len(held) != len(rows):
        yield f"blocks hold {len(held)} texts of {len(rows)}"


def check_content(page: Page) -> Iterator[str]:
    content = extract(page)
    data = json.loads(json.dumps(content.to_json()))
    content.text.encode()
    for block in data["blocks"]:
        yield from check_inside("block", page, block["span"])
    for name, span in data["spans"].items():
        yield from check_inside(name, page, span)
    for name, value in data.items():
        if isinstance(value, str):
            try:
                value.encode()
            except UnicodeEncodeError:
                yield f"{name} is no text: {value[:60]!r}"


def check_chunks(page: Page) -> Iterator[str]:
    content = extract(page, favour="recall")
    found = chunks(content, max_characters=CHUNK_SIZE)
    for chunk in found:
        json.loads(json.dumps(chunk.to_json()))
        if not 0 < len(chunk.text) <= CHUNK_SIZE:
            yield f"a chunk of {len(chunk.text)} characters"
        for span in chunk.spans:
            yield from check_inside("piece", page, span)
    said = "".join("".join(chunk.text.split()) for chunk in found)
    texts = (block.text for block in content.blocks if block.role != "image")
    if said != "".join("".join(text.split()) for text in texts):
        yield "chunks do not say what the blocks say"


def check_markdown(page: Page) -> Iterator[str]:
    from markdown_it import MarkdownIt

    text = extract(page, favour="recall").to_markdown()
    text.encode()
    for token in MarkdownIt("commonmark").parse(text):
        for part in (token, *(token.children or ())):
            if part.type.startswith("html") and ACTIVE.search(part.content):
                yield f"{part.content[:80]!r} is markup"
            for name in ("href", "src"):
                yield from check_address(str(part.attrs.get(name) or ""))


ACTIVE = re.compile(r"(?i)<\s*(?!/?(?:br|sub|sup|em|strong)>)[a-z]|\bon\w+\s*=|<!")
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


def check_address(address: str) -> Iterator[str]:
    """Check the scheme as browsers read it: tabs, line ends and leading controls left out."""
    cleaned = re.sub(r"[\t\n\r]", "", address).lstrip("".join(map(chr, range(33))))
    scheme = SCHEME.match(cleaned)
    if scheme is not None and scheme[0].lower() not in ("http:", "https:", "mailto:"):
        yield f"address {address[:80]!r}"


def check_html(page: Page) -> Iterator[str]:
    text = extract(page, favour="recall").to_html()
    text.encode()
    yield from check_markup(text)


def check_markup(text: str) -> Iterator[str]:
    """Check that HTML of our own holds nothing that acts."""
    read = Page.from_bytes(text.encode(), charset="utf-8").tree
    for row, tag in enumerate(read.tags):
        if tag in ("script", "style", "iframe", "object", "embed", "svg", "math", "form", "base"):
            yield f"<{tag}> in the output"
        if not read.is_text(row):
            for name, value in read.pairs(row):
                if name not in OUR_ATTRIBUTES:
                    yield f"attribute {name}={value!r:.60}"
                if name in ("href", "src"):
                    yield from check_address(value or "")


def check_overlay(page: Page) -> Iterator[str]:
    text = write_overlay(page, judge(page))
    text.encode()
    if "Content-Security-Policy" not in text[:200]:
        yield "no policy"


def check_feeds(page: Page) -> Iterator[str]:
    found = find_articles(page, now=NOW)
    for article in found:
        yield from check_inside("article", page, article.span)
        for name in ("title", "link", "date", "body", "image", "author"):
            part = getattr(article, name)
            yield from check_inside(name, page, part.span if part else None)
    for format_ in FEEDS:
        text = write_feed(found, format=format_, now=NOW)
        data = text.encode()
        if format_ in ("rss", "atom"):
            root = ElementTree.fromstring(data)
            for element in root.iter():
                name = element.tag.rpartition("}")[2]
                if name in ("description", "content") and element.get("type", "html") == "html":
                    yield from check_markup(element.text or "")
                address = element.get("href") or element.get("url")
                yield from check_address(address or (name == "link" and element.text) or "")
        elif format_ == "jsonfeed":
            json.loads(data)


def check_paper_feed(page: Page) -> Iterator[str]:
    for article in find_articles(page, method="paper"):
        yield from check_inside("article", page, article.span)


def check_standard_format(page: Page) -> Iterator[str]:
    found = to_standard_format(page, all_languages=True, japanese_share=0.0)
    if found is None:
        return
    if from_xml(found.to_xml(extended=True)) != found:
        yield "is not read back as it was"
    from_xml(found.to_xml())
    for sentence in found.sentences:
        yield from check_inside("sentence", page, sentence.span)
        if not sentence.text:
            yield "an empty sentence"


def check_wrappers(page: Page) -> Iterator[str]:
    tree = page.tree
    rows = read_rows(tree)
    if not rows:
        return
    text = tree.text(rows[len(rows) // 2]).strip(WHITE)[:80]
    try:
        wrapper = learn([page], [{"page": "a.html", "field": "f", "values": [text]}])
    except UsageError:
        return
    for record in wrapper.apply(page):
        for value in record.fields["f"]:
            yield from check_inside("value", page, value.span)
    json.loads(wrapper.dumps())


CHECKS: dict[str, Callable[[Page], Iterable[str]]] = {
    "spans": check_spans,
    "blocks": check_blocks,
    "content": check_content,
    "chunks": check_chunks,
    "markdown": check_markdown,
    "html": check_html,
    "overlay": check_overlay,
    "feeds": check_feeds,
    "paper-feed": check_paper_feed,
    "standard-format": check_standard_format,
    "wrappers": check_wrappers,
}


def check_command(pages: Sequence[bytes], environment: dict[str, str]) -> list[list[str]]:
    """Return what `zaru blocks` loses of each page: characters of read text that it has not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, raw in enumerate(pages):
            (folder / f"{number}.html").write_bytes(raw)
        done = subprocess.run(
            [sys.executable, "-m", "zaru", "blocks", "-f", "jsonl", str(folder)],
            env=environment,
            capture_output=True,
            check=False,
        )
    said: list[Counter[str] | None] = [None] * len(pages)
    for line in io.BytesIO(done.stdout):
        block = json.loads(line)
        number = int(Path(block["page"]).stem)
        said[number] = (said[number] or Counter()) + letters(block["text"])
    refused = {int(found) for found in re.findall(rb"(\d+)\.html", done.stderr)}
    if b"Traceback" in done.stderr or done.returncode not in (0, 1):
        end = done.stderr[-200:].decode("utf-8", "replace")
        return [[f"command: exit {done.returncode}: {end!r}"]] * len(pages)
    return [
        [] if number in refused else [f"command: {line}" for line in _lost(raw, said[number])]
        for number, raw in enumerate(pages)
    ]


def _lost(raw: bytes, said: Counter[str] | None) -> Iterator[str]:
    try:
        tree = Page.from_bytes(raw).tree
    except InputError:
        yield "a refused page was not reported"
        return
    except Exception:  # the other checks say so
        return
    if tree.is_xml:
        return
    expected = sum((letters(tree.text(row)) for row in read_rows(tree)), Counter())
    if expected != (said or Counter()):
        lost, more = expected - (said or Counter()), (said or Counter()) - expected
        yield f"lost {''.join(lost.elements())[:60]!r}, added {''.join(more.elements())[:60]!r}"


def count_texts(raw: bytes) -> dict[str, int]:
    """Return how many texts a page has, and how many of them without an exact place."""
    try:
        tree = Page.from_bytes(raw).tree
    except InputError:
        return {}
    return {"all": len(read_rows(tree)), "unplaced": len(tree.unplaced)}
