"""Make docs/studio-content.jpg and docs/studio-fields.jpg: the studio on the example sites.

Needs playwright, a Chromium and a Japanese font (Debian: chromium, fonts-noto-cjk).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
SITES = [HERE.parent / "examples" / name for name in ("shinbun", "shop")]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
QUALITY = 78


@contextmanager
def open_studio(folder: str) -> Iterator[str]:
    """Run the studio over the example sites; yield its address."""
    command = [sys.executable, "-m", "zaru", "studio", *map(str, SITES), "--port", "0", "--quiet"]
    command += ["--workspace", folder, "--who", "hanako"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().rstrip("/")
        finally:
            process.terminate()


def show_content(page: Page, address: str) -> None:
    """Open a page of the newspaper."""
    page.goto(f"{address}/studio/")
    link = page.locator("a[href$='/content']", has_text=re.compile("笹鳴漁港")).first
    page.goto(f"{address}{link.get_attribute('href')}")
    page.wait_for_load_state("networkidle")


def show_fields(page: Page, address: str) -> None:
    """Click the name, the price and the rating of a product."""
    page.goto(f"{address}/studio/fields?folder=www.quillmere.example/products")
    frame = page.frame_locator("#frame")
    for text in ("h1 .zaru-item", "text=£145.00", "text=/4.4 . 5/"):
        frame.locator(text).first.click(position={"x": 8, "y": 8})
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)


def main() -> None:
    """Write both pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_studio(folder) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        for name, show in (("content", show_content), ("fields", show_fields)):
            show(page, address)
            page.screenshot(path=HERE / f"studio-{name}.jpg", type="jpeg", quality=QUALITY)
        browser.close()


if __name__ == "__main__":
    main()
