"""List pages in many shapes, written by hand, with the articles that a reader sees in them."""

from __future__ import annotations

from dataclasses import dataclass

MENU = (
    '<ul id="menu"><li><a href="/">ホーム</a></li><li><a href="/about">会社案内</a></li>'
    '<li><a href="/contact">お問い合わせ</a></li><li><a href="/map">サイトマップ</a></li></ul>'
)
URL = "http://www.example.jp/news/index.html"


@dataclass(frozen=True)
class Shape:
    """A page, and what its articles must be: title, link and date."""

    html: str
    titles: tuple[str, ...]
    links: tuple[str | None, ...] = ()
    dates: tuple[str | None, ...] = ()
    url: str = URL
    encoding: str = "utf-8"

    @property
    def raw(self) -> bytes:
        """The page as bytes, with the encoding declared."""
        head = f'<html><head><meta charset="{self.encoding}"><title>一覧</title></head><body>'
        return (head + self.html + "</body></html>").encode(self.encoding)


NEWS = (
    ("市民プールの夏季開放について", "n1.html", "2009年7月1日", "2009-07-01"),
    ("国民健康保険料の納付書を発送しました", "n2.html", "2009年6月15日", "2009-06-15"),
    ("図書館システム更新に伴う休館のお知らせ", "n3.html", "2009年6月3日", "2009-06-03"),
    ("平成21年度職員採用試験を実施します", "n4.html", "2009年5月20日", "2009-05-20"),
)
TITLES = tuple(title for title, *_ in NEWS)
LINKS = tuple(f"http://www.example.jp/news/{link}" for _, link, *_ in NEWS)
DATES = tuple(iso for *_, iso in NEWS)
BODY = (
    "この件について、詳しい内容を次のとおりお知らせします。"
    "お問い合わせは担当の窓口までお願いします。"
)


def _join(form: str) -> str:
    return "".join(
        form.format(title=title, link=link, date=date, body=BODY) for title, link, date, _ in NEWS
    )


