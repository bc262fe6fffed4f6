"""`zaru serve`: a corpus for browsers and programs."""

from __future__ import annotations

import getpass
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zaru.cli.output import say
from zaru.cli.serving import serving_options
from zaru.errors import ToolMissing

if TYPE_CHECKING:
    from fastapi import FastAPI

    from zaru.server.settings import Serving, Settings


@click.command()
@click.argument("corpus")
@click.option("--base-url", help="The address that visitors see, behind a proxy.")
@click.option("--index", "folder", help="Where the index lies.  [default: CORPUS/index]")
@click.option(
    "--studio", help="A folder for the studio's pages and labels: label, choose and subscribe, too."
)
@serving_options(8000)
def serve(
    corpus: str,
    host: str,
    port: int,
    token: str | None,
    base_url: str | None,
    folder: str | None,
    studio: str | None,
    is_opened: bool,
    quiet: bool,
) -> None:
    """Serve CORPUS until Ctrl-C: a search page, the JSON API and the TSUBAKI API.

    The address goes to standard output, a line for each request to standard error. A corpus or an
    index that is made anew meanwhile is seen by the next request.

    \b
    Examples:
      zaru serve corpus --open
      zaru serve corpus --port 0 --quiet
      zaru serve corpus --host 0.0.0.0
      zaru serve corpus --studio labels
      curl 'http://127.0.0.1:8000/api/v1/search?q=京都'
      curl 'http://127.0.0.1:8000/api.cgi?query=%E4%BA%AC%E9%83%BD&start=1&results=20'
    """
    try:
        from zaru.server.access import make_token
        from zaru.server.app import make_app
        from zaru.server.running import run_server, write_log
        from zaru.server.settings import Serving, Settings, is_loopback
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("zaru"):
            raise
        raise ToolMissing(f"{error.name} is missing; run: pip install 'zaru[server]'") from error
    if token is None and not is_loopback(host):
        token = make_token()
    write_log(has_access=not quiet)

    def announce(address: str) -> None:
        click.echo(address)
        say(f"serving {corpus}; Ctrl-C stops")
        if is_opened:
            webbrowser.open(address)

    base = base_url.rstrip("/") if base_url else None
    serving = Serving(host, port, token, base)
    if studio is None:
        run_server(serving, lambda bound: make_app(Settings(corpus, folder, bound)), announce)
    else:
        _serve_with_studio(Settings(corpus, folder, serving), Path(studio), announce)


def _serve_with_studio(
    settings: Settings, workspace: Path, announce: Callable[[str], None]
) -> None:
    """Serve a corpus and a studio, into which its pages are copied when they are opened."""
    from zaru.server.app import make_app
    from zaru.server.running import run_server
    from zaru.studio.app import add_studio
    from zaru.studio.settings import LIMITS
    from zaru.studio.studio import Studio
    from zaru.studio.workspace import Workspace

    opened = Workspace(workspace)

    def make(bound: Serving) -> FastAPI:
        app = make_app(replace(settings, serving=bound))
        add_studio(app, Studio(opened, getpass.getuser(), bound.base_url))
        return app

    try:
        run_server(replace(settings.serving, limits=LIMITS), make, announce)
    finally:
        opened.close()
