"""What is public is documented, and what is documented exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import zaru
from zaru.cli import COMMANDS, cli
from zaru.cli.html2sf import html2sf
from zaru.cli.www2sf import www2sf
from zaru.io.schema import TABLES, VERSION

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src/zaru"
MAP = (ROOT / "docs/architecture.md").read_text()
REFERENCE = (ROOT / "docs/reference.md").read_text()
RUN_OPTIONS = re.findall(r"^`RUN` .*?(?=\n\n)", REFERENCE, re.DOTALL | re.MULTILINE)[0]
OWN_COMMANDS = {"html2sf": html2sf, "www2sf": www2sf}
DOCUMENTS = sorted(
    path for folder in (ROOT, ROOT / "docs", ROOT / "examples") for path in folder.glob("*.md")
)


@pytest.mark.parametrize("name", sorted(zaru.__all__))
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert f"zaru.{name}" in REFERENCE
    assert hasattr(zaru, name)


def test_there_are_at_most_25_public_names() -> None:
    assert len(zaru.__all__) <= 25


def command_of(name: str) -> click.Command:
    if name in OWN_COMMANDS:
        return OWN_COMMANDS[name]
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def options_of(command: str) -> list[str]:
    found = command_of(command)
    return [
        option for parameter in found.params if isinstance(parameter, click.Option)
        for option in parameter.opts
    ]  # fmt: skip


@pytest.mark.parametrize("command", [*sorted(COMMANDS), *OWN_COMMANDS])
def test_every_command_and_option_is_in_the_reference(command: str) -> None:
    called = command if command in OWN_COMMANDS else f"zaru {command}"
    line = next(line for line in REFERENCE.splitlines() if f"| `{called} " in line)
    known = line if "RUN" not in line else line + RUN_OPTIONS
    for names in options_of(command):
        if names.startswith("--") and names not in ("--output", "--format"):
            assert names in known, names


@pytest.mark.parametrize("command", [*sorted(COMMANDS), *OWN_COMMANDS])
def test_every_command_has_examples_in_its_help(command: str) -> None:
    assert "Examples:" in (command_of(command).help or "")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target


def modules_of(room: Path) -> Iterator[str]:
    """Yield the names of a room's modules; a package inside it is called by its folder."""
    for path in sorted(room.iterdir()):
        if path.suffix == ".py" and path.stem != "__init__":
            yield path.stem
        elif path.is_dir() and path.name != "__pycache__":
            yield f"{path.name}/"


def test_the_map_of_the_code_has_every_module() -> None:
    """Rooms with a section of their own: its table names what is there, and nothing else."""
    for title, section in re.findall(r"^## (.+?)\n(.+?)(?=^## |\Z)", MAP, re.DOTALL | re.MULTILINE):
        if named := re.search(r"\(`(\w+)`\)", title):
            rows = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
            there = {name for row in rows for name in re.findall(r"`([\w/.]+)`", row)}
            kernel = {path.name for path in (SOURCES / named[1] / "kernel").glob("*.[ch]")}
            assert not there & kernel or kernel - {"columns.h"} <= there, title
            assert there - kernel == set(modules_of(SOURCES / named[1])), title


@pytest.mark.parametrize("command", [*sorted(COMMANDS), *OWN_COMMANDS])
def test_help_names_papers_by_their_authors(command: str) -> None:
    found = command_of(command)
    helps = [parameter.help for parameter in found.params if isinstance(parameter, click.Option)]
    assert not re.search(r"paper \d", " ".join(filter(None, [found.help, *helps])))


@pytest.mark.parametrize("table", [*TABLES, "quality"])
def test_every_column_of_a_corpus_is_documented_in_its_order(table: str) -> None:
    document = (ROOT / "docs/corpus.md").read_text(encoding="utf-8")
    section = re.split(r"^### ", document, flags=re.MULTILINE)
    (lines,) = [part for part in section if part.startswith(f"{table}\n")]
    rows = re.findall(r"^\| (`[^|]+) \|", lines, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert named == list(TABLES["pages"]["quality"] if table == "quality" else TABLES[table])


def test_the_version_of_the_schema_is_documented() -> None:
    document = (ROOT / "docs/corpus.md").read_text(encoding="utf-8")
    assert f"(`corpus.json`, `schema`): {VERSION}." in document


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_document_has_marks_of_a_merge(path: Path) -> None:
    assert not re.search(r"^(<{7}|>{7}) ", path.read_text(), re.MULTILINE)
