"""Why a segment was kept or dropped."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import Element, parse

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
    assert "evil" not in overlay
    assert overlay.count('class="zaru-kept"') == 4
    assert overlay.count('class="zaru-dropped"') == 2
    unmarked = re.sub(r"</?span[^>]*>", "", overlay)
    assert "about, with <b>bold</b> words." in unmarked


def test_an_overlay_says_how_much_was_kept_and_what_became_the_title() -> None:
    page = zaru.Page.from_bytes(
        "<title>朝市 &lt;b&gt; | 澪浜新聞</title><meta name=author content='花子'>"
        "<h1>港の朝市が二年ぶりに &lt;b&gt; 始まる</h1><p>2009年1月16日<p>".encode()
        + "港の朝市が二年ぶりに始まり、大勢の人が魚を買いに来ました。".encode() * 3
    )
    overlay = write_overlay(page, judge(page))
    _, _, legend = overlay.partition('<aside class="zaru-legend"')
    assert "blocks, " in legend
    assert overlay.count('id="zaru-first"') == 1
    assert '<a href="#zaru-first">' in legend
    assert overlay.count('id="zaru-title"') == 1
    assert '<a href="#zaru-title">港の朝市が二年ぶりに &lt;b&gt; 始まる</a>' in legend
    assert '<a href="#zaru-date">2009-01-16</a>' in legend
    assert "<dt>author</dt><dd>花子 (not shown on the page)</dd>" in legend


def test_a_page_without_content_has_a_legend_without_a_jump() -> None:
    page = zaru.Page.from_bytes(b"<img src=x>")
    overlay = write_overlay(page, judge(page))
    assert "0 blocks, 0 characters" in overlay
    assert "<dt>title</dt><dd>not found</dd>" in overlay
    assert "#zaru-first" not in overlay


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
SPY = "http://spy.example"
# Ways to run something, to fetch something and to go elsewhere.
ATTACKS = {
    "refresh": f'<meta http-equiv="refresh" content="0;url={SPY}/refresh"/>',
    "refresh-with-prefix": f'<h:meta http-equiv="refresh" content="0;url={SPY}/refresh"/>',
    "base": f'<base href="{SPY}/"/><img src="picture"/>',
    "script": f'<script src="{SPY}/script"></script><script>document.title="ran"</script>',
    "handler": '<p onclick="document.title=\'ran\'">a</p><body onload="document.title=1"></body>',
    "unquoted-handler": "<img src='data:x' onerror=document.title='ran' class='a'/>",
    "link": "<a href=\" java&#10;script:document.title='ran'\">a link to press</a>",
    "form": f'<form action="{SPY}/form"><button formaction="{SPY}/button">send</button></form>',
    "sheet": f'<link rel="stylesheet" href="{SPY}/sheet"/><style>@import "{SPY}/import";</style>',
    "font": f"<style>@font-face{{font-family:f;src:url({SPY}/font)}} p{{font-family:f}}</style>",
    "background": f'<p style="background:url({SPY}/background)">text</p>',
    "picture": f'<img src="{SPY}/picture" srcset="{SPY}/set 2x"/>',
    "frame": f'<iframe src="{SPY}/frame"></iframe><object data="{SPY}/object"></object>',
    "prefetch": f'<link rel="prefetch" href="{SPY}/prefetch"/>',
    "svg": "<svg><script>alert(1)</script><a href='javascript:0'><set attributeName='x'/></a>"
    "</svg>",
    "style-in-svg": "<svg><style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style></svg>",
    "noscript": f"""<noscript><p title="</noscript><meta http-equiv=refresh
        content='0;url={SPY}/noscript'>">x</p></noscript>""",
    "cdata": "<style><![CDATA[</style><script>document.title='ran'</script>]]></style>",
}
NOT_XML = ("noscript", "unquoted-handler")
XML = '<?xml version="1.0"?><page xmlns:h="urn:h">'


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("is_xml", [False, True], ids=["html", "xml"])
def test_an_overlay_has_no_tag_and_no_attribute_that_acts(name: str, is_xml: bool) -> None:
    if is_xml and name in NOT_XML:
        pytest.skip("not well-formed")
    overlay = overlay_of(ATTACKS[name], is_xml=is_xml)
    assert not acting(overlay), overlay


