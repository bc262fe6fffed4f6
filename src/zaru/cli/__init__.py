"""The command line: one module for each verb, imported when it is called."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from types import FrameType

import click

from zaru._version import __version__
from zaru.errors import RunError, UsageError, ZaruError
from zaru.kernels import describe_kernels

EXIT_USAGE, EXIT_NO_INPUT, EXIT_OUTPUT, EXIT_STOPPED, EXIT_TERMINATED = 2, 3, 4, 130, 143

COMMANDS = {
    "annotate": "Add annotations to Standard Format files.",
    "apply": "Read the records of pages with a wrapper.",
    "blocks": "Print the blocks of pages with their byte spans.",
    "check": "Say whether a wrapper still fits pages.",
    "completion": "Print the shell code that completes zaru's commands.",
    "discover": "Find the fields of pages without labels.",
    "extract": "Write the main content of pages.",
    "feed": "Make feeds of the articles that pages list.",
    "learn": "Learn a wrapper from pages and labels.",
    "repair": "Learn a wrapper again from pages that have changed.",
    "sentences": "Write the Japanese sentences of pages.",
    "show": "Say what a wrapper does.",
}


class _Verbs(click.Group):
    """The commands, without importing one before it is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"zaru.cli.{name}"), name)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(context)])


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"zaru {__version__} ({describe_kernels()})")
        context.exit()


@click.command(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    callback=_print_version,
    expose_value=False,
    is_eager=True,
    help="Say which zaru this is and which kernels it has.",
)
def cli() -> None:
    """Pour the web in, keep the text.

    SOURCES are files, folders, patterns, .warc and .gz files, or '-' for standard input. Data
    goes to standard output, words to standard error.

    \b
    Examples:
      zaru extract page.html
      zaru extract site/ crawl.warc.gz -f jsonl -o out.jsonl
      curl -s https://www.example.org/ | zaru extract - -f markdown
      zaru learn shop/ --labels labels.jsonl -o shop.json
      zaru apply shop.json shop/ -f csv -o records.csv

    Exit codes: 0 done, 1 done with failures, 2 wrong usage, 3 no input, 4 output failed, 130
    stopped, 143 stopped by SIGTERM.
    """


class Terminated(BaseException):
    """SIGTERM came: leave as after Ctrl-C, so that outputs are whole or absent."""


def raise_terminated(signal_number: int, frame: FrameType | None) -> None:
    """Handle SIGTERM."""
    raise Terminated


def main() -> None:
    """Run `zaru`."""
    run_command(lambda: cli, "zaru")


def main_html2sf() -> None:
    """Run `html2sf`."""
    run_command(lambda: import_module("zaru.cli.html2sf").html2sf, "html2sf")


def main_www2sf() -> None:
    """Run `www2sf`."""
    run_command(lambda: import_module("zaru.cli.www2sf").www2sf, "www2sf")


def run_command(load: Callable[[], click.Command], name: str) -> None:
    """Run the command that *load* imports, called *name* by its user; no traceback reaches them."""
    relax_garbage_collection()
    signal.signal(signal.SIGTERM, raise_terminated)
    try:
        load()(prog_name=name, standalone_mode=False)
    except click.exceptions.Exit as stop:
        raise SystemExit(stop.exit_code) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(EXIT_USAGE) from None
    except (click.Abort, KeyboardInterrupt):
        _fail(name, "stopped", EXIT_STOPPED)
    except Terminated:
        _fail(name, "stopped", EXIT_TERMINATED)
    except BrokenPipeError:  # `zaru … | head`: the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except UsageError as error:
        _fail(name, str(error), EXIT_USAGE)
    except RunError as error:
        _fail(name, str(error), EXIT_OUTPUT)
    except ZaruError as error:
        _fail(name, str(error), 1)
    except Exception as error:
        if os.environ.get("ZARU_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        _fail(name, f"a fault of zaru's own: {what}; run again with ZARU_DEBUG=1 and report it", 1)


def _fail(name: str, message: str, exit_code: int) -> None:
    click.echo(f"{name}: {message}", err=True)
    raise SystemExit(exit_code) from None


def relax_garbage_collection() -> None:
    """Let the garbage collector come less often: a page makes many rows and no cycles.

    Measured on 150 pages: a sixth of the time of a tree with Python's own thresholds.
    """
    gc.set_threshold(100_000, 20, 20)
