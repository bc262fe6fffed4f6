"""A made web of any size: sites of Zipf sizes in several languages and encodings, as WARC files.

Sites are those of `bench/generated_sites.py` with the mass of real pages around the article:
style sheets, scripts, menus, comments. Their pages stand in the files in an order of chance, so no
site is in one piece; requests, images, missing pages and redirects stand between them.

Everything follows from a seed and a number: nothing is held but a bounded number of templates, and
the same arguments give the same bytes (with the same zlib).
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from html import escape
from itertools import accumulate
from random import Random

from bench.generated_sites import (
    ENGLISH,
    JAPANESE,
    SECTIONS,
    Language,
    MadePage,
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
SITES_HELD = 1_024
LEAST_BYTES = 20_000  # of a page; smaller ones are padded
MOST_STATE = 230_000  # bytes of the script that a page has for itself
LEAST_SITES = 200
PAGES_OF_SITE = 100  # on average, when a web has more than LEAST_SITES of them


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
        facts = {"@type": "NewsArticle", "headline": self.title(self.origin(number))}
        writer.add(f'<link rel="canonical" href="{self.url(number)}">\n')
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

    def _write_header(self, writer: PageWriter, number: int) -> None:
        write = super()._write_header
        key = "header", self.section(number)
        self.write_once(writer, key, lambda scratch: write(scratch, number))
        self.write_once(writer, ("menu",), self._write_menu)

    def _write_menu(self, writer: PageWriter) -> None:
        random = self.random("menu")
        writer.add('<div class="mega-menu"><div class="columns">\n')
        for group in range(random.randint(4, 12)):
            writer.add(f'<div class="column c{group}"><h4>{self.label("group", group)}</h4>\n<ul>')
            for _ in range(random.randint(5, 15)):
                text = escape(self.clause(random))
                path = f"/g{group}/{random.randrange(999)}"
                writer.add(f'<li class="item"><a class="link" href="{path}"><span>{text}</span>')
                writer.add("</a></li>\n")
            writer.add("</ul></div>\n")
        writer.add("</div></div>\n")

    def _write_main(self, writer: PageWriter, number: int) -> None:
        super()._write_main(writer, number)
        random = self.random("comments", number)
        count = min(60, int(random.paretovariate(0.8)) - 1)
        if not count:
            return
        writer.add('<section class="comments">\n')
        for place in range(count):
            author = self.label("reader", random.randrange(200))
            writer.add(f'<div class="comment" id="c{place}"><div class="by"><b>{author}</b> ')
            writer.add(f"<time>2024-05-{1 + place % 28:02}</time></div>\n")
            writer.element("p", self.paragraph(random))
            writer.add('<a class="reply" href="#reply">+</a></div>\n')
        writer.add("</section>\n")

    def _write_pitch(self, writer: PageWriter, ad: int) -> None:
        write = super()._write_pitch
        self.write_once(writer, ("ad", ad), lambda scratch: write(scratch, ad))

    def _write_footer(self, writer: PageWriter) -> None:
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


@dataclass(frozen=True)
class MadeWeb:
    """A web of *pages* pages on *sites* sites, whose sizes follow Zipf's law."""

    pages: int
    sites: int
    seed: int = 1

    @cached_property
    def ends(self) -> list[int]:
        """How many pages the first 1, 2, … sites have together."""
        weights = list(accumulate(1 / rank for rank in range(1, self.sites + 1)))
        spare = self.pages - self.sites  # a page for each, the rest by weight
        ends = (int(spare * weight / weights[-1]) for weight in weights)
        return [end + rank for rank, end in enumerate(ends, start=1)]

    def site(self, rank: int) -> HeavySite:
        start = self.ends[rank - 1] if rank else 0
        return make_site(self.seed * len(KINDS) * 10_000 + rank, self.ends[rank] - start)

    def page(self, place: int) -> tuple[MadePage, str]:
        """Return the page that stands at *place* in the order of the files, and its charset."""
        number = shuffle(place, self.pages, self.seed)
        rank = bisect_right(self.ends, number)
        site = self.site(rank)
        return site.page(number - (self.ends[rank - 1] if rank else 0)), site.charset


@lru_cache(maxsize=SITES_HELD)
def make_site(seed: int, pages: int) -> HeavySite:
    return HeavySite(seed, pages)


def shuffle(place: int, count: int, seed: int) -> int:
    """Return where *place* goes in an order of chance of *count* places: a Feistel network."""
    half = max(1, (count.bit_length() + 1) // 2)
    mask = (1 << half) - 1
    while True:  # an answer behind the end is shuffled again: the whole is a permutation
        left, right = place >> half, place & mask
        for turn in range(4):
            mixed = (right + seed + turn) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
            left, right = right, left ^ (mixed >> 40) & mask
        place = left << half | right
        if place < count:
            return place
