"""Make docs/overlay.png: what zaru keeps of a newspaper page, and what it leaves, in Chromium.

Needs a Chromium and a Japanese font (Debian: chromium, fonts-noto-cjk).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "examples/shinbun/news/local/20090116_01.html"
PICTURE = HERE / "overlay.png"
WIDTH, HEIGHT = 960, 722
MAX_BYTES = 300_000


def make_picture() -> None:
    """Write the overlay of PAGE to a temporary file, and Chromium's view of it to PICTURE."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("no Chromium on PATH")
    with tempfile.TemporaryDirectory() as folder:
        overlay = Path(folder, "overlay.html")
        extract = [sys.executable, "-m", "zaru", "extract", PAGE, "-f", "overlay", "-o", overlay]
        subprocess.run(extract, check=True)
        subprocess.run(
            [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--run-all-compositor-stages-before-draw", "--virtual-time-budget=2000",
                f"--user-data-dir={folder}/profile", f"--window-size={WIDTH},{HEIGHT}",
                f"--screenshot={PICTURE}", overlay.as_uri(),
            ],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
    if PICTURE.stat().st_size > MAX_BYTES:
        sys.exit(f"{PICTURE.name} has more than {MAX_BYTES:,} bytes")


if __name__ == "__main__":
    make_picture()
