"""The kernel's parser and turbohtml make the same trees; what fuzzing has found stays mended."""

from __future__ import annotations

import pytest

pytest.importorskip("zaru.dom._kernel", reason="needs the kernel of dom")

from tests.fuzz.differential import EXCEPTIONS, build_page, explain, judge
from tests.fuzz.pages import PAGES

FOUND = {
    "rows behind a text that a template fosters": "<template><tr>x<td>",
    "white space behind a col in a template": "<template><col>a b",
    "an empty plaintext": "<li><em><li><article><plaintext>",
    "white space of a table behind an empty end tag": "<table>0</> <tr>\n</>\t</>x</> ",
    "CDATA in HTML of MathML": "<math><annotation-xml encoding=text/html><p><b></p><![CDATA[x]]>",
    "selectedcontent in its option": "<select><option><selectedcontent><s",
}
# A page for each way in which turbohtml is not the standard.
KNOWN = {
    "isindex is special in turbohtml": "<data><isindex></data>/",
    "formatting is made again for a NUL": "<p><font><center>\0",
    "formatting is made again for param": "<dt><tt><dt><param>",
    "formatting is made again for a line feed that is left out": "<p><b><listing>&#10",
    "white space in a noscript of the head": "<noscript>\n&",
    "a second head opens the body": "</head><head> ",
    "html behind the head opens the body": "</head><html><script>",
    "a template allows for a frameset": "<m><template><frameset>",
    "a template of MathML is closed as one of HTML": "<math><template><mn><p></template>x",
    "no attributes for html in a frameset": "<frameset><html c>",
    "a hidden input in a table of a wide text": "Š<table><input type='hidden'>",
    "in select in table": "<table><td><select><table>",
    "selectedcontent is filled at the end": "<select><option>b<hr><selectedcontent>x",
    "a shadow root is no template": "<div><template shadowrootmode=open><p>x</template>",
}
UNDECODED = {
    "a second byte that is a letter": (
        "<meta charset=shift_jis><p ア=1 ヂ=2>このページの本文はここにあります。".encode("cp932")
    ),
    "a tag name that cannot be decoded": b"<meta charset=euc-kr><x-\x99></x-\xd2>\xc3\xa9=\xc3\xa9",
}


@pytest.mark.parametrize("page", FOUND.values(), ids=FOUND)
def test_what_was_found_is_mended(page: str) -> None:
    assert judge(page.encode(), is_utf8=True) == ""


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_pages_for_each_rule_are_as_turbohtml_makes_them(page: str) -> None:
    raw = page.encode()
    assert not judge(raw, is_utf8=True) or explain(raw, is_utf8=True)


@pytest.mark.parametrize("name", KNOWN)
def test_a_difference_is_seen_and_explained(name: str) -> None:
    raw = KNOWN[name].encode()
    assert judge(raw, is_utf8=True).startswith("trees")
    assert explain(raw, is_utf8=True) == name


def test_every_exception_has_a_page() -> None:
    assert set(EXCEPTIONS) - set(KNOWN) == set(UNDECODED)


@pytest.mark.parametrize("name", UNDECODED)
def test_names_are_compared_byte_by_byte(name: str) -> None:
    raw = UNDECODED[name]
    assert judge(raw, is_utf8=False).startswith("trees")
    assert explain(raw, is_utf8=False) == name


def test_random_pages_are_as_turbohtml_makes_them() -> None:
    for number in range(2000):
        raw, is_utf8 = build_page(number), number % 16 != 0
        reason = judge(raw, is_utf8=is_utf8)
        assert not reason or explain(raw, is_utf8=is_utf8), (number, reason)
