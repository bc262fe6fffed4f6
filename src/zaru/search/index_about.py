"""What an index says of itself: which corpus it is of, how words were cut, which files it has."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zaru.errors import FormatError, UsageError
from zaru.io.publish import publish

# Raised when words are cut or kept in another way: an index of another number is made anew.
SCHEMA = 4
ABOUT_NAME = "index.json"


@dataclass(frozen=True, slots=True)
class IndexAbout:
    """The file index.json, which is written after all that it speaks of."""

    schema: int
    engine: str  # "tantivy" or "opensearch"
    place: str  # of the words: a folder beside this file, or an address
    corpus: str  # the digest of the corpus
    pages: int
    scheme: str | None  # of the annotations whose words it has
    annotator: str | None  # that cuts queries, and what has no annotation
    languages: tuple[str, ...] = ()  # of its pages, as far as their words have stems
    files: dict[str, str] = field(default_factory=dict)  # of the corpus, and their digests

    @classmethod
    def load(cls, folder: Path) -> IndexAbout | None:
        """Return what the index in *folder* says, None when there is none that can be read."""
        try:
            values = json.loads((folder / ABOUT_NAME).read_bytes())
        except FileNotFoundError:
            return None
        except (ValueError, RecursionError) as error:
            raise FormatError("is damaged; run: zaru index", source=_name(folder)) from error
        return cls.from_values(values, _name(folder))

    @classmethod
    def from_values(cls, values: Any, source: str) -> IndexAbout | None:
        """Return what *values* of JSON say, None when they are those of another schema."""
        if not isinstance(values, dict) or values.get("schema") != SCHEMA:
            return None
        try:
            return cls(**{**values, "languages": tuple(values["languages"])})
        except (TypeError, KeyError) as error:
            raise FormatError("is damaged; run: zaru index", source=source) from error

    def save(self, folder: Path) -> None:
        """Write the file."""
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False)
        with publish(folder / ABOUT_NAME) as file:
            file.write(text.encode() + b"\n")


def _name(folder: Path) -> str:
    return str(folder / ABOUT_NAME)


def find_folder(corpus: str, folder: str | Path | None) -> Path:
    """Return where the index of the corpus at *corpus* is: in it, or in *folder*."""
    if folder is not None:
        return Path(folder)
    if "://" in corpus:
        raise UsageError(f"{corpus}: an index lies on this machine; say where with --index FOLDER")
    return Path(corpus, "index")
