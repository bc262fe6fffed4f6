"""Links of feeds: absolute, ASCII, http and https; and what in them identifies."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.unit.feeds.made import ANY_TEXT

from zaru.feeds.writing.permalinks import absolute_link, clean_link, is_relative


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        pytest.param("1.html", "http://example.com/a/1.html", id="relative"),
        pytest.param("//Other.example/x", "http://other.example/x", id="host-case"),
        pytest.param("HTTPS://example.com:443", "https://example.com/", id="default-port"),
        pytest.param("http://example.com:8080/", "http://example.com:8080/", id="port"),
        pytest.param("http://u:p@example.com/", "http://example.com/", id="user"),
        pytest.param("http://例え.jp/", "http://xn--r8jz45g.jp/", id="idna"),
        pytest.param("?q=日本", "http://example.com/a/?q=%E6%97%A5%E6%9C%AC", id="query"),
        pytest.param("%7Ea/%e3%81", "http://example.com/a/~a/%E3%81", id="one-spelling"),
        pytest.param("100%", "http://example.com/a/100%25", id="stray-percent"),
        pytest.param('a"<b>', "http://example.com/a/a%22%3Cb%3E", id="markup"),
        pytest.param("http://[::1]:80/", "http://[::1]/", id="ipv6"),
        pytest.param("http://example.com:99999/", None, id="bad-port"),
        pytest.param("javascript:alert(1)", None, id="javascript"),
        pytest.param(" java\tscript:alert(1)", None, id="javascript-with-tab"),
        pytest.param("data:text/html,x", None, id="data"),
        pytest.param("", None, id="empty"),
        pytest.param(None, None, id="none"),
    ],
)
def test_link_is_absolute_or_none(href: str | None, expected: str | None) -> None:
    assert absolute_link("http://example.com/a/", href) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("?utm_source=a&id=3&utm_medium=b", "?id=3", id="utm"),
        pytest.param("?id=3&fbclid=x&gclid=y&iref=comtop", "?id=3", id="click-ids"),
        pytest.param("?ref=rss", "", id="ref-place"),
        pytest.param("?ref=4711", "?ref=4711", id="ref-number"),
        pytest.param("?sid=0123456789abcdef0123456789abcdef", "", id="session"),
        pytest.param("?sid=12", "?sid=12", id="section"),
        pytest.param("?PHPSESSID=1&p=2", "?p=2", id="php-session"),
        pytest.param(";jsessionid=1A2B?p=2", "?p=2", id="java-session"),
        pytest.param("?p=2&_=1700000000000", "?p=2", id="cache-buster"),
        pytest.param("?b=1&a=2&b=3", "?b=1&a=2&b=3", id="order-stays"),
        pytest.param("?20090116", "?20090116", id="bare"),
        pytest.param("#comments", "", id="comments"),
        pytest.param("#more-123", "", id="more"),
        pytest.param("#12comments", "", id="comment-counter"),
        pytest.param("#:~:text=a", "", id="text-fragment"),
        pytest.param("#xtor=RSS-1", "", id="tracking-fragment"),
        pytest.param("#20090116", "#20090116", id="diary-day"),
        pytest.param("#comment-12", "#comment-12", id="one-comment"),
        pytest.param("#!/a?utm_source=b", "#!/a?utm_source=b", id="application"),
    ],
)
def test_clean_link_keeps_what_identifies(url: str, expected: str) -> None:
    assert clean_link(f"http://example.com/a{url}") == f"http://example.com/a{expected}"


def test_aspnet_session_in_path_goes() -> None:
    url = "http://example.com/(S(lit3py55t21z5v55vlm25s55))/a.aspx"
    assert clean_link(url) == "http://example.com/a.aspx"


def test_only_paths_are_relative() -> None:
    paths = ["a.html", "#", "", "javascript:x", "mailto:a@b", "#a"]
    assert [is_relative(path) for path in paths] == [True, False, False, False, False, True]


@given(ANY_TEXT)
def test_links_are_ascii_and_cleaning_ends(href: str) -> None:
    link = absolute_link("http://example.com/", href)
    if link is not None:
        assert link.isascii()
        assert link.startswith(("http://", "https://"))
        assert absolute_link(None, link) == link
        assert clean_link(clean_link(link)) == clean_link(link)
