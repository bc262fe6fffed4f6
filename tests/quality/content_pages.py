"""Pages of many kinds, in many shapes; each function makes one, with its content as truth.

What is content: what a reader came for, with its headings and captions, without dates, bylines,
signatures, comments under an article, teasers of other pages and all that the template says.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.quality.drafts import Draft

Make = Callable[[Draft], None]


def semantic_article(page: Draft) -> None:
    """Elements that say what they are."""
    prose, random = page.prose, page.random
    page.menu("<header><nav><ul>", "</ul></nav></header>")
    page.add("<main><article>")
    page.heading()
    page.add(f"<p class=byline>{prose.label('by')} {prose.name(random)}</p>")
    page.add(f"<time datetime=2024-03-05>{prose.date(2024, 3, 5)}</time>")
    page.paragraphs(3)
    page.keep("<figure><img src=a.jpg><figcaption>{}</figcaption></figure>", prose.sentence(random))
    page.keep("<h2>{}</h2>", prose.title(random))
    page.paragraphs(3)
    page.keep("<blockquote><p>{}</p></blockquote>", prose.sentence(random))
    page.paragraphs(1)
    page.add("</article>")
    page.label("related", "<aside><h3>{}</h3><ul>")
    page.links(6)
    page.add("</ul></aside></main>")
    page.footer()


def nameless_article(page: Draft) -> None:
    """Divs without names, and lines of the template inside the text."""
    page.label("cookies", "<div class=k1><div>{}</div><button>OK</button></div>")
    page.menu("<div class=k2><ul>", "</ul></div>")
    page.add("<div class=k3><div class=k4>")
    page.heading("<div class=k5>{}</div>")
    page.paragraphs(2, "<div class=k6>{}</div>")
    page.label("newsletter", "<div class=k7>{}</div>")
    page.paragraphs(2, "<div class=k6>{}</div>")
    page.label("advert", "<div class=k8>{}</div>")
    page.add(
        f"<div class=k8><a href=http://ad.example>{page.prose.sentence(page.random)}</a></div>"
    )
    page.paragraphs(2, "<div class=k6>{}</div>")
    page.add("</div><div class=k9>")
    page.links(8, "<div>{}</div>")
    page.add("</div></div>")
    page.footer("<div class=k10>", "</div>")


def article_with_comments(page: Draft) -> None:
    """Comments as long as the article."""
    prose, random = page.prose, page.random
    page.menu()
    page.add("<div id=content>")
    page.heading()
    page.paragraphs(4)
    page.label("comments", "</div><div id=discussion><h3>{} (6)</h3>")
    for _ in range(6):
        page.add(f"<div class=item><b>{prose.name(random)}</b> {prose.date(2024, 3, 6)}")
        page.add(f"<p>{prose.paragraph(random)}</p>")
        page.label("reply", "<a href='#'>{}</a></div>")
    page.add("</div>")
    page.footer()


def table_layout(page: Draft) -> None:
    """The nineties: tables in tables, font, lines with br."""
    prose = page.prose
    page.add("<table width=100% border=0><tr><td bgcolor=#003366 width=140 valign=top>")
    page.add(*(f"<font size=2><a href=/{word}>{word}</a></font><br>" for word in prose.menu))
    page.add("</td><td><table cellpadding=8><tr><td>")
    page.heading("<font size=5 color=#990000><b>{}</b></font>")
    page.add(f"<br><font size=1>{prose.date(2001, 4, 9)}</font><br><br>")
    page.paragraphs(5, "<font face=serif>{}<br><br></font>")
    page.add("</td></tr></table></td><td width=120>")
    page.label("advert", "<font size=1>{}</font><br>")
    page.links(4, "{}<br>")
    page.label(
        "rights", "</td></tr><tr><td colspan=3 align=center><font size=1>{}</font></td></tr>"
    )
    page.add("</table>")


def unclosed_capitals(page: Draft) -> None:
    """A page by hand: capital tags, paragraphs that nobody closes, a rule at the end."""
    page.add("<CENTER>", " | ".join(f"<A HREF='{word}'>{word}</A>" for word in page.prose.menu))
    page.heading("</CENTER><HR><H1 ALIGN=CENTER>{}</H1>")
    page.paragraphs(4, "<P>{}\n")
    page.keep("<P><I>{}</I>\n<UL>", page.prose.sentence(page.random))
    for _ in range(4):
        page.keep("<LI>{}\n", page.prose.sentence(page.random))
    page.paragraphs(2, "</UL><P>{}\n")
    page.label("rights", "<HR><ADDRESS>{} webmaster@example.org</ADDRESS>")


def forum_rows(page: Draft) -> None:
    """A thread as a table: who on the left, what on the right, signatures."""
    prose, random = page.prose, page.random
    page.menu("<div class=navbar><ul>", "</ul></div>")
    page.heading("<h2>{}</h2><table class=forumline>")
    for number in range(7):
        page.add(f"<tr><td class=name><b>{prose.name(random)}</b><br>{number * 37} posts</td>")
        page.add(f"<td><span class=postdetails>{prose.date(2008, 5, 1 + number)}</span><hr>")
        page.keep("<span class=postbody>{}</span>", prose.paragraph(random, 1, 4))
        page.add(f"<span class=sig><br>____<br>{prose.thing(random)}</span></td></tr>")
    page.label("next", "</table><a href='?2'>{}</a>")
    page.footer("<div class=foot>", "</div>")


def question_and_answers(page: Draft) -> None:
    """A question, its answers with votes, small remarks under them."""
    prose, random = page.prose, page.random
    page.menu("<header><ul>", "</ul></header>")
    page.heading("<h1><a href='#'>{}</a></h1>")
    for number in range(4):
        page.add(f"<div class='post-layout'><div class=votes><b>{number * 3}</b></div><div>")
        page.paragraphs(2)
        page.keep("<pre><code>{}</code></pre>", f"sieve --mesh {number} flour.txt")
        page.label("share", "<div class=post-menu><a>{}</a>")
        page.add(f"</div><div class=user-info>{prose.name(random)} <span>{number}42</span></div>")
        page.keep("<ul class=comments><li><span>{}</span>", prose.sentence(random))
        page.add(f" – <a href=/u>{prose.name(random)}</a></li></ul></div></div>")
    page.label("related", "<div id=sidebar><h4>{}</h4>")
    page.links(10, "<div>{}</div>")
    page.add("</div>")
    page.footer()


def product(page: Draft) -> None:
    """A thing to buy: price, description, table of facts; delivery and other things."""
    prose, random = page.prose, page.random
    page.menu("<header><ul class=categories>", "</ul></header>")
    page.add("<div class=product><div class=gallery><img src=1.jpg><img src=2.jpg></div>")
    page.heading("<h1 class=product-title>{}</h1>")
    page.keep("<div class=price>{}</div>", "24.90 €")
    page.add("<form><select><option>S<option>M</select><button>+</button></form>")
    page.keep("<div class=description><p>{}</p></div>", prose.paragraph(random))
    page.add("<table class=specs>")
    for _ in range(5):
        page.keep("<tr><th>{}</th>", prose.thing(random))
        page.keep("<td>{}</td></tr>", f"{random.randint(2, 90)} cm")
    page.label("newsletter", "</table></div><div class=usp>{}</div><div class=also-bought><ul>")
    page.links(6, "<li><img src=x.jpg>{}<span>9.90 €</span></li>")
    page.add("</ul></div>")
    page.footer()


def product_with_reviews(page: Draft) -> None:
    """Nearly all of the text is what buyers wrote; it is content."""
    prose, random = page.prose, page.random
    page.menu()
    page.heading()
    page.keep("<span itemprop=price>{}</span>", "1,980")
    page.keep("<p>{}</p><h2>★★★★</h2>", prose.sentence(random))
    for number in range(5):
        page.add(f"<div class=review><span class=who>{prose.name(random)}</span> ★{number}")
        page.keep("<h4>{}</h4>", prose.title(random))
        page.keep("<p>{}</p></div>", prose.paragraph(random, 1, 3))
    page.label("top", "<section class=slider><h3>{}</h3>")
    page.links(8, "<div class=card>{}</div>")
    page.add("</section>")
    page.footer()


def documentation(page: Draft) -> None:
    """A manual: a long table of contents beside it, code, steps, parameters, a note."""
    prose, random = page.prose, page.random
    page.add("<div class=toc><ul>")
    page.links(40)
    page.add("</ul></div><div class=document role=main>")
    page.heading("<h1>{}<a class=headerlink href='#a'>¶</a></h1>")
    page.paragraphs(1)
    for number in range(3):
        page.keep("<h2>{}</h2>", prose.title(random))
        page.keep("<p>{}</p>", prose.sentence(random))
        page.keep("<div class=highlight><pre>{}</pre></div>", f"$ zaru sift --level {number}")
        page.add("<ol>")
        for _ in range(3):
            page.keep("<li>{}</li>", prose.sentence(random))
        page.add("</ol>")
    page.add("<table><tr>")
    for _ in range(4):
        page.keep("<td><code>{}</code></td>", f"--{random.choice(('mesh', 'dry', 'wash'))}")
        page.keep("<td>{}</td></tr><tr>", prose.thing(random))
    page.keep("</tr></table><div class=note><p>{}</p></div></div>", prose.sentence(random))
    page.label("next", "<div class=pager><a href=b>{}</a></div>")
    page.footer()


def listing(page: Draft) -> None:
    """A section of a site: what it lists is its content."""
    prose, random = page.prose, page.random
    page.menu()
    page.heading("<h1>{}</h1><div class=list>")
    for number, title in enumerate(prose.titles(random, 8)):
        page.add("<div class=item><img src=t.jpg>")
        page.keep("<h3><a href=/a>{}</a></h3>", title)
        page.keep("<p>{}</p>", prose.sentence(random))
        page.label(
            "more", f"<span>{prose.date(2024, 2, 20 - number)}</span> <a href=/a>{{}}</a></div>"
        )
    page.label("next", "</div><a href='?p=2'>{}</a>")
    page.footer()


def link_list(page: Draft) -> None:
    """Links with a line each: all links, and all content."""
    prose, random = page.prose, page.random
    page.menu("<table><tr><td><ul>", "</ul></td><td>")
    page.heading()
    for _ in range(3):
        page.keep("<h3>{}</h3><ul>", prose.thing(random))
        for title in prose.titles(random, 4):
            page.keep("<li><a href=http://other.example/>{}</a>", title)
            page.keep(" – {}</li>", prose.sentence(random))
        page.add("</ul>")
    page.add("</td></tr></table>")
    page.footer("<p>", "</p>")


def blog_post(page: Draft) -> None:
    """A blog with a calendar, tags and an about box beside the post."""
    prose, random = page.prose, page.random
    page.add(f"<div id=header><h1><a href=/>{prose.menu[2]}</a></h1></div><div id=main>")
    page.add(f"<div class=entry><div class=date>{prose.date(2012, 6, 3)}</div>")
    page.heading("<h2 class=entry-title><a href=/p>{}</a></h2><div class=entry-body>")
    page.paragraphs(5)
    page.label("share", "</div><div class=entry-footer>{} | Permalink</div></div>")
    page.label("comments", "<div class=comments><h3>{}</h3>")
    for _ in range(3):
        page.add(f"<p>{prose.sentence(random)}</p><p>{prose.name(random)}</p>")
    page.add("</div></div><div id=side><table class=calendar><tr>")
    page.add(*(f"<td>{day}</td>" for day in range(1, 31)))
    page.add(f"</tr></table><p class=about>{prose.paragraph(random)}</p><ul>")
    page.links(15)
    page.add("</ul></div>")
    page.footer()


def blog_index(page: Draft) -> None:
    """The front page of a blog: three whole posts."""
    prose, random = page.prose, page.random
    page.add(f"<div id=banner>{prose.menu[2]}</div><div id=center>")
    for number in range(3):
        page.add(f"<h2 class=date>{prose.date(2006, 6, 3 - number)}</h2>")
        page.keep("<h3>{}</h3>", prose.title(random))
        page.paragraphs(2)
        page.add(f"<p class=posted>Posted by {prose.name(random)} at 10:3{number}</p>")
    page.add("</div><div id=right>")
    page.links(10, "<div>{}</div>")
    page.add("</div>")


def poem(page: Draft) -> None:
    """Short lines and little punctuation."""
    page.menu("<div class=top><ul>", "</ul></div>")
    page.heading("<h3>{}</h3><p>")
    for _ in range(16):
        page.keep("{}<br>", page.prose.thing(page.random))
    page.label("related", "</p><h4>{}</h4><ul>")
    page.links(4)
    page.add("</ul>")
    page.footer()


def recipe(page: Draft) -> None:
    """Ingredients, steps, a table of nutrition, and a long story before them."""
    prose, random = page.prose, page.random
    page.menu()
    page.heading("<div class=recipe><h1>{}</h1><a href='#r' class=jump>↓</a>")
    page.paragraphs(2)
    page.add("<ul class=ingredients>")
    for _ in range(6):
        page.keep("<li><input type=checkbox><label>{}</label></li>", f"200 g {prose.thing(random)}")
    page.add("</ul><ol class=steps>")
    for _ in range(5):
        page.keep("<li><span class=text>{}</span></li>", prose.sentence(random))
    page.add("</ol></div><div class=popular>")
    page.links(6, "<a>{}</a>")
    page.add("</div>")
    page.footer()


def faq(page: Draft) -> None:
    """Questions that unfold."""
    prose, random = page.prose, page.random
    page.menu()
    page.heading()
    for _ in range(6):
        page.keep("<details><summary>{}?</summary>", prose.title(random))
        page.truth[-1] += "?"
        page.keep("<div>{}</div></details>", prose.paragraph(random, 1, 2))
    page.label("share", "<p>{} <a href=/contact>→</a></p>")
    page.footer()


def service(page: Draft) -> None:
    """A company's page: a slogan, cards, opening hours, an address."""
    prose, random = page.prose, page.random
    page.menu("<header><div class=logo>●</div><ul>", "</ul></header>")
    page.heading("<section class=hero><h1>{}</h1>")
    page.keep("<p>{}</p><a class=button href=/c>→</a></section>", prose.sentence(random))
    for _ in range(3):
        page.keep("<div class=card><i class=icon></i><h3>{}</h3>", prose.thing(random))
        page.keep("<p>{}</p></div>", prose.sentence(random))
    page.add("<table class=hours>")
    for day in range(1, 4):
        page.keep("<tr><td>{}</td>", prose.date(2024, 5, day))
        page.keep("<td>{}</td></tr>", f"{8 + day}:00–18:00")
    page.label("newsletter", "</table><section class=signup><p>{}</p><input></section>")
    page.footer()