SHAPES = {
    "municipal-dl": Shape(
        MENU + "<dl>" + _join('<dt>{date}</dt><dd><a href="{link}">{title}</a></dd>') + "</dl>",
        TITLES,
        LINKS,
        DATES,
    ),
    "dl-title-first": Shape(
        MENU
        + "<dl>"
        + _join('<dt><a href="{link}">{title}</a></dt><dd>{date} {body}</dd>')
        + "</dl>",
        TITLES,
        LINKS,
        DATES,
    ),
    "table": Shape(
        MENU
        + "<table><tr><th>日付</th><th>件名</th><th>担当</th></tr>"
        + _join('<tr><td>{date}</td><td><a href="{link}">{title}</a></td><td>総務課</td></tr>')
        + "</table>",
        TITLES,
        LINKS,
        DATES,
    ),
    "cards": Shape(
        MENU
        + '<div class="cards">'
        + _join(
            '<div class="card"><a href="{link}"><img src="t.jpg" width="200" height="120"></a>'
            '<h3><a href="{link}">{title}</a></h3><p class="date">{date}</p><p>{body}</p>'
            '<a href="{link}">続きを読む</a></div>'
        )
        + "</div>",
        TITLES,
        LINKS,
        DATES,
    ),
    "flat-headings": Shape(
        MENU + _join("<h3>{title}</h3><p>{date}</p><p>{body}</p><p>{body}</p>"),
        TITLES,
        (None,) * 4,
        DATES,
    ),
    "font-b-br": Shape(
        "<center><table><tr><td>"
        + _join(
            '<font size="4" color="#003399"><b>■{title}</b></font><br>{body}<br>{body}<br>'
            '<div align="right"><font size="2">{date} 10:25</font></div><hr>'
        )
        + "</td></tr></table></center>",
        TITLES,
        (None,) * 4,
        tuple(f"{day}T10:25:00" for day in DATES),
    ),
    "permalink-in-footer-line": Shape(
        '<div id="main">'
        + _join(
            '<div class="blogbody"><div class="subject">{title}</div><p>{body}</p>'
            '<div class="posted">投稿者 太郎 : {date} 09:30 | <a href="{link}">固定リンク</a> | '
            '<a href="{link}#comments">コメント (0)</a></div></div>'
        )
        + "</div>",
        TITLES,
        LINKS,
        tuple(f"{day}T09:30:00" for day in DATES),
    ),
    "side-bar-longer-than-the-list": Shape(
        '<div id="sidebar"><h4>最近の記事</h4><ul>'
        + "".join(f'<li><a href="o{n}.html">以前の記事の題名 その{n}</a></li>' for n in range(40))
        + '</ul></div><div id="content">'
        + _join('<div class="entry"><h3><a href="{link}">{title}</a></h3>{date}<p>{body}</p></div>')
        + "</div>",
        TITLES,
        LINKS,
        DATES,
    ),
    "diary-with-shared-dates": Shape(
        '<div class="diary"><h2>2009年7月1日</h2><h3>朝の散歩</h3><p>'
        + BODY
        + "</p><h3>昼の買い物</h3><p>"
        + BODY
        + "</p><h2>2009年6月30日</h2><h3>夜の読書</h3><p>"
        + BODY
        + "</p><h2>2009年6月28日</h2><h3>庭の手入れ</h3><p>"
        + BODY
        + "</p><h3>友人の訪問</h3><p>"
        + BODY
        + "</p></div>",
        ("朝の散歩", "昼の買い物", "夜の読書", "庭の手入れ", "友人の訪問"),
        (None,) * 5,
        ("2009-07-01", "2009-07-01", "2009-06-30", "2009-06-28", "2009-06-28"),
    ),
    "heisei-dates": Shape(
        "<ul>"
        + "".join(
            f'<li>平成21年{month}月3日　<a href="{link}">{title}</a></li>'
            for month, (title, link, *_) in zip((7, 6, 5, 4), NEWS, strict=True)
        )
        + "</ul>",
        TITLES,
        LINKS,
        ("2009-07-03", "2009-06-03", "2009-05-03", "2009-04-03"),
    ),
    "no-year-but-in-the-page-address": Shape(
        "<ul>"
        + "".join(
            f'<li>[{month}/3] <a href="{link}">{title}</a></li>'
            for month, (title, link, *_) in zip((7, 6, 5, 4), NEWS, strict=True)
        )
        + "</ul>",
        TITLES,
        tuple(f"http://www.example.jp/2009/{link}" for _, link, *_ in NEWS),
        ("2009-07-03", "2009-06-03", "2009-05-03", "2009-04-03"),
        url="http://www.example.jp/2009/index.html",
    ),
    "no-year-anywhere": Shape(
        "<ul>" + _join('<li>7/3 <a href="{link}">{title}</a></li>') + "</ul>",
        TITLES,
        LINKS,
        (None,) * 4,
    ),
    "year-in-a-heading": Shape(
        "<h2>2009年</h2><ul>"
        + "".join(
            f'<li>7月{day}日 <a href="{link}">{title}</a></li>'
            for day, (title, link, *_) in zip((9, 8), NEWS[:2], strict=True)
        )
        + "</ul><h2>2008年</h2><ul>"
        + "".join(
            f'<li>7月{day}日 <a href="{link}">{title}</a></li>'
            for day, (title, link, *_) in zip((7, 6), NEWS[2:], strict=True)
        )
        + "</ul>",
        TITLES,
        LINKS,
        ("2009-07-09", "2009-07-08", "2008-07-07", "2008-07-06"),
    ),
    "questions-and-answers": Shape(
        "<table>"
        + "".join(
            f"<tr><td><b>{question}</b><br>{BODY}{BODY}</td></tr>"
            for question in ("送料はいくらですか。", "返品はできますか。", "海外へ送れますか。",
                             "領収書は出ますか。", "電話で頼めますか。")
        )
        + "</table>",
        ("送料はいくらですか。", "返品はできますか。", "海外へ送れますか。",
         "領収書は出ますか。", "電話で頼めますか。"),
    ),
    "rules-of-hyphens": Shape(
        "<p>"
        + "".join(
            f"『{title}』<br>著者：山田太郎　{BODY}<br>価格：1,200円<br>--------------<br>"
            for title in ("花の図鑑", "鳥の図鑑", "虫の図鑑", "魚の図鑑", "星の図鑑", "木", "茸")
        )
        + "</p>",
        ("『花の図鑑』", "『鳥の図鑑』", "『虫の図鑑』", "『魚の図鑑』", "『星の図鑑』",
         "『木』", "『茸』"),
    ),
    "portal-with-sections": Shape(
        "<h2>私たちについて</h2><p>" + BODY * 4 + "</p><h2>お知らせ</h2><ul>"
        + _join('<li><span class="d">{date}</span> <a href="{link}">{title}</a></li>')
        + "</ul><h2>交通のご案内</h2><p>" + BODY * 4
        + "</p><h2>お問い合わせ</h2><p>" + BODY * 3 + "</p>",
        TITLES,
        LINKS,
        DATES,
    ),
    "category-before-title": Shape(
        "<ul>"
        + _join('<li>{date} [<a href="/c/1">お知らせ</a>] <a href="{link}">{title}</a></li>')
        + "</ul>",
        TITLES,
        LINKS,
        DATES,
    ),
    "article-elements": Shape(
        "<main>"
        + _join(
            '<article><header><h2><a href="{link}">{title}</a></h2>'
            '<time datetime="2009-07-01T10:00:00+09:00">{date}</time></header>'
            "<p>{body}</p></article>"
        )
        + "</main>",
        TITLES,
        LINKS,
        ("2009-07-01T10:00:00+09:00",) * 4,
    ),
    "shift-jis": Shape(
        "<ul>" + _join('<li>{date}<br><a href="{link}">{title}</a></li>') + "</ul>",
        TITLES,
        LINKS,
        DATES,
        encoding="shift_jis",
    ),
    "euc-jp": Shape(
        "<table>" + _join('<tr><td>{date}<td><a href="{link}">{title}</a>') + "</table>",
        TITLES,
        LINKS,
        DATES,
        encoding="euc-jp",
    ),
    "english": Shape(
        '<div class="posts">'
        + "".join(
            f'<div class="post"><h2 class="title"><a href="/p/{n}">{title}</a></h2>'
            f'<p class="meta">Posted by Alice on {date}</p><p>The text goes on.</p></div>'
            for n, (title, date) in enumerate(
                (("A walk in the hills", "July 1, 2009"), ("Bread at home", "June 15, 2009"),
                 ("The old bridge", "June 3, 2009"))
            )
        )
        + "</div>",
        ("A walk in the hills", "Bread at home", "The old bridge"),
        tuple(f"http://www.example.jp/p/{n}" for n in range(3)),
        ("2009-07-01", "2009-06-15", "2009-06-03"),
    ),
    "german": Shape(
        '<html lang="de"><ul class="news">'
        + "".join(
            f'<li><strong><a href="/m/{n}">{title}</a></strong> ({date})<br>Der Text.</li>'
            for n, (title, date) in enumerate(
                (("Neue Brücke eröffnet", "1. Juli 2009"), ("Haushalt beschlossen", "15.06.2009"),
                 ("Wahl im Herbst", "3. Juni 2009"), ("Markt am Sonntag", "20. Mai 2009"))
            )
        )
        + "</ul>",
        ("Neue Brücke eröffnet", "Haushalt beschlossen", "Wahl im Herbst", "Markt am Sonntag"),
        tuple(f"http://www.example.jp/m/{n}" for n in range(4)),
        ("2009-07-01", "2009-06-15", "2009-06-03", "2009-05-20"),
    ),
    "chinese": Shape(
        '<div class="list">'
        + "".join(
            f'<p><a href="/a/{n}.htm">{title}</a><span>{date}</span></p>'
            for n, (title, date) in enumerate(
                (("关于暑假放假安排的通知", "2009年7月1日"), ("学校召开教学工作会议", "2009-06-15"),
                 ("图书馆开放时间调整", "2009-06-03"), ("新生入学报到须知", "2009-05-20"))
            )
        )
        + "</div>",
        ("关于暑假放假安排的通知", "学校召开教学工作会议", "图书馆开放时间调整",
         "新生入学报到须知"),
        tuple(f"http://www.example.jp/a/{n}.htm" for n in range(4)),
        ("2009-07-01", "2009-06-15", "2009-06-03", "2009-05-20"),
    ),
}  # fmt: skip

