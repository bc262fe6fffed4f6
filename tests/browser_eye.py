"""What Chromium highlights for a text fragment: pixels of a screenshot beside a quote's own place.

Pages come from a server on this machine, as their bytes; nothing else is reached. Scripts are off:
they would change pages, and what they load is not there.
"""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Literal
from urllib.parse import urlsplit

Outcome = Literal["highlighted", "elsewhere", "nothing", "not shown", "not found"]

# A sheet that is no part of the page; the colour is one that no page has.
_STYLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '::target-text { background-color: rgb(1, 255, 2) !important; color: transparent !important }'
  );
  document.adoptedStyleSheets = [sheet];
}"""
_VIEW = {"width": 1000, "height": 800}
_TIMEOUT_MS = 30_000
_TRIES, _PAUSE_MS = 12, 100  # the match is looked for after the page has loaded
# Where the texts of the n-th place of a quote are drawn; white space left out of account.
_FIND = r"""([quote, number]) => {
  const white = /[\t\n\f\r \v\x85\xa0\u2028\u2029]/;
  const skip = 'script,style,noscript,template,title,textarea,select,button,iframe,object,rp,' +
    'svg,math,audio,video,canvas,datalist,noembed,noframes,[hidden]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = '', nodes = [], places = [], every = [];
  for (let node; node = walker.nextNode();) {
    if (node.parentElement.closest(skip)) continue;
    const data = node.data;
    every.push(node);
    for (let i = 0; i < data.length; i++)
      if (!white.test(data[i])) { text += data[i]; nodes.push(node); places.push(i); }
  }
  const found = [];
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) found.push(at);
  if (!found.length) return null;
  const at = found[Math.min(number, found.length - 1)], last = at + quote.length - 1, rects = [];
  for (let n = every.indexOf(nodes[at]); n <= every.indexOf(nodes[last]); n++) {
    const node = every[n], range = document.createRange();
    range.setStart(node, node === nodes[at] ? places[at] : 0);
    range.setEnd(node, node === nodes[last] ? places[last] + 1 : node.data.length);
    for (const r of range.getClientRects())
      if (r.width > 1 && r.height > 1) rects.push([r.left, r.top, r.right, r.bottom]);
  }
  return rects;
}"""
_SCROLL = "distance => scrollBy({top: distance, behavior: 'instant'})"
# How much of each rectangle, and of the rest of the picture, has the colour of the highlight.
_COUNT = r"""async ([data, rects]) => {
  const image = new Image(); image.src = 'data:image/png;base64,' + data; await image.decode();
  const w = image.width, h = image.height, canvas = new OffscreenCanvas(w, h);
  const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, w, h).data, owner = new Int32Array(w * h).fill(-1);
  const size = rects.map(() => 0), green = rects.map(() => 0); let rest = 0;
  rects.forEach(([l, t, r, b], n) => {
    for (let y = Math.max(0, Math.floor(t) - 2); y < Math.min(h, Math.ceil(b) + 2); y++)
      for (let x = Math.max(0, Math.floor(l) - 2); x < Math.min(w, Math.ceil(r) + 2); x++) {
        owner[y * w + x] = n; size[n]++; }
  });
  for (let i = 0; i < w * h; i++)
    if (pixels[4 * i] == 1 && pixels[4 * i + 1] == 255 && pixels[4 * i + 2] == 2)
      if (owner[i] < 0) rest++; else green[owner[i]]++;
  return {size, green, rest};
}"""


class Eye:
    """A browser that is shown pages and says what it highlights."""

    def __init__(self, port: int, pages: dict[str, tuple[bytes, str]], browser: Any) -> None:
        self._port, self._pages = port, pages
        self._reader = browser.new_context(viewport=_VIEW)
        self._scale = browser.new_context().new_page()

    def look(
        self, raw: bytes, encoding: str, directive: str, quote: str, number: int
    ) -> tuple[Outcome, bytes]:
        """Return what Chromium does with *directive* on a page, and the picture.

        *quote* is what must be highlighted, ruby in it, the *number*-th time that it stands there.
        """
        self._pages["/page"] = raw, encoding
        page = self._reader.new_page()
        page.set_default_timeout(_TIMEOUT_MS)
        try:
            page.goto(f"http://127.0.0.1:{self._port}/page#:~:{directive}", wait_until="load")
            page.evaluate(_STYLE)
            wanted = "".join(c for c in quote if c not in "\t\n\f\r \v\x85\xa0\u2028\u2029")
            outcome: Outcome = "nothing"
            for _ in range(_TRIES):
                rects = page.evaluate(_FIND, [wanted, number])
                if rects and not 0 <= rects[0][1] < _VIEW["height"] - 100:
                    # What loaded or failed to load since the browser went there moved the text.
                    page.evaluate(_SCROLL, rects[0][1] - 200)
                    rects = page.evaluate(_FIND, [wanted, number])
                picture = page.screenshot()
                outcome = self._judge(rects, picture)
                if outcome not in ("nothing", "elsewhere"):  # it may move while it is looked at
                    break
                page.wait_for_timeout(_PAUSE_MS)
            return outcome, picture
        finally:
            page.close()

    def _judge(self, rects: list[list[float]] | None, picture: bytes) -> Outcome:
        if rects is None:
            return "not found"
        if not rects:
            return "not shown"
        data = base64.b64encode(picture).decode()
        found = self._scale.evaluate(_COUNT, [data, rects])
        inside = [(n, g) for n, g in zip(found["size"], found["green"], strict=True) if n > 40]
        green = sum(g for _, g in inside)
        if not green and not found["rest"]:
            return "nothing"
        full = sum(n for n, g in inside if g > 0.3 * n)
        is_whole = full >= 0.9 * sum(n for n, _ in inside)
        return "highlighted" if is_whole and found["rest"] <= 0.03 * green else "elsewhere"


@contextmanager
def open_eye() -> Iterator[Eye]:
    """Open a server and a browser; both are gone behind the `with`."""
    from playwright.sync_api import sync_playwright

    pages: dict[str, tuple[bytes, str]] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            raw, encoding = pages.get(urlsplit(self.path).path, (b"", "utf-8"))
            self.send_response(200 if raw else 404)
            self.send_header("Content-Type", f"text/html; charset={encoding}")
            self.send_header("Content-Length", str(len(raw)))
            self.send_header("Content-Security-Policy", "script-src 'none'")
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):  # an image that is the page
                self.wfile.write(raw)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server, sync_playwright() as playwright:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        )
        try:
            yield Eye(server.server_port, pages, browser)
        finally:
            browser.close()
            server.shutdown()
