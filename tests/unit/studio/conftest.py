"""Workspaces with pages, studios over them on free ports, and a browser for them.

    def test_something(browser, tmp_path):
        with serve_studio(make_workspace(tmp_path, [page])) as address, \\
             open_page(browser, address, locale="en-GB") as visit:
            visit.goto(f"/studio/pages/{page.id}/content")
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fastapi.testclient import TestClient
from tests.unit.server.web.conftest import browser, open_page, serve_app

from zaru.page import Origin, Page
from zaru.server.settings import Serving
from zaru.studio.app import make_app
from zaru.studio.description import describe_page
from zaru.studio.settings import LIMITS, StudioSettings
from zaru.studio.workspace import Workspace

WHO = "hanako"
__all__ = ["WHO", "ask", "browser", "make_page", "make_workspace", "open_page", "serve_studio"]


def make_page(html: str, name: str = "page.html", *, encoding: str = "utf-8") -> Page:
    """Return a page of a file *name*; its folder is the folder of the workspace."""
    return Page(html.encode(encoding, "xmlcharrefreplace"), Origin(name))


def make_workspace(folder: Path, pages: Iterable[Page]) -> Path:
    """Fill the workspace *folder* with pages; return it."""
    workspace = Workspace(folder)
    list(workspace.pages.add(pages, describe_page))
    workspace.close()
    return folder


@contextmanager
def serve_studio(workspace: Path, who: str = WHO) -> Iterator[str]:
    """Serve a studio over *workspace*; yield its address."""
    with serve_app(
        lambda port: make_app(StudioSettings(workspace, who, Serving(port=port, limits=LIMITS)))
    ) as address:
        yield address


@contextmanager
def ask(workspace: Path, who: str = WHO) -> Iterator[TestClient]:
    """Open a studio over *workspace* without a socket; yield what asks it."""
    app = make_app(StudioSettings(workspace, who))
    with TestClient(app, base_url="http://localhost") as client:
        yield client
