"""Notices: what some pages show instead of a content.

An application that needs a script, an error page, a wall of consent have words of their own, and
little else. They are no content, however much they read like a text.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from zaru.content.content import Content
from zaru.content.extraction import MAX_NOTICE_CHARACTERS


@cache
def _read_notices() -> dict[str, re.Pattern[str]]:
    """Return what notices say, by the reason that there is no content.

    `notices.json` has them in the languages that most of the web is written in. Every pattern is
    bounded, so that no text makes it slow.
    """
    said: dict[str, list[str]] = json.loads(Path(__file__).with_name("notices.json").read_bytes())
    return {name: re.compile("|".join(some), re.IGNORECASE) for name, some in said.items()}


def find_notice(content: Content) -> str | None:
    """Return which notice stands there instead of a content; None for what is one.

    The content is short (`extraction.MAX_NOTICE_CHARACTERS`), and its longest text is the notice.

    >>> from zaru import extract
    >>> extract("<h1>Not here</h1><p>The page that you are looking for does not exist.").notice
    'not found'
    """
    longest = max((one.text for one in content.kept), key=len, default="")
    if len(content.text) > MAX_NOTICE_CHARACTERS:
        return None
    return next((name for name, notice in _read_notices().items() if notice.search(longest)), None)
