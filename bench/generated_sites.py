"""Made sites with known content: templates, menus, rotating ads, bylines, dates, credits, copies.

usage: python bench/generated_sites.py FOLDER [--pages N] [--seed N] [--copies SHARE]

Writes N pages and `truth.jsonl`: {"page", "copy_of", "content": [byte offsets]}, an offset for
each block of content: where its text begins. The same arguments give the same bytes.

Each page is made from the seed and its number alone, so a site of any size needs no memory.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from random import Random


@dataclass(frozen=True, slots=True)
class Language:
    """What texts are made of in one language."""

    nouns: tuple[str, ...]
    particles: tuple[str, ...]
    verbs: tuple[str, ...]
    comma: str
    stop: str
    space: str
    date: str  # form of year, month, day
    byline: str

    @classmethod
    def of(cls, nouns: str, particles: str, verbs: str, **marks: str) -> Language:
        """Make a language from words in strings."""
        return cls(tuple(nouns.split()), tuple(particles.split()), tuple(verbs.split()), **marks)


JAPANESE = Language.of(
    """東京 大阪 市場 政府 会社 技術 研究 天気 電車 選手 学校 病院 映画 音楽 料理 旅行 季節 地域
    住民 計画 経済 環境 歴史 文化 作品 監督 試合 記録 結果 問題 対策 会議 発表 調査 開発 影響""",
    "は が を に で と も の から まで より へ",
    """始めた 続けた 示した 求めた 決めた 伝えた 変わった 広がった 見られる 予定だ という
    考えられる 注目される 明らかにした 取り組んでいる 検討している""",
    comma="、",
    stop="。",
    space="",
    date="{}年{}月{}日",
    byline="文・",
)
ENGLISH = Language.of(
    """city market government company research weather train player school hospital film music
    food travel season region plan economy climate history culture director match record""",
    "the of in for with about against under over and but near",
    """began continued showed asked decided reported changed spread remains plans said expects
    considers announced develops increases reduces supports""",
    comma=", ",
    stop=".",
    space=" ",
    date="{}-{:02}-{:02}",
    byline="By ",
)
SECTIONS = 6
TOPICS = 40  # of the menu under the header
AUTHORS, AGENCIES, ADS = 12, 4, 40
SUBHEADS = 5  # that many articles share
# Class names of the parts, as different makers of templates choose them; "" is none.
CLASSES: dict[str, tuple[str, ...]] = {
    "article": ("article", "post", "entry", "c-main", ""),
    "body": ("entry-content", "post-body", "articleText", "txt", ""),
    "meta": ("meta", "post-info", "dateline", "c-sub", ""),
    "side": ("sidebar", "side", "widgets", "col2", "right"),
    "related": ("related", "more-news", "c-list", "links", ""),
    "ad": ("ad", "banner", "pr", "promo", "box"),
}


@dataclass(frozen=True, slots=True)
class MadePage:
    """One page of a made site."""

    key: str
    url: str
    raw: bytes
    content: frozenset[int]  # byte offsets: where the texts of the content blocks begin
    copy_of: str | None  # the page whose article this one has under another URL


@dataclass
class PageWriter:
    """Puts a page together and notes where content begins."""

    encoding: str = "utf-8"
    parts: list[bytes] = field(default_factory=list)
    size: int = 0
    content: set[int] = field(default_factory=set)

    def add(self, html: str) -> None:
        self.add_bytes(html.encode(self.encoding, "xmlcharrefreplace"))

    def add_bytes(self, html: bytes) -> None:
        self.parts.append(html)
        self.size += len(html)

    def element(self, tag: str, text: str, *, names: str = "", is_content: bool = False) -> None:
        self.add(open_tag(tag, names))
        if is_content:
            self.content.add(self.size)
        self.add(f"{escape(text, quote=False)}</{tag}>\n")

    def link(self, tag: str, text: str, address: str) -> None:
        self.add(f'<{tag}><a href="{address}">{escape(text, quote=False)}</a></{tag}>\n')


@dataclass(frozen=True)
class MadeSite:
    """A site: what all its pages have in common follows from the seed."""

    seed: int
    pages: int
    copies: float = 0.1  # the share of the pages that are copies of an earlier one

    def __iter__(self) -> Iterator[MadePage]:
        """Make the pages in order."""
        return (self.page(number) for number in range(self.pages))

    @property
    def language(self) -> Language:
        return JAPANESE if self.seed % 2 else ENGLISH

    @property
    def charset(self) -> str:
        """The encoding of the pages, as they declare it and as Python knows it."""
        return "utf-8"

    @cached_property
    def names(self) -> dict[str, str]:
        """The class names that the template uses."""
        random = self.random("names")
        return {part: random.choice(choices) for part, choices in CLASSES.items()}

    def random(self, *about: object) -> Random:
        """Return a source of chance that depends on the seed and on what it is *about*."""
        return Random(f"{self.seed}/{'/'.join(map(str, about))}")

    def clause(self, random: Random) -> str:
        return make_clause(self.language, random)

    def sentence(self, random: Random) -> str:
        language, count = self.language, random.randint(1, 3)
        return language.comma.join(self.clause(random) for _ in range(count)) + language.stop

    def paragraph(self, random: Random) -> str:
        return " ".join(self.sentence(random) for _ in range(random.randint(1, 5)))

    def title(self, number: int) -> str:
        return self.clause(self.random("title", number)).capitalize()

    def origin(self, number: int) -> int:
        """Return the number of the page that page *number* is a copy of, its own when of none."""
        while number > 0:
            random = self.random("copy", number)
            if random.random() >= self.copies:
                break
            number = random.randrange(max(0, number - 50), number)
        return number

    def section(self, number: int) -> int:
        return self.random("section", number).randrange(SECTIONS)

    def url(self, number: int) -> str:
        return f"https://site{self.seed}.example/s{self.section(number)}/{number}.html"

    def page(self, number: int) -> MadePage:
        """Make one page."""
        origin = self.origin(number)
        writer = PageWriter(self.charset)
        writer.add(f'<!DOCTYPE html>\n<html><head><meta charset="{self.charset}">\n')
        writer.add(f"<title>{escape(self.title(origin))} | {self.label('site', 0)}</title>\n")
        self._write_head(writer, number)
        writer.add("</head><body>\n")
        self._write_header(writer, number)
        parts: list[Callable[[PageWriter, int], None]] = [self._write_main, self._write_side]
        if self.random("layout").random() < 0.3:
            parts.reverse()
        for write in parts:
            write(writer, number)
        self._write_footer(writer)
        writer.add("</body></html>\n")
        return MadePage(
            key=f"{number:05}.html",
            url=self.url(number),
            raw=b"".join(writer.parts),
            content=frozenset(writer.content),
            copy_of=f"{origin:05}.html" if origin != number else None,
        )

    def label(self, about: str, number: int) -> str:
        """Return a short name that the site uses again and again."""
        random = self.random("label", about, number)
        return " ".join(random.choice(self.language.nouns) for _ in range(random.randint(1, 2)))

    @property
    def frames(self) -> tuple[str, str]:
        """The elements that hold what is not the side, and the article."""
        return "main", "article"

    def article(self, origin: int) -> Random:
        """Return the source of chance that the article of page *origin* is made from."""
        return self.random("article", origin)

    def count_pieces(self, random: Random) -> int:
        """Return how many paragraphs an article has."""
        return random.randint(3, 12)

    def _write_head(self, writer: PageWriter, number: int) -> None:
        """Write what stands in the head beside the title: nothing here."""

    def _write_header(self, writer: PageWriter, number: int) -> None:
        writer.add("<header>\n")
        writer.element("div", self.label("site", 0), names="logo")
        writer.add("<nav><ul>\n")
        for section in range(SECTIONS):
            writer.link("li", self.label("section", section), f"/s{section}/")
        for topic in range(TOPICS):
            writer.link("li", self.label("topic", topic), f"/topics/{topic}")
        writer.add('</ul></nav>\n<form action="/search"><input name="q"></form>\n')
        writer.link("p", self.label("section", self.section(number)), "./")
        writer.add("</header>\n")

    def _write_main(self, writer: PageWriter, number: int) -> None:
        names, random = self.names, self.random("page", number)
        main, article = self.frames
        writer.add(f"<{main}>{open_tag(article, names['article'])}\n")
        self._write_article(writer, self.origin(number), number)
        writer.add(f"</{article}>\n")
        for neighbour in (number - 1, number + 1):
            writer.link("p", self.title(neighbour), self.url(neighbour))
        for service in range(3):
            writer.link("p", self.label("share", service), "#share")
        self._write_ad(writer, random)
        writer.element("h3", self.label("related", 0))
        writer.add(open_tag("ul", names["related"]))
        for other in random.sample(range(self.pages), min(10, self.pages)):
            writer.link("li", self.title(other), self.url(other))
        writer.add(f"</ul></{main}>\n")

    def _write_article(self, writer: PageWriter, origin: int, number: int) -> None:
        random, names = self.article(origin), self.names
        writer.element("h1", self.title(origin), is_content=True)
        writer.add(open_tag("div", names["meta"]))
        date = (2024, random.randint(1, 12), random.randint(1, 28))
        writer.element("p", self.language.date.format(*date), is_content=True)
        author = self.label("author", random.randrange(AUTHORS))
        writer.element("p", self.language.byline + author, is_content=True)
        writer.add(f"</div>{open_tag('div', names['body'])}\n")
        for _ in range(self.count_pieces(random)):
            self._write_piece(writer, random)
        self._write_ad(writer, self.random("inner ad", number))
        update = self.random("update", number)
        if origin != number and update.random() < 0.3:  # a copy that was brought up to date
            writer.element("p", self.paragraph(update), is_content=True)
        agency = self.label("agency", random.randrange(AGENCIES))
        writer.element("p", f"({agency})", is_content=True)
        writer.element("p", self.paragraph(self.random("notice")))
        writer.add("</div>\n")

    def _write_piece(self, writer: PageWriter, random: Random) -> None:
        """Write a paragraph, and sometimes a heading, list, poem or picture before it."""
        kind = random.random()
        if kind < 0.1:
            shared = self.label("subhead", random.randrange(SUBHEADS))
            subhead = random.choice((shared, self.clause(random)))
            writer.element("h2", subhead, is_content=True)
        elif kind < 0.16:
            writer.add("<ul>\n")
            for _ in range(random.randint(2, 5)):
                writer.element("li", self.clause(random), is_content=True)
            writer.add("</ul>\n")
        elif kind < 0.22:  # what makes strangers alike in paper 5: many <br>
            writer.add("<p>")
            writer.content.add(writer.size)
            writer.add("<br>".join(escape(self.clause(random)) for _ in range(20)) + "</p>\n")
        elif kind < 0.28:
            writer.add(f'<figure><img src="a.jpg" alt="{escape(self.clause(random))}">\n')
            writer.element("figcaption", self.sentence(random), is_content=True)
            writer.add("</figure>\n")
        writer.element("p", self.paragraph(random), is_content=True)

    def _write_side(self, writer: PageWriter, number: int) -> None:
        random, section = self.random("side", number), self.section(number)
        writer.add(f"{open_tag('aside', self.names['side'])}\n")
        writer.element("h3", self.label("ranking", 0))
        writer.add("<ol>\n")
        day = random.randrange(max(1, self.pages // 20))  # the ranking changes with the day
        for other in self.random("ranking", day).sample(range(self.pages), min(20, self.pages)):
            writer.link("li", self.title(other), self.url(other))
        writer.add("</ol>\n")
        for _ in range(2):
            self._write_ad(writer, random)
        writer.element("h3", self.label("about", section))
        writer.element("p", self.paragraph(self.random("about", section)))
        writer.add("</aside>\n")

    def _write_ad(self, writer: PageWriter, random: Random) -> None:
        self._write_pitch(writer, random.randrange(ADS))

    def _write_pitch(self, writer: PageWriter, ad: int) -> None:
        pitch = self.random("ad", ad)
        writer.add(f'{open_tag("div", self.names["ad"])}<a href="https://ads.example/{ad}">')
        writer.add(f"{escape(self.sentence(pitch))} {escape(self.sentence(pitch))}</a></div>\n")

    def _write_footer(self, writer: PageWriter) -> None:
        writer.add("<footer><ul>\n")
        for number in range(5):
            writer.link("li", self.label("footer", number), f"/about/{number}")
        writer.add("</ul>\n")
        writer.element("p", f"© 2024 {self.label('site', 0)}")
        writer.add("</footer>\n")


def make_clause(language: Language, random: Random) -> str:
    """Return a clause of two to four nouns and a verb."""
    space, count = language.space, random.randint(2, 4)
    pairs = (
        random.choice(language.nouns) + space + random.choice(language.particles)
        for _ in range(count)
    )
    return space.join([*pairs, random.choice(language.verbs)])


def open_tag(tag: str, names: str) -> str:
    return f'<{tag} class="{names}">' if names else f"<{tag}>"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="odd: Japanese, even: English")
    parser.add_argument("--copies", type=float, default=0.1, help="share of near-duplicate pages")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with (options.folder / "truth.jsonl").open("w", encoding="utf-8") as truth:
        for page in MadeSite(options.seed, options.pages, options.copies):
            (options.folder / page.key).write_bytes(page.raw)
            row = {"page": page.key, "copy_of": page.copy_of, "content": sorted(page.content)}
            truth.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
