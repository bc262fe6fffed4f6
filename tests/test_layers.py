"""Imports go down only: the rooms of DESIGN.md, enforced."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "zaru"
# From top to bottom. `page` is above `dom`, for a page builds its tree. Two rooms of one row
# never import each other.
ROWS = (
    {"__init__", "__main__"},
    {"cli"},
    {"studio"},
    {"server", "interop"},
    {"runs", "search"},
    {"io", "fetch", "annotators"},
    {"wrappers", "feeds", "corpus", "citations"},
    {"content"},
    {"layout"},
    {"page"},
    {"dom"},
    {"text"},
    {"errors", "limits"},
    {"_version", "kernels"},
)
LEVELS = {room: level for level, rooms in enumerate(ROWS) for room in rooms}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(name: str) -> str | None:
    """Return the room of a module name, None when it is not zaru's; `zaru` alone is the top."""
    first, *rest = name.split(".")
    if first != "zaru":
        return None
    return rest[0] if rest else "__init__"


def imported_names(tree: ast.AST, module: str) -> Iterator[str]:
    """Yield the full name of everything that *module* imports, inside functions, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*parents, *filter(None, [node.module])])
            yield from (
                f"{source}.{alias.name}" if source == "zaru" else source for alias in node.names
            )


def wrong_imports(source: str, module: str) -> list[str]:
    """Return what *module* imports from its own row or above, without its own room."""
    room = room_of(module)
    assert room is not None
    return [
        name
        for name in imported_names(ast.parse(source), module)
        if (target := room_of(name)) not in (None, room)
        and LEVELS.get(str(target), -1) <= LEVELS[room]
    ]


@pytest.mark.parametrize("path", MODULES, ids=[str(p.relative_to(PACKAGE)) for p in MODULES])
def test_imports_go_down_only(path: Path) -> None:
    module = ".".join(["zaru", *path.relative_to(PACKAGE).with_suffix("").parts])
    assert room_of(module) in LEVELS, "a new room needs a row"
    assert wrong_imports(path.read_text(encoding="utf-8"), module) == []


@pytest.mark.parametrize(
    ("source", "module", "expected"),
    [
        pytest.param("import zaru.io.warc", "zaru.dom.tree", ["zaru.io.warc"], id="up"),
        pytest.param(
            "def f():\n  from zaru.page import Page",
            "zaru.dom.tree",
            ["zaru.page"],
            id="in-function",
        ),
        pytest.param("from ..page import Page", "zaru.dom.tree", ["zaru.page"], id="relative"),
        pytest.param("from .. import page", "zaru.dom.tree", ["zaru.page"], id="relative-name"),
        pytest.param("from zaru import Page", "zaru.io.warc", ["zaru.Page"], id="face"),
        pytest.param("from zaru import page", "zaru.io.warc", [], id="room"),
        pytest.param("import zaru", "zaru.cli.blocks", ["zaru"], id="top"),
        pytest.param("import zaru.limits", "zaru.errors", ["zaru.limits"], id="sideways"),
        pytest.param("from zaru._version import x", "zaru.errors", [], id="version"),
        pytest.param("from zaru.dom.rows import TEXT", "zaru.dom.tree", [], id="own-room"),
        pytest.param("import re, zarundere", "zaru.dom.tree", [], id="other-package"),
    ],
)
def test_wrong_import_is_found(source: str, module: str, expected: list[str]) -> None:
    assert wrong_imports(source, module) == expected


# Bytes of a page become text in `text` and `dom` alone; above them there are `page.source` and
# `tree.read`. What is listed decodes bytes that are no page's.
DECODES_OTHER_BYTES = {
    "corpus/sentences/japanese.py",  # code tables
    "annotators/process.py",  # what a tool answers
    "annotators/mecab_words.py",
    "io/fields.py",  # header fields
    "io/index.py",  # lines of our own index
    "feeds/writing/feed.py",
    "feeds/writing/permalinks.py",
    "content/skeleton.py",
    "layout/jsonld.py",  # text of JSON
    "studio/styles.py",  # style sheets
    "wrappers/export/script.py",  # a script that stands alone
    "wrappers/alternation/alternation.py",
}


@pytest.mark.parametrize("path", MODULES, ids=[str(p.relative_to(PACKAGE)) for p in MODULES])
def test_pages_are_decoded_below_only(path: Path) -> None:
    name = path.relative_to(PACKAGE).as_posix()
    if name.startswith(("text/", "dom/")) or name in DECODES_OTHER_BYTES:
        return
    decodes = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "decode"
    ]
    assert decodes == []
