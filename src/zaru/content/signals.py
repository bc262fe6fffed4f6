"""Signals: what a page says about itself, as far as it tells which of its texts are content."""

from __future__ import annotations

from dataclasses import dataclass

from zaru.dom import Tree
from zaru.layout.head import Head
from zaru.layout.jsonld import find_bodies, find_types

_MAX_TITLE_CHARS = 2000  # every segment is looked for in it; kernel/signals.c has the same


@dataclass(frozen=True, slots=True)
class Signals:
    """Title, description and kind of a page by its markup; empty where it says nothing.

    Only what stands before the body counts: other things in it are called by the same names.
    """

    titles: tuple[str, ...]  # of <title> and OpenGraph
    about: str  # the descriptions
    kind: str  # OpenGraph's og:type
    types: frozenset[str]  # JSON-LD's @type, the first of several, lower-cased
    body: str  # JSON-LD's texts of articles, without white space

    @classmethod
    def of(cls, tree: Tree) -> Signals:
        """Return the signals of *tree*."""
        head = Head(tree)
        end = next(iter(tree.rows_of("body")), len(tree))
        types, body = read_linked(list(map(tree.text, head.scripts)))

        def read_meta(name: str) -> str:
            for row in head.metas.get(name, ()):
                written = tree.attribute(row, "property") or tree.attribute(row, "name") or ""
                if row < end and written.lower() == name:
                    return tree.attribute(row, "content") or ""
            return ""

        title = next((tree.text(run) for run in head.titles if run < end), "")
        return cls(
            titles=tuple(
                " ".join(text[:_MAX_TITLE_CHARS].split()) for text in (title, read_meta("og:title"))
            ),
            about=" ".join(f"{read_meta('description')}\n{read_meta('og:description')}".split()),
            kind=read_meta("og:type").lower(),
            types=types,
            body=body,
        )


def read_linked(scripts: list[str]) -> tuple[frozenset[str], str]:
    """Return `Signals.types` and `Signals.body` of the page's JSON-LD."""
    types = frozenset(names[0].lower() for script in scripts for names in find_types(script))
    bodies = "".join(body for script in scripts for body in find_bodies(script))
    return types, "".join(bodies.split())
