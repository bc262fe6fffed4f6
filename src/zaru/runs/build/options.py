"""What a corpus is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from zaru._version import __version__
from zaru.content.model import Favour
from zaru.content.page_set import MIN_PAGES
from zaru.errors import UsageError, suggest
from zaru.io.schema import VERSION
from zaru.runs.conversion import Conversion
from zaru.text.japanese import MIN_SENTENCE_SHARE

# Why a page is left out: always, or when `drop` names it.
REPEATED = "repeated"  # the same address and the same bytes came before
DROPS = {
    "duplicates": "nearly the same text as another page",
    "short": "less than 200 characters of text",
    "foreign": "not Japanese",
    "truncated": "its archive holds only the beginning",
}
SHORT_CHARACTERS = 200
MASKS = {"pii": "e-mail addresses and phone numbers"}


@dataclass(frozen=True, slots=True)
class Options:
    """What the pages of a corpus are made into; another choice makes another corpus."""

    set: Literal["auto", "on", "off"] = "auto"  # judge the pages of a site together
    favour: Favour = "balanced"
    annotate: tuple[str, ...] = ()
    content_only: bool = False  # sentences of the main content only
    all_languages: bool = False  # sentences of pages that are not Japanese, too
    japanese_share: float = MIN_SENTENCE_SHARE  # the least of a sentence
    drop: tuple[str, ...] = ()  # of DROPS
    mask: tuple[str, ...] = ()  # of MASKS
    limit: int | None = None  # pages that are read
    tools: tuple[str | None, ...] = ()  # of the annotators, found by `check`

    def __post_init__(self) -> None:
        """Refuse names that nobody knows."""
        for given, known in ((self.drop, DROPS), (self.mask, MASKS)):
            for name in given:
                if name not in known:
                    words = f"{name!r} is none of {', '.join(known)}"
                    raise UsageError(words + suggest(name, known))

    @property
    def min_pages(self) -> int:
        """Pages of a site from which on they are judged together."""
        return MIN_PAGES if self.set == "auto" else 2

    @property
    def conversion(self) -> Conversion:
        """How sentences are found and annotated."""
        return Conversion(
            self.annotate,
            self.content_only,
            self.all_languages,
            self.japanese_share,
            self.tools,
        )

    def check(self) -> Options:
        """Return the same with its tools, found once; raises `ToolMissing`."""
        return replace(self, tools=self.conversion.check().tools)

    def find_reason(self, row: dict[str, Any]) -> str | None:
        """Return why a page is left out whatever the others are; None when it is not."""
        reasons = {
            "truncated": row["is_truncated"],
            "foreign": not row["is_japanese"],
            "short": len(row["text"]) < SHORT_CHARACTERS,
        }
        return next((name for name in self.drop if reasons.get(name)), None)

    def to_json(self) -> dict[str, Any]:
        """Return what a plan says of the options and of who carries them out."""
        return {"zaru": __version__, "schema": VERSION, **asdict(self)}
