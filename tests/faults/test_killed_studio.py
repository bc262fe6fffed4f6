"""The studio, killed at random moments of a labelling: what was confirmed is there afterwards."""

from __future__ import annotations

import json
import re
import signal
import threading
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError

from tests.faults.processes import PATIENCE_SECONDS, Start
from tests.unit.studio.conftest import make_workspace
from tests.unit.studio.content.pages import make_pages

from zaru.studio.actions import Subject
from zaru.studio.workspace import Workspace

KILLS = 20
WHO = "hanako"
_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


class Labeller:
    """Somebody who labels a page without a pause, and remembers what was asked and confirmed."""

    def __init__(self, page: str, random: Random) -> None:
        self.page, self.random = page, random
        self.confirmed = 0  # the version of the last answer
        self.states: dict[int, dict[str, Any]] = {0: {}}  # the labels of each version
        self.done: list[int] = []  # the versions before the actions that can be undone
        self.begun = threading.Event()
        self.refused: list[str] = []

    def work(self, address: str) -> None:
        """Label until the studio does not answer any more."""
        with urllib.request.urlopen(f"{address}studio/pages/{self.page}/content") as answer:
            found = _DATA.search(str(answer.read(), "utf-8"))
        assert found
        data = json.loads(found[1])
        self.begun.set()
        try:
            while True:
                self.act(address, data)
        except HTTPError as error:
            self.refused.append(str(error))
        except (OSError, HTTPException):
            return

    def act(self, address: str, data: dict[str, Any]) -> None:
        """Toggle a block, or undo the last action; remember what is expected then."""
        before = self.states[self.confirmed]
        body: dict[str, Any] = {"version": self.confirmed, "suggestion": data["suggestion"]}
        is_undo = bool(self.done) and self.random.random() < 0.25
        if is_undo:
            expected = self.states[self.done[-1]]
        else:
            block = self.random.choice(data["blocks"])
            suggested = {one["key"]: one["role"] for one in data["blocks"] if one["role"]}
            expected = dict(before if self.done else suggested)
            role = None if block["key"] in expected else block["guess"]
            body["labels"] = {block["key"]: role}
            expected = {**expected, block["key"]: role}
            expected = {key: role for key, role in expected.items() if role}
        self.states[self.confirmed + 1] = expected
        way = "/undo" if is_undo else ""
        request = urllib.request.Request(
            f"{address}api/v1/studio/pages/{self.page}/content{way}",
            json.dumps(body).encode(), {"Content-Type": "application/json"},
        )  # fmt: skip
        with urllib.request.urlopen(request) as answer:
            version = json.load(answer)["version"]
        assert version == self.confirmed + 1
        if is_undo:
            self.done.pop()
        else:
            self.done.append(self.confirmed)
        self.confirmed = version


def test_no_confirmed_action_is_lost(tmp_path: Path, start: Start) -> None:
    pages = make_pages(KILLS, paragraphs=20)
    workspace = make_workspace(tmp_path / "workspace", pages)
    random = Random(16)
    confirmed = 0
    for page in pages:
        labeller = Labeller(page.id, random)
        process = start(
            "-m", "zaru", "studio", "--workspace", workspace, "--port", "0", "--who", WHO, "-q"
        )
        assert process.stdout
        address = process.stdout.readline().strip()
        working = threading.Thread(target=labeller.work, args=[address])
        working.start()
        assert labeller.begun.wait(PATIENCE_SECONDS)
        time.sleep(random.random() / 4)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        working.join()
        assert labeller.refused == []
        opened = Workspace(workspace)
        sheet = opened.actions.read(Subject("content", page.id, WHO))
        opened.close()
        # What was asked for last may be there without anybody having been told.
        assert labeller.confirmed <= sheet.version <= labeller.confirmed + 1
        assert sheet.labels == labeller.states[sheet.version]
        confirmed += labeller.confirmed
    assert confirmed > KILLS
