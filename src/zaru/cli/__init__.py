"""The command line: one module for each verb, imported when it is called."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from types import FrameType

import click

from zaru._version import __version__
from zaru.cli.output import print_words, say, to_line, visible
from zaru.errors import RunError, UsageError, ZaruError
from zaru.io.memory import take_system_memory
from zaru.io.parquet import leave_pandas_out
from zaru.kernels import describe_kernels

EXIT_USAGE, EXIT_NO_INPUT, EXIT_OUTPUT, EXIT_STOPPED, EXIT_TERMINATED = 2, 3, 4, 130, 143

COMMANDS = {
    "annotate": "Add annotations to Standard Format files.",
    "apply": "Read the records of pages with a wrapper.",
    "build": "Make a corpus of pages: tables, sentences, links, originals.",
    "blocks": "Print the blocks of pages with their byte spans.",
    "cat": "Show one page of a corpus.",
    "check": "Say whether a wrapper still fits pages.",
    "cite": "Cite a passage of a page: quote, link, bytes, digest.",
    "completion": "Print the shell code that completes zaru's commands.",
    "discover": "Find the fields of pages without labels.",
    "export": "Write a corpus in other forms.",
    "extract": "Write the main content of pages.",
    "feed": "Make feeds of the articles that pages list.",
    "index": "Make the index of a corpus, or bring it up to date.",
    "learn": "Learn a wrapper from pages and labels.",
    "mcp": "Serve a corpus to a language model.",
    "repair": "Learn a wrapper again from pages that have changed.",
    "search": "Show the pages of a corpus that have words.",
    "sentences": "Write the Japanese sentences of pages.",
    "serve": "Serve a corpus: search page, JSON API, TSUBAKI API.",
    "show": "Say what a wrapper does.",
    "studio": "Label content, choose fields and pick lists in the browser.",
    "verify": "Say whether a page or a corpus has a quotation.",
}


class _Verbs(click.Group):
    """The commands, without importing one before it is called."""

    def list_commands(self, _: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
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
    "--version", is_flag=True, callback=_print_version, expose_value=False, is_eager=True,
    help="Say which zaru this is and which kernels it has.",
)  # fmt: skip
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
      zaru build crawl/*.warc.gz -o corpus

    Exit codes: 0 done, 1 done with failures, 2 wrong usage, 3 no input, 4 output failed, 130
    stopped, 143 stopped by SIGTERM.
    """


class Terminated(BaseException):
    """SIGTERM came: leave as after Ctrl-C, so that outputs are whole or absent."""


def raise_terminated(_: int, __: FrameType | None) -> None:
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
    leave_pandas_out()
    take_system_memory()
    _replace_closed_streams()
    signal.signal(signal.SIGTERM, raise_terminated)
    try:
        load()(prog_name=name, standalone_mode=False)
    except click.exceptions.Exit as stop:
        raise SystemExit(stop.exit_code) from None
    except BrokenPipeError:  # `zaru … | head`: the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except (Exception, KeyboardInterrupt, Terminated) as error:
        code, words = _describe_end(error)
        if words:
            say(words, name)
        raise SystemExit(code) from None


def _describe_end(error: BaseException) -> tuple[int, str]:
    """Return the exit code and the words for what ended a command."""
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return EXIT_STOPPED, "stopped"
    if isinstance(error, Terminated):
        return EXIT_TERMINATED, "stopped"
    if isinstance(error, click.ClickException):
        lines = io.StringIO()
        error.show(lines)
        for line in lines.getvalue().rstrip("\n").split("\n"):
            print_words(to_line(visible(line)))
        return EXIT_USAGE, ""
    if isinstance(error, ZaruError):
        is_usage, is_run = isinstance(error, UsageError), isinstance(error, RunError)
        return EXIT_USAGE if is_usage else EXIT_OUTPUT if is_run else 1, str(error)
    if isinstance(error, OSError) and error.filename is None:  # one of a file names it
        return EXIT_OUTPUT, f"standard output: {error.strerror}"
    if os.environ.get("ZARU_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    return 1, f"a fault of zaru's own: {what}; run again with ZARU_DEBUG=1 and report it"


def _replace_closed_streams() -> None:
    """Let no file that is opened later take the place of a stream that is closed (`2>&-`)."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(opened)
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.dup(0))
    if sys.stderr is None:  # words go nowhere; data that cannot be written are an error
        sys.stderr = os.fdopen(os.dup(2), "w")


def relax_garbage_collection() -> None:
    """Let the garbage collector come less often: a page makes many rows and no cycles.

    Measured on 150 pages: a sixth of the time of a tree with Python's own thresholds.
    """
    gc.set_threshold(100_000, 20, 20)
