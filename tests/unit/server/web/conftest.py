"""A browser, and servers on free ports for it."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect, sync_playwright

from zaru.server.app import make_app
from zaru.server.settings import Serving, Settings

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
).split()

expect.set_options(timeout=20_000)  # other tests run beside these


@contextmanager
def serve_app(make: Callable[[int], FastAPI]) -> Iterator[str]:
    """Serve an application that is made for a free port of this machine; yield the address."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(make(port), log_level="error", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        end = monotonic() + 20
        while not server.started and thread.is_alive() and monotonic() < end:
            sleep(0.01)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def serve(corpus: Path, token: str | None = None) -> Iterator[str]:
    """Serve *corpus*; yield the address."""
    with serve_app(
        lambda port: make_app(Settings(str(corpus), serving=Serving(port=port, token=token)))
    ) as address:
        yield address


@pytest.fixture(scope="session")
def address(corpus: Path) -> Iterator[str]:
    """The address of a server for `corpus`."""
    with serve(corpus) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser; tests that need it are left out where there is none."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def open_page(
    browser: Browser, address: str, *, width: int = 1280, **options: Any
) -> Iterator[Page]:
    """Open a page of a visitor; a request to elsewhere, an error or a dialogue is a failure."""
    size: ViewportSize = {"width": width, "height": 700}
    context = browser.new_context(base_url=address, viewport=size, **options)
    context.set_default_timeout(20_000)
    wrong: list[str] = []

    def refuse(route: Route) -> None:
        wrong.append(route.request.url)
        route.abort()

    # What a policy forbids is told as a request, too, but never comes here.
    context.route(lambda url: not url.startswith(f"{address}/"), refuse)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("dialog", lambda dialog: wrong.append(dialog.message))
    yield context.new_page()
    context.close()
    assert wrong == []
