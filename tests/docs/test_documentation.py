"""What is public is documented, and what is documented exists."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import zaru
from zaru.cli import COMMANDS, cli
from zaru.cli.html2sf import html2sf
from zaru.cli.www2sf import www2sf

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs/reference.md").read_text()
OWN_COMMANDS = {"html2sf": html2sf, "www2sf": www2sf}
READMES = {name: (ROOT / name).read_text() for name in ("README.md", "README.ja.md")}


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
    for names in options_of(command):
        if names.startswith("--") and names not in ("--output", "--format", "--quiet"):
            assert names in line, names


@pytest.mark.parametrize("command", [*sorted(COMMANDS), *OWN_COMMANDS])
def test_every_command_has_examples_in_its_help(command: str) -> None:
    assert "Examples:" in (command_of(command).help or "")


@pytest.mark.parametrize("name", READMES)
def test_every_link_of_a_readme_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", READMES[name]):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target


def test_the_python_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for block in re.findall(r"```python\n(.*?)```", READMES["README.md"], re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out