def interview(page: Draft) -> None:
    """Questions in bold, answers in plain text, a list of terms."""
    prose, random = page.prose, page.random
    page.menu()
    page.heading("<div class=c-main><h1>{}</h1>")
    page.keep("<p class=lead>{}</p>", prose.paragraph(random))
    for _ in range(5):
        page.keep("<p><b>{}</b></p>", prose.title(random))
        page.paragraphs(1)
    page.label("top", "</div><div class=c-sub><h4>{}</h4><ol>")
    page.links(10)
    page.add("</ol></div>")
    page.footer()


def short_news(page: Draft) -> None:
    """One paragraph among much else."""
    page.label("cookies", "<div id=consent><p>{}</p></div>")
    page.menu()
    page.heading("<div class=story><h1>{}</h1>")
    page.paragraphs(1)
    page.label("newsletter", "</div><div class=box><p>{}</p></div>")
    for _ in range(6):
        page.add(f"<div class=teaser><h4><a href=/t>{page.prose.title(page.random)}</a></h4>")
        page.add(f"<p>{page.prose.sentence(page.random)}</p></div>")
    page.footer()


def gallery(page: Draft) -> None:
    """Pictures with captions."""
    page.menu()
    page.heading()
    for number in range(8):
        markup = f"<div class=slide><img src={number}.jpg><span class=caption>{{}}</span></div>"
        page.keep(markup, page.prose.sentence(page.random))
    page.add("<div class=thumbs>")
    page.links(8, "<div>{}</div>")
    page.add("</div>")
    page.footer()


