"""`zaru studio`: see what zaru sees, label it, choose it, in the browser."""

from __future__ import annotations

import getpass
import webbrowser
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zaru.cli.output import open_output, say, visible
from zaru.cli.report import Report
from zaru.cli.serving import serving_options
from zaru.errors import Failure, ToolMissing, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zaru.page import Page

_MAX_PAGES = 10_000


@click.command()
@click.argument("sources", nargs=-1)
@click.option(
    "--workspace", default="zaru-studio", show_default=True,
    help="The folder that keeps pages and labels; made when it is not there.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), default=_MAX_PAGES, show_default=True,
    help="Take the first pages of SOURCES only.",
)  # fmt: skip
@click.option(
    "--import", "imported", metavar="FILE",
    help="Take labels of content from a file of zaru's, Label Studio's or doccano's. Open nothing.",
)  # fmt: skip
@click.option(
    "--export", "exported", metavar="FILE",
    help="Write the labels of content to a file: Label Studio's when it ends with .json, doccano's "
    "with .doccano.jsonl, else zaru's; '-' is standard output. Open nothing.",
)  # fmt: skip
@click.option("--who", help="Whose labels they are.  [default: your name on this machine]")
@serving_options(8001)
def studio(
    sources: tuple[str, ...],
    workspace: str,
    limit: int,
    imported: str | None,
    exported: str | None,
    who: str | None,
    host: str,
    port: int,
    token: str | None,
    is_opened: bool,
    quiet: bool,
) -> None:
    """Open SOURCES in the browser until Ctrl-C: label content, choose fields, pick lists.

    SOURCES are files, folders, patterns, archives or a corpus. They are copied into the workspace,
    where every action is saved at once; without SOURCES the workspace is opened as it is. The
    address goes to standard output.

    \b
    Examples:
      zaru studio examples/shop --open
      zaru studio crawl.warc.gz --workspace labels --who hanako
      zaru studio --workspace labels
      zaru studio --workspace labels --export labels.jsonl
    """
    try:
        from zaru.server.access import make_token
        from zaru.server.running import run_server, write_log
        from zaru.server.settings import Serving, is_loopback
        from zaru.studio.app import make_app
        from zaru.studio.settings import LIMITS, StudioSettings
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("zaru"):
            raise
        raise ToolMissing(f"{error.name} is missing; run: pip install 'zaru[server]'") from error
    folder = Path(workspace)
    fill_workspace(folder, sources, limit)
    name = who or getpass.getuser()
    if imported is not None or exported is not None:
        raise SystemExit(_exchange_labels(folder, imported, exported, name))
    if token is None and not is_loopback(host):
        token = make_token()
    write_log(has_access=not quiet)

    def announce(address: str) -> None:
        click.echo(address)
        say(f"the studio is open; labels are in {workspace}; Ctrl-C stops")
        if is_opened:
            webbrowser.open(address)

    serving = Serving(host, port, token, limits=LIMITS)
    run_server(serving, lambda bound: make_app(StudioSettings(folder, name, bound)), announce)


def _exchange_labels(folder: Path, imported: str | None, exported: str | None, who: str) -> int:
    """Bring labels into a workspace, or take them out of it; return the exit code."""
    from zaru.studio.content.exchange import export_labels, import_labels
    from zaru.studio.content.formats import find_format, read_labels, write_labels
    from zaru.studio.workspace import Workspace

    code = 0
    with closing(Workspace(folder)) as opened:
        if imported is not None:
            labels = read_labels(_read_file(imported), imported)
            for outcome in import_labels(opened, labels, who=who):
                say(visible(str(outcome)))
                code |= outcome.kind not in ("labelled", "same")
        if exported is not None:
            with open_output(exported) as file:
                for line in write_labels(export_labels(opened), find_format(exported)):
                    file.write(line.encode("utf-8", "surrogatepass"))
    return code


def _read_file(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error


def fill_workspace(folder: Path, sources: tuple[str, ...], limit: int) -> None:
    """Copy the pages of *sources* into a workspace; raises `UsageError` when there are none."""
    from zaru.studio.description import describe_page
    from zaru.studio.styles import find_sheets
    from zaru.studio.workspace import Workspace

    if not sources and not folder.is_dir():
        raise UsageError(f"no workspace {folder}; give SOURCES, as in: zaru studio pages/")
    report = Report(quiet=True)
    opened = Workspace(folder)
    try:
        before = len(opened.pages)
        opened.styles.add(find_sheets(sources))
        for item in opened.pages.add(islice(_read(sources), limit), describe_page):
            if isinstance(item, Failure):
                report.fail(item)
        if not len(opened.pages):
            raise UsageError(f"{' '.join(sources) or folder}: no page; nothing can be labelled")
        if sources:
            new = len(opened.pages) - before
            say(f"{len(opened.pages)} pages in {folder}, {new} of them new")
    finally:
        opened.close()


def _read(sources: tuple[str, ...]) -> Iterator[Page | Failure]:
    """Yield the pages of files, archives and corpora."""
    from zaru.io.corpus import ABOUT_NAME, Corpus
    from zaru.io.sources import read_pages

    for source in sources:
        if (Path(source) / ABOUT_NAME).is_file():
            corpus = Corpus(source)
            yield from (corpus.original(page) for page in corpus)
        else:
            yield from read_pages([source])
