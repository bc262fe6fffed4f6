"""`zaru completion`: tab completion for the user's shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from zaru.cli.output import open_output, to_line


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the code that makes SHELL complete zaru's commands and options.

    \b
    Examples:
      zaru completion bash >> ~/.bashrc
      zaru completion zsh >> ~/.zshrc
      zaru completion fish > ~/.config/fish/completions/zaru.fish
    """
    from zaru.cli import cli

    writer = get_completion_class(shell)
    assert writer is not None  # click has all three
    with open_output("-") as file:
        file.write(to_line(writer(cli, {}, "zaru", "_ZARU_COMPLETE").source()))
