"""What a corpus has of one page: its row, its sentences, its links, and what it is compared by."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any

from zaru.content.content import Content
from zaru.content.extraction import extract, extract_chosen
from zaru.corpus.identity import address_of, document_id, page_id
from zaru.corpus.links import find_links
from zaru.corpus.marks import find_marks, mask_markdown, mask_text
from zaru.corpus.quality import measure_quality
from zaru.corpus.sentence import Annotation, Sentence
from zaru.corpus.sentences.japanese import is_japanese
from zaru.corpus.signatures import Signature, sign
from zaru.corpus.standard_format import Link, StandardFormat, Text, format_time
from zaru.errors import Failure, ToolError
from zaru.io.sentence_rows import to_sentence_rows, to_title_row
from zaru.page import Page
from zaru.runs.build.options import Options
from zaru.runs.conversion import Converter
from zaru.runs.pages import Item
from zaru.runs.tasks import Context
from zaru.text.urls import site_of

# A shorter paragraph is a heading, a date or a name, which pages share by chance.
_PARAGRAPH_CHARACTERS = 40
_LAST_TIME = "9999"  # a page without a time comes after those that have one
_TEXTS = ("title", "author", "site_name", "text")  # of a row, that a mask blanks

Mask = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class MadePage:
    """What a shard writes of one page; all but the page itself are values of tables."""

    page: Page
    row: dict[str, Any]
    sentences: list[dict[str, Any]]
    links: list[dict[str, Any]]
    address: str  # its document id
    order: str  # of two pages that repeat each other, the lesser is the first
    signature: Signature | None
    paragraphs: list[tuple[int, int]]  # digest and number of the block
    inexact: int  # texts without an exact place
    failures: list[Failure] = field(default_factory=list)  # that did not cost the page

    @property
    def id(self) -> str:
        """The id of the page."""
        return str(self.row["id"])


def make_page(converter: Converter, options: Options, item: Item) -> MadePage:
    """Return what the corpus has of a page."""
    page, choice = item
    if choice is None:
        content = extract(page, favour=options.favour)
    else:
        content = extract_chosen(page, choice)
    failures: list[Failure] = []
    is_ours = is_japanese(page)
    found = converter(page, failures.append) if is_ours or options.all_languages else None
    if failures:
        converter.ensure_tools()
    mask: Mask = mask_text if "pii" in options.mask else str
    if found is not None and mask is not str:
        annotate = partial(_annotate, converter, page, failures.append)
        found = _mask_sentences(found, mask, annotate)
    key = page_id(page)
    links = list(_read_links(find_links(page) if found is None else found.out_links, key, mask))
    texts = () if found is None else found.texts
    sentences = list(to_sentence_rows(key, texts, _content_test(content)))
    row = _read_row(content, mask)
    time = format_time(page.time) or None
    row |= {
        "id": key,
        "site": site_of(page.url) if page.url else None,
        "time": time,
        "charset": page.charset,
        "is_truncated": page.truncated,
        "is_japanese": is_ours,
        "size": len(page.raw),
        "head_title": to_title_row(found.title) if found is not None else None,
        "sentences": len(sentences),
        "out_links": len(links),
        "quality": measure_quality(content),
        "marks": [{"kind": one.kind, "span": list(one.span)} for one in find_marks(page)],
    }
    return MadePage(
        page=page,
        row=row,
        sentences=sentences,
        links=links,
        address=document_id(address_of(page)),
        order=f"{time or _LAST_TIME}\0{key}",
        signature=sign(content.text),
        paragraphs=list(_digest_paragraphs(content)),
        inexact=len(page.tree.unplaced),
        failures=failures,
    )


def _read_row(content: Content, mask: Mask) -> dict[str, Any]:
    """Return the content as its table has it."""
    row = content.to_json()
    del row["records"]  # nobody told them apart
    if mask is not str:
        row |= {name: row[name] and mask(row[name]) for name in _TEXTS}
        row["markdown"] = mask_markdown(row["markdown"])
        row["blocks"] = [{**block, "text": mask(block["text"])} for block in row["blocks"]]
    return row


def _content_test(content: Content) -> Callable[[Sentence], bool]:
    """Return what says whether a sentence stands in the main content."""
    spans = sorted(content.spans)
    starts = [offset for offset, _ in spans]

    def is_content(sentence: Sentence) -> bool:
        place = bisect_right(starts, sentence.span[0]) - 1
        return place >= 0 and sum(sentence.span) <= sum(spans[place])

    return is_content


def _read_links(links: tuple[Link, ...], key: str, mask: Mask) -> Iterator[dict[str, Any]]:
    """Yield a row of the table `links` for each; where it leads to is not known yet."""
    for link in links:
        for target in link.targets:
            yield {
                "from": key,
                "to": None,
                "target": target.id,
                "url": target.url,
                "anchor": mask(link.text),
                "span": target.span,
            }


def _mask_sentences(
    found: StandardFormat, mask: Mask, annotate: Callable[[str], tuple[Annotation, ...]]
) -> StandardFormat:
    """Return *found* with all its texts masked; what has changed is annotated again."""

    def mask_sentence(sentence: Sentence) -> Sentence:
        masked = mask(sentence.text)
        if masked == sentence.text:
            return sentence
        return replace(sentence, text=masked, annotations=annotate(masked))

    def mask_post(text: Text) -> Text:
        sentences = tuple(map(mask_sentence, text.sentences))
        author, title = (part and mask(part) for part in (text.author, text.title))
        return replace(text, sentences=sentences, author=author, title=title)

    title = found.title
    if title is not None and mask(title.text) != title.text:
        title = replace(title, text=mask(title.text), annotations=annotate(mask(title.text)))
    return replace(found, title=title, texts=tuple(map(mask_post, found.texts)))


def _annotate(
    converter: Converter, page: Page, tell: Callable[[Failure], None], text: str
) -> tuple[Annotation, ...]:
    """Return what the annotators say of a text; *tell* hears of those that have no answer."""
    answers: list[Annotation] = []
    for annotator in converter.annotators:
        answer = annotator.annotate([text])[0]
        if isinstance(answer, ToolError):
            name = type(answer).__name__
            tell(Failure("annotate", str(page.origin), None, name, str(answer)))
        else:
            answers.append(Annotation(annotator.scheme, answer))
    return tuple(answers)


def _digest_paragraphs(content: Content) -> Iterator[tuple[int, int]]:
    for number, block in enumerate(content.blocks):
        if len(block.text) >= _PARAGRAPH_CHARACTERS:
            words = " ".join(block.text.lower().split()).encode("utf-8", "replace")
            digest = blake2b(words, digest_size=8).digest()
            yield int.from_bytes(digest, "little", signed=True), number


def prepare_make(context: Context[Options]) -> Callable[[Item], MadePage]:
    """Load the annotators; return what makes a page."""
    return partial(make_page, context.options.conversion.open(), context.options)
