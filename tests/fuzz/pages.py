"""Small pages that the fuzzers begin with, and the words that they put in.

usage: python -m tests.fuzz.pages FOLDER

Writes a file for each page and `words.dict`, a dictionary for libFuzzer.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

from tests.hostile.mutants import INSERTS, ROOT
from tests.soup import CONTROLS, MARKUP, REFERENCES

# One for each rule of tree construction that is easily got wrong; the standard's own names.
PAGES = {
    "adoption agency": "<p>1<b>2<i>3</b>4</i>5<a>6<div>7<a>8</div>9</a><b><b><b><b>x</p>y</b>",
    "after body": "<!doctype html><body><p>x</body> <!-- c --> y</html>\n<p>z</html> ",
    "attributes": "<a href=x HREF=y =z b='\"' c=\"'\" d = e/f /><body a=1><body a=2 b><html c>&d",
    "comments": "<!--><!---><!----><!--x--!><!-- - -- --><!x><?x><!--<!-- ></ ></x y></>",
    "foreign": "<svg><desc><p>x</desc><![CDATA[<a>]]><title><b>t</title><path d=1 /><p>out",
    "foreign tags": "<svg viewbox=x><foreignobject><div>x</svg><math definitionurl=x><mi><p>y",
    "formatting": "<p><font a><font a><font a><font a><p>x</font><nobr>y<nobr>z",
    "forms": "<form><input type=hidden><table><form><tr><input><td></form>x<button>y<button>z",
    "foster parents": "<table>x<b>y<tr>z<td>1</b>2<table></td> <caption>c<td>d</table><col>e",
    "frameset": "<html><head></head> <frameset cols=1><frame>x<noframes>y</noframes></frameset>",
    "head": "<title>a&amp;b</title><noscript><link><p>x</noscript><head><base></head> <style>s",
    "headings": "<h1>a<h2>b</h3><ul><li>c<li>d<ul><li>e</ul><dl><dt>f<dd>g<dt>h</dl><p>i</br>j",
    "html points": "<math><annotation-xml encoding=TEXT/HTML><p>x<annotation-xml><b>y</math>",
    "line feeds": "<pre>\n\nx</pre><textarea>\r\ny</textarea><listing>&#10;z\r\n\ra\rb",
    "NUL": "a\0b<p\0 c\0=\0>\0<svg>\0<table>\0 <tr>\0<script>\0</script><title>\0",
    "plain text": "<p>a<plaintext>b</plaintext><p>&amp;",
    "quirks": "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'><p>x<table><tr><td>y",
    "raw text": "<script><!--<script>x</script>y--></script><style>a</styl></style ><xmp>b<c>",
    "references": "&amp&lt;&notit;&#x80;&#0;&#xD800;&#;&#x;&nbsp&NotEqualTilde;<a b=&copy=&amp;>",
    "ruby": "<ruby>a<rb>b<rt>c<rtc>d<rp>e</ruby><object>f<marquee></object><applet></marquee>",
    "select": "<select><option>a<optgroup><option selected>b<hr><selectedcontent></select><p>c",
    "select in table": "<table><tr><td><select><button><selectedcontent></button><option>x<td>y",
    "table parts": "<table><colgroup><col> <thead><th>a<tbody><tr><td>b</tbody>c<tfoot></table>",
    "templates": "<template><tr><td>a</template><table><template><col></template><template><p>b",
    "titles": "<title>a</title ><title/>b<iframe><p></iframe><noembed></p></noembed>x",
    "unknown": "<x-y>a<X-Y b>c</x-y><x-yz>d</x-y></x-yz><a:b><image><isindex><frame><keygen>",
    "white space": " \n<!doctype html> <html> <head> <title> </title> </head> <body> <p> x </p> ",
}


@cache
def words() -> tuple[bytes, ...]:
    """Return what means something in a page: all tags that the parser names, half-made ones."""
    header = (ROOT / "src/zaru/dom/kernel/tags.h").read_text()
    tags = re.findall(r'X\([A-Z0-9_]+, "([^"#]+)"', header)
    markup = [f"<{tag}>" for tag in tags] + [f"</{tag}>" for tag in tags]
    texts = dict.fromkeys([*markup, *MARKUP, *REFERENCES, *CONTROLS])
    return (*(text.encode() for text in texts), *INSERTS)


def write_pages(folder: Path) -> None:
    """Write the pages and the dictionary."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        (folder / name.replace(" ", "-")).write_bytes(page.encode())
    lines = (
        '"' + "".join(f"\\x{byte:02x}" for byte in word[:64]) + '"\n' for word in words() if word
    )
    (folder.parent / "words.dict").write_text("".join(lines))


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
