"""The options that `zaru serve` and `zaru studio` share: where they are found, and by whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def serving_options(port: int) -> Callable[[Command], Command]:
    """Add the options of a server, which is found at *port* unless another is asked for."""
    options = (
        click.option(
            "--host", default="127.0.0.1", show_default=True,
            help="Another than this machine's own can be reached from elsewhere and needs a token.",
        ),
        click.option(
            "--port", type=click.IntRange(0, 65535), default=port, show_default=True,
            help="0 takes one that is free.",
        ),
        click.option(
            "--token", envvar="ZARU_TOKEN",
            help="What requests must bring; made and printed when --host needs one. "
            "Also: ZARU_TOKEN.",
        ),
        click.option("--open", "is_opened", is_flag=True, help="Open it in the browser."),
        click.option("-q", "--quiet", is_flag=True, help="No line for each request."),
    )  # fmt: skip

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add
