"""Our scripts have the types that they say; checked by TypeScript, shipped as they are."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.node.tools import find_tool

from zaru.server.web.rendering import SITE
from zaru.studio.web.showing import STUDIO

ROOT = Path(__file__).parents[3]


def test_scripts_have_the_types_that_they_say() -> None:
    tsc = find_tool("typescript/bin/tsc")
    config = ROOT / "tests" / "node" / "tsconfig.json"
    done = subprocess.run(
        ["node", tsc, "--project", config], capture_output=True, text=True, check=False
    )
    assert done.stdout + done.stderr == ""


def test_all_scripts_ask_to_be_checked() -> None:
    scripts = {name: file.body for name, file in STUDIO.files.items() if name.endswith(".js")}
    assert set(scripts) > {name for name in SITE.files if name.endswith(".js")}
    assert all(body.startswith(b"// @ts-check\n") for body in scripts.values())
