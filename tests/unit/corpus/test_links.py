from __future__ import annotations

from zaru.corpus.identity import document_id, file_address
from zaru.corpus.links import find_links
from zaru.corpus.standard_format import Link, Target
from zaru.page import Page

BASE = "http://www.example.jp/shop/"


def find(markup: str, url: str | None = BASE) -> tuple[Link, ...]:
    return find_links(Page.from_bytes(markup.encode(), url=url, source="sub/a.html"))


def test_links_have_text_id_url_and_place() -> None:
    (link,) = find("<p><a href=zaru.html> 竹の <b>ざる</b></a>")
    url = f"{BASE}zaru.html"
    assert link == Link("竹の ざる", (Target(document_id(url), url, (22, 16)),))


def test_links_of_one_text_are_one_link() -> None:
    (link,) = find("<a href=1>次</a><a href=2>次</a><a href=1>次</a>")
    assert [target.url for target in link.targets] == [f"{BASE}1", f"{BASE}2"]


def test_the_text_of_an_image_is_its_alternative() -> None:
    (link,) = find("<a href=1><img alt='竹 の笊'></a>")
    assert link.text == "竹 の笊"
    assert link.targets[0].span is None


def test_a_link_without_any_text_is_kept() -> None:
    assert [link.text for link in find("<a href=1><img src=a.png></a>")] == [""]


def test_a_map_links_too() -> None:
    assert [link.text for link in find("<map><area href=1 alt=東京></map>")] == ["東京"]


def test_links_to_the_page_itself_and_to_no_page_are_left_out() -> None:
    assert (
        find(f"<a href=#a>上</a><a href={BASE}>ここ</a><a href=mailto:x>連絡</a><a name=x>a</a>")
        == ()
    )


def test_base_element_counts() -> None:
    (link,) = find("<base href=http://other.jp/x/><a href=1>竹</a>")
    assert link.targets[0].url == "http://other.jp/x/1"


def test_files_link_to_files() -> None:
    (link,) = find("<a href=../b.html#c>竹</a>", url=None)
    assert link.targets == (
        Target(document_id(file_address("b.html")), None, link.targets[0].span),
    )


def test_addresses_on_pages_without_one_are_known() -> None:
    (link,) = find("<a href=http://other.jp/>竹</a>", url=None)
    assert link.targets[0].url == "http://other.jp/"


def test_no_text_breaks_the_file() -> None:
    (link,) = find("<a href=1>竹\x00\x0b</a>")
    assert "\x0b" not in link.text


def test_links_in_links_cost_linear_time() -> None:
    inner = "<b>竹</b>" * 20_000
    nested = "<a href='x'>" * 300 + inner + "</a>" * 300
    page = Page.from_bytes(f"<?xml version='1.0'?><r>{nested}</r>".encode(), url=BASE)
    assert len(find_links(page)) > 0
