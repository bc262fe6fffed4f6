from __future__ import annotations

import pytest

from zaru.corpus.identity import address_of, document_id, file_address, find_target
from zaru.page import Page


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("http://example.jp", "http://example.jp/", id="path"),
        pytest.param("http://example.jp:80/a", "HTTP://EXAMPLE.jp/a", id="case-and-port"),
        pytest.param("http://example.jp/a#b", "http://example.jp/a", id="fragment"),
    ],
)
def test_one_page_has_one_id(one: str, other: str) -> None:
    assert document_id(one) == document_id(other)


def test_ids_do_not_change_between_versions() -> None:
    assert document_id("http://example.jp/") == "4062671575ce3bb3a90b"


def test_other_pages_have_other_ids() -> None:
    addresses = [
        "http://a.jp/",
        "https://a.jp/",
        "http://a.jp/A",
        "http://a.jp/a",
        "http://a.jp/?a",
    ]
    assert len({document_id(address) for address in addresses}) == len(addresses)


@pytest.mark.parametrize(
    ("base", "href", "target"),
    [
        pytest.param("http://a.jp/b/c", "../d", "http://a.jp/d", id="relative"),
        pytest.param("http://a.jp/", "mailto:a@b.jp", None, id="mail"),
        pytest.param("http://a.jp/", "javascript:void(0)", None, id="script"),
        pytest.param(file_address("x/a.html"), "../b.html", file_address("b.html"), id="file"),
        pytest.param(
            file_address("a.html"), "%E7%AC%8A.html?x=1", file_address("笊.html"), id="file-name"
        ),
        pytest.param(file_address("a.html"), "http://b.jp/", "http://b.jp/", id="file-to-web"),
        pytest.param(file_address("a.html"), "../../../b", file_address("b"), id="above-the-root"),
    ],
)
def test_links_lead_to(base: str, href: str, target: str | None) -> None:
    assert find_target(base, href) == target


def test_a_page_without_url_is_its_file() -> None:
    page = Page.from_bytes(b"<p>a", source="sub/a.html")
    assert address_of(page) == file_address("sub/a.html")
    assert address_of(page.at("http://a.jp/")) == "http://a.jp/"


def test_names_that_are_no_utf_8_have_ids_of_their_own() -> None:
    base = file_address("a.html")
    names = ["\udca4\udca2.html", "\udca4\udca4.html"]
    assert find_target(base, "%A4%A2.html") == file_address(names[0])
    assert document_id(file_address(names[0])) != document_id(file_address(names[1]))
