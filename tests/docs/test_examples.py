"""What the documents show is what happens: every console block and every Python block is run.

A document is run from its top to its bottom in a folder of its own that holds `examples/`, as a
fresh clone does, so that later blocks may use what earlier ones made.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

pytest.importorskip("fugashi", reason="the documents use the extra juman")
pytest.importorskip("sudachipy", reason="the documents use the extra sudachi")

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path for folder in (ROOT, ROOT / "docs", ROOT / "examples") for path in folder.glob("*.md")
)
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
COMMANDS = {"zaru": "main", "html2sf": "main_html2sf", "www2sf": "main_www2sf"}
FENCE = re.compile(r"^```(console|python)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    """A command, or a Python block, and what it prints as shown; "" shows nothing."""

    kind: str
    code: str
    shown: str


def steps_of(document: str) -> Iterator[Step]:
    for kind, body in FENCE.findall(document):
        if kind == "python":
            yield Step(kind, body, "")
            continue
        before, *commands = re.split(r"^\$ ", body, flags=re.MULTILINE)
        assert not before.strip(), "a console block begins with a command"
        for command in commands:
            line, _, shown = command.partition("\n")
            yield Step(kind, line, shown.strip())


def matches(shown: str, printed: str) -> bool:
    """Say whether *printed* is what a document shows, where … stands for anything.

    >>> matches("17 pages, …", "17 pages, 0 failures\\n"), matches("17 pages", "17 pages more")
    (True, False)
    """
    pattern = ".*".join(map(re.escape, shown.split("…")))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with the examples, and with zaru's commands in `bin`."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, function in COMMANDS.items():
        program = programs / name
        program.write_text(
            f"#!{sys.executable}\nfrom zaru.cli import {function}\n"
            f"if __name__ == '__main__':\n    {function}()\n"
        )
        program.chmod(0o755)
    return tmp_path


def run(command: list[str], clone: Path) -> str:
    """Run *command* in *clone* and return all that it prints; it must end with 0."""
    path = os.pathsep.join([str(clone / "bin"), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}
    environment |= {"HF_HOME": str(clone / "cache"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, (command, done.stdout)
    return done.stdout


def check_installation(command: str) -> None:
    """Check a command that installs or builds: its target or its extras exist."""
    if command.startswith("make "):
        arguments = command.partition(" #")[0].split(maxsplit=1)[1]
        done = subprocess.run(
            f"make --dry-run {arguments}", shell=True, cwd=ROOT, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
    for names in re.findall(r"\.\[([\w,]+)\]", command):
        assert set(names.split(",")) <= set(EXTRAS), names


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_shows_is_what_happens(path: Path, clone: Path) -> None:
    for kind, code, shown in steps_of(path.read_text(encoding="utf-8")):
        if kind == "python":
            assert run([sys.executable, "-c", code], clone), code
        elif re.match(r"(make|pip|git|python3 -m venv|\.) ", code):
            check_installation(code)
        else:
            printed = run(["bash", "-c", code], clone)
            assert not shown or matches(shown, printed), (code, printed)


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_a_readme_names_every_extra_for_users(name: str) -> None:
    readme = (ROOT / name).read_text(encoding="utf-8")
    for extra in EXTRAS:
        if extra not in ("dev", "bench", "train"):
            assert f"`{extra}`" in readme, extra


def test_both_readmes_say_the_same() -> None:
    """The Japanese one is a translation: same commands, same output, same tables, same pictures."""
    english, japanese = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ja.md")
    )
    assert bones_of(english) == bones_of(japanese)


def bones_of(readme: str) -> list[object]:
    """Return what does not change in a translation: code without comments, figures, links."""
    code = [re.sub(r" +#.*", "", step.code) + step.shown for step in steps_of(readme)]
    figures = [
        sorted(re.findall(r"\d[\d.,]*\d", line))
        for line in readme.splitlines() if line.startswith("|")
    ]  # fmt: skip
    links = sorted(set(re.findall(r"\]\(([^)]+)\)", readme)) - {"README.md", "README.ja.md"})
    return [code, figures, links, readme.count("\n## ")]


def test_the_demo_runs_and_what_it_says_to_try(clone: Path) -> None:
    printed = run([sys.executable, "examples/demo.py"], clone)
    commands = re.findall(r"^(?:Try:|    ) \.venv/bin/(.+)$", printed, re.MULTILINE)
    assert len(commands) > 3
    for command in commands:
        if not command.startswith("zaru serve"):  # it serves until it is stopped
            run(["bash", "-c", command], clone)


PAGE = "examples/shinbun/news/local/20090116_01.html"
ROWS = {
    "zaru blocks": f"zaru blocks {PAGE} -f jsonl",
    "zaru extract": f"zaru extract {PAGE} -f jsonl",
    "zaru apply": "zaru learn examples/shop/products --labels examples/labels.jsonl -q -o a.json"
    " && zaru apply -q a.json examples/shop/products",
    "zaru feed": "zaru feed examples/shinbun/news/local/index.html -f jsonl",
    "zaru sentences": f"zaru sentences {PAGE}",
}


@pytest.mark.parametrize("command", ROWS)
def test_rows_have_the_keys_of_the_reference_in_their_order(command: str, clone: Path) -> None:
    reference = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    begin = re.compile(
        rf"`{command}[^`]*` .*?writes one object for each [^:]+:(.+?)\.(?:\s|$)", re.DOTALL
    )
    listed = next(filter(None, map(begin.match, reference.split("\n\n"))))[1]
    keys = re.findall(r"`(\w+)`", re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "", listed))
    first = run(["bash", "-c", ROWS[command]], clone).splitlines()[0]
    assert list(json.loads(first)) == keys
