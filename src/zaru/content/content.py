"""Content: what a page is about, as blocks with roles, and what it says about itself."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from zaru.content.compiled import _kernel
from zaru.content.segments import Segment, find_segments
from zaru.dom import Tree
from zaru.layout.head import Head
from zaru.layout.value import Value
from zaru.page import Page
from zaru.text.urls import resolve

if TYPE_CHECKING:
    from zaru.content.metadata import Metadata
    from zaru.content.page_kinds import Kind
    from zaru.content.records import ContentRecord

HEAD = ("title", "author", "date")  # what may stand above a text
ROLES = (
    "title", "heading", "paragraph", "list", "table", "code", "quote", "caption", "image", "date",
    "author", "credit",
)  # fmt: skip


class ContentBlock(NamedTuple):
    """One paragraph, heading, list item, table cell or image of the content."""

    role: str  # one of ROLES
    text: str  # an image's is its alternative text
    span: tuple[int, int]  # byte offset and length, from the first to the last byte
    level: int = 0  # of a heading: 1 to 6; of a list item or quote: how deep
    row: int = -1  # the element in the tree
    rows: tuple[int, ...] = ()  # text runs and single <br>

    def __repr__(self) -> str:
        """Return what the block says and where, without its rows."""
        said = f"role={self.role!r}, text={self.text!r}, span={self.span}, level={self.level}"
        return f"ContentBlock({said})"


class Kept(NamedTuple):
    """A segment that was chosen; one without text holds images."""

    segment: Segment
    text: str
    is_next: bool = False  # the segment before it on the page was chosen, too
    is_credit: bool = False  # a date, byline or credit beside the content


@dataclass(frozen=True)
class Content:
    """The main content of a page. None stands for what the page does not say.

    Metadata and the roles of blocks are found when first asked for.
    """

    page: Page
    kept: tuple[Kept, ...] = field(repr=False)
    # How probable each of `page_kinds.KINDS` is; None until somebody asks.
    kinds: Sequence[float] | None = field(default=None, repr=False, compare=False)
    # Why there is no content: "script", "not found", "refused" or "consent" (`notices`).
    notice: str | None = None
    # Whether Markdown, HTML and JSON tell its records apart.
    tells_records: bool = False

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself, each value with its byte span."""
        from zaru.content.metadata import find_metadata

        return find_metadata(self.tree, url=self.page.url, text=self.text)

    @cached_property
    def blocks(self) -> tuple[ContentBlock, ...]:
        """The paragraphs, headings, list items, table cells and images, in order."""
        return _build_blocks(self)

    @cached_property
    def records(self) -> tuple[ContentRecord, ...]:
        """The cards of a listing or the posts of a thread, in order; other pages have none."""
        from zaru.content.records import find_records

        return find_records(self)

    @cached_property
    def kind(self) -> Kind | None:
        """What the page is: "article", "listing", …, and how probable that is; None without text.

        It is told from the page alone, by what reads like content on it.
        """
        from zaru.content.model import score_page
        from zaru.content.page_kinds import name_kind

        if self.kinds is not None:
            return name_kind(self.kinds)
        return name_kind(score_page(self.tree, find_segments(self.tree)).kinds)

    @property
    def tree(self) -> Tree:
        """The tree of the page."""
        return self.page.tree

    @property
    def title(self) -> str | None:
        """The title of the content, not the site's name."""
        return _text(self.metadata.title)

    @property
    def author(self) -> str | None:
        """Who wrote it."""
        return _text(self.metadata.author)

    @property
    def date(self) -> str | None:
        """When it was published, ISO 8601."""
        return _text(self.metadata.date)

    @property
    def updated(self) -> str | None:
        """When it was last changed, ISO 8601."""
        return _text(self.metadata.updated)

    @property
    def language(self) -> str | None:
        """Its language as a BCP 47 tag: "ja"."""
        return _text(self.metadata.language)

    @property
    def site_name(self) -> str | None:
        """The name of the site."""
        return _text(self.metadata.site_name)

    @property
    def url(self) -> str | None:
        """The canonical URL if the page gives one, else where the page was found."""
        return _text(self.metadata.url) or self.page.url

    @cached_property
    def base(self) -> str | None:
        """What the links of the page are relative to; None when that is not known."""
        return Head(self.tree).base(self.page.url or self.url)

    @cached_property
    def resolve(self) -> Callable[[str], str | None]:
        """What an address means on the page: the absolute http or https URL; None for none."""
        return cache(partial(resolve, self.base))

    @property
    def image(self) -> str | None:
        """The URL of the image that stands for the page."""
        return _text(self.metadata.image)

    @cached_property
    def text(self) -> str:
        """The blocks' texts, one a line; images and credits beside the content are left out."""
        return "\n".join([kept.text for kept in self.kept if kept.text and not kept.is_credit])

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Byte offset and length of the texts of all blocks."""
        return [kept.segment.span for kept in self.kept if kept.text]

    def to_text(self, *above: str) -> str:
        """Return the text, and above it what is asked for of `HEAD` and not in it already."""
        if not above:
            return self.text
        from zaru.content.above import write_text

        return write_text(self, above)

    def to_markdown(self, *above: str) -> str:
        """Return the content as Markdown (CommonMark with tables), *above* as in `to_text`."""
        if above:
            from zaru.content.above import write_marked_text

            return write_marked_text(self, above)
        from zaru.content.markdown import write_markdown

        return write_markdown(self)

    def to_html(self) -> str:
        """Return the content as one safe `<article>`: no attribute of the page's but http links."""
        from zaru.content.markup import write_html

        return write_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the content as a JSON object; keys are always there and in this order."""
        return {
            **self.page.about(),
            "language": self.language,
            "title": self.title,
            "author": self.author,
            "date": self.date,
            "text": self.text,
            "markdown": self.to_markdown(),
            "blocks": [
                {"role": block.role, "text": block.text, "span": list(block.span)}
                for block in self.blocks
            ],
            "updated": self.updated,
            "site_name": self.site_name,
            "canonical": _text(self.metadata.url),
            "image": self.image,
            "spans": {name: _span(getattr(self.metadata, name)) for name in _SPANNED},
            "inexact": self._find_inexact(),
            "kind": self.kind.name if self.kind else None,
            "kind_score": round(self.kind.score, _KIND_DIGITS) if self.kind else None,
            "notice": self.notice,
            "records": [one.to_json() for one in self.records] if self.tells_records else None,
        }

    def _find_inexact(self) -> list[int]:
        """Return the numbers of the blocks whose spans only cover their texts."""
        unplaced = self.tree.unplaced
        if not unplaced:
            return []
        return [n for n, block in enumerate(self.blocks) if not unplaced.isdisjoint(block.rows)]


_MAX_ALT_CHARS = 300  # a longer one is no description
_KIND_DIGITS = 3  # of the score of a kind: further ones hang on the processor
_SPANNED = ("title", "author", "date", "updated", "language", "site_name", "image")
RECORD = ("title", "link", "author", "date")  # what a record says of itself

# What `Content.to_json` has under its keys, in the same order, for tables.
SHAPE: dict[str, Any] = {
    **dict.fromkeys(["page", "offset", "url", "encoding", "codec", "language", "title"], str),
    **dict.fromkeys(["author", "date", "text", "markdown"], str),
    "offset": int,
    "blocks": [{"role": str, "text": str, "span": [int]}],
    **dict.fromkeys(["updated", "site_name", "canonical", "image"], str),
    "spans": {name: [int] for name in _SPANNED},
    "inexact": [int],
    "kind": str,
    "kind_score": float,
    "notice": str,
    "records": [
        {
            "role": str,
            **dict.fromkeys(RECORD, str),
            "blocks": [int],
            "spans": {name: [int] for name in RECORD},
        }
    ],
}


def _build_blocks(content: Content) -> tuple[ContentBlock, ...]:
    from zaru.content.roles import RoleFinder

    tree, kept = content.tree, content.kept
    roles = RoleFinder(tree, content.metadata)
    bases = roles.find_bases([one.segment.row for one in kept])
    build = _kernel.build_blocks if _kernel else build_blocks
    images = partial(_build_images, tree)
    return build(ContentBlock, kept, bases, roles.bylines, tree.rows_of("img"), roles.find, images)


def build_blocks(
    block_type: type[ContentBlock],
    kept: tuple[Kept, ...],
    bases: list[tuple[str, int]],
    bylines: list[tuple[str, int, str]],  # noqa: ARG001  (the kernel looks whether `find` needs to)
    images: list[int],
    find: Callable[[Kept, tuple[str, int]], tuple[str, int]],
    build_images: Callable[[list[int]], Iterable[ContentBlock]],
    /,
) -> tuple[ContentBlock, ...]:
    """Return the blocks of what was *kept*, and the images between those that are neighbours.

    *bases* are the roles that elements give to their texts. The reference of the kernel, and
    what is done without it.
    """
    blocks: list[ContentBlock] = []
    last = -1  # the last row of the block before
    for one, base in zip(kept, bases, strict=True):
        segment, rows = one.segment, one.segment.rows
        if images and one.is_next:
            between = images[bisect_right(images, last) : bisect_left(images, rows[0])]
            blocks += build_images(between)
        if not one.text:
            blocks += build_images(rows)
            continue
        role, level = find(one, base)
        block = block_type(role, one.text, segment.span, level, segment.row, tuple(rows))
        blocks.append(block)
        last = rows[-1]
    return tuple(blocks)


def _build_images(tree: Tree, rows: list[int]) -> Iterator[ContentBlock]:
    """Yield the images among *rows* that the page writes."""
    for row in rows:
        span = tree.start_tag_span(row) if tree.tag(row) == "img" else None
        if span is not None:
            alt = " ".join((tree.attribute(row, "alt") or "").split())[:_MAX_ALT_CHARS]
            yield ContentBlock("image", alt, span, 0, row)


def _text(value: Value | None) -> str | None:
    return None if value is None else value.text


def _span(value: Value | None) -> list[int] | None:
    span = None if value is None else value.span
    return None if span is None else list(span)
