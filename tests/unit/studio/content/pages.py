"""Pages of our own making for tests of the content view."""

from __future__ import annotations

from tests.unit.studio.conftest import make_page

from zaru.page import Page

TEXT = (
    "港の朝市が二年ぶりに始まり、大勢の人が魚を買いに来ました。漁師たちは夜明け前から並べました。"
)


def write_article(number: int, paragraphs: int = 6, links: int = 8, tail: str = "") -> str:
    """Return a page: a menu, a title, a date, paragraphs, links to other articles, a footer."""
    title = f"港の朝市が二年ぶりに始まる（{number}）"
    menu = "".join(f"<li><a href=/{n}>メニュー{n}</a>" for n in range(links))
    body = "".join(
        f"<p>{number}の{n}。{TEXT}&amp; <b>朝</b><ruby>市<rt>いち</rt></ruby>。"
        for n in range(paragraphs)
    )
    others = "".join(f"<li><a href=/a{n}>ほかの記事{n}</a>" for n in range(links))
    return (
        f"<!doctype html><html lang=ja><head><meta charset=utf-8><title>{title}</title>"
        "<style>nav{background:#eee}main{max-width:40em}</style></head><body>"
        f"<nav class=menu><ul>{menu}</ul></nav><main><h1>{title}</h1>"
        f"<p class=date>2009年1月{number + 1}日<div class=article>{body}</div>{tail}</main>"
        f"<div class=related><h2>関連記事</h2><ul>{others}</ul></div>"
        "<footer>© 澪浜新聞社 無断転載を禁じます</footer></body></html>\r\n"
    )


def make_pages(count: int, *, encoding: str = "utf-8", paragraphs: int = 6) -> list[Page]:
    """Return pages of one folder."""
    return [
        make_page(
            write_article(number, paragraphs).replace("charset=utf-8", f"charset={encoding}"),
            f"news/{number}.html", encoding=encoding,
        )
        for number in range(count)
    ]  # fmt: skip