NO_LISTS = {
    "article-with-menu": MENU
    + "<h1>市民プールの夏季開放についてのお知らせ</h1><p>2009年7月1日</p>"
    + f"<p>{BODY * 3}</p><p>{BODY * 4}</p><p>{BODY * 2}</p>",
    "article-with-sections": "<h1>長い記事の題名はこのようなものです</h1><p>2009年7月1日 太郎</p>"
    + "".join(f"<h2>節の見出し{sign}</h2><p>{BODY * 3}</p>" for sign in "甲乙丙丁戊己"),
    "article-with-related-links": "<h1>長い記事の題名はこのようなものです</h1><p>2009年7月1日</p>"
    + f"<p>{BODY * 12}</p><h3>関連記事</h3><ul>"
    + _join('<li><a href="{link}">{title}</a></li>')
    + "</ul>",
    "form": "<form><p>お名前 <input name=a></p><p>ご住所 <input name=b></p>"
    "<p>電話 <input name=c></p><p>ご用件 <textarea name=d></textarea></p>"
    "<input type=submit value=送信></form>",
    "manual": "<h1>手引き</h1>"
    + "".join(f"<h2>2.{n}. 節の見出し{n}</h2><p>{BODY * 3}</p>" for n in range(1, 8)),
    "profile": "<h1>山田太郎</h1><table><tr><th>生年月日</th><td>1970年1月1日</td></tr>"
    "<tr><th>出身地</th><td>東京都</td></tr><tr><th>趣味</th><td>読書</td></tr></table>",
    "menu-only": MENU,
    "empty": "",
}
