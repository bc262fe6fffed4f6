"""A workspace: some pages, and all that people said of them."""

from __future__ import annotations

from pathlib import Path

from zaru.studio.actions import Actions
from zaru.studio.database import Database
from zaru.studio.pages import Pages
from zaru.studio.styles import Styles


class Workspace:
    """A folder with one file in it, held open. Threads may use it at the same time."""

    def __init__(self, folder: Path) -> None:
        """Open *folder*, or make it; raises `OutputFailed` or `FormatError`."""
        self.folder = folder
        self._database = Database(folder)
        self.pages = Pages(self._database)
        self.styles = Styles(self._database)
        self.actions = Actions(self._database)

    def close(self) -> None:
        """Close the file."""
        self._database.close()
