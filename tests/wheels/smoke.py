"""What an installed wheel must do, with nothing of this repository on the path and no compiler.

usage: python tests/wheels/smoke.py [--like PYTHON]

The Python that runs this is that of the wheel. Its kernels must be there, and what it extracts
from example pages must be the same without them. PYTHON has another zaru that must say the same.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PAGES = ("blog/index.html", "shinbun/index.html", "shop/about.html")
WHERE = "import sys, zaru; sys.stdout.write(zaru.__file__)"


def run(python: str, *arguments: str, **environment: str) -> bytes:
    """Return what a Python prints in an empty folder, with nothing on the paths but its own."""
    bare = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "ZARU"))
    }
    bare |= {"PATH": str(Path(python).parent), "PYTHONUTF8": "1", **environment}
    with tempfile.TemporaryDirectory() as folder:
        command = [python, *arguments]
        return subprocess.run(
            command, cwd=folder, env=bare, check=True, stdout=subprocess.PIPE
        ).stdout


def extract(python: str, page: str, **environment: str) -> bytes:
    """Return the text, spans, metadata and blocks of an example page as JSON."""
    path = str(EXAMPLES / page)
    return run(python, "-m", "zaru", "extract", path, "-f", "jsonl", **environment)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--like", metavar="PYTHON", help="the Python of another zaru")
    like = parser.parse_args().like
    place = Path(run(sys.executable, "-c", WHERE).decode())
    assert Path(sys.prefix).resolve() in place.resolve().parents, f"{place}: not of the wheel"
    version = run(sys.executable, "-m", "zaru", "--version").decode()
    assert "(kernels: text, dom, content, search)" in version, version
    for page in PAGES:
        made = extract(sys.executable, page)
        assert b'"blocks"' in made, made
        assert extract(sys.executable, page, ZARU_NO_KERNELS="1") == made, (
            f"{page}: without kernels"
        )
        assert like is None or extract(like, page) == made, f"{page}: not as {like} says"
    print(f"{version.strip()}: {len(PAGES)} pages as they should be, {place.parent}")


if __name__ == "__main__":
    main()
