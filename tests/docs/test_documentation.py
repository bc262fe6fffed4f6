"""What is public is documented, and what is documented exists."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

import zaru
from zaru.cli import COMMANDS, cli

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs/reference.md").read_text()
READMES = {name: (ROOT / name).read_text() for name in ("README.md", "README.ja.md")}


@pytest.mark.parametrize("name", sorted(zaru.__all__))
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert f"zaru.{name}" in REFERENCE
    assert hasattr(zaru, name)


def test_there_are_at_most_25_public_names() -> None:
    assert len(zaru.__all__) <= 25


def options_of(command: str) -> list[str]:
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    return [
        option for parameter in found.params if isinstance(parameter, click.Option)
        for option in parameter.opts
    ]  # fmt: skip


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_and_option_is_in_the_reference(command: str) -> None:
    assert f"zaru {command}" in REFERENCE
    line = next(line for line in REFERENCE.splitlines() if f"`zaru {command}" in line)
    for names in options_of(command):
        if names.startswith("--") and names not in ("--output", "--format", "--quiet"):
            assert names in line, names


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_examples_in_its_help(command: str) -> None:
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    assert "Examples:" in (found.help or "")


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
