"""The examples of the OpenAPI document: what the API answers for a corpus of `examples/shinbun`.

`python -m tests.served_examples` writes them anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from zaru.server.api import routes
from zaru.server.app import make_app
from zaru.server.settings import Settings

ROOT = Path(__file__).parents[1]
FILE = Path(routes.__file__).with_name("examples.json")
PAGE = "d502d960de00bd11b0f5b50b88f9ac41"
# By the addresses of the document.
ADDRESSES = {
    "/api/v1/search": "/api/v1/search?q=朝市&limit=1",
    "/api/v1/search/chunks": "/api/v1/search/chunks?q=朝市&limit=1&max_characters=100",
    "/api/v1/pages/{page}": "/api/v1/pages/{short}",
    "/api/v1/pages/{page}/sentences": f"/api/v1/pages/{PAGE}/sentences?offset=19&limit=1",
    "/api/v1/pages/{page}/chunks": f"/api/v1/pages/{PAGE}/chunks?max_characters=100&limit=2",
    "/api/v1/pages/{page}/links": f"/api/v1/pages/{PAGE}/links?offset=2&limit=2",
    "/api/v1/pages/{page}/duplicates": "/api/v1/pages/{copy}/duplicates",
    "/api/v1/cite": f"/api/v1/cite?page={PAGE}&offset=3702&length=12",
    "/api/v1/corpus": "/api/v1/corpus",
}
QUOTATION = {"quote": "笹鳴漁港夕市", "page": PAGE}


def build_example_corpus(folder: Path) -> Path:
    """Build the corpus as docs/api.md does."""
    command = ["zaru", "build", "examples/shinbun", "--annotate", "juman", "-q", "-o", str(folder)]
    start = "import sys; sys.argv[0] = 'zaru'; from zaru.cli import main; main()"
    subprocess.run([sys.executable, "-c", start, *command[1:]], cwd=ROOT, check=True)
    return folder


def read_examples(client: TestClient) -> dict[str, Any]:
    """Return an answer for each address."""
    assert isinstance(client.app, FastAPI)
    view = client.app.state.zaru.view()
    pages = list(view.corpus)
    short = min(pages, key=lambda page: len(json.dumps(page.row))).id
    copy = next(page.id for page in pages if page["duplicate_of"])
    examples = {
        path: client.get(address.format(short=short, copy=copy)).json()
        for path, address in ADDRESSES.items()
    }
    examples["/api/v1/verify"] = client.post("/api/v1/verify", json=QUOTATION).json()
    examples["/api/v1/search"]["seconds"] = 0.001
    return examples


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as name:
        folder = build_example_corpus(Path(name, "corpus"))
        with TestClient(make_app(Settings(str(folder))), base_url="http://localhost") as client:
            examples = read_examples(client)
    FILE.write_text(json.dumps(examples, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