def live_ticker(page: Draft) -> None:
    """Times and small reports, the newest first."""
    page.menu()
    page.heading()
    page.add("<div class=ticker>")
    for number in range(9):
        page.add(f"<div class=row><span class=clock>{18 - number}:2{number}</span><div>")
        page.keep("<p>{}</p></div></div>", page.prose.paragraph(page.random, 1, 2))
    page.label("share", "</div><div>{}</div>")
    page.footer()


def plain_text(page: Draft) -> None:
    """A text in one <pre>, and a way back."""
    page.add("<a href=index.html>←</a><pre>\n")
    page.heading("{}\n\n")
    page.paragraphs(4, "{}\n\n")
    page.add("</pre><hr><a href=index.html>←</a>")


def law(page: Draft) -> None:
    """Numbered clauses and notes, with links inside the sentences."""
    page.menu("<div id=nav><ul>", "</ul></div>")
    page.heading()
    for number in range(1, 6):
        page.keep("<h4>{}</h4>", f"§ {number}")
        page.keep_words("<p>{}</p>", page.prose.sentence(page.random))
        page.keep("<ol><li>{}</li>", page.prose.sentence(page.random))
        page.keep("<li>{}</li></ol>", page.prose.sentence(page.random))
    page.footer("<div>", "</div>")


KINDS: dict[str, tuple[Make, ...]] = {
    "article": (semantic_article, nameless_article, article_with_comments, short_news, interview),
    "old": (table_layout, unclosed_capitals, plain_text),
    "forum": (forum_rows, question_and_answers),
    "product": (product, product_with_reviews, service),
    "documentation": (documentation, law, faq, recipe),
    "listing": (listing, link_list, gallery, live_ticker),
    "blog": (blog_post, blog_index, poem),
}
