from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaru.text.urls import host_of, is_home, resolve, site_of

BASE = "http://example.com/a/b.html"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        pytest.param("c.html", "http://example.com/a/c.html", id="relative"),
        pytest.param("/c", "http://example.com/c", id="from-the-root"),
        pytest.param("//e.org/c", "http://e.org/c", id="without-scheme"),
        pytest.param(
            "//e.org/あ/c,d?e=(f)", "http://e.org/あ/c,d?e=(f)", id="plain-without-scheme"
        ),
        pytest.param("/c/!d,e'f(1)+@", "http://example.com/c/!d,e'f(1)+@", id="plain-signs"),
        pytest.param("http://e.org", "http://e.org", id="host-alone"),
        pytest.param("https://e.org/#!/c?d", "https://e.org/#!/c?d", id="fragment"),
        pytest.param("?p=1", "http://example.com/a/b.html?p=1", id="query"),
        pytest.param("HTTPS://E.org/", "HTTPS://E.org/", id="capitals"),
        pytest.param(" \x01/c\td\n", "http://example.com/cd", id="controls-around-and-inside"),
        pytest.param("c d", "http://example.com/a/c%20d", id="space"),
        pytest.param("\\\\e.org\\c", "http://e.org/c", id="backslashes"),
        pytest.param("javascript:alert(1)", None, id="javascript"),
        pytest.param("java\tscript:alert(1)", None, id="tab-in-the-scheme"),
        pytest.param("\x00 JavaScript:alert(1)", None, id="control-before-the-scheme"),
        pytest.param("vbscript:x", None, id="vbscript"),
        pytest.param("data:text/html,x", None, id="data"),
        pytest.param("mailto:a@e.org", None, id="mailto"),
        pytest.param("http://[::1", None, id="broken-host"),
        pytest.param("http:///c", None, id="no-host"),
        pytest.param("/" + "a" * 10_000, None, id="too-long"),
    ],
)
def test_link_is_resolved_or_refused(href: str, url: str | None) -> None:
    assert resolve(BASE, href) == url


def test_relative_link_needs_a_base() -> None:
    assert resolve(None, "/c") is None
    assert resolve("javascript:x", "/c") is None


@pytest.mark.parametrize(
    ("url", "is_front"),
    [
        ("http://e.org", True),
        ("http://e.org/#a", True),
        ("http://e.org/?", True),
        ("http://e.org/?a", False),
        ("http://e.org/a", False),
        ("http://e.org//", False),
        ("HTTP://E.org/", True),
        ("/a", False),
    ],
)
def test_front_page_is_told(url: str, is_front: bool) -> None:
    assert is_home(url) == is_front


def test_site_is_the_host_without_www() -> None:
    assert site_of("http://www.e.co.jp/x") == site_of("https://e.co.jp:8080/") == "e.co.jp"
    assert site_of("no url") == site_of("http://[x") == ""


@given(st.text(), st.text())
def test_only_web_addresses_come_out(base: str, href: str) -> None:
    for url in (resolve(base, href), resolve(BASE, href)):
        assert url is None or url.lower().startswith(("http://", "https://"))
    host_of(href)
    is_home(href)


@given(st.text(alphabet="/.?#ab;:%=あ!,+@()*$'&-", max_size=12))
def test_links_are_joined_as_the_standard_library_joins_them(href: str) -> None:
    for base in ("https://e.jp/x/y.html", "http://e.jp:80", "https://e.jp/?q"):
        joined = resolve(base, href)
        assert joined is None or not href.startswith("/") or joined == urljoin(base, href)


@given(
    st.integers(0, 4),
    st.text(alphabet="/.ab=&-", max_size=8),
    st.sampled_from(["", "x", "x/", "x/y.html", "x/y/z/", "x//y/z", "x/./y/z", "x/../y/z"]),
)
def test_links_to_folders_above_are_joined_as_the_standard_library_does(
    times: int, rest: str, path: str
) -> None:
    base, href = f"https://e.jp/{path}", "../" * times + f"a{rest}"
    assert resolve(base, href) == urljoin(base, href)
