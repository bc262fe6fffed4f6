"""`zaru show`: a wrapper for people, and for other tools."""

from __future__ import annotations

from collections.abc import Callable

import click

from zaru.cli.output import open_output, to_line, visible
from zaru.cli.wrapper_file import load_wrapper
from zaru.wrappers.export.description import describe
from zaru.wrappers.export.listing import list_expressions
from zaru.wrappers.export.script import to_python
from zaru.wrappers.wrapper import Wrapper


@click.command()
@click.argument("wrapper")
@click.option(
    "--as", "form", type=click.Choice(["words", "xpath", "css", "python"]), default="words",
    show_default=True, help="python: a script that runs without zaru, with lxml.",
)  # fmt: skip
@click.option("-o", "--output", default="-", show_default=True, help="A file; '-' is stdout.")
def show(wrapper: str, form: str, output: str) -> None:
    """Say what the file WRAPPER does: in words, as XPath, as CSS or as a Python script.

    A field may have several rules: those on lines of their own are all read; behind "else" is
    what is tried where the rule before finds nothing. Not every rule can be said in CSS.

    \b
    Examples:
      zaru show shop.json
      zaru show shop.json --as xpath
      zaru show shop.json --as python -o shop.py && python shop.py page.html
    """
    rules = load_wrapper(wrapper)
    texts: dict[str, Callable[[Wrapper], str]] = {
        "words": describe,
        "python": to_python,
        "xpath": lambda wrapper: list_expressions(wrapper, "xpath"),
        "css": lambda wrapper: list_expressions(wrapper, "css"),
    }
    with open_output(output) as file:
        for line in texts[form](rules).rstrip("\n").split("\n"):
            file.write(to_line(visible(line)))
