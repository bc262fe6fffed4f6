"""Made sites in five languages whose pages weigh what real ones do.

The article of `bench/generated_sites.py` with what stands around it on real pages: style sheets,
scripts, menus, frames in frames, cards with pictures, comments. Measured against 200 real pages:
half of them have more than 1,370 rows, 630 elements, 100 of them `div`, 245 texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from html import escape
from random import Random

from bench.generated_sites import (
    ENGLISH,
    JAPANESE,
    SECTIONS,
    Language,
    MadeSite,
    PageWriter,
    make_clause,
)

GERMAN = Language.of(
    """Stadt Markt Regierung Firma Forschung Wetter Zug Schule Krankenhaus Film Musik Küche
    Reise Region Plan Wirtschaft Umwelt Geschichte Kultur Übung Größe Maßnahme Behörde""",
    "der die das in mit über gegen für und aber nahe trotz wegen",
    "begann zeigte bat entschied meldete änderte verbreitet bleibt plant sagte erwartet prüft",
    comma=", ",
    stop=".",
    space=" ",
    date="{0}-{1:02}-{2:02}",
    byline="Von ",
)
RUSSIAN = Language.of(
    """город рынок компания погода поезд школа больница фильм музыка кухня поездка регион план
    экономика климат история культура матч запись правительство исследование""",
    "в на с о против под над и но около для из",
    "начал показал просил решил сообщил изменил остаётся планирует сказал ожидает объявил",
    comma=", ",
    stop=".",
    space=" ",
    date="{2:02}.{1:02}.{0}",
    byline="Автор: ",
)
CHINESE = Language.of(
    """城市 市场 政府 公司 研究 天气 火车 学校 医院 电影 音乐 旅行 季节 地区 计划 经济 环境 历史
    文化 比赛 记录 结果 问题 会议 调查 开发 影响 居民""",
    "的 在 和 与 对 从 把 被 向 为",
    "开始了 继续 显示 要求 决定 报告 改变了 扩大 计划 表示 预计 宣布 增加 减少 支持",
    comma="，",
    stop="。",
    space="",
    date="{}年{}月{}日",
    byline="作者：",
)
# Language and declared encoding of the sites, by rank: more than half of the pages are Japanese.
KINDS = (
    (JAPANESE, "utf-8"),
    (ENGLISH, "utf-8"),
    (JAPANESE, "shift_jis"),
    (JAPANESE, "utf-8"),
    (GERMAN, "utf-8"),
    (JAPANESE, "euc-jp"),
    (JAPANESE, "utf-8"),
    (RUSSIAN, "windows-1251"),
    (JAPANESE, "utf-8"),
    (ENGLISH, "iso-8859-1"),
    (CHINESE, "utf-8"),
    (JAPANESE, "utf-8"),
)
CLAUSES = 6_000  # of a language that texts are put together from
AGENCY_ARTICLES = 2_000  # of a language, that several sites print
AGENCY_SHARE = 0.03  # of the articles
LEAST_BYTES = 20_000  # of a page; smaller ones are padded
MOST_STATE = 230_000  # bytes of the script that a page has for itself
ICON = '<svg class="icon" width="24" height="24" viewBox="0 0 24 24"><path d="M4 4h16v16z"/></svg>'


@dataclass(frozen=True)
class HeavySite(MadeSite):
    """A made site whose pages weigh what real ones do: 20 to 300 kB, some 1,300 rows."""

    @property
    def language(self) -> Language:
        return KINDS[self.seed % len(KINDS)][0]

    @property
    def charset(self) -> str:
        return KINDS[self.seed % len(KINDS)][1]

    @cached_property
    def chunks(self) -> dict[tuple[object, ...], bytes]:
        """What many pages share, as bytes: headers, adverts, footers. A bounded number."""
        return {}

    @cached_property
    def labels(self) -> dict[tuple[str, int], str]:
        """The short names that the site uses again and again. A bounded number."""
        return {}

    @cached_property
    def clauses(self) -> tuple[str, ...]:
        return make_clauses(self.language)

    def random(self, *about: object) -> Random:
        return make_chance(self.seed, *about)

    def clause(self, random: Random) -> str:
        return self.clauses[int(random.random() * CLAUSES)]

    def title(self, number: int) -> str:
        first = (number * 0.618034 + self.seed * 0.414214) % 1
        second = (number * 0.324718 + self.seed * 0.236068) % 1
        pair = self.clauses[int(first * CLAUSES)], self.clauses[int(second * CLAUSES)]
        return self.language.comma.join(pair).capitalize()

    def section(self, number: int) -> int:
        return (number * 7919 + self.seed) % SECTIONS

    def label(self, about: str, number: int) -> str:
        key = about, number
        if key not in self.labels:
            self.labels[key] = super().label(about, number)
        return self.labels[key]

    @cached_property
    def frames(self) -> tuple[str, str]:
        return self.random("frames").choice(
            (("main", "article"), ("div", "div"), ("div", "section"))
        )

    def article(self, origin: int) -> Random:
        random = self.random("article", origin)
        if random.random() < AGENCY_SHARE:
            return make_chance(self.language.byline, random.randrange(AGENCY_ARTICLES))
        return random

    def count_pieces(self, random: Random) -> int:
        return min(60, int(4 + 5 * random.paretovariate(1.5)))

    def write_once(
        self, writer: PageWriter, key: tuple[object, ...], write: Callable[[PageWriter], None]
    ) -> None:
        """Write what *write* makes; made when first asked for, and kept under *key*."""
        if key not in self.chunks:
            scratch = PageWriter(self.charset)
            write(scratch)
            self.chunks[key] = b"".join(scratch.parts)
        writer.add_bytes(self.chunks[key])

    def _write_head(self, writer: PageWriter, number: int) -> None:
        self.write_once(writer, ("style",), self._write_style)
        random, junk = self.random("state", number), make_junk()
        size = min(MOST_STATE, int(2_000 * random.paretovariate(0.8)))
        start = random.randrange(len(junk) - size)
        title, url = escape(self.title(self.origin(number))), self.url(number)
        facts = {"@type": "NewsArticle", "headline": title, "url": url}
        writer.add(
            f'<link rel="canonical" href="{url}">\n<meta property="og:url" content="{url}">\n'
        )
        for name in ("og:title", "twitter:title", "description"):
            writer.add(f'<meta property="{name}" content="{title}">\n')
        writer.add(f'<script type="application/ld+json">{json.dumps(facts)}</script>\n')
        writer.add_bytes(b"<script>var state = '" + junk[start : start + size] + b"';</script>\n")

    def _write_style(self, writer: PageWriter) -> None:
        random = self.random("style")
        writer.add("<style>\n")
        for _ in range(random.randint(20, 300)):
            name, width = f"c{random.randrange(400)}", random.randrange(1_000)
            writer.add(f".{name} > a:hover {{ margin: 0 {width}px; color: #{width:03}abc }}\n")
        script = make_junk()[: random.randint(500, 20_000)]
        writer.add_bytes(b"</style>\n<script>'" + script + b"'</script>\n")
        for number in range(random.randint(5, 20)):
            writer.add(f'<link rel="preload" as="script" href="/assets/{number}.js" crossorigin>\n')
            writer.add(f'<meta name="app:{number}" content="{random.randrange(10**9)}">\n')

    def _write_header(self, writer: PageWriter, number: int) -> None:
        write = super()._write_header
        key = "header", self.section(number)
        self.write_once(writer, key, lambda scratch: write(scratch, number))
        self.write_once(writer, ("menu",), self._write_menu)

    def _write_menu(self, writer: PageWriter) -> None:
        random = self.random("menu")
        writer.add('<div class="mega-menu js-menu" data-module="menu"><div class="columns">\n')
        for group in range(random.randint(3, 8)):
            writer.add(f'<div class="column column--{group}" role="group">\n')
            writer.add(f'<h4 class="column__title">{self.label("group", group)}</h4>\n<ul>\n')
            for _ in range(random.randint(3, 8)):
                text, path = escape(self.clause(random)), f"/g{group}/{random.randrange(999)}"
                writer.add(
                    f'<li class="menu-item menu-item-type-custom">\n<a class="menu-link" '
                    f'href="{path}" data-track="menu-{group}">\n<span>{text}</span></a>\n</li>\n'
                )
            writer.add("</ul>\n</div>\n")
        writer.add('</div></div>\n<div class="share-bar">\n')
        for service in range(6):
            writer.add(f'<button class="share share--{service}" type="button">{ICON}</button>\n')
        writer.add('</div>\n<div id="page" class="site-wrapper no-js">\n')
        writer.add('<div class="container-fluid">\n<div class="row content-row">\n')

    def _write_main(self, writer: PageWriter, number: int) -> None:
        writer.add('<div class="col-md-8 primary" id="primary">\n<div class="inner">\n')
        super()._write_main(writer, number)
        self._write_cards(writer, number)
        self._write_comments(writer, number)
        writer.add("</div>\n</div>\n")

    def _write_cards(self, writer: PageWriter, number: int) -> None:
        random = self.random("cards", number)
        writer.add(f'<div class="recommend js-lazy">\n<h3>{self.label("cards", 0)}</h3>\n')
        for place in range(random.randint(6, 24)):
            other = random.randrange(self.pages)
            title, url = escape(self.title(other)), self.url(other)
            writer.add(
                f'<div class="card card--horizontal" data-position="{place}" data-id="{other}">\n'
                f'<div class="card__media">\n<a class="card__link" href="{url}" tabindex="-1">\n'
                f'<img class="lazy" data-src="/img/{other}.jpg" width="120" height="80" alt="">\n'
                f'</a>\n</div>\n<div class="card__body">\n<div class="card__title">\n'
                f'<a href="{url}" data-track="card">{title}</a>\n</div>\n<div class="card__meta">\n'
                f'<span class="date">2024-05-{1 + other % 28:02}</span>\n<span class="section">'
                f"{self.label('section', self.section(other))}</span>\n</div>\n</div>\n</div>\n"
            )
        writer.add("</div>\n")

    def _write_comments(self, writer: PageWriter, number: int) -> None:
        random = self.random("comments", number)
        count = min(60, int(random.paretovariate(0.8)) - 1)
        if not count:
            return
        writer.add('<div class="comments" id="comments">\n')
        for place in range(count):
            author = self.label("reader", random.randrange(200))
            writer.add(
                f'<div class="comment depth-1" id="c{place}">\n<div class="comment__by">\n'
                f'<img class="avatar" src="/u/{place}.png" width="32" height="32" alt="">\n'
                f"<b>{author}</b> <time>2024-05-{1 + place % 28:02}</time>\n</div>\n"
            )
            writer.element("p", self.paragraph(random))
            writer.add('<div class="tools"><a class="reply" href="#reply">+</a></div>\n</div>\n')
        writer.add("</div>\n")

    def _write_pitch(self, writer: PageWriter, ad: int) -> None:
        write = super()._write_pitch
        self.write_once(writer, ("ad", ad), lambda scratch: write(scratch, ad))

    def _write_footer(self, writer: PageWriter) -> None:
        writer.add("</div>\n</div>\n</div>\n")
        self.write_once(writer, ("footer",), super()._write_footer)
        writer.add_bytes(b"<!--" + b" padding" * max(0, (LEAST_BYTES - writer.size) // 8) + b"-->")


def make_chance(*about: object) -> Random:
    """Return a source of chance that depends on what it is *about*; cheaper than from a string."""
    text = "/".join(map(str, about)).encode()
    return Random(int.from_bytes(blake2b(text, digest_size=8).digest()))


@lru_cache(maxsize=len(KINDS))
def make_clauses(language: Language) -> tuple[str, ...]:
    """Return the clauses that all texts of *language* are put together from."""
    random = Random(language.byline)
    return tuple(make_clause(language, random) for _ in range(CLAUSES))


@lru_cache(maxsize=1)
def make_junk() -> bytes:
    """Return bytes such as scripts carry, that compress as badly as those do."""
    random = Random("junk")
    words = [f"{random.randrange(1 << 20):x}" for _ in range(2_000)]
    return " ".join(random.choices(words, k=80_000)).encode()
