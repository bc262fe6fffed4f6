"""Sites of records: each function makes a page of one, with the values of its fields.

They are made where wrappers have a hard time: markup inside values that comes and goes, rows that
shift, lines without elements, things that look alike, two generations of a template.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.quality.prose import read_prose

Values = dict[str, list[str]]  # by field
Make = Callable[[Random, int], tuple[str, Values]]

_TOWNS = "Aldermoor Birkwick Corvale Dunmarsh Eastfen Farrowby Glenholt".split()
_MAKERS = "青山製作所 石川陶苑 上田工房 江口木工 岡本硝子 加賀漆器".split()


def _wrap(text: str, random: Random) -> str:
    """Return a value as different hands mark it up."""
    head, _, tail = text.rpartition(" ")
    forms = [text, f"<b>{text}</b>", f'<a href="/x">{text}</a>', f"<span>{text}</span>"]
    if head:
        forms.append(f"{head} <em>{tail}</em>")
    return random.choice(forms)


def inline_markup(random: Random, number: int) -> tuple[str, Values]:
    """Values in bold, linked or plain, as it comes."""
    prose = read_prose("en")
    maker, size = f"{random.choice(_TOWNS)} Works", f"{random.randint(10, 99)} x {number + 11} cm"
    price = f"£ {random.randint(3, 90)}.{random.randint(10, 99)}"
    rows = {"Maker": maker, "Size": size, "Price": price}
    cells = "".join(f"<tr><td>{k}<td>{_wrap(v, random)}" for k, v in rows.items())
    title = f"{prose.thing(random)} no. {number}"
    html = f"<h1>{title}</h1><table>{cells}</table><p>{prose.paragraph(random)}</p>"
    return html, {"title": [title], "maker": [maker], "size": [size], "price": [price]}


def lines_with_breaks(random: Random, number: int) -> tuple[str, Values]:
    """One paragraph, a label and a value a line; lines may be missing."""
    prose = read_prose("ja")
    values = {
        "名称": f"{prose.thing(random)}{number}号",
        "製造元": random.choice(_MAKERS),
        "価格": f"{random.randint(8, 90) * 100:,}円",
        "重さ": f"{random.randint(100, 900)}g",
    }
    shown = {k: v for k, v in values.items() if k in ("名称", "価格") or random.random() < 0.7}
    lines = "<br>".join(f"{label}：{value}" for label, value in shown.items())
    html = f"<div><p>{lines}</p><p>{prose.paragraph(random)}</p></div>"
    names = {"名称": "name", "製造元": "maker", "価格": "price", "重さ": "weight"}
    return html, {field: [shown[k]] if k in shown else [] for k, field in names.items()}


def shifting_rows(random: Random, number: int) -> tuple[str, Values]:
    """A list of terms whose rows come in any order, some not at all."""
    prose = read_prose("de")
    values = {
        "Ort": random.choice(_TOWNS),
        "Leitung": prose.name(random),
        "Beginn": prose.date(2024, random.randint(1, 12), random.randint(1, 28)),
        "Plätze": str(random.randint(5, 60)),
    }
    shown = [k for k in values if k == "Ort" or random.random() < 0.75]
    random.shuffle(shown)
    rows = "".join(f"<dt>{k}</dt><dd>{values[k]}</dd>" for k in shown)
    html = f"<h2>{prose.title(random)} {number}</h2><dl>{rows}</dl><p>{prose.sentence(random)}</p>"
    names = {"Ort": "place", "Leitung": "head", "Beginn": "begin", "Plätze": "seats"}
    return html, {field: [values[k]] if k in shown else [] for k, field in names.items()}


def many_records(random: Random, number: int) -> tuple[str, Values]:
    """Several things on a page, not all with all fields, adverts between them."""
    prose = read_prose("fr")
    found: Values = {"name": [], "price": [], "seller": []}
    parts = []
    for place in range(random.randint(3, 7)):
        name = f"{prose.thing(random)} {number}.{place}"
        price, seller = f"{random.randint(2, 300)} €", prose.name(random)
        found["name"].append(name)
        row = f"<div class=row><h3>{name}</h3>"
        if random.random() < 0.8:
            found["price"].append(price)
            row += f"<div>{price}</div>"
        if random.random() < 0.6:
            found["seller"].append(seller)
            row += f"<div><i>{seller}</i></div>"
        parts.append(f"{row}</div>")
        if random.random() < 0.3:
            parts.append(f"<div class=row><div>{prose.sentence(random)}</div></div>")
    return f"<section>{''.join(parts)}</section>", found


def nameless_blocks(random: Random, number: int) -> tuple[str, Values]:
    """Only places tell fields apart, and a banner moves them."""
    prose = read_prose("ko")
    title, author = f"{prose.title(random)} {number}", prose.name(random)
    date = prose.date(2023, random.randint(1, 12), random.randint(1, 28))
    banner = f"<div>{prose.label('newsletter')}</div>" if random.random() < 0.4 else ""
    extra = f"<div>{prose.sentence(random)}</div>" if random.random() < 0.4 else ""
    html = (
        f"<div>{banner}<div>{title}</div><div>{author}</div><div>{date}</div>{extra}"
        f"<div>{prose.paragraph(random)}</div></div>"
    )
    return html, {"title": [title], "author": [author], "date": [date]}


def inside_sentences(random: Random, number: int) -> tuple[str, Values]:
    """Values in the middle of running text."""
    prose = read_prose("en")
    who, where = prose.name(random), random.choice(_TOWNS)
    date, copies = prose.date(2020, random.randint(1, 12), number + 1, 1), str(number * 7 + 12)
    html = (
        f"<h1>{prose.title(random)}</h1><p>{prose.sentence(random)}</p><p class=imprint>Printed by "
        f"{who} in {where} on {date} ({copies} copies)</p>"
    )
    return html, {"printer": [who], "place": [where], "date": [date], "copies": [copies]}


def in_attributes(random: Random, number: int) -> tuple[str, Values]:
    """Pictures, addresses and numbers that only attributes hold."""
    prose = read_prose("en")
    title, image = f"{prose.thing(random)} {number}", f"/img/{random.randrange(9999)}-{number}.jpg"
    link, stars = f"https://shop.example/{number * 13}", str(random.randint(1, 5))
    html = (
        f'<div class=card><a href="{link}"><img alt="{title}" src="{image}"></a>'
        f'<div class=stars data-score="{stars}"></div><p>{prose.sentence(random)}</p></div>'
        '<img src="/logo.png" alt="Shop"><a href="https://shop.example/help">Help</a>'
    )
    return html, {"title": [title], "image": [image], "link": [link], "stars": [stars]}


def twin_tables(random: Random, number: int) -> tuple[str, Values]:
    """The same table twice, for the thing and for what goes with it; the first may be missing."""
    prose = read_prose("ja")

    def table(caption: str, values: tuple[str, str]) -> str:
        return (
            f"<h3>{caption}</h3><table><tr><th>メーカー<td>{values[0]}<tr><th>価格<td>{values[1]}"
            "</table>"
        )

    mine = random.choice(_MAKERS), f"{number + 3},{random.randint(100, 999)}円"
    other = random.choice(_MAKERS), f"{random.randint(100, 999)}円"
    used = random.choice(_MAKERS), f"{random.randint(100, 999)}円"
    before = table("中古品", used) if random.random() < 0.5 else ""
    html = f"<h1>{prose.thing(random)}{number}</h1>" + before + table("商品", mine)
    return html + table("付属品", other), {"maker": [mine[0]], "price": [mine[1]]}


def font_layout(random: Random, number: int) -> tuple[str, Values]:
    """Bold labels and colours instead of elements; blanks of many kinds."""
    prose = read_prose("ja")
    title, day = f"第{number + 1}回 {prose.thing(random)}の会", f"{random.randint(1, 28)}日"
    place, fee = random.choice(prose.phrases["places"]), f"{random.randint(1, 9) * 500}円"
    guest = prose.name(random)
    line = f"<b>講師</b>　<font color=blue>{guest}</font>さん<br>" if random.random() < 0.7 else ""
    html = (
        f"<center><font size=+2 color=red>{title}</font></center><br><b>日時</b>　{day}<br>"
        f"<b>場所</b>　{place}<br>{line}<b>会費</b>　<font color=blue>{fee}</font><br><br>"
        f"{prose.paragraph(random)}"
    )
    found = {"title": [title], "day": [day], "place": [place], "fee": [fee]}
    return html, found | {"guest": [guest] if line else []}


def under_headings(random: Random, number: int) -> tuple[str, Values]:
    """Fields under headings, with more or fewer paragraphs before them; several values."""
    prose = read_prose("ru")
    tags = [f"{prose.thing(random)} {number}{sign}" for sign in "абв"[: random.randint(1, 3)]]
    intro = "".join(f"<p>{prose.sentence(random)}</p>" for _ in range(random.randint(1, 4)))
    author = prose.name(random)
    more = f"<h3>Заметки</h3><p>{prose.sentence(random)}</p>" if random.random() < 0.5 else ""
    tag_items = "".join(f"<li>{tag}</li>" for tag in tags)
    html = (
        f"<h1>{prose.title(random)}</h1>{intro}{more}<h3>Автор</h3><p>{author}</p>"
        f"<h3>Темы</h3><ul>{tag_items}</ul>"
    )
    return html, {"author": [author], "topics": tags}


def two_generations(random: Random, number: int) -> tuple[str, Values]:
    """A site whose older pages have another template."""
    prose = read_prose("zh")
    title, author = f"{prose.title(random)}（{number}）", prose.name(random)
    date = prose.date(2015 + number % 9, random.randint(1, 12), random.randint(1, 28), 1)
    if number % 3 == 1:
        html = (
            f"<table><tr><td><font size=5>{title}</font></td></tr><tr><td>{date} 来源：{author}"
            f"</td></tr><tr><td>{prose.paragraph(random)}</td></tr></table>"
        )
    else:
        html = (
            f'<article><h1 class="t">{title}</h1><span class="a">{author}</span>'
            f"<time>{date}</time><p>{prose.paragraph(random)}</p></article>"
        )
    return html, {"title": [title], "author": [author], "date": [date]}


def records_in_xml(random: Random, number: int) -> tuple[str, Values]:
    """XML with elements of one name whose attributes tell them apart."""
    prose = read_prose("ja")
    name, address = prose.name(random), random.choice(prose.phrases["places"])
    phone = f"0{random.randint(10, 99)}-{random.randint(1000, 9999)}"
    fax = f"0{random.randint(10, 99)}-{random.randint(1000, 9999)}"
    fax_item = f'<item kind="fax">{fax}</item>' if random.random() < 0.5 else ""
    html = (
        f'<?xml version="1.0" encoding="utf-8"?><card id="{number}"><name>{name}</name>{fax_item}'
        f'<item kind="phone">{phone}</item><item kind="address">{address}</item></card>'
    )
    fields = {"name": [name], "phone": [phone], "address": [address]}
    return html, fields | {"fax": [fax] if fax_item else []}


SITES: dict[str, Make] = {
    make.__name__.replace("_", " "): make
    for make in (
        inline_markup,
        lines_with_breaks,
        shifting_rows,
        many_records,
        nameless_blocks,
        inside_sentences,
        in_attributes,
        twin_tables,
        font_layout,
        under_headings,
        two_generations,
        records_in_xml,
    )
}


def make_page(site: str, number: int) -> tuple[str, Values]:
    """Return page *number* of a site as markup, with its menu and foot, and its values."""
    html, values = SITES[site](Random(f"{site}/{number}"), number)
    if html.startswith("<?xml"):
        return html, values
    prose = read_prose("en")
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in prose.menu)
    head = f'<!doctype html><meta charset="utf-8"><title>{site}</title><body><ul>{menu}</ul>'
    return f"{head}<div id=main>{html}</div><p>© 2024 {prose.label('rights')}</p>", values
