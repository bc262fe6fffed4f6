"""Why a segment was kept or dropped."""

from __future__ import annotations

import re

import zaru
from zaru.content.explanation import explain, write_overlay
from zaru.content.extraction import judge

EVIL = b"""<!doctype html><html><head><meta http-equiv="refresh" content="0;url=http://evil.example">
<base href="http://evil.example/"><script>evil()</script></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<p>A paragraph of text, long enough to be what this page is about, with <b>bold</b> words.</p>
<iframe src="http://evil.example"></iframe><p>And a second one that says as much as the first.</p>
</body></html>"""


def test_every_segment_has_its_reasons() -> None:
    reasons = list(explain(judge(zaru.Page.from_bytes(EVIL))))
    assert [reason.is_kept for reason in reasons] == [False, True, True]
    assert reasons[0].link_share == 1.0
    assert reasons[1].link_share == 0.0
    assert "links 100%" in str(reasons[0])


def test_an_overlay_marks_every_run_and_keeps_its_text() -> None:
    page = zaru.Page.from_bytes(EVIL)
    overlay = write_overlay(page, judge(page))
    assert overlay.count('class="zaru-kept"') == 4
    assert overlay.count('class="zaru-dropped"') == 2
    unmarked = re.sub(r"</?span[^>]*>", "", overlay)
    assert "about, with <b>bold</b> words." in unmarked


def test_an_overlay_runs_nothing() -> None:
    page = zaru.Page.from_bytes(EVIL)
    overlay = write_overlay(page, judge(page))
    assert "Content-Security-Policy" in overlay
    for evil in ("<script", "<iframe", "refresh", "evil.example"):
        assert evil not in overlay
