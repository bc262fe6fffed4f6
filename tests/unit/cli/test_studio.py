"""`zaru studio` without a browser: labels into a workspace, and out of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from zaru.content.extraction import extract

ROOT = Path(__file__).parents[3]
PAGE = str(ROOT / "examples/shinbun/news/local/20090116_01.html")


def run(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "zaru", "studio", *arguments]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def test_labels_come_out_as_they_went_in(tmp_path: Path) -> None:
    row = {"page": PAGE, "who": "hanako", "blocks": []}
    blocks = extract(Path(PAGE).read_bytes()).to_json()["blocks"]
    row["blocks"] = [one for one in blocks if one["role"] != "image"]
    labels = tmp_path / "labels.jsonl"
    labels.write_text(json.dumps(row, ensure_ascii=False), "utf-8")
    code, _, said = run(PAGE, "--workspace", f"{tmp_path}/one", "--import", str(labels))
    assert (code, f"labelled, {len(row['blocks'])} blocks" in said) == (0, True)
    for name in ("labels.jsonl", "labels.json", "labels.doccano.jsonl"):
        file = str(tmp_path / name)
        assert run("--workspace", f"{tmp_path}/one", "--export", file)[0] == 0
        other = f"{tmp_path}/{name}.there"
        assert run(PAGE, "--workspace", other, "--import", file)[0] == 0
        code, written, _ = run("--workspace", other, "--export", "-")
        assert json.loads(written)["blocks"] == row["blocks"]


def test_labels_of_no_page_are_told(tmp_path: Path) -> None:
    labels = tmp_path / "labels.jsonl"
    labels.write_text('{"page": "other.html", "blocks": []}')
    code, _, said = run(PAGE, "--workspace", f"{tmp_path}/one", "--import", str(labels))
    assert (code, "other.html: no such page" in said) == (1, True)
    assert run("--workspace", f"{tmp_path}/one", "--import", f"{tmp_path}/none")[0] == 2
