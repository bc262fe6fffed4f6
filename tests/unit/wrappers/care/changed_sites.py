"""Sites before and after a change: pages made from things whose values are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import chain
from random import Random

from zaru.page import Page

EQUAL = (0, 2)  # of five things whose second price is the first one
Thing = Mapping[str, Sequence[str]]  # values by field

WORDS = "amber birch cedar delta ember fjord grove heron inlet jade kelp lotus maple".split()
FAMILIES = "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤".split()
WARES = "茶器 急須 花瓶 皿 箸".split()
PEOPLE = "Ann Bob Cleo Dan Eve Finn Gail Hugo Iris Jack Kara Liam".split()
AREAS = "Shibuya Ginza Ueno Meguro Akasaka Asakusa".split()


@dataclass(frozen=True, slots=True)
class Style:
    """How pages look."""

    facts: str  # table, dl, list or divs
    prefix: str = ""  # of every class
    has_ids: bool = True
    wraps: int = 0  # divs around each block
    tags: Mapping[str, str] = field(default_factory=dict)  # other tags for some
    labels: Mapping[str, str] = field(default_factory=dict)  # other words for some
    is_turned: bool = False  # blocks and rows in another order
    adverts: int = 0
    moved: frozenset[str] = frozenset()  # facts that stand under the title, without a label
    dropped: frozenset[str] = frozenset()  # fields that are on no page any more

    def tag(self, name: str, inside: str, kind: str = "", **attributes: str) -> str:
        """Return an element; *kind* is its class."""
        name = self.tags.get(name, name)
        pairs = {"class": f"{self.prefix}{kind}" if kind else "", **attributes}
        written = "".join(f' {key}="{escape(value)}"' for key, value in pairs.items() if value)
        return f"<{name}{written}>{inside}</{name}>"


@dataclass(frozen=True, slots=True)
class Site:
    """What pages say, however they look."""

    name: str
    make: Callable[[Random, int], dict[str, list[str]]]
    title: str  # the field of the heading
    facts: tuple[tuple[str, str], ...]  # labels and fields
    style: Style
    sentences: tuple[tuple[str, str, str], ...] = ()  # a field between two texts
    items: str = ""  # a field with several values, as a list
    records: int = 1  # things on a page
    decoy: str = ""  # the label of a fact that is often, but not always, equal to the first one

    @property
    def fields(self) -> list[str]:
        """The names of all fields."""
        names = [self.title, *(name for _, name in self.facts)]
        names += [name for _, name, _ in self.sentences]
        return [*names, self.items] if self.items else names

    def things(self, first: int, count: int) -> list[list[Thing]]:
        """Return the things of each page; a number always gives the same page."""
        return [
            [self._make(number, place) for place in range(self.records)]
            for number in range(first, first + count)
        ]

    def _make(self, number: int, place: int) -> Thing:
        random = Random(f"{self.name}{number}.{place}")
        thing = self.make(random, number * 20 + place)
        like = thing if number % 5 in EQUAL else self.make(random, number)
        return {**thing, "decoy": like[self.facts[0][1]]}


def render(site: Site, things: Sequence[Thing], style: Style, others: Sequence[Thing]) -> str:
    """Return one page; *others* are named in its margin."""
    if site.records > 1:
        blocks = [_render_records(site, things, style)]
    else:
        blocks = _render_thing(site, things[0], style)
    blocks += [_render_margin(site, style, others)]
    blocks = blocks[::-1] if style.is_turned else blocks
    for number in range(style.adverts):
        blocks.insert(number * 2, style.tag("div", f"Buy {WORDS[number]} now! 9,999円", "ad"))
    for _ in range(style.wraps):
        blocks = [style.tag("div", block, "wrap") for block in blocks]
    menu = style.tag("ul", "".join(style.tag("li", word) for word in ("Home", "News", "Help")))
    foot = style.tag("div", "© 2020 All rights reserved", "foot")
    body = menu + style.tag("div", "\n".join(blocks), "main", id=_id(style, "main")) + foot
    return f'<!doctype html><meta charset="utf-8"><title>{site.name}</title>\n<body>{body}'


def _id(style: Style, name: str) -> str:
    return name if style.has_ids else ""


def _render_thing(site: Site, thing: Thing, style: Style) -> list[str]:
    texts = {name: [escape(value) for value in values] for name, values in thing.items()}
    heading = style.tag("h1", texts[site.title][0], "title")
    moved = [
        style.tag("span", value, name) for name in sorted(style.moved) for value in texts[name]
    ]
    blocks = [style.tag("div", heading + "".join(moved), "head", id=_id(style, "head"))]
    facts = [
        (style.labels.get(label, label), name, value)
        for label, name in (site.facts[::-1] if style.is_turned else site.facts)
        if name not in style.moved | style.dropped
        for value in texts[name]
    ]
    if site.decoy:
        facts.append((style.labels.get(site.decoy, site.decoy), "decoy", thing["decoy"][0]))
    blocks.append(_render_facts(facts, style))
    for left, name, right in site.sentences:
        if name not in style.dropped and texts[name]:
            blocks.append(style.tag("p", f"{left}{texts[name][0]}{right}", f"{name}-line"))
    if site.items and site.items not in style.dropped:
        items = "".join(style.tag("li", value) for value in texts[site.items])
        blocks.append(style.tag("ul", items, site.items, id=_id(style, site.items)))
    return blocks


def _render_facts(facts: Sequence[tuple[str, str, str]], style: Style) -> str:
    tag = style.tag
    match style.facts:
        case "table":
            rows = [tag("tr", tag("th", label) + tag("td", value, n)) for label, n, value in facts]
            return tag("table", "\n".join(rows), "facts", id=_id(style, "facts"))
        case "dl":
            rows = [tag("dt", label) + tag("dd", value) for label, _, value in facts]
            return tag("dl", "\n".join(rows), "facts", id=_id(style, "facts"))
        case "list":
            rows = [tag("li", tag("b", label) + " " + tag("span", v)) for label, _, v in facts]
            return tag("ul", "\n".join(rows), "facts")
    rows = [
        tag("div", tag("div", label, "key") + tag("div", value, "value"), "fact")
        for label, _, value in facts
    ]
    return tag("div", "\n".join(rows), "facts", id=_id(style, "facts"))


def _render_records(site: Site, things: Sequence[Thing], style: Style) -> str:
    tag = style.tag
    outer, holder, cell = {
        "table": ("table", "tr", "td"),
        "list": ("ul", "li", "span"),
    }.get(style.facts, ("div", "div", "div"))
    names = [name for _, name in site.facts if name not in style.dropped]
    cards = []
    for thing in things:
        title = tag(cell, tag("b", escape(thing[site.title][0])), site.title)
        cells = [
            tag(cell, escape(value), name)
            for name in (names[::-1] if style.is_turned else names)
            for value in (thing[name] or ([""] if style.facts == "table" else []))
        ]
        cards.append(tag(holder, title + " ".join(cells), "card"))
    return tag(outer, "\n".join(cards), "cards", id=_id(style, "cards"))


def _render_margin(site: Site, style: Style, others: Sequence[Thing]) -> str:
    names = [site.title, *(name for _, name in site.facts[:1])]
    rows = [
        " ".join(style.tag("a", escape(value)) for name in names for value in thing[name])
        for thing in others
    ]
    lines = "".join(style.tag("li", row) for row in rows)
    return style.tag("div", style.tag("h3", "See also") + style.tag("ul", lines), "aside")


def make_pages(
    site: Site, style: Style, first: int, pages: Sequence[Sequence[Thing]]
) -> list[Page]:
    """Return the pages of things, each with two others in its margin."""
    found = []
    for number, things in enumerate(pages):
        others = [pages[(number + step) % len(pages)][0] for step in (1, 3)]
        text = render(site, things, style, others)
        found.append(Page.from_bytes(text.encode(), source=f"{site.name}-{first + number}.html"))
    return found


def _name(random: Random, count: int = 2) -> str:
    return " ".join(random.sample(WORDS, count)).title()


def _make_product(random: Random, number: int) -> dict[str, list[str]]:
    return {
        "名前": [
            f"{random.choice(FAMILIES)}の{random.choice('茶器 急須 花瓶 皿 箸'.split())} {number}号"
        ],
        "価格": [f"{random.randint(1, 90)},{random.randint(100, 999)}円"],
        "ブランド": [f"{random.choice(FAMILIES)}製作所"],
        "型番": [f"TK-{random.randint(1000, 9999)}"],
        "在庫": [random.choice(["あり", "なし", f"残り{random.randint(2, 9)}点"])],
        "割引": [f"{random.randint(5, 60)}%引き"] if random.random() < 0.5 else [],
        "評価": [f"{random.randint(10, 49) / 10}"],
    }


def _make_book(random: Random, number: int) -> dict[str, list[str]]:
    return {
        "title": [f"The {_name(random)} of {random.choice(PEOPLE)}, vol. {number}"],
        "author": [f"{random.choice(PEOPLE)} {random.choice(WORDS).title()}"],
        "publisher": [f"{random.choice(WORDS).title()} Press"],
        "year": [str(random.randint(1950, 2024))],
        "isbn": [f"978-{random.randint(10**8, 10**9 - 1)}-{random.randint(0, 9)}"],
        "shelf": [f"{random.choice('ABC')}{random.randint(10, 99)}.{random.randint(1, 9)}"],
        "copies": [str(random.randint(1, 9))],
    }


def _make_news(random: Random, number: int) -> dict[str, list[str]]:
    return {
        "headline": [f"{_name(random, 3)} reaches {random.choice(AREAS)} ({number})"],
        "section": [random.choice(["Politics", "Sport", "Science", "Culture"])],
        "date": [f"{random.randint(1, 28)} {random.choice(['May', 'June'])} 2023"],
        "reporter": [f"{random.choice(PEOPLE)} {random.choice(WORDS).title()}"],
        "source": [f"{random.choice(AREAS)} Times"],
    }


def _make_place(random: Random, number: int) -> dict[str, list[str]]:
    return {
        "name": [f"{_name(random)} Kitchen {number}"],
        "area": [random.choice(AREAS)],
        "rating": [f"{random.randint(10, 50) / 10}"],
        "budget": [f"¥{random.randint(8, 99)}00"] if random.random() < 0.7 else [],
    }


def _make_recipe(random: Random, number: int) -> dict[str, list[str]]:
    amounts = [f"{random.randint(10, 400)} g {word}" for word in random.sample(WORDS, 4)]
    return {
        "dish": [f"{_name(random)} soup no. {number}"],
        "time": [f"{random.randint(10, 90)} min"],
        "cook": [f"{random.choice(PEOPLE)} {random.choice(WORDS).title()}"],
        "energy": [f"{random.randint(100, 900)} kcal"],
        "servings": [str(random.randint(2, 12))],
        "ingredients": amounts[: random.randint(2, 4)],
    }


SITES = (
    Site(
        "shop", _make_product, "名前",
        (("価格:", "価格"), ("割引", "割引"), ("ブランド", "ブランド"), ("型番", "型番"),
         ("在庫状況", "在庫"), ("評価", "評価")),
        Style("table"), decoy="参考価格",
    ),
    Site(
        "library", _make_book, "title",
        (("Author", "author"), ("Publisher", "publisher"), ("Year", "year"), ("ISBN", "isbn"),
         ("Shelf", "shelf"), ("Copies", "copies")),
        Style("dl"), decoy="Editor",
    ),
    Site(
        "news", _make_news, "headline", (("Section:", "section"), ("Published:", "date")),
        Style("divs"), decoy="Filed under:",
        sentences=(("By ", "reporter", " (staff)"), ("This story comes from ", "source", ".")),
    ),
    Site(
        "places", _make_place, "name",
        (("Area", "area"), ("Rating", "rating"), ("Budget", "budget")),
        Style("divs"), records=4,
    ),
    Site(
        "recipes", _make_recipe, "dish",
        (("Time", "time"), ("Cook", "cook"), ("Energy", "energy")),
        Style("list"), sentences=(("Serves ", "servings", " people."),), items="ingredients",
    ),
)  # fmt: skip


def _rename(style: Style) -> Style:
    return replace(style, prefix="x9-")


def _wrap(style: Style) -> Style:
    return replace(style, wraps=2)


def _turn(style: Style) -> Style:
    return replace(style, is_turned=True)


def _relist(style: Style) -> Style:
    following = {"table": "list", "dl": "table", "list": "divs", "divs": "list"}
    return replace(style, facts=following[style.facts])


def _drop_ids(style: Style) -> Style:
    return replace(style, has_ids=False)


def _retag(style: Style) -> Style:
    tags = {"div": "section", "b": "strong", "h1": "h2", "p": "blockquote", "span": "em"}
    return replace(style, tags=tags)


def _reword(style: Style) -> Style:
    labels = [label for site in SITES for label, _ in site.facts]
    labels += [site.decoy for site in SITES]
    return replace(style, labels={label: f"{label.rstrip(':')} »" for label in labels})


def _advertise(style: Style) -> Style:
    return replace(style, adverts=2)


def _combine(*changes: Callable[[Style], Style]) -> Callable[[Style], Style]:
    def change(style: Style) -> Style:
        for one in changes:
            style = one(style)
        return style

    return change


CHANGES: Mapping[str, Callable[[Style], Style]] = {
    "none": lambda style: style,
    "classes": _rename,
    "wraps": _wrap,
    "order": _turn,
    "lists": _relist,
    "ids": _combine(_drop_ids, _rename),
    "tags": _retag,
    "labels": _reword,
    "adverts": _combine(_advertise, _wrap),
    "design": _combine(_rename, _relist, _wrap, _retag),
    "relaunch": _combine(_rename, _relist, _turn, _drop_ids, _reword, _advertise),
}


@dataclass(frozen=True, slots=True)
class Case:
    """One site with one change."""

    site: Site
    change: str
    moves: bool = False  # facts move out of their list
    drops: bool = False  # a field goes
    new_values: float = 0.0  # the share of pages on which a field has another value

    @property
    def id(self) -> str:
        """The name of the case."""
        marks = [("moved", self.moves), ("dropped", self.drops)]
        marks += [("some", 0 < self.new_values < 1), ("all", self.new_values == 1)]
        return "-".join([self.site.name, self.change, *(name for name, is_so in marks if is_so)])

    @property
    def victim(self) -> str:
        """The field that goes, or whose values change."""
        return self.site.facts[0][1]

    @property
    def style(self) -> Style:
        """How the changed pages look."""
        style = CHANGES[self.change](self.site.style)
        if self.moves:
            style = replace(style, moved=frozenset(name for _, name in self.site.facts[-2:]))
        return replace(style, dropped=frozenset([self.victim])) if self.drops else style

    def change_things(self, pages: Sequence[Sequence[Thing]]) -> list[list[Thing]]:
        """Return what changed pages say."""
        changed = []
        for number, things in enumerate(pages):
            kept = [dict(thing) for thing in things]
            for place, thing in enumerate(kept):
                if self.drops:
                    thing[self.victim] = []
                elif Random(f"{number}").random() < self.new_values and thing[self.victim]:
                    other = self.site.make(Random(f"new{number}.{place}"), number)
                    thing[self.victim] = other[self.victim]
            changed.append(kept)
        return [list(things) for things in changed]


def make_cases() -> list[Case]:
    """Return all cases."""
    cases = [Case(site, change) for site in SITES for change in CHANGES]
    single = [site for site in SITES if site.records == 1]
    cases += [Case(site, change, moves=True) for site in single for change in ("none", "classes")]
    cases += [Case(site, change, drops=True) for site in SITES for change in ("none", "design")]
    cases += [Case(site, "design", new_values=share) for site in SITES for share in (0.3, 1.0)]
    return cases


def flatten(things: Sequence[Thing], name: str) -> list[str]:
    """Return all values of a field on a page."""
    return list(chain.from_iterable(thing[name] for thing in things))