@given(st.lists(st.sampled_from([*ATTACKS.values(), "<p>some text", "<table>", "</p>", "<svg>",
    "<math><mtext>", "<style>", "</style>", "<title>", "<select>", "<a<b c<d='e>", "<!--", "-->",
    "<textarea>", "<xmp>", "&lt;img src=x onerror=y&gt;"]), max_size=8))  # fmt: skip
def test_whatever_a_page_mixes_nothing_in_its_overlay_acts(pieces: list[str]) -> None:
    overlay = overlay_of("".join(pieces), is_xml=False)
    assert not acting(overlay), overlay


@pytest.fixture(scope="module")
def spy() -> Iterator[tuple[int, list[str]]]:
    """Yield the port of a server and the list of the paths that it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, asked
        server.shutdown()


@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")
@pytest.mark.parametrize("kind", ["html", "xml", "control"])
def test_a_browser_shows_an_overlay_and_does_nothing_else(
    kind: str, spy: tuple[int, list[str]], tmp_path: Path
) -> None:
    port, asked = spy
    asked.clear()
    attacks = [text for name, text in ATTACKS.items() if kind != "xml" or name not in NOT_XML]
    page = tmp_path / "overlay.html"
    if kind == "control":  # the same attacks, and nobody who wards them off
        page.write_text(f"<!doctype html>{ATTACKS['refresh']}{ATTACKS['picture']}")
    else:
        page.write_text(overlay_of("".join(attacks), is_xml=kind == "xml"))
    done = subprocess.run(
        [
            str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            f"--user-data-dir={tmp_path / 'browser'}", "--virtual-time-budget=3000",
            f"--host-resolver-rules=MAP spy.example 127.0.0.1:{port}", "--dump-dom", page.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    spied = [path for path in asked if path != "/favicon.ico"]
    if kind == "control":
        assert "/refresh" in spied
        assert "/picture" in spied or "/set" in spied
    else:
        assert not spied
        assert "<title>ran" not in done.stdout
        assert not acting(done.stdout.partition("<style>")[2])


def test_an_overlay_keeps_what_a_page_looks_like() -> None:
    overlay = overlay_of(
        '<style>p > b{color:red}</style><p class="a" style="color:blue">a <b>b</b></p>'
        '<pre>\n\n  code</pre><img alt="x" src="data:image/png;base64,AA=="><a href="/y">y</a>',
        is_xml=False,
    )
    assert "<style>p > b{color:red}</style>" in overlay
    assert '<p class="a" style="color:blue">' in overlay
    assert '<img alt="x" src="data:image/png;base64,AA==">' in overlay
    assert '<a href="https://zaru.example/y">' in overlay
    assert "<pre>\n" in overlay
    assert "\n  code</span>" in overlay


def test_an_overlay_says_what_the_page_says_in_its_own_encoding() -> None:
    page = zaru.Page.from_bytes("<p>日本語の文章です。".encode("euc_jp") + b"\xfc\xe2</p>")
    assert "髙" in write_overlay(page, judge(page))


def overlay_of(body: str, *, is_xml: bool) -> str:
    html = XML + body + "</page>" if is_xml else body + EVIL.decode()
    page = zaru.Page.from_bytes(html.encode(), url="https://zaru.example/")
    assert page.tree.is_xml == is_xml
    return write_overlay(page, judge(page))


def acting(overlay: str) -> list[str]:
    """Return the tags and attributes of *overlay* that run, load or move, but for our own."""
    found = []
    for node in parse(overlay.partition("</style>\n")[2]).descendants:
        if isinstance(node, Element):
            if node.tag in ("script", "meta", "base", "link", "iframe", "object", "embed"):
                found.append(node.tag)
            for name, value in node.attrs.items():
                address = name in (
                    "src",
                    "srcset",
                    "action",
                    "formaction",
                    "data",
                    "xlink:href",
                    "attributename",
                )
                address = address and not str(value).startswith("data:image/")
                script = "script:" in "".join(str(value).split()) and name == "href"
                if name.startswith("on") or address or script:
                    found.append(f"{name}={value}")
    return found
