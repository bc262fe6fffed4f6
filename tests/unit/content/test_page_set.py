"""Pages judged together."""

from __future__ import annotations

from pathlib import Path

import pytest

import zaru
from zaru.content.extraction import choose_together, extract, extract_chosen
from zaru.content.page_set import Sets, describe_member
from zaru.page import Page

EXAMPLES = Path(__file__).parents[3] / "examples"


def read_site(name: str) -> list[zaru.Page]:
    return [page for page in zaru.read([EXAMPLES / name]) if isinstance(page, zaru.Page)]


@pytest.mark.parametrize("site", ["shinbun", "shop", "blog"])
def test_every_page_of_a_set_keeps_content(site: str) -> None:
    pages = read_site(site)
    contents = list(zaru.PageSet(pages).contents())
    assert [content.page for content in contents] == pages
    assert all(content.blocks for content in contents)


def test_near_duplicates_keep_their_body() -> None:
    pages = read_site("shinbun")
    contents = {content.page.origin.source: content for content in zaru.PageSet(pages).contents()}
    names = ("tokushu/kura/hatsushio.html", "news/economy/20090116_01.html")
    copies = [contents[str(EXAMPLES / "shinbun" / name)] for name in names]
    assert all(len(content.text) > 300 for content in copies)


def test_what_every_page_has_is_dropped() -> None:
    for content in zaru.PageSet(read_site("blog")).contents():
        assert "Impressum" not in content.text


def test_the_paper_keeps_only_what_no_other_page_has() -> None:
    pages = [
        zaru.Page.from_bytes(f"<body><p>menu</p><p>{text}</p></body>".encode())
        for text in ("one of them", "another")
    ]
    contents = zaru.PageSet(pages).contents(method="paper")
    assert [content.text for content in contents] == ["one of them", "another"]


def test_photos_without_text_are_content_of_the_paper() -> None:
    pages = [
        zaru.Page.from_bytes(
            f"<body><div><img src=logo.png alt=Logo></div><p>{name} <img src=a.png></p>"
            f"<div><img src={name}.jpg alt='{name} at work'></div></body>".encode(),
            url="https://zaru.example/",
        )
        for name in ("Ann", "Ben")
    ]
    for page, content in zip(pages, zaru.PageSet(pages).contents(method="paper"), strict=True):
        found = [(block.role, block.text) for block in content.blocks]
        name = content.text
        assert found == [("paragraph", name), ("image", ""), ("image", f"{name} at work")]
        offset, length = content.blocks[-1].span
        assert page.raw[offset : offset + length].startswith(f"<img src={name}.jpg".encode())
        assert content.to_markdown().endswith(
            f"![{name} at work](https://zaru.example/{name}.jpg)\n"
        )


def test_pages_without_an_address_are_told_apart_by_their_template() -> None:
    sets = Sets(min_pages=2)
    pages = [
        zaru.Page.from_bytes(page.raw, source=f"mixed/{number}.html")
        for number, page in enumerate(read_site("shop") + read_site("blog"))
    ]
    for page in pages:
        sets.add(page)
    sizes = {evidence.pages for page in pages if (evidence := sets.evidence(page))}
    assert len(pages) not in sizes


def test_a_small_set_says_nothing() -> None:
    sets = Sets()
    page = zaru.Page.from_bytes(b"<p>alone")
    sets.add(page)
    assert sets.evidence(page) is None


def make_site(name: str, count: int, *, theme: str) -> list[bytes]:
    """Return pages of a made site: a menu, a text of its own, a foot; classes from a theme."""
    menu = "".join(f"<li class={theme}-item><a href='/{name}/{n}'>{name} {n}</a>" for n in range(9))
    return [
        f"<head><link rel=stylesheet href='/{name}/style.css'></head><body class={theme}>"
        f"<div id={theme}-head><ul class={theme}-menu>{menu}</ul></div><div class={theme}-main>"
        f"<p class={theme}-text>Text {number} of {name}, which stands on no other page.</p></div>"
        f"<div id={theme}-foot>Foot of {name}</div></body>".encode()
        for number in range(count)
    ]


def sets_of(bodies: list[bytes]) -> list[int | None]:
    """Return how many pages the set of each page has, when all of them lie in one folder."""
    sets, found = Sets(), []
    pages = [zaru.Page.from_bytes(raw, source=f"mixed/{n}.html") for n, raw in enumerate(bodies)]
    for page in pages:
        sets.add(page)
    for page in pages:
        evidence = sets.evidence(page)
        found.append(None if evidence is None else evidence.pages)
    return found


def test_one_site_in_one_folder_is_a_set() -> None:
    assert sets_of(make_site("a", 5, theme="x")) == [5] * 5


def test_sites_with_the_same_theme_are_no_set() -> None:
    sites = [make_site(name, 4, theme="x") for name in "abc"]
    assert sets_of([page for site in sites for page in site]) == [4] * 12


def test_single_pages_of_many_sites_are_no_set() -> None:
    assert sets_of([make_site(name, 1, theme="x")[0] for name in "abcdef"]) == [None] * 6


def test_pages_like_none_of_many_templates_are_no_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaru.content.page_set._MAX_TEMPLATES", 2)
    assert sets_of([make_site(name, 1, theme="x")[0] for name in "abcdef"]) == [None] * 6


def test_pages_without_any_names_are_no_set() -> None:
    bodies = [f"<p>One of them: {n}<p><a href=/>Home</a>".encode() for n in range(5)]
    assert sets_of(bodies) == [None] * 5


def test_copies_in_folders_know_their_site_by_relative_addresses() -> None:
    flat, *deep = make_site("a", 4, theme="x")
    moved = [body.replace(b"'/a/", b"'../../a/") for body in deep]
    assert sets_of([flat.replace(b"'/a/", b"'a/"), *moved]) == [4] * 4


def test_a_large_site_is_judged_in_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zaru.content.page_set.MAX_PAGES", 4)
    sets = Sets(min_pages=3)
    pages = [
        Page.from_bytes(f"<p>menu</p><p>text {number}".encode(), url=f"http://a.jp/{number}")
        for number in range(9)
    ]
    for page in pages:
        sets.add(page)
    assert list(sets.describe()) == [
        "a.jp: 4 pages, judged together",
        "a.jp: 4 pages, judged together",
        "a.jp: 1 pages, each judged alone",
    ]
    assert [sets.evidence(page) is not None for page in pages] == [True] * 8 + [False]


def test_what_a_set_chose_without_the_tree_gives_the_same_content() -> None:
    pages = [
        Page.from_bytes(
            f"<nav>menu</nav><h1>title {number}</h1><p>{f'text of page {number}. ' * 20}"
            "<h2>more</h2><p>the same on all pages, quite long, said again and again</p>".encode(),
            url=f"http://a.jp/{number}",
        )
        for number in range(5)
    ]
    sets = Sets()
    for page in pages:
        sets.add(page)
    for page in pages:
        evidence = sets.evidence(page)
        assert evidence is not None
        lengths = describe_member(page).sketch.characters.tolist()
        _, choice = choose_together(evidence, lengths)
        expected = extract(page, evidence=evidence)
        assert extract_chosen(page, choice).to_json() == expected.to_json()
